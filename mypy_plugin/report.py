"""Reports errors and notes to the user; the only module that calls mypy's `fail` and `note`.

`fail_expression` reports a call that JAX rejects, and mypy treats the expression as wrong. `report` is for results that
JAX computes, but that may surprise the user. Both look up the severity of the code in the current file.

>>> report(ctx, DTYPE_RANGE, "uint32 + int32 is int32 here: ...", "Cast first: ...")  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from mypy.nodes import CallExpr, ComparisonExpr, Context, OperatorAssignmentStmt, OpExpr
from mypy.plugin import CheckerPluginInterface

from ..diagnostics.codes import ERROR, NOTE, OFF, Code
from .contexts import AnyContext
from .mypy_codes import link_line, mypy_code
from .mypy_compat.expressions import checked_union_members, is_in_lambda
from .mypy_compat.messages import (
    ErrorInfo,
    current_options,
    current_path,
    discards_all,
    has_watchers,
    innermost_watcher_left_out,
    kept_errors,
    note_at,
    note_below,
    reported_errors,
    watchers_inside_out,
    watchers_left_out,
)
from .reported_places import is_reported_at
from .severities import refusal_severity, severity
from .skipped_branches import is_in_skipped_branch
from .told_findings import told_findings
from .types.expression_types import has_failed, is_any_trial_running, is_final, is_innermost_trial

OPERATORS = (OpExpr, ComparisonExpr, OperatorAssignmentStmt)
"""The nodes for which mypy tries operator methods."""
NOTE_PRIORITY = 30
"""The priority of a note to an error. mypy sorts messages of one place and code by it, and gives errors 0."""


# ------------------------------------------------------------------------------------------------------- refusals


def fail_expression(
    ctx: AnyContext, code: Code, message: str, advice: str | None = None, place: Context | None = None
) -> None:
    """Report a call or operator that JAX rejects; mypy treats the expression as after an error in its own check.

    Args:
        ctx: the call, operator or attribute.
        code: the code.
        message: what happens, without a full stop.
        advice: what to write instead, shown on a separate line.
        place: the place of the error; by default, the place of `ctx`.
    """
    with _past_operator_collector(ctx):
        fail_expression_at(ctx.api, place or ctx.context, code, message, advice)


def fail_expression_at(
    api: CheckerPluginInterface, place: Context, code: Code, message: str, advice: str | None = None
) -> None:
    """Report a rejected expression at a place for which no hook was called; see `fail_expression`."""
    level = refusal_severity(api, code)
    if level == ERROR:
        info = api.fail(message, place, code=mypy_code(code))
        if info is not None:
            _add_advice_and_link(api, place, code, advice)
    elif level == NOTE and _is_final_check(api, place):
        _add_report(api, place, code, level, message, advice)


@contextmanager
def _past_operator_collector(ctx: AnyContext) -> Iterator[None]:
    """Report an error past mypy's collector of the errors of one operator method.

    NOTE: For ``x op y`` mypy collects the errors of ``x``'s method, and then tries ``y``'s reflected method. It shows
    the errors of the first method, or none if the second one succeeds. So an error of the second method would be lost,
    or be reported under mypy's code for operators.
    """
    if not is_collected(ctx):
        yield
        return
    with innermost_watcher_left_out(ctx.api):
        yield


def is_collected(ctx: AnyContext) -> bool:
    """Whether mypy is collecting the errors of an operator's methods, to decide which method to try next."""
    is_operator = isinstance(ctx.context, OpExpr | ComparisonExpr)
    return is_operator and has_watchers(ctx.api) and not is_innermost_trial(ctx.api)


def try_each_item(ctx: AnyContext) -> None:
    """Make mypy try the members of the right operand's union one by one, as after an error for the whole union."""
    if is_collected(ctx):
        ctx.api.fail("Only some items of the union are arrays", ctx.context)


# ------------------------------------------------------------------------------------------------------- findings


def report(ctx: AnyContext, code: Code, message: str, advice: str | None = None, place: Context | None = None) -> None:
    """Report a result that JAX computes, but that may surprise the user; mypy continues as without the report.

    Args:
        ctx: the call, operator or attribute.
        code: the code.
        message: what happens and why it matters, without a full stop.
        advice: what to write instead, shown on a separate line.
        place: the place of the problem; by default, the place of `ctx`.
    """
    level = severity(ctx.api, code)
    if level != OFF and _is_final_check(ctx.api, ctx.context):
        _add_report(ctx.api, place or ctx.context, code, level, message, advice)


