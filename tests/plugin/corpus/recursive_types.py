"""Lists that contain themselves."""
from typing import NamedTuple, Sequence, Union

import jax
import jax.numpy as jnp
from jaxtyping_promo import *

Endless = list["Endless"]
Tree = Union[Array[int8], "Forest"]
Forest = Sequence[Tree]


def program(a: Endless, b: Tree, c: Forest) -> None:
    reveal_type(jnp.array(a))
    reveal_type(jnp.stack(a))
    reveal_type(jnp.block(a))
    reveal_type(jnp.array(c))
    reveal_type(jnp.array([a, [b, [c]]]))
    reveal_type(jnp.block([*a, *c]))
    reveal_type(jnp.broadcast_arrays(*a))
    reveal_type(jnp.concatenate(b))


class Graph(NamedTuple):
    title: str
    nodes: list[Array[float32]]
    subgraphs: "list[Graph]"


Leaves = dict[str, "Leaves | Array[float32]"]
Deep = list["Deep"]


def changed(graph: Graph, graphs: list[Graph], leaves: Leaves, deep: Deep, x: Array[float32], n: Array[int32]) -> None:
    graph.subgraphs.append(graph)
    graph.subgraphs.append(graph._replace(title="other"))
    graph.subgraphs[0].subgraphs.extend(graphs)
    graphs.append(graph)
    graph.nodes.append(n)
    leaves["a"] = n
    leaves["b"] = leaves
    leaves.update(leaves, c=x)
    deep.append(deep)
    deep += [deep]
    mine = [x, [x]]
    mine.append(n)
    mine.append(mine)
    several = jax.tree.map(lambda leaf: leaf, leaves), jax.tree.leaves(graphs), jax.tree.map(jnp.sin, deep)
    several = jax.lax.cond(True, lambda g: g, lambda g: g, graph), jax.lax.fori_loop(0, 3, lambda i, d: d, deep)
    jnp.stack(deep), jnp.concatenate(graphs), jnp.array(deep), several
