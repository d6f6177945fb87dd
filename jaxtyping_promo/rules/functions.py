"""What a function does to dtypes: the vocabulary of the rules, and their results.

A rule is one line of text, ``"inexact(x)"``: what happens, in the words of `MAPS` and `CONSTANTS`, to the parameters of
which names. The tables of the rules are in the modules beside this one, a module for each of JAX's; `rule` finds one by
the function's full name, as ``jax.numpy.sin``.

Grammar::

    rule      = result | "(" rule ", " rule ... ")"                      a tuple of fixed length
              | ("list of " | "tuple of ") result                        any number of arrays
              | "none" | "unknown"                                       no array; an array of which nothing is said
    result    = [parameter "or "] dtype                                  a dtype argument, and what holds without one
    dtype     = constant | map ... "(" parameter ", " parameter ... ")" | operator "(" parameter ", " parameter ")"

A parameter of a dtype stands for its node: a dtype, a weak type, or the name of a Python scalar type. Several are joined
as the promotion system does, and a parameter with a star, ``*arrays``, for a sequence of arrays. Parameters that are
``None`` or were not given take no part. Then the maps are applied, the last one first: ``"strong inexact(x)"`` makes
`x` inexact and then strong. An operator by its name in `jaxtyping_promo.rules.operators` does what it does to arrays:
one of two operands to these, as the last word, and a unary one to a join like any map.

    >>> from jaxtyping_promo import get_system
    >>> result("strong inexact(a)", get_system("jax"), {"a": "int8"})
    'float32'
"""

from __future__ import annotations

from functools import cache

from ..system import System
from .operators import BINARY, UNARY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Operand = str | Sequence[str | None] | None
    """A node; for a parameter that takes a sequence, several; None if nothing is known of it."""

CONSTANTS: dict[str, str] = {
    "bool": "bool_",
    "index": "int",
    "int": "int",
    "float": "float",
    "complex": "complex",
}
"""Dtypes by the Python type whose default dtype they are; the name of any other dtype stands for itself."""

NONE, UNKNOWN = "none", "unknown"
JOINS = ("same", "promoted")
"""The map that changes nothing, by its names for one parameter and for several."""


