"""mypy's semantic analysis: the analyzer behind a hook."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from mypy.nodes import MypyFile, Statement
from mypy.plugin import AnalyzeTypeContext, SemanticAnalyzerPluginInterface
from mypy.semanal import SemanticAnalyzer

if TYPE_CHECKING:
    from mypy.typeanal import TypeAnalyser


def analyzer_of(ctx: AnalyzeTypeContext) -> SemanticAnalyzerPluginInterface:
    """The semantic analyzer, which knows the file and the statement to which the annotation of a type hook belongs."""
    # mypy 2.4: `ctx.api` is the `TypeAnalyser`, which shows hooks the annotation without the statement around it.
    return _analyzer(ctx)


def _analyzer(ctx: AnalyzeTypeContext) -> SemanticAnalyzer:
    return cast("SemanticAnalyzer", cast("TypeAnalyser", ctx.api).api)


def analyzed_file(ctx: AnalyzeTypeContext) -> MypyFile:
    """The file in which the annotation of a type hook is."""
    # mypy 2.4: the interface has the name of the module alone.
    return _analyzer(ctx).cur_mod_node


def analyzed_statement(ctx: AnalyzeTypeContext) -> Statement | None:
    """The statement in which the annotation of a type hook is."""
    # mypy 2.4: see `analyzer_of`.
    return _analyzer(ctx).statement


def is_in_function(ctx: AnalyzeTypeContext) -> bool:
    """Whether the annotation of a type hook is in the body of a function."""
    # mypy 2.4: see `analyzer_of`.
    return _analyzer(ctx).is_func_scope()
