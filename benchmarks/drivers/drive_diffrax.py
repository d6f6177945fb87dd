"""Solvers and interpolations of diffrax with float32 and bfloat16 states."""

import diffrax
import jax
import jax.numpy as jnp


def shaped(*shape: int, dtype: str = "float32") -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))


def decay(t, y, args):
    return -args * y


def solved(solver, y, rate):
    term = diffrax.ODETerm(decay)
    return diffrax.diffeqsolve(term, solver, 0.0, 1.0, 0.1, y, rate, max_steps=32).ys


def adaptive(solver, y, rate):
    controller = diffrax.PIDController(rtol=1e-3, atol=1e-6)
    term, save = diffrax.ODETerm(decay), diffrax.SaveAt(ts=jnp.linspace(0.0, 1.0, 5))
    return diffrax.diffeqsolve(
        term, solver, 0.0, 1.0, 0.1, y, rate, saveat=save, stepsize_controller=controller, max_steps=32
    ).ys


def main() -> None:
    for dtype in ("float32", "bfloat16"):
        y, rate = shaped(3, dtype=dtype), shaped(dtype=dtype)
        for solver in (diffrax.Euler(), diffrax.Heun(), diffrax.Tsit5(), diffrax.Dopri5(), diffrax.Midpoint()):
            jax.eval_shape(lambda a, b: solved(solver, a, b), y, rate)
        ts, ys = shaped(6, dtype=dtype), shaped(6, 2, dtype=dtype)
        jax.eval_shape(lambda t, v: diffrax.LinearInterpolation(t, v).evaluate(0.5), ts, ys)
        jax.eval_shape(diffrax.backward_hermite_coefficients, ts, ys)
        jax.eval_shape(diffrax.linear_interpolation, ts, ys)
    jax.eval_shape(lambda a, b: adaptive(diffrax.Tsit5(), a, b), shaped(3), shaped())
    path = diffrax.UnsafeBrownianPath(shape=(2,), key=jax.random.key(0))
    jax.eval_shape(lambda t: path.evaluate(0.0, t), shaped())


if __name__ == "__main__":
    main()
