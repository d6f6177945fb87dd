"""The memo of calls: a result is used again only where Python would compute the same one."""

from __future__ import annotations

from pathlib import Path

import pytest
from abstract import covers, reveals, same

from jaxtyping_promo.diagnostics.codes import PRESETS
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import Finding, findings
from jaxtyping_promo.interpreter.run import Run

CHANGED = {
    "a global that changes": """
        scale = 1
        def f(x):
            return x * scale
        reveal_type(f(2))
        scale = 3
        reveal_type(f(2))
    """,
    "a global that appears": """
        def g():
            return late() if flag else 0
        flag = False
        reveal_type(g())
        def late():
            return 5
        flag = True
        reveal_type(g())
    """,
    "an item that changes through another name": """
        state = {"x": 1}
        other = state
        def f():
            return state["x"]
        reveal_type(f())
        other["x"] = 2
        reveal_type(f())
    """,
    "the order of a dict": """
        state = {"x": 1, "y": 2}
        def f():
            return tuple(state)
        reveal_type(f())
        state["x"] = state.pop("x")
        reveal_type(f())
    """,
    "an attribute of an argument": """
        class A:
            def __init__(self):
                self.x = None
            def get(self):
                if self.x is not None:
                    return self.x
                return 0
        a = A()
        reveal_type(a.get())
        reveal_type(a.get())
        a.x = 4
        reveal_type(a.get())
    """,
    "an attribute of a class": """
        class A:
            x = 1
        def f(a):
            return a.x
        a = A()
        reveal_type(f(a))
        A.x = 2
        reveal_type(f(a))
        a.x = 3
        reveal_type(f(a))
    """,
    "a function that counts its calls": """
        calls = []
        def f(x):
            calls.append(x)
            return len(calls)
        reveal_type(f(1))
        reveal_type(f(1))
        reveal_type(calls)
    """,
    "a nonlocal variable": """
        def counter():
            n = 0
            def step():
                nonlocal n
                n += 1
                return n
            return step
        step, other = counter(), counter()
        reveal_type(step())
        reveal_type(step())
        reveal_type(other())
    """,
    "a write in an inner call": """
        log = {}
        def inner(x):
            log[x] = len(log)
        def outer(x):
            inner(x)
            return x
        reveal_type(outer("a"))
        del log["a"]
        reveal_type(outer("a"))
        reveal_type(log)
    """,
    "results are objects of their own": """
        def f(x):
            return [x]
        a, b = f(1), f(1)
        a.append(2)
        reveal_type(a)
        reveal_type(b)
    """,
    "results that hold an object inside": """
        def f(x):
            return (x, {"x": x})
        a, b = f(1), f(1)
        a[1]["x"] = 2
        reveal_type(a)
        reveal_type(b)
    """,
    "closures have variables of their own": """
        def make(x):
            return lambda: x
        fs = [make(1), make(2), make(1)]
        reveal_type([f() for f in fs])
    """,
    "an argument that is returned": """
        def same(x):
            return x
        a, b = [1], [1]
        same(a).append(2)
        same(b)
        reveal_type(a)
        reveal_type(b)
    """,
    "numbers that are equal": """
        def f(x):
            return x
        reveal_type([f(1), f(1.0), f(True), f(0), f(False)])
    """,
    "keywords in another order": """
        def f(**options):
            return tuple(options)
        reveal_type(f(a=1, b=2))
        reveal_type(f(b=2, a=1))
    """,
    "a cached function": """
        import functools
        calls = []
        @functools.cache
        def f(x):
            calls.append(x)
            return len(calls)
        def g():
            return f(1)
        reveal_type([g(), g(), f(1), f(2), g()])
        reveal_type(calls)
    """,
    "a default that the function changes": """
        def f(x, seen=[]):
            seen.append(x)
            return len(seen)
        reveal_type([f(1), f(1), f(1)])
    """,
    "an attribute of a function": """
        def f():
            return f.count
        f.count = 1
        reveal_type(f())
        f.count = 2
        reveal_type(f())
    """,
    "recursion": """
        def fib(n):
            return n if n < 2 else fib(n - 1) + fib(n - 2)
        reveal_type([fib(n) for n in (1, 2, 3, 4)])
    """,
    "dispatch that is registered later": """
        import functools
        @functools.singledispatch
        def f(x):
            return "any"
        def g(x):
            return f(x)
        reveal_type(g(1))
        @f.register(int)
        def _(x):
            return "int"
        reveal_type(g(1))
    """,
    "a context manager of a generator": """
        from contextlib import contextmanager
        depth = [0]
        @contextmanager
        def deeper():
            depth[0] += 1
            yield depth[0]
            depth[0] -= 1
        def f():
            with deeper() as now:
                return now
        def g():
            with deeper():
                return f()
        reveal_type([f(), g(), f(), g()])
    """,
}
RAISING = """
    state = {"x": 1}
    def check(x):
        if x > int("1"):
            raise ValueError
        return x
    def write():
        state["x"] = "text"
        return 1
    check(2 if len("ab") == 3 else 1)
    try:
        y = write() + check(1)
        state["x"] = 1
    except ValueError:
        pass
    reveal_type(state["x"])
"""
CHANGE_BEFORE_RAISE = """
    import time

    log = []

    def f(flag):
        if flag:
            log.append(1)
            raise ValueError
        return 0

    flag = time.time() > 0
    try:
        f(flag)
    except ValueError:
        pass
    log = []
    try:
        f(flag)
    except ValueError:
        reveal_type(log)
"""
FACTORY = """
    from collections import defaultdict

    def f(x):
        made = defaultdict(lambda: x)
        return made

    a, b = f(1), f(1)
    a["k"] += 1
    reveal_type([a["k"], b["k"], f(1)["other"]])
"""
MODES = """
    import jax
    import jax.numpy as jnp

    def f(n):
        return jnp.zeros(n)

    reveal_type(f(3))
    with jax.enable_x64(True):
        reveal_type(f(3))
    reveal_type(f(3))
"""
TREES = """
    import jax
    import jax.numpy as jnp

    class Pair:
        def __init__(self, a, b):
            self.a, self.b = a, b

    pair = Pair(jnp.ones(3), jnp.ones(3, jnp.int32))

    def count():
        return len(jax.tree.leaves(pair))

    reveal_type(count())
    jax.tree_util.register_pytree_node(Pair, lambda p: ((p.a, p.b), None), lambda _, parts: Pair(*parts))
    reveal_type(count())
"""
RULES = """
    import jax
    import jax.numpy as jnp

    @jax.custom_vjp
    def wide(x):
        return x * 2

    wide.defvjp(lambda x: (x * 2, x), lambda x, g: (g.astype(jnp.float32),))

    def same(x):
        return x

    def loss(x, y):
        return same(x) + wide(same(y))

    one = jnp.ones((), jnp.bfloat16)
    reveal_type(jax.grad(loss, (0, 1))(one, one))
"""


