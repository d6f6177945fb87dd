"""The parameters that a rule names are parameters of JAX's function, positional-only ones included."""

from __future__ import annotations

import ast
import importlib
import inspect
from functools import cache
from pathlib import Path

import jax
import pytest
from oracles.functions import functions_with_a_rule

from jaxtyping_promo.rules.parser import parse
from jaxtyping_promo.rules.rule import Rule
from jaxtyping_promo.rules.tables import rules

JAX = jax.__version_info__[:2]
RULES = {name: rules(JAX)[name] for name in functions_with_a_rule() if not name.startswith("jax.Array.")}
OTHER_NAMES = {
    "jax.lax.random_gamma_grad": {"a"},  # JAX names no parameter of it
    "jax.numpy.ravel_multi_index": {"dtype"},  # a parameter in JAX 0.10 only
}
"""Parameters in rules that the function of some version of JAX lacks."""


@cache
def declared() -> dict[str, set[str]]:
    """The parameters of the functions of `jax.numpy`, as JAX declares them for type checkers."""
    tree = ast.parse(Path(jax.__file__).with_name("numpy").joinpath("__init__.pyi").read_text(encoding="utf-8"))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    of_two = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "BinaryUfunc")
    call = next(node for node in of_two.body if isinstance(node, ast.FunctionDef) and node.name == "__call__")
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="BinaryUfunc")):
                functions[name] = call
    return {f"jax.numpy.{name}": {*parameters(function.args)} for name, function in functions.items()}


def parameters(arguments: ast.arguments) -> list[str]:
    variadic = [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
    return [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *variadic)]


def of_jax(name: str) -> set[str]:
    """The parameters of a function."""
    if name in declared():
        return declared()[name]
    module, _, function = name.rpartition(".")
    return {*inspect.signature(getattr(importlib.import_module(module), function)).parameters}


def named(rule: Rule) -> set[str]:
    """The parameters that a rule names."""
    names = {name for literals in rule.alternatives for name, _ in literals}
    for variant in (rule, *rule.alternatives.values(), *((rule.otherwise,) if rule.otherwise else ())):
        names.update(*(name for name in (variant.strong_unless, variant.weak_unless, variant.unless_numbers)))
        for part in variant.parts or (variant,):
            names.update(part.operands, part.joining, part.starred, part.firsts, [part.dtype] if part.dtype else [])
    return names


def test_rules_name_parameters_of_jax():
    unknown = {name: named(parse(text)) - OTHER_NAMES.get(name, set()) - of_jax(name) for name, text in RULES.items()}
    assert len(unknown) > 700
    assert {name: names for name, names in unknown.items() if names} == {}


@pytest.mark.parametrize("name", ["jax.numpy.heaviside", "jax.numpy.add", "jax.nn.relu"])
def test_another_name_is_found(name):
    assert named(parse("same(no_such_parameter)")) - of_jax(name) == {"no_such_parameter"}
