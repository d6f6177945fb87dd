"""Follows variables that hold arrays of one dtype after another: ``x = x.astype(jnp.bfloat16)``.

mypy infers a variable's type from its first assignment, and reports a later assignment of another dtype as an error. So
this module declares each variable that is assigned more than once as an array of unknown dtype. A list, dict or tuple
of arrays gets items of unknown dtype. mypy's binder, which follows the control flow, then knows the dtype after each
assignment.

mypy has no hook for assignments. So when mypy begins to check a file, each value assigned to such a variable is wrapped
in a marker call (`marked`). The hooks of that call see every value, and return the type that mypy uses for it.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, MypyFile, TempNode
from mypy.plugin import CheckerPluginInterface, MethodContext, MethodSigContext
from mypy.types import FunctionLike, Type

from ..any_type import ANYTHING
from ..mypy_compat import current_file
from ..per_file_cache import OfFiles
from ..variables.assignments import assignments_of
from .followed_values import FollowedValues


class AssignedValues:
    """The assigned values that the plugin follows in the files under check."""

    def __init__(self) -> None:
        self._values = OfFiles(FollowedValues)

    def begin(self, ctx: MethodContext) -> Type:
        """Method hook of `START`: mypy begins to check a file."""
        self.look(ctx.api)
        return ctx.default_return_type

    def look(self, api: CheckerPluginInterface) -> None:
        """Mark the assignments of the file that mypy is checking, if that has not been done yet."""
        values = self._values(current_file(api))
        if not values.is_complete:
            values.mark(api)

    def evaluated(self, ctx: MethodSigContext) -> FunctionLike:
        """Method signature hook of the marker: declare the type that mypy uses for the value as the call's result.

        The value is evaluated here, once. Its place in the call is taken by a placeholder until `restored`.
        """
        call, api = ctx.context, ctx.api
        self.look(api)  # mypy's daemon may check a single function, without the file's first statement
        tree: MypyFile = current_file(api)
        value = self._values(tree).by_call.get(call) if isinstance(call, CallExpr) else None
        if value is None or not isinstance(call, CallExpr):
            return ctx.default_signature
        result_type = value.type_for_mypy(api, assignments_of(tree), api.type_context[-1])
        call.args[0] = TempNode(ANYTHING, context=call)
        return ctx.default_signature.copy_modified(ret_type=result_type)

    def restored(self, ctx: MethodContext) -> Type:
        """Method hook of the marker: put the value back into the call as its argument."""
        call = ctx.context
        values = self._values(current_file(ctx.api))
        value = values.by_call.get(call) if isinstance(call, CallExpr) else None
        if value is not None and isinstance(call, CallExpr):
            call.args[0] = value.site.value
        return ctx.default_return_type
