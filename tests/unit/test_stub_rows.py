"""The rows of dtypes in the stubs: shared and divided bases state the same results as single ones."""

import re
from itertools import takewhile

import pytest
from suites import sampled

from jaxtyping_promo.stubgen.rows import BOUND, OF_A_PART, results_by_base, row, spelled, together
from jaxtyping_promo.systems import MODULES, get_system

pytestmark = pytest.mark.once

ROW = re.compile(r"class (\w+)\($")


def _classes(lines: list[str]) -> dict[str, list[str]]:
    """The bases of each class in some lines, by its name."""
    return {
        match[1]: [
            base.strip().rstrip(",") for base in takewhile(lambda line: line.startswith(" "), lines[index + 1 :])
        ]
        for index, line in enumerate(lines)
        if (match := ROW.match(line))
    }


@pytest.mark.parametrize("name", sampled(sorted(MODULES), one_in=4, slow_one_in=3))
def test_a_row_has_the_arguments_of_all_its_bases(name: str) -> None:
    system = get_system(name)
    members = together(system)
    for index, node in enumerate(system.nodes):
        classes = _classes(row(system, node))
        *parts, whole = classes
        flat = [inner for base in classes[whole] for inner in (classes[base] if base in parts else [base])]
        named_arguments: list[tuple[str, str]] = []
        for base in flat:
            cls, _, arguments = base.rstrip("]").partition("[")
            names, values = members.get(cls, (cls,)), arguments.split(", ")
            if cls.startswith("_Third"):
                continue
            if names[0].startswith(BOUND):  # a descriptor states its result twice
                assert values[::2] == values[1::2]
                values = values[::2]
            named_arguments += zip(names, values, strict=True)
        expected = {base: results[index] for base, results in results_by_base(system).items() if results[index]}
        assert dict(named_arguments) == expected
        assert len(dict(named_arguments)) == len(named_arguments), "each once"


def test_the_result_variable_is_at_the_position_of_its_class() -> None:
    system = get_system("jax")
    for cls, names in together(system).items():
        if not names[0].startswith(BOUND):
            asked = [spelled(system, name, "_R") for name in names]
            places = [re.fullmatch(rf"{cls}\[(.*)\]", each) for each in asked]
            assert [place and place[1].split(", ").index("_R") for place in places] == list(range(len(names)))
    assert spelled(system, "_Same", "_R") == "_Same[_R]"


def test_no_part_of_a_row_is_long() -> None:
    system = get_system("jax")
    parts = [part for node in system.nodes for part in [*_classes(row(system, node)).values()][:-1]]
    assert parts and all(len(part) <= OF_A_PART for part in parts)
