"""The assignments of other modules to their numbers: ``total = 0`` in a class there, which a method replaces later.

mypy knows only that such an attribute is an `int`. `variables.number_sources` asks here for the values.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile, Var
from mypy.plugin import CheckerPluginInterface

from ..flow.stored_names import stored_names
from ..installed_packages import is_installed
from ..mypy_compat import current_file, loaded_modules
from ..variables.assignment_record import Assignments
from ..variables.assignments import assignments_of
from ..variables.number_sources import Elsewhere
from .called_functions import CalledFunctions
from .stored_values import StoredValues


class NumbersElsewhere:
    """Finds the assignments to the numbers of other modules of the program.

    Args:
        functions: has the syntax trees of modules.
        stored: the names under which modules store values.
    """

    def __init__(self, functions: CalledFunctions, stored: StoredValues) -> None:
        self._functions, self._stored = functions, stored

    def of(self, api: CheckerPluginInterface, var: Var) -> Elsewhere | None:
        """The assignments of the module that defines a variable or attribute.

        The result is None for a variable of the file under check, and of a module whose source is no part of the
        program.
        """
        module = (
            var.info.module_name if var.info else var.fullname.rpartition(".")[0]
        )  # `info` is false outside classes
        here, modules = current_file(api), loaded_modules(api)
        defining = modules.get(module)
        if module == here.fullname or defining is None or not isinstance(api, TypeChecker):
            return None
        if not _is_of_program(defining):
            return None
        reached = self._stored.modules(api)
        others = [modules[name] for name in reached - {module, here.fullname} if name in modules]
        source = self._functions.source(api, module)
        is_stored = any(var.name in stored_names(other.path, other.fullname).attributes for other in others)
        if source is None:  # it may store anything
            return Elsewhere(Assignments(), is_stored=True)
        return Elsewhere(assignments_of(source.tree), is_stored)


def _is_of_program(module: MypyFile) -> bool:
    """Whether a module is source code of the program."""
    return not module.is_stub and module.path.endswith(".py") and not is_installed(module.path)
