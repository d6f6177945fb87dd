"""Every public name of NumPy has a rule or a reason why it has none, and the signatures of the rules are NumPy's."""

from __future__ import annotations

import inspect
import types

import numpy as np
import pytest

from jaxtyping_promo.rules.numpy_left_out import LEFT_OUT, METHODS_LEFT_OUT
from jaxtyping_promo.rules.numpy_tables import ALIASES, numpy_rule, numpy_rules
from jaxtyping_promo.rules.numpy_ufuncs import METHODS
from jaxtyping_promo.rules.signature import Signature, parse_signature

MODULES: dict[str, object] = {
    "numpy": np,
    "numpy.linalg": np.linalg,
    "numpy.fft": np.fft,
    "numpy.random": np.random,
    "numpy.random.Generator": np.random.Generator,
    "numpy.random.RandomState": np.random.RandomState,
    "numpy.ndarray": np.ndarray,
    "numpy.generic": np.generic,
}
"""The modules and classes whose names need a rule."""
BY_ARGUMENTS = ("numpy.ndarray.view",)
"""Methods whose signature NumPy does not tell."""


def names(module: str) -> list[str]:
    """The public names of a module or class, without classes and modules."""
    return [
        name
        for name, value in inspect.getmembers(MODULES[module])
        if not name.startswith("_") and not isinstance(value, types.ModuleType | type)
    ]


def left_out(module: str) -> set[str]:
    reasons = LEFT_OUT.get("numpy.ndarray" if module == "numpy.generic" else module, {})
    return {name for text in reasons.values() for name in text.split()}


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_a_rule_or_a_reason(module: str) -> None:
    with_rule = {name for name in names(module) if numpy_rule(f"{module}.{name}")}
    assert {*names(module)} - with_rule - left_out(module) == set()
    assert with_rule & left_out(module) == set()


def test_every_ufunc_has_its_methods() -> None:
    without_rule = {name for text in METHODS_LEFT_OUT for name in text.split()}
    for name, function in vars(np).items():
        if not isinstance(function, np.ufunc) or name in left_out("numpy"):
            continue
        assert numpy_rule(f"numpy.{name}").is_ufunc
        methods = [f"numpy.{name}.{method}" for method in METHODS]
        if function.nin == 2 and not function.signature:
            assert numpy_rule(f"numpy.{name}.outer")
            assert all(map(numpy_rule, methods)) != (function.__name__ in without_rule), name


def test_the_aliases_are_numpys() -> None:
    objects = {name: getattr(np, name) for name in names("numpy")}
    by_identity = {
        name
        for name, value in objects.items()
        if callable(value) and f"numpy.{name}" not in numpy_rules() and name not in left_out("numpy")
    }
    assert by_identity == {*ALIASES} & objects.keys()
    for alias, name in ALIASES.items():
        if alias in objects:
            both = (inspect.signature(objects[alias]), inspect.signature(objects[name]))
            assert objects[alias] is objects[name] or both[0] == both[1], alias


def callables() -> list[tuple[str, object]]:
    found = []
    for fullname in numpy_rules():
        module, _, name = fullname.rpartition(".")
        owner = MODULES.get(module) or getattr(np, module.removeprefix("numpy."))
        value = getattr(owner, name, None)
        if callable(value) and not isinstance(value, type) and fullname not in BY_ARGUMENTS:
            found.append((fullname, value))
    return found


def parameters_of(signature: Signature, kind: object) -> tuple[str, ...]:
    """The parameters of one of the kinds of `inspect.Parameter`."""
    if kind is inspect.Parameter.POSITIONAL_ONLY:
        return signature.positional[: signature.positional_only]
    if kind is inspect.Parameter.POSITIONAL_OR_KEYWORD:
        return signature.positional[signature.positional_only :]
    return signature.keyword_only


KINDS = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.KEYWORD_ONLY,
)


def test_the_signatures_are_numpys() -> None:
    compared = 0
    different = []
    for fullname, value in callables():
        try:
            theirs = inspect.signature(value).parameters.values()
        except ValueError:  # NumPy tells no signature
            continue
        ours = numpy_rule(fullname).signature
        compared += 1
        for kind in KINDS:
            their_names = tuple(one.name for one in theirs if one.kind is kind)
            our_names = tuple(name for name in parameters_of(ours, kind))
            if kind is inspect.Parameter.POSITIONAL_ONLY and len(our_names) == len(their_names):
                continue  # their names do not matter
            if tuple(name for name in our_names if name in their_names) != their_names:
                different.append((fullname, kind.name, our_names, their_names))
        variadic = {one.name for one in theirs if one.kind is inspect.Parameter.VAR_POSITIONAL}
        if variadic != ({ours.variadic} - {None}):
            different.append((fullname, "variadic", ours.variadic, variadic))
        if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in theirs) != ours.accepts_keywords:
            different.append((fullname, "keywords", ours.accepts_keywords, ""))
    assert different == []
    assert compared > 400


@pytest.mark.parametrize(
    ("text", "positional", "keywords", "bound"),
    [
        ("where(condition, x, y, /)", (1, 2), {}, {"condition": 1, "x": 2}),
        ("where(condition, x, y, /)", (1,), {"x": 2}, None),
        ("sum(a, axis, *, where)", (1,), {"where": 2}, {"a": 1, "where": 2}),
        ("sum(a, axis, *, where)", (1, 2, 3), {}, None),
        ("sum(a, axis, *, where)", (1,), {"a": 2}, None),
        ("sum(a, axis, *, where)", (1,), {"b": 2}, None),
        ("pad(array, **kwargs)", (1,), {"b": 2}, {"array": 1, "b": 2}),
        ("T", (1,), {}, {"self": 1}),
    ],
)
def test_arguments_are_bound_as_python_does(text, positional, keywords, bound) -> None:
    result = parse_signature(text).bind(positional, keywords)
    assert (result and result.arguments) == bound


def test_variadic_arguments_are_kept_apart() -> None:
    assert parse_signature("meshgrid(*xi, copy)").bind((1, 2), {"copy": 3}) == ({"copy": 3}, (1, 2))
    assert parse_signature("gradient(f, *varargs, axis)").bind((1, 2, 3), {}) == ({"f": 1}, (2, 3))
