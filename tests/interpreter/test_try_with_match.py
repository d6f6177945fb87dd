"""``try``, ``with`` and ``match``."""

from __future__ import annotations

import pytest
from abstract import covers, reveals, same

EXACT = {
    "finally runs in any case": """
        out = []
        def f():
            try:
                return "body"
            finally:
                out.append("finally")

        reveal_type(f())
        reveal_type(out)
    """,
    "a return in finally wins": """
        def f():
            try:
                return 1
            finally:
                return "finally"

        reveal_type(f())
    """,
    "the value of with": """
        class Context:
            def __enter__(self):
                return 3

            def __exit__(self, *error):
                return None

        with Context() as x:
            reveal_type(x)
    """,
    "contextmanager": """
        from contextlib import contextmanager, nullcontext

        @contextmanager
        def context(x):
            yield [x]

        with context(1) as a, nullcontext("b") as b:
            reveal_type((a, b))
    """,
    "match on literals and a default": """
        def f(x):
            match x:
                case 1 | 2:
                    return "small"
                case "a":
                    return "text"
                case None:
                    return "none"
                case _:
                    return "other"

        reveal_type(f(2))
        reveal_type(f("a"))
        reveal_type(f(None))
        reveal_type(f(3.5))
    """,
    "match on sequences": """
        def f(x):
            match x:
                case []:
                    return "empty"
                case [one]:
                    return one
                case [first, *rest]:
                    return first, rest
            return "none"

        reveal_type(f([]))
        reveal_type(f((1,)))
        reveal_type(f([1, 2, 3]))
        reveal_type(f("abc"))
    """,
    "match on mappings": """
        match {"kind": "dense", "size": 3, "more": 4}:
            case {"kind": "conv"}:
                reveal_type("conv")
            case {"kind": "dense", "size": size, **rest}:
                reveal_type((size, rest))
    """,
    "match on classes": """
        from dataclasses import dataclass

        @dataclass
        class Point:
            x: int
            y: int

        def f(p):
            match p:
                case Point(0, y):
                    return "axis", y
                case Point(x=x, y=y) if x == y:
                    return "diagonal", x
                case Point() as q:
                    return q
                case int(n):
                    return n

        reveal_type(f(Point(0, 2)))
        reveal_type(f(Point(3, 3)))
        reveal_type(f(Point(3, 4)))
        reveal_type(f(5))
        reveal_type(f("a"))
    """,
    "match on values of an enum": """
        import enum

        class Kind(enum.Enum):
            A = 1
            B = 2

        def f(kind):
            match kind:
                case Kind.A:
                    return "a"
                case Kind.B:
                    return "b"

        reveal_type(f(Kind.B))
    """,
}


@pytest.mark.parametrize("program", EXACT.values(), ids=EXACT)
def test_exact(program):
    same(program)


MAY_RAISE = {
    "a handler starts from any state of the body": """
        def risky():
            raise ValueError

        x = 1
        try:
            x = "a"
            risky()
            x = 2.0
        except ValueError:
            reveal_type(x)
        reveal_type(x)
    """,
    "else runs without an error": """
        try:
            x = 1
        except Exception:
            x = "error"
        else:
            x = x + 1
        reveal_type(x)
    """,
    "an error passes through a function": """
        state = []
        def inner():
            state.append("inner")
            raise KeyError("k")

        try:
            inner()
        except (KeyError, ValueError) as error:
            reveal_type(len(state))
    """,
    "a missing key": """
        try:
            x = {"a": 1}["b"]
        except KeyError:
            x = "missing"
        reveal_type(x)
    """,
    "a nested try": """
        try:
            try:
                raise ValueError
            except KeyError:
                x = 1
            finally:
                y = 2
        except ValueError:
            x = 3
        reveal_type(x)
        reveal_type(y)
    """,
    "an import that fails": """
        try:
            import a_module_that_nobody_has as module
        except ImportError:
            module = None
        reveal_type(module)
    """,
    "suppress": """
        from contextlib import suppress

        x = 1
        with suppress(KeyError):
            x = "a"
            {}["b"]
            x = 2.0
        reveal_type(x)
    """,
}


@pytest.mark.parametrize("program", MAY_RAISE.values(), ids=MAY_RAISE)
def test_all_values_are_covered(program):
    covers(program)


def test_a_match_on_an_open_value_follows_every_case():
    program = """
        import sys

        x = 1 if len(sys.argv) > 2 else "a"
        match x:
            case int(n):
                y = n
            case str(text):
                y = [text]
        reveal_type(y)
    """
    assert reveals(program) == ["1 | ['a']"]


def test_handlers_of_a_group_run_one_after_another():
    covers(
        """
        import jax.numpy as jnp

        def handled(errors):
            x = jnp.ones(1, jnp.int8)
            y = jnp.ones(1, jnp.int8)
            try:
                raise ExceptionGroup("g", errors)
            except* ValueError:
                x = x.astype(jnp.float16)
                y = y.astype(jnp.float16)
                if len(errors) > 1:
                    raise KeyError
                y = y.astype(jnp.bfloat16)
            except* TypeError:
                reveal_type(x)
                reveal_type(y)
                x = x * 2.0
            return x, y

        reveal_type(handled([ValueError(1)]))
        try:
            handled([ValueError(1), TypeError(2)])
        except Exception:
            pass
        reveal_type(handled([TypeError(2)]))
        """
    )
