"""Finds the values that a module's text may give JAX's options, without following the program.

It reads Python's own syntax tree, since mypy's has only imports at the time when it asks for additional dependencies.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from ...jax_options import CONTEXTS, ENVIRONMENT, OPTIONS, VALUES, option_value
from ...rules.jax_array import RULES
from ..python_source import parsed
from .module_names import Names

CONFIGS: Final = ("jax.config", "jax.config.config", "jax._src.config.config")
"""The names of the object that holds JAX's options."""
UPDATES: Final = tuple(f"{config}.update" for config in CONFIGS)
PARSERS: Final = ("parse_flags_with_absl", "config_with_absl", "complete_absl_config", "use_absl")
"""The methods of that object that read the options from command-line flags."""
READERS: Final = ("get", "getenv", "pop", "delenv", "read", "dict")
"""Functions that get the name of an environment variable and do not set it, or not for this process."""
WORDS: Final = (*CONTEXTS, *PARSERS, "config", "jax_", "JAX_")
"""Parts of words. Each module that switches an option has one of them, since all options begin with ``jax_``."""
METHODS: Final = frozenset((*RULES["jax.Array"], "at", "item", "tolist", "block_until_ready", "add", "multiply")).union(
    *(dir(kind) for kind in (str, bytes, int, float, list, dict, set, tuple))
) - {"update"}
"""The names of methods that are assumed to be methods of arrays or of Python's built-in types."""
YIELDS: Final = (ast.Yield, ast.YieldFrom)
UNNAMED: Final = "unnamed"
"""Stands for all values, if a switch whose option is unknown sets this one."""

Possible: TypeAlias = frozenset[bool | str]
"""The values that an option may have."""
Switch: TypeAlias = "tuple[str, bool | str | None]"
"""An option and its new value; None if it may be any, UNNAMED if the option is not named."""
EVERYTHING: Final[list[Switch]] = [(key, None if key == "x64" else UNNAMED) for key in VALUES]
"""The switches of an expression that may set any option to any value."""


class ModuleSwitches(NamedTuple):
    """The values that a module may give options.

    Attributes:
        leaks: the values that other modules may notice.
        own_leaks: the values that code of the module may notice anywhere.
        inside: the values in blocks and decorated functions, and those that the module sets where it is imported.
        lines: the line of the first switch of each option.
        at_top: the literal switches that are statements of the module itself, with their lines.
    """

    leaks: Mapping[str, Possible]
    own_leaks: Mapping[str, Possible]
    inside: Mapping[str, Possible]
    lines: Mapping[str, int]
    at_top: Sequence[tuple[int, Switch]]

    @property
    def are_at_top(self) -> bool:
        """Whether all switches of some option are statements of the module itself, outside its functions."""
        return any(key not in self.own_leaks for key in self.leaks)


NO_SWITCHES: Final = ModuleSwitches({}, {}, {}, {}, ())


@lru_cache(64)
def switches_in(text: str) -> ModuleSwitches:
    """The switches in the text of a module."""
    if not any(word in text for word in WORDS):
        return NO_SWITCHES  # most modules, which need not be parsed
    tree = parsed(text)
    try:
        return NO_SWITCHES if tree is None else _scanned(tree)
    except RecursionError:
        return NO_SWITCHES


def _scanned(tree: ast.Module) -> ModuleSwitches:
    names = Names(tree)
    blocks = {id(manager): body for node in ast.walk(tree) for manager, body in _managers(node)}
    at_top = {id(node.value): node in tree.body for node in _outside_of_functions(tree) if isinstance(node, ast.Expr)}
    leaks, own_leaks, inside = (defaultdict[str, set[bool | str]](set) for _ in range(3))
    lines: dict[str, int] = {}
    top: list[tuple[int, Switch]] = []
    for node, (key, value) in _switches(tree, names):
        values = VALUES[key] if value is None else (value,)
        is_certain = isinstance(node, ast.Call) and id(node) in at_top and names.full(node.func) in UPDATES
        block = blocks.get(id(node)) if _context_of(node, names) else None
        if is_certain and at_top[id(node)] and value not in (None, UNNAMED):
            top.append((node.lineno, (key, value)))
        if is_certain or block is not None:
            inside[key].update(values)
        if block is None or any(_may_call_program(each, names, block) for each in block):
            leaks[key].update(values)
            lines[key] = min(node.lineno, lines.get(key, node.lineno))
            if not is_certain:
                own_leaks[key].update(values)
    others, own, around = (
        {key: frozenset(values) for key, values in table.items()} for table in (leaks, own_leaks, inside)
    )
    return ModuleSwitches(others, own, around, lines, top)


def _managers(node: ast.AST) -> Iterator[tuple[ast.expr, list[ast.stmt]]]:
    """The context managers of a block, or the decorators of a function, with the code that runs under them."""
    if isinstance(node, ast.With | ast.AsyncWith):
        yield from ((item.context_expr, node.body) for item in node.items)
    elif isinstance(node, ast.FunctionDef) and not any(isinstance(one, YIELDS) for one in ast.walk(node)):
        yield from ((decorator, node.body) for decorator in node.decorator_list)


