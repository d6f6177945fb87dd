"""Findings about shapes: operations that JAX rejects, and arrays that contradict their jaxtyping annotations.

A shape that is not known contradicts nothing. Where an annotation is contradicted, the code goes on with the shape that
the array has.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from ..diagnostics.codes import SHAPE_MISMATCH
from ..inference.random_keys import is_key_dtype
from ..jaxtyping.names import MODULE
from ..jaxtyping.shapes import ShapeError, Size, shown_shape
from .axes import AnyOf, ArrayAxes, AxesTree, CallAxes, Each, axes_of, bound_sizes, declared_axes, shape_for
from .classes import class_of
from .findings import tell
from .operand_choices import SEVERAL
from .places import place_of
from .shapes import attempt, broadcast_shapes, matmul_shape
from .values import (
    Array,
    Function,
    Number,
    NumPyArray,
    Object,
    Shape,
    Singleton,
    Tuple,
    Value,
    is_unknown,
    only,
    shape_of_arrays,
)

if TYPE_CHECKING:
    from .call import Call
    from .classes import ClassInfo
    from .run import Run

Report = Callable[[Shape, ArrayAxes, ShapeError], None]
"""Reports an array that contradicts its annotation."""


@lru_cache(64)
def _names_jaxtyping(text: str) -> bool:
    """Whether a text names jaxtyping, and not this package alone."""
    return re.search(rf"\b{MODULE}\b", text) is not None


def tell_shape(run: Run, node: ast.AST, message: str, check: str, *, is_in_package: bool = True) -> None:
    """Report a contradiction of shapes, unless the code around it expects an error.

    Args:
        run: the run.
        node: the expression.
        message: what happens.
        check: tells apart the checks that are made at one expression.
        is_in_package: whether JAX rejects the operation, so that it is reported for code outside of the program, too,
            at the call that leads to it. It is told where the file uses jaxtyping, whose annotations state the shapes.
    """
    if run.expected_errors or not (is_in_package or run.source.path in run.program_files):
        return
    if is_in_package and not _names_jaxtyping(run.source.text):
        return
    tell(run, place_of(node, run.source.path), SHAPE_MISMATCH, message, key=f"{SHAPE_MISMATCH.name} {check}")


def result_or_none(run: Run, node: ast.AST, words: str, shapes: Sequence[Shape | None], rule: Any) -> Any:
    """The result of a shape rule; None if JAX rejects the shapes, which is reported.

    Args:
        run: the run.
        node: the expression.
        words: what the message begins with.
        shapes: the shapes of the operands.
        rule: computes the result.
    """
    try:
        return rule()
    except ShapeError as error:
        axes = " and ".join(f'"{shown_shape(shape)}"' for shape in shapes if shape is not None)
        tell_shape(run, node, f"{words} {axes}: {error}" if axes else f"JAX rejects this: {error}", "rejected")
        return None


# ------------------------------------------------------------------------------------------------------- annotations


def compared(
    run: Run, tree: AxesTree, value: Value, bound: Mapping[str, Size], report: Report | None
) -> dict[str, Size] | None:
    """Compare a value with its annotation.

    Args:
        run: the run.
        tree: the axes of the annotation.
        value: the value.
        bound: the sizes of the names.
        report: reports a contradiction.

    Returns: The sizes of the names with those that the value binds; None after a contradiction.
    """
    new: dict[str, Size] | None = dict(bound)
    match tree:
        case None:
            return new
        case ArrayAxes():
            shape = None if _is_wrong_key(tree, value) else shape_of_arrays(value)
            try:
                return new if shape is None else bound_sizes(shape, tree, bound)
            except ShapeError as error:
                if report is not None and shape is not None:
                    report(shape, tree, error)
                return None
        case Each(item=item):
            for one in _items(run, value):
                new = None if new is None else compared(run, item, one, new, report)
            return new
        case AnyOf():
            return _compared_with_any(run, tree, value, bound, report)
    parts = only(value, Tuple)
    if parts is None or len(parts.items) != len(tree):
        return new
    for inner, one in zip(tree, parts.items, strict=True):
        if new is not None:
            new = compared(run, inner, one, new, report)
    return new


def _is_wrong_key(tree: ArrayAxes, value: Value) -> bool:
    """Whether a random key stands where another array is declared, or the other way round: the shape says nothing."""
    is_key = any(isinstance(item, Array) and is_key_dtype(item.dtype) for item in value)
    return tree.name != "Shaped" and is_key != (tree.name == "Key")


def _compared_with_any(
    run: Run, tree: AnyOf, value: Value, bound: Mapping[str, Size], report: Report | None
) -> dict[str, Size] | None:
    """Compare a value with a union. One of several arrays may be meant, so none of them binds names."""
    if tree.has_none:
        value = tuple(item for item in value if not (isinstance(item, Singleton) and item.kind == "NoneType"))
    if not value:
        return dict(bound)
    if len(tree.members) == 1:
        return compared(run, tree.members[0], value, bound, report)
    fits = [compared(run, member, value, bound, None) is not None for member in tree.members]
    if any(fits):
        return dict(bound)
    return compared(run, tree.members[-1], value, bound, report)


def _items(run: Run, value: Value) -> list[Value]:
    """The items of a sequence, as far as they are known."""
    from .iteration import known_items

    item = only(value)
    is_list = isinstance(item, Object) and run.heap is not None and (found := run.live.get(item.site)) is not None
    if isinstance(item, Tuple) or (is_list and found is not None and found.kind == "list"):
        return known_items(run, value) or []
    return []


def with_axes(value: Value, tree: AxesTree, bound: Mapping[str, Size]) -> Value:
    """A value with the sizes that its annotation declares, where they are unknown."""
    if isinstance(tree, ArrayAxes):
        declared = shape_for(tree, bound)
        return value if declared is None else tuple(_with_shape(item, declared) for item in value)
    parts = only(value, Tuple)
    match tree:
        case AnyOf(members=(one,)):
            return with_axes(value, one, bound)
        case None | Each() | AnyOf():
            return value
    if parts is None or len(parts.items) != len(tree):
        return value
    items = (with_axes(one, inner, bound) for one, inner in zip(parts.items, tree, strict=True))
    return (replace(parts, items=tuple(items)),)


def _with_shape(item: Any, declared: Shape) -> Any:
    if not isinstance(item, Array) or item.is_struct:
        return item
    if item.shape is None:
        return replace(item, shape=declared)
    if len(item.shape) != len(declared) or None not in item.shape:
        return item
    return replace(item, shape=tuple(b if a is None else a for a, b in zip(item.shape, declared, strict=True)))


# ------------------------------------------------------------------------------------------------------------- calls


def call_annotated(run: Run, function: Function, call: Call, evaluate: Callable[[Call], Value]) -> Value:
    """The value of a call, whose arguments are compared with the annotations of the function.

    An argument that contradicts its annotation has an unknown shape in the function. If all arguments have known shapes
    that fit, the result has the sizes that are declared, where the body tells none.

    Args:
        run: the run.
        function: the function.
        call: the call.
        evaluate: computes the value.
    """
    declared = declared_axes(run, function)
    if declared is None:
        return evaluate(call)
    bound: dict[str, Size] = {}
    fitting, fits = call.copy(), True
    for key, name, value, node in _arguments(function, call):
        after = compared(run, declared.parameters.get(name), value, bound, _report_argument(run, node))
        if after is not None:
            bound = after
            fits &= name not in declared.parameters or _has_shape(value)
            continue
        fits = False
        if isinstance(key, int):
            fitting.arguments[key] = _without_shape(value)
        else:
            fitting.keywords[key] = _without_shape(value)
    result = evaluate(fitting)
    if not fits or function.definition.is_async or function.definition.is_generator:
        return result
    return with_axes(result, declared.result, bound)


def _report_argument(run: Run, node: ast.AST) -> Report:
    def report(shape: Shape, tree: ArrayAxes, error: ShapeError) -> None:
        words = f'The argument has axes "{shown_shape(shape)}", and the parameter is declared with "{tree.text}"'
        tell_shape(run, node, f"{words}: {error}", "argument", is_in_package=False)

    return report


def _has_shape(value: Value) -> bool:
    """Whether something could be compared with an annotation: an array of known rank, or no array."""
    return all(
        item.shape is not None if isinstance(item, (Array, NumPyArray)) else True for item in value
    ) and not is_unknown(value)


def _without_shape(value: Value) -> Value:
    """A value whose arrays have unknown shapes."""
    arrays = (Array, NumPyArray)
    return tuple(
        replace(item, shape=None)
        if isinstance(item, arrays)
        else replace(item, items=tuple(map(_without_shape, item.items)))
        if isinstance(item, Tuple)
        else item
        for item in value
    )


def _arguments(function: Function, call: Call) -> Iterator[tuple[int | str, str, Value, ast.AST]]:
    """The arguments of a call: the position or keyword, the parameter, the value and the expression.

    A transformation may pass other arguments than its call has; then the call stands for their expressions.
    """
    node = call.node
    written = node.args if isinstance(node, ast.Call) else []
    before = len(call.arguments) - len(written)
    is_as_written = before >= 0 and not any(isinstance(each, ast.Starred) for each in written)
    for number, (name, value) in enumerate(zip(function.definition.names, call.arguments, strict=False)):
        yield number, name, value, written[number - before] if is_as_written and number >= before else node
    keywords = {each.arg: each.value for each in node.keywords} if isinstance(node, ast.Call) else {}
    for name, value in call.keywords.items():
        yield name, name, value, keywords.get(name, node)


def axes_of_call(run: Run, function: Function, arguments: Mapping[str, Value], *, is_open: bool) -> CallAxes | None:
    """The axes of a call by the values of the parameters; None if there are none, or if the values contradict them.

    Args:
        run: the run.
        function: the function.
        arguments: the values of its parameters.
        is_open: whether nothing calls the function, so that each name of its axes is a size of its own.
    """
    declared = declared_axes(run, function)
    if declared is None:
        return None
    bound: dict[str, Size] | None = {}
    for name, tree in declared.parameters.items():
        if bound is not None and name in arguments:
            bound = compared(run, tree, arguments[name], bound, None)
    if bound is None:
        return None
    return CallAxes(declared, {**dict.fromkeys(declared.names), **bound, **_open_names(bound, declared.names, is_open)})


def _open_names(bound: Mapping[str, Size], names: frozenset[str], is_open: bool) -> dict[str, Size]:
    return {name: name for name in names if bound.get(name) is None} if is_open else {}


def check_fields(run: Run, info: ClassInfo, call: Call, given: Mapping[str, Value], *, is_one_scope: bool) -> None:
    """Compare the arguments of a constructor that is made of a class's fields with their annotations.

    Args:
        run: the run.
        info: the class.
        call: the call.
        given: the arguments by field.
        is_one_scope: whether the names of axes are the same sizes in all fields.
    """
    written = call.node.args if isinstance(call.node, ast.Call) else []
    keywords = {each.arg: each.value for each in call.node.keywords} if isinstance(call.node, ast.Call) else {}
    is_as_written = len(written) == len(call.arguments) and not any(isinstance(e, ast.Starred) for e in written)
    bound: dict[str, Size] = {}
    for number, (name, owner) in enumerate(info.constructor_fields(run).items()):
        value = given.get(name, ())
        tree = axes_of_field(run, info, owner.annotations[name]) if value and name not in owner.init_only else None
        if tree is None:
            continue
        node = written[number] if is_as_written and number < len(written) else keywords.get(name, call.node)
        after = compared(run, tree, value, bound, _report_argument(run, node))
        if after is not None:
            bound = after if is_one_scope else {}


def axes_of_field(run: Run, info: ClassInfo, annotation: ast.expr | None) -> AxesTree:
    """The axes that a class declares for a field."""
    if annotation is None or info.frame not in run.live:
        return None
    key = ("axes", id(annotation))
    if key not in run.models:
        with run.entering(info.frame, run.source, run.flow, run.context):
            run.models[key] = axes_of(run, annotation)
    found: AxesTree = run.models[key]
    return found


# -------------------------------------------------------------------------------------------------------- statements


def check_returned(run: Run, node: ast.expr, value: Value) -> None:
    """Compare a returned value with the declared result of the function."""
    axes = run.flow.axes if run.flow is not None else None
    if axes is None or axes.declared.result is None:
        return

    def report(shape: Shape, tree: ArrayAxes, error: ShapeError) -> None:
        words = f'The returned array has axes "{shown_shape(shape)}", and is declared with "{tree.text}"'
        tell_shape(run, node, f"{words}: {error}", "returned", is_in_package=False)

    compared(run, axes.declared.result, value, axes.bound, report)


def checked_variable(run: Run, node: ast.AnnAssign, value: Value) -> Value:
    """The value that an annotated variable gets, with the sizes that the annotation declares."""
    assert node.value is not None
    tree = axes_of(run, node.annotation)
    axes = run.flow.axes if run.flow is not None else None
    bound = {} if axes is None else axes.bound
    target = node.target
    name = target.id if isinstance(target, ast.Name) else target.attr if isinstance(target, ast.Attribute) else ""
    if tree is None or not name:
        return value
    after = compared(run, tree, value, bound, _report_declared(run, name, node.value))
    return value if after is None else with_axes(value, tree, bound)


def check_unpacked(run: Run, target: ast.expr, value: Value, node: ast.expr) -> None:
    """Report ``n, d = x.shape`` if the array has not as many axes as there are targets."""
    sizes = only(value, Tuple)
    if isinstance(target, ast.Tuple) and isinstance(node, ast.Attribute) and node.attr == "shape" and sizes is not None:
        count, targets = len(sizes.items), target.elts
        if count != len(targets) and not any(isinstance(each, ast.Starred) for each in targets):
            number = f"{count} values are" if count != 1 else "1 value is"
            tell_shape(run, targets[0], f"{number} assigned to {len(targets)} variables", "unpacked")


def check_target(run: Run, target: ast.expr, value: Value, node: ast.expr) -> None:
    """Compare the value that the field of an instance gets with the annotation in its class.

    Args:
        run: the run.
        target: the target of an assignment.
        value: the value.
        node: the expression of the value.
    """
    check_unpacked(run, target, value, node)
    if not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Name) or run.heap is None:
        return
    if shape_of_arrays(value) is None:
        return
    name = target.attr
    with run.records.paused():
        owner = only(run.evaluate(target.value), Object)
    info = class_of(run, owner)
    annotation = info.fields(run).get(name) if info is not None else None
    found = run.live.get(owner.site) if owner is not None else None
    if info is None or annotation is None or found is None:
        return
    tree = axes_of_field(run, info, annotation)
    if not isinstance(tree, ArrayAxes):
        return
    declared = shape_of_arrays(found.fields.get(name, ())) or ()
    names = [(axis.text, size) for axis, size in zip(tree.axes, declared, strict=False) if isinstance(size, str)]
    bound: dict[str, Size] = {axis: size for axis, size in names if size.endswith(f".{axis}")}
    compared(run, tree, value, bound, _report_declared(run, name, node))


def _report_declared(run: Run, name: str, node: ast.expr) -> Report:
    def report(shape: Shape, tree: ArrayAxes, error: ShapeError) -> None:
        words = f'"{name}" is declared with axes "{tree.text}", and its value has "{shown_shape(shape)}"'
        tell_shape(run, node, f"{words}: {error}", "declared", is_in_package=False)

    return report


def operator_shape(run: Run, op: str, left: Any, right: Any, node: ast.AST) -> Shape | None:
    """The shape of an operator's result; None if it is unknown. Operands whose shapes JAX rejects are reported.

    Nothing is reported if the operands are some of several alternatives.
    """
    shapes = [() if isinstance(item, Number) else getattr(item, "shape", None) for item in (left, right)]
    rule = partial(matmul_shape, *shapes) if op == "matmul" else partial(broadcast_shapes, shapes)
    if run.models.get(SEVERAL) or any(isinstance(item, Array) and is_key_dtype(item.dtype) for item in (left, right)):
        return attempt(rule)
    found: Shape | None = result_or_none(run, node, "Operands with axes", shapes, rule)
    return found
