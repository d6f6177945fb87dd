"""Compares the types that mypy infers for NumPy's expressions with the values that NumPy computes.

``python tests/plugin/numpy_expressions.py`` prints how many results are exact, unknown and wrong, by kind of
expression. ``--without-plugin`` measures NumPy's stubs alone, ``--show unknown`` lists the expressions, and names
select kinds.
"""

from __future__ import annotations

import argparse
import itertools
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

FOLDER = Path(__file__).parents[1]
if __name__ == "__main__":
    sys.path += [str(FOLDER / name) for name in ("shared", "oracle", "static")]

import numpy as np  # noqa: E402
from checkers import Mypy  # noqa: E402
from checkers.mypy import ini  # noqa: E402
from oracles.numpy_calls import NOT_FOR_NUMBERS  # noqa: E402
from oracles.numpy_functions import (  # noqa: E402
    DTYPES,
    NUMBERS,
    SOME,
    Outcome,
    called,
    computed,
    is_matrix,
    operand_value,
)

from jaxtyping_promo.operators import BINARY  # noqa: E402
from jaxtyping_promo.rules.numpy_tables import numpy_rule, numpy_rules  # noqa: E402

LINES_OF_FUNCTION = 150
"""The number of expressions in one function of the program; mypy is slow in long functions."""
PREFIXES = {"array": "a", "numpy scalar": "s", "python scalar": "n"}
"""The first letter of a parameter's name, by its form."""


class Operand(NamedTuple):
    """A declared parameter of the program."""

    dtype: str
    form: str

    @property
    def name(self) -> str:
        return f"{PREFIXES[self.form]}_{self.dtype.rstrip('_')}"

    @property
    def annotation(self) -> str:
        scalar = f"np.{self.dtype.rstrip('_')}"
        return {"array": f"npt.NDArray[{scalar}]", "numpy scalar": scalar, "python scalar": self.dtype}[self.form]

    def value(self, *, of_matrix: bool = False) -> Any:
        return operand_value(self.dtype, self.form, is_matrix=of_matrix)


class Expression(NamedTuple):
    """One expression of the program and what NumPy computes for it."""

    kind: str
    text: str
    outcome: Outcome
    scope: dict[str, Any]

    @property
    def is_open(self) -> bool:
        """Whether it is a number or an array, by the number of dimensions, which the declared types leave open."""
        kinds = {outcome.kinds for shape in ((3,), (3, 3), (2, 3, 3)) if (outcome := self._of_shape(shape))}
        return len({kind for each in kinds for kind in each} & {"numpy scalar", "array"}) > 1

    def _of_shape(self, shape: tuple[int, ...]) -> Outcome | None:
        scope = {
            name: np.broadcast_to(np.eye(3), (2, 3, 3))[(0,) * (3 - len(shape))].astype(value.dtype)
            if isinstance(value, np.ndarray)
            else value
            for name, value in self.scope.items()
        }
        return safely_computed(self.text, scope)


ARRAYS = tuple(Operand(dtype, "array") for dtype in DTYPES)
SCALARS = tuple(Operand(dtype, "numpy scalar") for dtype in DTYPES)
PYTHON = tuple(Operand(dtype, "python scalar") for dtype in NUMBERS)
EVERY = (*ARRAYS, *SCALARS, *PYTHON)


def some(operands: tuple[Operand, ...]) -> tuple[Operand, ...]:
    return tuple(one for one in operands if one.form == "python scalar" or one.dtype in SOME)


