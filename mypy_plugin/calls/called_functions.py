"""Finds the function that a call reaches, and its definition with its body."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from mypy.nodes import (
    ARG_POS,
    LDEF,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
    SymbolNode,
    Var,
)
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import CallableType, Instance, ProperType, TupleType, Type, TypeType, get_proper_type

from ..installed_packages import is_in_known_library, is_installed
from ..module_paths import module_of
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file, loaded_modules
from ..variables.assignment_marker import inner_value
from ..variables.assignments import assignments_of
from ..variables.keys import key_of
from .decorators import COMPILERS, FILTERED, FILTERED_DERIVATIVES, MAPPING
from .partial_calls import whole_partial
from .replaced_functions import replaced_functions
from .source_trees import Definition, SourceTree, SourceTrees
from .subclasses import may_be_overridden

FOLLOWED = COMPILERS | MAPPING | FILTERED | FILTERED_DERIVATIVES
"""The functions that return the function that they are given, with effects that `decorators.wrapping` knows."""

AnyCall: TypeAlias = FunctionContext | MethodContext


class Target(NamedTuple):
    """The function that a call reaches.

    Attributes:
        definition: the function.
        source: the module that contains it; None for a function in the module under check.
        receiver: the type of the object on which a method is called; None for a function.
        is_new: whether the call makes this object.
        holder: the expression of this object, if the call does not name it: `model` in ``jax.vmap(model)(x)``.
        bound: a call of `partial` that has given the function its first arguments.
    """

    definition: Definition
    source: SourceTree | None
    receiver: Type | None = None
    is_new: bool = False
    holder: Expression | None = None
    bound: CallExpr | None = None


class CalledFunctions:
    """Finds the functions that calls reach.

    Args:
        is_fixed: whether a variable is a parameter of a body under check, and always has the value that the call gives.
    """

    def __init__(self, is_fixed: Callable[[Var], bool]) -> None:
        self._is_fixed = is_fixed
        self._trees = SourceTrees()

    def forget(self) -> None:
        """Forget all modules, since the program has changed."""
        self._trees = SourceTrees()

    def source(self, api: CheckerPluginInterface, module: str) -> SourceTree | None:
        """The syntax tree of a module; None if mypy can't read or analyze its source."""
        return self._trees(api, module)

    def of_call(self, ctx: AnyCall, api: CheckerPluginInterface, call: CallExpr, method: str) -> Target | None:
        """The function that a call reaches; None if it is uncertain.

        Args:
            ctx: the call.
            api: the type checker.
            call: the expression of the call.
            method: the name of the called method; ``__call__`` for a function.
        """
        if isinstance(call.callee, CallExpr):
            compiled = self._compiled(api, call.callee, is_called_here=True)
            if compiled is not None:
                return compiled
        if isinstance(ctx, MethodContext):
            method_target = self.method(api, ctx.type, method)
            if method_target is not None:
                return method_target
        return self.named(api, call.callee)

    def named(self, api: CheckerPluginInterface, callee: Expression) -> Target | None:
        """The function that has a name, or that ``jax.jit(function)`` compiles."""
        if isinstance(callee, CallExpr):
            return self._compiled(api, callee, is_called_here=True)
        if not isinstance(callee, RefExpr):
            return None
        node: SymbolNode | None = callee.node
        if isinstance(node, FuncDef) and callee.kind == LDEF:
            return None if node.is_conditional else Target(Definition(node, None, []), None)
        if isinstance(node, Decorator) and callee.kind == LDEF:
            return None if node.func.is_conditional else Target(Definition(node.func, None, node.decorators), None)
        if isinstance(node, FuncDef | Decorator):
            return self.defined(api, node)
        if not isinstance(node, Var) or not isinstance(callee, NameExpr):
            return None
        key = key_of(callee)
        alias = None if key is None else assignments_of(current_file(api)).aliases.get(key)
        if alias is not None and alias is not callee:
            return self.named(api, alias)
        made = None if key is None else assignments_of(current_file(api)).functions.get(key)
        if isinstance(made, CallExpr):
            return self._compiled(api, made, is_called_here=False)
        held = get_proper_type(node.type)
        if isinstance(held, CallableType) and isinstance(held.definition, FuncDef | Decorator) and self._is_fixed(node):
            return self.defined(api, held.definition)
        return None

    def _compiled(self, api: CheckerPluginInterface, made: CallExpr, *, is_called_here: bool) -> Target | None:
        """The function that ``jax.jit(function, ...)`` returns.

        An object, as in ``jax.vmap(model)``, may have changed since, unless the function is called at once.
        """
        inner = inner_value(made)
        if not isinstance(inner, CallExpr) or not isinstance(inner.callee, RefExpr):
            return None
        if inner.callee.fullname not in FOLLOWED or not inner.args or inner.arg_kinds[0] != ARG_POS:
            return None
        target = self.named(api, inner.args[0])
        if target is None:
            target = self._partial(api, inner.args[0], is_called_here=is_called_here)
        if target is None and is_called_here:
            target = self.bound(api, inner.args[0])
        if target is None:
            return None
        if inner.callee.fullname in MAPPING:  # the axes do not matter
            mapping: list[Expression] = [inner.callee, *target.definition.decorators]
            return target._replace(definition=target.definition._replace(decorators=mapping))
        options = CallExpr(inner.callee, inner.args[1:], inner.arg_kinds[1:], inner.arg_names[1:])
        decorators = [options if len(inner.args) > 1 else inner.callee, *target.definition.decorators]
        return target._replace(definition=target.definition._replace(decorators=decorators))

    def _partial(self, api: CheckerPluginInterface, function: Expression, *, is_called_here: bool) -> Target | None:
        """The function that a `partial` calls, as in ``jax.vmap(partial(loss, model))``, also through a variable.

        The variables among its arguments must not have changed in the meantime.
        """
        made = whole_partial(current_file(api), function, self._is_fixed, is_called_here=is_called_here)
        target = None if made is None else self.named(api, made.args[0])
        return None if target is None or target.bound is not None else target._replace(bound=made)

    def defined(self, api: CheckerPluginInterface, node: FuncDef | Decorator | OverloadedFuncDef) -> Target | None:
        """A module's function, or a static method."""
        if isinstance(node, OverloadedFuncDef):
            return None
        function = node.func if isinstance(node, Decorator) else node
        if _is_installed(api, function.fullname) and not is_installed(current_file(api).path):
            return None
        if function.fullname in replaced_functions(current_file(api)):
            return None
        source, definition = self.definition(api, function.fullname)
        if source is None or definition is None or (definition.info is not None and not definition.function.is_static):
            return None
        return Target(definition, source)

    def bound(self, api: CheckerPluginInterface, function: Expression) -> Target | None:
        """The method of an object that the program passes to a function: ``self.step``, or `model` itself."""
        if not isinstance(function, RefExpr):
            return None
        held = stored_type(api, function)
        is_object = isinstance(get_proper_type(held), Instance)
        holder: Expression = function
        name = "__call__"
        if not is_object and isinstance(function, MemberExpr):
            holder, name = function.expr, function.name
        owner = stored_type(api, holder)
        target = None if owner is None else self.method(api, get_proper_type(owner), name)
        return None if target is None else target._replace(holder=holder)

    def method(
        self, api: CheckerPluginInterface, owner: ProperType, name: str, *, is_property: bool = False
    ) -> Target | None:
        """The method or property of an object or of a class."""
        is_class = isinstance(owner, CallableType) and owner.is_type_obj()
        instance = get_proper_type(owner.ret_type) if isinstance(owner, CallableType) and is_class else owner
        if isinstance(instance, TupleType):
            instance = instance.partial_fallback
        if not isinstance(instance, Instance):
            return None
        symbol = instance.type.get(name)
        node = symbol.node if symbol is not None else None
        if isinstance(node, OverloadedFuncDef):
            node = None if node.is_property else node.impl
        function = node.func if isinstance(node, Decorator) else node
        if not isinstance(function, FuncDef) or not function.info or function.is_property != is_property:
            return None
        fullname = f"{function.info.fullname}.{name}"
        source, definition = self.definition(api, fullname)
        is_uncertain = may_be_overridden(api, instance.type, name) or fullname in replaced_functions(current_file(api))
        if source is None or definition is None or is_uncertain:
            return None
        if function.is_static:
            return Target(definition, source)
        if function.is_class:
            return Target(definition, source, TypeType.make_normalized(instance))
        return None if is_class else Target(definition, source, owner)

    def definition(self, api: CheckerPluginInterface, fullname: str) -> tuple[SourceTree | None, Definition | None]:
        """The module that defines a function, and the function's definition; None where it is unknown."""
        if is_in_known_library(fullname):
            return None, None
        source = self._trees(api, module_of(fullname, loaded_modules(api)))
        definition = None if source is None else source.definition(fullname)
        is_generic = definition is not None and definition.info is not None and bool(definition.info.type_vars)
        if source is not None and is_installed(source.tree.path) and is_generic:
            return source, None  # a type variable stands for any array, whatever the dtype; see `type_variables`
        return source, definition


def _is_installed(api: CheckerPluginInterface, fullname: str) -> bool:
    """Whether a function belongs to an installed package."""
    module = module_of(fullname, loaded_modules(api))
    return bool(module) and is_installed(loaded_modules(api)[module].path)