def _outside_of_functions(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        for child in ast.iter_child_nodes(node):
            yield from _outside_of_functions(child)


def _switches(tree: ast.Module, names: Names) -> Iterator[tuple[ast.expr | ast.keyword, Switch]]:
    """The switches anywhere in a module."""
    named: set[int] = set()  # names that are called, assigned to another name, or part of a longer name
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=function):
                named.add(id(function))
            case ast.Attribute(value=value) | ast.Assign(value=ast.Name() | ast.Attribute() as value):
                named.add(id(value))
            case ast.Subscript(value=value, slice=index) if names.full(value) != "os.environ" or isinstance(
                node.ctx, ast.Load
            ):
                named.add(id(index))
            case ast.Compare() | ast.keyword(arg="env"):  # the environment of another process
                named.update(map(id, ast.walk(node)))
            case ast.Dict() | ast.BinOp(op=ast.BitOr()) if _is_copied_environment(node, names):
                named.update(map(id, ast.walk(node)))
        if isinstance(node, ast.Call) and (names.full(node.func) or _last(node.func)).rpartition(".")[2] in READERS:
            named.update(map(id, (*node.args, *node.keywords)))
        if isinstance(node, ast.expr | ast.keyword) and id(node) not in named:
            yield from ((node, switch) for switch in _passed_on(node, names))
        if isinstance(node, ast.Call):
            yield from ((node, switch) for switch in _called(node, names))


def _is_copied_environment(node: ast.Dict | ast.BinOp, names: Names) -> bool:
    """Whether an expression makes a new dict of the environment and more: ``{**os.environ, "JAX_ENABLE_X64": "1"}``."""
    if isinstance(node, ast.BinOp):
        copied = [node.left]
    else:
        copied = [value for key, value in zip(node.keys, node.values, strict=True) if key is None]
    owners = (
        one.func.value if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) else one for one in copied
    )
    return any(names.full(owner) == "os.environ" for owner in owners)


def _passed_on(node: ast.AST, names: Names) -> list[Switch]:
    """The switches of a name, or of a variable of the environment, at its place."""
    match node:
        case ast.Constant(value=str(name)) | ast.keyword(arg=str(name)) if name in ENVIRONMENT:
            return [(ENVIRONMENT[name], None)]
        case ast.Attribute(attr=name, ctx=ast.Store()) if name in OPTIONS:
            return [(OPTIONS[name], None)]
        case ast.Name(ctx=ast.Load()) | ast.Attribute(ctx=ast.Load()):
            owner, _, last = (names.full(node) or "").rpartition(".")
            if owner in CONFIGS and last in ("update", *PARSERS):
                return EVERYTHING
            return [(CONTEXTS[last], None)] if last in CONTEXTS and owner.partition(".")[0] == "jax" else []
    return []


def _called(call: ast.Call, names: Names) -> list[Switch]:
    """The switches of a call."""
    full = names.full(call.func) or ""
    owner, _, last = (full or _last(call.func)).rpartition(".")
    first, _, inner = owner.rpartition(".")
    if first.partition(".")[0] == "jax" and inner in CONTEXTS:  # as in `enable_x64.set_global(True)`
        return [(CONTEXTS[inner], None)]
    if last in PARSERS and not full.startswith("absl."):
        return EVERYTHING
    if last in CONTEXTS and full and not full.startswith("."):
        return [_context_of(call, names) or (CONTEXTS[last], None)]  # also `numpyro.enable_x64()`
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    for name, value in pairwise(arguments):
        option = name.value if isinstance(name, ast.Constant) else None
        if option in OPTIONS:
            constant = value.value if isinstance(value, ast.Constant) and option != "jax_default_dtype_bits" else None
            return [(OPTIONS[option], option_value(OPTIONS[option], constant))]
    if full in UPDATES and arguments and isinstance(arguments[0], ast.Constant):
        return []
    changes_attribute = last == "setattr" and len(arguments) > 1 and not isinstance(arguments[1], ast.Constant)
    return EVERYTHING if full in UPDATES or (changes_attribute and names.full(arguments[0]) in CONFIGS) else []


def _last(function: ast.expr) -> str:
    """The last part of a function's name."""
    return getattr(function, "attr", getattr(function, "id", ""))


def _context_of(manager: ast.AST, names: Names) -> Switch | None:
    """The switch of an expression that creates a JAX context manager, or None."""
    full = (names.full(manager.func) or "") if isinstance(manager, ast.Call) else ""
    last = full.rpartition(".")[2]
    if not isinstance(manager, ast.Call) or not full.startswith("jax.") or last not in CONTEXTS:
        return None
    key, arguments = CONTEXTS[last], [*manager.args, *(keyword.value for keyword in manager.keywords)]
    if key == "x64" and not arguments:
        return key, last != "disable_x64"
    value = arguments[0].value if len(arguments) == 1 and isinstance(arguments[0], ast.Constant) else None
    return key, option_value(key, value)


def _may_call_program(statement: ast.stmt, names: Names, block: Iterable[ast.stmt]) -> bool:
    """Whether a statement in a block may run functions of the program that are defined outside of the block."""
    own = {node.name for each in block for node in ast.walk(each) if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(statement):
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Await() | ast.Yield() | ast.YieldFrom():
                return True
            case ast.Name(id=name, ctx=ast.Load()) if name not in own and names.is_of_program(node):
                return True
            case ast.Call(func=ast.Subscript()):
                return True
            case ast.Call(func=ast.Call(args=[function, *_])):  # a library's function of a function: `jax.jit(f)(x)`
                if not isinstance(function, ast.Lambda) and getattr(function, "id", "") not in own:
                    return True
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name) as function):
                known = METHODS if isinstance(function, ast.Attribute) else own
                if name not in known and not names.is_of_library(function):
                    return True
    return False
