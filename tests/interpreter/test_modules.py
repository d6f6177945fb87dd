"""Modules: packages, relative and cyclic imports, and names that are missing."""

from __future__ import annotations

import ast
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

import pytest
from abstract import MAIN, covers, interpreted, reveals, same

from jaxtyping_promo.interpreter.modules import module_name
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import findings, values

PROGRAMS = {
    "a package with modules": {
        "main": """
            import pkg
            import pkg.sub.deep
            from pkg import a as alias
            from pkg.a import f as g

            reveal_type(pkg.n)
            reveal_type(pkg.a.f(1))
            reveal_type(pkg.sub.deep.name)
            reveal_type((alias.x, g("a")))
        """,
        "pkg/__init__.py": "from . import a\nfrom .a import x as n\n",
        "pkg/a.py": "x = 'x'\n\ndef f(y):\n    return [y, x]\n",
        "pkg/sub/__init__.py": "",
        "pkg/sub/deep.py": "from ..a import x\nfrom .. import n\n\nname = x + n + __name__\n",
    },
    "packages without an __init__": {
        "main": """
            import outer.inner.deep
            from outer.inner import other
            from outer.inner.other import twice

            reveal_type((outer.inner.deep.name, other.n, twice(2)))
        """,
        "outer/inner/deep.py": "from outer.inner import other\nname = 'x' * other.n\n",
        "outer/inner/other.py": "n = 3\n\ndef twice(x):\n    return [x, x]\n",
    },
    "star imports": {
        "main": """
            from listed import *
            from plain import *

            reveal_type((a, c))
            reveal_type(_b)
        """,
        "listed.py": "__all__ = ['a', '_b']\na, _b, hidden = 1, 2, 3\n",
        "plain.py": "c = 'c'\n_d = 4\n",
    },
    "modules that import each other": {
        "main": "import one\n\nreveal_type(one.f())\nreveal_type(one.two.g())\n",
        "one.py": "import two\n\nx = 'one'\n\ndef f():\n    return two.y, x\n",
        "two.py": "import one\n\ny = 'two'\n\ndef g():\n    return one.x\n",
    },
    "a module is interpreted once": {
        "main": """
            import counter
            from counter import values
            import user

            values.append("main")
            reveal_type(counter.values)
        """,
        "counter.py": "values = []\nvalues.append('counter')\n",
        "user.py": "import counter\ncounter.values.append('user')\n",
    },
    "an attribute of a module is assigned": {
        "main": """
            import state

            state.flag = "changed"
            reveal_type(state.flag)
            reveal_type(state.read())
        """,
        "state.py": "flag = 1\n\ndef read():\n    return flag\n",
    },
    "an import in a function": {
        "main": "def f():\n    import lazy\n    return lazy.x\n\nreveal_type(f())\n",
        "lazy.py": "x = [1]\n",
    },
    "__getattr__ of a module": {
        "main": "import dynamic\n\nreveal_type(dynamic.anything)\nreveal_type(dynamic.x)\n",
        "dynamic.py": "x = 1\n\ndef __getattr__(name):\n    return [name]\n",
    },
    "classes and registries over modules": {
        "main": """
            import layers
            from registry import REGISTRY

            reveal_type(sorted(REGISTRY))
            reveal_type(REGISTRY["A"]().name())
        """,
        "registry.py": "REGISTRY = {}\n\ndef register(cls):\n    REGISTRY[cls.__name__] = cls\n    return cls\n",
        "layers.py": """
            from registry import register

            @register
            class A:
                def name(self):
                    return "a"
        """,
    },
    "a module that is executed by name": {
        "main": """
            def main():
                reveal_type("main")

            if __name__ == "__main__":
                main()
        """,
    },
    "a namespace package": {
        "main": "from space.inner import x\nimport space.inner as inner\n\nreveal_type((x, inner.x))\n",
        "space/inner.py": "x = 3\n",
    },
}


def files(texts: dict[str, str]) -> dict[str, str]:
    return {f"{MAIN}.py" if name == "main" else name: text for name, text in texts.items()}


@pytest.mark.parametrize("texts", PROGRAMS.values(), ids=PROGRAMS)
def test_programs(texts):
    same(files(texts))


