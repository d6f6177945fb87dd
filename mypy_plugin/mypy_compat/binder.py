"""What mypy's binder knows: the types of variables, attributes and items at the current statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager

from mypy.binder import CurrentType as CurrentType
from mypy.binder import Frame
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


def types_in_frames(api: CheckerPluginInterface) -> Sequence[dict[tuple[object, ...], CurrentType]]:
    """The types that variables, attributes and items are narrowed to, for each enclosing branch or loop."""
    # mypy 2.4: an assignment drops the parts of a variable from all enclosing branches, which it can't undo.
    return [frame.types for frame in binder_of(api).frames]


def may_jump_from_here(api: CheckerPluginInterface) -> None:
    """Tell the binder that an exception may leave the `try` statements around the current statement."""
    # mypy 2.4: the binder does so itself after an assignment, before the plugin has told it about parts of the value.
    for frame in binder_of(api).try_frames:
        binder_of(api).allow_jump(frame)


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


def narrowing(t: Type) -> CurrentType:
    """An entry of the binder, for `types_in_frames`: the type that an assignment gives a variable."""
    # mypy 2.4: the binder keeps beside a type whether it comes from an assignment or from a condition.
    return CurrentType(t, True)


def own_branch(api: CheckerPluginInterface) -> AbstractContextManager[Frame]:
    """Narrow types in this block as in a branch that may be skipped."""
    # mypy 2.4: mypy does so around the body of a comprehension, which a hook can't have it check again.
    return binder_of(api).frame_context(can_skip=True, fall_through=0)


def narrow_by(api: CheckerPluginInterface, condition: Expression) -> None:
    """Narrow the types of variables where a condition, which mypy has checked, holds."""
    # mypy 2.4: only statements and conditional expressions do so, and the interface has neither.
    checker_of(api).push_type_map(checker_of(api).find_isinstance_check(condition)[0])