def operators(*, every: bool) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Operators on every operand and pair of operands."""
    operands = EVERY if every else (*some(ARRAYS), *some(SCALARS), *PYTHON)
    for symbol, operand in itertools.product(("-{}", "+{}", "~{}", "abs({})"), operands):
        if operand not in PYTHON:
            yield "unary operators", symbol.format(operand.name), {operand.name: operand.value()}
    for symbol, left, right in itertools.product(BINARY.values(), operands, operands):
        if {left, right}.isdisjoint(PYTHON) or not {left, right} <= {*PYTHON}:
            text = "divmod({}, {})" if symbol in ("divmod", "divmod()") else "{} " + symbol + " {}"
            yield (
                "binary operators",
                text.format(left.name, right.name),
                {one.name: one.value() for one in (left, right)},
            )


def functions(*, every: bool) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Functions and methods that have a rule, on every operand and pair of operands of one form."""
    for fullname in numpy_rules():
        function = numpy_rule(fullname)
        assert function is not None
        one = called(fullname) if function.kind != "none" else None
        if one is None or not one.names or fullname.startswith(("numpy.finfo", "numpy.iinfo")):
            continue
        names, matrix = one.names, is_matrix(fullname)
        kind = kind_of_function(fullname, is_ufunc=function.is_ufunc)
        is_short = fullname in NOT_FOR_NUMBERS or "self" in names
        if function.kind == "constructor":
            kind = "constructors"
        groups = (ARRAYS,) if is_short else (ARRAYS, SCALARS, PYTHON)
        if len(names) > 1:
            groups = tuple((*some(group),) for group in (groups if every else groups[:2]))
        for group in groups:
            choices = [group] * len(names)
            if len(names) == 2 and group is groups[0] and not is_short:
                choices = [group, (*group, *PYTHON)]
            if len(names) > 2:
                choices = [group[2:5]] * len(names)
            for chosen in itertools.product(*choices):
                if len(names) > 1 and not every and chosen[0].dtype not in ("int32", "float16", "float32"):
                    continue
                scope = {operand.name: operand.value(of_matrix=matrix) for operand in chosen}
                new_names = dict(zip(names, (operand.name for operand in chosen), strict=True))
                yield kind, replaced(one.text, new_names), scope


def kind_of_function(fullname: str, *, is_ufunc: bool) -> str:
    if is_ufunc:
        return "universal functions" if fullname.count(".") == 1 else "methods of universal functions"
    module = fullname.rpartition(".")[0]
    return "methods" if module == "numpy.ndarray" else f"functions of {module}"


def replaced(text: str, names: dict[str, str]) -> str:
    """A call with the names of the program's parameters in place of the rule's; keywords stay."""
    parts = "|".join(map(re.escape, names))
    return re.sub(rf"(?<![\w.])({parts})(?![\w])(?!=[^=])", lambda match: names[match[1]], text)


