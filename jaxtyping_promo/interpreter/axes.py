"""The axes that jaxtyping annotations declare: of a function's parameters and result, and of variables.

An annotation is read as a tree: the axes of one array, a tuple of trees for ``tuple[...]``, an `Each` for a sequence of
any length, an `AnyOf` for a union. None stands for any other annotation.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..jaxtyping.dimensions import Axis, AxisError, parse_axes
from ..jaxtyping.names import BASE, MODULE, NAMES
from ..jaxtyping.shapes import Size, bind, is_name, of_axes, substituted
from .values import BOTTOM, ArrayType, Class, External, Function, Shape, Tuple, Value, constant_of, only

if TYPE_CHECKING:
    from .definitions import Definition
    from .run import Run

SEQUENCES = frozenset(("list", "List", "Sequence", "Iterable", "Collection", "MutableSequence"))
"""The short names of types with any number of items of one type."""
MOST_STRINGS = 4096
"""The number of strings whose axes are cached."""


class ArrayAxes(NamedTuple):
    """The axes of one annotated array.

    Attributes:
        name: jaxtyping's name, ``"Float32"``.
        text: the string of the annotation.
        axes: its axes.
    """

    name: str
    text: str
    axes: tuple[Axis, ...]


class Each(NamedTuple):
    """A sequence whose items have one annotation."""

    item: AxesTree


class AnyOf(NamedTuple):
    """A union of annotations; that of None is left out."""

    members: tuple[AxesTree, ...]
    has_none: bool


AxesTree: TypeAlias = "ArrayAxes | Each | AnyOf | tuple[AxesTree, ...] | None"


class DeclaredAxes(NamedTuple):
    """The axes that the annotations of a function declare.

    Attributes:
        parameters: those of the parameters that have some.
        result: those of the result.
        names: the names that stand for one size each within the function.
    """

    parameters: Mapping[str, AxesTree]
    result: AxesTree
    names: frozenset[str]


class CallAxes(NamedTuple):
    """The axes that a function declares, in one call.

    Attributes:
        declared: the axes.
        bound: the size of each name that the arguments have bound.
    """

    declared: DeclaredAxes
    bound: Mapping[str, Size]


class AxisScope(NamedTuple):
    """What the names of the axes in a declaration stand for.

    Attributes:
        names: the names that stand for one size each; None for all names.
        prefix: the object whose names they are, with a dot behind it: ``self.``.
        path: the object that the declared value is, if it is an instance; "" if it has no name.
    """

    names: frozenset[str] | None = frozenset()
    prefix: str = ""
    path: str = ""

    def shape(self, axes: tuple[Axis, ...]) -> Shape | None:
        """The shape of a declared array; None if its rank is unknown."""
        names = frozenset(axis.text for axis in axes if is_name(axis)) if self.names is None else self.names
        shape = of_axes(axes, names)
        return None if shape is None else tuple(f"{self.prefix}{n}" if isinstance(n, str) else n for n in shape)

    def of_field(self, name: str) -> AxisScope:
        """The scope of a field of the declared instance."""
        return AxisScope(None, f"{self.path}.", f"{self.path}.{name}") if self.path else NO_NAMES

    def of_item(self) -> AxisScope:
        """The scope of an item of the declared tuple."""
        return self._replace(path="")

    def of_each(self) -> AxisScope:
        """The scope of each item of the declared sequence. The items of a field may have different sizes."""
        return self.of_item() if self.names is not None else NO_NAMES


NO_NAMES = AxisScope()
"""The scope of a declaration whose names have unknown sizes."""


@lru_cache(MOST_STRINGS)
def axes_of_text(text: str) -> tuple[Axis, ...] | None:
    """The axes in a string; None if jaxtyping rejects it, or can't evaluate it when it checks an array."""
    try:
        axes = parse_axes(text)
    except AxisError:
        return None
    return axes if all(map(_can_be_evaluated, axes)) else None


def _can_be_evaluated(axis: Axis) -> bool:
    """Whether jaxtyping can evaluate an axis when it checks an array; true of every axis that is not an expression.

    jaxtyping accepts ``"t* cells"``, but raises a SyntaxError when it compares an array with it. Such strings are
    documentation whose meaning is the program's own.
    """
    if axis.kind != "symbolic" or "{" in axis.text:  # braces are replaced as in an f-string
        return True
    try:
        ast.parse(axis.text, mode="eval")
    except (SyntaxError, ValueError):
        return False
    return True


def array_type(run: Run, owner: External | Class, index: Value) -> ArrayType | None:
    """The value of ``Float32[arrays, text]``; None if `owner` is no name of jaxtyping, and no dtype of the program."""
    short = dtype_name(run, owner)
    if short is None:
        return None
    pair = only(index, Tuple)
    arrays, text = pair.items if pair is not None and len(pair.items) == 2 else (index, BOTTOM)
    return _array_type(short, arrays, constant_of(text))


def dtype_name(run: Run, owner: object) -> str | None:
    """The name that is subscripted by an array type and axes: jaxtyping's own, or a class of the program."""
    if isinstance(owner, Class):
        info = run.classes[owner.site]
        return info.name if info.inherits(f"{MODULE}.{BASE}") else None
    module, _, short = owner.name.rpartition(".") if isinstance(owner, External) else ("", "", "")
    return short if module.startswith(MODULE) and short in NAMES else None


