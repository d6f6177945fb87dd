"""Infers the results of calls of functions without dtypes: ``def mean_loss(pred: jax.Array, ...)``.

The plugin checks the body of such a function with the types of the call's arguments. The result of the call is the
result of that check.

A *part* is an attribute or item of a value, with its path: ``state.params["w"]`` is the part of `state` with the path
``.params["w"]``. A result without a dtype of its own, such as a dict, may have parts whose dtypes are known.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from mypy.argmap import map_actuals_to_formals
from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    ARG_STAR2,
    LDEF,
    Argument,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    SymbolNode,
    TypeInfo,
    Var,
)
from mypy.options import Options
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.subtypes import is_subtype
from mypy.types import AnyType, CallableType, Instance, TupleType, Type, TypeType, get_proper_type

from ...config import Config
from ...diagnostics.codes import CODES
from ...system import System
from ..contexts import SystemOf
from ..flow.assigned_values import AssignedValues
from ..installed_packages import is_installed
from ..jax_names import SCALARS
from ..module_paths import module_of
from ..mypy_compat import stored_type
from ..report import Finding, is_shown, report_findings
from ..transformations.custom_gradients import may_reach_rule
from ..transformations.function_results import single_value
from ..transformations.gradients import PLACES, gradient
from ..trees.pytrees import (
    function_of,
    inside,
    is_expected,
    is_of_arrays,
    mapped_pytree,
    result_for_leaves,
    tree_argument,
)
from ..types.array_types import ANYTHING, unfolded
from ..variables.assignment_marker import inner_value
from ..variables.assignments import assignments_of
from ..variables.keys import key_of
from .body_check import Checked, Given, check_at_top, check_inside
from .body_fingerprints import add_fingerprint, depend_on_bodies
from .budget import line_budget
from .decorators import COMPILERS, MAPPING, Wrapping, wrapping
from .findings_told import called_with, is_ignored, keep_comments, placed
from .function_parts import FunctionParts, calls_initializer_late
from .known_parts import NOTHING, FrozenParts, KnownParts, Parts, Path, Step, above, common, frozen
from .part_notes import PartNotes
from .results import holds_dtypes, is_open, joined_type, refined, settled
from .source_trees import Definition, SourceTree, SourceTrees
from .subclasses import may_be_overridden

AnyCall: TypeAlias = FunctionContext | MethodContext
C = TypeVar("C", bound=FunctionContext | MethodContext)
Key: TypeAlias = tuple[Hashable, ...]

MOST_NESTED = 12
"""The largest number of nested calls that are followed."""
MOST_LINES = 300
"""The length in lines of the longest function that is followed."""
MOST_ANSWERS = 4096
"""The number of answers that are kept."""
SKIPPED = frozenset(("jax", "jaxlib", "numpy", "jaxtyping_promo", "builtins", "typing", "scipy"))
"""The packages whose functions have stubs, or whose bodies add no dtypes."""

RANDOM_KEY_NAMES = ("key", "rng", "rngs")
"""The ends of names of parameters for random keys, which have no dtype of promotion."""

LIMIT_REACHED: Key = ()
"""Stands among the used assumptions for a limit that was reached, such as `MOST_NESTED`."""

HARMLESS = frozenset(
    ("no-untyped-call", "no-any-return", "attr-defined", "union-attr", "import-untyped", "import-not-found", "misc")
)
"""The error codes that do not change the types that mypy infers in a body."""


class Target(NamedTuple):
    """The function that a call reaches.

    Attributes:
        definition: the function.
        source: the module that contains it; None for a function in the module under check.
        receiver: the type of the object on which a method is called; None for a function.
        is_new: whether the call makes this object.
    """

    definition: Definition
    source: SourceTree | None
    receiver: Type | None = None
    is_new: bool = False


class Answer(NamedTuple):
    """The answer for a function and the types of its parameters.

    Attributes:
        result: the type of the result; None if it is unknown.
        modules: the modules whose bodies it rests on.
        lines: the number of lines that it has cost.
        findings: the reports in the body.
        parts: the parts of the result that are known.
        receiver_parts: the parts of the first parameter, which is `self` in a method, after the call.
    """

    result: Type | None = None
    modules: frozenset[str] = frozenset()
    lines: int = 0
    findings: tuple[Finding, ...] = ()
    parts: Parts = NOTHING
    receiver_parts: Parts = NOTHING


UNKNOWN = Answer()


class InferredCalls:
    """Infers the results of calls, and remembers them.

    Args:
        config: the settings of each module.
        values: the assignments that the plugin follows.
        system_of: returns the promotion system at the place of the call.
        tried: the configuration that is being tried, if several may apply.
    """

    def __init__(
        self, config: Config, values: AssignedValues, system_of: SystemOf, tried: Callable[[], Hashable]
    ) -> None:
        self._config, self._values, self._system_of, self._tried = config, values, system_of, tried
        self._trees = SourceTrees()
        self.known = KnownParts()
        self.notes = PartNotes(self.known)
        self._function_parts: dict[FuncItem, FunctionParts] = {}
        """The variables, return statements and assignments of each function."""
        self._answers: dict[Key, Answer] = {}
        """The kept answers by function, configuration, types of the parameters and their parts."""
        self._lines = 0
        """The number of lines that have been checked for the module under check."""
        self._module = ""
        self._budget = 0
        """The number of lines that may be checked for this module."""
        self._assumed: dict[Key, Type | None] = {}
        """The assumed results of the calls that are being inferred, which may be recursive."""
        self._used: set[Key] = set()
        """The assumptions that an answer rests on, and `LIMIT_REACHED`. An answer that rests on any is not kept."""
        self._begun: set[str] = set()
        """The modules that mypy has begun to check."""
        self._modules: set[str] = set()
        """The modules whose bodies an answer rests on."""
        self._findings: tuple[Finding, ...] = ()
        """The reports in the body that has been checked last."""
        self._returned: tuple[Parts, ...] = ()
        """The parts of the values that this body returns."""
        self._receivers: tuple[Parts, ...] = ()
        """The parts of this body's first parameter where it returns."""

    def begin(self, api: CheckerPluginInterface) -> None:
        """Note that mypy begins to check a module. If it has done so before, the program has changed."""
        if not isinstance(api, TypeChecker) or api.tree.is_stub:
            return
        add_fingerprint(api)
        self.known.begin()
        if self._config.for_module(api.tree.fullname).infer_calls:
            keep_comments(api)
            if is_shown(api):
                self.notes.look(api)
        if api.tree.fullname in self._begun:
            self._trees, self._begun = SourceTrees(), set()
            self._function_parts.clear()
            self._answers.clear()
        self._begun.add(api.tree.fullname)

    def _look(self, api: CheckerPluginInterface) -> None:
        """Prepare the module of a body that is to be checked."""
        self._values.look(api)
        self.notes.look(api)

    def function_hook(self, hook: Callable[[C], Type]) -> Callable[[C], Type]:
        """A function hook that also infers the result from the function's body."""
        return lambda ctx: self._with_body_result(ctx, hook(ctx), "__call__")

    def method_hook(self, name: str, hook: Callable[[MethodContext], Type]) -> Callable[[MethodContext], Type]:
        """A method hook that also infers the result from the method's body."""
        return lambda ctx: self._with_body_result(ctx, hook(ctx), name)

    def _with_body_result(self, ctx: AnyCall, default: Type, method: str) -> Type:
        """The result of a call: `default`, refined by what the body of the called function returns.

        The parts of the result are noted.

        Args:
            ctx: the call.
            default: the result that is known without the body.
            method: the name of the called method; ``__call__`` for a function.
        """
        call, api = ctx.context, ctx.api
        if not isinstance(call, CallExpr) or not isinstance(api, TypeChecker):
            return default
        self.known.of_calls.pop(call, None)
        if not is_open(default) and not self.known.may_be_in(default):
            return default
        if api.current_node_deferred:
            return default
        if self._tried() is not None:
            return default  # each configuration that may apply would need a separate check
        if not self._assumed and not is_shown(api):
            return default  # an installed package: nobody reads its errors, and its functions declare their types
        if not self._assumed and not self._config.for_module(api.tree.fullname).infer_calls:
            return default
        if isinstance(call.callee, RefExpr) and isinstance(call.callee.node, TypeInfo):
            self._note_parts(call, self._constructed(ctx, api, call, call.callee.node, default))
            return default
        if not self._may_say_more(ctx, api, call):
            return default
        if isinstance(ctx, MethodContext):
            default = self._differentiated(ctx, api, call, default)
        replaced = self._replaced(api, call)
        if replaced is not None:
            self._note_parts(call, replaced)
            return default
        target = self._target(ctx, api, call, method)
        body_result = None if target is None else self._result_of_body(ctx, api, call, target)
        refined_type = None if body_result is None else refined(default, body_result)
        return refined_type if refined_type is not None and is_expected(ctx, refined_type) else default

    def _note_parts(self, call: CallExpr, parts: Parts) -> None:
        """Keep the parts of a call's result."""
        if parts:
            self.known.of_calls[call] = parts

    def _may_say_more(self, ctx: AnyCall, api: TypeChecker, call: CallExpr) -> bool:
        """Whether the check of the body may infer a dtype.

        It may if an argument or its parts have dtypes, if the called function is local and so sees the variables around
        it, or if no argument is an array of unknown dtype.
        """
        given = [
            t
            for name, types in zip(ctx.callee_arg_names, ctx.arg_types, strict=True)
            for t in types
            if not (name and name.endswith(RANDOM_KEY_NAMES))
        ]
        if any(map(holds_dtypes, given)) or (isinstance(call.callee, RefExpr) and call.callee.kind == LDEF):
            return True
        if not any(map(is_open, given)):
            return True
        if any(self.known.of(api, argument) for argument in call.args):
            return True
        owner = call.callee.expr if isinstance(call.callee, MemberExpr) else call.callee
        return bool(self.known.of(api, owner))

    # ------------------------------------------------------------------------------------- transformed functions

    def _differentiated(self, ctx: MethodContext, api: TypeChecker, call: CallExpr, default: Type) -> Type:
        """The result of a call of ``jax.grad(f)`` or ``jax.value_and_grad(f)``. The parts of it are noted."""
        name = ctx.type.type.name if isinstance(ctx.type, Instance) else ""
        made = single_value(ctx, call.callee)
        if name not in PLACES or not call.args or call.arg_kinds[0] != ARG_POS or not isinstance(made, CallExpr):
            return default
        system = self._system_of(ctx)
        parts: dict[Path, Type] = {}
        if len(made.args) == 1 + made.arg_names.count("has_aux") and not may_reach_rule(api, made):
            given = self.known.of(api, call.args[0])
            like = {path: gradient(ctx, t, system) for path, t in given.items() if is_of_arrays(t)}
            inner = {path: t for path, t in like.items() if holds_dtypes(t)}
            parts |= above(inner, *(("[", place) for place in PLACES[name]))
        if name.startswith("ValueAndGradient"):
            value, of_value = self._differentiated_value(ctx, api, call, made, system)
            parts |= above(of_value, ("[", 0))
            pair = unfolded(default)
            if value is not None and isinstance(pair, TupleType) and len(pair.items) == 2:
                items = [refined(pair.items[0], value) or pair.items[0], pair.items[1]]
                default = pair.copy_modified(items=items)
        self._note_parts(call, parts)
        return default

    def _differentiated_value(
        self, ctx: MethodContext, api: TypeChecker, call: CallExpr, made: CallExpr, system: System
    ) -> tuple[Type | None, Parts]:
        """The value of a function that is differentiated, and its parts."""
        target = self._named(api, made.args[0]) if made.args and made.arg_kinds[0] == ARG_POS else None
        wrapped = None if target is None else wrapping(target.definition.decorators)
        if target is None or wrapped is None or system.name != "jax" or _returns_number(target.definition.function):
            return None, NOTHING
        given = self._parameters(ctx, api, call, target, wrapped, system)
        if given is None:
            return None, NOTHING
        answer = self._answer(api, target, given)
        value = None if answer.result is None else inside(ctx, answer.result, system)
        return value, {path: t for path, t in answer.parts.items() if is_of_arrays(t)}

    def _replaced(self, api: TypeChecker, call: CallExpr) -> Parts | None:
        """The parts of ``state._replace(step=...)`` or ``dataclasses.replace(state, step=...)``.

        None if the call is no such call.
        """
        match call:
            case CallExpr(callee=RefExpr(fullname="dataclasses.replace"), args=[owner, *values]):
                names = call.arg_names[1:]
            case CallExpr(callee=MemberExpr(name="_replace" | "replace", expr=owner), args=values):
                names = call.arg_names
            case _:
                return None
        t = unfolded(stored_type(api, owner))
        info = t.type if isinstance(t, Instance) else t.partial_fallback.type if isinstance(t, TupleType) else None
        method = None if info is None else info.get("replace")
        is_own = method is not None and isinstance(method.node, FuncDef | Decorator) and method.node.info
        if is_own and not self._is_library(api, is_own.fullname):
            return None
        order: list[str] = [] if info is None else info.metadata.get("namedtuple", {}).get("fields", [])
        parts = dict(self.known.of(api, owner))
        for name, value in zip(names, values, strict=True):
            if name is None:
                return NOTHING
            steps: list[Step] = [(".", name), *([("[", order.index(name))] if name in order else [])]
            parts = {path: t for path, t in parts.items() if path[0] not in steps}
            for step in steps:
                parts |= above(self.known.whole(api, value), step)
        return parts

    def mapped(self, hook: Callable[[FunctionContext], Type]) -> Callable[[FunctionContext], Type]:
        """A hook of ``jax.tree.map`` that also notes the parts of the new tree."""

        def noting(ctx: FunctionContext) -> Type:
            made = hook(ctx)
            call, api = ctx.context, ctx.api
            if isinstance(call, CallExpr) and isinstance(api, TypeChecker) and self._tried() is None:
                self.known.of_calls.pop(call, None)
                self._note_parts(call, self._mapped_parts(ctx, api))
            return made

        return noting

    def _mapped_parts(self, ctx: FunctionContext, api: TypeChecker) -> Parts:
        """The parts of the tree that ``jax.tree.map(f, tree, *rest)`` returns: `f` is applied to each known part."""
        functions, trees, _, *others = ctx.arg_types
        if len(functions) != 1 or len(trees) != 1 or any(others) or any(ARG_STAR in kinds for kinds in ctx.arg_kinds):
            return NOTHING
        tree, *rest = (self.known.of(api, expression) for expression in ctx.args[1] + ctx.args[2])
        function = function_of(ctx.args[0][0], functions[0]) if tree else None
        if function is None:
            return NOTHING
        made: dict[tuple[Type, ...], Type | None] = {}
        parts: dict[Path, Type] = {}
        for path, t in tree.items():
            leaves = (t, *(other[path] for other in rest if path in other))
            if len(leaves) != 1 + len(rest) or not all(map(is_of_arrays, leaves)):
                continue
            if leaves not in made:
                made[leaves] = mapped_pytree(
                    lambda each: result_for_leaves(ctx, function, each), leaves[0], [*leaves[1:]]
                )
            result = made[leaves]
            if result is not None and holds_dtypes(result):
                parts[path] = result
        return parts

    # ---------------------------------------------------------------------------------------------- objects

    def _constructed(self, ctx: AnyCall, api: TypeChecker, call: CallExpr, info: TypeInfo, default: Type) -> Parts:
        """The attributes of an object that a call makes."""
        if any(kind in (ARG_STAR, ARG_STAR2) for kind in call.arg_kinds):
            return NOTHING
        if info.is_named_tuple:
            return self._fields(ctx, api, info)
        for name in ("__post_init__", "__new__", "__setattr__", "__getattribute__"):
            method = info.get(name)
            owner = method.node.info if method is not None and isinstance(method.node, FuncDef | Decorator) else None
            if owner and not self._is_library(api, owner.fullname):
                return NOTHING
        symbol = info.get("__init__")
        if symbol is None:
            return NOTHING
        if symbol.plugin_generated:
            return self._fields(ctx, api, info)
        initializer = symbol.node
        if not isinstance(initializer, FuncDef) or not initializer.info:
            return NOTHING
        source, definition = self._source(api, f"{initializer.info.fullname}.__init__")
        made = get_proper_type(default)
        if source is None or definition is None or not isinstance(made, Instance):
            return NOTHING
        if calls_initializer_late(definition.function):
            return NOTHING
        if not self._may_say_more(ctx, api, call):
            return NOTHING
        target = Target(definition, source, made, is_new=True)
        given = self._parameters(ctx, api, call, target, Wrapping(), self._system_of(ctx))
        return NOTHING if given is None else self._answer(api, target, given).receiver_parts

    def _is_library(self, api: TypeChecker, fullname: str) -> bool:
        """Whether a class belongs to Python or to an installed package."""
        module = module_of(fullname, api.modules)
        return not module or api.modules[module].is_stub or is_installed(api.modules[module].path)

    def _fields(self, ctx: AnyCall, api: TypeChecker, info: TypeInfo) -> Parts:
        """The fields of a data class or named tuple, which are the arguments of its call."""
        converted = self.known.stored(api).converted
        parts: dict[Path, Type] = {}
        order: list[str] = info.metadata.get("namedtuple", {}).get("fields", [])
        for name, expressions, types in zip(ctx.callee_arg_names, ctx.args, ctx.arg_types, strict=True):
            if name is None or len(expressions) != 1 or name in converted:
                continue
            inner = dict(self.known.of(api, expressions[0]))
            t = tree_argument(ctx, expressions[0], types[0])
            if holds_dtypes(t):
                inner[()] = t
            parts |= above(inner, (".", name))
            if name in order:
                parts |= above(inner, ("[", order.index(name)))
        return parts

    # ------------------------------------------------------------------------------------------- functions

    def _target(self, ctx: AnyCall, api: TypeChecker, call: CallExpr, method: str) -> Target | None:
        """The function that a call reaches; None if it is uncertain."""
        if isinstance(ctx, MethodContext):
            method_target = self._method(ctx, api, method)
            if method_target is not None:
                return method_target
        return self._named(api, call.callee)

    def _named(self, api: TypeChecker, callee: Expression) -> Target | None:
        """The function that has a name, or that ``jax.jit(function)`` compiles."""
        if isinstance(callee, CallExpr):
            return self._compiled(api, callee)
        if not isinstance(callee, RefExpr):
            return None
        node: SymbolNode | None = callee.node
        if isinstance(node, FuncDef) and callee.kind == LDEF:
            return None if node.is_conditional else Target(Definition(node, None, []), None)
        if isinstance(node, Decorator) and callee.kind == LDEF:
            return None if node.func.is_conditional else Target(Definition(node.func, None, node.decorators), None)
        if isinstance(node, FuncDef | Decorator):
            return self._defined(api, node)
        if not isinstance(node, Var) or not isinstance(callee, NameExpr):
            return None
        key = key_of(callee)
        alias = None if key is None else assignments_of(api.tree).aliases.get(key)
        if alias is not None and alias is not callee:
            return self._named(api, alias)
        made = None if key is None else assignments_of(api.tree).functions.get(key)
        if isinstance(made, CallExpr):
            return self._compiled(api, made)
        held = get_proper_type(node.type)
        if isinstance(held, CallableType) and isinstance(held.definition, FuncDef | Decorator) and self._is_given(node):
            return self._defined(api, held.definition)
        return None

    def _compiled(self, api: TypeChecker, made: CallExpr) -> Target | None:
        """The function that ``jax.jit(function, ...)`` returns."""
        inner = inner_value(made)
        if not isinstance(inner, CallExpr) or not isinstance(inner.callee, RefExpr):
            return None
        if inner.callee.fullname not in COMPILERS | MAPPING or not inner.args or inner.arg_kinds[0] != ARG_POS:
            return None
        target = self._named(api, inner.args[0])
        if target is None or (len(inner.args) > 1 and inner.callee.fullname not in COMPILERS):
            return None
        options = CallExpr(inner.callee, inner.args[1:], inner.arg_kinds[1:], inner.arg_names[1:])
        decorators = [options if len(inner.args) > 1 else inner.callee, *target.definition.decorators]
        return target._replace(definition=target.definition._replace(decorators=decorators))

    def _is_given(self, variable: Var) -> bool:
        """Whether a variable is a parameter that is never assigned, of a function whose body is being checked."""
        return any(
            variable in self._function_parts[function].fixed
            for function, *_ in self._assumed
            if isinstance(function, FuncDef)
        )

    def _defined(self, api: TypeChecker, node: FuncDef | Decorator) -> Target | None:
        """A module's function, or a static method."""
        function = node.func if isinstance(node, Decorator) else node
        source, definition = self._source(api, function.fullname)
        if source is None or definition is None or (definition.info is not None and not definition.function.is_static):
            return None
        return Target(definition, source)

    def _method(self, ctx: MethodContext, api: TypeChecker, name: str) -> Target | None:
        """The method of an object or of a class."""
        owner = ctx.type
        is_class = isinstance(owner, CallableType) and owner.is_type_obj()
        instance = get_proper_type(owner.ret_type) if isinstance(owner, CallableType) and is_class else owner
        if isinstance(instance, TupleType):
            instance = instance.partial_fallback
        if not isinstance(instance, Instance):
            return None
        symbol = instance.type.get(name)
        node = symbol.node if symbol is not None else None
        function = node.func if isinstance(node, Decorator) else node
        if not isinstance(function, FuncDef) or not function.info or function.is_property:
            return None
        source, definition = self._source(api, f"{function.info.fullname}.{name}")
        if source is None or definition is None or may_be_overridden(api, instance.type, name):
            return None
        if function.is_static:
            return Target(definition, source)
        if function.is_class:
            return Target(definition, source, TypeType.make_normalized(instance))
        return None if is_class else Target(definition, source, ctx.type)

    def _source(self, api: TypeChecker, fullname: str) -> tuple[SourceTree | None, Definition | None]:
        """The module that defines a function, and the function's definition; None where it is unknown."""
        if fullname.partition(".")[0] in SKIPPED:
            return None, None
        module = module_of(fullname, api.modules)
        if module and is_installed(api.modules[module].path):
            return None, None  # its type variables stand for any array, whatever the dtype; see `type_variables`
        source = self._trees(api, module)
        return source, None if source is None else source.definition(fullname)

    # ------------------------------------------------------------------------------------------- arguments

    def _result_of_body(self, ctx: AnyCall, api: TypeChecker, call: CallExpr, target: Target) -> Type | None:
        """The result of a function's body for the arguments of a call; None if it is unknown.

        The findings in the body are reported at the call, and the parts of the result are noted.
        """
        wrapped = wrapping(target.definition.decorators)
        system = self._system_of(ctx)
        if wrapped is None or (wrapped.is_compiled and system.name != "jax"):
            return None
        if wrapped.is_compiled and _returns_number(target.definition.function):
            return None
        given = self._parameters(ctx, api, call, target, wrapped, system)
        if given is None:
            return None
        answer = self._answer(api, target, given)
        report_findings(ctx, self._told_by_call(api, target, given.types, answer.findings, system))
        self._note_parts(call, answer.parts)
        result = answer.result
        return inside(ctx, result, system) if result is not None and wrapped.is_compiled else result

    def _parameters(
        self, ctx: AnyCall, api: TypeChecker, call: CallExpr, target: Target, wrapped: Wrapping, system: System
    ) -> Given | None:
        """The types that a function's parameters have in a call, and their parts; None if they are unknown."""
        function, receiver = target.definition.function, target.receiver
        arguments = function.arguments
        signature = function.type
        declared = signature.arg_types if isinstance(signature, CallableType) else [ANYTHING] * len(arguments)
        if len(declared) != len(arguments):
            return None
        offset = 0 if receiver is None else 1
        argument_types = {
            id(expression): t
            for expressions, types in zip(ctx.args, ctx.arg_types, strict=True)
            for expression, t in zip(expressions, types, strict=True)
        }
        if len(argument_types) != len(call.args) or any(kind in (ARG_STAR, ARG_STAR2) for kind in call.arg_kinds):
            return None
        actuals = [argument_types.get(id(expression)) for expression in call.args]
        formals = map_actuals_to_formals(
            call.arg_kinds,
            call.arg_names,
            function.arg_kinds[offset:],
            function.arg_names[offset:],
            lambda i: actuals[i] or ANYTHING,
        )
        parameter_types: list[Type] = [] if receiver is None else [receiver]
        parts: list[FrozenParts] = []
        if receiver is not None:
            parts.append(() if target.is_new else self._parts_of_receiver(api, call, receiver, function.name))
        for position, (argument, formal, given) in enumerate(
            zip(arguments[offset:], declared[offset:], formals, strict=True), offset
        ):
            types = []
            for i in given:
                t = actuals[i]
                if t is None:
                    return None
                types.append(_as_argument(call.args[i], tree_argument(ctx, call.args[i], t)))
            if not types and argument.initializer is not None:
                types = [self._default(api, argument)]
            is_static = argument.variable.name in wrapped.static_names or position in wrapped.static_positions
            if wrapped.is_compiled and not is_static:
                traced = [inside(ctx, t, system) for t in types]
                types = [t or ANYTHING for t in traced]
                formal = ANYTHING
            if wrapped.is_mapped and not all(map(is_of_arrays, types)):
                return None
            parameter_types.append(_held(api, argument, formal, types))
            is_single = len(given) == 1 and argument.kind not in (ARG_STAR, ARG_STAR2)
            known_parts = self.known.of(api, call.args[given[0]]) if is_single else NOTHING
            parts.append(frozen(self.known.stable(api, known_parts)))
        return Given(tuple(parameter_types), tuple(parts))

    def _parts_of_receiver(self, api: TypeChecker, call: CallExpr, receiver: Type, method: str) -> FrozenParts:
        """The parts of the object whose method is called."""
        if not isinstance(get_proper_type(receiver), Instance):
            return ()
        callee = call.callee
        is_method = isinstance(callee, MemberExpr) and callee.name == method
        holder = callee.expr if is_method and isinstance(callee, MemberExpr) else callee
        return frozen(self.known.stable(api, self.known.of(api, holder)))

    def _default(self, api: TypeChecker, argument: Argument) -> Type:
        """The type of a parameter's default."""
        assert argument.initializer is not None
        with api.msg.filter_errors(), api.local_type_map:
            return _as_argument(argument.initializer, api.expr_checker.accept(argument.initializer))

    # --------------------------------------------------------------------------------------------- results

    def _told_by_call(
        self, api: TypeChecker, target: Target, types: Sequence[Type], findings: tuple[Finding, ...], system: System
    ) -> list[Finding]:
        """The reports in a function's body that mypy does not make without the call, with their places."""
        if not findings:
            return []
        function, source = target.definition.function, target.source
        tree = api.tree if source is None else source.tree
        declared = _declared(target)
        without_call: tuple[Finding, ...] = ()
        if function.type is not None or _checks_all(api, tree):
            if [*types] == declared:
                return []
            used = self._used
            base = self._answer(api, target, Given(tuple(declared), ((),) * len(declared)))
            if base is UNKNOWN:
                return []
            without_call, self._used = base.findings, used
        named = called_with(types, declared, system)
        return [
            finding if finding.is_inner else placed(finding, function, tree.path, named)
            for finding in findings
            if finding not in without_call and not is_ignored(finding, tree)
        ]

    def _answer(self, api: TypeChecker, target: Target, given: Given) -> Answer:
        """The result of a function for given types of its parameters, and the reports in its body."""
        function, source = target.definition.function, target.source
        key: Key = (function, self._tried(), given.types, given.parts)
        if key in self._assumed:
            self._used.add(key)
            return Answer(self._assumed[key])
        if source is not None and key in self._answers:
            earlier_answer = self._answers[key]
            self._lines += earlier_answer.lines
            self._modules |= earlier_answer.modules
            depend_on_bodies(api, earlier_answer.modules)
            return earlier_answer
        is_active = any(active[0] is function for active in self._assumed) or function in api.scope.stack
        length = (function.end_line or function.line) - function.line + 1
        if not self._assumed and self._module != api.tree.fullname:
            self._module, self._lines = api.tree.fullname, 0
            self._budget = line_budget(api.tree)
        is_too_much = length > MOST_LINES or self._lines + length > self._budget
        if is_active or is_too_much or len(self._assumed) >= MOST_NESTED:
            self._used.add(LIMIT_REACHED)
            return UNKNOWN
        function_parts = self._function_parts.get(function)
        if function_parts is None:
            function_parts = self._function_parts[function] = FunctionParts(function)
        if not function_parts.is_followed:
            return UNKNOWN
        used, self._used = self._used, set()
        around, self._modules = self._modules, set()
        before, self._lines = self._lines, self._lines + length
        try:
            result = self._settled(api, target, function_parts, given, key)
        finally:
            is_recursive = key in self._used
            self._used.discard(key)
            is_whole = not self._used
            self._used |= used
            modules, self._modules = frozenset(self._modules), around | self._modules
        answer = Answer(result, modules, self._lines - before, self._findings)
        if not is_recursive:
            returned, receivers = self._returned, self._receivers
            answer = answer._replace(
                parts=common(returned) if returned else NOTHING,
                receiver_parts=common(receivers) if receivers else NOTHING,
            )
        depend_on_bodies(api, modules)
        if is_whole and source is not None:
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            self._answers[key] = answer
        return answer

    def _settled(
        self, api: TypeChecker, target: Target, function_parts: FunctionParts, given: Given, key: Key
    ) -> Type | None:
        """The result of a function that may call itself: a recursive call is assumed to return what others give."""
        first = self._checked(api, target, function_parts, given, key, None)
        if first is None or key not in self._used:
            return None if first is None else joined_type(first)
        assumed = joined_type([t for t in first if settled(t)])
        again = None if assumed is None else self._checked(api, target, function_parts, given, key, assumed)
        result = None if again is None else joined_type(again)
        return result if result == assumed else None

    def _checked(
        self,
        api: TypeChecker,
        target: Target,
        function_parts: FunctionParts,
        given: Given,
        key: Key,
        assumed: Type | None,
    ) -> list[Type] | None:
        """The types of a function's results; None if mypy reports an error that affects them."""
        (function, info, _), source = target.definition, target.source
        self._assumed[key] = assumed
        try:
            if source is None:
                outcome = check_inside(api, function, function_parts, given, self.known)
            else:
                outcome = check_at_top(api, source, function, info, function_parts, given, self.known, self._look)
        finally:
            del self._assumed[key]
        self._modules |= outcome.modules
        self._findings, self._returned, self._receivers = (), (), ()
        if not outcome.is_complete:
            self._used.add(LIMIT_REACHED)
            return None
        doubtful = [*_doubtful(outcome)]
        if all(name in CODES for name in doubtful):
            self._findings = outcome.findings
        if not doubtful:
            self._returned, self._receivers = outcome.parts, outcome.receiver_parts
        return None if doubtful else outcome.results


