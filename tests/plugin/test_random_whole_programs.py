"""Random whole programs: mypy infers the dtypes of the running program or unknown ones, and reports no false error.

``python tests/plugin/random_whole_programs.py`` tries more programs, and reduces programs with faults.
"""

from __future__ import annotations

import ast

import jax
import pytest
from suites import others_long
from whole_programs.search import SearchResult, examine, write

pytestmark = [pytest.mark.once, pytest.mark.slow]

SEEDS = range(1, 6)
"""The seeds of the programs in a short run. Faults that long runs find become files in `programs/`."""


def examined(x64: bool) -> SearchResult:
    with jax.enable_x64(x64):
        texts = write(SEEDS, x64=x64)
    return examine(texts, x64=x64)


@pytest.mark.parametrize("x64", others_long([False, True], [False]), ids=["x32", "x64"])
def test_random_whole_programs(x64, record_cases):
    outcome = examined(x64)
    faults = [str(fault) for faults in outcome.faults.values() for fault in faults]
    record_cases(outcome.counts.total(), len(faults))
    assert len(outcome.broken) <= len(SEEDS) / 5
    assert outcome.counts.total() > 40 * outcome.programs / 2
    assert not faults, "\n".join(faults)


@pytest.mark.long
def test_the_programs_have_statements_of_all_kinds():
    texts = write(range(1, 30), x64=False)
    nodes = {type(node) for text in texts.values() for node in ast.walk(ast.parse(text.replace("@TYPES@", "")))}
    wanted = {
        *(
            ast.Assign,
            ast.AnnAssign,
            ast.AugAssign,
            ast.NamedExpr,
            ast.For,
            ast.While,
            ast.If,
            ast.Match,
            ast.With,
            ast.Try,
        ),
        *(ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.Global, ast.Nonlocal, ast.Starred),
        *(ast.ListComp, ast.DictComp, ast.GeneratorExp, ast.List, ast.Dict, ast.Tuple, ast.IfExp),
    }
    assert wanted <= nodes
    words = "\n".join(texts.values())
    for word in (
        "jax.jit",
        "jax.vmap",
        "jax.grad",
        "lax.scan",
        "lax.cond",
        "lax.while_loop",
        "lax.fori_loop",
        "jax.tree.map",
    ):
        assert f"{word}(" in words
    for word in ("NamedTuple", "dataclass", "super()", "np.float32", ".astype(", "self."):
        assert word in words
