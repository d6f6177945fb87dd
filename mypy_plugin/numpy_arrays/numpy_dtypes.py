"""NumPy's functions that take a dtype class, ``np.arange(4, dtype=jnp.float32)``, or a list, ``np.asarray([1, 2])``.

mypy chooses the wrong overload of NumPy's stubs for both. A dtype class is also a ``np.dtype[Any]`` to a checker, which
fits the first overload for any dtype. The items of a list get the type that is expected of them, so that integers fit
an overload for ``list[float]``, and so does the dtype of an array that another call makes. So mypy is asked about the
call once more, with the type that the argument has by itself: for ``jnp.float32`` that of ``np.float32``, for a dtype
that NumPy does not have that of an unknown text.

Where NumPy's stubs are wrong about the argument itself (`jaxtyping_promo.rules.numpy_stubs`), the result is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TypeAlias, TypeVar

from mypy.nodes import CallExpr, Expression, TempNode
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    Overloaded,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    TypeType,
    TypeVarType,
    UninhabitedType,
    UnionType,
    get_proper_type,
)

from ...inference.operand import is_known, possible_dtypes
from ...inference.operators import MOST_ANSWERS
from ...operators import FORWARD, REFLECTED
from ...rules.numpy_stubs import (
    ACCUMULATIONS,
    DOUBLE,
    EXACT,
    EXACT_SECOND,
    FOURIER,
    SINGLE,
    WRONG,
    WRONG_OF_SCALARS,
    accumulated,
)
from ...systems import get_system
from ..jax_names import ARRAY_DTYPE, NODES, NUMPY_OPERATOR_CLASSES
from ..types.expression_types import arguments_of, synthetic_call, type_of, type_without_context
from ..types.numpy_types import scalar_type, with_scalar_type, without_scalar_types
from ..types.operands import is_ndarray, operands

C = TypeVar("C", FunctionContext, MethodContext)
Hook: TypeAlias = Callable[[C], Type]

GENERIC = "jaxtyping_promo.dtypes.generic"
"""The class above all dtype classes."""


class NumPyCalls:
    """The calls of NumPy's functions whose arguments mypy takes for something else than they are."""

    def __init__(self) -> None:
        self._own: dict[Expression, Type] = {}
        self._depth = 0

    def corrected(self, fullname: str, hook: Hook[C] | None = None) -> Hook[C]:
        """A hook that is told what NumPy's stubs say of the arguments by themselves."""
        name = fullname.rpartition(".")[2]

        def correcting(ctx: C) -> Type:
            with self._asking():
                meant = self._others(ctx)
                found = _result(ctx, meant) if meant else None
            if name in ACCUMULATIONS and "dtype" not in _given(ctx):
                found = _accumulated(ctx, found or ctx.default_return_type, meant)
            elif _is_wrong(name, ctx, found or ctx.default_return_type, meant):
                found = without_scalar_types(found or ctx.default_return_type)
            if found is not None:
                ctx = ctx._replace(default_return_type=found)
            return ctx.default_return_type if hook is None else hook(ctx)

        return correcting

    def corrected_operators(self, hooks: dict[str, Hook[MethodContext]]) -> dict[str, Hook[MethodContext]]:
        """The hooks of operators, those of NumPy's classes with the dtype that NumPy makes of both operands."""
        methods = {method: (op, False) for method, op in FORWARD.items()}
        methods |= {method: (op, True) for method, op in REFLECTED.items()}
        return {
            name: self._corrected_operator(*methods[method], hook) if owner in NUMPY_OPERATOR_CLASSES else hook
            for name, hook in hooks.items()
            for owner, _, method in [name.rpartition(".")]
        }

    def _corrected_operator(self, op: str, is_reflected: bool, hook: Hook[MethodContext]) -> Hook[MethodContext]:
        def correcting(ctx: MethodContext) -> Type:
            result = hook(ctx)
            if result is not ctx.default_return_type or not ctx.arg_types or len(ctx.arg_types[0]) != 1:
                return result
            t, expression = ctx.arg_types[0][0], ctx.args[0][0]
            with self._asking():
                other = self._meant(ctx.api, expression, get_proper_type(t)) or t
            return _made(ctx, op, *((other, ctx.type) if is_reflected else (ctx.type, other)))

        return correcting

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Keep the types of lists within lists until the outermost call is known."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                self._own.clear()

    def _others(self, ctx: FunctionContext | MethodContext) -> dict[Expression, Type]:
        """The arguments that mypy takes for something else than they are, and their types."""
        return {
            expression: other
            for expressions, types in zip(ctx.args, ctx.arg_types, strict=True)
            for expression, t in zip(expressions, types, strict=True)
            if (other := self._meant(ctx.api, expression, get_proper_type(t))) is not None
        }

    def _meant(self, api: CheckerPluginInterface, expression: Expression, t: ProperType) -> Type | None:
        """The type to ask with in place of an argument's; None if there is nothing wrong with that."""
        names = _dtypes(t)
        if names:
            found = {_numpy_class(api, name) for name in names}
            return (found.pop() if len(found) == 1 else None) or api.named_generic_type("builtins.str", [])
        is_list = isinstance(t, TupleType) or (isinstance(t, Instance) and t.type.fullname == "builtins.list")
        is_made = isinstance(expression, CallExpr) and isinstance(t, Instance) and is_ndarray(t)
        if not is_list and not is_made:
            return None
        if expression not in self._own:
            self._own[expression] = type_without_context(api, expression)
        own = _with_floats(api, get_proper_type(self._own[expression]))
        return None if own == t else own


