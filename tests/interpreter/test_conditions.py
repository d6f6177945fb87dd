"""Conditions: which branches are followed, and what a branch knows about its variables."""

from __future__ import annotations

import pytest
from abstract import covers, reveals, same

DECIDED = {
    "a constant flag": """
        debug = False
        x = [1] if debug else "a"
        reveal_type(x)
    """,
    "None by default": """
        def f(x=None):
            if x is None:
                x = 0
            return x

        reveal_type(f())
        reveal_type(f(2))
    """,
    "isinstance of the types of None and the like": """
        import types

        def f(x):
            if not isinstance(x, (int, type(None))):
                raise TypeError(x)
            return x

        reveal_type((f(None), f(2)))
        reveal_type((isinstance(None, type(None)), isinstance(2, type(None)), isinstance("a", types.NoneType)))
        reveal_type((isinstance(..., type(...)), isinstance(..., types.EllipsisType), isinstance(..., type(None))))
        reveal_type((type(None) is types.NoneType, type(...) is types.EllipsisType))
        reveal_type((isinstance(NotImplemented, type(NotImplemented)), isinstance([], (type(None), list))))
        reveal_type((isinstance(f, type(None)), isinstance(None, types.NotImplementedType)))
    """,
    "isinstance": """
        def f(x):
            if isinstance(x, (list, tuple)):
                return len(x)
            elif isinstance(x, str):
                return x
            return None

        reveal_type(f([1, 2]))
        reveal_type(f("a"))
        reveal_type(f(3.0))
    """,
    "classes of the program": """
        class A: ...
        class B(A): ...

        def f(x):
            return isinstance(x, A), isinstance(x, B), issubclass(B, A), type(x) is A

        reveal_type(f(A()))
        reveal_type(f(B()))
    """,
    "hasattr": """
        class A:
            n = 1

        def f(x):
            return x.n if hasattr(x, "n") else "none"

        reveal_type(f(A()))
        reveal_type(f(2))
    """,
    "an empty container is false": """
        def f(x):
            return "full" if x else "empty"

        reveal_type(f([]))
        reveal_type(f({"a": 1}))
        reveal_type(f(()))
        reveal_type(f(""))
    """,
    "__bool__ and __len__": """
        class A:
            def __bool__(self):
                return False

        class B:
            def __len__(self):
                return 3

        reveal_type(1 if A() else 2)
        reveal_type(1 if B() else 2)
    """,
    "and, or, not": """
        def f(a, b):
            return a and b, a or b, not a

        reveal_type(f(0, "x"))
        reveal_type(f(1, "x"))
        reveal_type(f([], None))
    """,
    "chained comparisons": """
        x = 3
        reveal_type(1 < x < 5)
        reveal_type(1 < x < 2)
        reveal_type(x == 3 != 4)
    """,
    "membership": """
        reveal_type("a" in {"a": 1})
        reveal_type(3 in [1, 2])
        reveal_type(3 not in (1, 2))
        reveal_type("b" in "abc")
    """,
    "the dtype and number of dimensions of an array": """
        import jax.numpy as jnp

        def f(x):
            if x.ndim == 1:
                x = x[None]
            return x.astype(jnp.float32) if jnp.issubdtype(x.dtype, jnp.integer) else x

        reveal_type(f(jnp.arange(3)))
        reveal_type(f(jnp.ones((2, 3), jnp.bfloat16)))
        reveal_type(f(jnp.arange(3)).shape)
    """,
    "the real dtype of a complex one": """
        import jax.numpy as jnp
        import numpy as np

        for dtype in (jnp.complex64, np.complex128, jnp.bfloat16, complex):
            real = jnp.finfo(dtype).dtype
            reveal_type(real)
            reveal_type(real == jnp.float32)
            reveal_type(jnp.finfo(dtype).bits)
            reveal_type(jnp.zeros(2, dtype) * jnp.finfo(dtype).eps)
    """,
    "an assertion": """
        x = 1
        assert x, "message"
        reveal_type(x)
    """,
    "code behind a return is dead": """
        def f(x):
            if x > 2:
                return "large"
            x = x + 1
            return x

        reveal_type(f(3))
        reveal_type(f(1))
    """,
}


@pytest.mark.parametrize("program", DECIDED.values(), ids=DECIDED)
def test_decided(program):
    same(program)


OPEN = {
    "both branches join": (
        """
        x = 1 if flag else "a"
        reveal_type(x)
        """,
        ["'a' | 1"],
    ),
    "is None narrows": (
        """
        x = 1 if flag else None
        if x is None:
            reveal_type(x)
        else:
            reveal_type(x)
        reveal_type(x)
        """,
        ["None", "1", "1 | None"],
    ),
    "isinstance narrows": (
        """
        x = 1 if flag else "a"
        if isinstance(x, str):
            reveal_type(x)
        else:
            reveal_type(x)
        """,
        ["'a'", "1"],
    ),
    "not and or narrow": (
        """
        x = 1 if flag else None
        if not (x is None or other):
            reveal_type(x)
        """,
        ["1"],
    ),
    "a return narrows the rest": (
        """
        def f(x):
            if x is None:
                return "none"
            reveal_type(x)
            return x

        reveal_type(f(1 if flag else None))
        """,
        ["1", "'none' | 1"],
    ),
    "an attribute narrows": (
        """
        class A:
            def __init__(self):
                self.x = 1 if flag else None

        a = A()
        if a.x is not None:
            reveal_type(a.x)
        """,
        ["1"],
    ),
    "x or default": (
        """
        x = 3 if flag else None
        reveal_type(x or "default")
        """,
        ["'default' | 3"],
    ),
    "a store in one branch": (
        """
        x = {"a": 1}
        if flag:
            x["b"] = 2
        reveal_type(x["a"])
        reveal_type(x)
        """,
        ["1", "dict of 1 | 2"],
    ),
    "an undecided comparison": (
        """
        reveal_type(flag == 1)
        reveal_type([1, flag] == [1, 2])
        """,
        ["bool", "bool"],
    ),
}
HEAD = """
import sys

flag, other = len(sys.argv) > 3, len(sys.argv) > 4
"""


@pytest.mark.parametrize(("program", "values"), OPEN.values(), ids=OPEN)
def test_open(program, values):
    from textwrap import dedent

    assert reveals(HEAD + dedent(program)) == values


def test_isinstance_of_unions_of_libraries():
    covers("""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.typing import ArrayLike

    reveal_type(isinstance(1.0, ArrayLike))
    reveal_type(isinstance(1, (ArrayLike, list)))
    reveal_type(isinstance(jnp.ones(3), (ArrayLike, list)))
    reveal_type(isinstance(np.ones(3), jax.typing.ArrayLike))
    reveal_type(isinstance("x", ArrayLike))
    reveal_type(isinstance([1], (ArrayLike, list)))
    """)
