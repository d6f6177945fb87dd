"""Findings about derivatives that JAX rejects for a dtype: ``jax.grad(f)(int32s)``, ``jax.jvp(f, primals, tangents)``.

Derivatives exist with respect to floats, and with `jax.grad` to complex numbers. The function must return real floats.
Tangents have the dtypes of the arguments, and cotangents those of the results; a weak dtype counts as its default.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..diagnostics.codes import DTYPE_GRADIENT
from ..formats import FORMATS
from .arrays import strong
from .findings import tell
from .places import place_of
from .pytrees import LEAF, TreeMismatchError, flatten, flatten_like
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
            where = f"argument {position + 1}{f' at {path}' if path else ''}"
            cast = _cast(_argument(call, position) if not path else None, "complex64" if is_holomorphic else "float32")
            can_allow = name not in FORWARD and not is_holomorphic
            further = ", or pass allow_int=True, which makes gradients of dtype float0" if can_allow else ""
            _tell(run, call, f"{full} needs {what}, and {where} is {dtype}", f"{cast}{further}")
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
            where = f"result{path}" if path else "the result"
            message = f"{full} needs a function that returns {what}, and {where} is {dtype}"
            _tell(run, call, message, _result_advice(dtype, is_holomorphic=is_holomorphic))
            return


def check_tangents(run: Run, primals: Sequence[Value], tangents: Sequence[Value], call: Call) -> None:
    """Report a call of `jax.jvp` whose tangents have other dtypes than its primals."""
    for index, (primal, tangent) in enumerate(zip(primals, tangents, strict=False)):
        for path, one, other in _pairs(run, primal, tangent):
            where = f"[{index}]{path}"
            exact = _unwanted(run, one, FLOATS)
            given = _dtypes(run, other)
            if exact is not None and given and given != ("float0",):
                message = f"jax.jvp differentiates with respect to floats, and primals{where} is {exact}"
                _tell(run, call, message, _cast(None, "float32"))
                return
            dtypes = _different(run, one, other)
            if exact is None and dtypes is not None:
                message = (
                    f"The tangents of jax.jvp must have the dtypes of the primals: primals{where} is {dtypes[0]} and "
                    f"tangents{where} is {dtypes[1]}"
                )
                _tell(run, call, message, _cast(None, dtypes[0]))
                return


def check_linear(run: Run, maker: str, wanted: Sequence[Value], call: Call) -> None:
    """Report a call whose tangents or cotangents have other dtypes than the function takes.

    Args:
        run: the run.
        maker: the transformation that has made the function, ``"jax.vjp"`` or ``"jax.linearize"``.
        wanted: the trees that it takes.
        call: the call.
    """
    from .libraries.transformations import to_arrays

    for index, (one_tree, argument) in enumerate(zip(wanted, call.arguments, strict=False)):
        given = to_arrays(run, argument, ("linear", id(call.node), index))
        for path, one, other in _pairs(run, one_tree, given):
            where = f"argument{path}" if path else "the argument"
            exact = _unwanted(run, one, FLOATS)
            if exact is not None:
                if maker == "jax.linearize" and _dtypes(run, other) not in ((), ("float0",)):
                    message = f"{maker} differentiates with respect to floats, and {where} stands for {exact}"
                    _tell(run, call, message, f"Give {maker} floats")
                    return
                continue
            dtypes = _different(run, one, other)
            if dtypes is not None:
                message = f"The function that {maker} returns takes {dtypes[0]}, and {where} is {dtypes[1]}"
                _tell(run, call, message, _cast(_argument(call, index) if not path else None, dtypes[0]))
                return


def _tell(run: Run, call: Call, message: str, advice: str) -> None:
    tell(run, place_of(call.node, run.source.path), DTYPE_GRADIENT, message, advice, raises=True)


def _flag(item: Transformed, name: str) -> bool | None:
    """The value of a flag, which is False if it is not given; None if it is not known."""
    option = item.option(name)
    constant = constant_of(option) if option else False
    return None if constant is ABSENT else bool(constant)


def _leaves(run: Run, tree: Value) -> Iterator[tuple[str, Value]]:
    """The leaves of a pytree with their paths."""
    leaves, structure = flatten(run, tree)
    yield from zip(_paths(structure), leaves, strict=False)


def _pairs(run: Run, tree: Value, other: Value) -> Iterator[tuple[str, Value, Value]]:
    """The leaves of two pytrees of one structure, with their paths; nothing if the structures differ."""
    leaves, structure = flatten(run, tree)
    try:
        others = flatten_like(run, structure, other)
    except TreeMismatchError:
        return
    yield from zip(_paths(structure), leaves, others, strict=False)


def _paths(structure: tuple[Any, ...], path: str = "") -> Iterator[str]:
    """The path of each leaf of a structure."""
    if structure == LEAF:
        yield path
        return
    parts = structure[-1] if len(structure) > 1 and isinstance(structure[-1], tuple) else ()
    match structure[0]:
        case "dict":
            names = [f"[{key!r}]" for key in structure[2]]
        case "instance":
            names = [f".{name}" for name in structure[2]]
        case "items":
            names = ["[...]"]
        case _:
            names = [f"[{index}]" for index in range(len(parts))]
    for name, part in zip(names, parts, strict=False):
        yield from _paths(part, path + name)


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


def _argument(call: Call, position: int) -> ast.expr | None:
    """The expression of a positional argument, if the call itself is written in the program."""
    node = call.node
    if not isinstance(node, ast.Call) or len(node.args) != len(call.arguments):
        return None
    found = node.args[position]
    return None if any(isinstance(each, ast.Starred) for each in node.args) else found


def _cast(node: ast.expr | None, dtype: str) -> str:
    """The remedy for an argument: a literal or cast of the right dtype."""
    if node is None:
        return f"Cast it with .astype(jnp.{dtype})"
    text = ast.unparse(node)
    if isinstance(node, ast.Constant):
        return f"Write {text}.0" if isinstance(node.value, int) and dtype == "float32" else f"Write jnp.{dtype}({text})"
    is_primary = isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
    return f"Write {text if is_primary else f'({text})'}.astype(jnp.{dtype})"


def _result_advice(dtype: str, *, is_holomorphic: bool) -> str:
    """The remedy for a result that JAX can't differentiate."""
    if is_holomorphic:
        return "Leave holomorphic=True out, or return complex numbers"
    if dtype in FORMATS and FORMATS[dtype].kind == "complex":
        return "Return the real part with .real, or pass holomorphic=True if both sides are complex"
    return "Return floats: a comparison or a cast to integers has no derivative"
