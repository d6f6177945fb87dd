"""Python's builtin functions on numbers and texts, and those that read or run code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...rules.vocabulary import requested
from ..arrays import array_unary, in_modes
from ..attributes import get_attribute
from ..call import Call
from ..classes import find_method
from ..conditions import truth
from ..operators import binary
from ..places import place_of
from ..values import (
    ABSENT,
    ANY_FLOAT,
    ANY_INT,
    ANY_STR,
    BOTTOM,
    FALSE,
    NONE,
    Array,
    Class,
    External,
    Function,
    Module,
    Number,
    NumPyArray,
    Opaque,
    Singleton,
    Text,
    Tuple,
    Unknown,
    Value,
    constant_of,
    each,
    of_bool,
    of_constant,
    only,
)
from .custom_derivatives import derived_arrays
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("builtins.bool")
def _bool(run: Run, call: Call) -> Value:
    return of_bool(truth(run, call.get(0, "x", FALSE)))


@model("builtins.int", "builtins.float", "builtins.complex")
def _number(run: Run, call: Call) -> Value:
    kind = call.short_name
    if not call.arguments and not call.star:
        return of_constant({"int": 0, "float": 0.0, "complex": 0j}[kind])
    argument = call.arguments[0] if call.arguments else call.star

    def one(item: Any) -> Value:
        constant = constant_of((item,))
        if constant is not ABSENT and constant is not None and len(call.arguments) == 1:
            try:
                return of_constant({"int": int, "float": float, "complex": complex}[kind](constant))
            except (TypeError, ValueError, OverflowError):
                return BOTTOM if not isinstance(item, NumPyArray) else (Number(kind),)
        return (Number(kind),)

    return each(argument, one)


TEXT_FUNCTIONS: dict[str, Callable[[Any], str]] = {
    "str": str,
    "repr": repr,
    "ascii": ascii,
    "format": format,
    "chr": chr,
    "hex": hex,
    "bin": bin,
}


@model(*(f"builtins.{name}" for name in TEXT_FUNCTIONS))
def _text(run: Run, call: Call) -> Value:
    item = only(call.get(0, "object"), (Number, Text, Singleton))
    constant = constant_of((item,)) if item is not None else ABSENT
    if len(call.arguments) != 1 or constant is ABSENT or isinstance(constant, bytes):
        return ANY_STR
    try:
        return of_constant(TEXT_FUNCTIONS[call.short_name](constant))
    except (TypeError, ValueError, OverflowError):
        return BOTTOM


@model("builtins.print", "builtins.breakpoint", "builtins.delattr", "builtins.help", "typing.reveal_type",
       "typing.assert_type", "typing.reveal_locals", "typing.assert_never")  # fmt: skip
def _nothing(run: Run, call: Call) -> Value:
    if call.name == "typing.reveal_type" and call.arguments and run.records.is_on:
        from ..revealed import described

        argument = getattr(call.node, "args", [call.node])[0]
        place = place_of(argument, run.source.path)
        run.records.revealed[place, run.context] = described(run, call.arguments[0])
        if run.base.watch is not None:
            run.base.watch.told.append(("revealed", (place, run.context)))
    return call.arguments[0] if call.arguments and call.name in ("typing.reveal_type", "typing.assert_type") else NONE


@model("builtins.input")
def _input(run: Run, call: Call) -> Value:
    return ANY_STR


@model("builtins.id", "builtins.hash", "builtins.ord")
def _integer(run: Run, call: Call) -> Value:
    return ANY_INT


@model("builtins.abs")
def _abs(run: Run, call: Call) -> Value:
    def one(item: Any) -> Value:
        if isinstance(item, (Array, NumPyArray)):
            return derived_arrays(run, "abs", ((item,),), array_unary(run, "abs", item))
        if isinstance(item, Number):
            if item.constant is not ABSENT:
                try:
                    return of_constant(abs(item.constant))
                except ArithmeticError:
                    return BOTTOM
            return (Number({"bool": "int", "complex": "float"}.get(item.kind, item.kind)),)
        if find_method(run, item, "__abs__") is not None:
            return run.call(get_attribute(run, (item,), "__abs__"), [], label="abs")
        return (item,) if isinstance(item, Unknown) else BOTTOM

    return each(call.get(0, "x"), one)


@model("builtins.round")
def _round(run: Run, call: Call) -> Value:
    def one(item: Any) -> Value:
        if isinstance(item, Number):
            if isinstance(item.constant, (int, float)) and len(call.arguments) == 1:
                try:
                    return of_constant(round(item.constant))
                except (ArithmeticError, ValueError):
                    return BOTTOM  # an infinity or NaN has no integer
            return ANY_INT if len(call.arguments) == 1 or item.kind in ("int", "bool") else ANY_FLOAT
        digits = call.get(1, "ndigits", NONE)
        if isinstance(item, Array):
            if digits == NONE:
                return in_modes(run, lambda system: (Array(requested(system, "int"), item.shape),))
            if not all(isinstance(one, Number) for one in digits):
                return (Array(None, item.shape, cause="the number of digits of round is not known"),)
            return (Array(item.dtype, item.shape, item.origins, cause=item.cause),)
        if isinstance(item, NumPyArray):
            if item.is_scalar is not True:
                return BOTTOM if item.is_scalar is False else run.unknown("round of a NumPy value")
            return ANY_INT if digits == NONE else (replace(item, constant=ABSENT),)
        if find_method(run, item, "__round__") is not None:
            return run.call(get_attribute(run, (item,), "__round__"), [*call.arguments[1:]], label="round")
        return (item,) if isinstance(item, Unknown) else run.unknown("round of an object")

    return each(call.get(0, "number"), one)


@model("builtins.divmod")
def _divmod(run: Run, call: Call) -> Value:
    left, right = call.get(0, "x"), call.get(1, "y")
    return (Tuple((binary(run, "floordiv", left, right, call.node), binary(run, "mod", left, right, call.node))),)


@model("builtins.pow")
def _pow(run: Run, call: Call) -> Value:
    modulus = call.get(2, "mod", NONE)
    if modulus != NONE:
        return ANY_INT if all(isinstance(item, Number) for item in modulus) else run.unknown("pow with a modulus")
    return binary(run, "pow", call.get(0, "base"), call.get(1, "exp"), call.node)


@model("builtins.globals")
def _globals(run: Run, call: Call) -> Value:
    lost = run.unknown("the variables of a module as a dict")
    target = run.writable(run.modules[run.source.name])
    for name, value in list(target.fields.items()):
        if isinstance(name, str) and not all(isinstance(item, (Class, External, Function, Module)) for item in value):
            run.escape(value, "globals() holds it")
            run.writable(run.modules[run.source.name]).fields[name] = lost
    return lost


@model("builtins.locals")
def _variables(run: Run, call: Call) -> Value:
    for value in call.arguments:
        run.escape(value, "its attributes are read as a dict")
    return run.unknown("the variables of a scope")


@model("builtins.exec", "builtins.eval", "builtins.__import__")
def _executed(run: Run, call: Call) -> Value:
    frame = run.writable(run.frame)
    lost = run.unknown("code that is made at run time")
    for name, value in list(frame.fields.items()):
        if isinstance(name, str) and not name.startswith("__"):
            run.escape(value, "code is executed that is made at run time")
            run.live.writable(run.frame).fields[name] = lost
    return lost


@model("builtins.open")
def _open(run: Run, call: Call) -> Value:
    return (Opaque("open()"),)
