"""Variables and attributes of other files that the program assigns again: ``model.w += x``, ``config.SCALE = x``.

The file that defines one assigns it once, so mypy infers its type, with the dtype, from that value. It has no dtype in
files that assign it again, and attributes have none in files that import these. In other files it keeps its dtype: mypy
checks imported files first, and does not check them again when another file changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from mypy.nodes import FuncDef, MemberExpr, MypyFile, NameExpr, TypeInfo, Var
from mypy.plugin import AttributeContext, CheckerPluginInterface
from mypy.types import Instance, Type

from ..any_type import ANYTHING
from ..mypy_compat.modules import current_file
from ..types.array_types import has_dtypes, without_dtypes
from ..types.dtype_arguments import dtype_class
from ..variables.assignment_record import Assignments
from ..variables.assignments import assignments_of
from ..variables.keys import Key, key_of_symbol
from ..variables.symbols import has_inferred_type, overridden, variable
from .binder import set_type

IsStored = Callable[[CheckerPluginInterface, str, Collection[str]], bool]
"""Whether another module than the given ones may assign an attribute of this name."""

IsOverridden = Callable[[CheckerPluginInterface, TypeInfo, str], bool]
"""Whether a derived class, as far as the module under check can see, defines an attribute of this name."""


class VariablesElsewhere:
    """The variables of other files whose type changes while the checked files are: mypy has no hook for them.

    These are the variables of modules that a file assigns, ``config.SCALE = x``, or imports from several modules, and
    the dtypes in classes that a derived class replaces: ``dtype = jnp.float16``. Their types change for all files that
    are checked later.
    """

    def __init__(self) -> None:
        self._opened: dict[str, list[tuple[Var, Type]]] = {}
        """The variables that each file has opened, with their types before."""

    def open(self, api: CheckerPluginInterface) -> None:
        """Open the variables that a file assigns or replaces. mypy's daemon may have checked the file before."""
        tree = current_file(api)
        for var, t in self._opened.pop(tree.fullname, ()):
            set_type(var, t)
        arrays = {var: without_dtypes(var.type) for var in _assigned(tree) if var.type and has_dtypes(var.type)}
        opened: dict[Var, Type] = {**arrays, **dict.fromkeys(_replaced_dtypes(api, tree), ANYTHING)}
        before = [(var, var.type) for var in opened if var.type is not None]
        for var, t in opened.items():
            set_type(var, t)
        if before:
            self._opened[tree.fullname] = before


def _replaced_dtypes(api: CheckerPluginInterface, tree: MypyFile) -> Iterator[Var]:
    """The attributes of other files' classes that hold dtypes, and that classes of this file replace."""
    for lvalue, _ in assignments_of(tree).open_firsts():
        var = variable(api, lvalue)
        for base in () if var is None else overridden(var):
            if has_inferred_type(base) and base.info.module_name != tree.fullname:
                yield base


def _assigned(tree: MypyFile) -> Iterator[Var]:
    """The variables of other modules, without a declared type, that a file assigns or imports from several modules."""
    for lvalue in assignments_of(tree).targets_everywhere():
        match lvalue:
            case NameExpr(node=Var() as var) | MemberExpr(node=Var() as var) if has_inferred_type(var) and not var.info:
                if var.fullname.rpartition(".")[0] not in ("", tree.fullname):  # a local variable has no module
                    yield var


def open_attribute(ctx: AttributeContext, is_stored: IsStored, is_overridden: IsOverridden) -> Type:
    """The type of an attribute, without its dtypes if the program replaces it outside the file of its class.

    Args:
        ctx: an attribute of an object or a class, also as the target of an assignment.
        is_stored: whether another module of the program may assign an attribute of a name.
        is_overridden: whether a derived class replaces an attribute of a class.
    """
    t, member, api = ctx.default_attr_type, ctx.context, ctx.api
    is_dtype = dtype_class(t) is not None
    if not isinstance(member, MemberExpr) or not (is_dtype or has_dtypes(t)):
        return t
    var, here = variable(api, member), current_file(api).fullname
    if var is None or not var.info or not has_inferred_type(var) or var.info.module_name == here:
        return t
    is_replaced = (
        _is_assigned(assignments_of(current_file(api)), key_of_symbol(var), var)
        or is_stored(api, var.name, (var.info.module_name, here))
        or (isinstance(ctx.type, Instance) and is_overridden(api, ctx.type.type, var.name))
    )
    if not is_replaced:
        return t
    return ANYTHING if is_dtype else without_dtypes(t)


def _is_assigned(assignments: Assignments, key: Key, var: Var) -> bool:
    """Whether a file assigns an attribute of another file's class, on an object or in a derived class."""
    if key in assignments.assigned_on_others:
        return True
    functions = [site.function for site in assignments.places.get(key, ())]
    return any(isinstance(f, FuncDef) and f.info and var.info in f.info.mro for f in functions)
