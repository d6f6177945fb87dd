"""A hook that reads no x64 or strict setting runs once. Here it runs in every mode, and the results are compared.

The result of a hook may depend on the configuration in other ways: mypy calls further hooks meanwhile, and the plugin
remembers answers.
"""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from checkers import Mypy

COMPARING = """\
from pathlib import Path

import jaxtyping_promo.mypy_plugin
from jaxtyping_promo.mypy_plugin.modes import possible_modes

original = possible_modes.HooksInModes._agreed

def comparing(self, ctx, hook, modes):
    self._has_asked = False
    results, asked = [], []
    for mode in modes:
        with self._in(mode), possible_modes.trial(ctx.api, lambda: self.tried) as errors:
            result = hook(ctx)
        results.append((str(result), errors.has_new_errors()))
        asked.append(self._has_asked)
    kind = "asked" if asked[0] else "not asked" if len({*results}) == 1 else f"{ctx.api.path}:{ctx.context.line}"
    with Path("kinds.txt").open("a") as kinds:
        print(kind, file=kinds)
    return original(self, ctx, hook, modes)

possible_modes.HooksInModes._agreed = comparing

def plugin(version: str):
    return jaxtyping_promo.mypy_plugin.plugin(version)
"""
"""A plugin that writes down whether a hook asked for the configuration, or the place of a hook that should have."""
SWITCHES = """\
import sys

import jax

def switch() -> None:
    jax.config.update("jax_enable_x64", len(sys.argv) > 1)
    jax.config.update("jax_numpy_dtype_promotion", sys.argv[0])

switch()
"""
"""Switches that can't be followed, so that several configurations are possible in the other modules."""
PROGRAMS = (
    "calls_of_open_functions",
    "captures_in_lambdas_called_later",
    "carries_that_change_dtype",
    "literals_in_calls",
    "numpy_arrays_of_unknown_dtype",
    "numpy_containers",
    "partials_in_vmap",
    "reduce_with_functions",
    "unions_given_with_lambdas",
    "variables_of_several_dtypes_in_operators",
)


@pytest.mark.long
def test_hooks_that_ask_for_no_configuration_have_one_result(tmp_path):
    for name in PROGRAMS:
        shutil.copy(Path(__file__).parent / "programs" / f"{name}.py", tmp_path)
    (tmp_path / "switches.py").write_text(SWITCHES)
    (tmp_path / "comparing.py").write_text(COMPARING)
    (tmp_path / "mypy.ini").write_text("[mypy]\nplugins = comparing.py\n")
    Mypy().check("switches.py", *(f"{name}.py" for name in PROGRAMS), folder=tmp_path)
    kinds = Counter((tmp_path / "kinds.txt").read_text().splitlines())
    assert kinds.keys() == {"asked", "not asked"}, kinds
