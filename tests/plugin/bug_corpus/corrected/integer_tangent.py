# The only tangent of an integer has the dtype float0.
# Source: https://github.com/jax-ml/jax/issues/4433
import jax

jax.jvp(lambda x, y: x * y, (3.0, 5.0), (1.0, 0.0))