WRITTEN = (
    *("np.array([{n}, {n}])", "np.array(({n}, {m}))", "np.asarray([[{n}], [{m}]])", "np.array([{s}, {n}])"),
    *("np.array([{s}, {t}])", "np.array([{a}, {a}])", "np.array({a})", "np.array({n})", "np.array([{a}, {b}])"),
    *("np.full(3, {n})", "np.full((2,), {s})", "np.full_like({a}, {n})", "np.zeros_like({a})", "np.ones_like({s})"),
    *("np.zeros(3, {a}.dtype)", "np.ones((2, 3), dtype={a}.dtype)", "np.arange(3, dtype={a}.dtype)"),
    *("{a}.astype({b}.dtype)", "np.asarray({a}, {b}.dtype)", "np.linspace(0, {n}, 3)", "np.linspace(0, {s}, 3)"),
    *("np.where({a} > 0, {a}, {n})", "np.where({a} > 0, {a}, {b})", "np.where({a} > 0, {s}, {n})"),
    *("np.where({a} > 0, {n}, {m})", "np.concatenate([{a}, {b}])", "np.concatenate(({a}, {b}), axis=0)"),
    *("np.stack([{a}, {b}])", "np.hstack([{a}, {b}])", "np.vstack([{a}, {b}])", "np.concatenate([{a}, [{n}]])"),
    *("np.clip({a}, {n}, {m})", "np.clip({a}, 0, None)", "{a}.clip({n}, {m})", "np.clip({s}, {n}, {m})"),
    *("np.maximum({a}, {n})", "np.power({n}, {a})", "{a} ** (np.arange(3, dtype=np.float32) / {m})"),
    *("{a} / np.sqrt({n})", "{a} * np.sin({s})", "np.exp(-{a}) + {n}", "np.sqrt({a}.shape[-1])", "np.sin({a}) ** 2"),
    *("{a}[0] * {n}", "{a}[0]", "{a}[1:]", "{a}[None] * {b}", "-{a}[0]", "{a}.T @ {b}", "np.log({a}).mean()"),
    *("np.mean({a} * {s})", "np.sum({a}, axis=0)", "np.sum({a}, axis=0) / {n}", "np.mean({a}, axis=0, keepdims=True)"),
    *("np.sum({a}, dtype=np.float32)", "np.mean({a}, dtype=np.float32)", "np.add({a}, {b}, dtype=np.float64)"),
    *("np.sin({a}, dtype=np.float32)", "np.outer({a}, np.sin({b}))", "np.dot({a}, {b})"),
    *("np.einsum('i,i->i', {a}, {b})",),
    *("np.linalg.norm({a})", "np.linalg.norm({a}, axis=0)", "np.abs({a}).max()", "np.sqrt(np.mean({a}))"),
    *("np.array([np.sin({n}), np.cos({n})])", "np.array([np.sin({n}), {m}])", "np.float32(np.sqrt({n}))"),
    *("np.sqrt({n})", "np.sqrt(2 * {n})", "np.sqrt(3)", "np.array([1.0, 2.0])", "np.exp(1j * {a})"),
    *("np.random.default_rng(0).normal(size=3) * {a}", "np.pi * {a}", "np.tile(np.sin({a}), 2)", "np.cumsum({a})"),
    *("np.round({a} * {n}, 2)", "round({s})", "np.expand_dims(np.sin({a}), 0)", "np.sin({a}).reshape(-1)"),
    *("np.interp({a}, [0.0, 1.0], [0.0, 1.0])", "np.meshgrid({a}, {b})", "np.divmod({a}, {b})", "np.modf({a})"),
    *("np.frexp({a})", "np.unique({a})", "np.unique({a}, return_counts=True)", "np.split({a}, 3)", "np.diff({a})"),
    *("np.median({a})", "np.quantile({a}, 0.5)", "np.var({a}, axis=0)", "np.pad({a}, 1)", "np.roll({a}, 1)"),
    *("np.take({a}, [0, 1])", "np.sort({a})", "np.argsort({a})", "np.multiply.outer({a}, {b})", "np.add.reduce({a})"),
    *("np.broadcast_to({a}, (2, 3))", "np.real({a})", "np.fft.fft({a})", "np.fft.rfft({b})", "np.vdot({a}, {b})"),
)  # fmt: skip
"""Expressions as programs write them.

``{a}`` and ``{b}`` are arrays, ``{s}`` and ``{t}`` scalars of NumPy, ``{n}`` and ``{m}`` Python numbers.
"""


