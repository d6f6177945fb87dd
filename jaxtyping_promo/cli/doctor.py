"""``doctor`` looks for mistakes in the installation and the configuration, and says how to correct each."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from ..installation import (
    check_setup,
    checker_runs,
    jax_environment,
    mypy_setup,
    other_checkers,
    sections,
    stub_files,
    versions,
)
from ..installation.findings import CHECK, CHECKERS, PROBLEM, STATUSES, Finding, count
from .shared_options import emit_json, format_option, json_flag

COLORS = dict(zip(STATUSES, ("green", "yellow", "bold red"), strict=True))

NOT_NEEDED = ": not needed for check"


@click.command("doctor", epilog="Example: jaxtyping-promo doctor --format json")
@click.option(
    "--config-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The file that mypy gets by its option --config-file; by default, the file that mypy finds.",
)
@click.option("--checkers", is_flag=True, help="Run each installed type checker on a small file in this folder.")
@format_option(("text", "json"), "text", "The form of the output.")
@json_flag
@click.pass_context
def command(context: click.Context, config_file: Path | None, checkers: bool, form: str, as_json: bool) -> None:
    """Look for mistakes in the installation and the configuration of the project in the current folder.

    For the command check: its settings, the folders of installed packages, the version of Python, and JAX's
    environment variables. For mypy and other type checkers: the file that configures mypy, the plugin in it, sections
    without effect, other packages and folders with stubs of JAX, and versions. Nobody needs a type checker for the
    command check, so a mypy that is not configured is a note. The exit status is 1 if there is a problem. The
    environment is that of the Python that runs this command.
    """
    findings = examine(Path.cwd(), config_file, run_checkers=checkers)
    problems = sum(finding.status == PROBLEM for finding in findings)
    if as_json or form == "json":
        emit_json({"python": sys.executable, "problems": problems, "findings": [vars(finding) for finding in findings]})
    else:
        _show(findings, problems)
    context.exit(1 if problems else 0)


def examine(folder: Path, config_file: Path | None = None, *, run_checkers: bool = False) -> list[Finding]:
    """All findings about a project and this environment.

    Args:
        folder: the folder of the project.
        config_file: the file that mypy gets as an argument; None if it searches one.
        run_checkers: whether to run the type checkers that are installed.
    """
    found = mypy_setup.candidates(folder)
    if config_file is not None:
        path = config_file.absolute()
        found = [mypy_setup.read_settings(path) or mypy_setup.MypySettings(path, None), *found]
    config, errors = sections.load(found)
    own_config, own_settings = check_setup.settings(folder)
    known = {finding.text for finding in own_settings}
    for_check = [
        *own_settings,
        *check_setup.packages(),
        versions.compare_python(),
        *jax_environment.compare(os.environ, config if found and not errors else own_config),
    ]
    findings = [
        *mypy_setup.describe(found, folder, is_asked=config_file is not None),
        *(error for error in errors if error.text not in known),
        *([] if errors else sections.without_effect(found, config, folder)),
        *versions.compare_installed(),
        *stub_files.find_collisions(),
        *other_checkers.compare(folder),
    ]
    causes = {finding.subject for finding in findings if finding.status == PROBLEM}
    if run_checkers:
        runs = checker_runs.run_all(folder)
        if causes & {stub_files.SUBJECT, other_checkers.SUBJECT}:
            runs = [replace(run, remedy="first solve the problems above") if run.remedy else run for run in runs]
        findings += runs
    return [
        *(replace(finding, section=CHECK) for finding in for_check),
        *(replace(finding, section=CHECKERS) for finding in findings),
    ]


def _show(findings: list[Finding], problems: int) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(f"Python {sys.executable}", soft_wrap=True)
    width = max(len(finding.subject) for finding in findings) + 2
    margin = " " * (width + 9)
    section = ""
    for finding in findings:
        if finding.section != section:
            section = finding.section
            console.print(f"\n{section}{NOT_NEEDED if section == CHECKERS else ''}", soft_wrap=True)
        line = Text(f"{finding.status:<9}", style=COLORS[finding.status])
        line.append(f"{finding.subject:<{width}}{finding.text}", style="default not bold")
        console.print(line, soft_wrap=True)
        if finding.remedy:
            console.print(f"{margin}→ {finding.remedy}", soft_wrap=True)
    console.print()
    console.print(count(problems, "problem") if problems else "no problems", soft_wrap=True)
