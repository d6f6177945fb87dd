"""Gives access to the parts of mypy that its plugin interface does not declare, one small function for each.

The modules of the plugin that need such a part use these functions. Two modules drive mypy's own type checker and
semantic analyzer themselves, `calls.body_check` and `calls.source_trees`. A new version of mypy can only break these
three. Each function names the version in whose sources the part was last checked, and the reason for using it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from mypy.errors import ErrorInfo, Errors, ErrorWatcher
from mypy.nodes import Block, CallExpr, Expression, FuncDef, MypyFile, SymbolNode, TypeInfo, Var
from mypy.plugin import AnalyzeTypeContext, ChainedPlugin, CheckerPluginInterface, ClassDefContext, Plugin
from mypy.types import CallableType, ProperType, Type, UninhabitedType, get_proper_type

if TYPE_CHECKING:
    from mypy.binder import ConditionalTypeBinder, CurrentType
    from mypy.checker import TypeChecker
    from mypy.semanal import SemanticAnalyzer


def _checker(api: CheckerPluginInterface) -> TypeChecker:
    """The type checker that mypy passes to hooks of expressions."""
    # mypy 2.4: hooks get the `TypeChecker` itself, declared as an interface with few of its attributes.
    return cast("TypeChecker", api)


# ------------------------------------------------------------------------------------------- files and expressions


def current_file(api: CheckerPluginInterface) -> MypyFile:
    """The file that mypy is checking."""
    # mypy 2.4: `CheckerPluginInterface` declares only the file's path.
    return _checker(api).tree


def loaded_modules(api: CheckerPluginInterface) -> dict[str, MypyFile]:
    """The modules of the program that mypy has loaded, by full name."""
    # mypy 2.4: the interface has no lookup of a class by its full name, and `Plugin.lookup_fully_qualified` finds no
    # name in a module that the package above it does not import.
    return _checker(api).modules


def stored_type(api: CheckerPluginInterface, expression: Expression) -> Type | None:
    """The type that mypy has stored for an expression, or None if it has not checked the expression yet."""
    # mypy 2.4: the interface's `get_expression_type` checks the expression again, which may report errors.
    return _checker(api).lookup_type_or_none(expression)


def store_type(api: CheckerPluginInterface, expression: Expression, t: Type) -> None:
    """Store the type of an expression of the plugin's own.

    mypy's check of undefined variables ignores all code behind a statement whose expression has no type: it takes the
    statement for unreachable.
    """
    # mypy 2.4: the interface has no method for it.
    _checker(api).store_type(expression, t)


def is_deferred(api: CheckerPluginInterface) -> bool:
    """Whether mypy will check the current function again, because some type in it is not known yet."""
    # mypy 2.4: the interface does not tell which pass is running, and types in a first pass are wrong.
    return _checker(api).current_node_deferred


def is_in_lambda(api: CheckerPluginInterface) -> bool:
    """Whether mypy is checking the body of a lambda."""
    # mypy 2.4: mypy checks a lambda once for each overload that it tries, and the interface does not show it.
    return _checker(api).expr_checker.in_lambda_expr


def checked_union_members(api: CheckerPluginInterface) -> dict[Expression, Type]:
    """The member of each union argument for which mypy is checking a call at the moment, by argument."""
    # mypy 2.4: `check_union_call` keeps these in `type_overrides`, and a nested check of the argument clears them.
    return _checker(api).expr_checker.type_overrides


@contextmanager
def inferred_types_dropped(api: CheckerPluginInterface) -> Iterator[None]:
    """Drop all types that mypy stores for expressions in this block."""
    # mypy 2.4: `local_type_map` drops stored types, but `expr_cache` keeps the results of some expressions.
    cache = _checker(api).expr_checker.expr_cache
    saved = dict(cache)
    with _checker(api).local_type_map:
        try:
            yield
        finally:
            cache.clear()
            cache.update(saved)


def check_call(api: CheckerPluginInterface, signature: CallableType, call: CallExpr) -> None:
    """Check the arguments of a call against a signature, and report errors at the call."""
    # mypy 2.4: the interface only checks whole expressions, whose callee has its own signature.
    _checker(api).expr_checker.check_call(signature, call.args, call.arg_kinds, call, call.arg_names)


# ------------------------------------------------------------------------------------------------- variables, binder


def assign_in_binder(api: CheckerPluginInterface, place: Expression, t: Type) -> None:
    """Give a variable or attribute a type from the current statement on."""
    # mypy 2.4: the binder follows the control flow. Plugins have no hook for assignments.
    _binder(api).put(place, t)


def narrow_in_binder(api: CheckerPluginInterface, place: Expression, t: Type, declared_type: Type | None) -> None:
    """Narrow the type of a variable after the assignment of a value, as mypy does after later assignments."""
    # mypy 2.4: unlike `put`, `assign_type` also tells the handlers of a surrounding `try` of the type.
    _binder(api).assign_type(place, t, declared_type)


def declare_in_binder(api: CheckerPluginInterface, key: tuple[object, ...], t: Type) -> None:
    """Replace the declared type of a variable, to which mypy resets it where the branches of a statement differ."""
    # mypy 2.4: `declarations` is filled at a variable's first assignment and never updated.
    _binder(api).declarations[key] = t


def forget_in_binder(api: CheckerPluginInterface, place: Expression) -> None:
    """Forget the types that mypy has narrowed the attributes and items of an expression to."""
    # mypy 2.4: mypy does so at an assignment, but not at a method call that replaces an attribute.
    _binder(api).invalidate_dependencies(place)  # type: ignore[arg-type]  # it only computes the literal hash


def types_in_frames(api: CheckerPluginInterface) -> Sequence[dict[tuple[object, ...], CurrentType]]:
    """The types that variables, attributes and items are narrowed to, for each enclosing branch or loop."""
    # mypy 2.4: an assignment drops the parts of a variable from all enclosing branches, which it can't undo.
    return [frame.types for frame in _binder(api).frames]


def may_jump_from_here(api: CheckerPluginInterface) -> None:
    """Tell the binder that an exception may leave the `try` statements around the current statement."""
    # mypy 2.4: the binder does so itself after an assignment, before the plugin has told it about parts of the value.
    for frame in _binder(api).try_frames:
        _binder(api).allow_jump(frame)


def is_unreachable(api: CheckerPluginInterface) -> bool:
    """Whether mypy has found out that the current statement is never reached."""
    # mypy 2.4: only the binder knows it, from the statements before.
    return _binder(api).is_unreachable()


def is_never_so(api: CheckerPluginInterface, condition: Expression, *, value: bool) -> bool:
    """Whether mypy knows that a condition, which it has checked, never has a truth value."""
    # mypy 2.4: mypy asks the same when it checks a conditional expression, and keeps no answer.
    with api.msg.filter_errors():
        types_by_value = _checker(api).find_isinstance_check(condition)
    narrowed = types_by_value[0 if value else 1]
    return any(isinstance(get_proper_type(t), UninhabitedType) for t in narrowed.values())


def code_under_check(api: CheckerPluginInterface) -> MypyFile | Block:
    """The body of the innermost function with a name that mypy is checking, or the file."""
    # mypy 2.4: the interface shows no functions.
    checker = _checker(api)
    functions = (item for item in reversed(checker.scope.stack) if isinstance(item, FuncDef))
    return next((function.body for function in functions), checker.tree)


def narrowed_types(api: CheckerPluginInterface) -> Iterator[tuple[tuple[object, ...], Type]]:
    """The types that variables and attributes are narrowed to at the current statement, by mypy's literal hash."""
    # mypy 2.4: the interface gives the type of an expression only, not the state of all variables.
    for frame in _binder(api).frames:
        for key, current in frame.types.items():
            yield key, current.type