COVERED = {
    "an optional dependency": {
        "main": """
            try:
                import a_module_of_nobody as module
                has = True
            except ImportError:
                has = False
            reveal_type(has)
        """,
    },
    "importlib": {
        "main": "import importlib\n\nreveal_type(importlib.import_module('other').x)\n",
        "other.py": "x = 1\n",
    },
    "another module changes a global": {
        "main": "import state\nimport other\n\nother.change()\nreveal_type(state.flag)\n",
        "state.py": "flag = 1\n",
        "other.py": "import state\n\ndef change():\n    state.flag = 'changed'\n",
    },
    "globals()": {"main": "globals()['x'] = 1\nx = 2\nglobals()['x'] = 'a'\nreveal_type(x)\n"},
    "globals() with an unknown name": {
        "main": "x, n = 1, int('1')\nfor k in sorted({'x'} | set()):\n    globals()[k + ''] = 'a'\nreveal_type(x)\n"
    },
    "globals().update": {"main": "x = 1\nglobals().update(x='a')\nreveal_type(x)\n"},
    "exec": {"main": "x = 1\nexec('x = 2')\nreveal_type(x)\n"},
}


@pytest.mark.parametrize("texts", COVERED.values(), ids=COVERED)
def test_all_values_are_covered(texts):
    covers(files(texts))


def test_missing_modules_and_names_are_unknown():
    program = """
        import a_module_of_nobody
        from another_of_nobody import name
        from json import no_such_name

        reveal_type(a_module_of_nobody.x)
        reveal_type(name)
        reveal_type(undefined)
    """
    assert reveals(program) == ["?", "?", "?"]


def test_a_star_import_of_an_unknown_module_may_define_any_name():
    program = "from a_module_of_nobody import *\nfrom typing import reveal_type\n\nreveal_type(anything)\n"
    assert reveals(program) == ["?"]


@pytest.mark.parametrize("text", ["def f(:", "", "\0"])
def test_a_module_that_cannot_be_parsed(text):
    found = interpreted({f"{MAIN}.py": "import broken\n\nx = broken.x\nreveal_type(1)\n", "broken.py": text})
    assert found == {4: {"1"}}


def test_versions_are_those_of_the_environment():
    same(
        """
        import sys
        import jax
        reveal_type(sys.version_info >= (3, 12))
        reveal_type(sys.version_info >= (3, 13))
        reveal_type(jax.__version__)
        reveal_type(jax.__version_info__ >= (0, 12))
        """
    )


def test_files_of_packages_without_an_init_are_found_from_the_folder_around_them(tmp_path, monkeypatch):
    """As with `python -m outer.inner.main`; what is found in the other file is shown there."""
    folder = tmp_path / "outer" / "inner"
    folder.mkdir(parents=True)
    (folder / "layers.py").write_text("import jax.numpy as jnp\ndef wide(x):\n    return x * jnp.ones(3)\n")
    text = "import jax.numpy as jnp\nfrom outer.inner.layers import wide\nwide(jnp.ones(3, jnp.bfloat16))\n"
    (folder / "main.py").write_text(text)
    for current, path in ((tmp_path, "outer"), (tmp_path, "outer/inner"), (tmp_path.parent, str(tmp_path))):
        monkeypatch.chdir(current)
        program = Program([path])
        run = program.interpret()
        shown = {str(file) for file in program.files}
        found = findings(run, shown.__contains__, lambda *_: "note")
        assert [(finding.place.path.rpartition("/")[2], finding.place.line) for finding in found] == [("layers.py", 3)]


def test_the_package_below_src_is_found_where_only_its_tests_are_given(tmp_path, monkeypatch):
    for folder in ("src/pkg", "tests"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "src/pkg/__init__.py").write_text("import jax.numpy as jnp\nTABLE = jnp.ones(3)\n")
    test = "import jax.numpy as jnp\nimport pkg\ndef test():\n    jnp.ones(3, jnp.bfloat16) * pkg.TABLE\n"
    (tmp_path / "tests/test_pkg.py").write_text(test)
    monkeypatch.chdir(tmp_path)
    run = Program(["tests"]).interpret()
    assert [finding.place.line for finding in findings(run, lambda _: True, lambda *_: "note")] == [4]


