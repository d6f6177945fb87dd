"""Finds the expressions of a module that switch JAX's options: calls, assignments, and changes of the environment.

It reads Python's own syntax tree, since mypy's has only imports at the time when it asks for additional dependencies. A
name stands for the object that the module imports under it, wherever the import is.
"""

from __future__ import annotations

import ast
from typing import Final, NamedTuple

from ...jax_options import CONTEXTS, ENVIRONMENT, OPTIONS, VALUES, environment_value, option_value
from .module_names import Names

CONFIGS: Final = ("jax.config", "jax.config.config", "jax._src.config.config")
"""The names of the object that holds JAX's options."""
UPDATES: Final = tuple(f"{config}.update" for config in CONFIGS)
PARSERS: Final = ("parse_flags_with_absl", "config_with_absl", "complete_absl_config", "use_absl")
"""The methods of that object that read the options from command-line flags."""
ENVIRON: Final = ("os.environ", "os")
FILLS_ENVIRONMENT: Final = ("putenv", "setdefault", "update", "__setitem__", "setenv", "setitem", "dict")
WORDS: Final = (*CONTEXTS, *PARSERS, "config", "jax_", "JAX_")
"""Parts of words. Each module that switches an option has one of them, since all options begin with ``jax_``."""


class Switch(NamedTuple):
    """The effect of an expression on one option.

    Attributes:
        key: the option; see `VALUES`.
        value: its new value; None if it is unknown.
        is_certain: whether the expression always switches the option, and at once.
        is_named: whether the expression names the option.
    """

    key: str
    value: bool | str | None
    is_certain: bool = True
    is_named: bool = True


def everything(*, is_certain: bool = False) -> list[Switch]:
    """The switches of an expression that may set any option to any value."""
    return [Switch(key, None, is_certain, is_named=False) for key in VALUES]


def context(manager: ast.expr, names: Names) -> Switch | None:
    """The switch of an expression that creates a JAX context manager, or None."""
    if not isinstance(manager, ast.Call):
        return None
    full = names.full(manager.func) or ""
    last = full.rpartition(".")[2]
    if not full.startswith("jax.") or last not in CONTEXTS:
        return None
    key = CONTEXTS[last]
    if last == "disable_x64":
        return Switch(key, False)
    arguments = [*manager.args, *(keyword.value for keyword in manager.keywords)]
    if not arguments and key == "x64":
        return Switch(key, True)
    value = arguments[0].value if len(arguments) == 1 and isinstance(arguments[0], ast.Constant) else None
    return Switch(key, option_value(key, value))


def switches(node: ast.AST, names: Names) -> list[Switch]:
    """The switches of a node itself, without its child nodes."""
    match node:
        case ast.Call():
            return _switches_of_call(node, names)
        case ast.Assign(targets=targets, value=value):
            return [switch for target in targets for switch in _switches_of_assignment(target, value, names)]
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            return _switches_of_assignment(target, value, names)
        case ast.AugAssign(target=target, value=value) if names.full(target) == "os.environ":
            return _switches_of_variables([value], names)
        case ast.For(target=ast.Attribute(attr=attr)) if attr in OPTIONS:
            return [Switch(OPTIONS[attr], None, False)]
    return []


def escapes(node: ast.expr, names: Names) -> list[Switch]:
    """The switches that may result where a switching function is passed on instead of called."""
    full = names.full(node) or ""
    last = full.rpartition(".")[2]
    if full in UPDATES or (full.startswith(CONFIGS) and last in PARSERS):
        return everything()
    if last in CONTEXTS and full.startswith("jax."):
        return [Switch(CONTEXTS[last], None, False)]
    return []


