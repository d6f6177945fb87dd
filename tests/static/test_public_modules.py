"""All exports of JAX's public modules can be imported, also from a module without a stub that imports from a stub."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

import jax
import pytest
from checkers import CHECKERS
from made_once import value_made_once
from suites import others_long

from jaxtyping_promo.jax_source import Imported, Source
from jaxtyping_promo.stubgen.overlay import accepts

pytestmark = pytest.mark.once

EACH = others_long((name for name in CHECKERS if CHECKERS[name].executable()), kept=("pyrefly", "ty"))
NOT_FOR_ALL = ("test", "tools", "pallas.ops")
"""Parts of the names of modules that are scripts, or need a GPU or TPU."""


STEP = 4
"""Without ``--exhaustive``, the test imports one in so many names."""


@value_made_once
def imports() -> list[str]:
    """An import line for each name of a module at run time."""
    return [*_imports()]


def _imports() -> Iterator[str]:
    source = Source(Path(jax.__file__).parent)
    for name in source.public_modules():
        if any(part in name for part in NOT_FOR_ALL):
            continue
        try:
            module = importlib.import_module(name)
        except (ImportError, AttributeError):  # the module needs another package
            continue
        for exported in source.existing(name).exported:
            owner, _, definition = source.ways(name, exported)[-1]
            is_jaxs = owner.split(".")[0] == "jax" and not isinstance(definition, Imported)
            if is_jaxs and hasattr(module, exported):
                yield f"from {name} import {exported}"


@pytest.mark.skipif(not accepts(jax.__version__), reason="the stubs say what another version of JAX exports")
@pytest.mark.filterwarnings("ignore")  # deprecated names are exported, too
@pytest.mark.parametrize("name", EACH)
def test_exported_names_can_be_imported(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    assert len(imports()) > 2_000
    some = imports()[:: 1 if request.config.getoption("exhaustive") else STEP]
    lines = [f"{line} as _{number}" for number, line in enumerate(some)]
    (tmp_path / "program.py").write_text("\n".join(lines))
    report = CHECKERS[name]().check("program.py", folder=tmp_path)
    errors = [lines[line - 1] for (_, line), answer in report.lines.items() if answer.errors]
    assert errors == []
