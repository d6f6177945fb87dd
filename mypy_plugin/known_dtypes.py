"""What the interpreter knows of expressions in the files under check: their dtypes and shapes, and types with them.

mypy's own types stay what they are where the dtype is known, and where a value may be no array of JAX for mypy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy.nodes import CallExpr, ComparisonExpr, Context, IndexExpr, MemberExpr, NameExpr, OpExpr, RefExpr, TypeInfo
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    UninhabitedType,
    UnionType,
    flatten_nested_unions,
)

from .any_type import ANYTHING
from .contexts import AnyContext
from .jax_names import NODES
from .mypy_compat.modules import current_file
from .run_state import OfRun
from .types.array_types import any_part, array_class, array_of, unfolded, unknown_array, with_items
from .types.operands import array_dtype, array_info, as_array, is_python_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..interpreter.dtypes_at_places import ContainerDtypes, Dtypes, Modes, Position
    from ..interpreter.values import Shape

DTYPE_NAMES = frozenset(NODES.values())
"""The dtypes that have a class in the stubs; random keys have none."""
JAX_PREFIX = "jax."
"""The beginning of the full names of JAX's functions and classes."""
READS = (ComparisonExpr, IndexExpr, MemberExpr, NameExpr, OpExpr)
"""The expressions whose types follow from those of variables, and operators.

mypy tries a number's own operator first, and infers the other operand again as it expects it there:
``0.5 < jax.tree.map(f, x)`` would be a bool.
"""
IMPLICIT = frozenset(
    f"__{name}__"
    for name in ("iter", "next", "aiter", "anext", "await", "enter", "exit", "aenter", "aexit", "contains", "len")
)
"""The methods that mypy checks at an expression of another value: at an iterable, a context manager or an operand."""


class KnownDtypes:
    """The dtypes, the modes of JAX and the shapes by file and position.

    Attributes:
        inferred_freely: the expressions of known dtypes that mypy has inferred without expecting a type.
    """

    def __init__(self) -> None:
        self.inferred_freely: set[Context] = set()
        self._files: dict[str, Mapping[Position, Dtypes]] = {}
        self._modes: dict[str, Mapping[Position, Modes]] = {}
        self._shapes: dict[str, Mapping[Position, Shape]] = {}

    def forget(self, path: str) -> None:
        """Forget what is known in a file."""
        self._files.pop(path, None)
        self._modes.pop(path, None)
        self._shapes.pop(path, None)

    def learn(self, path: str, dtypes: Mapping[Position, Dtypes], modes: Mapping[Position, Modes]) -> None:
        """Note the dtypes and the modes in a file."""
        self._files[path], self._modes[path] = dtypes, modes
        self.inferred_freely.clear()

    def modes(self, api: CheckerPluginInterface) -> Mapping[Position, Modes]:
        """The modes by position in the file under check, where they are known."""
        return (self._modes.get(current_file(api).path) if self._modes else None) or {}

    def learn_shapes(self, path: str, shapes: Mapping[Position, Shape]) -> None:
        """Note the shapes in a file, which messages show."""
        self._shapes[path] = shapes

    def shapes_in(self, path: str) -> Mapping[Position, Shape]:
        """The shapes by position in a file."""
        return self._shapes.get(path, {})

    def in_file(self, api: CheckerPluginInterface) -> Mapping[Position, Dtypes]:
        """The dtypes by position in the file under check."""
        return (self._files.get(current_file(api).path) if self._files else None) or {}

    def at(self, api: CheckerPluginInterface, place: Context) -> Dtypes | None:
        """The dtypes of the expression at a place of the file under check; None if they are unknown."""
        dtypes = self.in_file(api)
        return dtypes.get(position_of(place)) if dtypes else None


def position_of(node: Context) -> Position:
    """Where an expression begins and ends."""
    return node.line, node.column, node.end_line, node.end_column


known_dtypes = OfRun(KnownDtypes)


def known_array(api: CheckerPluginInterface, place: Context, array: TypeInfo) -> Instance | None:
    """The array at a place if the interpreter knows its one dtype; `array` is the class `Array`."""
    dtype = known_dtypes(api).at(api, place)
    return array_of(api, array, [dtype]) if isinstance(dtype, str) and dtype in DTYPE_NAMES else None


