"""Options: parameters and fields whose names say that they choose a dtype, and how a function uses them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .definitions import does_nothing
from .values import NONE, Dtype, Value, of_constant

if TYPE_CHECKING:
    from .definitions import Definition
    from .modules import Source

DTYPE_NAME: Final = re.compile(r"(?:.*_)?dtype|preferred_element_type|(?:param|compute|accum\w*|output)_precision")
"""The names of options whose value is a dtype."""
FLAG_NAME: Final = re.compile(r"(?:.*_)?(?:fp32|bf16|float32|bfloat16|fp16|upcast)(?:_.*)?")
"""The names of options that are true or false."""
MODULES: Final = ("Module", "nn.Module", "nnx.Module", "eqx.Module", "hk.Module", "linen.Module", "equinox.Module",
                  "flax.linen.Module")  # fmt: skip
"""Base classes of layers, as programs write them."""
OPEN_BASES: Final = frozenset((*MODULES, "object", "Generic", "NamedTuple", "typing.NamedTuple"))
"""Base classes that state no signature."""
CUSTOM: Final = frozenset(("custom_vjp", "custom_jvp", "defvjp", "defjvp", "primitive", "overload", "abstractmethod",
                           "register", "property", "fixture"))  # fmt: skip
"""Decorators whose functions have a signature that others choose."""


class Option(NamedTuple):
    """An option of a function or class.

    Attributes:
        name: its name.
        node: the parameter, or the statement that declares the field.
        is_flag: whether it is true or false; else its value is a dtype.
        allows_none: whether its default is None.
    """

    name: str
    node: ast.AST
    is_flag: bool
    allows_none: bool

    @property
    def shown(self) -> str:
        """Its values, as a message names them."""
        return "True and False" if self.is_flag else "float16, bfloat16 and float32"


class OptionUses(NamedTuple):
    """Where a function uses an option: the calls that get it, and whether a condition reads it."""

    calls: list[ast.expr]
    is_tested: bool


def option_values(option: Option) -> tuple[Value, ...]:
    """The values of an option that are compared."""
    if option.is_flag:
        return of_constant(True), of_constant(False)
    dtypes: list[Value] = [(Dtype(name, "jax"),) for name in ("float16", "float32", "bfloat16")]
    return (*dtypes, NONE) if option.allows_none else tuple(dtypes)


def options_of_function(definition: Definition) -> Iterator[Option]:
    """The options among the parameters of a function."""
    for parameter, default in definition.parameters:
        is_flag = _kind(parameter.arg, default, parameter.annotation)
        if is_flag is not None:
            yield Option(parameter.arg, parameter, is_flag, _is_none(default))


def options_of_class(cls: ast.ClassDef, uses: Uses) -> Iterator[Option]:
    """The options among the fields of a layer: a class with the base class `Module` alone."""
    if [ast.unparse(base) for base in cls.bases if ast.unparse(base) in MODULES] == [] or len(cls.bases) != 1:
        return
    if cls.name in uses.bases:
        return
    for statement in cls.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = statement.target.id
            is_flag = _kind(name, statement.value, statement.annotation)
            if is_flag is not None and (name == "dtype" or uses.attributes.get(name, 0) <= _own_reads(cls, name)):
                yield Option(name, statement, is_flag, _is_none(statement.value))


def _own_reads(cls: ast.ClassDef, name: str) -> int:
    return sum(isinstance(node, ast.Attribute) and node.attr == name for node in ast.walk(cls))


def _is_none(default: ast.expr | None) -> bool:
    return isinstance(default, ast.Constant) and default.value is None


def _kind(name: str, default: ast.expr | None, annotation: ast.expr | None) -> bool | None:
    """Whether an option is a flag; None if it is no option."""
    is_bool = isinstance(default, ast.Constant) and isinstance(default.value, bool)
    is_bool |= isinstance(annotation, ast.Name) and annotation.id == "bool"
    if FLAG_NAME.fullmatch(name) and is_bool:
        return True
    return False if DTYPE_NAME.fullmatch(name) and not is_bool and not name.startswith("_") else None


class Uses:
    """How the files of a program use names: which functions are values, and which signatures several functions share.

    Args:
        sources: the files.
    """

    def __init__(self, sources: Iterable[Source]) -> None:
        self.attributes: dict[str, int] = {}
        self.values: set[str] = set()
        self.bases: set[str] = set()
        self._owners: dict[tuple[str, str], int] = {}
        for source in sources:
            called = {id(node.func) for node in ast.walk(source.tree) if isinstance(node, ast.Call)}
            for node in ast.walk(source.tree):
                self._add(node, called)

    def _add(self, node: ast.AST, called: set[int]) -> None:
        if isinstance(node, ast.Attribute):
            self.attributes[node.attr] = self.attributes.get(node.attr, 0) + 1
            if id(node) not in called:
                self.values.add(node.attr)
        elif isinstance(node, ast.Name) and id(node) not in called:
            self.values.add(node.id)
        elif isinstance(node, ast.ClassDef):
            self.bases.update(ast.unparse(base).rpartition(".")[2] for base in node.bases)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                key = node.name, each.arg
                self._owners[key] = self._owners.get(key, 0) + 1

    def is_slot(self, function: str, parameter: str) -> bool:
        """Whether several functions of one name have the parameter, or the function is passed on as a value."""
        return self._owners.get((function, parameter), 0) > 1 or function in self.values


def is_interface(definition: Definition, cls: ast.ClassDef | None, uses: Uses) -> bool:
    """Whether others choose the signature of a function: a protocol, a base class, a decorator or a custom rule."""
    node = definition.node
    if isinstance(node, ast.Lambda) or definition.is_generator or node.args.kwarg is not None:
        return True
    names = {part for each in node.decorator_list for part in re.findall(r"\w+", ast.unparse(each))}
    if names & CUSTOM or _is_stub(node):
        return True
    if cls is None:
        return False
    bases = {ast.unparse(base) for base in cls.bases}
    is_overriding = bool({base.partition("[")[0] for base in bases} - OPEN_BASES)
    is_dunder = definition.name.startswith("__") and definition.name != "__call__"
    return is_overriding or is_dunder or cls.name in uses.bases


def _is_stub(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a body only documents, raises an error, or does nothing."""
    return all(
        does_nothing(statement)
        or isinstance(statement, (ast.Import, ast.ImportFrom))
        or (
            isinstance(statement, ast.Return) and (statement.value is None or isinstance(statement.value, ast.Constant))
        )
        for statement in node.body
    )


