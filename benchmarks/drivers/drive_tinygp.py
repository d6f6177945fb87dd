"""Gaussian processes of tinygp."""

import jax
import jax.numpy as jnp
from tinygp import GaussianProcess, kernels, transforms


def main():
    for dtype in (jnp.float32, jnp.bfloat16):
        x = jnp.linspace(0, 1, 6, dtype=dtype)
        for kernel in (
            kernels.ExpSquared(0.5),
            kernels.Matern32(1.0),
            kernels.Matern52(scale=0.7),
            kernels.RationalQuadratic(alpha=1.0),
            kernels.ExpSineSquared(scale=1.0, gamma=0.3),
        ):
            kernel(x, x)
        both = 2.0 * kernels.ExpSquared(0.5) + kernels.Matern32(1.0) * kernels.Constant(0.3)
        both(x, x)
    x = jnp.linspace(0, 1, 6)
    y = jnp.sin(x)
    gp = GaussianProcess(kernels.ExpSquared(0.5), x, diag=0.1)
    gp.log_probability(y)
    cond = gp.condition(y, jnp.linspace(0, 1, 3)).gp
    print(cond.loc, cond.variance)
    gp.sample(jax.random.key(0), shape=(2,))
    multi = transforms.Subspace(0, kernels.Matern32())
    multi(jnp.ones((4, 2)), jnp.ones((4, 2)))
    from tinygp.kernels import quasisep

    qgp = GaussianProcess(quasisep.Matern32(scale=0.5, sigma=1.0), x, diag=0.1)
    qgp.log_probability(y)


if __name__ == "__main__":
    main()
