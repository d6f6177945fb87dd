"""Classes for other versions of Python and other platforms, and in unreachable code."""
import sys
from typing import TYPE_CHECKING

import jax.numpy as jnp
from jaxtyping_promo import *

if sys.version_info >= (3, 11):

    class Newer:
        def __init__(self, a: Array[int8]) -> None:
            self.a = a
            self.a = a + 1.5

else:

    class Older:
        def __init__(self, a: Array[int8]) -> None:
            self.a = a
            self.a = a + 1.5

        class Inner(Newer):
            dtype = int8

            def method(self) -> None:
                self.a = self.dtype = jnp.int8
                with open(self.a) as self.b:
                    self.c, (self.d, *self.e) = self.f = self.g


if sys.platform == "win32":

    class Window:
        def method(self) -> None:
            self.x = jnp.zeros(3)
            self.x += 1

elif not TYPE_CHECKING:

    class Hidden:
        def method(self) -> None:
            self.x = jnp.zeros(3)
            self.x += 1


def program(a: Array[int8]) -> Array[float32]:
    def inner() -> None:
        class Local:
            def __init__(self) -> None:
                self.a = a
                self.a = a * 2.5

    return a + 1.5
    class Unreached:
        def __init__(self) -> None:
            self.a = a
            self.a = a * 2.5

    raise ValueError(a + a > 1 == a)