class Rule:
    """A rule taken apart.

    Attributes:
        text: as it is written.
        kind: ``"array"``, ``"tuple"`` (of `parts`), ``"list of"``, ``"tuple of"``, ``"none"`` or ``"unknown"``.
        parts: the rules of a tuple's items.
        dtype: the name of the dtype parameter, if there is one.
        constant: a dtype that depends on no operand.
        maps: the maps, in the order in which they are applied.
        operator: the operator that is applied to the operands instead.
        operands: the parameters that are joined, without their stars.
        starred: those of them that take a sequence of arrays.
    """

    __slots__ = ("constant", "dtype", "kind", "maps", "operands", "operator", "parts", "starred", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.kind = "array"
        self.parts: tuple[Rule, ...] = ()
        self.dtype: str | None = None
        self.constant: str | None = None
        self.operator: str | None = None
        self.maps: tuple[str, ...] = ()
        self.operands: tuple[str, ...] = ()
        self.starred: frozenset[str] = frozenset()
        if text in (NONE, UNKNOWN):
            self.kind = text
        elif text.startswith("("):
            self.kind, self.parts = "tuple", tuple(parse(part) for part in _split(text[1:-1]))
        else:
            for kind in ("list of", "tuple of"):
                if text.startswith(f"{kind} "):
                    self.kind, text = kind, text[len(kind) + 1 :]
            self._parse_result(text)

    def _parse_result(self, text: str) -> None:
        if " or " in text:
            self.dtype, text = text.split(" or ")
        if text == UNKNOWN:
            return
        if "(" not in text:
            self.constant = text
            return
        words, _, operands = text.rstrip(")").partition("(")
        names = operands.split(", ")
        self.starred = frozenset(name[1:] for name in names if name.startswith("*"))
        self.operands = tuple(name.lstrip("*") for name in names)
        self.maps = tuple(word for word in reversed(words.split()) if word not in JOINS)
        if self.maps and self.maps[0] in BINARY:
            self.operator, self.maps = self.maps[0], self.maps[1:]
        for word in self.maps:
            if word not in MAPS and word not in UNARY:
                raise ValueError(f"{word!r} in the rule {self.text!r} is not a map; maps: {', '.join((*JOINS, *MAPS))}")

    def __repr__(self) -> str:
        return f"<Rule {self.text}>"


def _split(text: str) -> list[str]:
    """The items of a tuple's rule: split at the commas that are in no parentheses."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


@cache
def parse(text: str) -> Rule:
    """A rule from its text.

    Raises:
        ValueError: a word is not in the vocabulary.
    """
    return Rule(text)


# ---------------------------------------------------------------------------------------------------------- maps
# What a node becomes, in the terms of a promotion system. None: the function takes no such dtype.


def _inexact(system: System, node: str) -> str | None:
    return system.unary("truediv", node)


def _or_float(system: System, node: str) -> str | None:
    is_inexact = node.startswith(("float", "bfloat", "complex", "weak_float", "weak_complex"))
    return node if is_inexact else system.defaults["weak_float"]


def _complex(system: System, node: str) -> str | None:
    return system.promote(node, "complex64")


def _real(system: System, node: str) -> str | None:
    return system.unary("abs", node) if "complex" in node else node


def _numeric(system: System, node: str) -> str | None:
    return system.unary("floordiv", node) if node == "bool_" else node


def _counted(system: System, node: str) -> str | None:
    return system.defaults["weak_int"] if node == "bool_" else node


def _accumulated(system: System, node: str) -> str | None:
    default = system.defaults["weak_int"]
    if node.startswith("int"):
        return node if node == "int64" else default
    if node.startswith("uint"):
        return node if node == "uint64" else f"u{default}"
    return _counted(system, node)


def _strong(system: System, node: str) -> str | None:
    return system.defaults.get(node, node)


MAPS: dict[str, Callable[[System, str], str | None]] = {
    "inexact": _inexact,
    "or_float": _or_float,
    "complex": _complex,
    "real": _real,
    "numeric": _numeric,
    "counted": _counted,
    "accumulated": _accumulated,
    "strong": _strong,
    "strong_complex": lambda system, node: system.defaults[node] if node == "weak_complex" else node,
    "canonical": lambda system, node: requested(system, node),
}
"""The maps by name.

==============  ==============================================================================================
``inexact``     integers and bools become the float that a division makes of them
``or_float``    integers and bools become the default float
``complex``     promoted with complex64
``real``        a complex number's real part
``numeric``     a bool becomes int32, as in arithmetic
``counted``     a bool becomes the default integer
``accumulated``  what sums are made in: integers below the default width become as wide as the default integer
``strong``      a weak type becomes its default dtype
``strong_complex``  so does a weak complex number
``canonical``   strong, and without x64 truncated to 32 bits, as a dtype is that was asked for
==============  ==============================================================================================
"""


# ------------------------------------------------------------------------------------------------------- results


def result(rule: str | Rule, system: System, operands: Mapping[str, Operand], dtype: str | None = None) -> str | None:
    """The dtype of the array that a function returns.

    Args:
        rule: a rule whose kind is an array, a list or a tuple of arrays; of a tuple of fixed length, ask for its `parts`.
        system: whose promotion applies.
        operands: what is known of the parameters, by name: a node or the name of a Python scalar type, for a starred
            parameter a sequence of them. What was not given (or is None) is left out.
        dtype: the dtype argument, if one was given: a dtype or the name of a Python scalar type.

    Returns:
        A node, or None if the function does not take these dtypes, or if nothing is known.
    """
    rule = parse(rule) if isinstance(rule, str) else rule
    if rule.dtype is not None and dtype is not None:
        return requested(system, dtype)
    if rule.constant is not None:
        return constant(system, rule.constant)
    nodes: list[str] = []
    for name in rule.operands:
        operand = operands.get(name)
        if operand is None:
            continue
        nodes += [operand] if isinstance(operand, str) else [node for node in operand if node is not None]
    return mapped(rule, system, nodes)


def mapped(rule: Rule, system: System, nodes: Sequence[str]) -> str | None:
    """The join of some nodes after the maps of a rule; None without a join.

    Of arrays that have 64 bits although x64 is off nothing is said: what JAX makes of them changes from call to call.
    Nor is of Python scalars, where they are not what an array of their weak type is.
    """
    if not nodes or rule.kind in (NONE, UNKNOWN) or any(node in system.truncated for node in nodes):
        return None
    if rule.operator in system.exceptions and all(node in system.scalars for node in nodes):
        return None
    node: str | None = system.node(nodes[0])
    if rule.operator is not None:
        node = system.binary(rule.operator, *nodes) if len(nodes) == 2 else None
    for other in () if rule.operator is not None else nodes[1:]:
        node = system.promote(node, other) if node is not None else None
    is_weak = node in system.defaults or node == "bool_"
    if is_weak and any(n in system.scalars for n in nodes) and any(word.startswith("strong") for word in rule.maps):
        return None
    for word in rule.maps:
        if node is not None:
            node = MAPS[word](system, node) if word in MAPS else system.unary(word, node)
    return node


def requested(system: System, dtype: str) -> str:
    """The dtype that a dtype argument gives: Python's types their defaults, 64 bits only where they are on."""
    node = system.node(dtype)
    node = system.defaults.get(node, node)
    return system.truncated.get(node, node)


def constant(system: System, name: str) -> str:
    """The dtype that a constant of a rule stands for."""
    return requested(system, CONSTANTS.get(name, name)) if name in CONSTANTS else name


# -------------------------------------------------------------------------------------------------------- tables

TABLES: tuple[str, ...] = ("jax_array", "jax_numpy")
"""The modules beside this one that have tables: ``RULES`` by module of JAX, and then by function."""


@cache
def rules(jax: tuple[int, int] | None = None) -> dict[str, str]:
    """Every rule by the full name of its function.

    Args:
        jax: the version of JAX, as ``(0, 10)``; the newest if none is given. A module of tables lists in ``EARLIER`` what was
            different before some version.
    """
    from importlib import import_module

    found: dict[str, str] = {}
    for name in TABLES:
        tables = import_module(f"{__package__}.{name}")
        earlier = [
            changes
            for version, changes in sorted(getattr(tables, "EARLIER", {}).items(), reverse=True)
            if jax is not None and jax < version
        ]
        for rules_by_module in (tables.RULES, *earlier):
            for module, functions in rules_by_module.items():
                found |= {f"{module}.{function}": text for function, text in functions.items()}
    return found


def rule(fullname: str, jax: tuple[int, int] | None = None) -> Rule | None:
    """The rule of a function by its full name, ``jax.numpy.sin``; None if there is none."""
    text = rules(jax).get(fullname)
    return parse(text) if text else None


def lasting_rules() -> dict[str, str]:
    """The rules that are the same in every version of JAX, from the first that an ``EARLIER`` speaks of."""
    oldest = rules((0, 0))
    return {name: text for name, text in rules().items() if oldest[name] == text}
