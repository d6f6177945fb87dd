# The loss of a Fourier transform is complex, though its imaginary part is zero.
# Source: https://github.com/jax-ml/jax/issues/22948
import jax
import jax.numpy as jnp

signal = jnp.ones(8)
jax.grad(lambda x: jnp.sum(jnp.fft.fft(x) * jnp.conj(jnp.fft.fft(x))))(signal)  # E: dtype-gradient
