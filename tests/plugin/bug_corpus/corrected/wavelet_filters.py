# x64
# The filters of a wavelet are float64, and an image in float32 is convolved with them.
# Source: https://github.com/v0lta/Jax-Wavelet-Toolbox/issues/6
import jax.numpy as jnp
from jax import lax

filters = jnp.ones((4, 1, 2, 2))
image = jnp.zeros((1, 1, 16, 16), jnp.float32)
lax.conv(image, filters.astype(image.dtype), (2, 2), "VALID")
