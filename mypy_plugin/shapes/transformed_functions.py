"""Functions that JAX's transformations return, and calls of its loops and branches.

``jax.vmap(f)(x)`` calls ``f`` with one axis of ``x`` less, and adds that axis to the result of ``f``.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import ARG_NAMED, CallExpr, Context, Decorator, RefExpr

from ...jaxtyping.shapes import Size, differ, shown_shape
from .declared_values import keeps, name_of
from .literals import NOT_LITERAL, literal_value
from .values import Arguments, Dimension, Items, Transformed, Value, array_shape, joined, with_axis

PACKAGES = ("jax.", "equinox.")
UNCHANGED = frozenset(("jit", "filter_jit", "checkpoint", "remat", "filter_checkpoint", "named_call"))
"""Transformations whose result is called as the function is."""
VMAPS = frozenset(("vmap", "filter_vmap"))
GRADIENTS = frozenset(("grad", "value_and_grad", "filter_grad", "filter_value_and_grad"))
JACOBIANS = {"jacfwd": 1, "jacrev": 1, "jacobian": 1, "hessian": 2}
"""Transformations that append the axes of the argument to the result, and how often."""


class Transformations:
    """Computes the values of calls of JAX's transformations, loops and branches.

    Args:
        call: the value of a call of a function.
        report_contradiction: reports a contradiction.
    """

    def __init__(
        self,
        call: Callable[[Value, Arguments, Context], Value],
        report_contradiction: Callable[[Context, str], None],
    ) -> None:
        self._call, self._report_contradiction = call, report_contradiction

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
                return joined([self._call(each, rest, place) for each in arguments.positional[1:3]])
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
        result = self._call(function, arguments.with_values(positional, named), place)
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
            value = self._call(function, arguments, place)
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
            output = array_shape(self._call(function, arguments, place))
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
        result = self._call(body, Arguments(arguments), place)
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
