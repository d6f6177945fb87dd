"""Methods of JAX's arrays, by their rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...dtype_info import dtype_info
from ...rules.tables import rule as find_rule
from ..arrays import in_modes
from ..call import Call
from ..slots import check_update
from ..values import (
    BOTTOM,
    NONE,
    Array,
    Items,
    Method,
    Number,
    NumPyArray,
    Opaque,
    Value,
)
from .jax_functions import by_rule, check_call
from .jax_signatures import bind_method, method_signatures

if TYPE_CHECKING:
    from ..run import Run

AT_METHODS = frozenset(("set", "add", "subtract", "multiply", "mul", "divide", "power", "min", "max"))


def call_array_method(run: Run, item: Method, call: Call) -> Value:
    """``x.method(...)``."""
    receiver: Array = item.receiver
    name = item.name
    if name.startswith("at."):
        return _updated(run, item, call)
    if name in ("item", "tolist", "__int__", "__float__", "__index__", "__bool__", "__len__"):
        return python_value(run, receiver, name)
    if name == "__array__":
        return (NumPyArray(receiver.dtype, receiver.shape, False, origins=receiver.origins),)
    if name in ("block_until_ready", "to_device", "copy_to_host_async", "addressable_data"):
        return (receiver,)
    if name in ("update", "devices", "unsafe_buffer_pointer", "delete", "is_deleted", "on_device_size_in_bytes"):
        return (Opaque(f"array.{name}()"),)
    if name in ("__getitem__",):
        from ..subscripts import get_item

        return get_item(run, (receiver,), call.get(0, "index"), call.node)
    if name.startswith("__") and name.endswith("__"):
        from ..operators import PYTHON, binary

        op = name.strip("_")
        if op in PYTHON and call.arguments:
            return binary(run, op, (receiver,), call.arguments[0], call.node)
        if op.removeprefix("r") in PYTHON and call.arguments:
            return binary(run, op.removeprefix("r"), call.arguments[0], (receiver,), call.node)
    rule = find_rule(f"jax.Array.{name}", run.finder.jax_version)
    if rule is None or not method_signatures(name) or rule.kind == "none":
        return run.unknown(f"the method {name} of an array")
    call = _with_unknown_rest(name, call)
    bound = bind_method(name, call)
    if bound is None or not call.is_exact:
        return run.unknown(f"the arguments of {name} are not known") if not call.is_exact else BOTTOM
    if name == "astype" and _keeps_dtype(bound.get("dtype", NONE)):
        return (receiver,)
    return by_rule(run, rule, f"jax.Array.{name}", {"self": (receiver,), **bound})


def _with_unknown_rest(name: str, call: Call) -> Call:
    """``x.reshape(*sizes)`` with sizes of an unknown number: one iterable stands for them."""
    if not call.star or call.double_star:
        return call
    if not any(each.variadic and len(call.arguments) >= len(each.positional) for each in method_signatures(name)):
        return call
    other = call.with_arguments([*call.arguments, (Items(call.star, "tuple"),)])
    other.star = BOTTOM
    return other


def _keeps_dtype(dtype: object) -> bool:
    return dtype == NONE


def python_value(run: Run, receiver: Array | NumPyArray, name: str) -> Value:
    """The Python number or nested list of an array's values; `name` is the method, such as ``"tolist"``."""
    if name in ("__int__", "__index__", "__len__"):
        return (Number("int"),)
    if name in ("__float__", "__bool__"):
        return (Number(name.strip("_")),)
    if receiver.dtype is None:
        cause = receiver.cause if isinstance(receiver, Array) else "of NumPy"
        return run.unknown(f"the numbers of an array of unknown dtype ({cause})")
    if receiver.dtype.startswith("key"):
        return BOTTOM
    kind = {"bool": "bool", "unsigned": "int", "signed": "int"}.get(dtype_info(receiver.dtype).kind)
    number: Value = (Number(kind or ("complex" if "complex" in receiver.dtype else "float")),)
    if name == "item" or receiver.shape == ():
        return number
    if receiver.shape is None:
        return run.unknown("a nested list of numbers")
    from ..iteration import new_sequence

    result = number
    for _ in receiver.shape:
        result = new_sequence(run, None, result)
    return result


def _updated(run: Run, item: Method, call: Call) -> Value:
    """``x.at[index].set(values)``: the result has the dtype of ``x``."""
    receiver: Array = item.receiver
    name = item.name.removeprefix("at.")
    bound: dict[str, Any] = {"self": (receiver,), **call.keywords}
    if call.arguments and name != "get":
        bound["values"] = call.arguments[0]
    if name == "get":
        from ..indexing import indexed_array

        check_call(run, "jax.Array.at.get", bound)
        return indexed_array(run, receiver, item.extra, call.node)
    if name == "apply":
        run.call(call.get(0, "func"), [(Array(receiver.dtype, None, receiver.origins),)], {}, label="at.apply")
        return (receiver,)
    if name not in AT_METHODS:
        return run.unknown(f"the method {name} of x.at")
    is_rejected = check_call(run, f"jax.Array.at.{name}", bound)
    check_update(run, receiver, bound.get("values", BOTTOM))
    if name in ("set", "add", "subtract", "multiply", "mul", "min", "max"):
        return BOTTOM if is_rejected and run.ends_at_refusals else (receiver,)
    rule = find_rule(f"jax.Array.at.{name}", run.finder.jax_version)
    if rule is None or receiver.dtype is None:
        return (receiver,)
    shape = receiver.shape
    result = in_modes(run, lambda system: by_rule(run, rule, f"jax.Array.at.{name}", {"self": (receiver,)}))
    return tuple(Array(one.dtype, shape, receiver.origins) if isinstance(one, Array) else one for one in result)
