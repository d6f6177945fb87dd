"""A program whose expressions are recorded computes what it computed before, and each expression is recorded once."""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import sys
from textwrap import dedent

import pytest

from jaxtyping_promo.tracing.expressions import RECORDED, RECORDER, rewritten

PROGRAMS = {
    "classes": """
        class Base:
            size: int = 2
            __slots__ = ("_x", "__y")
            def __init__(self, x): self._x = x; self.__y = x + 1
            def scaled(self, by=3 * 2): return self._x * by
            @property
            def hidden(self): return self.__y
            def name(self): return __class__.__name__
        class Child(Base, metaclass=type):
            def scaled(self): return super().scaled() + super(Child, self).hidden
            names = [n for n in ("a", "b")]
        print(Child(2).scaled(), Child(1).name(), Child.names, Base.__annotations__)
    """,
    "scopes": """
        total = 0
        def outer(n):
            count = 0
            def inner(k):
                nonlocal count
                global total
                count += k; total -= k
                return sorted(locals())
            names = inner(n), inner(n + 1)
            return names, count, [count + i for i in range(3) if i > 0], {k: v for k, v in zip("ab", "cd")}
        print(outer(3), total, (lambda *a, b=2, **c: (a, b, c))(1, 2, b=3, d=4))
        print([y := 5, y ** 2], y, "total" in globals())
    """,
    "generators": """
        import asyncio
        def numbers():
            received = yield 1
            try:
                yield received
            finally:
                print("closed")
            yield from (i for i in range(2))
            return 7
        g = numbers(); print(next(g), g.send(4), next(g), list(g))
        async def wait(x):
            await asyncio.sleep(0)
            return x
        async def many():
            async for i in agen(): print(await wait(i))
            return [await wait(i) async for i in agen()]
        async def agen():
            for i in range(2): yield i
        print(asyncio.run(many()))
    """,
    "statements": """
        values = {"a": [1, 2, 3], "b": 2}
        del values["a"][0], values["b"]
        values["a"][-1] += 10
        a, (b, *c) = 1, (2, 3, 4)
        for values["i"] in range(3): pass
        with open(__file__ if "__file__" in globals() else "/dev/null") as f: n = f.read(1)
        try:
            raise ValueError(a + b) from KeyError("k")
        except (ValueError, TypeError) as error:
            print(error, repr(error.__cause__))
        try:
            undefined + 1
        except NameError as error:
            print(error)
        assert a < b <= 3 and not c is None, "message" + str(a)
        print(values, a, b, c, a if a > b else -b, values["a"][:1], *c, **{"sep": "-"})
        print(f"{a + b!r:>{a + 4}} {values['a']=} {{}} {f'{a}'}")
        while a < 3: a += 1
        else: print("end", a)
    """,
    "patterns": """
        from dataclasses import dataclass
        @dataclass
        class Point: x: int; y: "int" = 3
        class Names: ONE = 1
        def kind(v):
            match v:
                case Names.ONE | -2: return "number"
                case [x, *rest] if x + 1 > 1: return x, rest
                case {"k": value, **others}: return value, others
                case Point(x=0, y=y): return y
                case str() as s: return s.upper()
                case _: return None
        print([kind(v) for v in (1, -2, [1, 2], {"k": 1, "l": 2}, Point(0), "s", None)])
    """,
    "future": """
        '''The docstring.'''
        from __future__ import annotations
        from typing import NamedTuple
        def f(x: Undefined.name, *, y: "Other" = 1) -> Unknown[x]: "doc"; z: Missing = x + y; return z
        class N(NamedTuple):
            a: int
            b: float = 2.0
        print(__doc__, f.__annotations__, f.__doc__, f(1), N(1), N.__annotations__)
    """,
    "frames": """
        import sys, inspect
        def caller(): return sys._getframe(1).f_code.co_name
        def me():
            inner, items = 3, [1]
            return caller(), eval("inner"), [*map(lambda x: x + 1, vars()["items"])]
        try: print(me())
        except NameError as error: print(error)
        print(inspect.signature(me), me.__code__.co_firstlineno, [*me.__code__.co_varnames])
    """,
}  # fmt: skip


def output(source: str, compiled) -> str:
    stdout = io.StringIO()
    with contextlib.redirect_stdout(stdout):
        exec(compiled(source), {"__name__": "program"})
    return stdout.getvalue()


def plainly(source: str):
    return compile(source, "<program>", "exec", dont_inherit=True)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_rewritten_program_has_the_same_output(name, monkeypatch):
    source = dedent(PROGRAMS[name]).strip()
    recorded: list[int] = []

    def record(number, value):
        recorded.append(number)
        return value

    def recording(source):
        tree = rewritten(ast.parse(source), lambda node: node.lineno)
        return compile(tree, "<program>", "exec", dont_inherit=True)

    monkeypatch.setattr(builtins, RECORDER, record, raising=False)
    sys.modules["program"] = type(sys)("program")
    try:
        assert output(source, recording) == output(source, plainly)
    finally:
        del sys.modules["program"]
    assert recorded


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_expression_is_numbered_at_most_once(name):
    seen: list[ast.expr] = []
    rewritten(ast.parse(dedent(PROGRAMS[name]).strip()), lambda node: seen.append(node) or len(seen))
    assert len({id(node) for node in seen}) == len(seen)
    assert all(isinstance(node, RECORDED) for node in seen)


def test_every_class_of_expressions_is_recorded_or_holds_no_array_itself():
    without = {
        ast.Constant, ast.Dict, ast.DictComp, ast.FormattedValue, ast.GeneratorExp, ast.JoinedStr, ast.Lambda, ast.List,
        ast.ListComp, ast.Set, ast.SetComp, ast.Slice, ast.Starred, ast.Tuple,
    }  # fmt: skip
    newer = {getattr(ast, name) for name in ("Interpolation", "TemplateStr") if hasattr(ast, name)}
    classes = {cls for cls in ast.expr.__subclasses__() if cls.__module__ == "ast"} - newer
    assert classes == {*RECORDED} | without


def test_positions_stay():
    tree = rewritten(ast.parse("z = x + y[0]"), lambda node: 0)
    binary = next(node for node in ast.walk(tree) if isinstance(node, ast.BinOp))
    assert (binary.lineno, binary.col_offset, binary.end_col_offset) == (1, 4, 12)
