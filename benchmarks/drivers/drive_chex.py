"""Assertions, data classes and variants of chex on float32 and bfloat16 arrays."""

import chex
import jax
import jax.numpy as jnp


def shaped(*shape: int, dtype: str = "float32") -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))


@chex.dataclass
class Moments:
    mean: chex.Array
    square: chex.Array
    count: int = 0


def updated(moments: Moments, x):
    chex.assert_rank(x, 1)
    chex.assert_equal_shape([moments.mean, x])
    chex.assert_type([moments.mean, moments.square], [float, float])
    mean = 0.9 * moments.mean + 0.1 * x
    return moments.replace(mean=mean, square=moments.square + x * x, count=moments.count + 1)


def normalized(moments: Moments, x):
    variance = moments.square / moments.count - moments.mean**2
    chex.assert_trees_all_equal_shapes(variance, x)
    return (x - moments.mean) / jnp.sqrt(variance + 1e-6)


def main() -> None:
    for dtype in ("float32", "bfloat16"):
        x = shaped(4, dtype=dtype)
        moments = Moments(mean=x, square=x)
        moments = jax.eval_shape(updated, moments, x)
        jax.eval_shape(normalized, moments, x)
        jax.eval_shape(lambda m: jax.tree.map(lambda a: a * 2, m), moments)
        jax.eval_shape(lambda v: chex.assert_shape(v, (4,)), x)
        jax.eval_shape(lambda v: chex.assert_is_broadcastable(v.shape, (3, 4)), x)
        with chex.fake_jit():
            jax.eval_shape(lambda v: v + jnp.ones(4), x)
        array = jnp.ones(4, dtype)
        chex.assert_trees_all_close({"a": array}, {"a": array * 1.0})
        chex.assert_tree_all_finite(array)
        chex.assert_numerical_grads(lambda v: jnp.sum(v * v), (jnp.ones(3),), order=1)


if __name__ == "__main__":
    main()