def written(*, every: bool) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The expressions that programs write, for every operand."""
    groups = {"a": ARRAYS, "b": ARRAYS, "s": SCALARS, "t": SCALARS, "n": PYTHON, "m": PYTHON}
    for text in WRITTEN:
        letters = [*dict.fromkeys(re.findall(r"\{(\w)\}", text))]
        choices = [groups[letter] if len(letters) == 1 or every else some(groups[letter]) for letter in letters]
        if len(letters) > 2:
            choices = [choice[1:5] for choice in choices]
        for chosen in itertools.product(*choices):
            scope = {operand.name: operand.value() for operand in chosen}
            yield "written expressions", text.format(**dict(zip(letters, (o.name for o in chosen), strict=True))), scope


def expressions(*, every: bool, kinds: tuple[str, ...] = ()) -> list[Expression]:
    """The expressions that NumPy computes, with the dtypes and kinds of the results."""
    found: dict[str, Expression] = {}
    for kind, text, scope in itertools.chain(operators(every=every), functions(every=every), written(every=every)):
        if text in found or (kinds and not kind.startswith(kinds)):
            continue
        outcome = safely_computed(text, scope)
        if outcome is not None and outcome.dtypes:
            found[text] = Expression(kind, text, outcome, scope)
    return [*found.values()]


def safely_computed(text: str, scope: dict[str, Any]) -> Outcome | None:
    try:
        return computed(text, scope)
    except (AttributeError, ZeroDivisionError, UnboundLocalError):
        return None


def program(found: list[Expression]) -> tuple[str, dict[int, Expression]]:
    """A program that reveals the type of each expression, and the expression in each of its lines."""
    lines = ["import io", "import numpy as np", "import numpy.typing as npt"]
    lines += ["rng, state = np.random.default_rng(0), np.random.RandomState(0)"]
    header = ", ".join(f"{operand.name}: {operand.annotation}" for operand in EVERY)
    places: dict[int, Expression] = {}
    for number, one in enumerate(found):
        if number % LINES_OF_FUNCTION == 0:
            lines.append(f"def f{number}({header}) -> None:")
        lines.append(f"    reveal_type({one.text})")
        places[len(lines)] = one
    return "\n".join(lines) + "\n", places


# ------------------------------------------------------------------------------------------------------ revealed types

WORD = re.compile(r"\s*([\w.*`\-?\"'()=]+|\.\.\.|[\[\],|])")


class Shown(NamedTuple):
    """A type that mypy shows: its name and arguments; a union has the name ``|``."""

    name: str
    arguments: tuple[Shown, ...] = ()


def parsed(text: str) -> Shown:
    words = WORD.findall(text.replace("def ", ""))
    position = 0

    def one() -> Shown:
        nonlocal position
        members = [single()]
        while position < len(words) and words[position] == "|":
            position += 1
            members.append(single())
        return members[0] if len(members) == 1 else Shown("|", tuple(members))

    def single() -> Shown:
        nonlocal position
        name = words[position]
        position += 1
        arguments: list[Shown] = []
        if position < len(words) and words[position] == "[":
            position += 1
            while words[position] != "]":
                arguments.append(one())
                position += words[position] == ","
            position += 1
        return Shown(name, tuple(arguments))

    return one()


SCALAR_NAMES = {
    "numpy.bool": "bool_",
    "numpy.float64": "float64",
    "numpy.complex128": "complex128",
}
KINDS = {"numpy.signedinteger": "int", "numpy.unsignedinteger": "uint", "numpy.floating": "float"}


def dtype_of(shown: Shown) -> str | None:
    """The dtype of NumPy's scalar type; the default integer counts as 64 bits wide."""
    if shown.name in SCALAR_NAMES:
        return SCALAR_NAMES[shown.name]
    if shown.name == "numpy.complexfloating" and {one.name[-6:] for one in shown.arguments} == {"_32Bit"}:
        return "complex64"
    if shown.name in KINDS and shown.arguments:
        (width,) = shown.arguments
        widths = [width, *width.arguments]
        bits = [match[1] for one in widths if (match := re.search(r"_(\d+)Bit", one.name))]
        return KINDS[shown.name] + max(bits, key=int) if bits else None
    return None


def values_of(shown: Shown) -> list[tuple[str | None, str]] | None:
    """The dtype and form of each value of a type; None if it does not say."""
    if shown.name in ("tuple", "list"):
        items = [one for one in shown.arguments if one.name != "..." and not one.name.startswith("fallback=")]
        parts = [values_of(one) for one in items]
        return None if None in parts else [item for part in parts for item in part]  # type: ignore[union-attr]
    if shown.name.endswith("ndarray") and len(shown.arguments) == 2:
        dtype = shown.arguments[1]
        return [(dtype_of(dtype.arguments[0]) if dtype.arguments else None, "array")]
    if shown.name in NUMBERS:
        return [(shown.name, "python scalar")]
    if shown.name.startswith("numpy."):
        return [(dtype_of(shown), "numpy scalar")]
    if shown.name == "|":
        members = [values_of(one) for one in shown.arguments]
        if any(member is None or len(member) != 1 for member in members):
            return None
        dtypes = {member[0][0] for member in members if member}
        forms = [member[0][1] for member in members if member]
        return [(dtypes.pop(), "|".join(forms))] if len(dtypes) == 1 else None
    return None


