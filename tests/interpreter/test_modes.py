"""Switches of x64 and of strict promotion: what a switch that is not followed makes unknown, and nothing else."""

from __future__ import annotations

import pytest
from abstract import covers, reveals, same

KNOWN = """
    import jax
    import jax.numpy as jnp

    x = jnp.ones(3, jnp.bfloat16)
    half, single = jnp.zeros(2, jnp.float16), jnp.zeros(2, jnp.float32)
    {switch}
    reveal_type(x * 2)
    reveal_type(x * x)
    reveal_type(jnp.sin(single))
    reveal_type(half.astype(jnp.float32))
    reveal_type(jnp.zeros(2, jnp.int8) + jnp.int8(1))
    reveal_type(jnp.zeros(3))
    reveal_type(jnp.arange(3))
    reveal_type(jnp.array([1.5]))
"""
SAME_IN_BOTH = ["bfloat16", "bfloat16", "float32", "float32", "int8"]


def after(switch: str) -> list[str]:
    """What is known behind a switch."""
    return reveals(KNOWN.format(switch=switch.replace("\n", "\n    ")))


def test_switches_that_are_followed() -> None:
    assert after("pass") == [*SAME_IN_BOTH, "float32", "int32", "float32"]
    on = [*SAME_IN_BOTH, "float64", "int64", "float64"]
    assert after('jax.config.update("jax_enable_x64", True)') == on
    assert after("jax.config.jax_enable_x64 = True") == on
    assert after('name = "jax_enable_x64"\njax.config.update(name, True)') == on
    helper = 'def use(flag):\n    jax.config.update("jax_enable_x64", flag)\n'
    assert after(f"{helper}use(True)") == on
    assert after(f"{helper}use(flag=not False)") == on


def test_switches_that_are_not_followed() -> None:
    for switch in (
        'jax.config.update("jax_enable_x64", bool(input()))',
        "jax.config.update(input(), True)",
        'def use(flag):\n    jax.config.update("jax_enable_x64", flag)\nuse(bool(input()))',
        'if input():\n    jax.config.update("jax_enable_x64", True)',
    ):
        known = after(switch)
        assert known[:5] == SAME_IN_BOTH, switch
        assert not {"float32", "float64", "int32", "int64"} & set(known[5:]), (switch, known)


def test_contexts() -> None:
    assert reveals("""
        import jax
        import jax.numpy as jnp

        def inside(flag):
            with jax.enable_x64(flag):
                return jnp.zeros(2)

        def outside():
            return jnp.zeros(2)

        reveal_type(inside(True))
        reveal_type(outside())
        reveal_type(inside(False))
        with jax.enable_x64(True):
            with jax.enable_x64(False):
                reveal_type(jnp.arange(2))
            reveal_type(jnp.arange(2))
            reveal_type(jax.config.jax_enable_x64)
            reveal_type(jax.config.x64_enabled)
        reveal_type(jnp.arange(2))
        reveal_type(jax.config.read("jax_enable_x64"))
        with jax.numpy_dtype_promotion("strict"):
            reveal_type(jnp.ones(2, jnp.bfloat16) * 2)
        reveal_type(jnp.ones(2, jnp.bfloat16) * jnp.ones(2))
        for _ in range(3):
            with jax.enable_x64(True):
                if len(input()):
                    break
        reveal_type(jnp.arange(2))
    """) == [
        "float64", "float32", "float32", "int32", "int64", "True", "True", "int32", "False", "bfloat16", "float32",
        "int32",
    ]  # fmt: skip


def test_conditions_on_the_mode() -> None:
    assert reveals("""
        import jax
        import jax.numpy as jnp

        wide = jnp.float64 if jax.config.jax_enable_x64 else jnp.float16
        reveal_type(jnp.zeros(2, wide))
    """) == ["float16"]


def test_contexts_that_are_not_followed() -> None:
    for entering in ("stack = contextlib.ExitStack()\n    stack.enter_context(jax.enable_x64(True))",):
        program = f"""
import contextlib
import jax
import jax.numpy as jnp

def run():
    {entering}
run()
reveal_type(jnp.ones(2, jnp.bfloat16) * 2)
reveal_type(jnp.zeros(2))
"""
        assert reveals(program)[0] == "bfloat16"
        assert reveals(program)[1] not in ("float32", "float64"), entering


