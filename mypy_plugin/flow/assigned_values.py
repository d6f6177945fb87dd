"""Follows variables that hold arrays of one dtype after another: ``x = x.astype(jnp.bfloat16)``.

mypy infers a variable's type from its first assignment, and reports a later assignment of another dtype as an error. So
this module declares each variable that is assigned more than once as an array of unknown dtype. A list, dict or tuple
of arrays gets items of unknown dtype. mypy's binder, which follows the control flow, then knows the dtype after each
assignment.

mypy has no hook for assignments. So when mypy begins to check a file, each value assigned to such a variable is wrapped
in a marker call (`marked`). The hooks of that call see every value, and return the type that mypy uses for it.
"""

from __future__ import annotations

from mypy.nodes import AssignmentExpr, CallExpr, MypyFile, TempNode
from mypy.plugin import CheckerPluginInterface, MethodContext, MethodSigContext
from mypy.types import FunctionLike, NoneType, Type, get_proper_type

from ..any_type import ANYTHING
from ..known_dtypes import refined_at
from ..mypy_compat.modules import current_file
from ..per_file_cache import OfFiles
from ..types.array_types import without_dtypes
from ..variables.assignments import assignments_of
from .assigned_types import is_transformed_function, may_hold_number
from .followed_values import FollowedValues
from .notes import result
from .tested_values import never_holds_array
from .variables_elsewhere import VariablesElsewhere


class AssignedValues:
    """The assigned values that the plugin follows in the files under check."""

    def __init__(self) -> None:
        self._values = OfFiles(FollowedValues)
        self._elsewhere = VariablesElsewhere()
        self._results: dict[CallExpr, Type] = {}
        """The types that mypy uses for values, by the marker calls that it is checking."""

    def begin(self, ctx: MethodContext) -> Type:
        """Method hook of `START`: mypy begins to check a file."""
        self.prepare_file(ctx.api)
        return ctx.default_return_type

    def prepare_file(self, api: CheckerPluginInterface) -> None:
        """Mark the assignments of the file that mypy is checking, if that has not been done yet."""
        values = self._values(current_file(api))
        if not values.is_complete:
            self._elsewhere.open(api)
            values.mark(api)

    def assigned_type_signature(self, ctx: MethodSigContext) -> FunctionLike:
        """Method signature hook of the marker: declare the type that mypy uses for the value as the call's result.

        The value is evaluated here, once. Its place in the call is taken by a placeholder until `put_value_back`.
        """
        call, api = ctx.context, ctx.api
        self.prepare_file(api)  # mypy's daemon may check a single function, without the file's first statement
        if not isinstance(call, CallExpr):
            return ctx.default_signature
        tree: MypyFile = current_file(api)
        values, expected = self._values(tree), api.type_context[-1]
        if (subject := values.subjects.get(call)) is not None:
            subject.choose(api, assignments_of(tree))
            return ctx.default_signature
        value = values.by_call.get(call)
        if value is not None:
            result_type = value.type_for_mypy(api, assignments_of(tree), expected)
            statement = value.site.statement
            if isinstance(statement, AssignmentExpr) and never_holds_array(api, value.site.value, result_type):
                statement.value = value.site.value  # mypy narrows the variables in it if it is a condition
        elif call in values.reads:
            read = values.copies.setdefault(call, call.args[0])
            result_type = refined_at(api, read, api.get_expression_type(read, expected), expected)
        else:
            copy = values.copies.setdefault(call, call.args[0])
            result_type = _type_in_copy(api.get_expression_type(copy, expected))
        # mypy's option `disallow_any_expr` would report a placeholder of type `Any`.
        call.args[0] = TempNode(NoneType(), context=call)
        self._results[call] = result_type
        return ctx.default_signature.copy_modified(ret_type=result_type)

    def put_value_back(self, ctx: MethodContext) -> Type:
        """Method hook of the marker: put the value back into the call as its argument."""
        call = ctx.context
        if isinstance(call, CallExpr):
            values = self._values(current_file(ctx.api))
            if call in values.subjects:
                return result(ctx)
            value = values.by_call.get(call)
            call.args[0] = values.copies.get(call, call.args[0]) if value is None else value.site.value
            # mypy would simplify unions in a result, and infer the type variables of a generic function.
            return self._results.pop(call, ctx.default_return_type)
        return ctx.default_return_type


def _type_in_copy(value: Type) -> Type:
    """The type that mypy uses for a value in a copy of a function's body, in which the plugin follows no variable.

    mypy checks a copy for each value of a type variable such as ``TypeVar("T", int, float)``.
    """
    proper = get_proper_type(value)
    is_open = isinstance(proper, NoneType) or may_hold_number(proper) or is_transformed_function(proper)
    return ANYTHING if is_open else without_dtypes(value)
