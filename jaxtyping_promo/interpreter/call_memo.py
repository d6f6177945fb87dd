"""The memo of calls: a call with the arguments of an earlier one has its result, if nothing that it reads has changed.

While a function runs, the heap notes what the call reads, makes and changes (`watch.Watch`). Its result is kept if

- it changes no older object, on any path: a handler around a later call would see the change;
- the call depends on nothing outside of the heap and its arguments. What does so calls `CallMemo.spoil`: the first
  import of a module, a block of ``with`` that runs inside a generator, a custom derivative, the variables of haiku
  outside of a transformed function.

A recursion that is cut, and an escape inside of an escape of the same function, depend on an outer call. The calls in
between keep their results as long as that outer call runs; the outer call itself does not depend on what is around it.

It is used again if every object and variable that the call has read holds the same. Objects among the arguments are
compared by what they hold, unless the call reaches them by another way, too. All unknown values are equal; those in the
result get the causes of the new arguments. Objects that the result refers to are made
once more; the others that the call has made are garbage, and are freed, so that a later turn of a loop does not meet
them.

A call in an escape may store a value that is there already. It leaves the heap as it is, but other code may change the
object later, so the objects are noted, and a use of the result adds them to the journal of the escape.

Left out are generators and coroutines, and calls inside of a running module of flax or haiku, whose
scopes live outside of the heap. Inside a differentiated function, calls are left out once a rule of a `custom_vjp`
is stored, because `custom_derivatives` tells equal arrays apart by their identity.

Verdicts belong to a calling context. A result that is used again in another context leaves the verdicts where they are;
they are copied before the first context evaluates the function with other arguments. A verdict about a package is shown
at the program's call that leads to it, so the result of such a call is used again below the same call only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from .object_graphs import Form, RenamingError, closure, copied_object, mentions, renamed, values_in
from .values import BOTTOM, Function, Site, Tuple, Unknown, Value
from .watch import Watch

if TYPE_CHECKING:
    from .call import Call
    from .heap import Heap, HeapObject
    from .run import Run

LARGEST_MEMO = 400_000
"""The largest size of all results, counted in objects and variables; then the older half is forgotten."""
MOST_READS = 2000
"""The most objects and variables that a call may read for its result to be kept."""
MOST_MADE = 200
"""The most objects of a result that are made once more."""
LARGEST_ARGUMENT = 500
"""The largest size of a tuple among the arguments."""
NOT_SPOILED = 1_000_000
"""A level that no call reaches."""
SCOPES = ("linen methods", "linen lift", "haiku transforms", "haiku policy")
"""The keys of `Run.models` under which libraries note what runs now."""


class Evaluation:
    """The last evaluation of a function in a calling context.

    Attributes:
        value: its result.
        made: the objects that the result refers to, of those that the call has made.
        reads: the objects that it has read, by site.
        names: the variables that it has read in older frames.
        rewritten: the objects in which it has stored what they hold already.
        arguments: the sites of the objects that its key describes by their form.
        unknowns: the unknown values in the form of its arguments.
        is_movable: whether the result holds for arguments with other sites.
        told: the keys of its records that belong to a context.
        root: the level and number of an outer call, the result's own level, and the number of expirations so far. The
            result holds as long as that call runs and nothing expires, for calls that are as deep; others may follow a
            recursion further. None if it always holds.
        is_shared: whether another context uses the result.
        is_lost: whether its records are replaced by those of other arguments.
        tells_of_packages: whether a verdict of the call is about a file outside of the program.
        program_call: then, the innermost call in the program's files that leads to it.
    """

    __slots__ = (
        "arguments", "is_lost", "is_movable", "is_shared", "made", "names", "program_call", "reads", "rewritten",
        "root", "tells_of_packages", "told", "unknowns", "value",
    )  # fmt: skip

    def __init__(self, watch: Watch) -> None:
        self.told, self.tells_of_packages = watch.told, watch.tells_of_packages
        self.program_call: object = None
        self.value: Value = BOTTOM
        self.made: list[tuple[Site, HeapObject]] = []
        self.reads: list[tuple[Site, HeapObject | None]] = []
        self.names: list[tuple[Site, str, Value | None]] = []
        self.rewritten: list[Site] = []
        self.arguments: list[Site] = []
        self.unknowns: list[Unknown] = []
        self.root: tuple[int, int, int, int] | None = None
        self.is_shared = self.is_lost = self.is_movable = False

    @property
    def size(self) -> int:
        """The number of objects and variables that it holds."""
        return 1 + len(self.reads) + len(self.names) + len(self.made)

    def holds(self, heap: Heap, arguments: list[Site]) -> bool:
        """Whether everything that the call has read is the same in a heap."""
        if self.is_lost or not (self.is_movable or self.arguments == arguments):
            return False
        return holds_the_same(heap, self.names, self.reads)

    def result(self, run: Run, form: Form, context: int) -> Value:
        """The result for the arguments of another call, with objects of its own, in a context."""
        names: dict[Any, Any] = {
            (old.cause, old.place): new
            for old, new in zip(reversed(self.unknowns), reversed(form.unknowns), strict=True)
            if old is not new
        }
        if not self.made and not names and self.arguments == [*form.sites]:
            return self.value
        names.update(zip(self.arguments, form.sites, strict=True))
        for number, (site, _) in enumerate(self.made):
            names[site] = run.site_for((*site[:2], ("again", number), context))
        for site, found in self.made:
            run.add_object(names[site], copied_object(found, names))
        return renamed(self.value, names)


class CallMemo:
    """The results of the calls of a run.

    Attributes:
        has_rules: whether a rule of a `custom_vjp` is stored.
        running: the numbers of the calls that run now, outermost first, behind one that stands for the run.
        hits, misses: the number of calls whose result was and was not found.
    """

    def __init__(self) -> None:
        self._results: dict[Hashable, Evaluation] = {}
        self._last: dict[int, Evaluation] = {}
        self._kept: set[tuple[str, tuple[Any, int]]] = set()
        self._copies = self._size = self._expirations = 0
        self._least_spoiled = NOT_SPOILED
        self.running = [0]
        self.has_rules = False
        self.hits = self.misses = 0

    @property
    def level(self) -> int:
        """How many calls with a watch of their own run now."""
        return len(self.running) - 1

    def spoil(self, level: int = 0) -> None:
        """Keep the results of the calls that run now, and that are deeper than a level, as long as that level runs.

        Level 0 stands for the run: then the results are not kept.
        """
        self._least_spoiled = min(self._least_spoiled, level)

    def expire(self) -> None:
        """Forget the results that hold only as long as an outer call runs."""
        self._expirations += 1

    def _is_valid(self, found: Evaluation) -> bool:
        """Whether the outer call on which a result depends still runs. Calls that use the result depend on it, too."""
        if found.root is None:
            return True
        level, number, own, expirations = found.root
        if expirations != self._expirations or own > self.level + 1 or self.running[level] != number:
            return False
        self.spoil(level)
        return True

    def forget(self) -> None:
        """Forget all results: something has changed that is not on the heap."""
        self._results.clear()
        self._size = 0
        self.spoil()

    def call(self, run: Run, function: Function, call: Call, evaluate: Callable[[], Value]) -> Value:
        """The result of a call, which `evaluate` computes if it is not known."""
        context = run.child_context((id(call.node), id(function.definition), call.label))
        outer = run.base.watch
        form = _form(run, call) if self._may_keep(run, function, call) else None
        key = None if form is None else _key(run, function, call, form)
        found = None if key is None else self._results.get(key)
        if found is not None and form is not None:
            arguments = [*form.sites]
            if found.holds(run.live, arguments) and _is_shown_here(run, found, call) and self._is_valid(found):
                self.hits += 1
                self._use(run, found, context)
                sites = dict(zip(found.arguments, arguments, strict=True))
                rewritten = [sites.get(site, site) for site in found.rewritten]
                if run.journal is not None:
                    run.journal.update(rewritten)
                if outer is not None:
                    outer.note_result(found.reads, found.names, arguments, rewritten)
                    outer.tells_of_packages |= found.tells_of_packages
                run.may_raise()
                return found.result(run, form, context)
        self._leave(run, context)
        if key is None and outer is None:
            return evaluate()
        self.misses += 1
        spoiled, watch = self._least_spoiled, Watch()
        self._least_spoiled = NOT_SPOILED
        self.running.append(self.misses)
        run.base.watch = watch
        try:
            value = evaluate()
            if run.heap is not None:
                is_on_heap = self._least_spoiled > 0 and not is_in_scope(run)
                is_kept = is_on_heap and key is not None and not _has_changed(watch, run.heap)
                if is_on_heap and not is_kept and not _is_running(run, function):
                    _free_garbage(run.heap, value, watch)
                self._finish(run, key if is_kept else None, form, function, call, value, watch, context)
        finally:
            self.running.pop()
            self._least_spoiled = min(spoiled, self._least_spoiled)
            run.base.watch = outer
            if outer is not None:
                outer.include(watch)
        return value

    def _may_keep(self, run: Run, function: Function, call: Call) -> bool:
        """Whether the result of a call may be kept or used, as far as the call shows it."""
        definition = function.definition
        if definition.is_generator or definition.is_async:
            return False
        if run.block_at_yield is not None or is_in_scope(run):
            return False
        if self.has_rules and run.models.get("differentiation") is not None:
            return False
        if run.models.get("weak derivatives") is not None:
            return False
        return not any(
            type(item) is Tuple and item.size > LARGEST_ARGUMENT for value in call.everything() for item in value
        )

    def _finish(
        self, run: Run, key: Hashable, form: Form | None, function: Function, call: Call, value: Value, watch: Watch,
        context: int,
    ) -> None:  # fmt: skip
        """Note what a call has told. If its key is known, free its garbage, and keep its result."""
        evaluation = Evaluation(watch)
        if watch.tells_of_packages:
            evaluation.program_call = _program_call(run, call)
        if watch.told:
            self._last[context] = evaluation
        heap = run.live
        if key is None or form is None:
            return
        try:
            made = closure(heap, [value], watch.created)
        except RenamingError:
            return
        values = [value, *(one for site in made for one in values_in(heap.objects[site]))]
        if watch.renewed and mentions(values, watch.renewed):
            return
        if any(("default factory", site) in run.models for site in made):
            return
        for site in watch.created.difference(made):
            heap.objects.pop(site)
        watch.reads -= watch.created
        watch.rewritten -= watch.created
        watch.created.intersection_update(made)
        if len(made) > MOST_MADE or len(watch.reads) + len(watch.names) > MOST_READS:
            return
        self._keep(key, evaluation, form, function, value, made, watch, heap)

    def _keep(
        self, key: Hashable, evaluation: Evaluation, form: Form, function: Function, value: Value, made: list[Site],
        watch: Watch, heap: Heap,
    ) -> None:  # fmt: skip
        evaluation.value = value
        evaluation.arguments, evaluation.unknowns = [*form.sites], form.unknowns
        for site in (watch.reads | watch.written.keys()).difference(form.sites):
            found = heap.peek(site)
            if found is not None:
                found.owner = None  # later writes copy it
            evaluation.reads.append((site, found))
        for site in made:
            heap.objects[site].owner = None
            evaluation.made.append((site, heap.objects[site]))
        evaluation.rewritten = [*watch.rewritten]
        evaluation.names = [(site, name, found) for (site, name), found in watch.names.items()]
        if form.sites:
            others = [found for _, _, found in evaluation.names if found is not None]
            others += (one for _, found in evaluation.reads if found is not None for one in values_in(found))
            evaluation.is_movable = not mentions([(function,), *form.kept, *others], form.sites)
        level = self._least_spoiled
        if level < self.level:
            evaluation.root = (level, self.running[level], self.level, self._expirations)
        old = self._results.get(key)
        self._size += evaluation.size - (0 if old is None else old.size)
        self._results[key] = evaluation
        if self._size > LARGEST_MEMO:
            for old_key in [*self._results][: len(self._results) // 2]:
                del self._results[old_key]
            self._size = sum(each.size for each in self._results.values())

    def _use(self, run: Run, found: Evaluation, context: int) -> None:
        """Use the result of an evaluation in a context, and drop what the context has told before."""
        last = self._last.get(context)
        if last is found:
            return
        self._leave(run, context)
        if last is not None:
            for table, key in last.told:
                if (table, key) not in self._kept:
                    getattr(run.records, table).pop(key, None)
        found.is_shared = True
        self._kept.update(found.told)

    def _leave(self, run: Run, context: int) -> None:
        """Copy what the last evaluation in a context has told, if others use it: a new one replaces it."""
        last = self._last.pop(context, None)
        if last is None:
            return
        if not last.is_shared:
            last.is_lost = True
            return
        self._copies += 1
        for table, (place, told_in) in last.told:
            new = (place, run.child_context(("kept", self._copies, told_in)))
            run.records.copy(table, (place, told_in), new)


def _form(run: Run, call: Call) -> Form | None:
    try:
        return Form(run.live, call.everything())
    except RenamingError:
        return None


def _key(run: Run, function: Function, call: Call, form: Form) -> Hashable | None:
    """What the result of a call depends on apart from the heap; None if it cannot be compared."""
    key = (
        function, form.key, len(call.arguments), tuple(call.keywords), bool(call.star), bool(call.double_star),
        run.unrolled, run.fixpoint > 0, run.uncertainty > 0, run.guards > 0, run.staged > 0, run.input_kind,
        run.hypothesis, run.believes_refusals, run.records.is_on, run.records.is_called_by_jax,
        run.expected_errors > 0,
    )  # fmt: skip
    try:
        hash(key)
    except TypeError:
        return None
    return key


def holds_the_same(
    heap: Heap, names: list[tuple[Site, str, Value | None]], reads: list[tuple[Site, HeapObject | None]]
) -> bool:
    """Whether variables of frames, and whole objects, are in a heap as they were when they were read."""
    for site, name, value in names:
        frame = heap.peek(site)
        now = None if frame is None else frame.get(name)
        if now is not value and now != value:
            return False
    return all(is_same(heap.peek(site), found) for site, found in reads)


def is_in_scope(run: Run) -> bool:
    """Whether a module of flax or haiku runs, or code that escapes."""
    return any(run.models.get(name) for name in SCOPES)


def _program_call(run: Run, call: Call) -> object:
    """The innermost call in the program's files that leads to a call, or is the call."""
    if run.source.path in run.program_files:
        return call.node
    return next((record.call_node for record in reversed(run.stack) if record.call_path in run.program_files), None)