def test_a_test_file_switches_its_own_process_alone(tmp_path):
    from jaxtyping_promo.interpreter.program import Program
    from jaxtyping_promo.interpreter.report import values

    switch = 'import jax\nimport jax.numpy as jnp\njax.config.update("jax_enable_x64", True)\n'
    guard = 'if __name__ == "__main__":\n    z = jnp.zeros(3)\n'
    library = "import jax.numpy as jnp\ndef make(): return jnp.zeros(3)\n"
    (tmp_path / "library.py").write_text(library)
    (tmp_path / "test_library.py").write_text(f"{switch}def test_it():\n    y = jnp.zeros(3)\n")

    def dtypes(path):
        run = Program([tmp_path]).interpret()
        return {dtype for one in values(run, lambda file: file == str(path)) for dtype in one.dtypes}

    assert dtypes(tmp_path / "library.py") == {"float32"}
    assert dtypes(tmp_path / "test_library.py") == {"float64"}
    (tmp_path / "train.py").write_text(switch + guard)
    assert dtypes(tmp_path / "library.py") == dtypes(tmp_path / "train.py") == {"float64"}
    (tmp_path / "other.py").write_text("import jax.numpy as jnp\n" + guard)
    assert dtypes(tmp_path / "library.py") == dtypes(tmp_path / "other.py") == {"float32"}
    assert dtypes(tmp_path / "train.py") == {"float64"}


def test_scripts_of_one_name_are_two_programs(tmp_path):
    from jaxtyping_promo.interpreter.program import Program
    from jaxtyping_promo.interpreter.report import values

    guard = 'if __name__ == "__main__":\n    main()\n'
    for folder, switch in (("a", ""), ("b", "from jax import config\nconfig.update('jax_enable_x64', True)\n")):
        (tmp_path / folder).mkdir()
        text = f"import jax.numpy as jnp\n{switch}def main(): return jnp.zeros(3)\n{guard}"
        (tmp_path / folder / "train.py").write_text(text)
    run = Program([tmp_path]).interpret()
    found = {(one.place.path[-10:-9], *one.dtypes) for one in values(run, lambda _: True) if one.dtypes}
    assert found == {("a", "float32"), ("b", "float64")}


def test_a_module_keeps_its_modes_if_it_seems_to_end(tmp_path):
    from jaxtyping_promo.interpreter.program import Program
    from jaxtyping_promo.interpreter.report import values

    switch = "import jax, jax.numpy as jnp\njax.config.update('jax_enable_x64', True)\n"
    (tmp_path / "notebook.py").write_text(f"{switch}def make(): return jnp.zeros(3)\nraise ValueError\n")
    (tmp_path / "train.py").write_text('import jax\nif __name__ == "__main__":\n    print(1)\n')
    run = Program([tmp_path]).interpret()
    assert [one.dtypes for one in values(run, lambda _: True)] == [("float64",)]


def test_truncations_are_told_only_if_x64_is_known(tmp_path):
    from jaxtyping_promo.interpreter.program import Program
    from jaxtyping_promo.interpreter.report import findings
    from jaxtyping_promo.interpreter.run import Systems

    path = tmp_path / "p.py"
    function = "import jax.numpy as jnp\ndef f(): return jnp.zeros(3, jnp.float64)\n"

    def told(text, systems=None):
        path.write_text(text)
        run = Program([tmp_path], systems=systems).interpret()
        return [one.code.name for one in findings(run, lambda _: True, lambda *_: "note")]

    assert told(function) == ["dtype-truncation"]
    (tmp_path / "test_p.py").write_text("import jax\njax.config.update('jax_enable_x64', True)\n")
    assert told(function) == []  # the callers may switch x64 on, as the test does
    assert told(f"{function}f()\n") == ["dtype-truncation"]
    assert told(function, Systems(x64=False, is_fixed=True)) == ["dtype-truncation"]


def test_the_dtype_of_a_numpy_array_is_no_truncation_that_the_program_asks_for(tmp_path):
    from jaxtyping_promo.interpreter.program import Program
    from jaxtyping_promo.interpreter.report import findings

    path = tmp_path / "p.py"
    path.write_text(
        "import jax.numpy as jnp, numpy as np\nx = np.zeros(3)\na = jnp.empty((), x.dtype)\n"
        "b = jnp.empty((), jnp.float64)\ndef f(n, dtype=jnp.float64): return jnp.zeros(n, dtype)\nf(3)\n"
    )
    found = findings(Program([path]).interpret(), lambda _: True, lambda *_: "note")
    assert [(each.place.line, each.code.name) for each in found] == [(4, "dtype-truncation"), (5, "dtype-truncation")]


