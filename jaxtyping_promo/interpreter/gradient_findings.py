"""Findings about derivatives that JAX rejects for a dtype: ``jax.grad(f)(int32s)``, ``jax.jvp(f, primals, tangents)``.

Derivatives exist with respect to floats, and with `jax.grad` to complex numbers. The function must return real floats.
Tangents have the dtypes of the arguments, and cotangents those of the results; a weak dtype counts as its default.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..diagnostics.codes import DTYPE_GRADIENT
from ..formats import FORMATS
from .arrays import strong
from .findings import tell
from .leaf_paths import Path, argument_node, cast_of, leaf_expression, leaf_paths
from .places import place_of
from .pytrees import TreeMismatchError, flatten, flatten_like
from .values import ABSENT, Array, Transformed, Value, constant_of

if TYPE_CHECKING:
    from .call import Call
    from .run import Run

FORWARD = ("jacfwd", "hessian")
"""The transformations that differentiate in forward mode, with respect to real floats alone."""
REVERSE = ("grad", "value_and_grad", "jacrev", "jacobian", "hessian")
"""The transformations that differentiate in reverse mode, and so ask for real results."""
FLOATS = ("float", "complex")


def transformation_of(item: Transformed) -> str:
    """The full name of the transformation that has made a function; empty if it is not known."""
    name = constant_of(item.option("transformation")) if item.option("transformation") else ""
    return str(name).replace("haiku.", "jax.") if isinstance(name, str) else ""


def check_arguments(
    run: Run, item: Transformed, arguments: Sequence[Value], positions: Sequence[int], call: Call
) -> bool:
    """Report an argument whose dtype has no derivative. Returns whether one is reported.

    Args:
        run: the run.
        item: the derivative, such as ``jax.grad(f)``.
        arguments: the positional arguments.
        positions: the positions of the arguments with respect to which the function is differentiated.
        call: the call.
    """
    full = transformation_of(item)
    name = full.rpartition(".")[2]
    is_holomorphic, allow_int = _flag(item, "holomorphic"), _flag(item, "allow_int")
    if not full.startswith("jax.") or is_holomorphic is None or allow_int is None:
        return False
    wanted: tuple[str, ...] = FLOATS
    what = "float arguments"
    if is_holomorphic:
        wanted, what = ("complex",), "complex arguments with holomorphic=True"
    elif name in FORWARD:
        wanted, what = ("float",), "arguments that are real floats"
    elif allow_int:
        return False
    for position in positions:
        if not -len(arguments) <= position < len(arguments):
            return False
        position %= len(arguments)
        for path, leaf in _leaves(run, arguments[position]):
            dtype = _unwanted(run, leaf, wanted)
            if dtype is None:
                continue
            at = f" at {''.join(path)}" if path else ""
            where = f"argument {position + 1}{at}"
            node = leaf_expression(argument_node(call, position), path)
            cast = _cast(run, node, "complex64" if is_holomorphic else "float32")
            can_allow = name not in FORWARD and not is_holomorphic
            further = ", or pass allow_int=True, which makes gradients of dtype float0" if can_allow else ""
            _tell(run, node or call.node, f"{full} needs {what}, and {where} is {dtype}", f"{cast}{further}")
            return True
    return False


def check_result(run: Run, item: Transformed, result: Value, call: Call) -> None:
    """Report a function whose result JAX can't differentiate; `result` is without auxiliary data."""
    full = transformation_of(item)
    name = full.rpartition(".")[2].removeprefix("filter_")
    is_holomorphic = _flag(item, "holomorphic")
    if not full or is_holomorphic is None or (name not in REVERSE and not is_holomorphic):
        return
    for path, leaf in _leaves(run, result):
        dtype = _unwanted(run, leaf, ("complex",) if is_holomorphic else ("float",))
        if dtype is not None:
            what = "complex numbers with holomorphic=True" if is_holomorphic else "real floats"
            where = f"result{''.join(path)}" if path else "the result"
            message = f"{full} needs a function that returns {what}, and {where} is {dtype}"
            _tell(run, call.node, message, _result_advice(dtype, is_holomorphic=is_holomorphic))
            return


def check_tangents(run: Run, primals: Sequence[Value], tangents: Sequence[Value], call: Call) -> None:
    """Report a call of `jax.jvp` whose tangents have other dtypes than its primals."""
    for index, (primal, tangent) in enumerate(zip(primals, tangents, strict=False)):
        for path, one, other in _pairs(run, primal, tangent):
            where = f"[{index}]{''.join(path)}"
            exact = _unwanted(run, one, FLOATS)
            given = _dtypes(run, other)
            if exact is not None and given and given != ("float0",):
                message = f"jax.jvp differentiates with respect to floats, and primals{where} is {exact}"
                node = leaf_expression(argument_node(call, 1, "primals"), (f"[{index}]", *path))
                _tell(run, node or call.node, message, _cast(run, node, "float32"))
                return
            dtypes = _different(run, one, other)
            if exact is None and dtypes is not None:
                message = (
                    f"The tangents of jax.jvp must have the dtypes of the primals: primals{where} is {dtypes[0]} and "
                    f"tangents{where} is {dtypes[1]}"
                )
                node = leaf_expression(argument_node(call, 2, "tangents"), (f"[{index}]", *path))
                _tell(run, node or call.node, message, _cast(run, node, dtypes[0]))
                return


