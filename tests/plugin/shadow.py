"""Compares what the plugin and the interpreter know: ``python tests/plugin/shadow.py [--alone] [FILE...]``.

At each `reveal_type` of a program, mypy's type and the interpreter's value are known, unknown or neither, and both are
compared with the value of the running program. Without files, the programs are those of `tests/plugin/programs/`. The
places that the plugin alone knows are listed with the interpreter's causes. With ``--alone``, the plugin takes no
dtypes from the interpreter.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path += [str(Path(__file__).resolve().parents[1] / folder) for folder in ("static", "shared", "interpreter")]

import truth as interpreter
from whole_programs import comparison as plugin
from whole_programs import stated as stated_by_mypy

from jaxtyping_promo.interpreter import revealed

PROGRAMS = Path(__file__).parent / "programs"
KINDS = ("known", "unknown", "other", "unseen")


class Place(NamedTuple):
    """One place of a program: how much each side knows, which side is wrong, and the causes of the interpreter."""

    program: str
    place: str
    plugin: str
    interpreter: str
    wrong: tuple[str, ...]
    causes: tuple[str, ...]


def compared(programs: Sequence[Path], *, is_alone: bool = False) -> Iterator[Place]:
    """Each place of some programs, whose configurations are in their first lines.

    Args:
        programs: the programs.
        is_alone: whether the plugin takes no dtypes from the interpreter.
    """
    for options, group in plugin.by_configuration(programs):
        checked = plugin.check(group, {**options, "check": "off"} if is_alone else options)
        ran = plugin.run(group, options)
        for program in group:
            known = interpreter.interpreted(program.name, program.read_text(), options)
            for place, values in ran[program.name]["values"].items():
                yield _place(program.name, place, values, checked[program.name].revealed.get(place, []),
                             known.get(place, []))  # fmt: skip


def _place(name: str, place: str, values: Sequence[Mapping[str, Any]], types: list[str], found: list[Any]) -> Place:
    stated = [stated_by_mypy.read(text) for text in types]
    wrong = []
    if any(not any(stated_by_mypy.admits(one, value) for one in stated) for value in values) and stated:
        wrong.append("plugin")
    if any(not any(interpreter.admits(one, value) for one in found) for value in values) and found:
        wrong.append("interpreter")
    causes = [cause for value in found for cause in interpreter.causes_in(value)]
    by_plugin = _kind([stated_by_mypy.is_known(one) for one in stated], len(set(stated)))
    several = len(values) == 1 and len({repr(one) for one in found}) > 1
    return Place(name, place, by_plugin, _kind([revealed.is_known(one) for one in found], 2 if several else 1),
                 tuple(wrong), tuple(dict.fromkeys(causes)))  # fmt: skip


def _kind(kinds: Sequence[str], number: int) -> str:
    if not kinds:
        return "unseen"
    return "unknown" if "unknown" in kinds or number > 1 else kinds[0]


def main() -> int:
    """Print the table and the places that the plugin alone knows. Return 1 if a side is wrong."""
    files = [Path(name) for name in sys.argv[1:] if name != "--alone"] or sorted(PROGRAMS.glob("*.py"))
    places = list(compared(files, is_alone="--alone" in sys.argv))
    counts = Counter((one.plugin, one.interpreter) for one in places)
    print(f"{len(places)} places; rows: the plugin, columns: the interpreter")
    print(f"{'':12}" + "".join(f"{kind:>10}" for kind in KINDS))
    for row in KINDS:
        print(f"{row:12}" + "".join(f"{counts[row, column]:10}" for column in KINDS))
    lost = [one for one in places if one.plugin == "known" and one.interpreter in ("unknown", "unseen")]
    known = sum(one.plugin == "known" for one in places)
    print(f"the interpreter lacks {len(lost)} of {known} places that the plugin knows: {len(lost) / max(known, 1):.1%}")
    for one in lost:
        print(f"  {one.program}:{one.place}: {one.interpreter}: {'; '.join(one.causes)}")
    wrong = [one for one in places if one.wrong]
    for one in wrong:
        print(f"wrong: {one.program}:{one.place}: {' and '.join(one.wrong)}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
