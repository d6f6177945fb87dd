"""The files of `transformations/`: no checker reports an error, and their assertions hold at run time."""

from __future__ import annotations

import inspect
import runpy
import shutil
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from checkers import Checker, Mypy, Pyright
from checkers.mypy import ini
from oracles import jax as oracle

from jaxtyping_promo import Array

pytestmark = pytest.mark.once

FOLDER = Path(__file__).parent / "transformations"
FILES = sorted(FOLDER.glob("*.py"))
NEED_PLUGIN = {
    Mypy: ("compiled.py", "made_in_place.py", "numbers_in_loops.py", "partials.py", "trees.py"),
    Pyright: ("compiled.py", "made_in_place.py", "numbers_in_loops.py", "trees.py"),
}
"""Assertions that a checker cannot confirm with the stubs alone."""


@pytest.mark.parametrize(
    ("checker", "config"),
    [(Mypy, ini()), (Mypy, None), (Pyright, None)],
    ids=["mypy with the plugin", "mypy", "pyright"],
)
def test_no_complaint(checker: type[Checker], config: str | None, tmp_path: Path) -> None:
    for file in FILES:
        if config or file.name not in NEED_PLUGIN[checker]:
            shutil.copy(file, tmp_path)
    if config:
        (tmp_path / "mypy.ini").write_text(config)
    report = checker().check(*(p.name for p in sorted(tmp_path.glob("*.py"))), folder=tmp_path)
    assert {place: line.errors for place, line in report.lines.items() if line.errors} == {}, report.output


def test_a_wrong_argument_is_an_error(tmp_path: Path) -> None:
    """The transformed function keeps its parameters: arguments that the function rejects are still errors."""
    text = (FOLDER / "functions.py").read_text()
    calls = [
        "bare(h)",
        "bare(x, m=1)",
        "Model().method(h)",
        "jax.vmap(half)(h)",
        "jax.grad(loss)(f, f)",
        "stable(x, 1)",
    ]
    text += "\n\ndef wrong(x: Array[int8], h: Array[float16], f: Array[float32]) -> None:\n"
    first = text.count("\n") + 1
    (tmp_path / "program.py").write_text(text + "".join(f"    {call}\n" for call in calls))
    report = Pyright().check("program.py", folder=tmp_path)
    error_lines = {number for (_, number), line in report.lines.items() if line.errors}
    assert error_lines == set(range(first, first + len(calls))), report.output


TRANSFORMATIONS = (
    "checkpoint",
    "custom_jvp",
    "custom_vjp",
    "grad",
    "hessian",
    "jacfwd",
    "jacrev",
    "jit",
    "named_call",
    "pmap",
    "value_and_grad",
    "vmap",
)
"""Transformations that take a function and return one."""
NOT_CALLABLE = ("3", "None", "NotCallable()", "Optional()")


@pytest.mark.parametrize(
    ("checker", "config"),
    [(Mypy, ini()), (Mypy, None), (Pyright, None)],
    ids=["mypy with the plugin", "mypy", "pyright"],
)
def test_arguments_that_are_not_callable_are_errors(checker: type[Checker], config: str | None, tmp_path: Path) -> None:
    """The argument is an error even if the result is never called."""
    text = (
        "import jax\n\n\nclass NotCallable: ...\n\n\ndef Optional() -> NotCallable | None:\n    return None\n\n\n"
        "def wrong() -> None:\n"
    )
    first = text.count("\n") + 1
    lines = [f"    jax.{name}({value})\n" for name in TRANSFORMATIONS for value in NOT_CALLABLE]
    (tmp_path / "program.py").write_text(text + "".join(lines))
    if config:
        (tmp_path / "mypy.ini").write_text(config)
    report = checker().check("program.py", folder=tmp_path)
    error_lines = {number for (_, number), line in report.lines.items() if line.errors}
    missing = [line.strip() for number, line in enumerate(lines, start=first) if number not in error_lines]
    assert missing == [], report.output


@pytest.mark.parametrize("name", TRANSFORMATIONS)
def test_jax_rejects_arguments_that_are_not_callable(name: str) -> None:
    for value in (3, object()):
        with pytest.raises((TypeError, AttributeError)):
            getattr(jax, name)(value)(jnp.ones(2))


# ------------------------------------------------------------------------------------------------------ run time


def argument(annotation: Any) -> Any:
    """An array of the dtype in an annotation."""
    [dtype] = typing.get_args(annotation)
    name = dtype.__name__
    return jnp.asarray(1.0) if name == "weak_float" else jnp.ones(2, "int8" if dtype is Any else name.rstrip("_"))


def differences(value: Any, stated: Any) -> Iterator[str]:
    """The places where a value does not match its type."""
    origin, arguments = typing.get_origin(stated), typing.get_args(stated)
    if stated is Any:
        return
    if origin is Array:
        actual = oracle.dtype_name(value)
        names = [dtype.__name__ for dtype in typing.get_args(arguments[0]) or arguments if dtype is not Any]
        if names and actual not in names:
            yield f"{actual} is not {' or '.join(names)}"
    elif origin is tuple:
        assert len(value) == len(arguments)
        for item, part in zip(value, arguments, strict=True):
            yield from differences(item, part)
    elif origin in (dict, list):
        for item in value.values() if origin is dict else value:
            yield from differences(item, arguments[-1])
    elif origin is types.UnionType:
        assert any(not [*differences(value, part)] for part in arguments if (part is types.NoneType) == (value is None))
    elif stated is None or stated is types.NoneType:
        assert value is None
    else:
        assert isinstance(value, stated)
        for name, part in typing.get_type_hints(stated).items() if issubclass(stated, tuple) else ():
            yield from differences(getattr(value, name), part)


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_it_is_so_when_it_is_run(file: Path, record_cases) -> None:
    wrong: list[str] = []
    asserted = 0

    def assert_type(value: Any, stated: Any) -> Any:
        nonlocal asserted
        asserted += 1
        line = sys._getframe(1).f_lineno
        wrong.extend(f"line {line}: {text}" for text in differences(value, stated))
        return value

    original = typing.assert_type
    typing.assert_type = assert_type
    try:
        with jax.enable_x64(False):
            module = runpy.run_path(str(file))
            for name, function in module.items():
                hints = typing.get_type_hints(function) if inspect.isfunction(function) else {}
                if hints.get("return") is type(None) and not name.startswith("takes"):
                    function(*(argument(a) for n, a in hints.items() if n != "return"))
    finally:
        typing.assert_type = original
    record_cases(asserted, len(wrong))
    assert wrong == []
    assert asserted
