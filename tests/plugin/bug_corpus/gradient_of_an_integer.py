# A power of an integer is differentiated.
# Source: https://github.com/jax-ml/jax/pull/4039
import jax

jax.grad(lambda n: n**2.0)(3)  # E: dtype-gradient
