"""The dtypes in results of equinox's derivatives: ``eqx.filter_value_and_grad(loss)(model, x, y)``.

Unlike JAX's derivatives, they accept a first argument that holds anything, and differentiate only the floating-point
arrays in it. The other places of the gradient hold None.
"""

from __future__ import annotations

from mypy.plugin import FunctionContext, MethodContext

from ...system import System
from ..transformations.gradients import gradient
from ..trees.tree_leaves import INEXACT
from ..types.array_types import unfolded
from ..types.operands import dtypes_of
from .decorators import Wrapping
from .parts import Parts, Step, arrays_in, prefixed, subtree
from .results import holds_dtypes
from .returned_values import Value, is_known_array, traced_value, with_own_type

FIRST: Step = ("[", 0)
SECOND: Step = ("[", 1)


def parts_of_filtered(
    ctx: FunctionContext | MethodContext, wrapped: Wrapping, given: Parts, value: Value, system: System
) -> Parts:
    """The parts of the result of a call.

    Args:
        ctx: the call.
        wrapped: the derivative.
        given: the parts of the first argument, with its own type.
        value: the result of the differentiated function.
        system: the promotion system.
    """
    gradients = {
        path: gradient(ctx, t, system)
        for path, t in given.items()
        if is_known_array(t) and INEXACT.issuperset(dtypes_of(unfolded(t)) or ("unknown",))
    }
    is_filtered = wrapped.derivative.startswith("equinox.")  # the gradients of flax are in a state of another structure
    gradients = {path: t for path, t in gradients.items() if is_filtered and holds_dtypes(t)}
    returned = arrays_in(with_own_type(traced_value(ctx, value, system, has_aux=wrapped.has_aux)))
    if wrapped.derivative.endswith("value_and_grad"):
        return {**prefixed(returned, FIRST), **prefixed(gradients, SECOND)}
    if wrapped.has_aux:
        return {**prefixed(gradients, FIRST), **prefixed(subtree(returned, SECOND), SECOND)}
    return gradients
