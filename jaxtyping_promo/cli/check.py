"""``check`` finds what is wrong with the dtypes of a program, without mypy and without annotations."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from ..config import Config, Options, find_config_file, load_config
from ..config_files import read_check_table
from ..diagnostics.codes import DTYPE_DEAD_OPTION, ERROR, NOTE, OFF, PRESETS, Code
from ..exceptions import ConfigError
from ..interpreter.assumptions import assumptions_of_table, parse_assumptions
from ..interpreter.causes import one_for_each_cause
from ..interpreter.hypotheses import merged_findings, merged_values
from ..interpreter.imported_files import findings_elsewhere, missing_packages
from ..interpreter.policy.declaration import Policy, parse_policy
from ..interpreter.program import Program
from ..interpreter.recordings import read_recording
from ..interpreter.report import count_known, findings, values
from ..interpreter.run import Systems
from ..interpreter.unknown_causes import unknown_causes
from ..interpreter.unmatched_patterns import unmatched_assumptions, unmatched_of_policy
from .check_output import as_json as report_as_json
from .check_output import print_findings
from .shared_options import emit_json, json_flag

ASSUME_TABLE, POLICY_TABLE = "[tool.jaxtyping-promo.assume]", "[tool.jaxtyping-promo.policy]"


@click.command("check", epilog="Example: jaxtyping-promo check program.py --reports all")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(exists=True))
@click.option(
    "--package", "packages", metavar="NAME", multiple=True, help="Show an installed package, too; repeatable."
)
@click.option("--reports", type=click.Choice([*PRESETS]), help="The preset of reported codes.")
@click.option("--x64", type=click.Choice(["on", "off", "both"]), help="Whether 64-bit dtypes are on at the start.")
@click.option("--strict", is_flag=True, help="Strict promotion at the start.")
@click.option(
    "--assume",
    "assumed",
    metavar="KIND=DTYPE",
    multiple=True,
    help="Assume dtypes of open inputs: float=bfloat16,float16, or a pattern model.*.tokens=int32; repeatable.",
)
@click.option(
    "--recorded",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="The dtypes of inputs that `trace --output FILE` has recorded.",
)
@click.option("--audit", is_flag=True, help="Look for dtype options of functions and layers that change no dtype.")
@click.option("--values", "with_values", is_flag=True, help="With --format json: the dtypes of every expression.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="The output's format.")
@json_flag
@click.option("--fail-on", type=click.Choice([ERROR, NOTE]), default=ERROR, help="Exit with 1 from this severity on.")
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    packages: tuple[str, ...],
    reports: str | None,
    x64: str | None,
    strict: bool,
    assumed: tuple[str, ...],
    recorded: str | None,
    audit: bool,
    with_values: bool,
    form: str,
    as_json: bool,
    fail_on: str,
) -> None:
    """Find dtype problems in files and folders: refused operations, silent losses, accidental upcasts.

    The program is read and interpreted abstractly; nothing of it is imported or executed, and nothing has to be
    annotated. The modules that it imports are read, too, if they are installed.
    """
    config_file = find_config_file()
    config = load_config(config_file)
    if as_json:
        form = "json"
    if with_values and form != "json":
        raise click.UsageError("--values needs --format json")
    try:
        table = None if assumed else read_check_table(config_file, "assume")
        assumptions = parse_assumptions(assumed) or assumptions_of_table(table)
        policy = parse_policy(read_check_table(config_file, "policy"))
        recording = None if recorded is None else read_recording(recorded)
    except ConfigError as error:
        raise click.UsageError(str(error)) from None
    programs = {
        name: Program(
            paths,
            packages=packages,
            systems=systems,
            assumptions=assumptions,
            recording=recording,
            policy=policy,
            audit=audit,
        )
        for name, systems in systems_of(config.options, x64, strict).items()
    }
    program = next(iter(programs.values()))
    if not program.files:
        raise click.UsageError(f"no Python files in {', '.join(paths)}")
    folders = tuple(folder for package in packages for folder in package_folders(program, package))
    console = Console(stderr=True)
    with console.status("reading") as status:
        runs = {name: one.interpret(lambda path: status.update(f"checking {os.path.relpath(path)}"))
                for name, one in programs.items()}  # fmt: skip
    chosen = {str(file) for file in program.files}
    is_shown = lambda path: path in chosen or path.startswith(folders)  # noqa: E731
    severities = Severities(config, program.names, reports, is_audit=audit)
    by_run = {name: findings(run, is_shown, severities.of) for name, run in runs.items()}
    found = one_for_each_cause(program.run, by_run[""] if "" in by_run else merged_findings(by_run))
    arrays = merged_values(values(run, is_shown) for run in runs.values())
    expressions, known = count_known(arrays)
    imported = findings_elsewhere(program.run, is_shown, severities.of, found)
    missing = missing_packages(program.run, [*chosen])
    patterns = unmatched_patterns(program, "--assume" if assumed else ASSUME_TABLE, policy)
    optional = {
        "unknown": unknown_causes(program.run, arrays).as_json(),
        "reach": reaching_command(program, paths, assumed),
        "imported": imported,
        "missing": missing,
        "unmatched": patterns,
    }
    summary = {"files": len(chosen), "expressions": expressions, "known": known, "functions": dict(program.counts),
               "unreached": program.counts["declared"],
               **{name: value for name, value in optional.items() if value}, "errors": program.errors}  # fmt: skip
    if form == "json":
        emit_json(report_as_json(program.run, found, arrays if with_values else None, summary))
    else:
        print_findings(program.run, found, summary)
    wanted = (ERROR,) if fail_on == ERROR else (ERROR, NOTE)
    if program.errors or any(finding.severity in wanted for finding in found):
        context.exit(1)


def unmatched_patterns(program: Program, assume: str, policy: Policy | None) -> list[dict[str, Any]]:
    """The patterns that match nothing in the program, as JSON has them.

    Args:
        program: the program, after it was interpreted.
        assume: where the patterns of assumptions are written.
        policy: the policy.
    """
    found = [(assume, each) for each in unmatched_assumptions(program)]
    found += [(POLICY_TABLE, each) for each in (unmatched_of_policy(program, policy) if policy is not None else ())]
    return [{"in": where, **each._asdict()} for where, each in found]


def reaching_command(program: Program, paths: Sequence[str], assumed: Sequence[str]) -> dict[str, Any] | None:
    """The command that interprets functions which nothing calls, and how many it reaches; None if there is none."""
    states_floats = any("float" in assumption.dtypes for assumption in program.assumptions)
    if not program.open_functions or states_floats or program.run.policy is not None:
        return None
    words = [
        "jaxtyping-promo",
        "check",
        *paths,
        *(f"--assume={text}" for text in assumed),
        "--assume",
        "float=bfloat16",
    ]
    return {"functions": program.open_functions, "command": shlex.join(words)}


def systems_of(options: Options, x64: str | None, strict: bool) -> dict[str, Systems]:
    """The modes of JAX at the start of the program, by the command line and the configuration.

    Returns: The modes by the name of their hypothesis, which is empty if there is one alone.
    """
    is_strict = strict or options.promotion == "strict"
    if x64 == "both":
        return {f"x64={name}": Systems(x64=name == "on", strict=is_strict) for name in ("off", "on")}
    if x64 is not None:
        return {"": Systems(x64=x64 == "on", strict=is_strict, is_fixed=True)}
    return {"": Systems(x64=options.x64, strict=is_strict, is_fixed=options.is_set("x64"))}


def package_folders(program: Program, package: str) -> list[str]:
    """The folder of an installed package.

    Raises:
        click.BadParameter: it is not installed.
    """
    found = program.finder.find(package)
    if found is None:
        raise click.BadParameter(f"no source of a package {package!r} is installed", param_hint="--package")
    path, is_package = found
    return [str(Path(path).parent) + os.sep if is_package else path]


class Severities:
    """The severity of each code in each file."""

    def __init__(self, config: Config, names: dict[str, str], reports: str | None, *, is_audit: bool = False) -> None:
        self._config, self._names, self._reports, self._is_audit = config, names, reports, is_audit

    def of(self, path: str, code: Code, is_refused: bool = False) -> str:
        """The severity of a code in a file; a dead option is a note, unless a key says otherwise."""
        found = self._configured(path, code, is_refused)
        is_off = found == OFF and not self._config.for_module(self._names.get(path, "")).is_set(code.name)
        return NOTE if is_off and self._is_audit and code is DTYPE_DEAD_OPTION else found

    def _configured(self, path: str, code: Code, is_refused: bool) -> str:
        """The severity of a code in a file.

        Args:
            path: the file.
            code: the code.
            is_refused: whether JAX raises an error there; then only the code's own setting makes it no error.
        """
        if self._reports is not None:
            return ERROR if is_refused else PRESETS[self._reports][code.name]
        options = self._config.for_module(self._names.get(path, ""))
        own = options[code.name] if options.is_set(code.name) else ""
        if is_refused:
            return str(own) or ERROR
        return str(own) or PRESETS[options.reports][code.name]
