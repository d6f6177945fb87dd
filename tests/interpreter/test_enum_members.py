"""Members of enumerations that are numbers or strings: Python's, JAX's and NumPy's results."""

from __future__ import annotations

from abstract import interpreted, reveals, same

HEAD = """
import enum
import jax
import jax.numpy as jnp
import numpy as np

class Level(enum.IntEnum):
    LOW = 1
    HIGH = 1000

class Rate(float, enum.Enum):
    HALF = 0.5

class Name(enum.StrEnum):
    SUM = "sum"

class Flag(enum.IntFlag):
    A = 1
    B = 2

bytes_, halves, numpy_bytes = jnp.ones(3, jnp.uint8), jnp.ones(3, jnp.bfloat16), np.ones(3, np.uint8)
"""
PYTHON = (
    *("Level.LOW + 1", "-Level.HIGH", "Level.LOW / 2", "Level.LOW == 1", "Level.LOW < Level.HIGH", "Rate.HALF * 2"),
    *("Flag.A + Flag.B", "Name.SUM + 's'", "Level.LOW is Level.LOW", "Level.LOW == Level.HIGH"),
)
ARRAYS = (
    *("bytes_ + Level.LOW", "Level.LOW * bytes_", "halves * Rate.HALF", "Rate.HALF * halves", "halves**Level.LOW"),
    *("jnp.where(bytes_ > 0, Level.LOW, bytes_)", "jnp.where(bytes_ > 0, Rate.HALF, halves)", "bytes_ | Flag.A"),
    *("jnp.asarray(Level.LOW)", "jnp.asarray(Rate.HALF)", "jnp.full(3, Level.LOW)", "jnp.uint8(Level.LOW)"),
    *("bytes_[Level.LOW]", "jnp.sum(bytes_, axis=Level.LOW - 1)", "jax.jit(lambda x: x + bytes_)(Level.LOW)"),
    *("jnp.add(halves, Rate.HALF)", "jnp.power(halves, Level.LOW)", "jnp.arange(Level.LOW, 5)"),
    *("numpy_bytes + Level.LOW", "numpy_bytes * Rate.HALF", "np.asarray(Level.LOW)", "np.add(numpy_bytes, Level.LOW)"),
    "np.float32(1) * Rate.HALF",
)
UNKNOWN = ("Flag.A | Flag.B", "jax.lax.add(bytes_, Level.LOW)")
"""The first is a member that no name stands for; `jax.lax` does not take the second for a number."""


def test_members_count_as_their_numbers() -> None:
    same(HEAD + "".join(f"reveal_type({text})\n" for text in (*PYTHON, *ARRAYS)))


def test_other_operators_are_unknown() -> None:
    texts = reveals(HEAD + "".join(f"reveal_type({text})\n" for text in UNKNOWN))
    assert texts == ["?", "array"]


def test_an_operator_of_the_program_is_called() -> None:
    program = """
        import enum

        class Level(enum.IntEnum):
            LOW = 1

            def __add__(self, other):
                return "added"

        reveal_type(Level.LOW + 1)
    """
    same(program)
    assert interpreted(program)
