"""mypy's check of a function's body, driven by the plugin: by a checker of its own, or inside the running check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.errors import Errors
from mypy.nodes import Block, FuncDef, FuncItem, MypyFile, TypeInfo
from mypy.options import Options
from mypy.plugin import CheckerPluginInterface
from mypy.state import state
from mypy.types import CallableType, FunctionLike

from .checker import checker_of
from .modules import loaded_modules, whole_plugin

# ---------------------------------------------------------------------------------------- functions under check


def code_under_check(api: CheckerPluginInterface) -> MypyFile | Block:
    """The body of the innermost function with a name that mypy is checking, or the file."""
    # mypy 2.4: the interface shows no functions.
    checker = checker_of(api)
    functions = (item for item in reversed(checker.scope.stack) if isinstance(item, FuncDef))
    return next((function.body for function in functions), checker.tree)


def current_function(api: CheckerPluginInterface) -> FuncItem | None:
    """The innermost function or lambda that mypy is checking."""
    # mypy 2.4: see `code_under_check`.
    return checker_of(api).scope.current_function()


def is_under_check(api: CheckerPluginInterface, function: FuncItem) -> bool:
    """Whether mypy is checking a function, or a function in it."""
    # mypy 2.4: see `code_under_check`.
    return function in checker_of(api).scope.stack


def signature_of(api: CheckerPluginInterface, function: FuncItem) -> FunctionLike:
    """The declared type of a function, with `Any` for what it does not declare."""
    # mypy 2.4: a function without annotations has no type of its own.
    return checker_of(api).function_type(function)


# -------------------------------------------------------------------------------------------- the check of a body


@contextmanager
def separate_checker(
    api: CheckerPluginInterface, tree: MypyFile, options: Options, info: TypeInfo | None
) -> Iterator[CheckerPluginInterface]:
    """A checker apart from the one that is running, which is at the top of a module or of a class in this block.

    Args:
        api: the checker that is running.
        tree: the module.
        options: mypy's options for it.
        info: the class; None for the module.
    """
    # mypy 2.4: `State.type_checker` makes one for each module, and `TypeChecker.check_first_pass` enters all of these.
    errors = Errors(options)
    checker = TypeChecker(errors, loaded_modules(api), options, tree, tree.path, whole_plugin(api), {})
    errors.set_file(tree.path, tree.fullname, options, checker.tscope)
    with (
        state.strict_optional_set(options.strict_optional),
        checker_state.set(checker),
        checker.tscope.module_scope(tree.fullname),
        checker.enter_partial_types(),
        checker.binder.top_frame_context(),
        nullcontext() if info is None else checker.tscope.class_scope(info),
        nullcontext() if info is None else checker.scope.push_class(info),
    ):
        yield checker


def function_entered(api: CheckerPluginInterface, function: FuncItem) -> AbstractContextManager[None]:
    """Count errors in this block among those of a function."""
    # mypy 2.4: `check_func_item` leaves this to its callers.
    return checker_of(api).tscope.function_scope(function)


def check_body(api: CheckerPluginInterface, function: FuncItem, signature: CallableType) -> bool:
    """Check a function's body with a signature; returns whether mypy has inferred the types of all its variables."""
    # mypy 2.4: `check_func_item` itself forgets that a type is not known yet.
    checker = checker_of(api)
    before = len(checker.deferred_nodes)
    was_deferred, checker.current_node_deferred = checker.current_node_deferred, False
    try:
        checker.check_func_item(function, signature)
    finally:
        checker.current_node_deferred = was_deferred
    return len(checker.deferred_nodes) == before


def number_of_deferred(api: CheckerPluginInterface) -> int:
    """The number of functions that mypy will check again at the end of the module."""
    # mypy 2.4: mypy defers a function whose variables have no types yet, also if the plugin lets it check the function.
    return len(checker_of(api).deferred_nodes)


def forget_deferred(api: CheckerPluginInterface, number: int) -> bool:
    """Keep only the first functions that mypy will check again; returns whether there were others."""
    # mypy 2.4: see `number_of_deferred`.
    nodes = checker_of(api).deferred_nodes
    is_longer = len(nodes) != number
    del nodes[number:]
    return is_longer


def way_out(api: CheckerPluginInterface) -> Callable[[], None]:
    """A function that takes the checker back to where it is now, after an exception inside a body."""
    # mypy 2.4: mypy exits on an internal error, so that it leaves its stacks as they are.
    checker = checker_of(api)
    stacks: list[list[Any]] = [
        checker.dynamic_funcs,
        checker.return_types,
        checker.partial_types,
        checker.type_context,
    ]
    binder, lengths = checker.binder, [len(stack) for stack in stacks]

    def leave() -> None:
        checker.binder = binder
        for stack, length in zip(stacks, lengths, strict=True):
            del stack[length:]

    return leave