@pytest.mark.parametrize("program", CHANGED.values(), ids=CHANGED.keys())
def test_python(program: str) -> None:
    same(program)


@pytest.mark.parametrize("program", [MODES, TREES], ids=["a switch of x64", "a pytree that is registered later"])
def test_jax(program: str) -> None:
    same(program)


def test_a_handler_starts_from_the_state_before_a_call_whose_result_is_known() -> None:
    covers(RAISING)


def test_a_handler_sees_what_a_call_changes_before_it_raises() -> None:
    covers(CHANGE_BEFORE_RAISE)


def test_a_default_factory() -> None:
    covers(FACTORY)


def test_equal_arrays_of_which_one_has_a_rule() -> None:
    assert reveals(RULES) == ["(array, float32)"]


# ----------------------------------------------------------------------------------------- hits, and what they leave


def interpreted(text: str, folder: Path, **others: str) -> tuple[Run, Path]:
    for name, other in others.items():
        (folder / f"{name}.py").write_text(other)
    path = folder / "program.py"
    path.write_text("import jax\nimport jax.numpy as jnp\n" + text)
    return Program([path], folders=[str(folder)]).interpret(), path


def told(run: Run, path: Path) -> list[Finding]:
    return findings(run, lambda shown: shown == str(path), lambda _, code, *__: PRESETS["default"][code.name])