def _result(ctx: FunctionContext | MethodContext, meant: dict[Expression, Type]) -> Type | None:
    """What NumPy's stubs say of a call if some of its arguments have other types."""
    call = ctx.context
    if not isinstance(call, CallExpr):
        return None
    arguments = [
        one._replace(value=TempNode(meant[one.value], context=one.value)) if one.value in meant else one
        for one in arguments_of(call)
    ]
    found = type_of(ctx.api, synthetic_call(call.callee, arguments, call))
    return without_scalar_types(ctx.default_return_type) if found is None else found


def _made(ctx: MethodContext, op: str, left: Type, right: Type) -> Type:
    """What an operator makes of NumPy's operands: NumPy's stubs have several pairs wrong."""
    known = [_single(t) for t in (left, right)]
    stated = operands(ctx.default_return_type)
    if stated is None or len({*possible_dtypes(stated)}) != 1 or None in known:
        return ctx.default_return_type
    made = _made_by_numpy(op, *(node for node in known if node is not None))
    if made is None or made == stated[0].dtypes[0]:
        return ctx.default_return_type
    return with_scalar_type(ctx.api, ctx.default_return_type, made)


def _single(t: Type) -> str | None:
    """The dtype of an operand, if it is one alone."""
    known = operands(t)
    return known[0].dtypes[0] if known is not None and len(known) == 1 and len(known[0].dtypes) == 1 else None


@lru_cache(MOST_ANSWERS)
def _made_by_numpy(op: str, left: str, right: str) -> str | None:
    """What NumPy makes of two dtypes; None if that is not known."""
    system = get_system("numpy")
    known = is_known(system, left) and is_known(system, right)
    return system.binary(op, left, right) if known else None


def _with_floats(api: CheckerPluginInterface, t: ProperType) -> ProperType:
    """The type of a list; of an empty one that of a list of floats, which NumPy makes of it."""
    if isinstance(t, UninhabitedType):
        return api.named_generic_type("builtins.float", [])
    if isinstance(t, Instance) and t.type.fullname == "builtins.list":
        return t.copy_modified(args=[_with_floats(api, get_proper_type(argument)) for argument in t.args])
    return t


def _given(ctx: FunctionContext | MethodContext) -> set[str | None]:
    """The names of the parameters that are given."""
    return {name for name, types in zip(ctx.callee_arg_names, ctx.arg_types, strict=True) if types}


