"""JAX's annotations in the vocabulary of the overlay: arrays, dtypes, builtins, the standard library, JAX's classes.

Anything else becomes ``Any``: a parameter that JAX annotates with its own internals accepts anything.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable
from functools import reduce

from ...jax_source import AssignedValue, Imported, Source
from .stub import Stub

ARRAY = ("jaxtyping_promo.array", "Array")
ARRAY_LIKE = ("jaxtyping_promo.typing", "ArrayLike")
DTYPE_LIKE = ("jaxtyping_promo.typing", "DTypeLike")
DTYPE = "TypeVar(bound={generic}, covariant=True, default={any})"
"""The definition of the type variable for the dtype of a generic class."""

VOCABULARY: dict[tuple[str, str], tuple[str, str]] = {
    ("jax._src.basearray", "Array"): ARRAY,
    ("jax._src.basearray", "ArrayLike"): ARRAY_LIKE,
    ("jax._src.basearray", "DTypeLike"): DTYPE_LIKE,
    ("jax._src.basearray", "StaticScalar"): ("jax._src.basearray", "StaticScalar"),
    ("jax._src.typing", "DTypeLike"): DTYPE_LIKE,
}
"""The names that this package defines."""

STANDARD_LIBRARY = (
    "typing", "typing_extensions", "collections.abc", "collections", "types", "enum", "contextlib", "pathlib", "os", "io",
    "abc", "datetime", "fractions", "decimal", "functools", "threading",
)  # fmt: skip
NUMPY = {"ndarray": "ndarray[Any, Any]", "dtype": "dtype[Any]", "generic": "generic", "number": "number[Any]",
         "integer": "integer[Any]", "floating": "floating[Any]", "bool_": "bool_", "inexact": "inexact[Any]"}  # fmt: skip
ANY = "Any"
NOT_TYPES = ("TypeVar", "ParamSpec", "TYPE_CHECKING", "cast", "overload")
BARE_GENERIC = {"Callable": "Callable[..., {any}]", "tuple": "tuple[{any}, ...]", "Tuple": "tuple[{any}, ...]", "list": "list[{any}]",
                "dict": "dict[{any}, {any}]", "set": "set[{any}]", "frozenset": "frozenset[{any}]", "type": "type[{any}]", "Type": "type[{any}]",
                "Sequence": "Sequence[{any}]", "Iterable": "Iterable[{any}]", "Iterator": "Iterator[{any}]", "Mapping": "Mapping[{any}, {any}]",
                "Generator": "Generator[{any}, {any}, {any}]", "Collection": "Collection[{any}]", "Hashable": "Hashable"}  # fmt: skip

SPELLED_OUT = {"NamedSharding | P | None": "OutShardingType"}
"""Unions that most of JAX writes out, and the name that one of its modules has for them."""


class Annotations:
    """Writes annotations of JAX for one stub.

    Args:
        source: JAX.
        stub: the stub to which imports are added.
        classes: the names of the classes in each stub, by module.
    """

    def __init__(self, source: Source, stub: Stub, classes: dict[str, set[str]]) -> None:
        self.source, self.stub, self.classes = source, stub, classes
        self.local_variables: dict[str, str] = {}
        self._aliases: list[str] = []

    def any(self) -> str:
        """``Any``."""
        return self.stub.use("typing", "Any")

    def render(self, node: ast.expr | None, module: str, depth: int = 0) -> str:
        """The text of an annotation in the code of `module`, or ``Any``."""
        if node is None or depth > 8:
            return self.any()
        if isinstance(node, ast.Constant):
            return self.constant(node, module, depth)
        if isinstance(node, ast.Name | ast.Attribute):
            return self.name(node, module, depth, bare=True)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self.union([node.left, node.right], module, depth)
        if isinstance(node, ast.Subscript):
            return self.subscript(node, module, depth)
        return self.any()

    def constant(self, node: ast.Constant, module: str, depth: int) -> str:
        if node.value is None:
            return "None"
        if node.value is ...:
            return "..."
        if isinstance(node.value, str):
            try:
                return self.render(ast.parse(node.value.strip(), mode="eval").body, module, depth)
            except SyntaxError:
                return self.any()
        return self.any()

    def union(self, nodes: list[ast.expr], module: str, depth: int) -> str:
        members = dict.fromkeys(self.render(n, module, depth) for n in _one_sequence(nodes))
        if self.any() in members:
            return self.any()
        if self.stub.has(*ARRAY_LIKE) and self.stub.use(*ARRAY_LIKE) in members:
            members.pop(self.stub.use(*ARRAY), None)
        rendered = " | ".join(members)
        as_written = re.sub(r"\b_(?=[A-Z])", "", rendered)
        if as_written in SPELLED_OUT and not self._aliases:
            self.stub.called[rendered] = SPELLED_OUT[as_written]
        return rendered

    def name(self, node: ast.expr, module: str, depth: int, *, bare: bool) -> str:
        if isinstance(node, ast.Name) and node.id in self.local_variables:
            return self.local_variables[node.id]
        resolved = self.source.dotted(module, node)
        if resolved is None:
            if isinstance(node, ast.Name) and hasattr(builtins, node.id):
                local = self.stub.builtin(node.id)
                return (
                    BARE_GENERIC[node.id].replace(node.id, local, 1).format(any=self.any())
                    if bare and node.id in BARE_GENERIC
                    else local
                )
            return self.external(ast.unparse(node), module, bare=bare)
        owner, name, definition = resolved
        if (owner, name) in VOCABULARY:
            return self.stub.use(*VOCABULARY[owner, name])
        if isinstance(definition, Imported):
            return self.external(f"{owner}.{name}" if name else owner, module, bare=bare)
        if isinstance(definition, ast.ClassDef):
            return self.stub.use(owner, name) if name in self.classes.get(owner, ()) else self.any()
        if isinstance(definition, AssignedValue):
            return self.alias(owner, name, definition, depth)
        return self.any()

    def alias(self, owner: str, name: str, definition: AssignedValue, depth: int) -> str:
        value = definition.value
        if isinstance(value, ast.Call) and ast.unparse(value.func).split(".")[-1] in ("TypeVar", "ParamSpec"):
            if self._aliases:
                return self.any()  # a generic alias, used without arguments
            kind = ast.unparse(value.func).split(".")[-1]
            bounds = ", ".join(
                f"bound={self.render(k.value, owner, depth + 1)}" for k in value.keywords if k.arg == "bound"
            )
            return self.stub.variable(name, f"{kind}({bounds})")
        if isinstance(value, ast.Call) and ast.unparse(value.func).split(".")[-1] == "NewType":
            return self.render(value.args[1], owner, depth + 1)  # JAX accepts the type itself, too
        if isinstance(value, ast.Constant) and not isinstance(value.value, str):
            return self.any()
        self._aliases.append(name)
        rendered = self.render(value, owner, depth + 1)
        self._aliases.pop()
        if " | " in rendered and not self._aliases:
            self.stub.called[rendered] = name
        return rendered

    def generic_alias(self, module: str, definition: AssignedValue, arguments: list[str], depth: int) -> str:
        """The type of a generic alias with these arguments."""
        outer = self.local_variables
        self.local_variables = outer | dict(zip(definition.parameters, arguments, strict=True))
        rendered = self.render(definition.value, module, depth + 1)
        self.local_variables = outer
        return rendered

    def external(self, dotted: str, module: str, *, bare: bool) -> str:
        """The text of a name from outside JAX: ``np.ndarray``, ``typing.Any``, ``collections.abc.Sequence``."""
        owner, _, name = dotted.rpartition(".")
        jax_module = self.source.module(module)
        first, _, rest = owner.partition(".")
        imported = jax_module.names.get(first) if jax_module else None
        if isinstance(imported, Imported) and imported.name is None:
            owner = f"{imported.module}.{rest}" if rest else imported.module
        if owner == "numpy":
            return (
                f"{self.stub.use_module('numpy')}.{NUMPY[name].replace('Any', self.any())}"
                if name in NUMPY
                else self.any()
            )
        if owner == "builtins":
            return self.stub.builtin(name)
        if owner in STANDARD_LIBRARY and name not in NOT_TYPES:
            if owner == "typing" and name in (
                "Callable",
                "Sequence",
                "Iterable",
                "Iterator",
                "Mapping",
                "Generator",
                "Hashable",
                "Collection",
            ):
                owner = "collections.abc"
            if owner == "typing" and name in ("Type", "Tuple", "List", "Dict", "Set", "FrozenSet"):
                local = self.stub.builtin(name.lower())
                return (
                    BARE_GENERIC[name.lower()].replace(name.lower(), local, 1).format(any=self.any()) if bare else local
                )
            if owner == "typing" and name in (
                "Self",
                "NamedTuple",
                "TypedDict",
                "Never",
                "Unpack",
                "Required",
                "NotRequired",
                "TypeGuard",
                "TypeIs",
            ):
                owner = "typing_extensions"
            local = self.stub.use(owner, name)
            if bare and name in BARE_GENERIC and owner == "collections.abc":
                return BARE_GENERIC[name].replace(name, local, 1).format(any=self.any())
            return local
        return self.any()

    def subscript(self, node: ast.Subscript, module: str, depth: int) -> str:
        arguments = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        plain = ast.unparse(node.value).split(".")[-1]
        if plain == "Literal":
            return f"{self.stub.use('typing', 'Literal')}[{', '.join(map(ast.unparse, arguments))}]"
        if plain == "Annotated":
            return self.render(arguments[0], module, depth)
        if plain in ("Union", "Optional"):
            return self.union([*arguments, *([ast.Constant(None)] if plain == "Optional" else [])], module, depth)
        definition = self.source.dotted(module, node.value)
        if (
            definition
            and isinstance(definition[2], AssignedValue)
            and len(definition[2].parameters) == len(arguments) > 0
        ):
            return self.generic_alias(
                definition[0], definition[2], [self.render(a, module, depth + 1) for a in arguments], depth
            )
        base = self.name(node.value, module, depth, bare=False)
        if base == self.any() or ast.unparse(node.value).split(".")[0] in ("np", "_np", "numpy"):
            return self.render(node.value, module, depth)
        if plain in ("Array", "ndarray", "ArrayLike"):
            return base
        if definition and isinstance(definition[2], AssignedValue):
            return base
        if not arguments:
            return f"{base}[()]"
        rendered = []
        for argument in arguments:
            if isinstance(argument, ast.List):
                rendered.append(f"[{', '.join(self.render(a, module, depth + 1) for a in argument.elts)}]")
            elif (
                plain == "Callable"
                and argument is arguments[0]
                and self.render(argument, module, depth + 1) == self.any()
            ):
                rendered.append("...")
            elif isinstance(argument, ast.Starred):
                return self.any()
            else:
                rendered.append(self.render(argument, module, depth + 1))
        return f"{base}[{', '.join(rendered)}]"


def _one_sequence(nodes: Iterable[ast.expr]) -> list[ast.expr]:
    """The members of a union with at most one sequence type. Its items are the items of all sequences in the union.

    mypy uses the expected type of a list literal only if the union has a single type of list.
    """
    members: list[ast.expr] = []
    for node in nodes:
        members += _one_sequence([node.left, node.right]) if isinstance(node, ast.BinOp) else [node]
    sequences = [n for n in members if isinstance(n, ast.Subscript) and ast.unparse(n.value) == "Sequence"]
    if len(sequences) < 2:
        return members
    first = sequences[0]
    items = reduce(lambda left, right: ast.BinOp(left, ast.BitOr(), right), (n.slice for n in sequences))
    return [ast.Subscript(first.value, items) if n is first else n for n in members if n is first or n not in sequences]