def _is_shown_here(run: Run, found: Evaluation, call: Call) -> bool:
    """Whether the verdicts of an evaluation are shown at the call that uses its result."""
    return not found.tells_of_packages or _program_call(run, call) is found.program_call


def is_same(one: HeapObject | None, other: HeapObject | None) -> bool:
    """Whether two versions of an object hold the same, in the same order."""
    if one is other:
        return True
    if one is None or other is None:
        return False
    return one.cls == other.cls and one.equals(other) and [*one.fields] == [*other.fields]


def _is_running(run: Run, function: Function) -> bool:
    """Whether an outer call of the same function runs. Its turns end sooner if they share their objects."""
    return any(one.definition is function.definition for one in run.stack)


def _free_garbage(heap: Heap, value: Value, watch: Watch) -> None:
    """Free what a call has made and nothing refers to any more: neither its result nor an older object."""
    changed = (heap.peek(site) for site in watch.written)
    try:
        kept = closure(heap, [value, *(one for found in changed if found for one in values_in(found))], watch.created)
    except RenamingError:
        return
    garbage = watch.created.difference(kept)
    for site in garbage:
        heap.objects.pop(site)
    watch.forget(garbage)


def _has_changed(watch: Watch, heap: Heap) -> bool:
    """Whether a call changes an object that is older than the call, on any path."""
    return bool(watch.effects) or any(not is_same(heap.peek(site), old) for site, old in watch.written.items())
