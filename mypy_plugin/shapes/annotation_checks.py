"""Compares the shapes of values with the annotations of results, variables and fields, and reports contradictions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mypy.nodes import AssignmentStmt, Context
from mypy.types import CallableType, Instance, NoneType, TupleType, Type, UnionType, get_proper_type

from ...jaxtyping.dimensions import Axis
from ...jaxtyping.shapes import Shape, ShapeError, Size, bind, names_of, shown_shape, substituted
from ..annotations.jaxtyping_axes import axes_text, declared_axes
from .values import Items, Value, array_shape


class AnnotationChecks:
    """Compares values with annotations.

    Args:
        report_contradiction: reports a contradiction.
    """

    def __init__(self, report_contradiction: Callable[[Context, str], None]) -> None:
        self._report_contradiction = report_contradiction

    def returned(self, t: Type, value: Value, bound: dict[str, Size], place: Context) -> None:
        """Compare a returned value, or an item of it, with the declared type."""
        proper = get_proper_type(t)
        match proper, value:
            case TupleType(items=types), Items(items=values) if len(types) == len(values):
                for each, item in zip(types, values, strict=True):
                    self.returned(each, item, bound, place)
            case Instance(), _:
                axes, shape = declared_axes(proper), array_shape(value)
                error = None if axes is None or shape is None else contradiction(shape, axes, bound)
                if shape is not None and error is not None:
                    has = f'The returned array has axes "{shown_shape(shape)}"'
                    self._report_contradiction(place, f'{has}, and is declared with "{axes_text(proper)}": {error}')
            case UnionType(items=types), _:
                arrays = [each for each in types if axes_text(each) is not None]
                if len(arrays) == 1 and isinstance(value, tuple) and _only_arrays(types):
                    self.returned(arrays[0], value, bound, place)

    def declared(self, name: str, t: Type | None, shape: Shape, bound: dict[str, Size], place: Context) -> bool:
        """Whether the value of a variable or field may have the annotated axes; otherwise an error is reported."""
        axes = declared_axes(t)
        error = None if axes is None else contradiction(shape, axes, bound)
        if error is not None:
            value = f'its value has "{shown_shape(shape)}"'
            self._report_contradiction(place, f'"{name}" is declared with axes "{axes_text(t)}", and {value}: {error}')
        return error is None

    def variable(self, name: str, statement: AssignmentStmt, value: Value, names: frozenset[str]) -> Value:
        """The value of a variable with annotated axes; an error if the assigned value contradicts it.

        Args:
            name: the name of the variable.
            statement: the assignment.
            value: the assigned value.
            names: the names of axes that the function's parameters have bound.
        """
        axes, shape = declared_axes(statement.type), array_shape(value)
        if axes is None:
            return value
        bound: dict[str, Size] = {each: each for each in names}
        if shape is not None and not self.declared(name, statement.type, shape, bound, statement.rvalue):
            shape = None
        declared = None if any(a.is_variadic for a in axes) else substituted(axes, bound)
        return declared if shape is None else shape


def contradiction(shape: Shape, axes: Sequence[Axis], bound: dict[str, Size]) -> ShapeError | None:
    """The error if a shape can't have the axes of an annotation; binds the names of axes otherwise."""
    try:
        bind(shape, axes, bound)
    except ShapeError as error:
        return error
    return None


def parameter_names(declared: CallableType) -> frozenset[str]:
    """The names of axes in the annotations of the parameters that are not starred."""
    types = [t for t, kind in zip(declared.arg_types, declared.arg_kinds, strict=True) if not kind.is_star()]
    return names_of([axes for t in types for axes in _all_axes(t)])


def _only_arrays(types: Sequence[Type]) -> bool:
    """Whether a union has nothing but one annotated array that an array may be: ``Float[Array, "n"] | None``."""
    others = [get_proper_type(each) for each in types if axes_text(each) is None]
    return all(isinstance(other, NoneType) for other in others)


def _all_axes(t: Type) -> Iterator[tuple[Axis, ...]]:
    """The axes of the arrays in a parameter's type."""
    left: list[Type] = [t]
    while left:
        proper = get_proper_type(left.pop())
        axes = declared_axes(proper)
        if axes is not None:
            yield axes
        if isinstance(proper, TupleType) and proper.partial_fallback.type.tuple_type is None:
            left += proper.items
