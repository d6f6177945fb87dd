"""Dead options: parameters and fields that seem to choose a dtype, and change none (``check --audit``).

A function is interpreted with two values of an option. If no dtype inside it or in its result differs, the option is
dead. A parameter that belongs to an interface is left out, and one whose use is not understood.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..diagnostics.codes import DTYPE_DEAD_OPTION
from .assumed_inputs import assume_inputs
from .assumptions import Assumptions
from .findings import tell
from .options import Option, Uses, is_interface, option_values, options_of_class, options_of_function, uses_of
from .places import place_of
from .records import Records
from .values import Object, Value, only

if TYPE_CHECKING:
    from .definitions import Definition
    from .modules import Source
    from .run import Run

    Inputs = Callable[[Run, Definition, dict[str, Value]], bool]
    Dtypes = dict[int, tuple[frozenset[str], frozenset[str], bool]]


class Candidate(NamedTuple):
    """A function or method of the program.

    Attributes:
        definition: the function.
        interpret: interprets it, given its inputs and a label.
        cls: the class of a method; None for a function.
    """

    definition: Definition
    interpret: Callable[[Inputs, object], bool]
    cls: ast.ClassDef | None


def audit(run: Run, source: Source, candidates: Sequence[Candidate], uses: Uses, assumption: Assumptions) -> None:
    """Report the dead options of a module.

    Args:
        run: the run.
        source: the module.
        candidates: its functions and methods.
        uses: how the program uses the names of functions and attributes.
        assumption: the dtypes of open inputs.
    """
    for candidate in candidates:
        definition = candidate.definition
        if definition.name == "__init__" or is_interface(definition, candidate.cls, uses):
            continue
        for option in options_of_function(definition):
            if uses.is_slot(definition.name, option.name):
                continue
            if is_dead(run, option, [candidate], assumption, in_receiver=False):
                _report(run, source, option, definition.name)
    for cls in {id(one.cls): one.cls for one in candidates if one.cls is not None}.values():
        methods = [one for one in candidates if one.cls is cls]
        for option in options_of_class(cls, uses):
            if is_dead(run, option, methods, assumption, in_receiver=True):
                _report(run, source, option, cls.name)


def _report(run: Run, source: Source, option: Option, owner: str) -> None:
    message = f'the option "{option.name}" of {owner} changes no dtype: all dtypes are the same with {option.shown}'
    advice = "Use it where the arrays are made or cast, or remove it"
    tell(run, place_of(option.node, source.path), DTYPE_DEAD_OPTION, message, advice)


def is_dead(
    run: Run, option: Option, candidates: Sequence[Candidate], assumption: Assumptions, *, in_receiver: bool
) -> bool:
    """Whether two values of an option give the same dtypes in all functions that may read it."""
    for candidate in candidates:
        found = uses_of(candidate.definition, option.name, in_receiver=in_receiver)
        if found is None:
            return False
        if not found.calls and not found.is_tested:
            continue
        values = option_values(option)
        first = dtypes_with(run, candidate, option, values[0], assumption, in_receiver=in_receiver)
        others = (dtypes_with(run, candidate, option, each, assumption, in_receiver=in_receiver) for each in values[1:])
        if not first or any(other != first for other in others):
            return False
        if not all(_is_known(first, node) for node in (*found.calls, *returned_parts(candidate.definition))):
            return False
    return bool(candidates)


def dtypes_with(
    run: Run, candidate: Candidate, option: Option, value: Value, assumption: Assumptions, *, in_receiver: bool
) -> Dtypes:
    """The dtypes of all expressions of a function under one value of an option; empty if it is not interpreted."""

    def inputs(run: Run, definition: Definition, arguments: dict[str, Value]) -> bool:
        assume_inputs(run, definition, arguments, assumption)
        if not in_receiver:
            arguments[option.name] = value
            return True
        receiver = only(arguments[definition.names[0]], Object) if definition.names else None
        if receiver is None:
            return False
        run.write(receiver.site, option.name, value)
        return True

    records, run.records = run.records, Records()
    try:
        was_called = candidate.interpret(inputs, ("audit", option.name, value))
        found = run.records.expressions
    finally:
        run.records = records
    if not was_called:
        return {}
    return {
        key: (frozenset(record.arrays), frozenset(record.numpy), bool(record.causes)) for key, record in found.items()
    }


def _is_known(dtypes: Dtypes, node: ast.expr) -> bool:
    found = dtypes.get(id(node))
    return found is not None and not found[2]


def returned_parts(definition: Definition) -> Iterator[ast.expr]:
    """The returned expressions of a function whose values are recorded: the parts of tuples and lists."""
    for expression in definition.returned:
        yield from _parts(expression)


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, (ast.Tuple, ast.List)):
        for element in node.elts:
            yield from _parts(element)
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from _parts(value)
    elif not isinstance(node, ast.Constant):
        yield node