def refined(ctx: AnyContext, t: Type) -> Type:
    """The result of a hook with the dtypes that the interpreter knows, if the hook knows none."""
    is_known = known_dtypes(ctx.api).at(ctx.api, ctx.context) is not None
    return refined_at(ctx.api, ctx.context, t, ctx.api.type_context[-1], is_made=is_known and _is_made_by_jax(ctx))


def refined_default(ctx: MethodContext | FunctionContext) -> Type:
    """The hook of calls of which the plugin knows nothing else.

    A union of arrays of known dtypes stays. A generic function that gets the call as its argument would have mypy infer
    it again, with the one dtype expected: ``[next(iter((x, y))) for _ in xs]`` would be an error.
    """
    t = ctx.default_return_type
    return t if _is_union_of_known_arrays(t) else refined(ctx, t)


def _is_union_of_known_arrays(t: Type) -> bool:
    """Whether a type is a union of arrays, each of one known dtype."""
    proper = unfolded(t)
    members = map(unfolded, flatten_nested_unions([proper]))
    return isinstance(proper, UnionType) and all(
        isinstance(member, Instance) and _is_array(member) and not _is_open(member) for member in members
    )


def has_own_place(method: str) -> bool:
    """Whether mypy checks a method at the expression that calls it."""
    return method.rpartition(".")[2] not in IMPLICIT


def refined_at(
    api: CheckerPluginInterface, place: Context, t: Type, expected: Type | None, *, is_made: bool = False
) -> Type:
    """The type of an expression with the dtypes that the interpreter knows, where the type leaves them open.

    Args:
        api: the type checker.
        place: the expression.
        t: its type.
        expected: the type that its place expects, if any.
        is_made: whether it is the result of a call that JAX has made.
    """
    dtypes = known_dtypes(api).at(api, place)
    if dtypes is None or (isinstance(dtypes, str) and _has_dtype(t, dtypes)):
        return t
    own = _reopened(t) if isinstance(place, READS) else ANYTHING if is_made and is_python_number(t) else t
    known = _with_dtypes(api, own, dtypes, is_made=is_made)
    if expected is None:
        if not is_made:  # the hooks of JAX's functions infer their calls themselves
            known_dtypes(api).inferred_freely.add(place)
        return known
    if is_subtype(known, expected) or not is_subtype(t, expected):
        return known
    if any_part(expected, _is_derived_array):
        return t
    if _is_array(expected):
        return known
    # Where the program declares a number for what JAX makes an array, JAX's own annotations accept it. If mypy has
    # inferred the expression without expecting a type, it now tries one overload or operator after another.
    is_tried = place in known_dtypes(api).inferred_freely or any_part(expected, _is_not_inferred)
    return known if is_tried else t


def _has_dtype(t: Type, dtype: str) -> bool:
    """Whether a type is an array of one dtype."""
    proper = unfolded(t)
    array = as_array(proper) if isinstance(proper, Instance) else None
    known = None if array is None else array_dtype(array.args[0])
    return known is not None and known.dtypes == (dtype,) and known.variable is None


def _is_not_inferred(t: ProperType) -> bool | None:
    """Whether a type stands for a variable whose type mypy is about to infer from the value."""
    return True if isinstance(t, UninhabitedType) else None


def _reopened(t: Type) -> Type:
    """The type of a read or an operator, open where mypy has inferred it from one of several values of a variable.

    An attribute that starts as a number, or the sum of a number with anything, is a number for mypy.
    """
    proper = unfolded(t)
    if not isinstance(proper, Instance):
        return t
    if is_python_number(proper):
        return ANYTHING
    info = array_info(proper.type)
    if info is None or not proper.args:
        return t
    known = array_dtype(proper.args[0])
    return t if known is None or known.variable is not None else unknown_array(info)


