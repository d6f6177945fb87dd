"""The state of one abstract run, and the operations that every transfer function uses.

A transfer function gets the `Run`, evaluates parts of its syntax node with `evaluate`, and reads and writes `heap`.
Where the code can't go on (``return``, ``raise``), `heap` is None until paths merge again. The tables of transfer
functions are `expressions.EXPRESSIONS`, `statements.STATEMENTS` and `calls.CALLS`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, Any

from .call import Call
from .call_memo import CallMemo
from .classes import ClassInfo
from .dead_ends import resume, state_before
from .definitions import Definition, FunctionNode
from .dtypes_in_values import dtypes_in_parts
from .escapes import TASKS, VARIABLE
from .flows import CallRecord, FunctionFlow, LoopFlow, TryFlow
from .heap import Heap, HeapObject, joined_heaps, joined_objects, reachable
from .modes import MODES
from .modules import Source, SourceFinder
from .places import NOWHERE, Place, place_of
from .records import Records
from .values import (
    BOTTOM,
    LARGEST_TUPLE,
    Function,
    Object,
    Site,
    Tuple,
    Unknown,
    Value,
    is_unknown,
    joined,
    unknown,
)
from .watch import Base

if TYPE_CHECKING:
    from .policy.checks import PolicyChecks

MOST_STEPS = 12_000_000
"""The budget of a run, in evaluated syntax nodes. It counts steps, so that results do not depend on the machine."""
STEPS_OF_A_MODULE = 3_000_000
"""The budget of a module's top level with all that it calls, and of `main`."""
STEPS_OF_AN_IMPORT = 300_000
"""The budget of the top level of an imported module. It is no part of the budget of the module that imports it."""
STEPS_OF_A_TEST = 300_000
"""The budget of a test."""
STEPS_OF_A_FUNCTION = 30_000
"""The budget of a function that no entry point reaches, in one context."""
DEEPEST_CALL = 120
"""The largest number of calls on the stack."""
MOST_RECURSIONS = 6
"""How often one function may be on the stack."""


class BudgetError(Exception):
    """The budget of an entry point is used up: `Run.entry` catches it."""


class DeadPathError(Exception):
    """A transfer function reads the heap behind the end of a path: `evaluate` and `execute` catch it."""


