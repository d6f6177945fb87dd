"""What the plugin tells the user: the only module that calls mypy's `fail` and `note`.

`refuse` is for what JAX rejects when the program runs, and `report` for everything that it computes all the same. Both
look up how severe the code is in the file under check.

>>> report(ctx, DTYPE_RANGE, "uint32 + int32 is int32 here: ...", "Cast first: ...")  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mypy.errors import Errors
from mypy.nodes import CallExpr, ComparisonExpr, Context, MypyFile, OperatorAssignmentStmt, OpExpr
from mypy.plugin import CheckerPluginInterface

from ..config import Config
from ..diagnostics.codes import ERROR, NOTE, OFF, Code
from .codes import mypy_code
from .contexts import AnyContext
from .mypy_compat import (
    checked_union_members,
    current_file,
    discards_all,
    error_watchers,
    is_in_lambda,
    reported_errors,
)
from .types.expression_types import has_failed, is_any_trial_running, is_certain, is_innermost_trial

OPERATORS = (OpExpr, ComparisonExpr, OperatorAssignmentStmt)
"""The nodes at which mypy tries operator methods."""

_config = Config()


def configure(config: Config) -> None:
    """Take the severities of a configuration from now on."""
    global _config
    _config = config


def severity(api: CheckerPluginInterface, code: Code) -> str:
    """How a code is reported in the file under check; mypy's own options for codes go before the configuration."""
    known = mypy_code(code)
    options = api.msg.errors.options
    if known in options.disabled_error_codes:
        return OFF
    tree: MypyFile = current_file(api)
    configured = _config.for_module(tree.fullname).severity(code.name)
    return NOTE if configured == OFF and known in options.enabled_error_codes else configured


def is_reported(api: CheckerPluginInterface, *codes: Code) -> bool:
    """Whether any of some codes is reported in the file under check, so that it is worth looking for them."""
    errors = api.msg.errors
    if errors.file in errors.ignored_files or errors.options.ignore_errors:
        return False
    return any(severity(api, code) != OFF for code in codes)


# ------------------------------------------------------------------------------------------------------- refusals


def refuse(ctx: AnyContext, code: Code, message: str, advice: str | None = None, place: Context | None = None) -> None:
    """Report what JAX rejects. For mypy the expression has an error, as after an error of its own.

    Args:
        ctx: the call, operator or attribute.
        code: the code.
        message: what happens, without a full stop.
        advice: what to write instead, as a line of its own.
        place: where it stands, if not at `ctx`.
    """
    with _past_the_other_method(ctx):
        refuse_at(ctx.api, place or ctx.context, code, message, advice)


def refuse_at(api: CheckerPluginInterface, place: Context, code: Code, message: str, advice: str | None = None) -> None:
    """The same without the context of a hook."""
    level = severity(api, code)
    if level == OFF:
        return
    if level == ERROR or code.severity == NOTE:  # a code that is a note elsewhere is none where JAX raises
        info = api.fail(message, place, code=mypy_code(code))
        if advice is not None and info is not None:
            api.msg.note(advice, place, code=mypy_code(code))
    elif _is_settled(api, place):
        _deliver(api, place, code, level, message, advice)


def reject(ctx: AnyContext, code: Code, message: str, advice: str | None = None, place: Context | None = None) -> None:
    """Report a call that JAX rejects whatever overload mypy takes it for: mypy goes on with the result that it has.

    Args:
        ctx: the call.
        code: the code.
        message: what happens, without a full stop.
        advice: what to write instead, as a line of its own.
        place: where it stands, if not at `ctx`.
    """
    level = severity(ctx.api, code)
    if level != OFF and is_any_trial_running():  # what is tried is to fail, as in one of several configurations
        ctx.api.fail(message, place or ctx.context, code=mypy_code(code))
    elif level != OFF and _is_settled(ctx.api, ctx.context):
        _deliver(ctx.api, place or ctx.context, code, level, message, advice)


@contextmanager
def _past_the_other_method(ctx: AnyContext) -> Iterator[None]:
    """Report past mypy's collector of the errors of one operator method.

    NOTE: For ``x op y`` mypy collects the errors of ``x``'s method, tries ``y``'s reflected one, and shows what the
    first one had to say, or nothing if the second one passes. So a refusal by the second would be lost, or be shown
    under mypy's code for operators, which is not ours to ignore or disable.
    """
    if not is_collected(ctx):
        yield
        return
    watchers = error_watchers(ctx.api.msg.errors)
    innermost = watchers.pop()
    try:
        yield
    finally:
        watchers.append(innermost)