def _array_type(short: str, arrays: Value, text: object) -> ArrayType:
    inner = only(arrays, ArrayType)
    whole = text if isinstance(text, str) else None
    if inner is not None:
        whole = None if whole is None or inner.text is None else f"{whole} {inner.text}"
        return ArrayType(short, inner.arrays, whole)
    return ArrayType(short, arrays, whole)


def declared_axes(run: Run, function: Function) -> DeclaredAxes | None:
    """The axes that a function's annotations declare; None if they declare none."""
    definition = function.definition
    if isinstance(definition.node, ast.Lambda):
        return None
    key = ("axes", id(definition))
    if key not in run.models:
        owner = function.frame if run.heap is not None and function.frame in run.live else run.frame
        source = run.models.get(("source", definition.path), run.source)
        with run.entering(owner, source, None, run.context):
            run.models[key] = _read(run, definition)
    found: DeclaredAxes | None = run.models[key]
    return found


def _read(run: Run, definition: Definition) -> DeclaredAxes | None:
    """The axes of a function, whose annotations are evaluated in the current frame."""
    node = definition.node
    assert not isinstance(node, ast.Lambda)
    annotated = [each for each, _ in definition.parameters if each.annotation is not None]
    trees = {each.arg: axes_of(run, each.annotation) for each in annotated if each.annotation is not None}
    parameters = {name: tree for name, tree in trees.items() if tree is not None}
    result = None if node.returns is None or definition.is_generator else axes_of(run, node.returns)
    if result is None and not parameters:
        return None
    names = (axis.text for tree in parameters.values() for axis in _axes_in(tree) if is_name(axis))
    return DeclaredAxes(parameters, result, frozenset(names))


def _axes_in(tree: AxesTree) -> Iterator[Axis]:
    """The axes of the arrays in a parameter, without those in sequences and in unions of arrays."""
    match tree:
        case ArrayAxes(axes=axes):
            yield from axes
        case AnyOf(members=(one,)):
            yield from _axes_in(one)
        case Each() | AnyOf() | None:
            return
        case _:
            for item in tree:
                yield from _axes_in(item)


def axes_of(run: Run, annotation: ast.expr) -> AxesTree:
    """The axes that an annotation declares, whose names are evaluated in the current frame."""
    with _unwatched(run):
        return _tree(run, annotation)


@contextmanager
def _unwatched(run: Run) -> Iterator[None]:
    """Evaluate names that nothing depends on."""
    watch, node = run.base.watch, run.node
    run.base.watch = None
    try:
        with run.records.paused():
            yield
    finally:
        run.base.watch, run.node = watch, node


def _tree(run: Run, annotation: ast.expr) -> AxesTree:
    match annotation:
        case ast.Constant(value=str(text)):
            try:
                return _tree(run, ast.parse(text, mode="eval").body)
            except SyntaxError:
                return None
        case ast.BinOp(op=ast.BitOr()):
            return _union(run, [*_members(annotation)])
        case ast.Name() | ast.Attribute():
            return _of_type(only(run.evaluate(annotation)))
        case ast.Subscript(value=ast.Name() | ast.Attribute() as owner, slice=index):
            return _of_subscript(run, owner, annotation, index.elts if isinstance(index, ast.Tuple) else [index])
    return None


def _of_subscript(run: Run, owner: ast.expr, annotation: ast.Subscript, parts: list[ast.expr]) -> AxesTree:
    value = only(run.evaluate(owner))
    if dtype_name(run, value) is not None:
        return _of_type(only(run.evaluate(annotation)))
    if not isinstance(value, External):
        return None
    short = value.name.rpartition(".")[2]
    if short in ("Optional", "Union"):
        return _union(run, [*parts, *([ast.Constant(None)] if short == "Optional" else [])])
    if short in ("Annotated", "Final", "ClassVar"):
        return _tree(run, parts[0])
    if short in SEQUENCES:
        return _each(_tree(run, parts[0]))
    if short in ("tuple", "Tuple"):
        if len(parts) == 2 and isinstance(parts[1], ast.Constant) and parts[1].value is ...:
            return _each(_tree(run, parts[0]))
        trees = tuple(_tree(run, part) for part in parts)
        return trees if any(tree is not None for tree in trees) else None
    return None


def _each(item: AxesTree) -> AxesTree:
    return None if item is None else Each(item)


def _members(annotation: ast.expr) -> Iterator[ast.expr]:
    """The members of ``a | b | c``."""
    if isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr):
        yield from _members(annotation.left)
        yield from _members(annotation.right)
    else:
        yield annotation


def _union(run: Run, parts: list[ast.expr]) -> AxesTree:
    others = [part for part in parts if not (isinstance(part, ast.Constant) and part.value is None)]
    members = tuple(_tree(run, part) for part in others)
    return AnyOf(members, len(others) < len(parts)) if members and None not in members else None


def _of_type(item: object) -> AxesTree:
    if not isinstance(item, ArrayType) or item.text is None:
        return None
    axes = axes_of_text(item.text)
    return None if axes is None else ArrayAxes(item.name, item.text, axes)


def bound_sizes(shape: Shape, tree: ArrayAxes, bound: Mapping[str, Size]) -> dict[str, Size]:
    """The sizes of names, with those that an array of a shape binds.

    Raises:
        ShapeError: no array of that shape has the axes.
    """
    new = dict(bound)
    bind(shape, tree.axes, new)
    return new


def shape_for(tree: ArrayAxes, bound: Mapping[str, Size]) -> Shape | None:
    """The shape of an annotated array, with the sizes of names; None if the rank is unknown."""
    return substituted(tree.axes, dict(bound))
