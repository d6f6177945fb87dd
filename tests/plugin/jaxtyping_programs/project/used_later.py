"""The same aliases and names, when mypy has the modules that define them in its cache."""

from . import types as kinds
from .spellings import I8, Local, State, scale
from .types import Array, BF16, Half, Pair, Pairs, Weights, Word


def later(x: Half, w: Weights, pair: Pair, pairs: Pairs, local: Local, state: State, i: I8[Array, "n"]) -> Word:
    scale(w, w)  # wrong: later
    later(x, x, pair, pairs, local, state, i)  # wrong: later
    later(x, w, pair, pairs, local, state, x)  # wrong: later
    later(x, w, pair, pairs, local, state, state.step)  # wrong: later
    if x.ndim:
        return local  # wrong: later
    if x.size:
        return pairs["a"][1]  # wrong: later
    return x  # wrong: later


def names(x: BF16[Array, "n"], y: kinds.Int32[kinds.Array, "n"]) -> Word:
    names(y, y)  # wrong: names
    return x  # wrong: names
