"""Steppers, spectral functions and metrics of exponax with float32 and bfloat16 arrays."""

import exponax
import jax
import jax.numpy as jnp


def shaped(*shape: int, dtype: str = "float32") -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))


def main() -> None:
    key = jax.random.key(0)
    for dtype in ("float32", "bfloat16"):
        u = shaped(1, 16, dtype=dtype)
        for metric in (
            exponax.metrics.MAE,
            exponax.metrics.MSE,
            exponax.metrics.RMSE,
            exponax.metrics.nMAE,
            exponax.metrics.nRMSE,
            exponax.metrics.correlation,
        ):
            jax.eval_shape(metric, u, u)
        jax.eval_shape(lambda v: exponax.wrap_bc(v), u)
        if dtype == "float32":  # JAX has no Fourier transform of bfloat16
            for stepper in (
                exponax.stepper.Advection(1, 1.0, 16, 0.1),
                exponax.stepper.Diffusion(1, 1.0, 16, 0.1),
                exponax.stepper.Burgers(1, 1.0, 16, 0.1),
                exponax.stepper.KuramotoSivashinsky(1, 1.0, 16, 0.1),
            ):
                jax.eval_shape(stepper, u)
                jax.eval_shape(exponax.rollout(stepper, 3), u)
            jax.eval_shape(lambda v: exponax.derivative(v, 1.0), u)
            jax.eval_shape(lambda v: exponax.get_spectrum(v), u)
            jax.eval_shape(exponax.metrics.fourier_RMSE, u, u)
    for generator in (
        exponax.ic.RandomTruncatedFourierSeries(1, cutoff=3),
        exponax.ic.GaussianRandomField(1),
        exponax.ic.WhiteNoise(1),
    ):
        jax.eval_shape(lambda k: generator(16, key=k), key)


if __name__ == "__main__":
    main()
