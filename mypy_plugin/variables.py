"""Variables that hold arrays of one dtype after another: ``x = x.astype(jnp.bfloat16)``.

mypy gives a variable the type of what it is first assigned, for good, and calls what has another dtype later an error.
So what is assigned more than once is declared as an array of unknown dtype, and mypy's binder, which follows the flow
of a program, knows its dtype from one assignment to the next. mypy's ``allow_redefinition`` does so itself.

A variable may as well be a number at first, ``loss = 0.0``, or an array of NumPy's: nothing is known of it from where
it is assigned an array; or a number at last, ``loss = loss.item()``. It may hold a tree of arrays, which mypy follows
if a function has made the first one: of ``state = (0, x)`` it asks no hook. A function that is transformed twice,
``f = jax.jit(f)``, is declared as some function, and an array's dtype, ``dtype = x.dtype``, may give way to another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias, TypeGuard, TypeVar

from mypy.nodes import ARG_STAR, ARG_STAR2, Context, Expression, MypyFile, OpExpr
from mypy.plugin import AttributeContext, CheckerPluginInterface, MethodContext
from mypy.subtypes import is_subtype
from mypy.types import AnyType, CallableType, Instance, ProperType, TupleType, Type, TypeOfAny, get_proper_type

from .asking import has_failed
from .assignments import Assignments, Target, Targets, assignments_of, flat
from .binding import redeclare
from .displays import Element, elements_of, is_misfit
from .files import OfFiles
from .names import ARRAY, ARRAY_DTYPE, NUMPY_OPERATOR_CLASSES, SCALARS
from .operators import AnyContext
from .pytrees import is_tree
from .results import unknown, without_dtypes

C = TypeVar("C", bound=AnyContext)
Hook: TypeAlias = Callable[[C], Type]

TRANSFORMED = ("jax._src.api.", "jax._src.pjit.", "jax._src.custom_derivatives.")
"""The modules of the classes of transformed functions."""

NUMBERS = (*SCALARS, *NUMPY_OPERATOR_CLASSES)
"""What a variable may be at first that is an array later."""

UNPACKING = f"{ARRAY}.__iter__"
"""The method that mypy asks for the items of an array, wherever they go."""

KNOWN: dict[Expression, Type] = {}
"""The types of what such variables are first assigned, for who asks mypy for the types of expressions."""


class _File(NamedTuple):
    """What is known of a file.

    Attributes:
        assignments: to what is assigned more than once.
        misfits: those of arrays to what mypy takes for something else.
        elements: what stands in lists, dicts and tuples that are assigned.
        widened: those of them that are of another dtype than expected, and the lists and dicts around these.
    """

    assignments: Assignments
    misfits: set[Target]
    elements: dict[Context, Element]
    widened: set[Context]


class Variables:
    """The variables and attributes of the files under check that are assigned more than once.

    Attributes:
        looks: the hook of what has no other.
        file: what is known of a file.
    """

    def __init__(self) -> None:
        self.looks: Callable[[AnyContext], Type] = self.widened(_default)
        self.file = OfFiles(_file)

    def all_widened(self, hooks: dict[str, Hook[C]]) -> dict[str, Hook[C]]:
        """Hooks by name, each as `widened` makes it."""
        return {name: self.widened(hook) for name, hook in hooks.items()}

    def widened(self, hook: Hook[C]) -> Hook[C]:
        """A hook that tells what it finds to the binder, where it is one of several values."""

        def widening(ctx: C) -> Type:
            found = hook(ctx)
            file = self.file(ctx.api.tree)  # type: ignore[attr-defined]
            if ctx.context in file.widened:  # mypy asks several times, and takes new items for what it expects
                return without_dtypes(found)
            place = _place(file, ctx.context)
            if place is None or has_failed(ctx.api):
                return found
            result = get_proper_type(found)
            if ctx.api.current_node_deferred:  # type: ignore[attr-defined]
                return result
            if isinstance(place, Element):
                return _element(ctx, place, result, file)
            if ctx.api.options.export_types and isinstance(ctx.context, Expression):
                KNOWN[ctx.context] = result
            if isinstance(place, list):
                return _unpacked(ctx.api, place, result, file)
            told, default = _assigned(ctx.api, place, result, file), _default(ctx)
            is_refused = not place.is_first and not _is_as_declared(told, place)
            return default if is_refused and _is_as_declared(default, place) else told

        return widening


def unpacked(ctx: MethodContext) -> Type:
    """Method hook of `UNPACKING`: ``x, y = array`` for variables that may be no arrays elsewhere.

    By JAX's own annotations an array's items may be anything, and what they are assigned to, too.
    """
    assignments: Assignments = assignments_of(ctx.api.tree)  # type: ignore[attr-defined]
    items = get_proper_type(ctx.default_return_type)
    if not isinstance(items, Instance):
        return items
    item, anything = get_proper_type(items.args[0]), AnyType(TypeOfAny.special_form)
    is_anything = False
    for target in flat(assignments.targets.get(ctx.context)):
        is_other = target.var in assignments.others
        if target.is_first:
            is_array = _is_array(item) and not is_other and target.var not in assignments.names
            _declare(target, unknown(item.type) if is_array and isinstance(item, Instance) else anything)
        elif is_other:
            is_anything = True
    return items.copy_modified(args=[anything]) if is_anything else items


def _file(tree: MypyFile) -> _File:
    found = _File(assignments_of(tree), set(), elements_of(tree), set())
    for target in found.assignments.anything:
        _declare(target, AnyType(TypeOfAny.special_form))
    return found


def _element(ctx: AnyContext, element: Element, value: Type, file: _File) -> Type:
    """The type that mypy is told of what stands in a list, dict or tuple."""
    if not is_misfit(ctx.api, element, value):
        return value
    file.widened.update((ctx.context, *element.around))
    assert element.target.var.type is not None
    redeclare(ctx.api, element.target.lvalue, element.target.var, without_dtypes(element.target.var.type))
    return without_dtypes(value)


def _place(file: _File, context: Context) -> Targets | Element:
    """What an expression is assigned to, or where it stands in a list, dict or tuple that is; None for all others."""
    known = file.assignments.targets
    found = known.get(context) or file.elements.get(context)
    return known.get(context.left) if found is None and isinstance(context, OpExpr) else found


def _unpacked(api: CheckerPluginInterface, targets: list[Targets], value: Type, file: _File) -> Type:
    """The type that mypy is told of a tuple whose items are assigned to variables."""
    proper = get_proper_type(value)
    if not isinstance(proper, TupleType) or len(targets) != len(proper.items):
        return value
    items: list[Type] = []
    for target, item in zip(targets, proper.items, strict=True):
        if target is None:
            items.append(item)
        elif isinstance(target, Target):
            items.append(_assigned(api, target, item, file))
        else:
            items.append(_unpacked(api, target, item, file))
    return proper.copy_modified(items=items)


def _assigned(api: CheckerPluginInterface, target: Target, value: Type, file: _File) -> Type:
    """The type that mypy is told of what a variable is assigned."""
    proper = get_proper_type(value)
    is_followed = is_tree(proper) or _is_array(proper) or _is_dtype(proper) or _is_transformed(proper)
    if not target.is_first:
        is_looked_at = is_followed or _replaces_an_array(proper, target)
        return _anything(api, target, file) if is_looked_at and _is_misfit(proper, target, file) else value
    if not is_followed:
        return value
    is_number_too = target.var in file.assignments.numbers
    if _is_array(proper) and not is_number_too and isinstance(get_proper_type(proper.args[0]), AnyType):
        return value  # mypy will not give it a dtype
    target.var.type = wide = _wide(api, proper, is_number_too)
    api.binder.put(target.lvalue, proper)  # type: ignore[attr-defined]
    return wide


def _wide(api: CheckerPluginInterface, value: ProperType, is_number_too: bool) -> Type:
    """The type that a variable gets for good; the binder gets that of what it holds at first."""
    anything = AnyType(TypeOfAny.special_form)
    if is_tree(value):
        return without_dtypes(value)
    if is_number_too or _is_dtype(value):
        return anything
    if _is_array(value):
        return unknown(value.type)
    function = api.named_generic_type("builtins.function", [])
    kinds = [ARG_STAR, ARG_STAR2]
    return CallableType([anything, anything], kinds, [None, None], anything, function, is_ellipsis_args=True)


def _is_as_declared(value: Type, target: Target) -> bool:
    """Whether mypy takes a value for one of a variable; whether it is one, says who has declared the variable."""
    declared = target.var.type
    return declared is None or not target.var.is_inferred or is_subtype(value, declared)


def _declare(target: Target, wide: Type) -> None:
    """Give a variable a type for good, and leave what it holds to the binder; of an attribute nothing else is known."""
    if target.var.type is None:
        target.var.type = wide
        target.lvalue.is_inferred_def = False


def _is_misfit(value: ProperType, target: Target, file: _File) -> bool:
    """Whether mypy takes a variable for something else, which no one has declared."""
    if target in file.misfits:  # mypy asks for the types of some values several times
        return True
    declared = get_proper_type(target.var.type)
    is_number = isinstance(declared, Instance) and declared.type.fullname in NUMBERS
    is_replaceable = is_number or is_tree(declared) or _is_array(declared) or _is_transformed(declared)
    return (is_replaceable or is_tree(value)) and not _is_as_declared(value, target)


def _replaces_an_array(value: ProperType, target: Target) -> bool:
    """Whether a variable holds arrays by what it was first assigned, and now a number of Python's: `loss.item()`."""
    declared = get_proper_type(target.var.type)
    return isinstance(value, Instance) and value.type.fullname in SCALARS and _is_array(declared)


def _anything(api: CheckerPluginInterface, target: Target, file: _File) -> Type:
    """What a variable holds of which nothing is known from there."""
    file.misfits.add(target)
    anything = AnyType(TypeOfAny.special_form)
    redeclare(api, target.lvalue, target.var, anything)
    return anything


def _is_array(t: ProperType | None) -> TypeGuard[Instance]:
    return isinstance(t, Instance) and t.type.fullname == ARRAY


def _is_dtype(t: ProperType) -> bool:
    return isinstance(t, Instance) and t.type.fullname == ARRAY_DTYPE


def _is_transformed(t: ProperType | None) -> bool:
    return isinstance(t, Instance) and t.type.fullname.startswith(TRANSFORMED)


def _default(ctx: AnyContext) -> Type:
    """What is known without a hook."""
    return ctx.default_attr_type if isinstance(ctx, AttributeContext) else ctx.default_return_type
