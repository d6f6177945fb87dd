"""Checks: contractions, softmax, norms, losses, parameters and gradients, compared with a policy.

Each check is silent if the dtype is unknown, or weak. In a package, the finding is at the program's call into it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...diagnostics.accumulation import SOFTMAX
from ...diagnostics.codes import (
    POLICY_ACCUMULATE,
    POLICY_GRADIENTS,
    POLICY_LOSS,
    POLICY_MOMENTS,
    POLICY_NORM,
    POLICY_PARAMS,
    POLICY_SOFTMAX,
    Code,
)
from ...dtype_info import dtype_info
from ...rules.tables import written_name
from ..findings import call_chain, calls_into_packages, tell
from ..places import Place
from ..slots import array_leaves
from ..values import Array, Tuple, Value
from .declaration import ANY, FLOATS, Policy
from .entries import Outputs, returned_place
from .inputs import bound_attribute
from .tables import (
    CONTRACTIONS,
    MOMENTS,
    NORMS,
    NORMS_OF_OPTAX,
    RUNNING_SUMS,
    SHORT_MOMENTS,
    STATISTICS,
    says_loss,
    says_norm,
)

if TYPE_CHECKING:
    from ..definitions import Definition
    from ..flows import FunctionFlow
    from ..run import Run


class PolicyChecks:
    """The checks of one run, whose findings are shown in the files of the program."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.outputs = Outputs(policy)

    def on_call(self, run: Run, name: str, result: Value) -> None:
        """Check a function or operator of JAX.

        Args:
            run: the run, at the call.
            name: the function's full name.
            result: what it returns.
        """
        shown = '"@"' if name == "matmul" else written_name(name)
        if name in CONTRACTIONS or name == "matmul":
            self._below(run, "accumulate", POLICY_ACCUMULATE, result, f"{shown} accumulates in",
                        "Write jnp.matmul(..., preferred_element_type=jnp.{})" if name == "matmul"
                        else "Pass preferred_element_type=jnp.{}")  # fmt: skip
        elif name in RUNNING_SUMS:
            advice = "Cast the argument: .astype(jnp.{})"
            self._below(run, "accumulate", POLICY_ACCUMULATE, result, f"{shown} accumulates in", advice)
        elif name in SOFTMAX:
            advice = "Cast the argument: .astype(jnp.{})"
            self._below(run, "softmax", POLICY_SOFTMAX, result, f"{shown} is computed in", advice)
        elif name in NORMS or (name in STATISTICS and _is_inside_norm(run)):
            advice = "Cast the argument: .astype(jnp.{})"
            self._below(run, "norm", POLICY_NORM, result, f"{shown} of a norm is computed in", advice)

    def on_return(self, run: Run, definition: Definition, flow: FunctionFlow) -> None:
        """Check what a function returns; the run is still in the context of the call."""
        if flow.heap is None or definition.is_generator:
            return
        self.outputs.add(run, definition, flow)
        fullname = f"{definition.module}.{definition.name}"
        if fullname.startswith("optax.") and definition.name in NORMS_OF_OPTAX:
            self._below(run, "norm", POLICY_NORM, flow.value, f"optax.{definition.name} is computed in", "")
        elif says_loss(definition.name) or definition.module.startswith(("optax.losses", "optax._src.loss")):
            place = returned_place(definition)
            advice = "Cast the inputs of the loss: .astype(jnp.{})"
            self._below(run, "loss", POLICY_LOSS, first_result(flow.value), f"{definition.name} returns", advice, place)

    def on_gradient(self, run: Run, function: Value, result: Value, gradients: Value) -> None:
        """Check the results of ``grad`` and ``value_and_grad``."""
        name = getattr(getattr(function[0], "definition", None), "name", "") if len(function) == 1 else ""
        if not says_loss(name):
            what = f"the differentiated function {name} returns" if name else "the differentiated function returns"
            self._below(run, "loss", POLICY_LOSS, first_result(result), what, "Return it with .astype(jnp.{})")
        leaves = float_leaves(run, gradients)
        advice = "Differentiate with respect to {} parameters"
        self._below(run, "gradients", POLICY_GRADIENTS, leaves, "the gradients are", advice)

    def on_parameter(self, run: Run, name: object, value: Value) -> None:
        """Check the dtype of a new parameter of a model."""
        definition = self.definition(run)
        wanted = self.policy.dtype("params", definition)
        for dtype in float_dtypes(value) if wanted is not None else ():
            if dtype != wanted and run.records.is_on:
                shown = f'the parameter "{name}"' if isinstance(name, str) else "a parameter"
                message = f"{shown} is {dtype}, and the policy says params = {wanted}"
                advice = f"Make it with dtype=jnp.{wanted}, or pass param_dtype to the layer"
                tell(run, self.place(run)[0], POLICY_PARAMS, message, advice)

    def on_state(self, run: Run, owner: str, fields: Iterable[tuple[object, Value]]) -> None:
        """Check the moments in a new state of an optimizer: a named tuple, an instance or a dict."""
        if any(record.definition.name.startswith("update") for record in run.stack):
            return  # the state that `init` makes is told
        known = dict(fields)
        both = all(name in known for name in SHORT_MOMENTS)
        names = [name for name in known if name in MOMENTS or (both and name in SHORT_MOMENTS)]
        leaves = {name: float_leaves(run, known[name]) for name in names}
        narrow = [f'"{name}"' for name in names if leaves[name]]
        if narrow:
            what = f"{' and '.join(narrow)} of {owner or 'this state'} are"
            value = tuple(leaf for name in names for leaf in leaves[name])
            self._below(run, "moments", POLICY_MOMENTS, value, what, "Make the moments with dtype=jnp.{}")

    def attribute(self, run: Run, value: Value, name: str) -> Value:
        """The value of an attribute that the program reads; an option that the policy binds is known."""
        return bound_attribute(run, self.policy, value, name)

    def _below(
        self, run: Run, field: str, code: Code, value: Value, what: str, advice: str, place: Place | None = None
    ) -> None:
        """Tell arrays whose dtype is narrower than the policy says."""
        wanted = self.policy.dtype(field, self.definition(run))
        if wanted is None:
            return
        found = [dtype for dtype in float_dtypes(value) if is_below(dtype, wanted)]
        if not found:
            return
        message = f"{what} {found[0]}, and the policy says {field} = {wanted}"
        at, calls = self.place(run)
        if at != run.place:
            package = run.source.name.partition(".")[0]
            advice = f'It happens inside {package}; if it is meant, write {field} = "{ANY}" for this function'
        if place is not None and place.path in run.program_files:
            at, calls = place, None
        tell(run, at, code, message, advice.format(wanted))
        verdicts = run.records.verdicts.get((at, run.context), {})
        if calls is not None and code.name in verdicts:
            verdicts[code.name] = verdicts[code.name]._replace(calls=verdicts[code.name].calls[:calls])

    def definition(self, run: Run) -> Definition | None:
        """The innermost function of the program that runs; None at the top level of a module."""
        of_program = (each.definition for each in reversed(run.stack) if each.definition.path in run.program_files)
        return next(of_program, None)

    def place(self, run: Run) -> tuple[Place, int | None]:
        """The current place; in a package, the program's call that leads there, and the number of calls before it."""
        if run.place.path in run.program_files:
            return run.place, None
        calls = calls_into_packages(call_chain(run), run.program_files.__contains__)
        return (calls[-1].place, len(calls) - 1) if calls else (run.place, None)


def is_below(dtype: str, wanted: str) -> bool:
    """Whether a float dtype is narrower than another."""
    return (dtype_info(dtype).bits or 0) < (dtype_info(wanted).bits or 0)


def float_dtypes(value: Value) -> list[str]:
    """The float dtypes of the arrays among some alternatives; none if one of them is unknown."""
    found = [item.dtype for item in value if isinstance(item, Array)]
    return [dtype for dtype in found if dtype in FLOATS] if None not in found else []


def float_leaves(run: Run, value: Value) -> Value:
    """The arrays of a pytree."""
    return tuple(leaf for _, leaf in array_leaves(run, value) if isinstance(leaf, Array) and leaf.dtype in FLOATS)


def first_result(value: Value) -> Value:
    """The loss in what a function returns: the value itself, or the first item of a tuple."""
    return tuple(
        one for item in value for one in (item.items[0] if isinstance(item, Tuple) and item.items else (item,))
    )


def _is_inside_norm(run: Run) -> bool:
    """Whether the function that runs, or the one that calls it, is a norm by its name."""
    return any(says_norm(record.definition.qualname) for record in run.stack[-2:])