MARKED = """
import unittest, pytest, jax.numpy as jnp
{module}
@pytest.mark.fast
{function}
def test_function(): jnp.zeros(3, jnp.float64)
{cls}
class TestMethods(unittest.TestCase):
    {function}
    @pytest.mark.parametrize("n", [1])
    def test_method(self, n=3): jnp.zeros(n, jnp.float64)
"""


@pytest.mark.parametrize(
    ("marks", "lines"),
    [
        ({}, [6, 11]),
        ({"function": "@pytest.mark.fp64"}, []),
        ({"cls": "@pytest.mark.x64(reason=1)"}, [6]),
        ({"module": "pytestmark = [pytest.mark.float64]"}, []),
    ],
)
def test_a_mark_that_names_64_bits_may_switch_x64_on(tmp_path, marks, lines):
    from jaxtyping_promo.interpreter.program import Program
    from jaxtyping_promo.interpreter.report import findings

    path = tmp_path / "test_p.py"
    path.write_text(MARKED.format(**{"module": "", "function": "", "cls": "", **marks}))
    found = findings(Program([path]).interpret(), lambda _: True, lambda *_: "note")
    assert [finding.place.line for finding in found] == lines


@pytest.mark.parametrize(("x64", "dtype"), [(False, "float32"), (True, "float64")])
def test_numpy_reads_a_weak_array_by_the_mode(x64: bool, dtype: str) -> None:
    program = "import jax.numpy as jnp\nimport numpy as np\nweak = jnp.asarray(2.0) * 2\n"
    shown = "reveal_type(np.multiply(weak, np.float16(1)))\nreveal_type(np.asarray(weak))"
    assert reveals(program + shown, x64=x64) == [f"NumPy {dtype}"] * 2


GENERATOR = """
import jax
import jax.numpy as jnp

def gen():
    with jax.enable_x64(True):
        yield jnp.ones(1)
        yield jnp.ones(1)
    yield jnp.ones(1)

def mixed():
    with jax.enable_x64(True):
        for _ in range(2):
            x = 2 * (yield jnp.ones(1))
"""
LEFT = {
    "the end of the block": "it = gen()\nnext(it), next(it)\nreveal_type(next(it))\nreveal_type(jnp.ones(1))",
    "the end of the generator": "it = gen()\nlist(it)\nreveal_type(jnp.ones(1))",
    "a loop": "for x in gen():\n    pass\nreveal_type(x)\nreveal_type(jnp.ones(1))",
    "a block inside": "it = gen()\nnext(it)\nwith jax.enable_x64(False):\n    reveal_type(jnp.ones(1))\n"
    "list(it)\nreveal_type(jnp.ones(1))",
}
MAYBE_LEFT = {
    "it waits in the block": "it = gen()\nreveal_type(next(it))\nreveal_type(jnp.ones(1))\nreveal_type(next(it))\n"
    "reveal_type(next(it))\nreveal_type(jnp.ones(1))",
    "it is closed": "it = gen()\nnext(it)\nreveal_type(jnp.ones(1))\nit.close()\nreveal_type(jnp.ones(1))",
    "it is closed behind the block": "it = gen()\nnext(it), next(it), next(it)\nit.close()\nreveal_type(jnp.ones(1))",
    "it is freed": "next(gen())\nreveal_type(jnp.ones(1))",
    "it is freed with a frame": "def first():\n    it = gen()\n    return next(it)\n\nreveal_type(first())\n"
    "reveal_type(jnp.ones(1))",
    "it waits in an expression": "it = mixed()\nnext(it)\nreveal_type(jnp.ones(1))\nit.send(1)\n"
    "reveal_type(jnp.ones(1))\nit.close()\nreveal_type(jnp.ones(1))",
    "a loop that is left": "for x in gen():\n    break\nreveal_type(x)\nreveal_type(jnp.ones(1))",
}


@pytest.mark.parametrize("program", LEFT.values(), ids=LEFT)
def test_a_generator_leaves_a_block(program):
    same(GENERATOR + program)


@pytest.mark.parametrize("program", MAYBE_LEFT.values(), ids=MAYBE_LEFT)
def test_a_generator_that_waits_in_a_block(program):
    covers(GENERATOR + program)
