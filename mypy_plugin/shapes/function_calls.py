"""Calls of functions that the program defines, and of functions that JAX's transformations return.

A call of an annotated function binds the names of its axes to the shapes of the arguments, as jaxtyping does at run
time. ``jax.vmap(f)(x)`` calls ``f`` with one axis of ``x`` less, and adds that axis to what ``f`` returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from mypy.nodes import (
    ARG_NAMED,
    ARG_NAMED_OPT,
    ARG_OPT,
    ARG_POS,
    CallExpr,
    Context,
    Decorator,
    FuncDef,
    LambdaExpr,
    RefExpr,
)
from mypy.types import CallableType, Instance, NoneType, TupleType, Type, UnionType, UnpackType, get_proper_type

from ...jaxtyping.shapes import ShapeError, Size, bind, differ, shown_shape, substituted
from ..annotations.jaxtyping_axes import axes_text, declared_axes
from .array_functions import NOT_LITERAL, literal_value
from .declared_values import attribute, has_axes, keeps, name_of
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
    joined,
    with_axis,
)

PACKAGES = ("jax.", "equinox.")
UNCHANGED = frozenset(("jit", "filter_jit", "checkpoint", "remat", "filter_checkpoint", "named_call"))
"""Transformations whose result is called as the function is."""
VMAPS = frozenset(("vmap", "filter_vmap"))
GRADIENTS = frozenset(("grad", "value_and_grad", "filter_grad", "filter_value_and_grad"))
JACOBIANS = {"jacfwd": 1, "jacrev": 1, "jacobian": 1, "hessian": 2}
"""Transformations that append the axes of the argument to the result, and how often."""
LISTS = frozenset(("builtins.list", "typing.Sequence", "typing.Iterable", "collections.abc.Sequence"))
MOST_CALLS_INSIDE = 8
"""The number of functions inside a function whose calls are followed into each other."""

Parameters: TypeAlias = "list[tuple[str | None, Type, object]]"


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

    # -------------------------------------------------------------------------------------------- transformations

    def decorated(self, decorated: Decorator, function: Value) -> Value:
        """The value of a function below its decorators."""
        for decorator in reversed(decorated.original_decorators):
            if keeps(decorator):
                continue
            name, options = name_of(decorator), Arguments(())
            if isinstance(decorator, CallExpr):
                arguments = zip(decorator.args, decorator.arg_kinds, decorator.arg_names, strict=True)
                options = Arguments((), {}, {key: arg for arg, kind, key in arguments if kind == ARG_NAMED and key})
            elif not isinstance(decorator, RefExpr):
                return None
            function = self.transformed(name, options.after([function]), decorated)
        return function

    def transformed(self, fullname: str, arguments: Arguments, place: Context) -> Value:
        """The value of a call of one of JAX's transformations or control flow functions."""
        name = fullname.rpartition(".")[2]
        if not fullname.startswith(PACKAGES) or not arguments.is_complete or not arguments.positional:
            return None
        function = arguments.positional[0]
        if name in UNCHANGED:
            return function
        if name in VMAPS:
            return self._vmap(function, arguments, place, is_filtered=name != "vmap")
        if name in GRADIENTS:
            return self._gradient(name, function, arguments, place)
        if name in JACOBIANS:
            return self._jacobian(name, function, arguments, place)
        if ".lax" in fullname:
            if name == "scan":
                return self._scan(arguments, place)
            if name == "map" and len(arguments.positional) == 2:
                return self._mapped(function, arguments.from_position(1), [0], 0, place, is_filtered=False)
            if name == "fori_loop" and len(arguments.positional) == 4:
                carry = arguments.positional[3]
                self._loop(arguments.positional[2], (Dimension(None), carry), carry, place)
                return carry
            if name == "while_loop" and len(arguments.positional) == 3:
                carry = arguments.positional[2]
                self._loop(arguments.positional[1], (carry,), carry, place)
                return carry
            if name == "cond" and len(arguments.positional) >= 3:
                rest = arguments.from_position(3)
                return joined([self.call(each, rest, place) for each in arguments.positional[1:3]])
        return None

    def _option(self, arguments: Arguments, name: str, position: int, default: object) -> object:
        place = arguments.places.get(name) or arguments.places.get(position)
        if place is not None:
            return literal_value(place)
        return default if name not in arguments.named and len(arguments.positional) <= position else NOT_LITERAL

    def _vmap(self, function: Value, options: Arguments, place: Context, *, is_filtered: bool) -> Value:
        """The function that ``jax.vmap(function)`` returns."""
        axes = self._option(options, "in_axes", 1, 0)
        out = self._option(options, "out_axes", 2, 0)
        if not isinstance(out, int) or not (axes is None or isinstance(axes, int | tuple)):
            return None

        def apply(arguments: Arguments) -> Value:
            count = len(arguments.positional)
            each = list(axes) if isinstance(axes, tuple) else [axes] * count
            if len(each) != count or not arguments.is_complete:
                return None
            return self._mapped(function, arguments, each, out, place, is_filtered=is_filtered)

        return Transformed(apply)

    def _mapped(
        self,
        function: Value,
        arguments: Arguments,
        axes: list[object],
        out: int,
        place: Context,
        *,
        is_filtered: bool,
    ) -> Value:
        """The value of a call for each element along an axis."""
        sizes: list[Size] = []
        mapped = [(n, value, axis) for (n, value), axis in zip(enumerate(arguments.positional), axes, strict=True)]
        mapped += [(name, value, 0) for name, value in arguments.named.items()]  # type: ignore[misc]  # names
        inner: dict[int | str, Value] = {}
        for key, value, axis in mapped:
            if axis is None:
                inner[key] = value
            elif isinstance(axis, int):
                where = arguments.places.get(key, place)
                inner[key] = self._element(value, axis, sizes, where, is_filtered=is_filtered)
            else:
                inner[key] = None
        named = {key: value for key, value in inner.items() if isinstance(key, str)}
        positional = [value for key, value in inner.items() if isinstance(key, int)]
        known_sizes = [size for size in sizes if size is not None]
        for size in known_sizes[1:]:
            if differ(known_sizes[0], size):
                self._report_contradiction(place, f"vmap maps axes of sizes {known_sizes[0]} and {size}")
                return None
        result = self.call(function, arguments.with_values(positional, named), place)
        return with_axis(result, known_sizes[0] if known_sizes else None, out)

    def _element(self, value: Value, axis: int, sizes: list[Size], place: Context, *, is_filtered: bool) -> Value:
        """A value without its mapped axis, whose size is added to `sizes`."""
        if isinstance(value, Items):
            return Items(tuple(self._element(v, axis, sizes, place, is_filtered=is_filtered) for v in value.items))
        shape = array_shape(value)
        if shape is None or (is_filtered and not shape):
            return None
        if not -len(shape) <= axis < len(shape):
            self._report_contradiction(place, f'vmap maps axis {axis} of an array with axes "{shown_shape(shape)}"')
            return None
        sizes.append(shape[axis])
        position = axis % len(shape)
        return shape[:position] + shape[position + 1 :]

    def _gradient(self, name: str, function: Value, options: Arguments, place: Context) -> Value:
        """The function that ``jax.grad(function)`` or ``jax.value_and_grad(function)`` returns."""
        is_filtered = name.startswith("filter")
        argnums = 0 if is_filtered else self._option(options, "argnums", 1, 0)
        has_aux = self._option(options, "has_aux", 1 if is_filtered else 2, default=False)
        if not isinstance(has_aux, bool):
            return None

        def apply(arguments: Arguments) -> Value:
            value = self.call(function, arguments, place)
            output = value.items[0] if has_aux and isinstance(value, Items) and value.items else value
            shape = array_shape(output)
            if shape and not (has_aux and output is value):
                axes = shown_shape(shape)
                self._report_contradiction(
                    place, f'The function whose gradient is taken returns an array with axes "{axes}"'
                )
            values = arguments.positional
            wanted = argnums if isinstance(argnums, tuple) else (argnums,)
            of = [values[n] if isinstance(n, int) and n < len(values) else None for n in wanted]
            gradient = Items(tuple(of)) if isinstance(argnums, tuple) else of[0]
            if "value" in name:
                return Items((value, gradient))
            return Items((gradient, None)) if has_aux else gradient

        return Transformed(apply)

    def _jacobian(self, name: str, function: Value, options: Arguments, place: Context) -> Value:
        """The function that ``jax.jacfwd(function)``, `jacrev` or `hessian` returns."""
        argnums = self._option(options, "argnums", 1, 0)
        if not isinstance(argnums, int) or "has_aux" in options.named or "has_aux" in options.places:
            return None

        def apply(arguments: Arguments) -> Value:
            output = array_shape(self.call(function, arguments, place))
            shape = array_shape(arguments.positional[argnums]) if argnums < len(arguments.positional) else None
            return None if output is None or shape is None else output + shape * JACOBIANS[name]

        return Transformed(apply)

    def _scan(self, arguments: Arguments, place: Context) -> Value:
        """The result of ``lax.scan(f, init, xs)``: the carry and the stacked outputs."""
        by_name = dict(zip(("f", "init", "xs"), arguments.positional, strict=False)) | dict(arguments.named)
        carry, xs = by_name.get("init"), by_name.get("xs")
        sizes: list[Size] = []
        where = arguments.places.get(2) or arguments.places.get("xs") or place
        element = self._element(xs, 0, sizes, where, is_filtered=True)
        result = self._loop(by_name.get("f"), (carry, element), carry, place, has_output=True)
        known_sizes = [size for size in sizes if size is not None]
        stacked = with_axis(result, known_sizes[0] if known_sizes else None, 0)
        return Items((carry, stacked))

    def _loop(
        self, body: Value, arguments: tuple[Value, ...], carry: Value, place: Context, *, has_output: bool = False
    ) -> Value:
        """The output of a loop's body, which has to return a carry of the shape that it is given."""
        result = self.call(body, Arguments(arguments), place)
        output: Value = None
        if has_output:
            if not isinstance(result, Items) or len(result.items) != 2:
                return None
            result, output = result.items
        before, after = array_shape(carry), array_shape(result)
        if before is not None and after is not None:
            is_other = len(before) != len(after) or any(map(differ, before, after))
            if is_other:
                axes = f'"{shown_shape(before)}", and the body returns "{shown_shape(after)}"'
                self._report_contradiction(place, f"The carry of the loop has axes {axes}")
        return output


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


__all__ = ["FunctionCalls", "LambdaExpr", "returned_value"]