def _accumulated(ctx: FunctionContext | MethodContext, stated: Type, meant: dict[Expression, Type]) -> Type:
    """What NumPy's stubs say of a sum, unless NumPy adds up the operand's dtype in another one."""
    operand = ctx.type if isinstance(ctx, MethodContext) else _arguments(ctx, meant)[0]
    made, found = accumulated(_element(get_proper_type(operand))[0]), _single(stated)
    is_right = found is None or made is None or found in (made, "int_" if made == "int64" else "uint")
    return stated if is_right or made is None else with_scalar_type(ctx.api, stated, made)


def _arguments(ctx: FunctionContext | MethodContext, meant: dict[Expression, Type]) -> list[Type]:
    """The types of the first argument of each parameter that is given."""
    return [meant.get(e[0], types[0]) for e, types in zip(ctx.args, ctx.arg_types, strict=True) if types]


def _is_wrong(name: str, ctx: FunctionContext | MethodContext, stated: Type, meant: dict[Expression, Type]) -> bool:
    """Whether NumPy's stubs state a dtype that NumPy does not make of the operands."""
    wrong, of_scalars = WRONG.get(name, ()), WRONG_OF_SCALARS.get(name, ())
    if name in FOURIER and _single(stated) in DOUBLE:
        wrong = SINGLE
    if not wrong and not of_scalars:
        return False
    given = [meant.get(e[0], types[0]) for e, types in zip(ctx.args, ctx.arg_types, strict=True) if types]
    first, *others = (
        [ctx.type, *given] if isinstance(ctx, MethodContext) else given or [AnyType(TypeOfAny.special_form)]
    )
    node, is_scalar = _element(get_proper_type(first))
    if node not in wrong and not (is_scalar and node in of_scalars):
        return False
    return name not in EXACT_SECOND or not others or _element(get_proper_type(others[0]))[0] in EXACT


def _element(t: ProperType) -> tuple[str, bool]:
    """The dtype of an operand of NumPy's functions, or of the items of a list; and whether it is a number."""
    is_number = True
    while operands(t) is None:
        is_number = False
        match t:
            case TupleType(items=[item, *_]) | Instance(args=[item, *_]):
                t = get_proper_type(item)
            case Instance() if t.type.fullname == "builtins.range":
                return "int", False
            case _:
                return "", False
    known = operands(t) or ()
    nodes = {*possible_dtypes(known)}
    are_numbers = all(operand.origin != "numpy array" for operand in known)
    return (nodes.pop(), is_number and are_numbers) if len(nodes) == 1 else ("", False)


def _dtypes(t: ProperType) -> list[str]:
    """The full names of the dtype classes that an argument may be, or hold in ``x.dtype``; none if it is none."""
    if isinstance(t, UnionType):
        each = [_dtypes(get_proper_type(item)) for item in t.items]
        return [name for names in each for name in names] if all(each) else []
    if isinstance(t, Overloaded):
        t = t.items[0]
    match t:
        case TypeType(item=held):
            pass
        case CallableType() if t.is_type_obj():
            held = t.get_instance_type()
        case Instance(args=[item]) if t.type.fullname == ARRAY_DTYPE:
            held = get_proper_type(item)
            if not isinstance(held, Instance):
                return [GENERIC]
        case _:
            return []
    if isinstance(held, TypeVarType):
        held = get_proper_type(held.upper_bound)
    is_dtype = isinstance(held, Instance) and any(base.fullname == GENERIC for base in held.type.mro)
    return [held.type.fullname] if is_dtype and isinstance(held, Instance) else []


def _numpy_class(api: CheckerPluginInterface, fullname: str) -> Type | None:
    """The type of NumPy's scalar type for a dtype class: that of ``np.float32`` for ``jnp.float32``."""
    scalar = scalar_type(api, NODES.get(fullname, ""))
    return None if scalar is None else TypeType.make_normalized(scalar)
