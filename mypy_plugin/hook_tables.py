"""The hooks by the full names of the functions, methods and attributes that they are for.

Each room of the plugin has its own tables. Here they become one table for each kind of hook. No name is in two tables,
so the order in which they are merged does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from mypy.plugin import AttributeContext, FunctionContext, MethodContext, MethodSigContext
from mypy.types import FunctionLike, Type

from .annotations.instance_checks import CHECKS, checked_instance
from .annotations.jaxtyping_results import all_with_categories_erased, with_categories_erased
from .callables.partial import PARTIAL, PARTIAL_CALL, waiting_transformation
from .flow.assigned_values import AssignedValues
from .flow.containers import container_hooks
from .flow.items_of_arrays import ITEM, number_as_expected
from .flow.start_statement import START
from .flow.unknown_defaults import FUNCTIONS_WITH_DEFAULTS, METHODS_WITH_DEFAULTS, never_none
from .flow.variables_elsewhere import open_attribute
from .functions.jax_functions import attribute_hooks, dtype_hooks, function_hook, method_rule_hooks
from .functions.promoted_dtypes import PROMOTED, promoted_dtype
from .known_dtypes import has_own_place, refined
from .modes.possible_modes import HooksInModes
from .numpy_arrays.numpy_dtypes import NumPyCalls
from .numpy_arrays.numpy_functions import numpy_hooks
from .numpy_arrays.numpy_in_place import in_place_hooks
from .numpy_arrays.numpy_in_place import in_place_signatures as in_place_signatures
from .numpy_arrays.numpy_numbers import with_numbers
from .numpy_arrays.numpy_operators import REPEATING, repeated
from .operators.array_operators import method_hooks
from .operators.folding_functions import folding_hooks
from .operators.generic_classes import DEFAULT_DICT, MAP, default_dict, of_open_instances, with_open_instances
from .operators.joined_operands import operand_signatures
from .operators.limits_beside_arrays import limit_hooks
from .operators.operator_functions import function_hooks
from .operators.type_variables import without_changed_dtypes, wrapper_operators
from .operators.wrapper_classes import DTYPE, VALUES, dtype_of_forwarder, value_of_forwarder
from .run_state import RunState
from .transformations.array_leaves import OPENING, returning_arrays
from .transformations.derivatives import (
    CLASSES,
    DIFFERENTIATED,
    GRADIENTS,
    JACOBIANS,
    differentiated,
    returning_callable,
    unnamed_call_result,
)
from .transformations.disabled_jit import with_possible_numbers
from .transformations.generic_signatures import CUSTOM_DERIVATIVES, with_custom_derivative
from .transformations.jit import COMPILERS, WITH_OPTIONS, compiled
from .transformations.jit_call import CALLS, CUSTOM, called, called_custom
from .transformations.lambda_calls import checked_once
from .transformations.loops import ASSOCIATIVE_SCAN, BRANCHES, LOOPS, REDUCTIONS, looped, reduced, scanned
from .transformations.taking_functions import TAKING_FUNCTIONS
from .trees.tree_functions import PASSED_THROUGH, passed_through
from .variables.assignment_marker import CALL

H = TypeVar("H")


def merged(*tables: Mapping[str, H]) -> dict[str, H]:
    """Merge tables into one.

    Raises:
        ValueError: a name is in two tables.
    """
    whole: dict[str, H] = {}
    for table in tables:
        if not table.keys().isdisjoint(whole):
            raise ValueError(f"two hooks for {', '.join(sorted(table.keys() & whole.keys()))}")
        whole |= table
    return whole


def _for_all(names: Iterable[str], hook: H) -> dict[str, H]:
    """The table of one hook for several names."""
    return dict.fromkeys(names, hook)


def known(ctx: FunctionContext) -> Type:
    """The hook of functions of which nothing is known but mypy's result."""
    return ctx.default_return_type