def uses_of(definition: Definition, name: str, *, in_receiver: bool) -> OptionUses | None:
    """Where a function uses an option, and variables that are assigned from it; None if a use is not understood.

    Args:
        definition: the function.
        name: the option.
        in_receiver: whether it is an attribute of the first parameter.
    """
    receiver = definition.names[0] if definition.names else ""
    parents: dict[int, ast.AST] = {}
    nodes: list[Any] = []
    for statement in definition.body:
        for node in ast.walk(statement):
            nodes.append(node)
            for child in ast.iter_child_nodes(node):
                parents[id(child)] = node
    tainted: set[str] = set() if in_receiver else {name}
    calls: list[ast.expr] = []
    is_tested, grows = False, True
    while grows:
        grows, calls, is_tested = False, [], False
        for node in nodes:
            if isinstance(node, ast.Name) and node.id in ("locals", "vars", "super"):
                return None
            if isinstance(node, ast.Name) and node.id in tainted and isinstance(node.ctx, ast.Del):
                return None
            is_receiver = in_receiver and isinstance(node, ast.Name) and node.id == receiver
            if is_receiver and not isinstance(parents.get(id(node)), ast.Attribute):
                return None  # other code gets the whole object
            is_option = isinstance(node, ast.Name) and node.id in tainted and isinstance(node.ctx, ast.Load)
            is_field = (in_receiver and isinstance(node, ast.Attribute) and node.attr == name
                        and isinstance(node.value, ast.Name) and node.value.id == receiver)  # fmt: skip
            if not is_option and not is_field:
                continue
            use = _use(node, parents)
            if use is None:
                return None
            if isinstance(use, str):
                grows |= bool(use) and use not in tainted
                tainted.add(use)
                is_tested |= not use
            else:
                calls.append(use)
    return OptionUses(calls, is_tested)


def _use(node: ast.AST, parents: dict[int, ast.AST]) -> ast.expr | str | None:
    """The call that gets a value, the variable that takes it, ``""`` for a condition; None if it is none of these."""
    child: Any = node
    parent: Any = parents.get(id(node))
    while parent is not None:
        match parent:
            case ast.Call():
                return parent if child is not parent.func else None
            case ast.If() | ast.While() | ast.Assert():
                return "" if child is parent.test else None
            case ast.IfExp() if child is parent.test:
                return ""
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                return name
            case ast.Compare() if not (
                isinstance(parent.ops[0], (ast.Is, ast.IsNot)) and _is_none(parent.comparators[0])
            ):
                return None
            case ast.keyword() | ast.BoolOp() | ast.Compare() | ast.IfExp() | ast.UnaryOp():
                child, parent = parent, parents.get(id(parent))
            case _:
                return None
    return None
