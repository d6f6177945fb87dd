"""NumPy functions of a JAX array that return a JAX array: NumPy calls the array's own method, or indexes the array."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ...rules.numpy_methods import (
    ARRAY_ARGUMENTS,
    OF_JAX_DTYPE,
    OTHER_NAMES,
    REJECTED_BY_METHOD,
    RETURNING_JAX,
    RETURNING_JAX_FOR_SOME,
)
from ...rules.numpy_tables import numpy_rule
from ..call import Call
from ..values import NONE, Array, External, Number, NumPyArray, Object, Opaque, Unknown, Value, constant_of

if TYPE_CHECKING:
    from ..run import Run

OTHER_CLASSES: Final = frozenset(("instance", "unknown"))
"""The kinds of heap objects that may have a method of the function's name."""
PLAIN: Final = (Number, NumPyArray)
"""Values that are certainly no JAX arrays and hold none."""


def call_of_array(run: Run, name: str, call: Call) -> Value | None:
    """The result of a NumPy function whose argument may be a JAX array; None if NumPy converts all arguments.

    Args:
        run: the run.
        name: the full name of the function.
        call: the call.
    """
    short = name.removeprefix("numpy.")
    if short in RETURNING_JAX_FOR_SOME:
        number = constant_of(call.get(1, RETURNING_JAX_FOR_SOME[short], (Number("int", 1),)))
        is_decided = isinstance(number, (int, float)) and number != 0
        is_plain = all(isinstance(item, PLAIN) for value in call.everything() for item in value)
        return None if is_plain or is_decided else run.unknown(f"whether {name} returns a JAX array")
    if short in OF_JAX_DTYPE and not all(_is_converted(run, item) for value in call.everything() for item in value):
        return run.unknown(f"which dtype {name} returns for a JAX array")
    if short not in RETURNING_JAX:
        return None
    position = RETURNING_JAX[short]
    deciding = call.get(position, _parameter(name, position))
    of_jax = tuple(item for item in deciding if isinstance(item, Array))
    of_numpy = tuple(item for item in deciding if _is_converted(run, item))
    if not call.is_exact or len(of_jax) + len(of_numpy) < len(deciding):
        return run.unknown(f"whether {name} returns a JAX array")
    if not of_jax:
        return None
    if not of_numpy:
        return _by_jax(run, short, call, of_jax)
    calls = [_with_argument(call, position, _parameter(name, position), value) for value in (of_jax, of_numpy)]
    return run.branch(*(lambda one=one: run.call((External(name),), one.arguments, one.keywords, node=one.node,
                                                 label=("of array", one.label)) for one in calls))  # fmt: skip


def _parameter(name: str, position: int) -> str:
    """The name of a parameter of a function."""
    rule = numpy_rule(name)
    return "filt" if rule is None else rule.signature.parameters[position]


def _is_converted(run: Run, item: Any) -> bool:
    """Whether NumPy converts a value, so that it certainly has no method that a function calls."""
    if isinstance(item, Object):
        found = run.live.get(item.site)
        return found is not None and found.kind not in OTHER_CLASSES
    return not isinstance(item, (Array, Unknown, Opaque, External))


def _with_argument(call: Call, position: int, name: str, value: Value) -> Call:
    """The same call with another value for one argument."""
    if position < len(call.arguments):
        return call.with_arguments([*call.arguments[:position], value, *call.arguments[position + 1 :]])
    return call.with_arguments([*call.arguments], {**call.keywords, name: value})


def _by_jax(run: Run, name: str, call: Call, arrays: tuple[Array, ...]) -> Value:
    """The result of JAX's function of the same name; unknown if NumPy may convert the array after all."""
    if any(array.is_struct for array in arrays):
        return run.unknown(f"np.{name} of a jax.ShapeDtypeStruct")
    rejected = REJECTED_BY_METHOD.get(name, ())
    if rejected and any(array.dtype is None or array.dtype in rejected for array in arrays):
        return run.unknown(f"whether the method {name} accepts the array")
    rule = numpy_rule(f"numpy.{name}")
    positional = () if rule is None else rule.signature.positional
    for parameter in ARRAY_ARGUMENTS.get(name, ()):
        position = positional.index(parameter) if parameter in positional else -1
        argument = call.get(position, parameter, NONE)
        if argument != NONE and not all(_is_operand(item, name) for item in argument):
            return run.unknown(f"whether the method {name} accepts the argument {parameter}")
    function = External(f"jax.numpy.{OTHER_NAMES.get(name, name)}")
    return run.call((function,), call.arguments, call.keywords, node=call.node, label=("of array", call.label))


def _is_operand(item: Any, name: str) -> bool:
    """Whether a method accepts an argument as an array; the number of repetitions is an integer."""
    if isinstance(item, Number):
        return name == "searchsorted" or (name == "repeat" and item.kind in ("int", "bool"))
    return isinstance(item, (Array, NumPyArray))


__all__ = ["call_of_array"]
