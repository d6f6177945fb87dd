"""Arguments that several subcommands share: dtypes, systems, modes, and JSON output."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any

import click

from ..exceptions import UnknownDTypeError
from ..operators import BINARY
from ..system import PYTHON_SCALARS, ZERO_DIM, System
from ..systems import MODES, get_system
from ..systems.table import CODES, NAMES

ALIASES = {**NAMES, "int*": "weak_int", "float*": "weak_float", "complex*": "weak_complex"}

DOCUMENTED = (
    "bool_", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "bfloat16", "float16", "float32",
    "float64", "complex64", "complex128", "weak_int", "weak_float", "weak_complex",
)  # fmt: skip
"""The dtypes of the tables in JAX's documents."""

OPERATORS = {**{op: op for op in BINARY}, **{symbol: op for op, symbol in BINARY.items()}}


def operand(text: str) -> str:
    """The node of an operand that the user names.

    Args:
        text: a dtype's name or short code, perhaps with ``[]`` for a 0-d array, or a Python scalar type.

    Raises:
        click.UsageError: it names no dtype.
    """
    if text in PYTHON_SCALARS:
        return text
    base = text.removesuffix(ZERO_DIM)
    name = ALIASES.get(base, base)
    if name not in CODES:
        raise click.UsageError(
            f"unknown dtype {text!r}{_proposal(base)}; dtypes: {', '.join(CODES)}, their short codes (u8, bf16, i*), "
            f"0-d arrays (int8[]), and Python's {', '.join(PYTHON_SCALARS)}"
        )
    return name + text[len(base) :]


def _proposal(name: str) -> str:
    """The hint *did you mean int8?*; empty without a similar name."""
    near = get_close_matches(name, CODES, n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def operands_of(system: System, names: Iterable[str]) -> list[str]:
    """The nodes of a system that the user names.

    Raises:
        UnknownDTypeError: the system lacks a named dtype.
    """
    nodes = [operand(name) for name in names]
    for name in nodes:
        system.node(name)
    return nodes


def system_of(text: str, *, x64: bool = False, strict: bool = False) -> System:
    """The system of a name, which may be followed by modes: ``jax+x64``. Flags for modes that it lacks are ignored.

    Raises:
        UnknownSystemError: there is no such system, or it has no such mode.
    """
    name, *modes = text.split("+") if not text.endswith(".toml") else (text,)
    for mode in modes:
        if mode not in ("x64", "strict"):
            raise click.UsageError(f"unknown mode {mode!r} in {text!r}; modes: x64, strict")
    has = MODES.get(name, ())
    return get_system(
        name, x64="x64" in modes or (x64 and "x64" in has), strict="strict" in modes or (strict and "strict" in has)
    )


def asked_system(name: str, x64: bool, strict: bool) -> System:
    """The system that ``--system``, ``--x64`` and ``--strict`` select. A mode that it lacks is an error.

    Raises:
        UnknownSystemError: there is no such system, or it has no such mode.
    """
    system_of(name)
    bare = name.partition("+")[0] if not name.endswith(".toml") else name
    get_system(bare, x64=x64, strict=strict)
    return system_of(name, x64=x64, strict=strict)


def chosen(system: System, dtypes: str | None, documents: bool) -> tuple[str, ...]:
    """The operands that ``--dtypes`` or ``--documents`` select; by default all nodes of the system.

    Raises:
        click.UsageError: both are given, or a dtype is unknown.
        UnknownDTypeError: the system lacks a dtype.
    """
    if dtypes is not None and documents:
        raise click.UsageError("--dtypes and --documents exclude one another")
    if dtypes is not None:
        return tuple(dict.fromkeys(operands_of(system, dtypes.split(","))))
    if documents:
        return tuple(name for name in DOCUMENTED if name in system.nodes)
    return system.nodes


def common(first: System, second: System, names: Iterable[str]) -> tuple[str, ...]:
    """The operands among `names` that both systems have.

    Raises:
        UnknownDTypeError: the systems share none of the names.
    """
    shared = tuple(name for name in names if _knows(first, name) and _knows(second, name))
    if not shared:
        raise UnknownDTypeError(f"{first.title} and {second.title} have no dtype in common")
    return shared


def _knows(system: System, name: str) -> bool:
    try:
        return bool(system.node(name))
    except UnknownDTypeError:
        return False


def operator_of(text: str | None) -> str | None:
    """The operator that ``--operator`` names, by its name or symbol.

    Raises:
        click.UsageError: no operator has this name.
    """
    if text is None or text in OPERATORS:
        return OPERATORS.get(text or "")
    raise click.UsageError(f"unknown operator {text!r}; operators: {' '.join(BINARY.values())} or {', '.join(BINARY)}")


def pair_result(system: System, operator: str | None, left: str, right: str) -> str | None:
    """The dtype that a pair promotes to, or the result of an operator on it. None for an error."""
    return system.binary(operator, left, right) if operator else system.promote(left, right)


def emit_json(content: Any) -> None:
    """Print JSON for other programs on standard output."""
    click.echo(json.dumps(content, indent=2))


def mode_flags(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options ``--x64`` and ``--strict``."""
    function = click.option("--strict", is_flag=True, help="Strict promotion, where the system has the mode.")(function)
    return click.option("--x64", is_flag=True, help="64-bit dtypes on, where the system has the mode.")(function)


def system_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options ``--system``, ``--x64`` and ``--strict``."""
    option = click.option(
        "--system", "-s", default="jax", metavar="S", show_default=True, help="A system, or the path of a .toml file."
    )
    return option(mode_flags(function))


def dtype_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that select dtypes."""
    documents = click.option("--documents", is_flag=True, help="Only the 18 dtypes of JAX's documents.")
    return click.option("--dtypes", metavar="A,B,...", help="Only these dtypes.")(documents(function))


def format_option(
    formats: Iterable[str], default: str, help: str
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option --format, whose value is the parameter `form` of a subcommand.

    Args:
        formats: the allowed values.
        default: the value without the option.
        help: the text in the command's help.
    """
    return click.option(
        "--format", "-f", "form", type=click.Choice(list(formats)), default=default, show_default=True, help=help
    )


operator_option = click.option("--operator", "-o", metavar="OP", help="An operator's results: / or truediv.")
json_flag = click.option("--json", "as_json", is_flag=True, help="JSON for machines.")


def refuse_skipped_file() -> None:
    """Raise an error if mypy would skip its configuration file, and the plugin with it, because it cannot parse it.

    Raises:
        click.ClickException: the file is invalid. The message names the file, the line, and the mistake.
    """
    from ..config_checks import skipped_file

    error = skipped_file()
    if error is not None:
        raise click.ClickException(str(error))
