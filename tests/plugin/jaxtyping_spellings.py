"""Each annotation of jaxtyping for each type of array and each way to spell it, for a matching and a wrong dtype.

``python tests/plugin/jaxtyping_spellings.py`` compares mypy's answer for a call with jaxtyping's own check of the same
argument, and prints the number of cases by type of array. ``--write`` writes them into the page.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, get_args

import jax
import jax.numpy as jnp
import jax.typing
import jaxtyping
import ml_dtypes
import numpy as np

import jaxtyping_promo
from jaxtyping_promo.jaxtyping.names import CATEGORIES, EXACT

ARRAY_TYPES = {
    "Array": jaxtyping.Array,
    "jax.Array": jax.Array,
    "jnp.ndarray": jnp.ndarray,
    "jaxtyping_promo.Array": jaxtyping_promo.Array,
    "ArrayLike": jax.typing.ArrayLike,
    "np.ndarray": np.ndarray,
    "Array | np.ndarray": jax.Array | np.ndarray,
}
SPELLINGS = {
    "plain": '{name}[{array}, "..."]',
    "renamed": 'Renamed{name}[{array}, "..."]',
    "module": 'jt.{name}[{array}, "..."]',
    "re-exported": 'reexported.{name}[{array}, "..."]',
    "quoted": "'{name}[{array}, \"...\"]'",
    "alias": "Alias{number}",
}
PAGE = Path(__file__).parents[2] / "docs" / "evidence" / "jaxtyping.md"
COMMAND = "python tests/plugin/jaxtyping_spellings.py --write"
WRONG = ("bool_", "int8", "uint8", "float32", "complex64")
"""Dtypes of which at least one is wrong for each annotation but `Shaped`."""


class Case(NamedTuple):
    """A call of a function whose parameter has the annotation, with an argument of a dtype.

    Attributes:
        name, array, spelling: the annotation.
        dtype: the dtype of the argument.
        is_valid: whether jaxtyping accepts the value when the program runs.
    """

    name: str
    array: str
    spelling: str
    dtype: str
    is_valid: bool


def _made(dtype: str, array: str) -> Any:
    scalar = np.zeros((), getattr(np, dtype, None) or getattr(ml_dtypes, dtype))
    return scalar if array == "np.ndarray" else jnp.asarray(scalar)


def _is_valid(name: str, array: str, dtype: str) -> bool:
    annotation = getattr(jaxtyping, name)[ARRAY_TYPES[array], "..."]
    # `isinstance` asks the members of a union about the argument's class, not about the argument.
    return any(isinstance(_made(dtype, array), member) for member in get_args(annotation) or (annotation,))


def cases(names: list[str]) -> Iterator[Case]:
    """The cases for some of jaxtyping's names; 64-bit dtypes need x64."""
    for name in names:
        matching = next(iter(CATEGORIES.get(name, (EXACT.get(name, "float32"),))))
        for array in ARRAY_TYPES:
            given = {dtype: _is_valid(name, array, dtype) for dtype in (matching, *WRONG)}
            wrong = next((dtype for dtype, is_valid in given.items() if not is_valid), None)
            for spelling in SPELLINGS:
                yield Case(name, array, spelling, matching, given[matching])
                if wrong is not None:
                    yield Case(name, array, spelling, wrong, is_valid=False)


