"""The assignments of other modules to their numbers: ``total = 0`` in a class there, which a method replaces later.

mypy knows only that such an attribute is an `int`. `variables.number_sources` asks here for the values.
"""

from __future__ import annotations

from mypy.nodes import Var
from mypy.plugin import CheckerPluginInterface

from ..installed_packages import is_of_program
from ..mypy_compat.modules import current_file, loaded_modules
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

        The result is None for a variable of the file under check, and of a stub or an installed package.
        """
        # `info` is false outside classes
        module, here = var.info.module_name if var.info else var.fullname.rpartition(".")[0], current_file(api).fullname
        defining = loaded_modules(api).get(module)
        if module == here or defining is None or not is_of_program(defining):
            return None
        is_stored = self._stored.is_stored_outside(api, var.name, (module, here))
        source = self._functions.source(api, module)
        if source is None:  # it may store anything
            return Elsewhere(Assignments(), is_stored=True)
        return Elsewhere(assignments_of(source.tree), is_stored)
