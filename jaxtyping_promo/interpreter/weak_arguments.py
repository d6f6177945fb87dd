"""Weak arrays that a compiled function gets for parameters declared strong: JAX compiles the function twice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..diagnostics.codes import DTYPE_WEAK
from ..dtypes import WEAK_TYPES
from .arrays import strong
from .call import Call
from .declared import declared_value
from .findings import tell
from .places import place_of
from .source_texts import text_of
from .values import Array, Function, Value, only

if TYPE_CHECKING:
    from .run import Run


def check_weak_arguments(run: Run, function: Value, call: Call) -> None:
    """Tell each weak array that a compiled function gets for a parameter declared strong.

    Args:
        run: the run.
        function: the function below the compilation.
        call: the call, with the arguments as the program passes them.
    """
    called = only(function)
    if not isinstance(called, Function) or not isinstance(call.node, ast.Call) or not call.is_exact:
        return
    for parameter, node, value in _passed(called, call):
        if value and all(isinstance(item, Array) and item.dtype in WEAK_TYPES for item in value):
            weak, declared = only(value), _declared_dtype(run, called, parameter)
            held = strong(run, weak.dtype) if isinstance(weak, Array) else None
            if held is not None and declared is not None:
                text = text_of(run, place_of(node, run.source.path))
                tell(run, run.place, DTYPE_WEAK,
                     f"weak {held} passed to a {declared} parameter: jax.jit compiles twice",
                     f"Make it strong: jnp.asarray({text}, jnp.{declared})")  # fmt: skip


def _passed(function: Function, call: Call) -> Iterator[tuple[ast.arg, ast.expr, Value]]:
    """The parameters with the expressions and values of their arguments, as far as the call writes them out."""
    node, parameters = call.node, function.definition.node.args
    if not isinstance(node, ast.Call) or any(isinstance(one, ast.Starred) for one in node.args):
        return
    positional = [*parameters.posonlyargs, *parameters.args]
    if len(node.args) == len(call.arguments):
        yield from zip(positional, node.args, call.arguments, strict=False)
    written = {keyword.arg: keyword.value for keyword in node.keywords}
    for parameter in (*parameters.args, *parameters.kwonlyargs):
        if parameter.arg in call.keywords and parameter.arg in written:
            yield parameter, written[parameter.arg], call.keywords[parameter.arg]


def _declared_dtype(run: Run, function: Function, parameter: ast.arg) -> str | None:
    """The strong dtype that a parameter declares; None if it declares another type, or several."""
    if parameter.annotation is None:
        return None
    outer = run.frame
    run.frame = function.frame
    declared = only(declared_value(run, parameter.annotation, parameter.arg))
    run.frame = outer
    is_strong = isinstance(declared, Array) and declared.dtype not in WEAK_TYPES
    return declared.dtype if is_strong else None
