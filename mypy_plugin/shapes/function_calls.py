"""Calls of functions and classes that the program defines, and of functions that JAX's transformations return.

A call of an annotated function binds the names of its axes to the shapes of the arguments, as jaxtyping does at run
time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mypy.nodes import ARG_NAMED, ARG_NAMED_OPT, ARG_OPT, ARG_POS, Context, FuncDef
from mypy.types import CallableType, Instance, NoneType, TupleType, Type, UnionType, UnpackType, get_proper_type

from ...jaxtyping.shapes import ShapeError, Size, bind, shown_shape, substituted
from ..annotations.jaxtyping_axes import axes_text, declared_axes
from .declared_values import attribute, has_axes
from .values import (
    Arguments,
    Class,
    Declared,
    Dimension,
    Items,
    Local,
    Object,
    Partial,
    Repeated,
    Transformed,
    Value,
    array_shape,
)

LISTS = frozenset(("builtins.list", "typing.Sequence", "typing.Iterable", "collections.abc.Sequence"))
MOST_CALLS_INSIDE = 8
"""The number of functions inside a function whose calls are followed into each other."""


class FunctionCalls:
    """Computes the values of calls.

    Args:
        run: the value that a lambda or a function inside the function returns for arguments.
        report_contradiction: reports a contradiction.
    """

    def __init__(
        self, run: Callable[[Local, Arguments], Value], report_contradiction: Callable[[Context, str], None]
    ) -> None:
        self._run, self._report_contradiction = run, report_contradiction
        self._depth = 0

    def call(self, function: Value, arguments: Arguments, place: Context) -> Value:
        """The value of a call; None if it is unknown."""
        match function:
            case Declared(signature=signature, is_bound=is_bound):
                return self._declared(signature, arguments, place, is_bound=is_bound)
            case Local():
                return self._local(function, arguments, place)
            case Partial(function=inner, arguments=first):
                whole = arguments.after(first.positional)
                named = {**first.named, **whole.named}
                return self.call(inner, Arguments(whole.positional, named, whole.places, whole.is_complete), place)
            case Transformed(apply=apply):
                return apply(arguments)
            case Object():
                method = attribute(function, "__call__")
                return None if isinstance(method, Object) else self.call(method, arguments, place)
            case Class(info=info):
                return self._made(function, arguments, place) if not info.is_protocol else None
        return None

    def _local(self, function: Local, arguments: Arguments, place: Context) -> Value:
        """The result of a function of the program: from its annotations, or else from its body."""
        result: Value = None
        signature = function.node.type if isinstance(function.node, FuncDef) else None
        if isinstance(signature, CallableType) and has_axes(signature):
            result = self._declared(signature, arguments, place, is_bound=False)
        if result is None and self._depth < MOST_CALLS_INSIDE:
            self._depth += 1
            try:
                result = self._run(function, arguments)
            finally:
                self._depth -= 1
        return result

    def _made(self, made: Class, arguments: Arguments, place: Context) -> Value:
        """The instance that a class makes of arguments for ``__init__`` or, for a named tuple, for the fields."""
        info = made.info
        is_tuple = info.tuple_type is not None
        symbol = info.get("__new__" if is_tuple else "__init__")
        node = symbol.node if symbol is not None else None
        signature = node.type if isinstance(node, FuncDef) else None
        if isinstance(signature, CallableType) and not info.fullname.startswith("builtins."):
            self._declared(signature, arguments, place, is_bound=True, is_one_scope=not is_tuple)
        return Object(info)

    # ---------------------------------------------------------------------------------------- annotated functions

    def _declared(
        self,
        signature: CallableType,
        arguments: Arguments,
        place: Context,
        *,
        is_bound: bool,
        is_one_scope: bool = True,
    ) -> Value:
        """The value that an annotated function returns; an error if the arguments do not fit its parameters."""
        bound: dict[str, Size] = {}
        for t, value, key in _pairs(signature, arguments, skips=is_bound):
            where = arguments.places.get(key, place)
            if not self.fits(t, value, bound if is_one_scope else {}, where):
                return None
        return returned_value(signature.ret_type, bound)

    def fits(self, t: Type | None, value: Value, bound: dict[str, Size], place: Context) -> bool:
        """Whether an argument may have a parameter's type; an error if not. Binds the names of axes."""
        proper = get_proper_type(t)
        match proper, value:
            case TupleType(items=types), Items(items=values) if len(types) == len(values):
                return all(self.fits(one, v, bound, place) for one, v in zip(types, values, strict=True))
            case Instance(type=info, args=[inner, *_]), Items(items=values) if info.fullname in LISTS:
                return all(self.fits(inner, v, bound, place) for v in values)
            case Instance(type=info, args=[inner, *_]), Repeated(item=item) if info.fullname in LISTS:
                return self.fits(inner, item, bound, place)
            case UnionType(items=types), _:
                arrays = [each for each in types if not isinstance(get_proper_type(each), NoneType)]
                return self._fits_one(arrays, value, bound, place)
        shape, axes = array_shape(value), declared_axes(proper)
        if shape is None or axes is None or isinstance(value, Dimension):
            return True
        try:
            bind(shape, axes, bound)
        except ShapeError as error:
            self._report_contradiction(
                place,
                f'The argument has axes "{shown_shape(shape)}", and the parameter is declared with '
                f'"{axes_text(proper)}": {error}',
            )
            return False
        return True

    def _fits_one(self, types: list[Type], value: Value, bound: dict[str, Size], place: Context) -> bool:
        """Whether an argument may have one of the types of a union of annotated arrays."""
        shape = array_shape(value)
        if shape is None or not types:
            return True
        if len(types) == 1:
            return self.fits(types[0], value, bound, place)
        for t in types:
            axes = declared_axes(t)
            if axes is None:
                return True
            try:
                bind(shape, axes, dict(bound))
            except ShapeError:
                continue
            return True
        return self.fits(types[-1], value, bound, place)


def returned_value(t: Type | None, bound: dict[str, Size]) -> Value:
    """The value of a declared result, with the sizes that the parameters have bound."""
    proper = get_proper_type(t)
    match proper:
        case TupleType(partial_fallback=Instance(type=info)) if info.tuple_type is not None:
            return Object(info)
        case TupleType(items=items) if not any(isinstance(item, UnpackType) for item in items):
            return Items(tuple(returned_value(item, bound) for item in items))
        case Instance(type=info, args=args):
            axes = declared_axes(proper)
            if axes is not None:
                return substituted(axes, bound)
            if info.fullname in LISTS and args:
                item = returned_value(args[0], bound)
                return None if item is None else Repeated(item)
            if info.fullname == "builtins.int":
                return Dimension(None)
            if not info.fullname.startswith(("builtins.", "typing.", "jax.", "jaxtyping_promo.", "numpy.")):
                return Object(info)
        case CallableType() if has_axes(proper):
            return Declared(proper)
    return None


def _pairs(signature: CallableType, arguments: Arguments, *, skips: bool) -> Iterator[tuple[Type, Value, int | str]]:
    """The parameters' types and the arguments that they get."""
    parameters = [*zip(signature.arg_names, signature.arg_types, signature.arg_kinds, strict=True)][skips:]
    positional = [t for _, t, kind in parameters if kind in (ARG_POS, ARG_OPT)]
    by_name = {name: t for name, t, kind in parameters if kind in (ARG_POS, ARG_OPT, ARG_NAMED, ARG_NAMED_OPT)}
    for n, (t, value) in enumerate(zip(positional, arguments.positional, strict=False)):
        yield t, value, n
    for name, value in arguments.named.items():
        if name in by_name:
            yield by_name[name], value, name
