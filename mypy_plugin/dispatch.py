"""The hooks for what mypy asks about while it checks files, and what happens when it begins a file.

The plugin imports this module when mypy first asks. If no file has changed, mypy asks nothing, and a run takes less
time.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import MypyFile, TypeInfo
from mypy.plugin import AttributeContext, FunctionContext, FunctionSigContext, MethodContext, MethodSigContext
from mypy.types import FunctionLike, Type

from ..operators import METHODS
from .annotations.annotation_notes import AnnotationNotes
from .annotations.evaluated_annotations import report_subscripts
from .annotations.jaxtyping_pytrees import report_structures
from .body_fingerprints import add_fingerprint
from .contexts import AnyContext
from .flow.assigned_values import AssignedValues
from .hook_tables import HookTables
from .interpreter_findings import InterpreterFindings
from .kept_comments import keep_comments
from .known_dtypes import has_own_place, known_dtypes, position_of, refined, refined_default
from .modes.daemon_marks import DAEMON
from .modes.jax_modes import modes_in, note_switches
from .modes.possible_modes import HooksInModes, Mode
from .modes.recorded_switches import STATE, SWITCHES_MODULE, Program, program, record_new_module
from .modes.switch_dependencies import depend_on_switches
from .modes.switch_scan import ModuleSwitches
from .modes.switches_in_files import Texts
from .mypy_compat.modules import current_file
from .operators.folding_functions import folding_signatures
from .operators.generic_functions import signature_of_any_dtype
from .operators.wrapper_classes import SETTERS, setter
from .other_plugins import OtherPlugins
from .run_state import PluginWithState
from .severities import is_shown
from .transformations.call_arity import arity_checked
from .transformations.lambda_calls import own_signature
from .transformations.taking_functions import TAKING_FUNCTIONS
from .types.converted_fields import ConvertedFields
from .types.named_tuple_fields import field_type, replaced_fields

NO_ARRAYS = ("builtins.", "typing.", "collections.", "numpy.", "functools.")
"""The prefixes of frequent functions and methods whose results are never JAX arrays."""
NUMPY = "numpy."
"""The prefix of NumPy functions and classes."""
UFUNC_CALL = "Nout1.__call__", "Nout2.__call__"
"""The ends of the full names of the methods that call NumPy's universal functions."""
OURS = ("jax.", "jaxtyping_promo.")
"""The prefixes of functions and classes for which other plugins have no hooks."""
NOT_OF_PROGRAMS = (*NO_ARRAYS, *OURS)
"""The prefixes of functions and classes that are neither a program's nor another package's with arrays."""
NO_SHARED_ARRAYS = tuple(prefix for prefix in NOT_OF_PROGRAMS if prefix != "collections.")
"""The prefixes of functions in whose signatures no type variable has to stand for arrays of several dtypes."""


FOLD_SIGNATURES = folding_signatures() | dict.fromkeys(("builtins.max", "builtins.min"), signature_of_any_dtype)
"""The signature hooks of functions that fold arrays, by full name."""
WITH_OVERLOADS = ("jax._src.api.", "jax._src.lax.control_flow.", "jax._src.pmap.", "jax._src.ad_checkpoint.")
"""The prefixes of functions whose overloads mypy should not list in its errors."""
OVERLOADED_BY_JAX = ("jax._src.api.jit", "jax._src.api.linearize", "jax._src.api.vjp")
"""The functions with those prefixes that have overloads in JAX's own source, which mypy should list."""
NAMES_OF_TYPE = frozenset(dir(type))
"""The attributes of every class object, such as ``__name__``."""
_TAKING_LAMBDAS, _NOT_TAKING_LAMBDAS = arity_checked(own_signature), arity_checked(None)


