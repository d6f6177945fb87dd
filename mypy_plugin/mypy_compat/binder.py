"""What mypy's binder knows: the types of variables, attributes and items at the current statement."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.binder import CurrentType as CurrentType
from mypy.nodes import Expression, Var
from mypy.plugin import CheckerPluginInterface
from mypy.types import Type, UninhabitedType, get_proper_type

from .checker import binder_of, checker_of


def assign_in_binder(api: CheckerPluginInterface, place: Expression, t: Type) -> None:
    """Give a variable or attribute a type from the current statement on."""
    # mypy 2.4: the binder follows the control flow. Plugins have no hook for assignments.
    binder_of(api).put(place, t)


def narrow_in_binder(api: CheckerPluginInterface, place: Expression, t: Type, declared_type: Type | None) -> None:
    """Narrow the type of a variable after the assignment of a value, as mypy does after later assignments."""
    # mypy 2.4: unlike `put`, `assign_type` also tells the handlers of a surrounding `try` of the type.
    binder_of(api).assign_type(place, t, declared_type)


def declare_in_binder(api: CheckerPluginInterface, key: tuple[object, ...], t: Type) -> None:
    """Replace the declared type of a variable, to which mypy resets it where the branches of a statement differ."""
    # mypy 2.4: `declarations` is filled at a variable's first assignment and never updated.
    binder_of(api).declarations[key] = t


def forget_in_binder(api: CheckerPluginInterface, place: Expression) -> None:
    """Forget the types that mypy has narrowed the attributes and items of an expression to."""
    # mypy 2.4: mypy does so at an assignment, but not at a method call that replaces an attribute.
    binder_of(api).invalidate_dependencies(place)  # type: ignore[arg-type]  # it only computes the literal hash


def is_unreachable(api: CheckerPluginInterface) -> bool:
    """Whether mypy has found out that the current statement is never reached."""
    # mypy 2.4: only the binder knows it, from the statements before.
    return binder_of(api).is_unreachable()


def is_never_so(api: CheckerPluginInterface, condition: Expression, *, value: bool) -> bool:
    """Whether mypy knows that a condition, which it has checked, never has a truth value."""
    # mypy 2.4: mypy asks the same when it checks a conditional expression, and keeps no answer.
    with api.msg.filter_errors():
        types_by_value = checker_of(api).find_isinstance_check(condition)
    narrowed = types_by_value[0 if value else 1]
    return any(isinstance(get_proper_type(t), UninhabitedType) for t in narrowed.values())


def narrowed_types(api: CheckerPluginInterface) -> Iterator[tuple[tuple[object, ...], Type]]:
    """The types that variables and attributes are narrowed to at the current statement, by mypy's literal hash."""
    # mypy 2.4: the interface gives the type of an expression only, not the state of all variables.
    for frame in binder_of(api).frames:
        for key, current in frame.types.items():
            yield key, current.type


def declared_in_branch(api: CheckerPluginInterface, var: Var) -> None:
    """Tell mypy that a variable is declared in the current branch. Another branch may then assign None to it."""
    # mypy 2.4: mypy does so if it infers the type of the variable itself.
    checker_of(api).var_decl_frames[var] = {frame.id for frame in binder_of(api).frames}


def check_loop_again(api: CheckerPluginInterface, var: Var) -> None:
    """Make mypy check an enclosing loop again, since a variable's type has become wider."""
    # mypy 2.4: `accept_loop` repeats a loop while the length of `widened_vars` grows.
    checker_of(api).widened_vars.append(var.name)


def forget_partial_type(api: CheckerPluginInterface, var: Var) -> None:
    """Stop mypy from inferring the type of a variable that was first assigned None."""
    # mypy 2.4: mypy reports a variable whose partial type is left over at the end of a scope.
    for scope in checker_of(api).partial_types:
        scope.map.pop(var, None)
