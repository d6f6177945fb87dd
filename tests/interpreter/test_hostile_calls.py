"""Calls that make no sense: each model of a library function gets too few, too many and strange arguments."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from jaxtyping_promo.interpreter.heap import Heap
from jaxtyping_promo.interpreter.libraries import load_models
from jaxtyping_promo.interpreter.libraries.containers import DICT_METHODS, LIST_METHODS, SET_METHODS
from jaxtyping_promo.interpreter.libraries.registry import MODELS
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.run import Run
from jaxtyping_promo.interpreter.values import BOTTOM, External, Value

STRANGE = """
import jax
import jax.numpy as jnp
import numpy as np

class Node:
    pass

node = Node()
node.node = node
own_list = [1.5]
own_list.append(own_list)
own_dict = {"a": 2}
own_dict["d"] = own_dict
infinity = float("inf")
not_a_number = infinity - infinity
huge = 10**30
zero = 0
negative = -7
text = "%1000000000d {:>1000000000}"
no_text = ""
none = None
array = jnp.zeros((3, 4), jnp.bfloat16)
scalar = jnp.int32(1)
numpy_array = np.zeros((2, 3))
numpy_scalar = np.float64(1)
dtype = jnp.dtype("int8")
function = lambda *arguments, **keywords: (arguments, keywords)
empty = ()
pair = (array, own_list)
many = range(10**12)
cut = slice(None, None, 0)
a_set = {1, 2}
module = jnp
no_function = Node
either = None if len(str(node)) else array
unknown = something_undefined
"""
NAMES = [line.partition(" = ")[0] for line in STRANGE.splitlines() if " = " in line and "." not in line.split()[0]]
NAMES = [name for name in NAMES if name.isidentifier()]

load_models()


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Run, dict[str, Value]]]:
    """A run that has interpreted the strange values, and the values by name."""
    path = Path(tmp_path_factory.mktemp("strange"), "strange.py")
    path.write_text(STRANGE)
    program = Program([path], folders=[])
    run = program.interpret()
    assert not program.faults
    frame = run.base[run.modules["strange"]]
    with run.entering(run.modules["strange"], run.finder.load("strange"), None, 0):  # type: ignore[arg-type]
        yield run, {name: frame.fields[name] for name in NAMES}


def call_each_way(run: Run, function: Value, values: dict[str, Value]) -> None:
    """Call a function without arguments, with each strange value, and with pairs and triples of them."""
    every = list(values.values())
    ways: list[tuple[list[Value], dict[str, Value], Value]] = [([], {}, BOTTOM)]
    ways += [([value], {}, BOTTOM) for value in every]
    ways += [([value, every[(index + 7) % len(every)]], {}, BOTTOM) for index, value in enumerate(every)]
    ways += [([value, value, value], {"nonsense": value}, BOTTOM) for value in every]
    ways += [([], {}, value) for value in every]
    for arguments, keywords, star in ways:
        run.heap = Heap(run.base)
        run.call(function, arguments, keywords, star=star, label=len(arguments))


@pytest.mark.parametrize("name", sorted(MODELS))
def test_a_model_takes_any_arguments(name: str, strange: tuple[Run, dict[str, Value]]) -> None:
    run, values = strange
    call_each_way(run, (External(name),), values)


METHODS = (
    [("own_list", name) for name in sorted(LIST_METHODS)]
    + [("own_dict", name) for name in sorted(DICT_METHODS)]
    + [("a_set", name) for name in sorted(SET_METHODS)]
    + [("array", name) for name in ("reshape", "sum", "astype", "transpose", "dot", "swapaxes", "at", "item", "argmax")]
    + [("numpy_array", name) for name in ("reshape", "sum", "astype", "transpose", "dot", "swapaxes", "tolist", "fill")]
    + [("text", name) for name in ("format", "join", "split", "ljust", "replace", "encode", "zfill")]
)


@pytest.mark.parametrize(("owner", "name"), METHODS)
def test_a_method_takes_any_arguments(owner: str, name: str, strange: tuple[Run, dict[str, Value]]) -> None:
    from jaxtyping_promo.interpreter.attributes import get_attribute

    run, values = strange
    run.heap = Heap(run.base)
    call_each_way(run, get_attribute(run, values[owner], name), values)