def _binder(api: CheckerPluginInterface) -> ConditionalTypeBinder:
    """The part of mypy that follows the types of variables through the control flow."""
    return _checker(api).binder


def declared_in_branch(api: CheckerPluginInterface, var: Var) -> None:
    """Tell mypy that a variable is declared in the current branch. Another branch may then assign None to it."""
    # mypy 2.4: mypy does so if it infers the type of the variable itself.
    _checker(api).var_decl_frames[var] = {frame.id for frame in _binder(api).frames}


def check_loop_again(api: CheckerPluginInterface, var: Var) -> None:
    """Make mypy check an enclosing loop again, since a variable's type has become wider."""
    # mypy 2.4: `accept_loop` repeats a loop while the length of `widened_vars` grows.
    _checker(api).widened_vars.append(var.name)


def forget_partial_type(api: CheckerPluginInterface, var: Var) -> None:
    """Stop mypy from inferring the type of a variable that was first assigned None."""
    # mypy 2.4: mypy reports a variable whose partial type is left over at the end of a scope.
    for scope in _checker(api).partial_types:
        scope.map.pop(var, None)


# ------------------------------------------------------------------------------------------------------------ errors


def error_watchers(errors: Errors) -> list[ErrorWatcher]:
    """The watchers that see, and may hide, the errors that mypy reports, the outermost first."""
    # mypy 2.4: `get_watchers` only iterates; to report past a watcher, it must leave the list for a moment.
    return errors._watchers


def listen(errors: Errors, see: Callable[[str, ErrorInfo], None]) -> None:
    """Call a function with the path and the error before mypy adds an error to a file.

    Errors that a watcher filters, or a comment ignores, are left out. A function listens once, even if this is called
    for each file.
    """
    # mypy 2.4: no hook sees errors. The filter of the outermost watcher does, and this one filters nothing.
    if not any(watcher in _LISTENERS for watcher in errors._watchers):
        _SEEING.clear()
        _LISTENERS[:] = [ErrorWatcher(errors, filter_errors=_shown_to_listeners)]
        errors._watchers[:0] = _LISTENERS
    if see not in _SEEING:
        _SEEING.append(see)


