"""Variables and attributes of other files that the program assigns again: ``model.w += x``, ``config.SCALE = x``.

The file that defines one assigns it once, so mypy infers its type, with the dtype, from that value. A variable has no
dtype in files that assign it again, and an attribute has none in any other file.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import MemberExpr, MypyFile, NameExpr, Var
from mypy.plugin import AttributeContext, CheckerPluginInterface
from mypy.types import Type

from ..any_type import ANYTHING
from ..mypy_compat.modules import current_file
from ..types.array_types import has_dtypes, without_dtypes
from ..types.dtype_arguments import dtype_class
from ..variables.assignments import assignments_of
from ..variables.symbols import has_inferred_type, overridden, variable
from .binder import set_type


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


def open_attribute(ctx: AttributeContext) -> Type:
    """The type of an attribute, without the dtypes that mypy infers in another file: any file may replace them.

    Args:
        ctx: an attribute of an object or a class, also as the target of an assignment.
    """
    t, member, api = ctx.default_attr_type, ctx.context, ctx.api
    is_dtype = dtype_class(t) is not None
    if not isinstance(member, MemberExpr) or not (is_dtype or has_dtypes(t)):
        return t
    var, here = variable(api, member), current_file(api).fullname
    if var is None or not var.info or not has_inferred_type(var) or var.info.module_name == here:
        return t
    return ANYTHING if is_dtype else without_dtypes(t)
