"""What a function does to dtypes: the vocabulary of the rules, and their results.

A rule is one line of text, ``"inexact(x)"``: what happens, in the words of `MAPS` and `CONSTANTS`, to the parameters of
which names. The tables of the rules are in the modules beside this one, a module for each of JAX's; `rule` finds one by
the function's full name, as ``jax.numpy.sin``.

Grammar::

    line      = usual {"; given " literal ", " ... ": " said}             something else where flags are given literally
    usual     = said [" else " said]                                     the second where no operand of the first is given
    said      = rule [" unless " ["weak " | "union "] parameter ", " ...]  nothing is said (of weak arrays) where one is given
    rule      = result | "(" rule ", " rule ... ")"                      a tuple of fixed length, or one with names
              | ("list of " | "tuple of ") result                        any number of arrays
              | "array or list of " result                               one array, or any number
              | "each of " result                                        a tuple: one array for each argument
              | "tree of " result                                        the tree that is given: one array for each in it
              | "function of " result                                    a function that returns an array
              | "none" | "unknown"                                       no array; an array of which nothing is said
              | "keys" | "function"                                      random keys; what a given function returns
    result    = [[which] parameter "or "] dtype                          a dtype argument, and what holds without one
    dtype     = constant | map ... "(" operand ", " operand ... ")" | operator "(" operand ", " operand ")"
    operand   = ["*"] parameter ["[0]"] ["=" node]
    literal   = parameter "=" value                                      True or False, as it is not by default, or a word

Where JAX annotates a union, ``"unless union returned"`` says that the rule's is the type without the argument `returned`, and
``"; given returned=True: ..."`` what it is with that.
A dtype argument gives its dtype, and a word of `WHICH` before it says which ones do; of the others nothing is said.

A parameter of a dtype stands for its node: a dtype, a weak type, or the name of a Python scalar type. Several are joined
as the promotion system does. A parameter with a star, ``*arrays``, stands for a sequence of arrays, and ``lu_and_piv[0]`` for
the first item of a tuple. Parameters that are ``None`` or were not given take no part, or take it as the node that is their
default: ``alpha=float``. Then the maps are applied, the last one first: ``"strong inexact(x)"`` makes `x` inexact and then
strong. An operator by its name in `jaxtyping_promo.rules.operators` does what it does to arrays: one of two operands to
these, as the last word, and a unary one to a join like any map.

    >>> from jaxtyping_promo import get_system
    >>> result("strong inexact(a)", get_system("jax"), {"a": "int8"})
    'float32'
"""

from __future__ import annotations

from functools import cache

from ..system import System
from ..systems.jax import NARROW
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
    "uint": "uint",
    "int32_or_index": "int",
}
"""Dtypes by the Python type whose default dtype they are; the name of any other dtype stands for itself.

Of ``int32_or_index`` nothing is said where the two are not the same.
"""

GIVEN = "; given "
"""What is before each of the alternatives of a rule."""

NONE, UNKNOWN, KEYS, FUNCTION = "none", "unknown", "keys", "function"
SILENT = (NONE, UNKNOWN, KEYS, FUNCTION)
"""The rules that give no dtype."""
JOINS = ("same", "promoted")
"""The map that changes nothing, by its names for one parameter and for several."""