class HookTables:
    """The tables of one build.

    Args:
        run: the state of the run, with the settings of each module.
        values: the assignments that the plugin follows.
        in_modes: the configurations that may apply at each place.
        begin: the method hook of the statement with which each file begins.

    Attributes:
        attributes, functions, methods, signatures: the hooks by full name; `signatures` has the signature hooks of
            methods.
        default_function: the hook of a function without a hook in a table.
        attribute_elsewhere: the hook of an attribute of an object whose class is outside JAX.
        class_attribute: the hook of an attribute of such a class.
        wrappers: the hooks of the operators of other packages' classes, by the name of the method.
        numpy: corrects calls of NumPy's functions.
    """

    def __init__(
        self, run: RunState, values: AssignedValues, in_modes: HooksInModes, begin: Callable[[MethodContext], Type]
    ) -> None:
        self._in_modes = in_modes
        system_of, requests_of = in_modes.system_of, in_modes.requests_of
        self.numpy = NumPyCalls()
        self.default_function: Callable[[FunctionContext], Type] = in_modes.in_every_mode(
            lambda ctx: with_open_instances(
                ctx, without_changed_dtypes(ctx._replace(default_return_type=unnamed_call_result(ctx)))
            )
        )
        self.wrappers = in_modes.all_in_every_mode(wrapper_operators(system_of))
        self.class_attribute: Callable[[AttributeContext], Type] = open_attribute
        self.attribute_elsewhere: Callable[[AttributeContext], Type] = lambda ctx: refined(ctx, open_attribute(ctx))
        self._elsewhere: dict[str, Callable[[MethodContext], Type]] = {}
        self.signatures: dict[str, Callable[[MethodSigContext], FunctionLike]] = merged(
            in_place_signatures(), container_hooks(), operand_signatures(), {CALL: values.assigned_type_signature}
        )

        attributes: dict[str, Callable[[AttributeContext], Type]] = merged(
            attribute_hooks(system_of),
            limit_hooks(),
            _for_all(CALLS, called),
            _for_all(CUSTOM, called_custom),
            _for_all(VALUES, value_of_forwarder),
            {DTYPE: dtype_of_forwarder},
        )
        self.attributes = in_modes.all_in_every_mode(all_with_categories_erased(attributes))

        methods: dict[str, Callable[[MethodContext], Type]] = merged(
            self.numpy.corrected_operators(method_hooks(system_of)),
            in_place_hooks(system_of),
            method_rule_hooks(system_of, requests_of),
            _for_all({*CLASSES, PARTIAL_CALL}, with_possible_numbers(unnamed_call_result)),
            _for_all((*COMPILERS, WITH_OPTIONS), compiled),  # as decorators with options
        )
        methods = with_numbers(methods)
        self.methods = merged(
            in_modes.all_in_every_mode(all_with_categories_erased(methods)),
            _for_all(METHODS_WITH_DEFAULTS, never_none),
            _for_all(REPEATING, repeated),
            {CALL: values.put_value_back, START: begin, ITEM: number_as_expected},
        )

        functions: dict[str, Callable[[FunctionContext], Type]] = merged(
            function_hooks(system_of),
            folding_hooks(),
            dtype_hooks(system_of, requests_of),
            numpy_hooks(system_of, requests_of),
            _for_all(BRANCHES, with_possible_numbers(known)),
            _for_all(LOOPS, with_possible_numbers(looped)),
            {ASSOCIATIVE_SCAN: scanned},
            _for_all(FUNCTIONS_WITH_DEFAULTS, never_none),
            _for_all(DIFFERENTIATED, differentiated),
            _for_all(COMPILERS, compiled),
            _for_all(CUSTOM_DERIVATIVES, with_custom_derivative(self.default_function)),
            {PARTIAL: waiting_transformation, MAP: of_open_instances, DEFAULT_DICT: default_dict},
            _for_all(PASSED_THROUGH, passed_through),
            _for_all(REDUCTIONS, reduced),
            _for_all(CHECKS, checked_instance),
            _for_all(PROMOTED, promoted_dtype(system_of)),
        )
        self.functions = in_modes.all_in_every_mode(all_with_categories_erased(functions))
        for name in TAKING_FUNCTIONS:
            self.functions[name] = checked_once(self.functions.get(name, self.default_function))
        for name in OPENING:
            self.functions[name] = returning_arrays(name, self.functions.get(name, self.default_function))
        for name in (*GRADIENTS, *JACOBIANS):
            self.functions[name] = returning_callable(self.functions[name])

    def jax_function(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """The hook of a function of JAX; made when mypy first asks for it, since JAX has so many."""
        if fullname not in self.functions:
            hook = function_hook(fullname, self._in_modes.system_of, self._in_modes.requests_of)
            if hook is None:
                return None
            self.functions[fullname] = self._in_modes.in_every_mode(with_categories_erased(hook))
        return self.functions[fullname]

    def method_elsewhere(self, name: str) -> Callable[[MethodContext], Type]:
        """The hook of a method, by its name, of a class outside JAX."""
        if name not in self._elsewhere:
            self._elsewhere[name] = self._in_modes.in_every_mode(
                lambda ctx: with_open_instances(ctx, without_changed_dtypes(ctx)), is_refined=has_own_place(name)
            )
        return self._elsewhere[name]
