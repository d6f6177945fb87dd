"""Files of one package share what it imports, and each is interpreted as if it were alone."""

from __future__ import annotations

import ast
from pathlib import Path

from jaxtyping_promo.interpreter.report import findings_of_file
from jaxtyping_promo.interpreter.run import Run, Systems
from jaxtyping_promo.interpreter.shared_imports import SharedImports

FILES = {
    "package/__init__.py": "from .layers import scale\nfrom .state import STATE\n",
    "package/layers.py": """\
import jax.numpy as jnp
import numpy as np
from .state import STATE


def scale(x):
    return x * np.float32(2.0)


def remember():
    STATE.append(jnp.ones(3))


wide = scale(jnp.ones(3, jnp.bfloat16))
remember()
""",
    "package/state.py": "import jax.numpy as jnp\n\nSTATE = [jnp.ones(3, jnp.bfloat16)]\n",
    "package/train.py": """\
import jax.numpy as jnp
from .layers import scale

narrow = jnp.ones(3, jnp.bfloat16)
result = scale(narrow)
""",
    "script.py": "import jax.numpy as jnp\nimport package\n\nfound = package.scale(jnp.ones(3, jnp.bfloat16))\n",
}


def written(folder: Path) -> Path:
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return folder


def told(run: Run, path: Path) -> list[tuple[int, str]]:
    found = findings_of_file(run, str(path), lambda _: True, lambda *_: "note")
    return [(one.place.line, one.code.name) for one in found]


def test_a_file_has_its_own_findings_and_those_of_what_it_calls(tmp_path: Path) -> None:
    folder, shared = written(tmp_path), SharedImports([])
    found = {name: told(shared.interpret(str(folder / name), Systems()).run, folder / name) for name in FILES}
    upcasts = {name: [line for line, code in lines if code == "dtype-upcast"] for name, lines in found.items()}
    assert upcasts == {
        "package/__init__.py": [],
        "package/layers.py": [7],
        "package/state.py": [],
        "package/train.py": [5],
        "script.py": [4],
    }


def test_the_order_of_files_does_not_matter(tmp_path: Path) -> None:
    folder = written(tmp_path)
    results = []
    for names in ([*FILES], [*reversed(FILES)], [*FILES, *FILES]):
        shared = SharedImports([])
        results.append(
            {name: told(shared.interpret(str(folder / name), Systems()).run, folder / name) for name in names}
        )
    alone = {
        name: told(SharedImports([]).interpret(str(folder / name), Systems()).run, folder / name) for name in FILES
    }
    assert all(result == alone for result in results)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    folder, shared = written(tmp_path), SharedImports([])
    train = folder / "package/train.py"
    assert (5, "dtype-upcast") in told(shared.interpret(str(train), Systems()).run, train)
    layers = folder / "package/layers.py"
    layers.write_text(layers.read_text().replace("np.float32(2.0)", "float(np.float32(2.0))"))
    assert told(shared.interpret(str(train), Systems()).run, train) == []


def test_a_module_that_appears_is_found(tmp_path: Path) -> None:
    folder, shared = written(tmp_path), SharedImports([])
    script = folder / "late.py"
    script.write_text("import jax.numpy as jnp\nimport helpers\n\nx = helpers.widened(jnp.ones(3, jnp.bfloat16))\n")
    assert told(shared.interpret(str(script), Systems()).run, script) == []
    text = "import numpy as np\n\n\ndef widened(x):\n    return x * np.float32(1)\n"
    (folder / "helpers.py").write_text(text)
    assert told(shared.interpret(str(script), Systems()).run, script) == [(4, "dtype-upcast")]


def test_the_imports_of_a_file_keep_their_order(tmp_path: Path) -> None:
    (tmp_path / "zz_modes.py").write_text("import jax\n\njax.config.update('jax_enable_x64', True)\n")
    (tmp_path / "constants.py").write_text("import jax.numpy as jnp\n\nX = jnp.zeros(3)\n")
    script = tmp_path / "script.py"
    script.write_text("import jax.numpy as jnp\nimport zz_modes\nimport constants\n\ny = constants.X * 2\n")
    run = SharedImports([]).interpret(str(script), Systems()).run
    assert {dtype for one in run.records.expressions.values() for dtype in one.arrays} == {"float64"}


def test_what_a_file_does_to_a_class_stays_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "__init__.py").write_text("from .kinds import C\n")
    (folder / "kinds.py").write_text("import jax\n\n\nclass C:\n    x: jax.Array = None\n")
    (folder / "a.py").write_text("import dataclasses\nfrom .kinds import C\n\ndataclasses.dataclass(C)\n")
    use = "try:\n    y = C(jnp.ones(3, jnp.float16)).x * 2\nexcept TypeError:\n    y = None\n"
    (folder / "b.py").write_text(f"import jax.numpy as jnp\nfrom .kinds import C\n\n{use}")

    def dtypes(shared: SharedImports) -> set[str]:
        run = shared.interpret(str(folder / "b.py"), Systems()).run
        return {
            dtype for one in run.records.expressions.values() for dtype in one.arrays if "* 2" in ast.unparse(one.node)
        }

    alone, after = SharedImports([]), SharedImports([])
    after.interpret(str(folder / "a.py"), Systems())
    assert dtypes(alone) == dtypes(after)
