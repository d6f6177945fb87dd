"""``trace`` runs a program, and lists what JAX did to the dtypes in it."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ..tracing import running
from ..tracing.program_files import is_own
from ..tracing.session import Session, check_version
from .shared_options import emit_json, format_option, json_flag


class ProgramCommand(click.Command):
    """A command whose options end where the program begins: at a script, or behind ``-m MODULE``."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        if "-m" in arguments:
            at = arguments.index("-m")
            if not any(self._is_script(arguments, i) for i in range(at)):
                arguments = [*arguments[: at + 2], "--", *arguments[at + 2 :]]
        return super().parse_args(context, arguments)

    def _is_script(self, arguments: Sequence[str], i: int) -> bool:
        """Whether the argument at a place is neither an option nor the value of one."""
        takes_value = {name for p in self.params if isinstance(p, click.Option) and not p.is_flag for name in p.opts}
        return not arguments[i].startswith("-") and (i == 0 or arguments[i - 1] not in takes_value)


@click.command(
    "trace",
    cls=ProgramCommand,
    context_settings={"allow_interspersed_args": False},
    epilog="Example: jaxtyping-promo trace program.py",
)
@click.option("-m", "module", metavar="MODULE", help="Run a module, as python -m does.")
@click.option("--package", "packages", metavar="NAME", multiple=True, help="Record an installed package, too.")
@click.option("--values", is_flag=True, help="Record the dtype of every executed array expression, in JSON.")
@format_option(("table", "json"), "table", "How to print it.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write JSON to this file.")
@json_flag
@click.option(
    "--limit", type=click.IntRange(0), default=40, show_default=True, help="The rows of the table; 0 for all."
)
@click.argument("arguments", metavar="SCRIPT [ARGS]...", nargs=-1, type=click.UNPROCESSED)
def command(
    module: str | None, packages: tuple[str, ...], values: bool, form: str, output: Path | None, as_json: bool,
    limit: int, arguments: tuple[str, ...],
) -> None:  # fmt: skip
    """Run a program, and list the implicit promotions, truncations, scatter casts and refusals in its files.

    The program runs as with python SCRIPT [ARGS], or python -m MODULE [ARGS], and its exit code is passed on. Compiled
    code counts where JAX traces it.
    """
    if module is None and not arguments:
        raise click.UsageError("name a script, or a module with -m")
    check_version()
    program = running.module(module, arguments) if module else running.script(arguments[0], arguments[1:])
    try:
        session = Session(program, packages, values=values)
    except ModuleNotFoundError as error:
        raise click.ClickException(str(error)) from None
    code = _exit_code(session)
    result = session.result()
    if output is not None:
        output.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    if form == "json" or as_json:
        if output is None:
            emit_json(result)
    else:
        from .trace_table import show

        show(result, limit)
    if code:
        raise SystemExit(code)


def _exit_code(session: Session) -> Any:
    """Run the program, and return its exit code; an exception is shown as Python shows it."""
    try:
        session.run()
    except SystemExit as error:
        if isinstance(error.code, str):
            print(error.code, file=sys.stderr)
            return 1
        return error.code
    except KeyboardInterrupt:
        return 130
    except BaseException as error:
        _show_error(error)
        return 1
    return 0


def _show_error(error: BaseException) -> None:
    """Print a traceback that begins in the program."""
    at = error.__traceback__
    while at is not None and is_own(at.tb_frame.f_code.co_filename):
        at = at.tb_next
    traceback.print_exception(type(error), error, at)
