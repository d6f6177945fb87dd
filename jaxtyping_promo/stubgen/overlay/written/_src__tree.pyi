# `jax.tree.map` is `jax.tree_util.tree_map`.
from jax._src.tree_util import tree_map as map