class Run:
    """One abstract run of a program.

    Attributes:
        finder: finds the modules.
        heap: the objects at this point of the code; None where it is never reached.
        frame: the frame of the function or module that runs.
        source: the module that runs.
        function: the class and first argument of the method that runs are found by its frame.
        context: the number of the calling context.
        node: the syntax node that is evaluated.
        flow, loop: where the returns of this function, and the breaks of this loop, are collected.
        handlers: for each enclosing ``try`` on the whole call stack, the heap at the places that may raise.
        fixpoint: how many loops around this code are not unrolled.
        uncertainty: how many undecided conditions and loops are around this code.
        guards: how many of these conditions may ask for the shape or dtype of an array, or blocks expect an error.
        expected_errors: how many blocks around this code expect an error.
        staged: how many transformations around this code trace every operation, as `jit` and `scan` do.
        stack: the functions that are being called.
        journal: the sites that the escape which is followed has changed, with its variables; None elsewhere.
        block_at_yield: the block of ``with`` that runs where the generator function that is called next yields.
        input_kind: where the dtypes of the open inputs come from; see `findings.Verdict`.
        hypothesis: the assumption about the open inputs under which this code runs; empty if there is none.
        believes_refusals: whether a path ends where JAX refuses an operation, also in undecided branches.
        policy: compares the dtypes with the policy of the program; None without a policy.
        most_steps: the steps at which the entry point that runs has used up its budget.
        budget: the steps at which the run has.
        records: the values and findings.
        memo: the results of earlier calls.
        program_files: the paths of the program's own files.
        is_end_meant: whether the program itself has ended a path since the last statement; see `dead_ends`.
        module_records: the records of each module's top level by its name, where they are kept apart; see
            `shared_imports`. None where `records` has those of all modules.
    """

    def __init__(self, finder: SourceFinder, systems: Systems, *, packages: frozenset[str] = frozenset()) -> None:
        self.finder, self.systems, self.packages = finder, systems, packages
        self.base = Base()
        self.heap: Heap | None = Heap(self.base)
        self.frame: Site = ("nothing",)
        self.source: Source = Source.__new__(Source)
        self.context = 0
        self.node: ast.AST = ast.Pass()
        self.flow: FunctionFlow | None = None
        self.loop: LoopFlow | None = None
        self.handlers: list[TryFlow] = []
        self.fixpoint = self.uncertainty = self.guards = self.unrolled = self.staged = 0
        self.expected_errors = 0
        self.stack: list[CallRecord] = []
        self.steps = self.cut_entries = 0
        self.most_steps = self.budget = MOST_STEPS
        self.records = Records()
        self.modules: dict[str, Site] = {}
        self.classes: dict[Site, ClassInfo] = {}
        self.memo = CallMemo()
        self.program_files: frozenset[str] = frozenset()
        self.journal: set[Site] | None = None
        self.input_kind = "called"
        self.block_at_yield: Callable[[Value], None] | None = None
        self.hypothesis = ""
        self.believes_refusals = False
        self.policy: PolicyChecks | None = None
        self.models: dict[Hashable, Any] = {}
        self.is_end_meant = False
        self.module_records: dict[str, Records] | None = None
        self._definitions: dict[int, Definition] = {}
        self._contexts: dict[tuple[int, Hashable], int] = {}
        self._serial = 0

    def fork(self) -> Run:
        """A run that goes on from the modules that this one has loaded, and leaves this one as it is."""
        other = copy(self)
        other.base = Base(self.base)
        other.heap = Heap(other.base)
        other.finder, other.modules = self.finder.branch(), dict(self.modules)
        other.classes = {site: info.branch() for site, info in self.classes.items()}
        other.models = {key: copy(one) if type(one) in (dict, list, set) else one for key, one in self.models.items()}
        other._definitions, other._contexts = dict(self._definitions), dict(self._contexts)
        other.memo, other.records = CallMemo(), Records()
        other.handlers, other.stack = [], []
        other.steps = other.cut_entries = 0
        other.most_steps = other.budget = MOST_STEPS
        other.module_records = None
        return other

    # --------------------------------------------------------------------------------------------- entry points

    @contextmanager
    def entry(self, steps: int) -> Iterator[None]:
        """Run an entry point with a budget of its own. What is left of it when the budget is used up does not run."""
        saved, outer = self.state(), self.most_steps
        self.most_steps = min(self.steps + steps, self.budget)
        try:
            yield
        except BudgetError:
            self.set_state(saved)
            self.cut_entries += 1
        finally:
            self.most_steps = outer

    def state(self) -> tuple[Any, ...]:
        """The place in the program, to which `set_state` returns."""
        return (self.heap, self.frame, self.source, self.flow, self.loop, self.context, self.node, [*self.stack],
                [*self.handlers], self.fixpoint, self.uncertainty, self.guards, self.unrolled, self.staged,
                self.journal, self.expected_errors)  # fmt: skip

    def set_state(self, saved: tuple[Any, ...]) -> None:
        """Return to a place in the program after code that was left by an error."""
        (self.heap, self.frame, self.source, self.flow, self.loop, self.context, self.node, self.stack,
         self.handlers, self.fixpoint, self.uncertainty, self.guards, self.unrolled, self.staged,
         self.journal, self.expected_errors) = saved  # fmt: skip
        self.block_at_yield = None

    # ------------------------------------------------------------------------------------------------ evaluation

    def evaluate(self, node: ast.expr) -> Value:
        """The value of an expression."""
        if self.heap is None:
            return BOTTOM
        self.steps += 1
        outer, self.node = self.node, node
        transfer = EXPRESSIONS.get(type(node))
        if self.steps > self.most_steps:
            raise BudgetError
        if transfer is None:
            value = self.give_up(node, f"{type(node).__name__} is not interpreted")
        else:
            saved = self.frame, self.loop, self.unrolled, len(self.stack), len(self.handlers)
            self.note_modes(node)
            try:
                value = transfer(self, node)
            except DeadPathError:
                self._restore(*saved)
                return BOTTOM
        self.node = outer
        if not value and self.believes_refusals:
            self.heap = None
        if self.heap is None:
            return BOTTOM
        if len(value) == 1 and type(value[0]) is Tuple and value[0].size > LARGEST_TUPLE:
            value = self.unknown("a tuple is too large")
        self.note_modes(node)
        parts = dtypes_in_parts(self, value, is_fresh=type(node) is ast.Call) if self.records.is_on else None
        self.records.add_value(node, self.source, value, parts, is_called=len(self.stack) > 1)
        return value

    def execute(self, body: Sequence[ast.stmt]) -> None:
        """Run statements, as far as they are reached."""
        for statement in body:
            if self.heap is None:
                return
            self.steps += 1
            self.node = statement
            transfer = STATEMENTS.get(type(statement))
            if self.handlers:
                self.may_raise()
            if transfer is None:
                self.give_up(statement, f"{type(statement).__name__} is not interpreted")
            else:
                saved = self.frame, self.loop, self.unrolled, len(self.stack), len(self.handlers)
                self.note_modes(statement)
                before = state_before(self, statement)
                try:
                    transfer(self, statement)
                except DeadPathError:
                    self._restore(*saved)
                if self.heap is None and before is not None:
                    resume(self, statement, before)
            if self.handlers and self.heap is not None:
                self.may_raise()
            self.note_modes(statement)

    def note_modes(self, node: ast.AST) -> None:
        """Record the modes of JAX before or after a node is evaluated. They count as read, for the memo of calls."""
        if self.systems.are_recorded and self.heap is not None and self.records.is_on:
            self.records.add_modes(node, self.heap[MODES].fields)

    def _restore(self, frame: Site, loop: LoopFlow | None, unrolled: int, calls: int, handlers: int) -> None:
        """Go back to the state before an expression or statement in whose middle the path has ended."""
        self.frame, self.loop, self.unrolled = frame, loop, unrolled
        del self.stack[calls:], self.handlers[handlers:]

    def give_up(self, node: ast.AST, cause: str) -> Value:
        """Make everything that a construct touches unknown."""
        for each in ast.walk(node):
            if isinstance(each, ast.Name):
                value = self.lookup(each.id)
                self.escape(value, cause)
                if isinstance(each.ctx, (ast.Store, ast.Del)):
                    self.assign_name(each.id, self.unknown(cause))
        return self.unknown(cause)

    def unknown(self, cause: str) -> Value:
        """An unknown value whose knowledge is lost at the current node."""
        return unknown(cause, self.place)

    @property
    def place(self) -> Place:
        """The place of the current node."""
        return place_of(self.node, self.source.path) if hasattr(self.node, "lineno") else NOWHERE

    # -------------------------------------------------------------------------------------------------- branches

    def branch(self, *paths: Callable[[], Value | None]) -> Value:
        """Follow several paths from the same state, and merge them. Returns the join of their values."""
        start = self.heap
        if start is None:
            return BOTTOM
        end: Heap | None = None
        values: list[Value] = []
        self.may_raise()
        since = len(start.log)
        with self.uncertain():
            for path in paths:
                self.heap = start.branch()
                value = path()
                if self.heap is not None:
                    values.append(value or BOTTOM)
                end = joined_heaps(end, self.heap, since)
        self.heap = end
        return joined(values)

    @contextmanager
    def uncertain(self) -> Iterator[None]:
        """Code that runs an unknown number of times."""
        self.uncertainty += 1
        try:
            yield
        finally:
            self.uncertainty -= 1

    @contextmanager
    def guarded(self, is_guard: bool) -> Iterator[None]:
        """Code behind an undecided condition, which is a guard if it may ask for the shape or dtype of an array.

        What JAX refuses there may never run, as in ``x if x.ndim == 1 else x ^ y``.
        """
        self.guards += is_guard
        try:
            yield
        finally:
            self.guards -= is_guard

    @contextmanager
    def recording(self, records: Records) -> Iterator[None]:
        """Record elsewhere, with a memo of its own."""
        outer = self.records, self.memo
        self.records, self.memo = records, CallMemo()
        try:
            yield
        finally:
            self.records, self.memo = outer

    @contextmanager
    def expecting_errors(self, is_expected: bool) -> Iterator[None]:
        """Code around which the program expects an error, as below ``pytest.raises`` or a handler."""
        self.expected_errors += is_expected
        with self.guarded(is_expected):
            try:
                yield
            finally:
                self.expected_errors -= is_expected

    @property
    def ends_at_refusals(self) -> bool:
        """Whether a path ends here if JAX refuses an operation; else the result is unknown."""
        return not self.uncertainty or self.believes_refusals

    @contextmanager
    def believing_refusals(self, believes: bool) -> Iterator[None]:
        """Code whose paths end at refused operations."""
        outer, self.believes_refusals = self.believes_refusals, believes
        try:
            yield
        finally:
            self.believes_refusals = outer

    @contextmanager
    def repeated(self) -> Iterator[None]:
        """Code that is analysed for all turns of a loop at once."""
        self.fixpoint += 1
        self.uncertainty += 1
        try:
            yield
        finally:
            self.fixpoint -= 1
            self.uncertainty -= 1

    @contextmanager
    def staging(self) -> Iterator[None]:
        """Code in which JAX traces every operation."""
        self.staged += 1
        try:
            yield
        finally:
            self.staged -= 1

    @contextmanager
    def within(self, label: Hashable) -> Iterator[None]:
        """Evaluate in a calling context of its own: a turn of a loop, a leaf of a pytree."""
        outer, self.context = self.context, self.child_context(label)
        try:
            yield
        finally:
            self.context = outer

    def child_context(self, label: Hashable) -> int:
        """The number of the context that a call, or a turn of a loop, opens inside the current one."""
        key = (self.context, label)
        return self._contexts.setdefault(key, len(self._contexts) + 1)

    def may_raise(self) -> None:
        """Let the innermost handler start from the current heap, too."""
        if self.handlers and self.heap is not None:
            self.handlers[-1].add(self.heap)

    # ------------------------------------------------------------------------------------------------------ heap

    @property
    def live(self) -> Heap:
        """The heap.

        Raises:
            DeadPathError: the path has ended.
        """
        if self.heap is None:
            raise DeadPathError
        return self.heap

    def object(self, item: Object | Site) -> HeapObject:
        """The heap object of a reference."""
        return self.live[item.site if isinstance(item, Object) else item]

    def allocate(
        self,
        kind: str,
        fields: dict[Any, Value] | None = None,
        rest: Value = BOTTOM,
        *,
        keys: Value = BOTTOM,
        cls: Site | None = None,
        label: Hashable = None,
    ) -> Value:
        """A new object. In a loop that is not unrolled, the object stands for those of all turns."""
        site: Site = (kind, id(self.node), label, self.context)
        new = HeapObject(kind, fields, rest, keys, cls)
        site = self.site_for(site)
        self.add_object(site, new)
        return (Object(site),)

    def site_for(self, site: Site) -> Site:
        """The site of a new object of a place. In a loop that is not unrolled, it is that of the earlier turns."""
        return site if self.fixpoint or self.live.peek(site) is None else self.further_site(site)

    def add_object(self, site: Site, new: HeapObject) -> None:
        """Add a new object, joined to the one of the earlier turns of a loop."""
        old = self.live.peek(site)
        if old is not None:
            new = joined_objects(old, new)
            if new is old:
                new = old.copy()
            new.is_summary = True
        self.live.add(site, new)

    def further_site(self, site: Site) -> Site:
        """A site for one more object of a place whose earlier object may still be in use."""
        self._serial += 1
        return (*site, self._serial)

    def write(self, site: Site, key: Hashable, value: Value, *, weak: bool = False) -> None:
        """Store a value in an object."""
        if self.journal is not None:
            self.journal.add(site)
            found = self.live.peek(site)
            if found is not None and found.kind == "frame":
                self.journal.add((VARIABLE, site, key))
        self.live.write(site, key, value, weak=weak)

    def write_anywhere(self, site: Site, value: Value, keys: Value = BOTTOM) -> None:
        """Store a value in an object under an unknown key."""
        if self.journal is not None:
            self.journal.add(site)
        self.live.write_anywhere(site, value, keys)

    def writable(self, site: Site) -> HeapObject:
        """An object that may be changed in place."""
        if self.journal is not None:
            self.journal.add(site)
        return self.live.writable(site)

    def escape(self, value: Value, cause: str) -> None:
        """Hand a value to code that is not interpreted: all mutable objects that it reaches are unknown from now on.

        Functions may be called there, with any arguments, so what they change becomes unknown, too.
        """
        if self.heap is None or is_unknown(value):
            return
        from .escapes import escape_variables
        from .frozen_classes import is_frozen

        lost = Unknown(cause, self.place)
        called: Value = ()
        for site in [*reachable(self.heap, value)]:
            found = self.live[site]
            if found.escape is not None or is_frozen(self, found):
                continue
            if found.kind in ("list", "dict", "set", "instance", "iterator"):
                called += found.fields.get("function", ()) if found.kind == "iterator" else ()
                if self.journal is not None:
                    self.journal.add(site)
                self.live.mark_escaped(site, lost)
            elif found.kind == "frame":
                called += escape_variables(self, site, lost)
        for item in (*value, *called):
            if isinstance(item, (Function,)) or type(item).__name__ in ("BoundMethod", "Partial", "Transformed"):
                self.escape_function((item,), lost)

    def escape_function(self, function: Value, cause: Unknown) -> None:
        """Call a function with unknown arguments, and make every object that it changes unknown."""
        from .escapes import call_with_unknowns

        call_with_unknowns(self, function, cause)

    # ----------------------------------------------------------------------------------------------------- names

    def lookup(self, name: str) -> Value:
        """The value of a variable, from this frame outwards."""
        heap, watch = self.live, self.base.watch
        site: Site | None = self.frame
        is_first = True
        while site is not None:
            frame = heap.peek(site)
            if frame is None:
                heap.get(site)
                break
            if is_first or frame.kind == "frame":
                value = frame.get(name)
                if watch is not None and site not in watch.created:
                    watch.names[site, name] = value
                if value is not None:
                    return self.loaded(value)
                if is_first and frame.rest:
                    return heap[site].rest  # an import of all names of an unknown module
            site, is_first = frame.cls if frame.kind == "frame" else self.classes[site].frame, False
        return builtin_value(name) or self.unknown(f"the name {name!r} is not defined")

    def loaded(self, value: Value) -> Value:
        """A value; a name that is imported from a module is looked up in the module now."""
        return value

    def assign_name(self, name: str, value: Value) -> None:
        """Assign a variable of this frame, or of the one that ``global`` or ``nonlocal`` names."""
        site = self.frame
        frame = self.live[site]
        declared = frame.fields.get(("declared", name))
        if declared is not None:
            site = declared[0]
        elif frame.kind == "frame" and ("comprehension",) in frame.fields:
            self.write(site, name, value)
            return
        self.write(site, name, value)

    def definition(self, node: FunctionNode) -> Definition:
        """The definition of a function's syntax node."""
        found = self._definitions.get(id(node))
        if found is None:
            found = Definition(node, self.source.path, self.source.name, self.source.tree)
            self._definitions[id(node)] = found
        return found

    @property
    def definitions(self) -> list[Definition]:
        """The functions that were defined so far."""
        return [*self._definitions.values()]

    # ----------------------------------------------------------------------------------------------------- calls

    def call(
        self,
        function: Value,
        arguments: Sequence[Value],
        keywords: Mapping[str, Value] | None = None,
        *,
        node: ast.AST | None = None,
        star: Value = BOTTOM,
        double_star: Value = BOTTOM,
        label: Hashable = None,
    ) -> Value:
        """Call a value.

        Args:
            function: the callable.
            arguments: the positional arguments.
            keywords: the keyword arguments.
            node: the call's syntax node; by default, the current one.
            star: the items of a ``*args`` of unknown length, behind the positional arguments.
            double_star: the values of a ``**kwargs`` of unknown names.
            label: tells apart several calls made at one node, such as those of `jax.tree.map` for each leaf.
        """
        if self.heap is None:
            return BOTTOM
        call = Call([*arguments], dict(keywords or {}), node or self.node, star, double_star, label)
        if len(function) == 1:
            return self._call_one(function[0], call)
        if not function:
            return BOTTOM
        return self.branch(*(lambda item=item: self._call_one(item, call.copy()) for item in function))

    def _call_one(self, item: Any, call: Call) -> Value:
        transfer = CALLS.get(type(item))
        if transfer is not None:
            return transfer(self, item, call)
        state = self.models.get("differentiation")
        if state is not None and self.memo.has_rules:
            state.is_unclear = True  # the function may have a custom rule
        for value in call.everything():
            self.escape(value, "an unknown function is called with it")
        if TASKS in self.live:
            from .coroutines import run_tasks

            run_tasks(self)
        if type(item) is Unknown:
            return (Unknown(item.cause, item.place or self.place),)
        return self.unknown(f"a {type(item).__name__} is called")

    # ---------------------------------------------------------------------------------------------------- modules

    @contextmanager
    def entering(self, frame: Site, source: Source, flow: FunctionFlow | None, context: int) -> Iterator[None]:
        """Run in another frame."""
        saved = (self.frame, self.source, self.flow, self.loop, self.context, self.node)
        self.frame, self.source, self.flow, self.loop, self.context = frame, source, flow, None, context
        try:
            yield
        finally:
            self.frame, self.source, self.flow, self.loop, self.context, self.node = saved


