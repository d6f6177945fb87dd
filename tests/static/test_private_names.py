"""No message about an ordinary misuse names a private class or type alias of the stubs.

Messages may name private classes of JAX itself, such as that of ``x.at``. A message that shows every overload of a
function, such as pyright's for ``jnp.sin + 1``, shows the whole stub.
"""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import jax
import pytest
from checkers import Checker, Mypy, Pyright
from checkers.mypy import ini
from suites import long

pytestmark = pytest.mark.once

MISUSES = Path(__file__).parent / "wrong" / "ordinary_misuses.py"
STUBS = Path(__file__).parents[2] / "stubs"
DEFINITION = re.compile(
    r"^ *(?:class (_[A-Za-z]\w*)|(_[A-Za-z]\w*)(?:: TypeAlias)? = |(_[A-Za-z]\w*): TypeAlias)", re.M
)
VARIABLE = re.compile(r"^ *(_[A-Za-z]\w*) = (?:\w+\.)?_?\w*(?:TypeVar|TypeVarTuple|ParamSpec)\(", re.M)
OVERLOADS = re.compile(r"Overload\[.*\]", re.S)
NAME = re.compile(r"(?<![\w.])_[A-Za-z]\w*")


def private_names() -> set[str]:
    """The private classes and aliases of the stubs, except names that JAX's source has, with or without underscore."""
    texts = [path.read_text() for path in STUBS.rglob("*.pyi")]
    defined = {next(filter(None, names)) for text in texts for names in DEFINITION.findall(text)}
    variables = {name for text in texts for name in VARIABLE.findall(text)}
    return {name for name in defined - variables if name.lstrip("_") not in names_of_jax()}


@cache
def names_of_jax() -> set[str]:
    """The names of classes and type aliases in JAX's source, without leading underscores."""
    sources = Path(jax.__file__).parent.rglob("*.py")
    names_by_file = (
        re.findall(r"^(?:class )?_*([A-Za-z]\w*)(?:: \w*TypeAlias)?(?: = |[:(])", p.read_text(), re.M) for p in sources
    )
    return {name for names in names_by_file for name in names}


@pytest.mark.parametrize("checker", [Mypy(), long(Pyright())], ids=lambda checker: checker.name)
def test_no_message_names_a_private_class(checker: Checker, tmp_path: Path) -> None:
    shutil.copy(MISUSES, tmp_path / "program.py")
    if isinstance(checker, Mypy):
        (tmp_path / "mypy.ini").write_text(ini())
    report = checker.check("program.py", folder=tmp_path)
    messages = [text for line in report.lines.values() for _, text in line.errors]
    assert len(messages) > 150, report.output
    private = private_names()
    assert {"_Joined", "_LikeAdd", "_NumPyNumber", "_Row_float32"} <= private
    named = {text: names for text in messages if (names := private.intersection(NAME.findall(OVERLOADS.sub("", text))))}
    assert not named
