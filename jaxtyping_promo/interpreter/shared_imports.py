"""Interprets files one at a time; imports that several files share are interpreted once.

A file is interpreted as Python would import it: first the packages above it, then the packages that its leading imports
name, then its own top level. The state after these imports is kept for further files, each of which continues a copy of
it. So a result depends on the file and on what it imports, and on no other file.

A file that its own package imports has run by then, with the budget of an import (`run.STEPS_OF_AN_IMPORT`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from .assumptions import Assumptions
from .imports import is_interpreted, module_value, modules_named
from .libraries import load_models
from .modes import set_up_modes
from .modules import Source, SourceFinder, module_name, read_source
from .policy.declaration import Policy
from .program import Program, deep_stack
from .program_files import folders_around, has_main_guard
from .run import MOST_STEPS, Run, Systems

MOST_STATES = 24
"""The most states that are kept."""
STEPS_IN_MYPY = 400_000
"""The most steps of the top level of a file with all that it calls, and of its ``main``: about ten seconds.

A script that trains a model of a large library may take millions of steps, a minute of mypy's time. Of 21 applications,
three need more than 400,000 steps; of 168 modules of diffrax and brax, one.
"""
STEPS_OF_TESTS = 30_000
"""The most steps of the top level of a test file, and of all its tests.

mypy checks many test files, and has the dtypes of those that take fewer steps. With 100,000 steps, and no limit of the
top level, distrax with its tests took ten times as long as with JAX alone.
"""
MOST_LEADING = 8
"""The most packages of leading imports whose import is shared."""
Names = tuple[str, ...]


class SharedImports:
    """Interprets files, one at a time.

    Args:
        folders: the folders of installed packages.
        assumptions: the hypotheses about open inputs.
        policy: the dtype policy. With a policy, nothing is shared, since it judges the imported modules, too.
    """

    def __init__(
        self, folders: Sequence[str], assumptions: Sequence[Assumptions] = (), policy: Policy | None = None
    ) -> None:
        self._folders, self._assumptions, self._policy = folders, assumptions, policy
        self._states: dict[tuple[object, ...], Run] = {}

    def interpret(self, path: str, systems: Systems, *, for_importers: bool = False) -> Program:
        """Interpret a file as importers would find it.

        Args:
            path: the absolute path of the file.
            systems: the modes of JAX.
            for_importers: whether to interpret each function once more as importers call it.
        """
        start = self._run_after_imports(path, systems) if self._policy is None else None
        program = Program(
            [path],
            systems=systems,
            assumptions=self._assumptions,
            policy=self._policy,
            folders=self._folders,
            for_importers=for_importers,
            counts_open=False,
            most_steps=STEPS_IN_MYPY,
            most_steps_of_tests=STEPS_OF_TESTS,
            start=start,
        )
        program.interpret()
        return program

    def _run_after_imports(self, path: str, systems: Systems) -> Run | None:
        """The run after the leading imports of a file; None if they fail."""
        file = Path(path)
        name, folder = module_name(file)
        folders = (str(folder), *folders_around([path]), *self._folders)
        load_models()
        try:
            with deep_stack():
                first = self._after((), folders, systems)
                source = read_source(name, path, is_package=file.name == "__init__.py")
                own = name.partition(".")[0]
                parents = [name[:end] for end, letter in enumerate(name) if letter == "."]
                if source.package == name and not has_main_guard(source.tree):
                    parents.append(name)
                packages = (one for one in _leading_packages(source) if one != own and is_interpreted(first, one))
                shared = self._after((*parents, *[*dict.fromkeys(packages)][:MOST_LEADING]), folders, systems)
        except Exception:  # the program itself says what is wrong
            return None
        run = shared.fork()
        records = (shared.module_records or {}).get(name)
        run.records = (shared.records if records is None else records).branch()
        return run

    def _after(self, names: Names, folders: Names, systems: Systems) -> Run:
        """The run after the imports of modules, in their order."""
        key = (names, folders, systems.key)
        found = self._states.pop(key, None)
        if found is None or not found.finder.is_current():
            found = self._imported(names, folders, systems)
        self._states[key] = found
        while len(self._states) > MOST_STATES:
            del self._states[next(iter(self._states))]
        return found

    def _imported(self, names: Names, folders: Names, systems: Systems) -> Run:
        if not names:
            run = Run(SourceFinder([*folders]), systems)
            run.module_records = {}
            set_up_modes(run, x64=systems.x64, strict=systems.strict)
            return run
        before = self._after(names[:-1], folders, systems)
        run = before.fork()
        run.records = before.records.branch()
        run.module_records = dict(before.module_records or {})
        with run.entry(MOST_STEPS):
            module_value(run, names[-1])
        return run


def _leading_packages(source: Source) -> Iterator[str]:
    """The packages that a module imports before it does anything else."""
    for statement in source.tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield from (name.partition(".")[0] for name in modules_named(statement) if name != "__future__")
        elif not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Constant):
            return