def is_collected(ctx: AnyContext) -> bool:
    """Whether mypy is at an operator and collects the errors of its methods, to decide what to try next."""
    is_operator = isinstance(ctx.context, OpExpr | ComparisonExpr)
    return is_operator and bool(error_watchers(ctx.api.msg.errors)) and not is_innermost_trial(ctx.api)


def try_each_item(ctx: AnyContext) -> None:
    """Make mypy try the items of a right operand's union one by one, as it does after an error with all of them."""
    if is_collected(ctx):
        ctx.api.fail("Only some items of the union are arrays", ctx.context)


# ------------------------------------------------------------------------------------------------------- findings


def report(ctx: AnyContext, code: Code, message: str, advice: str | None = None, place: Context | None = None) -> None:
    """Report what JAX computes, but not as the user may think: mypy goes on as if nothing were said.

    Args:
        ctx: the call, operator or attribute.
        code: the code.
        message: what happens and why it matters, without a full stop.
        advice: what to write instead, as a line of its own.
        place: where it stands, if not at `ctx`.
    """
    level = severity(ctx.api, code)
    if level != OFF and _is_settled(ctx.api, ctx.context):
        _deliver(ctx.api, place or ctx.context, code, level, message, advice)


def report_at(api: CheckerPluginInterface, place: Context, code: Code, message: str, advice: str | None = None) -> None:
    """The same without the context of a hook."""
    level = severity(api, code)
    if level != OFF and _is_settled(api, place):
        _deliver(api, place, code, level, message, advice)


def _is_settled(api: CheckerPluginInterface, place: Context) -> bool:
    """Whether what mypy checks at the moment is the program as it stands, and not an attempt that it may discard.

    mypy filters errors also where it keeps the results: around operator methods, and around each overload that it
    tries. A lambda, however, is checked with the parameters of one overload after the other.
    """
    if is_any_trial_running() or checked_union_members(api):
        return False
    if isinstance(place, CallExpr) and has_failed(api):
        return False
    if not is_in_lambda(api):
        return True
    filters = sum(1 for watcher in api.msg.errors.get_watchers() if discards_all(watcher) and not is_certain(watcher))
    return filters <= isinstance(place, (CallExpr, *OPERATORS))


def _deliver(
    api: CheckerPluginInterface, place: Context, code: Code, level: str, message: str, advice: str | None
) -> None:
    """Add it to the errors of the file, unless the same code is reported there already."""
    errors = api.msg.errors
    if _is_reported_at(errors, place, code):
        return
    known = mypy_code(code)
    with _without_watchers(errors):
        if level == ERROR:
            api.msg.fail(message, place, code=known)
        else:
            shown = "" if errors.options.hide_error_codes else f"  [{code.name}]"
            api.msg.note(message + shown, place, code=known)
        if not _is_reported_at(errors, place, code):
            return  # ignored there
        if advice is not None:
            api.msg.note(advice, place, code=known)
        link = f"See {code.page}"
        if not any(info.message == link for info in reported_errors(errors)):
            api.msg.note(link, place, code=known)


@contextmanager
def _without_watchers(errors: Errors) -> Iterator[None]:
    """Let an error reach the user, whatever mypy filters; what mypy tries is not made to fail by that."""
    watchers = error_watchers(errors)
    kept = watchers[:]
    watchers.clear()
    try:
        yield
    finally:
        watchers.extend(kept)


def _is_reported_at(errors: Errors, place: Context, code: Code) -> bool:
    return any(
        info.line == place.line
        and info.column == place.column
        and info.code is not None
        and info.code.code == code.name
        for info in reported_errors(errors)
    )


# ------------------------------------------------------------------------------------------------ plain diagnostics


def note_at(api: CheckerPluginInterface, place: Context, code: Code, message: str) -> None:
    """A note about the module or the configuration, in mypy's own order and form."""
    if severity(api, code) != OFF:
        api.msg.note(message, place, code=mypy_code(code))


def fail_analysis(fail: Callable[..., object], place: Context, message: str, code: object) -> None:
    """An error that is found while mypy reads annotations, before any expression has a type.

    Args:
        fail: mypy's function for that.
        place: where it stands.
        message: the text.
        code: mypy's own error code.
    """
    fail(message, place, code=code)