def program(wanted: list[Case]) -> tuple[str, str, dict[int, Case]]:
    """A program with a call for each case, a module that it imports names from, and the cases by line."""
    names = sorted({case.name for case in wanted})
    lines = [
        "from __future__ import annotations",
        "import jax, jax.numpy as jnp, jaxtyping as jt, jaxtyping_promo, numpy as np, ml_dtypes, reexported",
        "from jax.typing import ArrayLike",
        f"from jaxtyping import Array, {', '.join(names)}",
        f"from jaxtyping import {', '.join(f'{name} as Renamed{name}' for name in names)}",
    ]
    functions = dict.fromkeys((case.name, case.array, case.spelling) for case in wanted)
    for number, (name, array, spelling) in enumerate(functions):
        functions[name, array, spelling] = number
        if spelling == "alias":
            lines.append(f'Alias{number} = {name}[{array.replace("Array | np", "jax.Array | np")}, "..."]')
        annotation = SPELLINGS[spelling].format(name=name, array=array, number=number)
        lines.append(f"def f{number}(x: {annotation}) -> None: ...")
    dtypes = sorted({case.dtype for case in wanted})
    lines.append("def test(")
    for dtype in dtypes:
        scalar = f"np.{dtype}" if hasattr(np, dtype) else f"ml_dtypes.{dtype}"
        lines.append(f"    j_{dtype}: jaxtyping_promo.Array[jaxtyping_promo.{dtype}],")
        lines.append(f"    n_{dtype}: np.ndarray[tuple[()], np.dtype[{scalar}]],")
    lines.append(") -> None:")
    calls: dict[int, Case] = {}
    for case in wanted:
        number = functions[case.name, case.array, case.spelling]
        lines.append(f"    f{number}({'n' if case.array == 'np.ndarray' else 'j'}_{case.dtype})")
        calls[len(lines)] = case
    return "\n".join(lines), f"from jaxtyping import {', '.join(f'{n} as {n}' for n in names)}\n", calls


def compare(names: list[str], folder: Path) -> tuple[dict[str, Counter[str]], list[str], str]:
    """The numbers of cases by type of array, the cases in which mypy and jaxtyping disagree, and mypy's output."""
    from checkers import Mypy
    from checkers.mypy import ini

    text, reexported, calls = program([*cases(names)])
    (folder / "program.py").write_text(text)
    (folder / "reexported.py").write_text(reexported)
    (folder / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=folder)
    errors = {n for (file, n), line in report.lines.items() if file == "program.py" and line.errors}
    counts: dict[str, Counter[str]] = {array: Counter() for array in ARRAY_TYPES}
    disagreements = [f"line {n}: {text.splitlines()[n - 1]}" for n in sorted(errors - calls.keys())]
    for n, case in calls.items():
        accepted = n not in errors
        is_open = accepted and not case.is_valid and _is_unknown(case)
        kind = "unknown" if is_open else "agree" if accepted == case.is_valid else "disagree"
        counts[case.array][kind] += 1
        if kind == "disagree":
            disagreements.append(f"{case}: mypy {'accepts' if accepted else 'rejects'} it")
    return counts, disagreements, report.output


def _is_unknown(case: Case) -> bool:
    """Whether the dtype of an annotation is documented as unknown: NumPy has no class that is the category."""
    return case.array == "np.ndarray" and (case.name in CATEGORIES or not hasattr(np, EXACT.get(case.name, "")))


def all_names() -> list[str]:
    """The names of jaxtyping whose dtypes NumPy and JAX can make."""
    found = []
    for name in (*EXACT, *CATEGORIES, "Shaped"):
        dtype = next(iter(CATEGORIES.get(name, (EXACT.get(name, "float32"),))))
        if hasattr(jaxtyping, name) and (hasattr(np, dtype) or hasattr(ml_dtypes, dtype)):
            try:
                _made(dtype, "Array")
            except (TypeError, ValueError):
                continue
            found.append(name)
    return found


def table(counts: dict[str, Counter[str]]) -> list[str]:
    """The lines of a table of the cases."""
    lines = [
        "| array type | cases | mypy and jaxtyping agree | unknown to mypy | disagreements |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for array, by_kind in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
        kinds = " | ".join(f"{by_kind[kind]:,}" for kind in ("agree", "unknown", "disagree"))
        name = "all" if array == "all" else f"`{array}`".replace("|", "\\|")
        lines.append(f"| {name} | {by_kind.total():,} | {kinds} |")
    return lines


def main() -> None:
    """Print a table of the cases, or write it into the page."""
    jax.config.update("jax_enable_x64", True)
    with TemporaryDirectory() as folder:
        counts, disagreements, _ = compare(all_names(), Path(folder))
    print(*table(counts), *disagreements, sep="\n")
    if "--write" in sys.argv[1:]:
        from pages import rewrite

        rewrite(PAGE, f"<!-- {COMMAND} -->", "<!-- end of what it writes -->", table(counts))


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1] / folder) for folder in ("static", "shared", "oracle")]
    main()
