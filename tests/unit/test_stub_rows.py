"""The rows of dtypes in the stubs: what is told at once, or by parts, is what would be told one by one."""

import re
from itertools import takewhile

import pytest

from jaxtyping_promo.stubgen.rows import OF_A_PART, alike, row, told
from jaxtyping_promo.systems import MODULES, get_system

ROW = re.compile(r"class (\w+)\($")


def _classes(lines: list[str]) -> dict[str, list[str]]:
    """The bases of each class of some lines, by its name."""
    return {
        found[1]: [
            base.strip().rstrip(",") for base in takewhile(lambda line: line.startswith(" "), lines[index + 1 :])
        ]
        for index, line in enumerate(lines)
        if (found := ROW.match(line))
    }


@pytest.mark.parametrize("name", sorted(MODULES))
def test_a_row_says_of_its_dtype_what_every_base_says(name: str) -> None:
    system = get_system(name)
    members = {name: names for names, name in alike(system).items()}
    for index, node in enumerate(system.nodes):
        classes = _classes(row(system, node))
        *parts, whole = classes
        flat = [inner for base in classes[whole] for inner in (classes[base] if base in parts else [base])]
        pairs = [re.fullmatch(r"(\w+)\[(.*?)(?:, \2)?\]", base) for base in flat]  # some say it twice
        said = [(member, pair[2]) for pair in pairs if pair for member in members.get(pair[1], (pair[1],))]
        expected = {base: results[index] for base, results in told(system).items() if results[index]}
        assert {base: result for base, result in said if not base.startswith("_Third")} == expected
        assert len({base for base, _ in said}) == len(said), "each once"


def test_no_part_of_a_row_is_long() -> None:
    system = get_system("jax")
    for node in system.nodes:
        *parts, _ = (classes := _classes(row(system, node))).values()
        assert parts and all(len(part) <= OF_A_PART for part in parts), classes
