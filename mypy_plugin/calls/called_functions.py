"""Finds the function that a call reaches, and its definition with its body."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    LDEF,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    RefExpr,
    SymbolNode,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import CallableType, Instance, ProperType, TupleType, Type, TypeType, get_proper_type

from ..installed_packages import is_in_known_library, is_installed
from ..module_paths import module_of
from ..mypy_compat import stored_type
from ..variables.assignment_marker import inner_value
from ..variables.assignments import assignments_of
from ..variables.keys import key_of
from .decorators import COMPILERS, MAPPING
from .source_trees import Definition, SourceTree, SourceTrees
from .subclasses import may_be_overridden

AnyCall: TypeAlias = FunctionContext | MethodContext


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

    def of_call(self, ctx: AnyCall, api: TypeChecker, call: CallExpr, method: str) -> Target | None:
        """The function that a call reaches; None if it is uncertain.

        Args:
            ctx: the call.
            api: the type checker.
            call: the expression of the call.
            method: the name of the called method; ``__call__`` for a function.
        """
        if isinstance(ctx, MethodContext):
            method_target = self.method(api, ctx.type, method)
            if method_target is not None:
                return method_target
        return self.named(api, call.callee)

    def named(self, api: TypeChecker, callee: Expression) -> Target | None:
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
            return self.named(api, alias)
        made = None if key is None else assignments_of(api.tree).functions.get(key)
        if isinstance(made, CallExpr):
            return self._compiled(api, made)
        held = get_proper_type(node.type)
        if isinstance(held, CallableType) and isinstance(held.definition, FuncDef | Decorator) and self._is_fixed(node):
            return self._defined(api, held.definition)
        return None

    def _compiled(self, api: TypeChecker, made: CallExpr) -> Target | None:
        """The function that ``jax.jit(function, ...)`` returns."""
        inner = inner_value(made)
        if not isinstance(inner, CallExpr) or not isinstance(inner.callee, RefExpr):
            return None
        if inner.callee.fullname not in COMPILERS | MAPPING or not inner.args or inner.arg_kinds[0] != ARG_POS:
            return None
        target = self.named(api, inner.args[0])
        if target is None:
            return None
        if inner.callee.fullname in MAPPING:  # the axes do not matter
            mapping: list[Expression] = [inner.callee, *target.definition.decorators]
            return target._replace(definition=target.definition._replace(decorators=mapping))
        options = CallExpr(inner.callee, inner.args[1:], inner.arg_kinds[1:], inner.arg_names[1:])
        decorators = [options if len(inner.args) > 1 else inner.callee, *target.definition.decorators]
        return target._replace(definition=target.definition._replace(decorators=decorators))

    def _defined(self, api: TypeChecker, node: FuncDef | Decorator) -> Target | None:
        """A module's function, or a static method."""
        function = node.func if isinstance(node, Decorator) else node
        source, definition = self.definition(api, function.fullname)
        if source is None or definition is None or (definition.info is not None and not definition.function.is_static):
            return None
        return Target(definition, source)

    def bound(self, api: TypeChecker, function: Expression) -> Target | None:
        """The method in ``self.step``, which the program passes to a function."""
        if not isinstance(function, MemberExpr):
            return None
        owner = stored_type(api, function.expr)
        return None if owner is None else self.method(api, get_proper_type(owner), function.name)

    def method(self, api: TypeChecker, owner: ProperType, name: str, *, is_property: bool = False) -> Target | None:
        """The method or property of an object or of a class."""
        is_class = isinstance(owner, CallableType) and owner.is_type_obj()
        instance = get_proper_type(owner.ret_type) if isinstance(owner, CallableType) and is_class else owner
        if isinstance(instance, TupleType):
            instance = instance.partial_fallback
        if not isinstance(instance, Instance):
            return None
        symbol = instance.type.get(name)
        node = symbol.node if symbol is not None else None
        function = node.func if isinstance(node, Decorator) else node
        if not isinstance(function, FuncDef) or not function.info or function.is_property != is_property:
            return None
        source, definition = self.definition(api, f"{function.info.fullname}.{name}")
        if source is None or definition is None or may_be_overridden(api, instance.type, name):
            return None
        if function.is_static:
            return Target(definition, source)
        if function.is_class:
            return Target(definition, source, TypeType.make_normalized(instance))
        return None if is_class else Target(definition, source, owner)

    def definition(self, api: TypeChecker, fullname: str) -> tuple[SourceTree | None, Definition | None]:
        """The module that defines a function, and the function's definition; None where it is unknown."""
        if is_in_known_library(fullname):
            return None, None
        module = module_of(fullname, api.modules)
        if module and is_installed(api.modules[module].path):
            return None, None  # its type variables stand for any array, whatever the dtype; see `type_variables`
        source = self._trees(api, module)
        return source, None if source is None else source.definition(fullname)
