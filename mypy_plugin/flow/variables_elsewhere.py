"""Variables and attributes of other files that the program assigns again: ``model.w += x``, ``config.SCALE = x``.

The file that defines one assigns it once, so mypy infers its type, with the dtype, from that value. It has no dtype in
files that assign it again, and in files that import them. In the file that defines it, it keeps its dtype: mypy has
checked that file before, and does not check it again when another file changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef, MemberExpr, NameExpr, Var
from mypy.plugin import AttributeContext, CheckerPluginInterface
from mypy.types import Type

from ..mypy_compat import current_file
from ..types.array_types import has_dtypes, without_dtypes
from ..variables.assignment_record import Assignments
from ..variables.assignments import assignments_of
from ..variables.keys import Key, flattened, key_of_symbol
from ..variables.symbols import variable
from .binder import set_type

IsStored = Callable[[TypeChecker, str, Collection[str]], bool]
"""Whether another module than the given ones may assign an attribute of this name."""


def open_module_variables(api: CheckerPluginInterface, assignments: Assignments) -> None:
    """Take the dtypes of variables of other modules that the file assigns: ``config.SCALE = x``, ``global SCALE``.

    mypy has no hook for them, so their type changes for all files that are checked later.
    """
    here = current_file(api).fullname
    for site in (site for sites in assignments.places.values() for site in sites):
        for lvalue in flattened(site.lvalues):
            match lvalue:
                case NameExpr(node=Var() as var) | MemberExpr(node=Var() as var):
                    is_elsewhere = not var.info and var.fullname.rpartition(".")[0] not in ("", here)
                    if is_elsewhere and var.is_inferred and var.type is not None and has_dtypes(var.type):
                        set_type(var, without_dtypes(var.type))


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
