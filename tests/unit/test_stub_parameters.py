"""The number of types of each parameter is within pyright's limit.

``docs/how-it-works/pyright.md`` explains the limit.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from jaxtyping_promo.dtypes import DTYPES, WEAK_TYPES
from jaxtyping_promo.stubgen.overlay.one_operand import MOST_TYPES

pytestmark = pytest.mark.once

STUB = Path(__file__).parents[2] / "stubs/jax-stubs/numpy/__init__.pyi"
TREE = ast.parse(STUB.read_text())
VARIABLES = {
    node.targets[0].id
    for node in TREE.body
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and "TypeVar(" in ast.unparse(node.value)
}
VARIABLE = re.compile("|".join(rf"\b{name}\b" for name in VARIABLES))


def overloads(name: str) -> list[ast.FunctionDef]:
    """The overloads of a function, or of a ufunc's class."""
    body: list[ast.stmt] = next(
        (node.body for node in ast.walk(TREE) if isinstance(node, ast.ClassDef) and node.name == name), TREE.body
    )
    called = name if body is TREE.body else "__call__"
    return [node for node in body if isinstance(node, ast.FunctionDef) and node.name == called]


def given(function: ast.FunctionDef) -> dict[str, str]:
    """The types of a function's parameters."""
    arguments = (a for a in ast.walk(function.args) if isinstance(a, ast.arg))
    return {a.arg: ast.unparse(a.annotation) for a in arguments if a.annotation}


def types(functions: list[ast.FunctionDef], parameter: str) -> Iterator[object]:
    """The types that pyright can expect of an argument: a type, or the values of a type variable."""
    for index, function in enumerate(functions):
        texts = given(function)
        text = texts.get(parameter)
        if text is None:
            continue
        if text in VARIABLES:
            yield "solved"
            # In the first pass over several variables, pyright expects no type.
            yield "nothing" if sum(bool(VARIABLE.search(other)) for other in texts.values()) > 1 else (index, text)
            if text == "_Unknown":  # pyright seldom solves it
                yield index, text
        elif VARIABLE.search(text):
            yield from ((index, text), VARIABLE.sub("Any", text))
        else:
            yield text


def test_overloads_use_the_type_aliases_of_jax() -> None:
    aliases = {
        ast.unparse(node.value): node.target.id
        for node in TREE.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None
    }
    functions = [node for node in ast.walk(TREE) if isinstance(node, ast.FunctionDef)]
    assert {"_Axis", "_OutShardingType", "_PrecisionLike"} <= {*aliases.values()}
    assert [(f.name, name) for f in functions for name, text in given(f).items() if text in aliases] == []


@pytest.mark.parametrize(
    ("name", "parameter"),
    [
        *((name, "x") for name in ("sqrt", "exp", "abs", "square", "UfuncLikeAdd", "where")),
        *((name, "a") for name in ("sum", "mean", "max", "cumsum", "reshape", "kron")),
        *((name, parameter) for name, parameter in (("UfuncLikeAdd", "y"), ("where", "y"), ("kron", "b"))),
    ],
)
def test_a_parameter_has_no_more_types_than_pyright_remembers(name, parameter):
    expected = {*types(overloads(name), parameter)}
    assert 1 < len(expected) <= MOST_TYPES, expected


def before_the_kept_dtype(functions: list[ast.FunctionDef], parameter: str) -> Iterator[str]:
    """The dtypes in the overloads for a parameter, up to the first overload that returns its type variable."""
    for function in functions:
        text = given(function).get(parameter, "")
        kept = VARIABLE.search(text)
        if kept and function.returns and f"[{kept[0]}]" in ast.unparse(function.returns):
            return
        yield from (word for word in re.findall(r"(?<![.\w])\w+", text) if word in DTYPES or word in WEAK_TYPES)
    raise AssertionError("nothing is kept")


@pytest.mark.parametrize(
    ("name", "parameter"),
    [
        *(
            (name, "x")
            for name in ("sqrt", "exp", "log", "tanh", "cos", "square", "UfuncLikeAdd", "UfuncLikeTruediv", "where")
        ),
        *((name, "a") for name in ("mean", "var", "reshape", "squeeze", "kron")),
    ],
)
def test_no_dtype_is_looked_for_before_a_float_is_kept(name, parameter):
    # pyright looks for each dtype in all bases of the argument's dtype.
    functions = [f for f in overloads(name) if "type[" not in ast.unparse(f.args)]
    assert not [*before_the_kept_dtype(functions, parameter)]


@pytest.mark.parametrize(("name", "parameter"), [("array", "object"), ("asarray", "a")])
def test_the_first_overload_takes_a_list_without_any(name, parameter):
    # An expected `list[Any]` makes the argument one that may match every overload.
    first = given(overloads(name)[0])[parameter]
    assert "Sequence[object]" in first.split(" | ")
    assert "Any" not in first


def test_weak_arrays_have_no_overloads_of_their_own_where_they_get_their_default_dtype():
    parameters = [given(f).get("start", "") for f in overloads("arange")]
    over = [text for text in parameters if "_Over[" in text]
    assert over == ["Array[_Over[_Requested[_R], _E]]"]
