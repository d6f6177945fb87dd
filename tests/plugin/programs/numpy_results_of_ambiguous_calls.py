"""NumPy functions of the result of another one, for which mypy infers `Any`, since several overloads match."""

import jax.numpy as jnp
import numpy as np


def main() -> None:
    x = jnp.ones(3, jnp.float16)
    y = jnp.ones(3, jnp.float16)
    y += np.round(np.sqrt(2.0), 1)
    reveal_type(y)
    root = np.sqrt(2.0)
    number = np.round(root, 1)
    reveal_type(x + number)
    reveal_type(x + np.round(np.sqrt(2.0), 1))
    reveal_type(x + np.round([np.sqrt(2.0)], 1))
    reveal_type(x + np.round((np.sqrt(2.0), 1, 1), 1))
    roots = [np.sqrt(2.0)]
    reveal_type(x + np.round(roots, 1))
    rounded = np.round(roots, 1)
    reveal_type(x + rounded)
    reveal_type(x + np.mean([np.sqrt(2.0)]))
    reveal_type(x + np.around(np.exp(1.0), 1))
    reveal_type(x + np.clip(np.sqrt(2.0), 0, 1))