class Rule:
    """A rule taken apart.

    Attributes:
        text: as it is written.
        kind: ``"array"``, ``"tuple"`` (of `parts`), ``"list of"``, ``"tuple of"``, ``"array or list of"``,
            ``"each of"``, ``"tree of"``, ``"function of"``, or a word of `SILENT`.
        parts: the rules of a tuple's items.
        item: what ``"each of"`` makes of one of the arrays, as a rule of the parameter that they are in.
        dtype: the name of the dtype parameter, if there is one.
        which: the word of `WHICH` before it.
        constant: a dtype that depends on no operand.
        maps: the maps, in the order in which they are applied.
        operator: the operator that is applied to the operands instead.
        operands: the parameters that are joined, without their stars.
        starred: those of them that take a sequence of arrays.
        firsts: those of them that take a tuple whose first item is the array.
        defaults: the nodes of those that take part also where they are not given.
        unless: the parameters that must not be given.
        weak_unless: those that must not be given where an operand is weak.
        union_unless: those that must not be given if the function is to return this one of several types.
        otherwise: the rule of a call without any of the operands, if there is one.
        alternatives: the rules of calls with some literal arguments, by these: pairs of a parameter and a value.
        is_one_of_several: whether the function returns this one of several types, as its flags say.
    """

    __slots__ = (
        "alternatives",
        "constant",
        "defaults",
        "dtype",
        "firsts",
        "is_one_of_several",
        "item",
        "kind",
        "maps",
        "operands",
        "operator",
        "otherwise",
        "parts",
        "starred",
        "text",
        "union_unless",
        "unless",
        "weak_unless",
        "which",
    )

    def __init__(self, text: str) -> None:
        self.text = text
        self.kind = "array"
        self.parts: tuple[Rule, ...] = ()
        self.item: Rule | None = None
        self.dtype: str | None = None
        self.which = ""
        self.constant: str | None = None
        self.operator: str | None = None
        self.maps: tuple[str, ...] = ()
        self.operands: tuple[str, ...] = ()
        self.starred: frozenset[str] = frozenset()
        self.firsts: frozenset[str] = frozenset()
        self.defaults: dict[str, str] = {}
        text, *alternatives = text.split(GIVEN)
        self.alternatives = dict(map(_alternative, alternatives))
        text, _, otherwise = text.partition(" else ")
        self.otherwise = parse(otherwise) if otherwise else None
        text, _, unless = text.partition(" unless ")
        given = unless.split(", ") if unless else []
        self.unless = tuple(name for name in given if " " not in name)
        self.union_unless = tuple(name.removeprefix("union ") for name in given if name.startswith("union "))
        self.weak_unless = tuple(name.removeprefix("weak ") for name in given if name.startswith("weak "))
        self.is_one_of_several = bool(self.union_unless)
        if text in SILENT:
            self.kind = text
        elif text.startswith("("):
            parts = _split(text[1:-1])
            self.kind = "tuple"
            self.parts = tuple(parse(f"{part} unless {unless}" if unless else part) for part in parts)
        else:
            for kind in ("list of", "tuple of", "array or list of", "each of", "tree of", "function of"):
                if text.startswith(f"{kind} "):
                    self.kind, text = kind, text[len(kind) + 1 :]
            self._parse_result(text)
            if self.kind == "each of":
                self.item = parse(text.replace("*", ""))

    def _parse_result(self, text: str) -> None:
        if " or " in text:
            parameter, text = text.split(" or ")
            self.which, _, self.dtype = parameter.rpartition(" ")
            if self.which not in WHICH:
                raise ValueError(
                    f"{self.which!r} in the rule {self.text!r} does not say which dtypes; words: {', '.join(WHICH)}"
                )
        if text == UNKNOWN:
            return
        if "(" not in text:
            self.constant = text
            return
        words, _, operands = text.rstrip(")").partition("(")
        names = operands.split(", ")
        self.defaults = dict(name.split("=") for name in names if "=" in name)
        names = [name.partition("=")[0] for name in names]
        self.starred = frozenset(name[1:] for name in names if name.startswith("*"))
        self.firsts = frozenset(name.removesuffix("[0]") for name in names if name.endswith("[0]"))
        self.operands = tuple(name.lstrip("*").removesuffix("[0]") for name in names)
        self.maps = tuple(word for word in reversed(words.split()) if word not in JOINS)
        if self.maps and self.maps[0] in BINARY:
            self.operator, self.maps = self.maps[0], self.maps[1:]
        for word in self.maps:
            if word not in MAPS and word not in UNARY:
                raise ValueError(f"{word!r} in the rule {self.text!r} is not a map; maps: {', '.join((*JOINS, *MAPS))}")

    def __repr__(self) -> str:
        return f"<Rule {self.text}>"

    def given(self, literals: Mapping[str, str | None]) -> Rule | None:
        """The rule of a call with some literal arguments; None if the rule says nothing of them.

        Args:
            literals: the values of the parameters that alternatives speak of, as far as they are given; None for one
                that is not known. A bool of which no alternative speaks is the default.
        """
        known = {(name, value) for name, value in literals.items() if value is not None}
        spoken_of = {literal for alternative in self.alternatives for literal in alternative}
        meant = frozenset((n, v) for n, v in known if (n, v) in spoken_of or v not in ("True", "False"))
        if len(known) < len(literals):
            return None
        return self.alternatives.get(meant) if meant else self

    @property
    def keeps_self(self) -> bool:
        """Whether it is a method's that returns an array of its own dtype, whatever its arguments are."""
        is_kept = self.operands == ("self",) and not self.maps and self.dtype is None
        return self.kind == "array" and is_kept and not self.unless and not self.weak_unless


