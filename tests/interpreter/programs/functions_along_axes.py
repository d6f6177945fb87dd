"""Functions along an axis: of one axis, a function gets the array itself, which may be NumPy's."""

import jax, jax.numpy as jnp, numpy as np
def main():
    reveal_type(jnp.apply_along_axis(lambda v: v * 2, 0, np.ones(3)))
    reveal_type(jnp.apply_along_axis(lambda v: v * 2, 0, np.ones((2, 3))))
    reveal_type(jnp.apply_along_axis(lambda v: v * 2, 1, jnp.ones((2, 3), jnp.bfloat16)))
    reveal_type(jnp.apply_along_axis(lambda v: (v > 0).any(), 0, jnp.ones(3)))
    reveal_type(jnp.apply_along_axis(jnp.sum, 0, jnp.ones(3, jnp.int8)))
main()
