"""The rule language: every table can be parsed, and a misspelt rule is an error with its position."""

from __future__ import annotations

import pytest

from jaxtyping_promo import get_system
from jaxtyping_promo.exceptions import RuleError
from jaxtyping_promo.rules.numpy_tables import numpy_rules
from jaxtyping_promo.rules.parser import parse
from jaxtyping_promo.rules.tables import rule, rules
from jaxtyping_promo.rules.vocabulary import MAPS, WHICH
from jaxtyping_promo.rules.words import Word

VERSIONS = (None, (0, 0))
"""The newest JAX, and the oldest JAX of the tables."""
MISSPELT = {
    "flaot32": (1, "did you mean 'float32'?"),
    "float32 float32": (16, "expected '('"),
    "inexact(x": (10, "expected ')', not the end"),
    "inexact x)": (10, "expected '(', not ')'"),
    "inexact(x))": (11, "expected 'unless', ';' or the end, not ')'"),
    "inexact()": (9, "expected a parameter"),
    "inexact(x,)": (11, "expected a parameter"),
    "inexact(x y)": (11, "expected ')', not 'y'"),
    "inexact(x.y)": (10, "unexpected '.'"),
    "inexat(x)": (1, "did you mean 'inexact'?"),
    "strong inexakt(x)": (8, "'inexakt' is no word of the vocabulary"),
    "add strong(x, y)": (1, "'add' has to stand right before the operands"),
    "same strong(x)": (1, "'same' has to stand right before the operands"),
    "same(x=flaot)": (8, "'flaot' is no dtype"),
    "same(x[1])": (7, "unexpected '['"),
    "same(x) unles y": (9, "expected 'unless', ';' or the end, not 'unles'"),
    "same(x) unless y": (17, "expected one of 'is given'"),
    "same(x) unless y is givn": (18, "expected one of 'is given'"),
    "same(x) unless": (15, "expected a parameter, not the end"),
    "same(x) unless y is given for weak": (27, "expected 'unless', ';' or the end, not 'for'"),
    "dtype or": (9, "expected a dtype or a word of the vocabulary, not the end"),
    "wide dtype or float": (1, "'wide' is no word before a dtype parameter"),
    "dtype or flota": (10, "did you mean 'float'?"),
    "dtype or float or int": (16, "expected 'unless', ';' or the end, not 'or'"),
    "lists of same(x)": (1, "'lists' is no word of the vocabulary"),
    "list same(x)": (1, "'list' is no word of the vocabulary"),
    "(same(x), same(y)": (18, "expected ')', not the end"),
    "(same(x); same(y))": (9, "expected ')', not ';'"),
    "same(x) || same(y)": (10, "expected a dtype or a word of the vocabulary, not '|'"),
    "bool joining x, y": (15, "expected '('"),
    "bool promoting": (15, "expected a parameter"),
    "same(x); given y=True: same(x)": (10, "expected 'with', 'also' or 'without operands', not 'given'"),
    "same(x); with y: same(x)": (16, "expected '='"),
    "same(x); with y=True same(x)": (22, "expected ':'"),
    "same(x); also index": (20, "expected 'if'"),
    "": (1, "expected a dtype or a word of the vocabulary, not the end"),
}
"""Texts that are invalid as rules, with the column and a part of the error message."""


@pytest.mark.parametrize("jax", VERSIONS, ids=["newest", "oldest"])
def test_every_table_is_in_the_language(jax: tuple[int, int] | None) -> None:
    assert all(rule(name, jax).kind for name in rules(jax))


@pytest.mark.parametrize("text", MISSPELT)
def test_a_misspelt_rule_is_an_error_with_its_position(text: str) -> None:
    column, problem = MISSPELT[text]
    with pytest.raises(RuleError) as raised:
        parse(text, "jax.numpy.sin")
    message = str(raised.value)
    assert message.startswith(f"jax.numpy.sin: column {column} of ")
    assert problem in message


def test_every_word_that_loses_a_letter_is_an_error() -> None:
    words = {word.name for text in rules().values() for word in parse(text).maps}
    assert len(words) > 20
    taken = [
        word
        for word in words
        for place in range(len(word))
        if (shorter := word[:place] + word[place + 1 :]) not in MAPS and is_rule(f"{shorter}(x)")
    ]
    assert taken == []


def is_rule(text: str) -> bool:
    try:
        parse(text)
    except RuleError:
        return False
    return True


def test_a_rule_that_is_cut_short_or_has_a_sign_more_is_an_error() -> None:
    for text in {*rules().values()}:
        cut = [text[: end + 1] for end, character in enumerate(text) if character == "("]
        assert [one for one in (*cut, f"{text})", f"({text}", f"{text} unless x is givne") if is_rule(one)] == []


def test_flags_that_add_arrays_are_alternatives_of_every_combination() -> None:
    parsed = parse("same(x); also index if a, bool if b, int8 if c")
    assert parsed.union_unless == ("a", "b", "c")
    assert [sorted(name for name, _ in flags) for flags in parsed.alternatives] == [
        ["a"], ["b"], ["c"], ["a", "b"], ["a", "c"], ["b", "c"], ["a", "b", "c"],
    ]  # fmt: skip
    both = parsed.given({"a": "True", "c": "True"})
    assert [part.constant for part in both.parts] == [None, "index", "int8"]


def test_every_word_of_the_vocabulary_is_used() -> None:
    texts = {text for jax in VERSIONS for text in rules(jax).values()}
    texts |= {text for _, text, *_ in numpy_rules().values()}
    parsed = [part for text in texts for one in every(parse(text)) for part in (one, *one.parts)]
    words = {word for part in parsed for word in (*part.maps, *(part.either.maps if part.either else ()))}
    assert {word.name for word in words} >= {*MAPS}
    assert {part.which for part in parsed} == {*WHICH}


def every(parsed):
    """A rule with its alternatives."""
    return [parsed, *parsed.alternatives.values(), *([parsed.otherwise] if parsed.otherwise else [])]


def test_every_field_of_a_word_is_the_meaning_of_some_word() -> None:
    """A meaning that no word has is dead code; a word without any meaning changes nothing."""
    plain = Word("plain")
    fields = [field for field in Word.__slots__ if field not in ("name", "of_dtype")]
    meanings = {name: [f for f in fields if getattr(word, f) != getattr(plain, f)] for name, word in MAPS.items()}
    assert {field for set_fields in meanings.values() for field in set_fields} == {*fields}
    without = [name for name, set_fields in meanings.items() if not set_fields]
    system = get_system("jax")
    assert [n for n in without if all(MAPS[n].of_dtype(system, node) == node for node in system.nodes)] == []