class Systems:
    """The modes of JAX with which a program starts.

    Args:
        x64: whether 64-bit dtypes are on; None stands for both.
        strict: whether promotion is strict; None stands for both.
        is_fixed: whether the configuration states x64, so that switches in the program do not count.
        fixed: the options that the configuration states.
        believes_top_level: whether literal switches at the top level of the program's files count all the same.
        others: options with values that code which is not interpreted may give them at any time.
        are_recorded: whether `records` notes the modes at each place.
    """

    def __init__(
        self,
        *,
        x64: bool | None = False,
        strict: bool | None = False,
        is_fixed: bool = False,
        fixed: frozenset[str] = frozenset(),
        believes_top_level: bool = False,
        others: frozenset[tuple[str, bool | str]] = frozenset(),
        are_recorded: bool = False,
    ) -> None:
        self.x64, self.strict, self.is_fixed = x64, strict, is_fixed or "jax_enable_x64" in fixed
        self.fixed = fixed | {"jax_enable_x64"} if is_fixed else fixed
        self.believes_top_level, self.others, self.are_recorded = believes_top_level, others, are_recorded

    @property
    def key(self) -> tuple[object, ...]:
        """What tells these modes apart from others."""
        return (self.x64, self.strict, self.fixed, self.believes_top_level, self.others, self.are_recorded)


def builtin_value(name: str) -> Value | None:
    """The value of a builtin name; None if there is none."""
    from .libraries.names import builtin_name

    return builtin_name(name)


EXPRESSIONS: dict[type[ast.AST], Callable[[Run, Any], Value]] = {}
STATEMENTS: dict[type[ast.AST], Callable[[Run, Any], None]] = {}
CALLS: dict[type, Callable[[Run, Any, Call], Value]] = {}