def test_a_call_with_the_same_arguments_is_not_evaluated_again(tmp_path: Path) -> None:
    run, _ = interpreted("def f(x):\n    return x * 2\nx = jnp.ones(3)\nf(x)\nf(x)\nf(x + 1)\n", tmp_path)
    assert (run.memo.hits, run.memo.misses) == (2, 1)


def test_a_finding_of_a_call_in_two_contexts_is_one(tmp_path: Path) -> None:
    text = "def f(x):\n    return x * jnp.ones(3)\nx = jnp.ones(3, jnp.bfloat16)\na = f(x)\nb = f(x)\nc = a + b\n"
    run, path = interpreted(text, tmp_path)
    (finding,) = told(run, path)
    assert (finding.place.line, finding.followers) == (4, 5)


def test_a_finding_stays_where_its_first_context_gets_other_arguments(tmp_path: Path) -> None:
    """The loop's first turn tells it, the call behind the loop uses the result, and the second turn tells nothing."""
    text = """
def f(x):
    return x * jnp.ones(3)
x = jnp.ones(3, jnp.bfloat16)
kept = x
def g():
    return f(kept)
for _ in range(int(input())):
    f(x)
    g()
    x = jnp.ones(3)
"""
    run, path = interpreted(text, tmp_path)
    assert [finding.place.line for finding in told(run, path)] == [5]


def test_a_finding_in_a_package_is_shown_at_each_call_of_the_program(tmp_path: Path) -> None:
    package = "import jax.numpy as jnp\ndef layer(x):\n    return x * jnp.ones(3)\n"
    text = "import package\nx = jnp.ones(3, jnp.bfloat16)\na = package.layer(x)\nb = package.layer(x)\n"
    run, path = interpreted(text, tmp_path, package=package)
    assert [finding.place.line for finding in told(run, path)] == [5, 6]


MADE_ANEW = {
    "a dict": """
        import sys

        import jax.numpy as jnp

        log = {"n": 0}

        def step(n):
            state = {"w": jnp.ones(3)}
            state["w"] = state["w"].astype(jnp.float16)
            log["n"] = n
            return state["w"] * n

        for i in range(len(sys.argv) + 100):
            y = step(i)
            reveal_type(y)
    """,
    "objects": """
        import sys

        import jax.numpy as jnp

        class State:
            def __init__(self, w):
                self.w = w

        class Model:
            def __init__(self):
                self.x = jnp.ones(3)
                self.n = 0

        def step(model):
            state = State(model.x)
            state.w = state.w.astype(jnp.float16)
            model.n = model.n + 1
            model.x = state.w.astype(jnp.float32)
            return State(state.w * 2).w

        model = Model()
        for i in range(len(sys.argv) + 100):
            y = step(model)
            reveal_type(y)
    """,
}


@pytest.mark.parametrize("program", MADE_ANEW.values(), ids=MADE_ANEW)
def test_what_a_call_makes_for_itself_is_new_in_each_turn(program):
    """If the object of the last turn were kept, the new one would stand for both, and hold float32 or float16."""
    assert reveals(program) == ["float16"]


RECURSION = """\
from unknown_library import graph

def depends(graph, seen=None):
    if seen is None:
        seen = set(graph.inputs)
    for step in graph.steps:
        inner = step.inner
        if inner:
            names = dict(zip(step.inputs, inner.inputs))
            part = depends(inner, set(names[v] for v in step.inputs if v in seen))
            back = dict(zip(inner.outputs, step.outputs))
            seen.update(back[v] for v in inner.outputs if v in part)
        else:
            for v in step.inputs:
                if v in seen:
                    seen.update(step.outputs)
    return seen

depends(graph())
"""


def test_a_recursion_over_unknown_data_ends_soon(tmp_path):
    """Its calls share the objects of earlier calls. Otherwise, it takes ten times as many steps."""
    path = tmp_path / "p.py"
    path.write_text(RECURSION)
    assert Program([path]).interpret().steps < 50_000
