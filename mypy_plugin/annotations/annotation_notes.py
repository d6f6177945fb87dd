"""Adds notes to mypy's errors about annotated arrays, with the arrays in jaxtyping's form.

mypy shows the dtype of ``Float32[Array, "n d"]`` as ``Array[float32]``, without the axes. The note below the error has
both, and the operator that changes the dtype. The shapes come from the interpreter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from mypy.argmap import map_actuals_to_formals
from mypy.errorcodes import ARG_TYPE, ASSIGNMENT, RETURN_VALUE
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Expression,
    FuncDef,
    Import,
    ImportAll,
    ImportBase,
    ImportFrom,
    LambdaExpr,
    MypyFile,
    Node,
    ReturnStmt,
    RevealExpr,
)
from mypy.plugin import CheckerPluginInterface
from mypy.typeops import bind_self
from mypy.types import AnyType, CallableType, Instance, NoneType, Type, TypeOfAny, UnionType, get_proper_type

from ...interpreter.dtypes_at_places import Position
from ...jaxtyping.names import MODULE, annotation_name
from ...jaxtyping.shapes import Shape, shown_shape
from ..known_dtypes import known_dtypes, position_of
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.messages import ErrorInfo, current_path, listen
from ..mypy_compat.modules import current_file, is_finished, loaded_modules
from ..report import add_note
from ..syntax_tree import nodes_around
from ..types.expression_types import type_without_context
from ..types.operands import dtypes_of, operands
from ..variables.assignment_marker import inner_value, is_marked
from .jaxtyping_axes import axes_text
from .promoting_operator import promoting_operator

CODES = (ARG_TYPE, RETURN_VALUE, ASSIGNMENT)
"""The codes of mypy's errors about a value that does not have the declared type."""
REVEALED = "Revealed type is "
"""The beginning of mypy's answer to ``reveal_type``."""

Shapes: TypeAlias = Mapping[Position, Shape]


class AnnotationNotes:
    """Adds the notes to the errors of all files."""

    def __init__(self) -> None:
        self._files: dict[str, CheckerPluginInterface] = {}

    def begin(self, api: CheckerPluginInterface) -> None:
        """Add notes to the errors of the file under check from here on, if the program uses jaxtyping."""
        if current_file(api).is_stub or MODULE not in loaded_modules(api):
            return
        if not api.options.fine_grained_incremental:  # mypy's daemon may check a function of any file again
            self._files = {path: file for path, file in self._files.items() if not is_finished(file)}
        self._files[current_path(api)] = api
        listen(api, self._see)

    def _see(self, path: str, error: ErrorInfo) -> None:
        """Add notes to an error that mypy is about to add."""
        is_revealed = error.message.startswith(REVEALED)
        if not is_revealed and (error.severity != "error" or error.code not in CODES or "rray[" not in error.message):
            return
        api = self._files.get(path)
        if api is None or (is_revealed and not _imports_jaxtyping(current_file(api))):
            return
        shapes = known_dtypes(api).shapes_in(current_file(api).path)
        place = Context()
        place.set_line(error.line, error.column, error.end_line, error.end_column)
        around = [*nodes_around(current_file(api), place)]
        notes = _revealed if is_revealed else _mismatch
        for text in notes(api, around, error, shapes):
            add_note(api, error, text)


def _imports_jaxtyping(tree: MypyFile) -> bool:
    """Whether a file imports jaxtyping, so that its reader knows the form of the note."""
    names = {name for each in tree.imports for name in _modules_of(each)}
    return MODULE in names


def _modules_of(statement: ImportBase) -> list[str]:
    match statement:
        case Import(ids=ids):
            return [name for name, _ in ids]
        case ImportFrom(id=name) | ImportAll(id=name):
            return [name]
    return []


def _revealed(api: CheckerPluginInterface, path: Sequence[object], error: ErrorInfo, shapes: Shapes) -> Iterator[str]:
    """The note about an array that ``reveal_type`` shows, if its shape is known."""
    for node in path:
        if isinstance(node, CallExpr) and isinstance(node.analyzed, RevealExpr):
            value = node.analyzed.expr
            if value is not None and position_of(value) in shapes and _is_at(value, error):
                shown = annotation_of(api, value, shapes)
                if shown is not None:
                    yield f"The array is {shown}"


