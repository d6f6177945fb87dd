"""`unittest` assertions about arrays. Their stubs ask for methods of numbers."""

import unittest

import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, float32


class Case(unittest.TestCase):
    def close(self, x: Array[float32], y: jax.Array) -> None:
        self.assertAlmostEqual(x, 1.0)
        self.assertAlmostEqual(1.0, x)
        self.assertAlmostEqual(y.sum(), 1.0, places=3)
        self.assertAlmostEqual(x, 1.0, delta=0.1)
        self.assertAlmostEqual(x, y)
        self.assertNotAlmostEqual(x, 2.0)
        self.assertLessEqual(x, y)
        self.assertEqual(x, y)

    def rounded(self, x: Array[float32], y: jax.Array) -> None:
        self.assertEqual(round(x), round(y, 2))
        self.assertEqual(abs(x), max(x, y))


if __name__ == "__main__":
    one = jnp.float32(1.0)
    Case().close(one, one)
    Case().rounded(one, one)