def check_linear(run: Run, maker: str, wanted: Sequence[Value], given: Sequence[Value], call: Call) -> None:
    """Report a call whose tangents or cotangents have other dtypes than the function takes.

    Args:
        run: the run.
        maker: the transformation that has made the function, ``"jax.vjp"`` or ``"jax.linearize"``.
        wanted: the trees that it takes.
        given: the trees that the call passes.
        call: the call.
    """
    for index, (one_tree, other_tree) in enumerate(zip(wanted, given, strict=False)):
        for path, one, other in _pairs(run, one_tree, other_tree):
            where = f"argument{''.join(path)}" if path else "the argument"
            node = leaf_expression(argument_node(call, index), path)
            exact = _unwanted(run, one, FLOATS)
            if exact is not None:
                if maker == "jax.linearize" and _dtypes(run, other) not in ((), ("float0",)):
                    message = f"{maker} differentiates with respect to floats, and {where} stands for {exact}"
                    _tell(run, node or call.node, message, f"Give {maker} floats")
                    return
                continue
            dtypes = _different(run, one, other)
            if dtypes is not None:
                message = f"The function that {maker} returns takes {dtypes[0]}, and {where} is {dtypes[1]}"
                _tell(run, node or call.node, message, _cast(run, node, dtypes[0]))
                return


def _tell(run: Run, node: ast.AST, message: str, advice: str) -> None:
    tell(run, place_of(node, run.source.path), DTYPE_GRADIENT, message, advice, raises=True)


def _flag(item: Transformed, name: str) -> bool | None:
    """The value of a flag, which is False if it is not given; None if it is not known."""
    option = item.option(name)
    constant = constant_of(option) if option else False
    return None if constant is ABSENT else bool(constant)


def _leaves(run: Run, tree: Value) -> Iterator[tuple[Path, Value]]:
    """The leaves of a pytree with their paths."""
    leaves, structure = flatten(run, tree)
    yield from zip(leaf_paths(structure), leaves, strict=False)


def _pairs(run: Run, tree: Value, other: Value) -> Iterator[tuple[Path, Value, Value]]:
    """The leaves of two pytrees of one structure, with their paths; nothing if the structures differ."""
    leaves, structure = flatten(run, tree)
    try:
        others = flatten_like(run, structure, other)
    except TreeMismatchError:
        return
    yield from zip(leaf_paths(structure), leaves, others, strict=False)


def _dtypes(run: Run, leaf: Value) -> tuple[str, ...]:
    """The dtypes that a leaf may have, weak ones as their default; empty if one is unknown."""
    found: dict[str, None] = {}
    for item in leaf:
        dtype = strong(run, item.dtype) if isinstance(item, Array) and not item.is_struct else None
        if dtype is None:
            return ()
        found[dtype] = None
    return tuple(found)


def _unwanted(run: Run, leaf: Value, wanted: Sequence[str]) -> str | None:
    """The dtype of a leaf if its kind is certainly not among the expected kinds; else None."""
    dtypes = _dtypes(run, leaf)
    if not dtypes or any(dtype not in FORMATS or FORMATS[dtype].kind in wanted for dtype in dtypes):
        return None
    return " or ".join(dtypes)


def _different(run: Run, one: Value, other: Value) -> tuple[str, str] | None:
    """The dtypes of two leaves that certainly have different dtypes."""
    left, right = _dtypes(run, one), _dtypes(run, other)
    if not left or not right or not set(left).isdisjoint(right) or any(d not in FORMATS for d in (*left, *right)):
        return None
    return left[0], right[0]


def _cast(run: Run, node: ast.expr | None, dtype: str) -> str:
    """The remedy for an argument: a literal or cast of the right dtype."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int) and dtype == "float32":
        return f"Write {node.value}.0"
    cast = cast_of(run, node, dtype)
    return f"Write {cast}" if cast else f"Cast it with .astype(jnp.{dtype})"


def _result_advice(dtype: str, *, is_holomorphic: bool) -> str:
    """The remedy for a result that JAX can't differentiate."""
    if is_holomorphic:
        return "Leave holomorphic=True out, or return complex numbers"
    if dtype in FORMATS and FORMATS[dtype].kind == "complex":
        return "Return the real part with .real, or pass holomorphic=True if both sides are complex"
    return "Return floats: a comparison or a cast to integers has no derivative"
