"""Programs: the files that are interpreted, their entry points, and the order in which they run.

The entry points are the top level of each module, the functions behind ``if __name__ == "__main__"``, and tests. A
function that none of them reaches is interpreted with its declared types, and everything else unknown.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from ..diagnostics.codes import SHAPE_MISMATCH
from . import calls as _calls
from . import expressions as _expressions
from . import statements as _statements
from .assumed_inputs import kinds_of_module, may_be_open
from .assumed_results import is_factory
from .assumptions import Assumptions
from .axes import AxisScope, declared_axes
from .coroutines import finished
from .dead_options import Candidate, audit
from .declared import declared_arguments, declared_instance
from .definitions import Definition
from .heap import Heap
from .importer_contexts import ImporterContexts, global_names
from .imports import run_module
from .iteration import item_of
from .iterators import is_iterator
from .libraries import load_models
from .modes import in_modes_of, set_up_modes
from .modules import Source, SourceFinder, module_name, read_source
from .open_contexts import call_assumed
from .options import Uses
from .policy.checks import PolicyChecks
from .policy.declaration import Policy
from .policy.inputs import PolicyInputs
from .processes import Processes
from .program_files import dotted_path, folders_around, has_main_guard, installed_folders, python_files
from .recordings import Recording, record_inputs
from .records import Records
from .run import MOST_STEPS, STEPS_OF_A_FUNCTION, STEPS_OF_A_MODULE, BudgetError, Run, Systems
from .test_entries import has_tests, is_skipped_test
from .values import BOTTOM, Class, Descriptor, Function, Site, Value

_TABLES = (_calls, _expressions, _statements)
TEST_NAME = re.compile("test(_|[A-Z]|$)")
"""The names of tests, whose arguments come from fixtures: no assumption concerns them.

Nor does it concern the other functions of a test file, as only its tests call them. A pattern may name any function.
"""
CONTEXTS = ("called", "recorded", "assumed", "declared")
"""The contexts of a function, by which it is counted: the first that it has.

Other code of the program calls it; it has inputs of a recording; it has assumed inputs; its declared types count alone.
"""
STEPS_AFTER_A_CUT = 20_000
"""The budget of the other functions of a file whose dtypes do not last, since one of them used up its own budget."""
DEEPEST_STACK = 60_000
"""The limit of Python's recursion while a program is interpreted."""


