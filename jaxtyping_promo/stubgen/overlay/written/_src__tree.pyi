# `jax.tree.map` is `jax.tree_util.tree_map`, and so are the others. `static` is `dataclasses.field` to a type checker.
from dataclasses import field as static

from jax._src.tree_util import tree_leaves as leaves
from jax._src.tree_util import tree_map as map
from jax._src.tree_util import tree_reduce as reduce
