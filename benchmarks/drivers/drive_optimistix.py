"""Root finding, least squares and minimisation of optimistix."""

import jax.numpy as jnp
import optimistix as optx


def main():
    for dtype in (jnp.float32,):
        y0 = jnp.ones(3, dtype)
        target = jnp.arange(3, dtype=dtype)

        def residual(y, args):
            return y**2 - args

        optx.least_squares(
            residual, optx.LevenbergMarquardt(rtol=1e-3, atol=1e-3), y0, target, max_steps=8, throw=False
        )
        optx.least_squares(residual, optx.GaussNewton(rtol=1e-3, atol=1e-3), y0, target, max_steps=8, throw=False)
        optx.root_find(residual, optx.Newton(rtol=1e-3, atol=1e-3), y0, target, max_steps=8, throw=False)
        optx.fixed_point(
            lambda y, args: jnp.cos(y) * args,
            optx.FixedPointIteration(rtol=1e-3, atol=1e-3),
            y0,
            0.5,
            max_steps=8,
            throw=False,
        )
        optx.minimise(
            lambda y, args: jnp.sum((y - args) ** 2),
            optx.BFGS(rtol=1e-3, atol=1e-3),
            y0,
            target,
            max_steps=8,
            throw=False,
        )
        optx.minimise(
            lambda y, args: jnp.sum((y - args) ** 2),
            optx.NelderMead(rtol=1e-3, atol=1e-3),
            y0,
            target,
            max_steps=8,
            throw=False,
        )
        optx.root_find(
            lambda y, args: y - 0.5,
            optx.Bisection(rtol=1e-3, atol=1e-3),
            jnp.array(0.2),
            options={"lower": 0.0, "upper": 1.0},
            max_steps=8,
            throw=False,
        )


if __name__ == "__main__":
    main()
