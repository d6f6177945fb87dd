"""Texts of the reports that arise in a function's body for the dtypes of one call."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from mypy.nodes import Decorator, FuncDef, FuncItem, MypyFile
from mypy.options import Options
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, Instance, TupleType, Type, UnionType

from ...diagnostics.codes import CODES
from ...diagnostics.values import held_dtype
from ...dtype_info import dtype_info
from ...inference.operand import has_dtype
from ...system import System
from ..body_findings import Finding
from ..mypy_compat.messages import use_comment
from ..mypy_compat.modules import current_file
from ..types.array_types import unfolded
from ..types.operands import operands
from .answers import Answer, Answers
from .call_arguments import declared_types
from .called_functions import Target
from .results import is_open

MOST_DTYPES = 4
"""The largest number of dtypes that a message names."""


def findings_at_call(
    api: CheckerPluginInterface, target: Target, types: Sequence[Type], answers: Answers, answer: Answer, system: System
) -> list[Finding]:
    """The reports in a function's body that only this call causes, with their places.

    Args:
        api: the type checker at the call.
        target: the function.
        types: the types of its parameters in the call.
        answers: checks the body for the declared types.
        answer: the answer for the call.
        system: the promotion system at the place of the call.
    """
    if not answer.findings:
        return []
    function, source = target.definition.function, target.source
    tree = current_file(api) if source is None else source.tree
    declared = declared_types(target)
    without_call: tuple[Finding, ...] = ()
    if function.type is not None or _checks_all(api, tree):
        if [*types] == declared:
            return []
        declared_findings = answers.declared_findings(api, target)
        if declared_findings is None:
            return []
        without_call = declared_findings
    named = _called_with(types, declared, system)
    return [
        finding if finding.is_inner else _placed(finding, function, tree.path, named)
        for finding in answer.findings
        if finding not in without_call and not _is_ignored(finding, tree)
    ]


def _checks_all(api: CheckerPluginInterface, tree: MypyFile) -> bool:
    """Whether mypy itself checks the functions of a module that have no annotations."""
    options: Options = api.options.clone_for_module(tree.fullname)
    return options.check_untyped_defs


def _placed(finding: Finding, function: FuncItem, path: str, named: str) -> Finding:
    """A report with its place in front: the function, the file and the line.

    Args:
        finding: the report.
        function: the function that it is in.
        path: of the file.
        named: the dtypes that the function is called with.
    """
    shown = os.path.normpath(path)
    here = os.getcwd() + os.sep
    where = f"{function.name or 'a lambda'} ({shown.removeprefix(here)}:{finding.line})"
    called = f", called with {named}" if named else ""
    return finding._replace(message=f"in {where}{called}: {finding.message}", is_inner=True)


def _is_ignored(finding: Finding, tree: MypyFile) -> bool:
    """Whether a comment ``# type: ignore`` in the function silences a report."""
    ignored = tree.ignored_lines
    for line in range(finding.line, max(finding.end_line or 0, finding.line) + 1):
        if line in ignored and (not ignored[line] or finding.code.name in ignored[line]):
            return True
    return False


def keep_comments(api: CheckerPluginInterface) -> None:
    """Have mypy call no comment ``# type: ignore[dtype-range]`` unused where a call may lead to the report."""
    tree = current_file(api)
    if not api.options.warn_unused_ignores:
        return
    ignored = {line: codes for line, names in tree.ignored_lines.items() if (codes := CODES.keys() & names)}
    if not ignored:
        return
    for _, symbol, _ in tree.local_definitions():
        node = symbol.node
        function = node.func if isinstance(node, Decorator) else node
        if isinstance(function, FuncDef) and _leaves_dtypes_open(function):
            for line in ignored.keys() & range(function.line, (function.end_line or function.line) + 1):
                use_comment(api, line, ignored[line])


def _leaves_dtypes_open(function: FuncDef) -> bool:
    signature = function.type
    return not isinstance(signature, CallableType) or any(map(is_open, signature.arg_types))


def _called_with(types: Sequence[Type], declared: Sequence[Type], system: System) -> str:
    """The dtypes of a call's arguments that the function does not declare: "uint32 and int32"."""
    texts = [
        text
        for t, own in zip(types, declared, strict=True)
        if t != own and (text := "/".join(dict.fromkeys(_dtypes(t, system))))
    ]
    if len(texts) > MOST_DTYPES:
        texts = [*texts[:MOST_DTYPES], "others"]
    return " and ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))


def _dtypes(t: Type, system: System) -> Iterator[str]:
    """The dtypes in a type, as messages name them."""
    proper = unfolded(t)
    alternatives = operands(proper)
    if alternatives is not None:
        for operand in alternatives:
            for dtype, node in zip(operand.dtypes, operand.entering(system), strict=True):
                if operand.is_numpy:
                    yield f"NumPy {dtype}"
                elif has_dtype(system, node) and node != "bool":
                    is_weak = dtype_info(node).is_weak and not operand.is_python_scalar
                    yield f"weak {held_dtype(system, node)}" if is_weak else node
    elif isinstance(proper, TupleType | UnionType):
        for item in proper.items:
            yield from _dtypes(item, system)
    elif isinstance(proper, Instance):
        for argument in proper.args:
            yield from _dtypes(argument, system)