def test_modules_of_a_package_do_not_replace_the_standard_library(tmp_path, monkeypatch):
    """A folder inside of a package is given: its ``typing.py`` is ``pkg.sub.typing``, and no top-level module."""
    (tmp_path / "pkg/sub").mkdir(parents=True)
    for name in ("pkg/__init__.py", "pkg/sub/__init__.py"):
        (tmp_path / name).write_text("")
    (tmp_path / "pkg/sub/typing.py").write_text("from typing import cast\n\nTWO = cast(float, 2.0)\n")
    text = """
        import jax.numpy as jnp
        from pkg.sub.typing import TWO

        y = jnp.ones(3, jnp.bfloat16) * TWO
    """
    (tmp_path / "pkg/sub/scaling.py").write_text(dedent(text))
    monkeypatch.chdir(tmp_path)
    for path in ("pkg/sub", "pkg"):
        found = values(Program([path]).interpret(), lambda path: path.endswith("scaling.py"))
        assert [value.dtypes for value in found if value.place.line == 5] == [("bfloat16",)] * 2


def test_a_folder_that_no_import_can_name_is_no_package(tmp_path: Path) -> None:
    """A checkout such as ``jax-md`` may hold an ``__init__.py``; Python finds its modules from the folder itself."""
    package = tmp_path / "jax-md" / "jax_md"
    package.mkdir(parents=True)
    for folder in (package.parent, package):
        (folder / "__init__.py").touch()
    assert module_name(package / "space.py") == ("jax_md.space", package.parent)
    assert module_name(package / "__init__.py") == ("jax_md", package.parent)


def dtypes_in(files: dict[str, str], expression: str) -> dict[str, set[str]]:
    """The dtypes of an expression in each file of a program, by the name of the file."""
    with TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, name).write_text(dedent(text))
        run = Program([folder]).interpret()
    found: dict[str, set[str]] = {}
    for record in run.records.expressions.values():
        if ast.unparse(record.node) == expression:
            found.setdefault(Path(record.source.path).name, set()).update(record.arrays)
    return found


def test_changes_of_other_modules_may_be_missing_in_another_process() -> None:
    files = {
        "a.py": "import jax.numpy as jnp\n\nZ = jnp.ones(1, jnp.int8)\nTABLE = {'k': Z}\nROWS = [Z]\n",
        "b.py": """
            import a
            import jax.numpy as jnp

            a.Z = jnp.ones(1, jnp.bfloat16)
            a.TABLE["k"] = a.Z
            a.TABLE["new"] = a.Z
            a.ROWS[0] = a.Z
            y = a.Z * 2
        """,
        "main.py": """
            from a import ROWS, TABLE, Z
            import b

            print(Z * 1, TABLE["k"] * 1, ROWS[0] * 1, TABLE["new"] * 1)
        """,
        "other.py": """
            import a
            import jax.numpy as jnp

            a.Z = jnp.ones(1, jnp.float16)

            def main():
                return a.Z * 3

            if __name__ == "__main__":
                main()
        """,
    }
    for expression in ("Z * 1", "TABLE['k'] * 1", "ROWS[0] * 1"):
        assert dtypes_in(files, expression) == {"main.py": {"int8", "bfloat16"}}
    assert dtypes_in(files, "TABLE['new'] * 1") == {"main.py": {"bfloat16"}}
    assert dtypes_in(files, "a.Z * 2") == {"b.py": {"bfloat16"}}
    assert dtypes_in(files, "a.Z * 3") == {"other.py": {"float16"}}


def test_changes_by_an_earlier_script_may_be_missing_in_a_later_module() -> None:
    files = {
        "aa.py": "import a\nimport b\n\ny = a.Z * 2\n",
        "a.py": "import jax.numpy as jnp\n\nZ = jnp.ones(1, jnp.int8)\nZ = Z + 1.5\n",
        "b.py": "import a\nimport jax.numpy as jnp\n\na.Z = jnp.ones(1, jnp.bfloat16)\n",
        "z.py": "from a import Z\n\nx = Z * 1\n",
    }
    assert dtypes_in(files, "Z * 1") == {"z.py": {"weak_float", "bfloat16"}}
    assert dtypes_in(files, "a.Z * 2") == {"aa.py": {"bfloat16"}}


@pytest.mark.xfail(strict=True, reason="docs/reference/limits.md: the top level of a module runs once")
def test_a_script_may_import_a_module_behind_a_change_of_what_it_reads() -> None:
    files = {
        "a.py": "import jax.numpy as jnp\n\nZ = jnp.ones(1, jnp.int8)\n",
        "aa.py": "from a import Z\n\nx = Z\n",
        "b.py": "import a\nimport jax.numpy as jnp\n\na.Z = jnp.ones(1, jnp.bfloat16)\n",
        "main.py": "import b\nimport aa\n\nprint(aa.x * 1)\n",
    }
    assert "bfloat16" in dtypes_in(files, "aa.x * 1")["main.py"]