def _alternative(text: str) -> tuple[frozenset[tuple[str, str]], Rule]:
    """The literal arguments of an alternative, and its rule."""
    literals, _, said = text.partition(": ")
    rule = Rule(said)
    rule.is_one_of_several = True
    return frozenset((name, value) for name, _, value in (each.partition("=") for each in literals.split(", "))), rule


def usual(text: str) -> str:
    """The text of a rule without what holds where flags are given."""
    return text.partition(GIVEN)[0]


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
    if "float" not in node:
        return node if "complex" in node else None
    return {"weak_float": "weak_complex", "float64": "complex128"}.get(node, "complex64")


def _complex_part(system: System, node: str) -> str | None:
    return (
        _real(system, node)
        if "complex" in node
        else node
        if node in ("float64", "weak_float")
        else "float32"
        if "float" in node
        else None
    )


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


def _single(system: System, node: str) -> str | None:
    is_narrow = node in NARROW or node in ("bfloat16", "float16")
    return "float32" if is_narrow else node


def _strong(system: System, node: str) -> str | None:
    return system.defaults.get(node, node)


def _int32_like(system: System, node: str) -> str | None:
    if node not in system.defaults:
        return "int32"
    return "weak_int" if system.defaults["weak_int"] == "int32" else None


MAPS: dict[str, Callable[[System, str], str | None]] = {
    "inexact": _inexact,
    "or_float": _or_float,
    "complex": _complex,
    "complex_part": _complex_part,
    "with_int": lambda system, node: system.promote(node, "int"),
    "with_float": lambda system, node: system.promote(node, "float"),
    "with_default_float": lambda system, node: system.promote(node, system.defaults["weak_float"]),
    "single": _single,
    "real": _real,
    "numeric": _numeric,
    "counted": _counted,
    "accumulated": _accumulated,
    "strong": _strong,
    "if_strong": lambda system, node: None if node in system.defaults else node,
    "if_inexact": lambda system, node: node if "float" in node or "complex" in node else None,
    "if_default_float": lambda system, node: (
        None if "float" in node and node != system.defaults["weak_float"] else node
    ),
    "strong_complex": lambda system, node: system.defaults[node] if node == "weak_complex" else node,
    "strong_inexact": lambda system, node: node if node == "weak_int" else _strong(system, node),
    "int32_like": _int32_like,
    "default_int": lambda system, node: system.defaults["weak_int"],
    "canonical": lambda system, node: requested(system, node),
    "range": lambda system, node: node,
}
"""The maps by name.

==============  ==============================================================================================
``inexact``     integers and bools become the float that a division makes of them
``or_float``    integers and bools become the default float
``complex``     a float becomes the complex number of its width, and a narrower one complex64
``with_int``    promoted with a Python int
``with_float``  promoted with a Python float
``with_default_float``  promoted with an array of the default float
``single``      a float below 32 bits becomes float32, and so do the integers that ``inexact`` leaves
``real``        a complex number's real part
``complex_part``  the real part of what ``complex`` makes
``numeric``     a bool becomes int32, as in arithmetic
``counted``     a bool becomes the default integer
``accumulated``  what sums are made in: integers below the default width become as wide as the default integer
``strong``      a weak type becomes its default dtype
``strong_complex``  so does a weak complex number
``strong_inexact``  so does a weak float or complex number
``if_strong``  of a weak type nothing is said
``if_inexact``  of a dtype that is no float and no complex number nothing is said
``if_default_float``  of a float that is not the default float nothing is said
``int32_like``  int32, and weak where the operand is (which cannot be said with x64)
``default_int``  the default integer, whatever the operand is
``canonical``   strong, and without x64 truncated to 32 bits, as a dtype is that was asked for
``range``       a Python number stands for the default integers below it
==============  ==============================================================================================
"""