def _shown_to_listeners(file: str, error: ErrorInfo) -> bool:
    # mypy 2.4: mypy asks a second time unless a comment ignores the error.
    is_added, _ASKED_ONCE[:] = error in _ASKED_ONCE, [error]
    for see in _SEEING if is_added else ():
        see(file, error)
    return False


def has_watchers(errors: Errors) -> bool:
    """Whether any watcher other than a listener sees the errors that mypy reports."""
    return any(watcher not in _LISTENERS for watcher in errors._watchers)


_LISTENERS: list[ErrorWatcher] = []
"""The watcher that `listen` has added last."""
_SEEING: list[Callable[[str, ErrorInfo], None]] = []
"""The functions to which this watcher shows errors."""
_ASKED_ONCE: list[ErrorInfo] = []
"""The error about which mypy has asked this watcher last."""


def hides_all(watcher: ErrorWatcher) -> bool:
    """Whether a watcher hides every error that it sees."""
    # mypy 2.4: `_filter` is True, False or a function, and no method tells which.
    return watcher._filter is True


def discards_all(watcher: ErrorWatcher) -> bool:
    """Whether a watcher hides every error that it sees, and does not keep it for later."""
    # mypy 2.4: mypy keeps filtered errors in `_filtered` only if it may report them later. Around all overloads of a
    # call, and around all operator methods, it does not.
    return hides_all(watcher) and watcher._filtered is None


def kept_errors(errors: Errors) -> Iterator[ErrorInfo]:
    """The errors that watchers keep, and that mypy may report later."""
    # mypy 2.4: a watcher's `filtered_errors` fails if the watcher keeps no errors, and no method tells whether it does.
    for watcher in errors._watchers:
        yield from watcher._filtered or ()


def error_lists(errors: Errors) -> Iterator[list[ErrorInfo]]:
    """The lists from which errors may be removed: of the current file, and of the watchers that keep errors."""
    # mypy 2.4: `reported_errors` and `kept_errors` say why each of them is private.
    yield reported_errors(errors)
    for watcher in errors._watchers:
        if watcher._filtered is not None:
            yield watcher._filtered


def reported_errors(errors: Errors, path: str | None = None) -> list[ErrorInfo]:
    """The errors that mypy has reported in a file, by default the current one, in a list of mypy's own."""
    # mypy 2.4: `error_info_map` is public but undocumented. The daemon removes the files to check from it.
    return errors.error_info_map.get(path or errors.file, [])


def is_finished(api: CheckerPluginInterface) -> bool:
    """Whether mypy has finished the check of a file, and forgotten the types of its expressions."""
    # mypy 2.4: `TypeChecker.reset` leaves an empty map of types.
    return not _checker(api)._type_maps[0]


# ----------------------------------------------------------------------------------- plugins and semantic analysis


def all_plugins(api: CheckerPluginInterface) -> Sequence[Plugin]:
    """The plugins that mypy asks, in the order in which it asks them."""
    # mypy 2.4: mypy hands `ChainedPlugin` to the checker, and shows no plugin the others.
    return cast("ChainedPlugin", _checker(api).plugin)._plugins


def whole_plugin(api: CheckerPluginInterface) -> Plugin:
    """mypy's `ChainedPlugin`, which a new checker or analyzer needs."""
    # mypy 2.4: see `all_plugins`.
    return _checker(api).plugin


def analyzer_of(ctx: AnalyzeTypeContext) -> SemanticAnalyzer:
    """The semantic analyzer, which knows the file and the statement to which the annotation of a type hook belongs."""
    # mypy 2.4: `ctx.api` is the `TypeAnalyser`, which shows hooks the annotation without the statement around it.
    return ctx.api.api  # type: ignore[attr-defined,no-any-return]


def imported_modules(ctx: ClassDefContext) -> dict[str, set[str]]:
    """The modules that each module of the program depends on, directly or not, by full name."""
    # mypy 2.4: the plugin interface of semantic analysis does not declare `import_map`.
    return cast("SemanticAnalyzer", ctx.api).import_map


def promoted_types(info: TypeInfo) -> list[ProperType]:
    """The types to which mypy implicitly promotes instances of a class, as int to float."""
    # mypy 2.4: only typeshed may use the decorator that declares such promotions, and this list is its effect.
    return info._promote


def forget_constructor(info: TypeInfo) -> None:
    """Forget the signature with which a class is called, after a change of its ``__init__``."""
    # mypy 2.4: `type_object_type` is the cached signature, and only mypy's daemon resets it.
    info.type_object_type = None


def set_full_name(node: SymbolNode, fullname: str) -> None:
    """Give a variable or function that the plugin has created its full name."""
    # mypy 2.4: `fullname` is a read-only property of every symbol.
    node._fullname = fullname  # type: ignore[attr-defined]
