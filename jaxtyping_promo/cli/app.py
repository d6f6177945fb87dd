"""The frame of the command: it finds the module of a subcommand, and turns errors into one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

import click

from .. import __version__
from ..exceptions import JaxtypingPromoError

COMMANDS: dict[str, str] = {
    "check": "what is wrong with the dtypes of a program, without annotations or mypy",
    "join": "the dtype that two or more dtypes promote to",
    "explain": "why two dtypes promote as they do, what is lost, and how other systems answer",
    "table": "the promotion table of a system, or of one operator",
    "diff": "the pairs that two systems promote differently",
    "lattice": "the Hasse diagram of a system",
    "laws": "the laws of a lattice and the criteria of JEP 9407, with counterexamples",
    "stubs": "write the stubs of a system into a project, for checkers without the plugin",
    "rule": "the dtypes that a function returns, read off its body",
    "trace": "run a program, and list the promotions, truncations, casts and refusals in it",
    "coverage": "how many array expressions of a program have a known dtype",
    "doctor": "mistakes in the installation and the configuration, and how to correct them",
}
"""The subcommands in the order of the help. Each is the function `command` of the module with its name."""

FINDERS = ("check",)
"""The subcommands that end with exit code 1 if they find something, and with 2 if they are used wrongly."""


class Commands(click.Group):
    """The group of `COMMANDS`. It imports a subcommand only when it is run."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        return import_module(f".{name}", __package__).command if name in COMMANDS else None

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if arguments and arguments[0] not in COMMANDS and not arguments[0].startswith("-"):
            raise click.UsageError(f"unknown command {arguments[0]!r}; commands: {', '.join(COMMANDS)}")
        return super().resolve_command(context, arguments)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=Commands, no_args_is_help=False, invoke_without_command=True)
@click.version_option(__version__, prog_name="jaxtyping-promo")
@click.pass_context
def app(context: click.Context) -> None:
    """Explain, compare and draw the dtype promotion of JAX, NumPy, PyTorch and other array libraries."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run the command with these arguments, and return its exit code; errors are one line on standard error."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without Unicode shows question marks for arrows
    try:
        status = app.main(list(arguments), prog_name="jaxtyping-promo", standalone_mode=False)
    except click.exceptions.Abort:
        return 1
    except click.ClickException as error:
        _fail(_message(error))
        return _status(error)
    except JaxtypingPromoError as error:
        return _fail(str(error))
    except BrokenPipeError:
        # The reader, such as `head`, has closed the pipe. Python would report this again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}")
    return status if isinstance(status, int) else 0  # the argument of `Context.exit`


def _fail(message: str) -> int:
    print(f"error: {' '.join(message.split())}", file=sys.stderr)
    return 1


def _status(error: click.ClickException) -> int:
    """The exit code of an error: 1, or 2 for bad usage of a subcommand whose code 1 stands for findings."""
    context = getattr(error, "ctx", None)
    return 2 if isinstance(error, click.UsageError) and context and context.info_name in FINDERS else 1


def _message(error: click.ClickException) -> str:
    """The error in one line: the subcommand, the problem, and what is allowed."""
    context = getattr(error, "ctx", None)
    where = context.info_name if context and context.parent else None
    message = error.format_message().rstrip(".")
    if isinstance(error, click.NoSuchOption) and context:
        options = ", ".join(o for p in context.command.get_params(context) for o in p.opts if o.startswith("--"))
        message = f"no such option {error.option_name}; options: {options}"
    elif isinstance(error, click.MissingParameter) and context and error.param:
        arguments = " ".join(p.make_metavar(context) for p in context.command.params if isinstance(p, click.Argument))
        message = f"missing {error.param.make_metavar(context)}; usage: {context.command_path} {arguments}"
    elif isinstance(error, click.UsageError) and context and "unexpected extra argument" in message:
        arguments = " ".join(p.make_metavar(context) for p in context.command.params if isinstance(p, click.Argument))
        message = f"{message[0].lower()}{message[1:]}; usage: {context.command_path} {arguments}"
    return f"{where}: {message}" if where else message