class Dispatch:
    """Maps full names to hooks, for a plugin and what it has read: findings, texts, and fields with converters."""

    def __init__(
        self, plugin: PluginWithState, findings: InterpreterFindings, texts: Texts, converted: ConvertedFields
    ) -> None:
        self._config, self._options, self._lookup = plugin.run.config, plugin.options, plugin.lookup_fully_qualified
        self._findings, self._texts, self._converted = findings, texts, converted
        self._other_plugins = OtherPlugins(plugin)
        self._takes_dtypes = "dtypes" in self._config.checks
        self._modes = modes_in(self._config, self._switches_in, self._program)
        self._annotation_notes = AnnotationNotes()
        self._values = AssignedValues()
        self._hooks = HookTables(plugin.run, self._values, HooksInModes(self._modes_of, refined), self._begin)

    def _begin(self, ctx: MethodContext) -> Type:
        """Method hook of the statement that the plugin inserts at the beginning of each file."""
        report_subscripts(ctx.api)
        self._converted.open()
        tree: MypyFile = current_file(ctx.api)
        module_switches = self._switches_in(tree)
        if self._options.fine_grained_incremental:
            depend_on_switches(tree)
            if DAEMON.is_built and record_new_module(ctx.api, module_switches):
                self._modes = modes_in(self._config, self._switches_in, self._program)
        report_structures(ctx.api)
        if is_shown(ctx.api):
            self._annotation_notes.begin(ctx.api)
        if not tree.is_stub:
            add_fingerprint(ctx.api)
            keep_comments(ctx.api)
        note_switches(ctx.api, self._config, module_switches, self._program())
        self._findings.begin(ctx.api, self._modes(tree))
        return self._values.begin(ctx)

    def _modes_of(self, ctx: AnyContext) -> tuple[Mode, ...]:
        """The configurations that may hold at a call."""
        modes = self._modes(current_file(ctx.api))
        known = known_dtypes(ctx.api).modes(ctx.api) if modes.are_several else {}
        return modes.at(position_of(ctx.context), known)

    def _switches_in(self, tree: MypyFile) -> ModuleSwitches:
        """The switches of JAX options in a module."""
        return self._texts.switches_of(tree.fullname, tree.path)

    def _program(self) -> Program:
        """The switches of JAX options in the program."""
        return program(self._lookup(f"{SWITCHES_MODULE}.{STATE}"))

    def method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """The hook of a method: an operator, also where a class inherits it, or a method that has a rule."""
        hook = self._hooks.methods.get(fullname)
        owner, _, method = fullname.rpartition(".")
        if hook is None and method.endswith("__"):
            hook = self._inherited_hook(owner, method)
        if hook is None and not fullname.startswith(NOT_OF_PROGRAMS):
            hook = self._hooks.wrappers.get(method) or self._hooks.method_elsewhere(method)
        if fullname.startswith(NUMPY) and (not fullname.endswith("__") or fullname.endswith(UFUNC_CALL)):
            hook = self._hooks.numpy.corrected(fullname, hook)
        if hook is None and self._takes_dtypes and has_own_place(fullname):
            hook = refined_default
        return (
            self._other_plugins.first("get_method_hook", fullname, hook)
            if hook and not fullname.startswith(OURS)
            else hook
        )

    def _inherited_hook(self, owner: str, method: str) -> Callable[[MethodContext], Type] | None:
        """The hook of the class that defines an operator method; mypy asks with the name of the operand's class."""
        if method not in METHODS or owner.startswith("builtins."):
            return None
        symbol = self._lookup(owner)
        info = symbol.node if symbol is not None else None
        defining = info.get_containing_type_info(method) if isinstance(info, TypeInfo) else None
        return None if defining is None else self._hooks.methods.get(f"{defining.fullname}.{method}")

    def function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """The hook of a function: a builtin, a dtype that is called, or a JAX function that has a rule."""
        is_jax = fullname.startswith("jax.")
        hook = self._hooks.jax_function(fullname) if is_jax else self._hooks.functions.get(fullname)
        if hook is None and not fullname.startswith(NO_ARRAYS):
            hook = self._hooks.default_function
        if fullname.startswith(NUMPY):
            hook = self._hooks.numpy.corrected(fullname, hook)
        if hook is None and self._takes_dtypes:
            hook = refined_default
        return (
            self._other_plugins.first("get_function_hook", fullname, hook)
            if hook and not fullname.startswith(OURS)
            else hook
        )

    def function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """The signature hook of a function that accepts functions (perhaps lambdas) or has overloads for dtypes."""
        if not fullname.startswith(NO_SHARED_ARRAYS):
            return self._other_plugins.first_signature("get_function_signature_hook", fullname, signature_of_any_dtype)
        if not fullname.startswith(WITH_OVERLOADS) or fullname in OVERLOADED_BY_JAX:
            return own_signature if fullname in TAKING_FUNCTIONS else FOLD_SIGNATURES.get(fullname)
        return _TAKING_LAMBDAS if fullname in TAKING_FUNCTIONS else _NOT_TAKING_LAMBDAS

    def method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        """The signature hook of a method that changes a container or replaces the array in a wrapper."""
        hook = self._hooks.signatures.get(fullname) or (setter if fullname.endswith(SETTERS) else None)
        if hook is not None or fullname.startswith(NOT_OF_PROGRAMS):
            return hook
        hook = replaced_fields if fullname.endswith("._replace") else signature_of_any_dtype
        return self._other_plugins.first_signature("get_method_signature_hook", fullname, hook)

    def attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """The hook of an attribute of `Array`, or of a named tuple's field."""
        hook = self._hooks.attributes.get(fullname)
        if hook is not None or fullname.startswith(NOT_OF_PROGRAMS):
            return hook
        owner = self._lookup(fullname.rpartition(".")[0])
        if owner is None or not isinstance(owner.node, TypeInfo):
            return None
        hook = field_type if owner.node.is_named_tuple else self._hooks.attribute_elsewhere
        return self._other_plugins.first_attribute("get_attribute_hook", fullname, hook)

    def class_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """The hook of an attribute of a class; None if the metaclass has it, which mypy would not ask then."""
        if fullname.startswith(NOT_OF_PROGRAMS):
            return None
        owner, _, name = fullname.rpartition(".")
        symbol = None if name in NAMES_OF_TYPE else self._lookup(owner)
        metaclass = symbol.node.metaclass_type if symbol is not None and isinstance(symbol.node, TypeInfo) else None
        if name in NAMES_OF_TYPE or (metaclass is not None and metaclass.type.get(name) is not None):
            return None
        hook = self._hooks.class_attribute
        return self._other_plugins.first_attribute("get_class_attribute_hook", fullname, hook)