def _switches_of_call(call: ast.Call, names: Names) -> list[Switch]:
    """The switches of a call."""
    full = names.full(call.func) or ""
    owner, _, last = full.rpartition(".")
    if owner.startswith("jax.") and owner.rpartition(".")[2] in CONTEXTS:  # as in `enable_x64.set_global(True)`
        return [Switch(CONTEXTS[owner.rpartition(".")[2]], None, False)]
    last = call.func.attr if isinstance(call.func, ast.Attribute) else last
    if last in PARSERS and not full.startswith("absl."):
        return everything()
    if last in CONTEXTS and full and not full.startswith(("jax.", ".")):
        return [Switch(CONTEXTS[last], None, False)]  # as in `numpyro.enable_x64()`
    if (full or last) == "setattr" or (isinstance(call.func, ast.Name) and call.func.id == "setattr"):
        match call.args:
            case [_, ast.Constant(value=str(option)), value] if option in OPTIONS:
                return [Switch(OPTIONS[option], _value(OPTIONS[option], value), False)]
            case [changed, name, _] if names.full(changed) in CONFIGS and not isinstance(name, ast.Constant):
                return everything()
        return []
    if full in UPDATES or last == "update":
        return _switches_of_update(call, full, names)
    if last in FILLS_ENVIRONMENT:
        return _switches_of_environment_call(call, names)
    return []


def _switches_of_update(call: ast.Call, full: str, names: Names) -> list[Switch]:
    """The switches of a call of ``update``, on JAX's options or on the environment."""
    arguments = [*call.args, *(k.value for k in call.keywords if k.arg in ("name", "val", None))]
    is_config = full in UPDATES
    match arguments:
        case [ast.Constant(value=str(option)), value]:
            key = OPTIONS.get(option)
            if key is None:
                return []
            new = _value(key, value) if option != "jax_default_dtype_bits" else None
            return [Switch(key, new, is_certain=is_config)]
        case [ast.Constant(), *_] if is_config:
            return []
    if is_config:
        return everything()
    return _switches_of_environment_call(call, names)


def _value(key: str, value: ast.expr) -> bool | str | None:
    """The value of the option that a literal gives, or None."""
    return option_value(key, value.value) if isinstance(value, ast.Constant) else None


def _switches_of_assignment(target: ast.expr, value: ast.expr, names: Names) -> list[Switch]:
    """The switches of an assignment to an attribute of JAX's options, or to the environment."""
    match target:
        case ast.Attribute(attr=attr) if attr in OPTIONS:
            return [Switch(OPTIONS[attr], _value(OPTIONS[attr], value), False)]
        case ast.Subscript(value=owner, slice=place) if names.full(owner) == "os.environ":
            return _switches_of_variables([ast.Dict([place], [value])], names)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            unknown = ast.Name("_", ast.Load())
            return [switch for part in parts for switch in _switches_of_assignment(part, unknown, names)]
    return []


def _switches_of_environment_call(call: ast.Call, names: Names) -> list[Switch]:
    """The switches of a call that sets environment variables."""
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    last = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    full = names.full(call.func) or ""
    in_environment = full.startswith("os.") or any(_is_environment(argument, names) for argument in call.args)
    if not in_environment and last != "setenv":
        return []
    if last == "dict" and owner is not None and names.full(owner) in ("builtins", "os"):
        return []
    arguments = [argument for argument in call.args if not _is_environment(argument, names)]
    if last not in ("update", "dict") and len(arguments) >= 2:
        arguments = [ast.Dict([arguments[0]], [arguments[1]])]
    keywords = [k for k in call.keywords if k.arg]
    arguments += [ast.Dict([ast.Constant(k.arg)], [k.value]) for k in keywords]
    arguments += [k.value for k in call.keywords if k.arg is None]
    return _switches_of_variables(arguments, names)


def _is_environment(argument: ast.expr, names: Names) -> bool:
    """Whether an argument is the environment, or its name as in ``patch.dict("os.environ", ...)``."""
    return names.full(argument) == "os.environ" or (
        isinstance(argument, ast.Constant) and argument.value == "os.environ"
    )


def _switches_of_variables(arguments: list[ast.expr], names: Names) -> list[Switch]:
    """The switches of environment variables. JAX reads them when it is imported, so they may come too late."""
    result: list[Switch] = []
    for value in arguments:
        match value:
            case ast.Dict(keys=keys, values=values):
                for key, text in zip(keys, values, strict=True):
                    match key:
                        case ast.Constant(value=str(name)) if name in ENVIRONMENT:
                            option = ENVIRONMENT[name]
                            is_text = isinstance(text, ast.Constant) and isinstance(text.value, str)
                            new = environment_value(option, text.value) if is_text else None  # type: ignore[attr-defined]
                            result.append(Switch(option, new, False))
                        case ast.Constant():
                            pass
                        case _ if names.mentions_environment:
                            result += everything()
            case _ if names.mentions_environment:
                result += everything()
    return result