def _is_final_check(api: CheckerPluginInterface, place: Context) -> bool:
    """Whether mypy is checking the program as it is, and not an attempt whose errors it may discard.

    mypy also filters errors where it keeps the results: around operator methods, and around each overload that it
    tries. Only a lambda is checked with the parameters of one overload after another.
    """
    if is_any_trial_running() or checked_union_members(api):
        return False
    if isinstance(place, CallExpr) and has_failed(api):
        return False
    if not is_in_lambda(api):
        return True
    filters = sum(1 for watcher in watchers_inside_out(api) if discards_all(watcher) and not is_final(watcher))
    return filters <= isinstance(place, (CallExpr, *OPERATORS))


def _add_report(
    api: CheckerPluginInterface,
    place: Context,
    code: Code,
    level: str,
    message: str,
    *advice: str | None,
    is_told: bool = False,
) -> None:
    """Add a report to the errors of the file, unless the same code is already reported at that place."""
    if is_reported_at(api, place, code):
        return
    if told_findings(api).has_at(api, code, place):
        return
    if is_in_skipped_branch(api, place):
        return
    error_code = mypy_code(code)
    with watchers_left_out(api):
        if level == ERROR:
            if not is_told:
                told_findings(api).replace(current_path(api), code.name, place.line)
            api.fail(message, place, code=error_code)
        else:
            note_at(api, message + _shown_code(api, code), place, error_code)
        if not is_reported_at(api, place, code):
            return  # a comment at the place ignores the code
        _add_advice_and_link(api, place, code, *advice)


def _shown_code(api: CheckerPluginInterface, code: Code) -> str:
    """The code behind the text of a note; mypy itself shows the codes of errors alone."""
    return "" if current_options(api).hide_error_codes else f"  [{code.name}]"


def _add_advice_and_link(api: CheckerPluginInterface, place: Context, code: Code, *advice: str | None) -> None:
    """Add the lines below the first one of a report."""
    for line in advice:
        if line is not None:
            note_at(api, line, place, mypy_code(code))
    _add_link(api, place, code)


def _add_link(api: CheckerPluginInterface, place: Context, code: Code) -> None:
    """Add the address of a code's page to a report, if it is the first report of the code in the file.

    mypy checks some functions later than their place in the file says, so the address may have to move up.
    """
    link = link_line(code)
    infos = reported_errors(api)
    # The first report has the address, so a file of many reports is not searched to its end each time.
    earlier = next((info for info in infos if info.message == link), None)
    if earlier is not None and earlier.line == place.line and told_findings(api).has_line(current_path(api), earlier):
        earlier = None  # this report replaces that of the interpreter, with its address
    if (earlier is not None and (earlier.line, earlier.column) <= (place.line, place.column)) or any(
        info.message == link for info in kept_errors(api)
    ):
        return
    if earlier is not None:
        is_watched = has_watchers(api)
        if any(map(discards_all, watchers_inside_out(api))) or not (is_watched or is_reported_at(api, place, code)):
            return  # mypy discards this report, or a comment ignores it; the other one keeps the address
        infos.remove(earlier)
    note_at(api, link, place, mypy_code(code))


def add_note(api: CheckerPluginInterface, error: ErrorInfo, text: str) -> None:
    """Add a note to an error of mypy's own, which mypy shows below the error."""
    note_below(api, error, text, NOTE_PRIORITY)


# ------------------------------------------------------------------------------------ findings of the interpreter


def report_told(
    api: CheckerPluginInterface, place: Context, code: Code, level: str, message: str, lines: Sequence[str], cause: str
) -> None:
    """Report what the interpreter has found, before mypy checks the file.

    Args:
        api: mypy's checker of the file.
        place: the place.
        code: the code.
        level: its severity, an error or a note.
        message: what happens, without a full stop.
        lines: further lines: the cause, and the advice at the end.
        cause: the file and the line of the operation, which may be in a called function.
    """
    count = len(reported_errors(api))
    _add_report(api, place, code, level, message, *lines, is_told=True)
    told_findings(api).note(api, code, place, cause, reported_errors(api)[count:])


# ------------------------------------------------------------------------------------------------ plain diagnostics


def report_at(api: CheckerPluginInterface, place: Context, code: Code, message: str) -> None:
    """A report about a module or the configuration, in mypy's own order and form; a note by default."""
    level = severity(api, code)
    if level == ERROR:
        api.fail(message, place, code=mypy_code(code))
    elif level == NOTE:
        note_at(api, message + _shown_code(api, code), place, mypy_code(code))


def report_in_analysis(fail: Callable[..., object], place: Context, message: str, code: object) -> None:
    """Report an error during semantic analysis, before any expression has a type.

    Args:
        fail: mypy's function for such errors.
        place: the place of the error.
        message: the text.
        code: mypy's own error code.
    """
    fail(message, place, code=code)