def _returns_number(function: FuncDef) -> bool:
    """Whether a function is declared to return a Python scalar. Compiled, it returns an array that goes for one."""
    declared = get_proper_type(function.type.ret_type) if isinstance(function.type, CallableType) else None
    return isinstance(declared, Instance) and declared.type.fullname in SCALARS


def _doubtful(outcome: Checked) -> Iterator[str]:
    """The codes of the errors in a body after which mypy's types may be wrong."""
    for error in outcome.errors:
        name = "" if error.code is None else error.code.code
        if error.severity == "error" and name not in HARMLESS:
            yield name


def _checks_all(api: TypeChecker, tree: MypyFile) -> bool:
    """Whether mypy itself checks the functions of a module that have no annotations."""
    options: Options = api.options.clone_for_module(tree.fullname)
    return options.check_untyped_defs


def _declared(target: Target) -> list[Type]:
    """The types of a function's parameters, as it declares them."""
    function, receiver = target.definition.function, target.receiver
    signature = function.type
    declared: list[Type] = [ANYTHING] * len(function.arguments)
    if isinstance(signature, CallableType) and len(signature.arg_types) == len(declared):
        declared = [*signature.arg_types]
    return declared if receiver is None else [receiver, *declared[1:]]


def _as_argument(expression: Expression, t: Type) -> Type:
    """The type of an argument. Its function is certain only if the argument is the function's name."""
    proper = get_proper_type(t)
    if isinstance(proper, CallableType) and proper.definition is not None:
        is_named = isinstance(expression, RefExpr) and isinstance(expression.node, FuncDef | Decorator)
        return proper if is_named else proper.copy_modified(definition=None)
    return t


def _held(api: TypeChecker, argument: Argument, declared: Type, given: Sequence[Type]) -> Type:
    """The type of a parameter in a call: the argument's type if it fits the annotation, else the annotation."""
    if argument.kind == ARG_STAR and given:
        # TODO: a tuple of several types
        return _narrowed(declared, given[0]) if all(each == given[0] for each in given[1:]) else declared
    if argument.kind == ARG_STAR2 or len(given) != 1:
        return declared
    return _narrowed(declared, given[0])


def _narrowed(declared: Type, argument_type: Type) -> Type:
    """The argument's type if it fits the annotation, else the annotation. Only bools and strings stay literals."""
    proper = unfolded(argument_type)
    if isinstance(proper, AnyType):
        return declared
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        literal = proper.last_known_value
        argument_type = (
            literal if isinstance(literal.value, bool | str) else proper.copy_modified(last_known_value=None)
        )
    return argument_type if is_subtype(argument_type, declared) else declared