def judged(revealed: str, outcome: Outcome) -> str:
    """``"exact"``, ``"unknown"``, ``"wrong"``, or ``"form"`` if only an array is taken for a number.

    NumPy's stubs take each result of arrays of unknown shape for an array, so that an array for a number is exact.
    """
    found = values_of(parsed(revealed))
    if found is None or any(dtype is None for dtype, _ in found):
        return "unknown"
    if len(found) != len(outcome.dtypes):
        found = found * len(outcome.dtypes) if len(found) == 1 else found
    if len(found) != len(outcome.dtypes) or [dtype for dtype, _ in found] != [*outcome.dtypes]:
        return "wrong"
    forms = zip((form for _, form in found), map(form_of, outcome.kinds), strict=True)
    is_right = all(true in form.split("|") or (form, true) == ("array", "numpy scalar") for form, true in forms)
    return "exact" if is_right else "form"


def form_of(kind: str) -> str:
    return "array" if kind == "0-d array" else kind


class Judgement(NamedTuple):
    """An expression with the type that mypy shows.

    Attributes:
        verdict: a word of `judged`, ``"open"`` (`Expression.is_open`), or ``"error"`` if mypy rejects the expression.
    """

    expression: Expression
    revealed: str
    verdict: str

    def __str__(self) -> str:
        outcome = self.expression.outcome
        return f"{self.expression.text}: {self.revealed}, NumPy: {' '.join(outcome.dtypes)} ({' '.join(outcome.kinds)})"


def judgements(found: list[Expression], folder: Path, configuration: str) -> list[Judgement]:
    text, places = program(found)
    (folder / "program.py").write_text(text)
    (folder / "mypy.ini").write_text(configuration)
    report = Mypy().check("program.py", folder=folder)
    assert not report.output.startswith("Traceback"), report.output
    results = []
    by_line: dict[int, list[Any]] = {}
    for message in Mypy().messages(report.output):
        by_line.setdefault(message.line, []).append(message)
    for line, one in places.items():
        messages = by_line.get(line, [])
        revealed = [message.text for message in messages if message.kind == "revealed"]
        if not revealed or any(message.kind == "error" for message in messages):
            results.append(Judgement(one, " ".join(m.text for m in messages), "error"))
        else:
            verdict = judged(revealed[0], one.outcome)
            if verdict == "unknown" and one.is_open:
                verdict = "open"
            results.append(Judgement(one, revealed[0], verdict))
    return results


def table(results: list[Judgement]) -> str:
    """The counts by kind of expression."""
    counts = Counter((one.expression.kind, one.verdict) for one in results)
    kinds = [*dict.fromkeys(one.expression.kind for one in results)]
    lines = [f"{'':34}{'exact':>8}{'unknown':>9}{'open':>7}{'wrong':>7}{'form':>6}{'error':>7}{'exact':>9}"]
    for kind in (*kinds, "all"):
        numbers = [
            sum(count for (of, verdict), count in counts.items() if kind in (of, "all") and verdict == one)
            for one in ("exact", "unknown", "open", "wrong", "form", "error")
        ]
        share = 100 * numbers[0] / (numbers[0] + numbers[1] + numbers[3] or 1)
        lines.append(
            f"{kind:34}{numbers[0]:8}{numbers[1]:9}{numbers[2]:7}{numbers[3]:7}{numbers[4]:6}{numbers[5]:7}{share:8.1f}%"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*")
    parser.add_argument("--every", action="store_true", help="all dtypes in pairs")
    parser.add_argument("--without-plugin", action="store_true")
    parser.add_argument("--show", nargs="*", default=["wrong"])
    parser.add_argument("--output", type=Path, help="write all judgements to a file")
    given = parser.parse_args()
    found = expressions(every=given.every, kinds=tuple(given.kinds))
    print(len(found), "expressions", flush=True)
    with TemporaryDirectory() as folder:
        configuration = "[mypy]\n" if given.without_plugin else ini()
        results = judgements(found, Path(folder), configuration)
    print(table(results))
    for one in results:
        if one.verdict in given.show:
            print(one.verdict, one)
    if given.output:
        given.output.write_text("".join(f"{one.verdict}\t{one}\n" for one in results))


if __name__ == "__main__":
    main()
