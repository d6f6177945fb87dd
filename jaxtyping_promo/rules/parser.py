r"""Parses the language of rules: one line of text gives the dtypes that a function returns.

``"inexact(x)"`` applies a word of `jaxtyping_promo.rules.vocabulary` to the dtype of the parameter `x`. `parse` returns
the `Rule` of a text.

Grammar (an upper-case word is a token, ``{...}`` any number, ``[...]`` optional)::

    rule        = usual {";" option}
    option      = "with" flag {"," flag} ":" usual             the rule if these literals are given
                | "also" items                                 arrays that are returned behind the others, by flags
                | "without operands" ":" usual                 the rule if no operand is given
    flag        = PARAMETER "=" WORD                           True or False, whatever is not the default, or a string
    items       = item "if" PARAMETER {"," item "if" PARAMETER}
    usual       = outcome ["|" outcome] ["promoting" PARAMETER {"," PARAMETER}] {"unless" condition}
    condition   = PARAMETER {"," PARAMETER} ["or" PARAMETER] REASON
    outcome     = item
                | "(" item {"," item} [","] ")"                a tuple, perhaps one with names
                | ("list of" | "tuple of") item                any number of arrays
                | "array or list of" item                      one array, or any number
                | "each of" item                               a tuple: one array for each argument
                | "tree of" item                               the given tree, with an array for each leaf
                | "function of" item                           a function that returns an array
                | "none" | "keys" | "function"                 no array; random keys; what a given function returns
    item        = [[WHICH] PARAMETER "or"] (dtype | "unknown") the dtype argument, or what holds without one
    dtype       = CONSTANT | MAP {MAP} "(" operand {"," operand} ")"
    operand     = ["*"] PARAMETER ["[0]"] ["=" NODE]

MAP and WHICH are words of the vocabulary, CONSTANT is one too or the name of a dtype, and REASON is a phrase of
`jaxtyping_promo.rules.rule.REASONS`. The operators of `jaxtyping_promo.operators` are words, too, by their names. Any MAP
may be a unary operator (`OPERATORS`). A binary one (`BINARY`) may only be the last MAP, right before the operands. So may
``same`` and ``promoted``, which change nothing.

An operand stands for its node: a dtype, a weak type, or the name of a Python scalar type. Several operands are promoted
by the promotion system. ``*arrays`` stands for a sequence of arrays, and ``lu_and_piv[0]`` for the first item of a
tuple. A missing operand, or ``None``, is left out, or takes part as its default node: ``alpha=float``. Then the maps
are applied, the last one first: ``"strong inexact(x)"`` makes `x` inexact and then strong. A few words change each
operand before the promotion instead: see `jaxtyping_promo.rules.numpy_vocabulary.EACH`.

``"strong(v) | same(v)"`` is one of two results; something else than dtypes decides, such as the number of dimensions.
``"bool promoting x, y"`` is always a bool, but strict promotion may reject the pair `x` and `y`. An ``unless`` clause
makes the result unknown for calls that pass the parameter, as far as the reason says.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations

from ..exceptions import RuleError
from ..operators import BINARY
from .rule import FUNCTION, KEYS, NONE, REASONS, SILENT, UNKNOWN, Rule
from .vocabulary import MAPS, NODES, OPERATORS, WHICH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from .rule import Reason
    from .words import Word

KINDS = ("list of", "tuple of", "array or list of", "each of", "tree of", "function of")
"""The containers that a function may return, besides a single array and a tuple of fixed length."""
WORDS = {**MAPS, **OPERATORS}
"""The maps by name."""
JOINS = ("same", "promoted")
"""The map that changes nothing. It has one name for one parameter, and another for several."""
TOKEN = re.compile(r"\s*(?:(?P<word>[A-Za-z_]\w*)|(?P<sign>\[0\]|[(),=*|;:])|(?P<other>\S))")


class _Token:
    __slots__ = ("column", "is_word", "text")

    def __init__(self, text: str, column: int, *, is_word: bool) -> None:
        self.text, self.column, self.is_word = text, column, is_word


class _Parser:
    """A recursive-descent parser of one rule: a method for each line of the grammar."""

    def __init__(self, text: str, function: str) -> None:
        self.text, self.function = text, function
        self.tokens: list[_Token] = []
        for match in TOKEN.finditer(text):
            if match["other"] is not None:
                raise self.error(match.start("other"), f"unexpected {match['other']!r}")
            name = match.lastgroup or ""
            self.tokens.append(_Token(match[name], match.start(name), is_word=name == "word"))
        self.next = 0

    # ---------------------------------------------------------------------------------------------------- tokens

    def error(self, column: int, problem: str) -> RuleError:
        return RuleError(f"{self.function or 'rule'}: column {column + 1} of {self.text!r}: {problem}")

    def expected(self, what: str) -> RuleError:
        token = self.tokens[self.next] if self.next < len(self.tokens) else None
        column = len(self.text) if token is None else token.column
        return self.error(column, f"expected {what}, not {'the end' if token is None else repr(token.text)}")

    def unknown(self, token: _Token, what: str, words: Collection[str]) -> RuleError:
        from difflib import get_close_matches

        near = get_close_matches(token.text, words, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        return self.error(token.column, f"{token.text!r} is no {what}{hint}")

    def peek(self, *texts: str) -> bool:
        """Whether the next tokens are these words and signs."""
        following = self.tokens[self.next : self.next + len(texts)]
        return [token.text for token in following] == [*texts]

    def skip(self, *texts: str) -> bool:
        if self.peek(*texts):
            self.next += len(texts)
            return True
        return False

    def require(self, *texts: str) -> None:
        for text in texts:
            if not self.skip(text):
                raise self.expected(repr(text))

    def word(self, what: str) -> _Token:
        if self.next == len(self.tokens) or not self.tokens[self.next].is_word:
            raise self.expected(what)
        self.next += 1
        return self.tokens[self.next - 1]

    def parameter(self) -> str:
        return self.word("a parameter").text

    def source(self, first: int) -> str:
        """The text from a token up to the next one."""
        last = self.tokens[self.next - 1]
        return self.text[self.tokens[first].column : last.column + len(last.text)]

    # --------------------------------------------------------------------------------------------------- grammar

    def rule(self) -> Rule:
        usual = self.usual()
        otherwise: Rule | None = None
        alternatives: dict[frozenset[tuple[str, str]], Rule] = {}
        extra: dict[str, Rule] = {}
        while self.skip(";"):
            if self.skip("without", "operands"):
                self.require(":")
                otherwise = self.usual()
            elif self.skip("with"):
                flags = [self.flag()]
                while self.skip(","):
                    flags.append(self.flag())
                self.require(":")
                alternative = self.usual()
                alternatives[frozenset(flags)] = alternative.with_conditions(
                    alternative.conditions, is_one_of_several=True
                )
            elif self.skip("also"):
                extra |= self.extra_items()
            else:
                raise self.expected("'with', 'also' or 'without operands'")
        if self.next < len(self.tokens):
            raise self.expected("'unless', ';' or the end")
        conditions = (*usual.conditions, *((name, REASONS["selects another type"]) for name in extra))
        for count in range(1, len(extra) + 1):
            for names in combinations(extra, count):
                longer = self.longer(usual, [extra[name] for name in names])
                alternatives[frozenset((name, "True") for name in names)] = longer
        complete = usual.with_conditions(conditions)
        complete.text, complete.otherwise, complete.alternatives = self.text, otherwise, alternatives
        return complete

    def flag(self) -> tuple[str, str]:
        name = self.parameter()
        self.require("=")
        return name, self.word("a value").text

    def extra_items(self) -> dict[str, Rule]:
        items: dict[str, Rule] = {}
        while not items or self.skip(","):
            item = self.item()
            self.require("if")
            items[self.parameter()] = item
        return items

    @staticmethod
    def longer(usual: Rule, extra: Sequence[Rule]) -> Rule:
        """A rule that appends more arrays to the arrays of another rule."""
        parts = (*(usual.parts or (usual,)), *extra)
        text = f"({', '.join(part.text for part in parts)})"
        return Rule(text, "tuple", parts=parts).with_conditions(usual.conditions, is_one_of_several=True)

    def usual(self) -> Rule:
        first = self.next
        rule = self.outcome()
        if self.skip("|"):
            rule.either = self.outcome()
        if self.skip("promoting"):
            names = [self.parameter()]
            while self.skip(","):
                names.append(self.parameter())
            rule.joining = tuple(names)
        conditions: list[tuple[str, Reason]] = []
        while self.skip("unless"):
            conditions += self.condition()
        rule = rule.with_conditions(tuple(conditions))
        rule.text = self.source(first)
        return rule

    def condition(self) -> list[tuple[str, Reason]]:
        names = [self.parameter()]
        while self.skip(",") or self.skip("or"):
            names.append(self.parameter())
        for phrase in sorted(REASONS, key=len, reverse=True):
            if self.skip(*phrase.split()):
                return [(name, REASONS[phrase]) for name in names]
        raise self.expected(f"one of {', '.join(map(repr, REASONS))}")

    def outcome(self) -> Rule:
        first = self.next
        if self.skip("("):
            parts = [self.item()]
            while self.skip(",") and not self.peek(")"):
                parts.append(self.item())
            self.require(")")
            return Rule(self.source(first), "tuple", parts=tuple(parts))
        return self.item()

    def item(self) -> Rule:
        """Parse the result of a function, or one item of a tuple."""
        first = self.next
        for silent in (NONE, KEYS, FUNCTION):
            if self.peek(silent) and not (self.peek(silent, "of") or self.peek(silent, "or")):
                self.next += 1
                return Rule(silent, silent)
        for kind in KINDS:
            if self.skip(*kind.split()):
                rule = self.array()
                rule.kind, rule.text = kind, self.source(first)
                if kind == "each of":
                    rule.item = Rule(rule.text, maps=rule.maps, operands=rule.operands)
                return rule
        return self.array()

    def array(self) -> Rule:
        first = self.next
        words = self.words()
        dtype, which = None, ""
        if self.skip("or"):
            *before, last = words
            dtype, which = last.text, " ".join(word.text for word in before)
            if which not in WHICH:
                raise self.unknown(before[0], "word before a dtype parameter", WHICH)
            words = self.words()
        if not self.peek("("):
            return self.constant(first, dtype, which, words)
        maps = self.maps(words)
        operator = None
        if words[-1].text in BINARY:
            operator = words[-1].text
        operands, starred, firsts, defaults = self.operands()
        return Rule(
            self.source(first),
            dtype=dtype,
            which=which,
            maps=maps,
            operator=operator,
            operands=operands,
            starred=starred,
            firsts=firsts,
            defaults=defaults,
        )

    def words(self) -> list[_Token]:
        words = [self.word("a dtype or a word of the vocabulary")]
        while self.next < len(self.tokens) and self.tokens[self.next].is_word and not self.ends():
            words.append(self.word("a word"))
        return words

    def ends(self) -> bool:
        """Whether a result ends before the next word."""
        return self.tokens[self.next].text in ("or", "unless", "promoting", "if")

    def constant(self, first: int, dtype: str | None, which: str, words: list[_Token]) -> Rule:
        name, *others = words
        if others:
            raise self.expected("'('")
        if name.text == UNKNOWN:
            is_silent = dtype is None
            return Rule(self.source(first), UNKNOWN if is_silent else "array", dtype=dtype, which=which)
        if name.text not in NODES:
            raise self.unknown(name, "dtype", [*NODES, *SILENT])
        return Rule(self.source(first), dtype=dtype, which=which, constant=name.text)

    def maps(self, words: list[_Token]) -> tuple[Word, ...]:
        """The maps in the order of application. The last word may also be a binary operator, which is no map."""
        for index, word in enumerate(words):
            is_last = index == len(words) - 1
            if word.text in WORDS or (is_last and (word.text in BINARY or word.text in JOINS)):
                continue
            if word.text in BINARY or word.text in JOINS:
                raise self.error(word.column, f"{word.text!r} has to stand right before the operands")
            raise self.unknown(word, "word of the vocabulary", [*JOINS, *WORDS, *BINARY])
        return tuple(WORDS[word.text] for word in reversed(words) if word.text in WORDS)

    def operands(self) -> tuple[tuple[str, ...], frozenset[str], frozenset[str], dict[str, str]]:
        """The operands, the starred operands, the operands that are first items of a tuple, and the default nodes."""
        self.require("(")
        names: list[str] = []
        starred, firsts = set(), set()
        defaults: dict[str, str] = {}
        while not names or self.skip(","):
            is_starred = self.skip("*")
            name = self.word("a parameter")
            names.append(name.text)
            if is_starred:
                starred.add(name.text)
            if self.skip("[0]"):
                firsts.add(name.text)
            if self.skip("="):
                node = self.word("a dtype")
                if node.text not in NODES:
                    raise self.unknown(node, "dtype", NODES)
                defaults[name.text] = node.text
        self.require(")")
        return tuple(names), frozenset(starred), frozenset(firsts), defaults


@cache
def parse(text: str, function: str = "") -> Rule:
    """A rule from its text.

    Args:
        text: the rule.
        function: the function's full name, which an error names.

    Raises:
        RuleError: the text has an unknown word or dtype, or a missing or extra sign.
    """
    return _Parser(text, function).rule()
