# `jax.tree.map` is `jax.tree_util.tree_map`; the other functions follow the same pattern. For checkers, `static` is `dataclasses.field`.
from dataclasses import field as static

from jax._src.tree_util import tree_leaves as leaves
from jax._src.tree_util import tree_map as map
from jax._src.tree_util import tree_reduce as reduce
