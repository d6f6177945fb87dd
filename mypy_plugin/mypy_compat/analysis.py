"""mypy's semantic analysis: the analyzer behind a hook, and one of the plugin's own for a file that it reads again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from mypy.errors import Errors
from mypy.nodes import Expression, FuncDef, MypyFile, Statement, TypeInfo
from mypy.options import Options
from mypy.parse import parse
from mypy.plugin import AnalyzeTypeContext, CheckerPluginInterface, SemanticAnalyzerPluginInterface
from mypy.semanal import SemanticAnalyzer
from mypy.semanal_pass1 import SemanticAnalyzerPreAnalysis

from .modules import loaded_modules, set_full_name, whole_plugin

if TYPE_CHECKING:
    from mypy.typeanal import TypeAnalyser

# ------------------------------------------------------------------------------------- the analyzer behind a hook


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


# ------------------------------------------------------------------------------------------ an analyzer of our own


class SeparateAnalysis:
    """The analysis of a module that mypy has analyzed before, to have its syntax tree again.

    Args:
        api: the type checker.
        options: mypy's options for the module.
    """

    # mypy 2.4: no hook has the text of a file, and mypy frees the bodies of functions.

    def __init__(self, api: CheckerPluginInterface, options: Options) -> None:
        self._options = options
        self._errors = Errors(options)
        self._modules, self._plugin = loaded_modules(api), whole_plugin(api)

    def parsed(self, text: bytes, path: str, fullname: str) -> MypyFile | None:
        """The syntax tree of a module's text; None if it has a syntax error."""
        tree = parse(text, path, fullname, self._errors, self._options, eager=True)
        if self._errors.is_blockers():
            return None
        set_full_name(tree, fullname)
        tree.path = path
        SemanticAnalyzerPreAnalysis().visit_file(tree, path, fullname, self._options)
        return tree

    def begin(self, tree: MypyFile) -> None:
        """Begin to bind the names in a tree, whose module has mypy's symbols."""
        imports = {tree.fullname: {*self._modules}}  # mypy itself has checked the imports
        incomplete: set[str] = set()
        self._tree = tree
        self._analyzer = SemanticAnalyzer(self._modules, {}, incomplete, self._errors, self._plugin, imports)
        self._reset()

    def _reset(self) -> None:
        """Let the next analysis begin outside all functions of the module."""
        analyzer = self._analyzer
        analyzer.global_decls, analyzer.nonlocal_decls = [set()], [set()]
        analyzer.globals, analyzer.imports = self._tree.names, set()
        analyzer.progress = False

    def bind_function(self, function: FuncDef, info: TypeInfo | None, others: Iterable[Expression]) -> None:
        """Bind the names in a function, and in other expressions of its definition.

        Args:
            function: the function.
            info: the class whose method it is.
            others: its decorators, and the defaults of its parameters.
        """
        for is_final in (False, True):
            self._reset()
            self._analyzer.refresh_partial(function, [], is_final, self._tree, self._options, info)
            if not self._analyzer.deferred:
                break
        self.bind(others, info)
        self._analyzer.saved_locals.clear()

    def bind(self, expressions: Iterable[Expression], info: TypeInfo | None = None) -> None:
        """Bind the names in expressions outside functions, of a class or of the module."""
        with self._analyzer.file_context(self._tree, self._options, info):
            for expression in expressions:
                expression.accept(self._analyzer)
