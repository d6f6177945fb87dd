"""Checks a function's body with the types of one call's arguments.

mypy checks the body in place, with other types for the parameters. Everything that it records meanwhile is undone:
types of variables, types of expressions, and errors.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import NamedTuple

from mypy.errorcodes import ASSIGNMENT
from mypy.nodes import (
    Expression,
    FuncItem,
    NameExpr,
    TempNode,
    TypeInfo,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, NoneType, Type, get_proper_type

from ..body_findings import Finding, findings_collected, findings_of
from ..flow.binder import types_restored
from ..flow.inferred_unions import types_of_call
from ..flow.notes import Action, temporary_notes
from ..installed_packages import is_installed
from ..mypy_compat.bodies import (
    check_body,
    forget_deferred,
    function_entered,
    number_of_deferred,
    separate_checker,
    way_out,
)
from ..mypy_compat.expressions import forget_cached_types, types_apart
from ..mypy_compat.messages import ErrorInfo, errors_behind, errors_watched
from ..mypy_compat.modules import loaded_modules, used_modules
from ..types.expression_types import program_of_its_own, trial
from ..variables.assignment_marker import marker_class
from ..variables.keys import flattened
from .exact_classes import exact_classes_forgotten
from .function_parts import FunctionParts
from .known_loops import loops_followed
from .known_parts import KnownParts
from .parts import Given, Parts
from .prepared_bodies import name_of, returned_values_apart, signature_of_call, variables_as_new
from .reached_parts import ReachedParts, else_shown
from .source_trees import SourceTree


class Checked(NamedTuple):
    """The outcome of checking a body.

    Attributes:
        results: the types of the returned values, in no particular order. If the body may reach its end, None is one.
        errors: the errors and notes that mypy reports.
        is_complete: whether mypy has inferred the types of all variables in the body; False also if mypy fails on it.
        modules: the modules whose bodies the outcome depends on.
        findings: the plugin's reports in statements that every such call reaches.
        parts: the parts of the returned values that are known, for each return statement that is reached.
        receiver_parts: the parts of the first parameter where the body returns.
        types: the types of the expressions in the body.
        yielded: the types of the values that a generator yields; empty if they are unknown.
    """

    results: list[Type]
    errors: list[ErrorInfo]
    is_complete: bool
    modules: frozenset[str] = frozenset()
    findings: tuple[Finding, ...] = ()
    parts: tuple[Parts, ...] = ()
    receiver_parts: tuple[Parts, ...] = ()
    types: Mapping[Expression, Type] = {}
    yielded: tuple[Type, ...] = ()


def check_at_top(
    api: CheckerPluginInterface,
    source: SourceTree,
    function: FuncItem,
    info: TypeInfo | None,
    function_parts: FunctionParts,
    given: Given,
    known: KnownParts,
    begin: Callable[[CheckerPluginInterface], None],
) -> Checked:
    """Check the body of a module's function, or of a method, with a separate checker.

    Args:
        api: the checker at the call.
        source: the module that contains the function.
        function: the function.
        info: the class that contains it; None for a function of the module.
        function_parts: the variables, return statements and assignments of the function.
        given: the types of its parameters, and their known parts.
        known: the known parts of values.
        begin: the plugin's action at the beginning of a module.
    """
    tree = source.tree
    with separate_checker(api, tree, source.options, info) as checker:
        begin(checker)
        outcome = _checked_or_empty(checker, function, function_parts, given, known, is_library=is_installed(tree.path))
    return outcome._replace(modules=frozenset({tree.fullname, *used_modules(checker)}))


def check_inside(
    api: CheckerPluginInterface, function: FuncItem, function_parts: FunctionParts, given: Given, known: KnownParts
) -> Checked:
    """Check the body of a local function, with the checker of the function around it, whose variables it may use."""
    deferred = number_of_deferred(api)
    fixed = [name for variable, name in function_parts.captured.items() if known.is_fixed(variable)]
    captured = [(name, known.stored.stable(api, known.of(api, name))) for name in fixed]
    with trial(api, lambda: (function, *given.types, *given.parts)):
        forget_cached_types(api)
        outcome = _checked_or_empty(api, function, function_parts, given, known, captured)
    were_deferred = forget_deferred(api, deferred)
    return outcome._replace(is_complete=outcome.is_complete and not were_deferred)


def _checked_or_empty(
    api: CheckerPluginInterface,
    function: FuncItem,
    function_parts: FunctionParts,
    given: Given,
    known: KnownParts,
    captured: Sequence[tuple[NameExpr, Parts]] = (),
    *,
    is_library: bool = False,
) -> Checked:
    """Check a body; the outcome is empty if mypy, or a hook of the plugin, raises an exception.

    On an internal error, mypy prints a traceback and exits, so that its output is dropped.
    In a library, a variable may hold values of several types, such as a string or a tuple. Then the body is checked
    once more, with a variable that may hold anything.
    """
    leave = way_out(api)
    printed = StringIO()
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            outcome = _checked(api, function, function_parts, given, known, captured)
            changing = _changing_variables(function_parts, outcome) if is_library else ()
            return _checked(api, function, function_parts, given, known, captured, changing) if changing else outcome
    except (Exception, SystemExit):
        leave()
        return Checked([], [], is_complete=False)


def _checked(
    api: CheckerPluginInterface,
    function: FuncItem,
    function_parts: FunctionParts,
    given: Given,
    known: KnownParts,
    captured: Sequence[tuple[NameExpr, Parts]],
    of_any_type: Container[Var] = (),
) -> Checked:
    """Have mypy check a body; the outcome has the types, errors and parts that it finds.

    `captured` has the parts of variables of the function around it. Variables in `of_any_type` may hold anything.
    """
    signature, narrowing_assignments, replaced_annotations = signature_of_call(api, function, function_parts, given)
    ends = TempNode(NoneType(), context=function.body)
    marker = marker_class(loaded_modules(api))
    parameter_names = [name_of(argument.variable, function) for argument in function.arguments]
    returned_parts: dict[int, Parts] = {}
    receiver_parts: dict[int, Parts] = {}

    def begin(at: CheckerPluginInterface) -> None:
        for name, parts_of_argument in zip(parameter_names, given.parts, strict=True):
            if parts_of_argument:
                known.narrow_parts(api, name, dict(parts_of_argument))
        for variable, parts_of_variable in captured:
            if parts_of_variable:
                known.narrow_parts(api, variable, parts_of_variable)

    def ended(position: int, value: Expression) -> Action:
        def record(at: CheckerPluginInterface) -> None:
            returned_parts[position] = known.returned(api, value)
            receiver_parts[position] = known.of(api, parameter_names[0]) if parameter_names else {}

        return record

    with (
        temporary_notes(marker, function, [begin]) as beginning,
        variables_as_new(function_parts, of_any_type),
        exact_classes_forgotten(),
        types_restored(),
        types_of_call(replaced_annotations),
        returned_values_apart(function_parts, [*narrowing_assignments, *beginning], ends, marker, ended) as returned,
        loops_followed(function_parts.loops, marker, known),
        else_shown(function_parts.conditions),
        errors_watched(api, are_kept=True) as errors,
        program_of_its_own(errors),
        findings_collected() as findings,
        types_apart(api) as types_found,
        function_entered(api, function),
    ):
        is_complete = check_body(api, function, signature)
        results = [
            _more_known(types_found[expression], returned_parts.get(position, {}).get(()))
            for position, expression in enumerate(returned)
            if expression in types_found
        ]
        reported = [*errors_behind(errors)]
        findings += findings_of(reported)
        if findings:  # `ReachedParts` reads the whole body
            reached = ReachedParts(function, types_found)
            findings = [finding for finding in findings if (finding.line, finding.column) in reached]
        return Checked(
            results,
            reported,
            is_complete,
            findings=tuple(findings),
            parts=tuple(returned_parts.values()),
            receiver_parts=tuple(receiver_parts.values()),
            types=types_found,
            yielded=tuple(types_found[value] for value in function_parts.yields or () if value in types_found),
        )


def _changing_variables(function_parts: FunctionParts, outcome: Checked) -> frozenset[Var]:
    """The variables to which a body assigns values of several types, if these are its only errors."""
    coded_errors = [error for error in outcome.errors if error.severity == "error" and error.code is not None]
    if not outcome.is_complete or not any(error.code is ASSIGNMENT for error in coded_errors):
        return frozenset()
    lines = {error.line for error in coded_errors if error.code is ASSIGNMENT}
    assigned = {
        lvalue.node
        for statement in function_parts.assignments
        if not lines.isdisjoint(range(statement.line, (statement.end_line or statement.line) + 1))
        for lvalue in flattened(statement.lvalues)
        if isinstance(lvalue, NameExpr) and isinstance(lvalue.node, Var)
    }
    return frozenset(assigned.intersection(function_parts.inferred))


def _more_known(t: Type, itself: Type | None) -> Type:
    """The type of a returned value: where mypy has `Any`, the type of the whole value among its known parts."""
    return itself if itself is not None and isinstance(get_proper_type(t), AnyType) else t