def _mismatch(api: CheckerPluginInterface, path: Sequence[Node], error: ErrorInfo, shapes: Shapes) -> Iterator[str]:
    """The notes about a value that does not have the dtype that its annotation declares."""
    for value, declared in _declarations(api, path, error):
        if not _is_at(value, error):
            continue
        wanted, has = declared_annotation(declared), annotation_of(api, value, shapes)
        if wanted is None or has is None:
            return
        yield f"Expected {wanted}, got {has}"
        change = promoting_operator(api, value, frozenset(dtypes_of(_array_part(declared)) or ()))
        if change is not None:
            yield change
        return


def _declarations(
    api: CheckerPluginInterface, path: Sequence[Node], error: ErrorInfo
) -> Iterator[tuple[Expression, Type]]:
    """The values around a place with the types that are declared for them, the inner ones first."""
    for position in reversed(range(len(path))):
        match path[position]:
            case ReturnStmt(expr=Expression() as value) if error.code is RETURN_VALUE:
                around = next((n for n in reversed(path[:position]) if isinstance(n, FuncDef | LambdaExpr)), None)
                if isinstance(around, FuncDef) and isinstance(around.type, CallableType):
                    yield value, around.type.ret_type
            case AssignmentStmt(rvalue=value, lvalues=[target], type=declared) if error.code is ASSIGNMENT:
                declared = declared or stored_type(api, target)
                if declared is not None:
                    yield inner_value(value), declared
            case CallExpr() as call if error.code is ARG_TYPE and not is_marked(call):
                yield from _arguments(api, call)


def _arguments(api: CheckerPluginInterface, call: CallExpr) -> Iterator[tuple[Expression, Type]]:
    """The arguments of a call with the declared types of their parameters."""
    signature = _signature(api, call.callee)
    if signature is None:
        return
    unknown = AnyType(TypeOfAny.special_form)
    formals = map_actuals_to_formals(
        call.arg_kinds, call.arg_names, signature.arg_kinds, signature.arg_names, lambda _: unknown
    )
    for parameter, actuals in enumerate(formals):
        for actual in actuals:
            yield inner_value(call.args[actual]), signature.arg_types[parameter]


def _signature(api: CheckerPluginInterface, callee: Expression) -> CallableType | None:
    """The signature of a function, a class or an instance that is called; None if it has overloads or is unknown."""
    called = get_proper_type(_type(api, callee))
    if isinstance(called, Instance):
        method = called.type.get("__call__")
        unbound = get_proper_type(method.type) if method is not None else None
        called = bind_self(unbound) if isinstance(unbound, CallableType) else called
    return called if isinstance(called, CallableType) else None


def _type(api: CheckerPluginInterface, expression: Expression) -> Type:
    """The type of an expression; mypy stores none for a call in a `return` statement."""
    return stored_type(api, expression) or type_without_context(api, expression)


def _is_at(value: Expression, error: ErrorInfo) -> bool:
    """Whether an error is about a value."""
    return (value.line, value.column, value.end_line, value.end_column) == (
        error.line,
        error.column,
        error.end_line,
        error.end_column,
    )


# -------------------------------------------------------------------------------------------------- jaxtyping's form


def declared_annotation(declared: Type) -> str | None:
    """The annotation of a declared array; None if the type is no annotated array of known dtype."""
    array = _array_part(declared)
    axes = axes_text(array)
    dtypes = None if axes is None else dtypes_of(array)
    return None if dtypes is None else _annotation(dtypes, "Array", axes)


def annotation_of(api: CheckerPluginInterface, value: Expression, shapes: Shapes) -> str | None:
    """The annotation that a value would have; None if it is no array of known dtype."""
    known = operands(_type(api, value))
    if known is None or any(operand.is_python_scalar or operand.origin == "numpy scalar" for operand in known):
        return None
    kinds = {"np.ndarray" if operand.is_numpy else "Array" for operand in known}
    if len(kinds) > 1:
        return None
    shape = shapes.get(position_of(value))
    dtypes = [dtype for operand in known for dtype in operand.dtypes]
    return _annotation(dtypes, kinds.pop(), "..." if shape is None else shown_shape(shape))


def _annotation(dtypes: Sequence[str], array: str, axes: str | None) -> str | None:
    """An annotation as the program would write it."""
    name = annotation_name(dtypes)
    return None if name is None else f'{name}[{array}, "{axes}"]'


def _array_part(declared: Type) -> Type:
    """The array in a declared type that may be None as well; any other type unchanged."""
    proper = get_proper_type(declared)
    if isinstance(proper, UnionType):
        others = [item for item in proper.items if not isinstance(get_proper_type(item), NoneType)]
        return others[0] if len(others) == 1 else proper
    return proper
