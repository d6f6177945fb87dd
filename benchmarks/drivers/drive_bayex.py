"""The Gaussian process and the acquisition functions of bayex with float32 and bfloat16 arrays."""

import jax
import jax.numpy as jnp
from bayex import acq, gp


def shaped(*shape: int, dtype: str = "float32") -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))


def main() -> None:
    for dtype in ("float32", "bfloat16"):
        xs, ys, mask = shaped(6, 2, dtype=dtype), shaped(6, dtype=dtype), shaped(6, dtype=dtype)
        params = gp.GPParams(*(shaped(1, 2, dtype=dtype) if i == 2 else shaped(dtype=dtype) for i in range(3)))
        jax.eval_shape(gp.softplus, xs)
        jax.eval_shape(gp.cov, xs, xs, mask, mask)
        jax.eval_shape(gp.exp_quadratic, shaped(2, dtype=dtype), shaped(2, dtype=dtype), shaped(dtype=dtype))
        if dtype == "float32":  # JAX has no Cholesky decomposition of bfloat16
            jax.eval_shape(gp.predict, params, xs, ys, mask, xs)
            jax.eval_shape(gp.marginal_likelihood, params, xs, ys, mask)
            jax.eval_shape(lambda y, x, m, p: gp.posterior_fit(y, x, m, p, trainsteps=3), ys, xs, mask, params)
            for function in (acq.expected_improvement, acq.probability_improvement, acq.upper_confidence_bounds):
                jax.eval_shape(function, xs, xs, ys, mask, params)


if __name__ == "__main__":
    main()
