"""Array types that jaxtyping cannot evaluate are errors, exactly where Python raises with the installed NumPy."""

from __future__ import annotations

import sys

import pytest
from checkers import Mypy
from checkers.mypy import ini

IMPORTS = """\
from typing import Optional, Union
import jax, jax.typing
import numpy as np
import numpy.typing as npt
from jaxtyping import Array, Float
Alias = npt.NDArray[np.float32]
"""
OWN = "type Own[T] = list[T] | np.ndarray\ntype Plain = jax.Array | np.ndarray\n" if sys.version_info >= (3, 12) else ""
ARRAY_TYPES = (
    *("np.ndarray", "Array | np.ndarray", "Union[Array, np.ndarray]", "jax.typing.ArrayLike"),
    *("npt.ArrayLike", "npt.NDArray[np.float32]", "npt.NDArray", "Alias", "Array | npt.NDArray[np.float32]"),
    *(("Own[int]", "Plain") if OWN else ()),
)
FORMS = (
    "def f(x: {}) -> None: ...",
    "def f(x: list[{}]) -> None: ...",
    "def f() -> Optional[{}]: ...",
    "class C:\n    x: {}",
    "def f(x: 'list[{}]') -> None: ...",
    "def f() -> None:\n    x: {}",
)
"""The places of an annotation. Python evaluates neither a quoted one nor that of a local variable."""


def raises(text: str) -> bool:
    """Whether Python raises an error in a program."""
    try:
        exec(compile(text, "program", "exec", dont_inherit=True), {"__name__": "program"})
    except TypeError:
        return True
    return False


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python evaluates no annotation")
@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"], ids=["evaluated", "postponed"])
def test_errors_where_python_raises(tmp_path, future):
    annotations = [f'Float[{array}, "3"]' for array in ARRAY_TYPES]
    texts = [form.replace("{}", annotation) for form in FORMS for annotation in annotations]
    names = [f"program_{number}.py" for number in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        (tmp_path / name).write_text(f"{future}{IMPORTS}{OWN}{text}\n")
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check(*names, folder=tmp_path)
    wrong = []
    for name, text in zip(names, texts, strict=True):
        is_error = (
            f"{name}:" in report.output and "[jaxtyping-syntax]" in report.output.split(f"{name}:", 1)[1].split("\n")[0]
        )
        if is_error != raises(f"{future}{IMPORTS}{OWN}{text}"):
            wrong.append(text)
    assert not wrong, "\n".join(wrong) + report.output
