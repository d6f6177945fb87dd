"""We accept and reject the strings of jaxtyping's annotations as jaxtyping does."""

from __future__ import annotations

import itertools
import random
from typing import Any

import jaxtyping
import numpy as np
import pytest
from jaxtyping import _array_types

from jaxtyping_promo.jaxtyping import names
from jaxtyping_promo.jaxtyping.dimensions import Axis, AxisError, parse_axes, structure_error

ALPHABET = "#*_?=a3-,.( "
PIECES = ("a", "b1", "3", "-1", "a-1", "{n}", "...", "..", "*", "#", "_", "?", "=", ",", "min(a,b)", "é", "0x3", "1_0")
MARKS = ("", "#", "*", "_", "?")


def _theirs(text: str) -> tuple[Any, ...] | str:
    try:
        return tuple(jaxtyping.Shaped[np.ndarray, text].dims)
    except ValueError as error:
        return str(error)


def _as_theirs(axis: Axis) -> object:
    if axis.is_variadic and axis.is_anonymous:
        return _array_types._anonymous_variadic_dim
    if axis.is_anonymous:
        return _array_types._anonymous_dim
    if axis.kind == "fixed":
        assert axis.size is not None
        return _array_types._FixedDim(axis.size, axis.is_broadcastable)
    if axis.kind == "symbolic":
        return _array_types._SymbolicDim(axis.text, axis.is_broadcastable)
    made = _array_types._NamedVariadicDim if axis.is_variadic else _array_types._NamedDim
    return made(axis.text, axis.is_broadcastable, axis.is_of_leaf)


def _ours(text: str) -> tuple[Any, ...] | str:
    try:
        return tuple(map(_as_theirs, parse_axes(text)))
    except AxisError as error:
        return str(error)


def _strings() -> set[str]:
    """Every string of up to three characters, and words with any two marks."""
    short = ("".join(chars) for n in range(4) for chars in itertools.product(ALPHABET, repeat=n))
    words = [a + b + piece for a, b, piece in itertools.product(MARKS, MARKS, PIECES)]
    rng = random.Random(1)
    sentences = (" ".join(rng.choices(words, k=rng.randint(2, 4))) for _ in range(8000))
    return {*short, *words, *sentences}


def test_each_string_is_read_as_jaxtyping_reads_it():
    strings = _strings()
    assert len(strings) > 8_000
    wrong = [(text, ours, theirs) for text in strings if (ours := _ours(text)) != (theirs := _theirs(text))]
    assert not wrong[:10]


@pytest.mark.parametrize(
    "text", ["T", "S T", "... T", "T ...", "", " ", "T ... S", "1", "...", "... ...", "T, S", "*T"]
)
def test_each_structure_is_refused_as_jaxtyping_refuses_it(text):
    try:
        jaxtyping.PyTree[int, text]
    except ValueError:
        assert structure_error(text)
    else:
        assert structure_error(text) is None


def test_names_stand_for_the_dtypes_that_jaxtyping_lists():
    for name in (*names.EXACT, *names.CATEGORIES):
        theirs = {dtype.rstrip("_") for dtype in getattr(_array_types, name).dtypes}
        assert {dtype.rstrip("_") for dtype in names.dtypes_of_name(name) or ()} == theirs, name
    theirs = {n for n, value in vars(jaxtyping).items() if isinstance(value, _array_types._MetaAbstractDtype)}
    assert theirs - {names.BASE} <= names.NAMES