WHICH: dict[str, Callable[[str, Sequence[str]], bool]] = {
    "": lambda dtype, nodes: True,
    "inexact": lambda dtype, nodes: "float" in dtype or "complex" in dtype,
    "wide": lambda dtype, nodes: dtype not in NARROW,
    "strong": lambda dtype, nodes: not any(node.startswith("weak") for node in nodes),
    "32_bits": lambda dtype, nodes: (
        dtype not in ("int64", "uint64", "float64", "complex128", "int", "float", "complex")
    ),
    "no": lambda dtype, nodes: False,
}
"""The words that say which dtype arguments give their dtype, and of the operands' nodes, for which operands.

===========  ========================================================================================================
``inexact``  those of floats and complex numbers
``wide``     those that are not narrower than 8 bits, or floats than 16
``strong``   all, for operands that are not weak
``32_bits``  those of 32 bits at most (complex numbers of 64), in functions that give wider ones whether they are on or not
``no``       none: what is known is known without a dtype argument only
===========  ========================================================================================================
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
        return requested(system, dtype) if WHICH[rule.which](dtype, _nodes(rule, operands)) else None
    if rule.constant is not None:
        return constant(system, rule.constant)
    return mapped(rule, system, _nodes(rule, operands))


def _nodes(rule: Rule, operands: Mapping[str, Operand]) -> list[str]:
    nodes: list[str] = []
    for name in rule.operands:
        operand = operands.get(name) or rule.defaults.get(name)
        if operand is None:
            continue
        nodes += [operand] if isinstance(operand, str) else [node for node in operand if node is not None]
    return nodes


def mapped(rule: Rule, system: System, nodes: Sequence[str]) -> str | None:
    """The join of some nodes after the maps of a rule; None without a join.

    Of arrays that have 64 bits although x64 is off nothing is said: what JAX makes of them changes from call to call.
    Nor is of Python scalars, where they are not what an array of their weak type is.
    """
    if "range" in rule.maps:
        nodes = [system.defaults["weak_int"] if node in system.scalars else node for node in nodes]
    if not nodes or rule.kind in SILENT or any(node in system.truncated for node in nodes):
        return None
    if rule.operator in system.exceptions and all(node in system.scalars for node in nodes):
        return None
    node: str | None
    if rule.operator is not None:
        node = system.binary(rule.operator, *nodes) if len(nodes) == 2 else None
    else:
        node = join(system, nodes)
    is_weak = node in system.defaults or node == "bool_"
    if is_weak and any(n in system.scalars for n in nodes) and any(word.startswith("strong") for word in rule.maps):
        return None
    for word in rule.maps:
        if node is not None:
            node = MAPS[word](system, node) if word in MAPS else system.unary(word, node)
    return node


def join(system: System, nodes: Sequence[str]) -> str | None:
    """What several nodes promote to. A dtype joins itself, also where it does not add to itself."""
    node: str | None = system.node(nodes[0])
    for other in nodes[1:]:
        if node is not None and node != system.node(other):
            node = system.promote(node, other)
    return node


def joined(rule: Rule, system: System, operands: Mapping[str, Operand]) -> bool:
    """Whether the operands that a rule joins have a join; what has none, a function does not take."""
    nodes = _nodes(rule, operands)
    return rule.operator is not None or len(nodes) < 2 or join(system, nodes) is not None


def requested(system: System, dtype: str) -> str:
    """The dtype that a dtype argument gives: Python's types their defaults, 64 bits only where they are on."""
    node = system.node(dtype)
    node = system.defaults.get(node, node)
    return system.truncated.get(node, node)


def constant(system: System, name: str) -> str | None:
    """The dtype that a constant of a rule stands for."""
    if name == "int32_or_index" and system.defaults["weak_int"] != "int32":
        return None
    if name == "uint":
        return f"u{system.defaults['weak_int']}"
    return requested(system, CONSTANTS.get(name, name)) if name in CONSTANTS else name


# -------------------------------------------------------------------------------------------------------- tables

TABLES: tuple[str, ...] = (
    "jax_array", "jax_lax", "jax_nn", "jax_numpy", "jax_numpy_fft", "jax_numpy_linalg", "jax_ops", "jax_random",
    "jax_scipy", "jax_scipy_linalg", "jax_scipy_special", "jax_scipy_stats",
)  # fmt: skip
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
        changes = sorted(getattr(tables, "EARLIER", {}).items(), reverse=True)
        earlier = [changed for version, changed in changes if jax is not None and jax < version]
        for rules_by_module in (tables.RULES, *earlier):
            for module, functions in rules_by_module.items():
                found |= {f"{module}.{function}": text for function, text in functions.items()}
    return found


def rule(fullname: str, jax: tuple[int, int] | None = None) -> Rule | None:
    """The rule of a function by its full name, ``jax.numpy.sin``; None if there is none."""
    text = rules(jax).get(fullname)
    return parse(text) if text else None


def system_name(fullname: str) -> str:
    """The promotion system that a function follows where the system of the code is JAX's."""
    return "jax.lax" if fullname.startswith("jax.lax.") else "jax"


def rules_of_all_versions() -> dict[str, tuple[str, ...]]:
    """The rules of each function in every version of JAX, from the first that an ``EARLIER`` speaks of; the newest first."""
    oldest = rules((0, 0))
    return {name: tuple(dict.fromkeys((text, oldest[name]))) for name, text in rules().items()}