def _with_dtypes(api: CheckerPluginInterface, t: Type, dtypes: Dtypes | None, *, is_made: bool) -> Type:
    """A type with dtypes where it leaves them open.

    Args:
        api: the type checker.
        t: the type.
        dtypes: the dtypes; None if there are none.
        is_made: whether JAX has made the value, so that nobody else holds the lists and dicts in it.
    """
    from ..interpreter.dtypes_at_places import ContainerDtypes

    if dtypes is None:
        return t
    if isinstance(dtypes, str):
        info = _open_array(api, t) if dtypes in DTYPE_NAMES else None
        return t if info is None else array_of(api, info, [dtypes])
    proper = unfolded(t)
    if isinstance(dtypes, ContainerDtypes):
        return _container(api, proper, dtypes) if is_made else t
    is_any_tuple = isinstance(proper, Instance) and proper.type.fullname == "builtins.tuple" and _is_any(proper.args[0])
    if (isinstance(proper, AnyType) or is_any_tuple) and not dtypes.is_named:
        items: list[Type] = [ANYTHING] * len(dtypes.items)
        proper = TupleType(items, api.named_generic_type("builtins.tuple", [ANYTHING]))
    if not isinstance(proper, TupleType) or len(proper.items) != len(dtypes.items) or _is_as_declared(proper):
        return t
    new: list[Type] = []
    for item, dtype in zip(proper.items, dtypes.items, strict=True):
        # The items of a named tuple may be those before `_replace`.
        own = ANYTHING if dtypes.is_named else item
        new.append(item if dtype is None else _with_dtypes(api, own, dtype, is_made=is_made))
    return t if new == proper.items else with_items(proper, new)


def _container(api: CheckerPluginInterface, t: ProperType, dtypes: ContainerDtypes) -> Type:
    """A list or dict that JAX has made, with the dtypes of its items."""
    name = f"builtins.{dtypes.kind}"
    if isinstance(t, AnyType):
        keys = [api.named_generic_type("builtins.str", [])] if dtypes.kind == "dict" else []
        return api.named_generic_type(name, [*keys, _with_dtypes(api, ANYTHING, dtypes.item, is_made=True)])
    if not isinstance(t, Instance) or t.type.fullname != name:
        return t
    return t.copy_modified(args=[*t.args[:-1], _with_dtypes(api, t.args[-1], dtypes.item, is_made=True)])


def _is_made_by_jax(ctx: AnyContext) -> bool:
    """Whether a call is one of a function of JAX, or of a function that one of JAX's has made: ``jax.grad(f)(x)``."""
    owner = unfolded(ctx.type) if isinstance(ctx, MethodContext) else None
    if isinstance(owner, Instance) and owner.type.fullname.startswith(JAX_PREFIX):
        return True
    callee: Context = ctx.context
    while isinstance(callee, CallExpr):
        callee = callee.callee
    return isinstance(callee, RefExpr) and callee.fullname.startswith(JAX_PREFIX)


def _is_any(t: Type) -> bool:
    return isinstance(unfolded(t), AnyType)


def _is_as_declared(t: TupleType) -> bool:
    """Whether a type is that of a named tuple as its class declares it, whose attributes have places of their own."""
    declared = t.partial_fallback.type.tuple_type
    return declared is not None and declared.items == t.items


def _open_array(api: CheckerPluginInterface, t: Type) -> TypeInfo | None:
    """The class of arrays of a type that leaves the dtype open: of an array, a union with arrays, or anything.

    None if the dtype is known, if the value may be no array for mypy, or if it is of a derived class (a `NewType`).
    """
    proper = unfolded(t)
    if isinstance(proper, AnyType):
        return array_class(api)
    every = [unfolded(member) for member in flatten_nested_unions([proper])]
    members = [
        member for member in every if not isinstance(member, AnyType | NoneType) and not is_python_number(member)
    ]
    infos = {member.type if isinstance(member, Instance) else None for member in members}
    classes = {info if info is not None and array_info(info) is info else None for info in infos}
    is_open = len(every) > 1 or (isinstance(proper, Instance) and _is_open(proper))
    return classes.pop() if is_open and len(classes) == 1 else None


def _is_array(t: Type) -> bool:
    proper = unfolded(t)
    return isinstance(proper, Instance) and array_info(proper.type) is not None


def _is_derived_array(t: ProperType) -> bool | None:
    """Whether a type is a class derived from that of arrays, such as a `NewType`."""
    if not isinstance(t, Instance):
        return None
    info = array_info(t.type)
    return None if info is None else info is not t.type


def _is_open(array: Instance) -> bool:
    """Whether an array type leaves the dtype open."""
    known = array_dtype(array.args[0]) if array.args else None
    return known is None or (len(known.dtypes) > 1 and known.variable is None)