@contextmanager
def deep_stack() -> Iterator[None]:
    """Allow deep recursions, as the interpretation of nested code has."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEEPEST_STACK))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


class Program:
    """The files of a program.

    After a run, `counts` has the number of functions by their contexts (see `CONTEXTS`), and `open_functions` the
    number of declared ones that an assumption about floats, integers, bools or keys would reach.

    Args:
        paths: files and folders.
        packages: the names of installed packages whose values and findings are shown, too.
        systems: the modes of JAX.
        assumptions: the hypotheses about open inputs; each function is interpreted under each of them.
        recording: the inputs that a run recorded; each function is interpreted with each of its call patterns.
        policy: the dtype policy that the program is compared with. Without assumptions, it sets open inputs.
        audit: whether to look for options that change no dtype.
        folders: the folders of installed packages; by default those of the running Python.
        for_importers: whether to interpret each function once more as importers call it; then `importers` knows whose
            values last.
        counts_open: whether to count `open_functions`.
        most_steps: the most steps of the top level of a module with all that it calls, and of its ``main``.
        most_steps_of_tests: the most steps of the top level of a test file, and of all its tests together; by default
            each test has a budget of its own.
        start: the run that the program continues; its modules are loaded. By default nothing is.
    """

    def __init__(
        self,
        paths: Sequence[str | os.PathLike[str]],
        *,
        packages: Sequence[str] = (),
        systems: Systems | None = None,
        assumptions: Sequence[Assumptions] = (),
        recording: Recording | None = None,
        policy: Policy | None = None,
        audit: bool = False,
        folders: Sequence[str] | None = None,
        for_importers: bool = False,
        counts_open: bool = True,
        most_steps: int = STEPS_OF_A_MODULE,
        most_steps_of_tests: int | None = None,
        start: Run | None = None,
    ) -> None:
        self.files = [file for path in paths for file in python_files(Path(path))]
        roots: dict[str, None] = {}
        self.names: dict[str, str] = {}
        taken: set[str] = set()
        for file in self.files:
            name, folder = module_name(file.absolute())
            self.names[str(file)] = name if name not in taken else dotted_path(file)
            taken.add(name)
            roots[str(folder)] = None
        roots.update(dict.fromkeys(folders_around(paths)))
        installed = installed_folders() if folders is None else folders
        if start is None:
            start = Run(SourceFinder([*roots, *installed], map(str, self.files)), systems or Systems())
            set_up_modes(start, x64=start.systems.x64, strict=start.systems.strict)
        self.run, self.finder = start, start.finder
        self.run.packages = frozenset(packages)
        self.run.program_files = frozenset(map(str, self.files))
        self.processes = Processes(self.run)
        self.assumptions, self.recording = list(assumptions), recording
        self.most_steps, self.most_steps_of_tests = most_steps, most_steps_of_tests
        self.audit, self.for_importers, self.counts_open = audit, for_importers, counts_open
        if policy is not None:
            self.run.policy = PolicyChecks(policy)
            self.assumptions = self.assumptions or [PolicyInputs(policy)]
        self.errors: dict[str, str] = {}
        self.faults: list[Exception] = []
        self.counts = Counter(dict.fromkeys(CONTEXTS, 0))
        self.open_functions = 0
        self._reached: set[int] = set()
        self.importers: ImporterContexts | None = None

    def interpret(self, progress: Callable[[str], None] | None = None) -> Run:
        """Interpret the program.

        Args:
            progress: is called with each file before it is interpreted.
        """
        load_models()
        run = self.run
        with deep_stack():
            sources = [self._source(file) for file in self.files]
            if run.policy is not None:
                run.policy.outputs.read(sources)
            for source in sources:
                if progress is not None:
                    progress(source.path)
                if source.error is not None:
                    self.errors[source.path] = source.error
                elif source.name not in run.modules:
                    self._guarded(source, partial(self._run_module, source))
            for source in sources:
                if source.error is None:
                    self._guarded(source, partial(self._call_tests, source))
            for source in sources:
                if source.error is None:
                    self._guarded(source, partial(self._call_main, source))
            self._reached = set(run.records.was_reached)
            self.processes.settle()
            run.most_steps = run.budget = run.steps + MOST_STEPS  # whatever the entry points have used
            for source in sources:
                if source.error is None:
                    self._guarded(source, partial(self._call_unreached, source))
            if self.audit:
                uses = Uses(sources)
                for source in sources:
                    if source.error is None:
                        self._guarded(source, partial(self._audit, source, uses))
        return run

    def _audit(self, source: Source, uses: Uses) -> None:
        """Look for options of a module that change no dtype."""
        run = self.run
        site_of_module = run.modules.get(source.name)
        if site_of_module is None:
            return
        classes = {
            id(method): node for node in source.tree.body if isinstance(node, ast.ClassDef) for method in node.body
        }
        candidates = [
            Candidate(definition, partial(call_open, run, source, function, receiver, site_of_module),
                      classes.get(id(definition.node)))
            for definition, function, receiver in _functions(run, source, site_of_module)
        ]  # fmt: skip
        run.input_kind = "assumed"
        audit(run, source, candidates, uses, (self.assumptions or [Assumptions({"float": "bfloat16"})])[0])
        run.input_kind = "called"

    def _run_module(self, source: Source) -> None:
        steps = self.most_steps_of_tests if has_tests(source) else None
        with self.run.entry(self.most_steps if steps is None else steps):
            run_module(self.run, source)

    def _guarded(self, source: Source, action: Callable[[], object]) -> None:
        """Run an action; code nested too deeply, or a fault of the interpreter, is an error of its file alone."""
        run = self.run
        saved = run.state()
        try:
            with self.processes.of(source):
                action()
        except BudgetError:  # outside of an entry point, while the receiver of a method is made
            run.set_state(saved)
            run.cut_entries += 1
        except Exception as error:
            if isinstance(error, RecursionError):
                self.errors[source.path] = "the code is nested too deeply"
            else:
                self.errors[source.path] = f"internal error, please report it: {type(error).__name__}: {error}"
            self.faults.append(error)
            run.set_state(saved)

    def _source(self, file: Path) -> Source:
        """A file of the program. A script is ``__main__``, so that its guarded part runs."""
        name = self.names[str(file)]
        source = read_source(name, str(file), is_package=file.name == "__init__.py")
        if has_main_guard(source.tree):
            script = Source.__new__(Source)
            for slot in Source.__slots__:
                setattr(script, slot, getattr(source, slot))
            script.name = f"__main__:{name}"
            return script
        return self.finder.add(source)

    def _call_tests(self, source: Source) -> None:
        """Call the functions that pytest or unittest would call."""
        from .test_entries import call_tests

        run = self.run
        budget = run.budget
        if self.most_steps_of_tests is not None:
            run.budget = min(budget, run.steps + self.most_steps_of_tests)
        call_tests(run, source)
        run.budget = budget

    def _call_main(self, source: Source) -> None:
        """Call ``main`` if the module itself does not, and if it needs no argument."""
        run = self.run
        site_of_module = run.modules.get(source.name)
        if site_of_module is None:
            return
        for definition, function, receiver in _functions(run, source, site_of_module):
            required = sum(default is None for _, default in definition.parameters)
            if (
                definition.name == "main"
                and not receiver
                and not required
                and id(definition) not in run.records.was_reached
            ):
                start = run.heap
                run.heap = Heap(run.base)
                with (
                    run.entry(self.most_steps),
                    run.entering(site_of_module, source, None, run.child_context("main")),
                ):
                    run.node = definition.node
                    finished(run, run.call((function,), [], {}, label="main"))
                run.heap = start

    def _call_unreached(self, source: Source) -> None:
        """Interpret the functions of a module that no entry point has reached."""
        run = self.run
        site_of_module = run.modules.get(source.name)
        if site_of_module is None:
            return
        reached, is_test = self._reached, has_tests(source)
        if is_test and self.most_steps_of_tests is not None and not run.systems.are_recorded:
            return  # a test file has findings and dtypes by its tests alone
        run.input_kind, declared = "declared", Records()
        importers = self.importers = ImporterContexts(run, site_of_module) if self.for_importers else None
        is_brief = False
        for definition, function, receiver in _functions(run, source, site_of_module):
            if importers is not None and run.cut_entries and not is_brief:  # none of the dtypes lasts
                is_brief, run.budget = True, min(run.budget, run.steps + STEPS_AFTER_A_CUT)
            is_reached = is_called = id(definition) in reached
            asks_for_kinds = not is_test and (bool(self.assumptions) or self.counts_open)
            kinds = kinds_of_module(run, source.path).of(definition) if asks_for_kinds else {}
            is_open = bool(self.assumptions and kinds)
            is_named = any(one.names_input(definition) for one in self.assumptions)
            is_open |= is_named
            interpret = partial(call_open, run, source, function, receiver, site_of_module)
            run.input_kind = "recorded"
            for number, pattern in enumerate(self.recording.patterns(definition) if self.recording is not None else ()):
                is_reached |= interpret(partial(record_inputs, pattern=pattern), number)
            is_recorded = is_reached
            is_assumed = is_named or not (is_test or TEST_NAME.match(definition.name))
            if is_assumed and (id(definition) not in reached or is_open or receiver):
                for assumption in self.assumptions:
                    is_reached |= call_assumed(run, interpret, assumption)
            run.input_kind, run.hypothesis = "declared", ""
            is_reached_by_any = is_reached or id(definition) in run.records.was_reached
            is_reached_by_any |= is_skipped_test(run, source, site_of_module, definition.node)
            if importers is not None:
                with importers.of(definition, is_repeated=is_reached_by_any):
                    interpret(importers.note_arguments, use_result=importers.note_end)
            elif not is_reached_by_any:
                interpret()
            elif declared_axes(run, function) is not None:
                with run.recording(declared):
                    interpret()
            if not (is_reached or is_open) and kinds and self.counts_open:
                is_open = _has_open_input(interpret, kinds)
            self.open_functions += is_open and not is_reached
            held = (is_called, is_recorded, is_reached, True)
            self.counts[next(context for context, holds in zip(CONTEXTS, held, strict=True) if holds)] += 1
        for records in (declared, *([importers.records] if importers is not None else ())):
            run.records.take(records, SHAPE_MISMATCH.name)
        run.input_kind = "called"


def _has_open_input(interpret: Callable[..., bool], kinds: Collection[str]) -> bool:
    """Whether a function has an input that an assumption would set. The function is not interpreted.

    Args:
        interpret: interprets the function; see `call_open`.
        kinds: the parameters whose kind is clear.
    """
    is_open = False

    def look(run: Run, definition: Definition, arguments: dict[str, Value]) -> bool:
        nonlocal is_open
        is_open = any(may_be_open(arguments[name]) for name in kinds if name in arguments)
        return False

    interpret(look, "kinds")
    return is_open


def call_open(
    run: Run,
    source: Source,
    function: Function,
    receiver: Value,
    frame: Site,
    set_inputs: Callable[[Run, Definition, dict[str, Value]], bool] | None = None,
    label: object = None,
    use_result: Callable[[Run, Value], bool] | None = None,
) -> bool:
    """Interpret a function with its declared types; the state of the program stays as it was.

    Args:
        run: the run.
        source: the module of the function.
        function: the function.
        receiver: the value of the first parameter of a method; empty for a function.
        frame: the frame of the module.
        set_inputs: sets the arguments that are open otherwise. It returns False if the function has no such argument.
        label: tells apart several contexts of one function.
        use_result: goes on with what the function returns, while the state holds.

    Returns: Whether the function was interpreted, and has an argument that `set_inputs` sets.
    """
    from .call import Call
    from .functions import call_function

    start, is_set = run.heap, True
    run.heap = Heap(run.base)
    forget_globals(run, source, frame)
    context = run.child_context(("open", id(function.definition), label))
    owner = function.frame if function.frame in run.live else frame
    with run.entry(STEPS_OF_A_FUNCTION), run.entering(owner, source, None, context):
        run.node = function.definition.node
        arguments = declared_arguments(run, function, receiver, names_axes=True)
        is_set = set_inputs is None or set_inputs(run, function.definition, arguments)
        if not is_set and (use_result is None or not is_factory(function.definition)):
            run.heap = start
            return False
        node = ast.Pass()
        lost = run.unknown(f"an argument of {function.definition.name}, which is never called")
        extra = {"star": BOTTOM, "double_star": BOTTOM}
        parameters = function.definition.node.args
        if parameters.vararg is not None:
            extra["star"] = lost
        if parameters.kwarg is not None:
            extra["double_star"] = lost
        call = Call([], dict(arguments), node, **extra)
        positional = [arguments.pop(each.arg) for each in parameters.posonlyargs]
        if parameters.vararg is not None:
            positional += [arguments.pop(each.arg) for each in parameters.args]
        call.arguments, call.keywords = positional, dict(arguments)
        with in_modes_of(run, function.definition):
            result = finished(run, call_function(run, function, call))
        if run.heap is not None and is_iterator(run, result):
            item_of(run, result)
        if use_result is not None:
            use_result(run, result)
    run.heap = start
    return is_set


def forget_globals(run: Run, source: Source, frame: Site) -> None:
    """Make the variables unknown that a function of the module assigns by ``global``: it may have run before."""
    for name in global_names(run, source):
        if name in run.live[frame].fields:
            run.write(frame, name, run.unknown(f"the global {name!r}, which functions of {source.name} assign"))


def _functions(run: Run, source: Source, frame: Site) -> Iterator[tuple[Definition, Function, Value]]:
    """The functions and methods at the top level of a module, with the receiver of each method."""
    for statement in source.tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            with run.entering(frame, source, None, 0):
                definition = run.definition(statement)
            yield definition, Function(definition, frame, _defaults(run, frame, statement.name, definition)), BOTTOM
        elif isinstance(statement, ast.ClassDef):
            yield from _methods(run, source, frame, statement)


def _defaults(run: Run, frame: Site, name: str, definition: Definition) -> tuple[tuple[str, Value], ...]:
    """The defaults of a function as they were evaluated at its definition."""
    return next(
        (
            one.defaults
            for one in run.base[frame].fields.get(name, ())
            if isinstance(one, Function) and one.definition is definition
        ),
        (),
    )


def _methods(run: Run, source: Source, frame: Site, node: ast.ClassDef) -> Iterator[tuple[Definition, Function, Value]]:
    found = run.base[frame].fields.get(node.name, BOTTOM)
    cls = next((one for one in found if isinstance(one, Class)), None)
    if cls is None or run.classes[cls.site].node is not node:
        return
    for statement in node.body:
        if not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        with run.entering(frame, source, None, 0):
            definition = run.definition(statement)
        body = run.base.get(cls.site)
        stored = body.fields.get(statement.name, BOTTOM) if body is not None else BOTTOM
        kind = next((one.kind for one in stored if isinstance(one, Descriptor)), "")
        run.heap = Heap(run.base)
        with run.entering(frame, source, None, run.child_context(("receiver", id(statement)))):
            run.node = statement
            receiver = (
                BOTTOM
                if kind == "staticmethod"
                else (cls,)
                if kind == "classmethod"
                else declared_instance(run, cls, "self", scope=AxisScope(path="self"))
            )
        objects = run.live.objects
        run.base.update({key: value for key, value in objects.items() if key not in run.base})
        yield definition, Function(definition, frame, (), cls.site), receiver
