"""The language of the rules: what a function does to dtypes, in a line of text.

``"inexact(x)"`` says what happens, in the words of `jaxtyping_promo.rules.vocabulary`, to the parameters of which names.

Grammar::

    line      = usual {"; given " literal ", " ... ": " said}             something else where flags are given literally
    usual     = said [" else " said]                                     the second where no operand of the first is given
    said      = rule [" | " rule] [" joining " parameter ", " ...] [" unless " [kind] parameter ", " ...] nothing is said where one is given
    kind      = "weak " | "array " | "exact " | "strong " | "union "     nothing of some dtypes; what is no Python number; see below
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

``"strong(v) | same(v)"`` is one of both results: which, depends on what no dtype says, such as the number of dimensions.
``"bool joining x, y"`` is a bool whatever `x` and `y` are, and JAX joins the two, which strict promotion may refuse.
``"unless weak size"`` says nothing of weak arrays where `size` is given, ``"unless array fill_value"`` where it is
something else than a real number of Python's, ``"unless exact where"`` nothing of bools and integers where
`where` is and x64 is on, and ``"unless strong shape"`` nothing at all where `shape`, or an item of it, is anything else than a real
number of Python's, such as a NumPy integer, which has a dtype of its own.
Where JAX annotates a union, ``"unless union returned"`` says that the rule's is the type without the argument `returned`, and
``"; given returned=True: ..."`` what it is with that.
A dtype argument gives its dtype, and a word of `WHICH` before it says which ones do; of the others nothing is said.

A parameter of a dtype stands for its node: a dtype, a weak type, or the name of a Python scalar type. Several are joined
as the promotion system does. A parameter with a star, ``*arrays``, stands for a sequence of arrays, and ``lu_and_piv[0]`` for
the first item of a tuple. Parameters that are ``None`` or were not given take no part, or take it as the node that is their
default: ``alpha=float``. Then the maps are applied, the last one first: ``"strong inexact(x)"`` makes `x` inexact and then
strong. An operator by its name in `jaxtyping_promo.operators` does what it does to arrays: one of two operands to
these, as the last word, and a unary one to a join like any map.
"""

from __future__ import annotations

from functools import cache

from ..operators import BINARY, UNARY
from .vocabulary import MAPS, WHICH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

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
        joining: the parameters that JAX joins, where the result does not depend on that.
        operator: the operator that is applied to the operands instead.
        operands: the parameters that are joined, without their stars.
        starred: those of them that take a sequence of arrays.
        firsts: those of them that take a tuple whose first item is the array.
        defaults: the nodes of those that take part also where they are not given.
        unless: the parameters that must not be given.
        weak_unless: those that must not be given where an operand is weak.
        unless_numbers: those of them that may be given if they are real numbers of Python's.
        exact_unless: those that must not be given where an operand is a bool or an integer, with x64.
        strong_unless: those that must not be, or have for an item, what is no real number of Python's.
        union_unless: those that must not be given if the function is to return this one of several types.
        either: what the result may be as well, if it is one of two.
        otherwise: the rule of a call without any of the operands, if there is one.
        alternatives: the rules of calls with some literal arguments, by these: pairs of a parameter and a value.
        is_one_of_several: whether the function returns this one of several types, as its flags say.
    """

    __slots__ = (
        "alternatives",
        "constant",
        "defaults",
        "dtype",
        "either",
        "exact_unless",
        "firsts",
        "is_one_of_several",
        "item",
        "joining",
        "kind",
        "maps",
        "operands",
        "operator",
        "otherwise",
        "parts",
        "starred",
        "strong_unless",
        "text",
        "union_unless",
        "unless",
        "unless_numbers",
        "weak_unless",
        "which",
    )

    def __init__(self, text: str) -> None:
        self.text = text
        self.kind = "array"
        self.parts: tuple[Rule, ...] = ()
        self.item: Rule | None = None
        self.either: Rule | None = None
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
        self.union_unless, self.weak_unless, self.exact_unless, self.strong_unless, self.unless_numbers = (
            tuple(name.removeprefix(kind) for name in given if name.startswith(kind))
            for kind in ("union ", "weak ", "exact ", "strong ", "array ")
        )
        self.weak_unless += self.unless_numbers
        self.is_one_of_several = bool(self.union_unless)
        text, _, joining = text.partition(" joining ")
        self.joining = tuple(joining.split(", ")) if joining else ()
        text, _, either = text.partition(" | ")
        self.either = parse(either) if either else None
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

    def silenced(self, *, x64: bool) -> tuple[str, ...]:
        """The parameters that must not be given, those included that matter to bools and integers alone."""
        return (*self.unless, *self.exact_unless) if x64 else self.unless

    @property
    def keeps_self(self) -> bool:
        """Whether it is a method's that returns an array of its own dtype, whatever its arguments are."""
        is_kept = self.operands == ("self",) and not self.maps and self.dtype is None and self.either is None
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
