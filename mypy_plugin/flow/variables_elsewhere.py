"""Variables and attributes of other files that the program assigns again: ``model.w += x``, ``config.SCALE = x``.

The file that defines one assigns it once, so mypy infers its type, with the dtype, from that value. It has no dtype in
files that assign it again, and attributes have none in files that import these. In other files it keeps its dtype: mypy
checks imported files first, and does not check them again when another file changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef, MemberExpr, MypyFile, NameExpr, Var
from mypy.plugin import AttributeContext, CheckerPluginInterface
from mypy.types import Type

from ..mypy_compat import current_file
from ..types.array_types import has_dtypes, without_dtypes
from ..variables.assignment_record import Assignments
from ..variables.assignments import assignments_of
from ..variables.keys import Key, key_of_symbol
from ..variables.symbols import variable
from .binder import set_type

IsStored = Callable[[TypeChecker, str, Collection[str]], bool]
"""Whether another module than the given ones may assign an attribute of this name."""


class ModuleVariables:
    """The variables of other modules that the checked files assign: ``config.SCALE = x``, ``global SCALE``.

    mypy has no hook for them, so their types change, for all files that are checked later.
    """

    def __init__(self) -> None:
        self._opened: dict[str, list[tuple[Var, Type]]] = {}
        """The variables that each file has opened, with their types before."""

    def open(self, api: CheckerPluginInterface) -> None:
        """Take the dtypes of the variables that a file assigns. mypy's daemon may have checked the file before."""
        tree = current_file(api)
        for var, t in self._opened.pop(tree.fullname, ()):
            set_type(var, t)
        opened = {var: var.type for var in _assigned(tree) if var.type is not None and has_dtypes(var.type)}
        for var, t in opened.items():
            set_type(var, without_dtypes(t))
        if opened:
            self._opened[tree.fullname] = [*opened.items()]


def _assigned(tree: MypyFile) -> Iterator[Var]:
    """The variables of other modules, without a declared type, that a file assigns or imports from several modules."""
    for lvalue in assignments_of(tree).targets_everywhere():
        match lvalue:
            case NameExpr(node=Var() as var) | MemberExpr(node=Var() as var) if var.is_inferred and not var.info:
                if var.fullname.rpartition(".")[0] not in ("", tree.fullname):  # a local variable has no module
                    yield var


def open_attribute(ctx: AttributeContext, is_stored: IsStored) -> Type:
    """The type of an attribute, without dtypes if the program assigns it outside the file of its class.

    Args:
        ctx: an attribute of an object or a class, also as the target of an assignment.
        is_stored: whether another module of the program may assign an attribute of a name.
    """
    t, member, api = ctx.default_attr_type, ctx.context, ctx.api
    if not isinstance(member, MemberExpr) or not isinstance(api, TypeChecker) or not has_dtypes(t):
        return t
    var, here = variable(api, member), api.tree.fullname
    if var is None or not var.info or not var.is_inferred or var.info.module_name == here:
        return t
    modules = (var.info.module_name, here)
    is_assigned = _is_assigned(assignments_of(api.tree), key_of_symbol(var), var)
    return without_dtypes(t) if is_assigned or is_stored(api, var.name, modules) else t


def _is_assigned(assignments: Assignments, key: Key, var: Var) -> bool:
    """Whether a file assigns an attribute of another file's class, on an object or in a derived class."""
    if key in assignments.assigned_on_others:
        return True
    functions = [site.function for site in assignments.places.get(key, ())]
    return any(isinstance(f, FuncDef) and f.info and var.info in f.info.mro for f in functions)
