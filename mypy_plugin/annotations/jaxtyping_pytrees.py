"""Structures in jaxtyping's annotations of pytrees: ``PyTree[Float32[Array, "n"], "T"]``.

mypy takes a string of one word for a quoted type, and reports that no such name is defined. `PyTree` is anything to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mypy.nodes import AssignmentStmt, ClassDef, Decorator, FuncDef, MypyFile, Node, OverloadedFuncDef
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, RawExpressionType, Type, TypeList, UnboundType, UnionType

from ...diagnostics.codes import JAXTYPING_SYNTAX
from ...jaxtyping.dimensions import structure_error
from ...jaxtyping.names import BASE, MODULE
from ..mypy_compat.modules import current_file
from ..report import fail_expression_at
from ..statements import blocks, overload_parts
from .jaxtyping_axes import string_of
from .jaxtyping_imports import Imports, imports_of, jaxtyping_name

NAME = "PyTree"


def keep_strings(tree: MypyFile, modules: Mapping[str, MypyFile]) -> None:
    """Have mypy read strings as strings: structures of pytrees, and axes behind a program's own classes of dtypes.

    Args:
        tree: a file that mypy has just parsed.
        modules: the files that mypy has read.
    """
    imports = imports_of(tree)
    for annotation in _of_two_arguments(tree):
        if isinstance(annotation.args[1], UnboundType) and (
            _is_pytree(annotation.name, imports) or jaxtyping_name(annotation.name, tree, modules) == BASE
        ):
            annotation.args = (annotation.args[0], _string(annotation.args[1]))


def report_structures(api: CheckerPluginInterface) -> None:
    """Report the structures in the file under check that jaxtyping rejects."""
    tree = current_file(api)
    imports = imports_of(tree)
    if tree.is_stub or not _imports_pytree(imports):
        return
    for annotation in _of_two_arguments(tree):
        text = string_of(annotation.args[1]) if _is_pytree(annotation.name, imports) else None
        problem = None if text is None else structure_error(text)
        if problem is not None:
            fail_expression_at(api, annotation, JAXTYPING_SYNTAX, f'jaxtyping rejects PyTree[..., "{text}"]: {problem}')


def _imports_pytree(imports: Imports) -> bool:
    return MODULE in imports.modules.values() or (MODULE, NAME) in imports.names.values()


def _of_two_arguments(tree: MypyFile) -> Iterator[UnboundType]:
    """The annotations with two type arguments."""
    left: list[Type | None] = [*_annotations(tree.defs)]
    while left:
        match left.pop():
            case CallableType(arg_types=arguments, ret_type=result):
                left += [*arguments, result]
            case UnionType(items=items) | TypeList(items=items):
                left += items
            case UnboundType(args=arguments) as annotation:
                if len(arguments) == 2:
                    yield annotation
                left += annotation.args


def _annotations(statements: Sequence[Node]) -> Iterator[Type | None]:
    """The annotations of all functions and variables in some statements; None for each without an annotation."""
    left = [*statements]
    while left:
        statement = left.pop()
        match statement:
            case FuncDef(unanalyzed_type=annotation) | AssignmentStmt(unanalyzed_type=annotation):
                yield annotation
            case Decorator(func=function):
                left.append(function)
                continue
            case OverloadedFuncDef():
                left += overload_parts(statement)
                continue
            case ClassDef(defs=body):
                left += body.body
                continue
        left += [inner for block in blocks(statement) for inner in block.body]


def _is_pytree(name: str, imports: Imports) -> bool:
    prefix, _, last = name.rpartition(".")
    if prefix:
        return last == NAME and imports.modules.get(prefix) == MODULE
    return imports.names.get(name) == (MODULE, NAME)


def _string(argument: Type) -> Type:
    match argument:
        case UnboundType(original_str_expr=str(text)):
            return RawExpressionType(text, "builtins.str", argument.line, argument.column)
    return argument
