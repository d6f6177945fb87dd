"""Members of enumerations that are numbers or strings too: what Python, NumPy and JAX compute with.

Python and JAX take a member of an ``IntEnum`` for its number. NumPy takes it for a scalar of the default dtype, since
its class is not exactly ``int``. ``jax.lax`` takes neither.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .arrays import numpy_system
from .builtin_bases import contents
from .call import Call
from .classes import class_of, find_method
from .values import BOTTOM, Number, NumPyArray, Object, Text, Value, each

if TYPE_CHECKING:
    from .run import Run

DATA = {
    **{f"builtins.{name}": (Number(name),) for name in ("int", "float", "complex")},
    **{f"enum.{name}": (Number("int"),) for name in ("IntEnum", "IntFlag")},
    **{name: (Text(),) for name in ("builtins.str", "enum.StrEnum")},
}
"""What a member is by a base of its class, if its value is not known."""
FUNCTIONS = ("jax.numpy.", "jax.nn.", "jax.random.", "numpy.", "math.")
"""Functions that compute with the numbers of members, by the beginning of their names."""


def data_of(run: Run, item: Any) -> Value:
    """The number or string of a member; the item itself if it is no such member."""
    if not isinstance(item, Object):
        return (item,)
    info = class_of(run, item)
    if info is None or not info.is_enum:
        inner = contents(run, item)
        return inner if inner and all(isinstance(one, Number | Text) for one in inner) else (item,)
    found = next((DATA[base] for base in info.mro if isinstance(base, str) and base in DATA), None)
    if found is None:
        return (item,)
    value = run.object(item).fields.get("value", BOTTOM)
    return value if all(type(one) is type(found[0]) for one in value) and value else found


def operands_of(run: Run, op: str, left: Any, right: Any) -> tuple[Any, Any] | None:
    """The operands of an operator, with numbers in place of members.

    Returns:
        None if no operand is a member with one number, if the program defines the operator, and for operators whose
        result is a member, or depends on which members they are.
    """
    data = [data_of(run, item) for item in (left, right)]
    if data == [(left,), (right,)] or any(len(value) != 1 for value in data):
        return None
    of_members = all(isinstance(item, Object) for item in (left, right))
    of_numbers = all(isinstance(item, Object | Number) for item in (left, right))
    if (of_members and op in ("eq", "ne")) or (of_numbers and op in ("and", "or", "xor")):
        return None
    names = (f"__{op}__", f"__r{op}__")
    if any(find_method(run, item, name) is not None for item, name in zip((left, right), names, strict=True)):
        return None
    if isinstance(left, NumPyArray) or isinstance(right, NumPyArray):
        data = [_for_numpy(value, item) for value, item in zip(data, (left, right), strict=True)]
    return data[0][0], data[1][0]


def _for_numpy(value: Value, item: Any) -> Value:
    """A member as NumPy's scalar."""
    if value == (item,):
        return value
    defaults = numpy_system().defaults
    return tuple(
        NumPyArray(defaults[f"weak_{one.kind}"], (), True, one.constant) if isinstance(one, Number) else one
        for one in value
    )


def with_data(run: Run, call: Call) -> Call:
    """A call of a function of JAX or NumPy, with the numbers of members in their places."""
    if not call.name.startswith(FUNCTIONS) or not any(_objects(value) for value in call.everything()):
        return call

    def converted(value: Value) -> Value:
        if not _objects(value):
            return value
        return each(
            value,
            lambda item: _for_numpy(data_of(run, item), item) if call.name.startswith("numpy.") else data_of(run, item),
        )

    arguments = [converted(value) for value in call.arguments]
    return call.with_arguments(arguments, {name: converted(value) for name, value in call.keywords.items()})


def _objects(value: Iterable[Any]) -> bool:
    return any(isinstance(item, Object) for item in value)
