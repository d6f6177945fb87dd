"""Checks the bodies of functions for calls, and keeps the answers.

A body may call further functions, whose bodies are checked in turn. A function may also call itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from mypy.nodes import CallExpr, FuncDef, FuncItem, Var
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, Type, has_type_vars

from ...diagnostics.codes import CODES
from ..body_findings import Finding
from ..contexts import SystemOf
from ..installed_packages import is_installed
from ..mypy_compat.bodies import is_under_check
from ..mypy_compat.modules import current_file
from .body_check import Checked, check_at_top, check_inside
from .body_fingerprints import depend_on_bodies
from .budget import LINES_OF_LIBRARIES, line_budget, lines_of_body, lines_of_function
from .call_arguments import declared_types, given_by_call
from .called_functions import AnyCall, Target
from .decorators import Wrapping
from .function_parts import FunctionParts
from .known_parts import KnownParts
from .parts import EVERY, NOTHING, Given, Parts, common, prefixed
from .results import has_no_assumption, joined_type
from .returned_values import Value, with_own_type

Key: TypeAlias = tuple[Hashable, ...]

MOST_NESTED = 12
"""The largest number of nested calls that are followed."""

LONGEST_FUNCTION = 300
"""The length in lines of the longest function that is followed."""

MOST_ANSWERS = 4096
"""The number of answers that are kept."""

LIMIT_REACHED: Key = ()
"""Stands among the used assumptions for a limit that was reached, such as `MOST_NESTED`."""

HARMLESS = frozenset(
    (
        *("no-untyped-call", "no-any-return", "attr-defined", "union-attr", "import-untyped", "import-not-found"),
        *("misc", "var-annotated"),
    )
)
"""The error codes that do not change the types that mypy infers in a body."""


class Answer(NamedTuple):
    """The answer for a function and the types of its parameters.

    Attributes:
        result: the type of the result; None if it is unknown, or if the body returns several types.
        results: the types of the values that the body returns.
        modules: the modules whose bodies it rests on.
        lines: the number of lines of the program that it has cost.
        library_lines: the lines that it has cost in functions of installed packages, by function and types.
        findings: the reports in the body.
        parts: the parts of the result that are known.
        receiver_parts: the parts of the first parameter, which is `self` in a method, after the call.
        is_checked: whether mypy has checked the body, so that `findings` are all reports in it.
    """

    result: Type | None = None
    modules: frozenset[str] = frozenset()
    lines: int = 0
    library_lines: Mapping[Key, int] = {}
    findings: tuple[Finding, ...] = ()
    parts: Parts = NOTHING
    receiver_parts: Parts = NOTHING
    results: tuple[Type, ...] = ()
    is_checked: bool = False


UNKNOWN = Answer()


class _Body(NamedTuple):
    """What the last check of a body has found; nothing if an error makes mypy's types doubtful.

    Attributes:
        is_checked: whether the body has no errors except the plugin's own reports.
        findings: the reports in the body.
        returned: the parts of the values that the body returns.
        results: the types of these values.
        yielded: the types of the values that the body of a generator yields.
        receivers: the parts of the first parameter where the body returns.
    """

    is_checked: bool = False
    findings: tuple[Finding, ...] = ()
    returned: tuple[Parts, ...] = ()
    results: tuple[Type, ...] = ()
    yielded: tuple[Type, ...] = ()
    receivers: tuple[Parts, ...] = ()


class Answers:
    """Checks functions' bodies for calls, and remembers the answers.

    Args:
        known: the known parts of values.
        system_of: returns the promotion system at the place of a call.
        tried: the configuration that is being tried, if several may apply.
        prepare: prepares the module of a body that is to be checked.
    """

    def __init__(
        self,
        known: KnownParts,
        system_of: SystemOf,
        tried: Callable[[], Hashable],
        prepare: Callable[[CheckerPluginInterface], None],
    ) -> None:
        self._known, self._system_of, self._tried, self._prepare = known, system_of, tried, prepare
        self._function_parts: dict[FuncItem, FunctionParts] = {}
        """The variables, return statements and assignments of each function."""
        self._answers: dict[Key, Answer] = {}
        """The kept answers by function, configuration, types of the parameters and their parts."""
        self._lines = 0
        """The number of lines of the program that have been checked for the module under check."""
        self._library_lines: dict[Key, int] = {}
        """The lines of installed packages that have been checked for this module, by function and types."""
        self._library_used: dict[Key, int] = {}
        """Those among them that an answer rests on."""
        self._module = ""
        """The module under check, for which lines are counted."""
        self._budget = 0
        """The number of lines that may be checked for this module."""
        self._limited: dict[Key, Answer] = {}
        """The answers to this module's own calls that rest on `LIMIT_REACHED`.

        mypy evaluates the value of ``a, b = f(x)`` twice. If it is a tuple first and unknown later, the variables get
        no types, and mypy reports each use of them.
        """
        self._assumed: dict[Key, Type | None] = {}
        """The assumed results of the calls that are being inferred, which may be recursive."""
        self._used: set[Key] = set()
        """The assumptions that an answer rests on, and `LIMIT_REACHED`. An answer that rests on any is not kept."""
        self._is_declared = False
        """Whether bodies are being checked for the types that a function declares, without a call."""
        self._modules: set[str] = set()
        """The modules whose bodies an answer rests on."""
        self._body = _Body()
        """The body that has been checked last."""

    @property
    def is_in_body(self) -> bool:
        """Whether a body is being checked for a call."""
        return bool(self._assumed)

    def forget(self) -> None:
        """Forget all answers, since the program has changed."""
        self._function_parts.clear()
        self._answers.clear()
        self._limited.clear()
        self._module = ""

    def is_fixed(self, variable: Var) -> bool:
        """Whether a variable is a parameter that is never assigned, of a function whose body is being checked."""
        return any(
            variable in self._function_parts[function].fixed
            for function, *_ in self._assumed
            if isinstance(function, FuncDef)
        )

    def for_call(
        self,
        ctx: AnyCall,
        api: CheckerPluginInterface,
        target: Target,
        wrapped: Wrapping,
        passed: CallExpr | None = None,
    ) -> Answer | None:
        """The answer for the arguments of a call, or of a call that stands for it; None if they are unknown."""
        given = given_by_call(ctx, api, target, wrapped, self._system_of(ctx), self._known, passed)
        return None if given is None else self.answer(api, target, given)

    def declared_findings(self, api: CheckerPluginInterface, target: Target) -> tuple[Finding, ...] | None:
        """The reports in a function's body for the types that it declares; None if they are unknown."""
        declared, used = declared_types(target), self._used
        self._is_declared, was_declared = True, self._is_declared
        try:
            answer = self.answer(api, target, Given(tuple(declared), ((),) * len(declared)))
        finally:
            self._is_declared = was_declared
        if not answer.is_checked:
            return None  # the answer around this one rests on the limit that was reached
        self._used = used
        return answer.findings

    def answer(self, api: CheckerPluginInterface, target: Target, given: Given) -> Answer:
        """The result of a function for given types of its parameters, and the reports in its body."""
        function, source = target.definition.function, target.source
        key: Key = (function, self._tried(), given.types, given.parts)
        if key in self._assumed:
            self._used.add(key)
            return Answer(self._assumed[key])
        if source is not None and key in self._answers:
            return self._kept(api, key)
        if not self._assumed:
            self._begin_module(api)
            if key in self._limited:
                self._used.add(LIMIT_REACHED)
                return self._limited[key]
        is_library = source is not None and is_installed(source.tree.path)
        length = lines_of_body(function) if is_library else lines_of_function(function)
        if self._exceeds_limits(api, function, length, is_library=is_library):
            self._used.add(LIMIT_REACHED)
            return UNKNOWN
        function_parts = self._function_parts.get(function)
        if function_parts is None:
            function_parts = self._function_parts[function] = FunctionParts(function)
        if not function_parts.is_followed:
            return UNKNOWN
        used, self._used = self._used, set()
        around, self._modules = self._modules, set()
        before = self._lines
        around_library, self._library_used = self._library_used, {}
        if is_library:
            self._library_lines[key] = self._library_used[key] = length
        else:
            self._lines += length
        try:
            result = self._settled(api, target, function_parts, given, key)
        finally:
            is_recursive = key in self._used
            self._used.discard(key)
            is_whole = not self._used
            self._used |= used
            modules, self._modules = frozenset(self._modules), around | self._modules
            library_lines, self._library_used = self._library_used, around_library | self._library_used
        answer = _assembled(function, result, self._body, is_recursive=is_recursive)
        if is_library:
            answer = answer._replace(findings=())  # nobody can change the code of an installed package
        answer = answer._replace(modules=modules, lines=self._lines - before, library_lines=library_lines)
        depend_on_bodies(api, modules)
        if is_whole and source is not None:
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            self._answers[key] = answer
        elif source is not None and not self._assumed:
            self._limited[key] = answer
        return answer

    def _kept(self, api: CheckerPluginInterface, key: Key) -> Answer:
        """An answer that has been kept; what it has cost counts again."""
        answer = self._answers[key]
        self._lines += answer.lines
        self._library_lines |= answer.library_lines
        self._library_used |= answer.library_lines
        self._modules |= answer.modules
        depend_on_bodies(api, answer.modules)
        return answer

    def _begin_module(self, api: CheckerPluginInterface) -> None:
        """Count lines from 0 if mypy has come to another module."""
        if self._module != current_file(api).fullname:
            self._module, self._lines, self._library_lines = current_file(api).fullname, 0, {}
            self._budget = line_budget(current_file(api))
            self._limited.clear()

    def _exceeds_limits(
        self, api: CheckerPluginInterface, function: FuncItem, length: int, *, is_library: bool
    ) -> bool:
        """Whether a function is too long, nested too deeply, or being checked already."""
        if any(active[0] is function for active in self._assumed) or is_under_check(api, function):
            return True
        lines = sum(self._library_lines.values()) if is_library else self._lines
        most_lines = LINES_OF_LIBRARIES if is_library else self._budget
        return length > LONGEST_FUNCTION or lines + length > most_lines or len(self._assumed) >= MOST_NESTED

    def _settled(
        self, api: CheckerPluginInterface, target: Target, function_parts: FunctionParts, given: Given, key: Key
    ) -> Type | None:
        """The result of a function that may call itself.

        A recursive call is first assumed to return the result of the other return statements. A second check with this
        assumption must give the same result.
        """
        first = self._checked(api, target, function_parts, given, key, None)
        if first is None or key not in self._used:
            return None if first is None else joined_type(first)
        assumed = joined_type([t for t in first if has_no_assumption(t)])
        again = None if assumed is None else self._checked(api, target, function_parts, given, key, assumed)
        result = None if again is None else joined_type(again)
        return result if result == assumed else None

    def _checked(
        self,
        api: CheckerPluginInterface,
        target: Target,
        function_parts: FunctionParts,
        given: Given,
        key: Key,
        assumed: Type | None,
    ) -> list[Type] | None:
        """The types of a function's results; None if mypy reports an error that affects them."""
        (function, info, _), source = target.definition, target.source
        self._assumed[key] = assumed
        try:
            if source is None:
                outcome = check_inside(api, function, function_parts, given, self._known)
            else:
                outcome = check_at_top(api, source, function, info, function_parts, given, self._known, self._prepare)
        finally:
            del self._assumed[key]
        self._modules |= outcome.modules
        self._body = _Body()
        if not outcome.is_complete:
            self._used.add(LIMIT_REACHED)
            return None
        doubtful = [*_doubtful(outcome, function_parts)]
        if all(name in CODES for name in doubtful):
            self._body = _Body(is_checked=True, findings=outcome.findings)
        if not doubtful:
            self._body = self._body._replace(
                returned=outcome.parts,
                results=tuple(outcome.results),
                yielded=outcome.yielded,
                receivers=outcome.receiver_parts,
            )
        return None if doubtful else outcome.results


