"""Finds the expressions of a module that switch JAX's options: calls, assignments, and changes of the environment.

It reads Python's own syntax tree, since mypy's has only imports at the time when it asks for additional dependencies. A
name stands for the object that the module imports under it, wherever the import is.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from ...jax_options import CONTEXTS, ENVIRONMENT, OPTIONS, VALUES, environment_value, option_value
from ...rules.jax_array import RULES

CONFIGS: Final = ("jax.config", "jax.config.config", "jax._src.config.config")
"""The names of the object that holds JAX's options."""
UPDATES: Final = tuple(f"{config}.update" for config in CONFIGS)
PARSERS: Final = ("parse_flags_with_absl", "config_with_absl", "complete_absl_config", "use_absl")
"""The methods of that object that read the options from command-line flags."""
ENVIRON: Final = ("os.environ", "os")
FILLS_ENVIRONMENT: Final = ("putenv", "setdefault", "update", "__setitem__", "setenv", "setitem", "dict")
WORDS: Final = (*CONTEXTS, *PARSERS, "config", "jax_", "JAX_")
"""Parts of words. Each module that switches an option has one of them, since all options begin with ``jax_``."""
LIBRARIES: Final = frozenset((*sys.stdlib_module_names, "jax", "jaxlib", "numpy", "jaxtyping_promo"))
"""The modules whose functions call no function of the program, except functions passed as arguments."""
METHODS: Final = frozenset((*RULES["jax.Array"], "at", "item", "tolist", "block_until_ready", "add", "multiply")).union(
    *(dir(kind) for kind in (str, bytes, int, float, list, dict, set, tuple))
) - {"update"}
"""The names of methods that are assumed to be methods of arrays or of Python's built-in types."""


class Switch(NamedTuple):
    """The effect of an expression on one option.

    Attributes:
        key: the option; see `VALUES`.
        value: its new value; None if it is unknown.
        is_certain: whether the expression always switches the option, and at once.
    """

    key: str
    value: bool | str | None
    is_certain: bool = True


def everything(*, is_certain: bool = False) -> list[Switch]:
    """The switches of an expression that may set any option to any value."""
    return [Switch(key, None, is_certain) for key in VALUES]


class Names:
    """Resolves the names of a module to full names.

    Args:
        tree: the module.
    """

    def __init__(self, tree: ast.Module) -> None:
        self._full: dict[str, str | None] = {}
        self.functions: set[str] = set()
        self.mentions_environment = False
        aliases: list[tuple[str, ast.expr]] = []
        for node in ast.walk(tree):
            match node:
                case ast.Import(names=names):
                    for module_alias in names:
                        top = module_alias.name.partition(".")[0]
                        self._say(module_alias.asname or top, module_alias.name if module_alias.asname else top)
                case ast.ImportFrom(module=module, names=names, level=level):
                    for imported in names:
                        full = f"{'.' * level}{module or ''}.{imported.name}"
                        self._say(imported.asname or imported.name, full)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    self.functions.add(name)
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name() | ast.Attribute() as value):
                    aliases.append((name, value))
                case ast.Constant(value=str(text)) if text in ENVIRONMENT:
                    self.mentions_environment = True
                case ast.keyword(arg=str(text)) if text in ENVIRONMENT:
                    self.mentions_environment = True
        for alias, named in aliases:
            meant = self.full(named)
            if meant is not None and alias not in self._full:
                self._full[alias] = meant

    def _say(self, name: str, full: str) -> None:
        """Record a name's full name; a name with two meanings has none."""
        self._full[name] = full if self._full.get(name, full) == full else None

    def full(self, expression: ast.expr) -> str | None:
        """The full name of an imported object that an expression names; None if it is not imported."""
        match expression:
            case ast.Name(id=name):
                return self._full.get(name)
            case ast.Attribute(value=value, attr=attr):
                owner = self.full(value)
                return None if owner is None else f"{owner}.{attr}"
        return None

    def is_library(self, expression: ast.expr) -> bool:
        """Whether an expression names a library function, which calls no function of the program by itself."""
        full = self.full(expression)
        if full is not None:
            return full.partition(".")[0] in LIBRARIES
        name = expression.id if isinstance(expression, ast.Name) else ""
        return name not in self.functions and (hasattr(builtins, name) or name == "reveal_type")


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


def calls_program(node: ast.AST, names: Names, own: frozenset[str], *, imports: bool) -> bool:
    """Whether a node may run functions of the program that are defined elsewhere.

    Args:
        node: a statement or an expression.
        names: the names of the module.
        own: the functions that are defined next to the node.
        imports: whether importing a module of the program counts.
    """
    for each in executed(node):
        match each:
            case ast.Import(names=aliases) if imports:
                if any(alias.name.partition(".")[0] not in LIBRARIES for alias in aliases):
                    return True
            case ast.ImportFrom(module=module, level=level) if imports:
                if level or (module or "").partition(".")[0] not in LIBRARIES:
                    return True
            case ast.Await() | ast.Yield() | ast.YieldFrom():
                return True
            case ast.Call() if _calls_program(each, names, own):
                return True
            case ast.FunctionDef(decorator_list=decorators) | ast.ClassDef(decorator_list=decorators):
                plain = (d for d in decorators if not isinstance(d, ast.Call))
                if any(not names.is_library(d) and not isinstance(d, ast.Attribute) for d in plain):
                    return True
    return False


def _calls_program(call: ast.Call, names: Names, own: frozenset[str]) -> bool:
    """Whether a call may run functions of the program that are defined elsewhere."""
    match call.func:
        case ast.Name(id=name) if name in own:
            return False
        case ast.Call():  # a library function that returns a function, as in `jax.jit(f)(x)`
            return not (names.is_library(call.func.func) and all(_is_own(a, own) for a in call.func.args[:1]))
        case ast.Lambda():
            return False
    if not names.is_library(call.func):
        is_method = isinstance(call.func, ast.Attribute) and names.full(call.func) is None
        return not (is_method and call.func.attr in METHODS)  # type: ignore[attr-defined]
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    return any(_is_function(argument, names) and not _is_own(argument, own) for argument in arguments)


def _is_own(argument: ast.expr, own: frozenset[str]) -> bool:
    """Whether an argument is a lambda or one of the functions `own`."""
    return isinstance(argument, ast.Lambda) or (isinstance(argument, ast.Name) and argument.id in own)


def _is_function(argument: ast.expr, names: Names) -> bool:
    """Whether an argument may be a function of the program."""
    if isinstance(argument, ast.Name) and argument.id in names.functions:
        return True
    full = names.full(argument)
    return full is not None and not names.is_library(argument)


def executed(node: ast.AST) -> Iterator[ast.AST]:
    """A node and the nodes inside it, without the bodies of functions."""
    yield node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        inside: list[ast.AST] = [*node.decorator_list, node.args]
    elif isinstance(node, ast.Lambda):
        inside = [node.args]
    else:
        inside = [*ast.iter_child_nodes(node)]
    for child in inside:
        yield from executed(child)
