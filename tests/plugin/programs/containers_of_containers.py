"""Lists, dicts and tuples of containers whose arrays have different dtypes."""

from collections.abc import Iterable, Mapping, Sequence

import jax
import jax.numpy as jnp

f, i, h = jnp.ones(3), jnp.arange(3), jnp.ones(3, jnp.float16)


def takes(x: Iterable[tuple[int, Iterable[jax.Array]]]) -> None: ...
def takes_dict(x: Mapping[str, Mapping[str, jax.Array]]) -> None: ...
def takes_list(x: Sequence[Sequence[jax.Array]]) -> None: ...


outside = [[f], [i]]
takes_list(outside)


class Model:
    layers = {"a": [f, f], "b": [i, h]}


def rows(first: bool) -> Iterable[tuple[int, Iterable[jax.Array]]]:
    numbered = [(0, [f]), (1, [i])]
    one = [[f]] if first else [[i]]
    takes_list(one)
    return numbered


def main() -> None:
    numbered = [(1, [f]), (2, [i])]
    takes(numbered)
    named = {"a": {"x": f}, "b": {"y": i}}
    takes_dict(named)
    reveal_type(named["a"]["x"])
    deep = {"a": {"x": [[f], [i]]}, "b": {"y": [[h]]}}
    reveal_type(deep["a"]["x"][0][0])
    several = [[f], [i]]
    takes_list(several)
    takes(enumerate(several))
    for row in several:
        for item in row:
            reveal_type(item)
    pairs = {"a": (f, i), "b": (h, h)}
    reveal_type(pairs["a"][0])
    a_list, a_set = [f, f], {"x": [i]}
    mixed = [a_list, a_set["x"]]
    takes_list(mixed)
    reveal_type(mixed[1][0])
    same = [[f], [f * 2]]
    reveal_type(same[0][0])
    of_numbers = [[1], [2.0]]
    reveal_type(len(of_numbers))
    objects = [[f], 3]
    reveal_type(len(objects))
    again = [[f], [i]]
    again = [[f]]
    reveal_type(again[0][0])
    both = [(1, [f]), (2, [i])], {"a": {"x": f}, "b": {"y": i}}
    takes(both[0])
    takes_dict(both[1])
    reveal_type(Model.layers["b"][0])
    takes(rows(True))
    for number, arrays in [(1, [f]), (2, [i])]:
        reveal_type(number)
        reveal_type(arrays[0])


main()