def _assembled(function: FuncItem, result: Type | None, body: _Body, *, is_recursive: bool) -> Answer:
    """The answer that a body gives.

    Args:
        function: the function.
        result: the type that all its return statements have in common; None if it is unknown.
        body: what the check of the body has found.
        is_recursive: whether it rests on an assumption about the function itself.
    """
    answer = Answer(findings=body.findings, is_checked=body.is_checked)
    if function.is_generator:  # its call returns an iterator, whatever the body returns
        if not is_recursive and body.yielded:
            items = [prefixed(with_own_type(Value(t)), ("[", EVERY)) for t in body.yielded]
            answer = answer._replace(parts=common(items))
    else:
        answer = answer._replace(result=result)
        if not is_recursive:
            answer = answer._replace(
                results=body.results,
                parts=common(body.returned) if body.returned else NOTHING,
                receiver_parts=common(body.receivers) if body.receivers else NOTHING,
            )
    is_generic = isinstance(function.type, CallableType) and bool(function.type.variables)
    return _without_type_variables(answer) if is_generic else answer


def _without_type_variables(answer: Answer) -> Answer:
    """The answer for a generic function, in which no type variable may stand for an array of any dtype."""
    types = [t for t in (answer.result, *answer.results, *answer.parts.values()) if t is not None]
    if not any(map(has_type_vars, types)):
        return answer
    return answer._replace(result=None, results=(), parts=NOTHING, receiver_parts=NOTHING)


def _doubtful(outcome: Checked, parts: FunctionParts) -> Iterator[str]:
    """The codes of the errors in a body after which mypy's types may be wrong.

    An error in a nested function counts where this function is called.
    """
    inner = [(f.line, f.end_line or f.line) for f in parts.functions[1:] if isinstance(f, FuncDef)]
    for error in outcome.errors:
        name = "" if error.code is None else error.code.code
        is_nested = any(first < error.line <= last for first, last in inner) and name not in CODES
        if error.severity == "error" and name not in HARMLESS and not is_nested:
            yield name
