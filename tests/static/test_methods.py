"""The methods of `Array` in the stubs have the parameters of JAX's methods."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import jax
import jax.numpy as jnp
import pytest

STUB = Path(__file__).parents[2] / "stubs" / "jaxtyping_promo-stubs" / "array.pyi"
NOT_GIVEN = inspect.Parameter.empty
VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def overloads() -> dict[str, list[ast.arguments]]:
    """The parameters of each overload of a method, by its name."""
    [array] = [n for n in ast.parse(STUB.read_text()).body if isinstance(n, ast.ClassDef) and n.name == "Array"]
    by_method: dict[str, list[ast.arguments]] = {}
    for node in array.body:
        if isinstance(node, ast.FunctionDef) and hasattr(jax.Array, node.name):
            by_method.setdefault(node.name, []).append(node.args)
    return by_method


def of_jax(name: str) -> list[inspect.Parameter] | None:
    method = getattr(type(jnp.zeros(())), name)
    if not callable(method) or name.startswith("__"):
        return None
    return [*inspect.signature(method).parameters.values()][1:]


METHODS = {name: overloaded for name, overloaded in overloads().items() if of_jax(name) is not None}


@pytest.mark.parametrize("name", METHODS)
def test_the_last_overload_accepts_the_arguments_that_jax_accepts(name: str) -> None:
    # The last overload accepts every call that JAX accepts: the plugin keeps only this overload.
    arguments = METHODS[name][-1]
    positional = [a.arg for a in (*arguments.posonlyargs, *arguments.args)][1:]
    required = positional[: len(positional) - len(arguments.defaults)]
    required += [a.arg for a, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if not default]
    theirs = [p for p in of_jax(name) or [] if p.kind not in VARIADIC]
    optional = {p.name for p in theirs if p.default is not NOT_GIVEN}
    assert optional.isdisjoint(required)
    if not (arguments.vararg or arguments.kwarg):
        assert {p.name for p in theirs} <= {*positional, *(a.arg for a in arguments.kwonlyargs)}


def test_there_are_methods() -> None:
    assert len(METHODS) > 40
