"""Reports what the interpreter finds in the file under check, and gives results the dtypes that it knows.

The key `check` selects what: `findings`, `dtypes` for both, or `off`. A file is interpreted alone, with the modules
that it imports. So its reports depend on these texts, as mypy's own do, and on no module that imports it. What the file
causes in another module of the program is reported at its call.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mypy.errorcodes import MISC
from mypy.nodes import Context
from mypy.options import Options as MypyOptions
from mypy.plugin import CheckerPluginInterface

from ..config import Config
from ..diagnostics.codes import Code
from ..jaxtyping.names import MODULE
from .body_fingerprints import depend_on_bodies
from .file_options import file_options
from .installed_packages import is_installed
from .jax_names import ARRAY_MODULE, JAX
from .kept_comments import keep_comment
from .known_dtypes import known_dtypes
from .mypy_compat.messages import note_at
from .mypy_compat.modules import current_file, loaded_modules, search_folders_of
from .report import report_told
from .severities import is_shown, refusal_severity, severity
from .told_findings import told_findings
from .variables.number_classes import number_attributes

if TYPE_CHECKING:
    from ..config_files import Section
    from ..interpreter.assumptions import Assumptions
    from ..interpreter.policy.declaration import Policy
    from ..interpreter.program import Program
    from ..interpreter.report import Finding
    from ..interpreter.run import Run, Systems
    from ..interpreter.shared_imports import SharedImports
    from .modes.jax_modes import Modes

MOST_CALLS = 4
"""The most calls of a chain that a report shows."""


class InterpreterFindings:
    """Interprets each file that mypy begins to check, and reports the findings.

    Args:
        config: the configuration.
        options: mypy's options.

    Raises:
        ConfigError: a table of assumptions or of a policy is wrong.
    """

    def __init__(self, config: Config, options: MypyOptions) -> None:
        self._options = options
        self._assumptions: Sequence[Assumptions] = ()
        self._policy: Policy | None = None
        self._imports: SharedImports | None = None
        for name, section in config.check_tables():
            if section is not None:
                self._read(name, section)

    def _read(self, name: str, section: Section) -> None:
        from ..interpreter.assumptions import assumptions_of_table
        from ..interpreter.policy.declaration import parse_policy

        if name == "assume":
            self._assumptions = assumptions_of_table(section)
        else:
            self._policy = parse_policy(section)

    def begin(self, api: CheckerPluginInterface, modes: Modes) -> None:
        """Report the findings in the file under check, unless its configuration or mypy leaves them out.

        Args:
            api: mypy's checker of the file.
            modes: the configurations that may hold in the file.
        """
        told_findings(api).begin_file(api)
        tree, options = current_file(api), file_options(api)
        known_dtypes(api).forget(tree.path)
        number_attributes(api).pop(tree.path, None)
        if options.check == "off" or tree.is_stub or not is_shown(api) or options.system != JAX:
            return
        if loaded_modules(api).keys().isdisjoint((JAX, ARRAY_MODULE)):
            return
        try:
            found = self._found(api, modes)
        except Exception as error:  # mypy goes on, since its own errors do not depend on the interpreter
            _note_fault(api, error)
            return
        for finding, lines in found:
            for other in finding.also:
                keep_comment(api, other.place.line, finding.code)
            report_told(
                api, _place(finding), finding.code, finding.severity, finding.message, lines, cause=finding.cause
            )

    def _found(self, api: CheckerPluginInterface, modes: Modes) -> list[tuple[Finding, list[str]]]:
        """The findings in the file under check, each with the lines below its message.

        They hold in the modes of the configuration and of the file's own switches, as `check` tells them. Dtypes must
        also hold in the modes that code elsewhere may set at any time.
        """
        from ..interpreter.number_attributes import NumberAttributes
        from ..interpreter.test_entries import is_test_file

        is_for_importers = file_options(api).check == "dtypes"
        is_for_findings = modes.are_constant and is_test_file(_path(api))
        program = self._interpreted(api, modes.systems(of_others=not is_for_findings), for_importers=is_for_importers)
        run = program.run
        number_attributes(api)[current_file(api).path] = NumberAttributes(run)
        is_alone = is_for_importers and is_for_findings and not modes.have_others
        if (program.importers is not None or is_alone) and not program.faults:
            from ..interpreter.lasting_dtypes import lasting_dtypes
            from ..interpreter.modes_at_places import modes_at_places

            dtypes = lasting_dtypes(run, _path(api), program.importers)
            places = modes_at_places(run, _path(api), program.importers) if modes.are_several else {}
            known_dtypes(api).learn(current_file(api).path, dtypes, places)
        if MODULE in loaded_modules(api):
            from ..interpreter.shapes_at_places import shapes_at_places

            shapes = shapes_at_places(run, _path(api), program.importers)
            known_dtypes(api).learn_shapes(current_file(api).path, shapes)
        depend_on_bodies(api, _modules_behind(api, run))
        for fault in program.faults[:1]:
            _note_fault(api, fault)
        if modes.have_others and not is_for_findings:
            run = self._interpreted(api, modes.systems(of_others=False), for_importers=False).run
        return [(finding, [*_explanation(run, finding)]) for finding in _findings(api, run)]

    def _interpreted(self, api: CheckerPluginInterface, systems: Systems, *, for_importers: bool) -> Program:
        """The file under check, interpreted."""
        from ..interpreter.program_files import installed_folders
        from ..interpreter.shared_imports import SharedImports

        if self._imports is None:
            python = self._options.python_executable
            installed = installed_folders() if python is None else search_folders_of(python)[1]
            own = [*filter(None, os.environ.get("MYPYPATH", "").split(os.pathsep)), *self._options.mypy_path]
            folders = [os.getcwd(), *map(os.path.abspath, own), *installed]
            self._imports = SharedImports(folders, self._assumptions, self._policy)
        return self._imports.interpret(_path(api), systems, for_importers=for_importers)


def _findings(api: CheckerPluginInterface, run: Run) -> list[Finding]:
    """The findings that the file under check causes."""
    from ..interpreter.report import findings_of_file

    def severity_of(path: str, code: Code, is_refused: bool = False) -> str:
        return (refusal_severity if is_refused else severity)(api, code)

    return findings_of_file(run, _path(api), lambda path: not is_installed(path), severity_of)


def _modules_behind(api: CheckerPluginInterface, run: Run) -> Iterator[str]:
    """The modules on whose texts the findings depend."""
    from ..interpreter.module_dependencies import modules_behind

    paths = {os.path.abspath(path) for path in modules_behind(run, _path(api))}
    for name, tree in loaded_modules(api).items():
        if not tree.is_stub and os.path.abspath(tree.path) in paths:
            yield name


def _path(api: CheckerPluginInterface) -> str:
    """The path of the file under check, as the interpreter has it."""
    return os.path.abspath(current_file(api).path)


def _note_fault(api: CheckerPluginInterface, fault: Exception) -> None:
    """Say that the interpreter has failed on the file under check."""
    if isinstance(fault, RecursionError):
        return  # the code is nested too deeply, which is no fault
    place = Context()
    place.set_line(1, 0)
    message = f"check has failed on this file, please report it: {type(fault).__name__}: {fault}"
    note_at(api, message, place, MISC)


def _place(finding: Finding) -> Context:
    """The place of a finding as mypy has it: lines from 1, columns from 0."""
    place, context = finding.place, Context()
    context.set_line(place.line, place.column, place.end_line, place.end_column)
    return context


def _explanation(run: Run, finding: Finding) -> Iterator[str]:
    """The lines below the message: the origin of the dtype, the calls, the assumptions and the advice."""
    from ..interpreter.report import shown_calls
    from ..interpreter.source_texts import text_of

    if finding.origin is not None and f"line {finding.origin.place.line}" not in finding.message:
        place = finding.origin.place
        file = "" if place.path == finding.place.path else f" of {os.path.basename(place.path)}"
        yield f"The dtype comes from {text_of(run, place)} (line {place.line}{file})"
    if finding.calls:
        yield f"Called: {shown_calls(finding.calls, finding.place.path, MOST_CALLS)}"
    if finding.hypotheses:
        yield f"Assumed: {'; '.join(finding.hypotheses)}"
    if finding.advice:
        yield finding.advice
