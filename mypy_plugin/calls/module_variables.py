"""The known parts of a variable of an installed module whose only value is the result of a call: ``relu = named(f)``.

Such variables are the defaults of parameters. The value is checked as the body of a function without parameters.
"""

from __future__ import annotations

from mypy.nodes import GDEF, Block, CallExpr, Expression, FuncDef, NameExpr, ReturnStmt, Var
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType

from ..any_type import ANYTHING
from ..installed_packages import is_installed
from ..mypy_compat.modules import set_full_name
from ..variables.assignment_marker import inner_value
from ..variables.assignments import assignments_of
from ..variables.keys import key_of
from .answers import Answers
from .called_functions import Target
from .parts import NOTHING, Given, Parts
from .source_trees import Definition, SourceTree


class ModuleVariables:
    """Infers the parts of variables of modules.

    Args:
        answers: checks the values.
    """

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._functions: dict[Expression, FuncDef] = {}
        """The functions that return the values."""

    def parts(self, api: CheckerPluginInterface, source: SourceTree, expression: Expression) -> Parts:
        """The parts of a variable.

        Args:
            api: the type checker.
            source: the module that assigns the variable.
            expression: the variable, in a function of that module; or a call.
        """
        value: Expression | None = expression
        if isinstance(expression, NameExpr) and expression.kind == GDEF and isinstance(expression.node, Var):
            key = key_of(expression)
            value = assignments_of(source.tree).functions.get(key) if key is not None else None
        if not isinstance(value, CallExpr) or not is_installed(source.tree.path):
            return NOTHING
        function = self._functions.get(value)
        if function is None:
            function = self._functions[value] = _returning(api, inner_value(value))
        target = Target(Definition(function, None, []), source)
        return self._answers.answer(api, target, Given((), ())).parts


def _returning(api: CheckerPluginInterface, value: Expression) -> FuncDef:
    """A function that returns a value."""
    statement = ReturnStmt(value)
    body = Block([statement])
    signature = CallableType([], [], [], ANYTHING, api.named_generic_type("builtins.function", []))
    function = FuncDef("<value>", [], body, signature)
    set_full_name(function, "<value>")
    for node in (statement, body, function):
        node.set_line(value)
    return function
