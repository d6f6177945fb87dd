"""Findings about indices of arrays: ``x[1.5]``, ``x.at[floats].set(0)``, ``jnp.take(x, floats)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..diagnostics.codes import DTYPE_INDEX
from ..diagnostics.loss import Loss
from ..formats import FORMATS
from ..rules.index_parameters import EXACT, FRACTIONS, INDICES, WITH_ONE_DTYPE
from ..system import System
from .iteration import known_items
from .places import place_of
from .values import Array, Number, Object, Slice, Tuple, Value, only

if TYPE_CHECKING:
    from .run import Run

PRIMARIES = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)


def check(run: Run, item: Any, index: Value, node: ast.AST) -> bool:
    """Report an index ``item[index]`` that JAX rejects; a variable in it keeps the alternatives that JAX accepts.

    Returns: Whether JAX rejects the index.
    """
    from .findings import tell
    from .modes import jax_systems

    if not isinstance(item, Array):
        return False
    written = node.slice if isinstance(node, ast.Subscript) else None
    for part, expression, is_slice in _parts(index, written):
        system = jax_systems(run)[0]
        # A list is an array of the dtype that holds all of its items.
        parts = [(part, expression)] if only(part, Object) is None else _items(run, part, expression)
        losses = (rejected_index(each, node_of, FRACTIONS, system, is_slice=is_slice) for each, node_of in parts)
        loss = next((each for each in losses if each is not None), None)
        if loss is not None:
            tell(run, place_of(node, run.source.path), loss.code, loss.message, loss.advice, raises=True)
            return True
        if isinstance(expression, ast.Name) and len(part) > 1:
            _narrow(run, expression.id, part, is_slice)
    return False


def _narrow(run: Run, name: str, part: Value, is_slice: bool) -> None:
    """Leave out the alternatives of a variable that can't be an index, since the code behind it does not run then."""
    from .modes import jax_systems

    system = jax_systems(run)[0]
    accepted = tuple(
        item for item in part if rejected_index((item,), None, FRACTIONS, system, is_slice=is_slice) is None
    )
    if len(accepted) < len(part) and run.object(run.frame).fields.get(name) == part:
        run.live.writable(run.frame, is_narrowing=True).fields[name] = accepted


def losses_of_indices(run: Run, name: str, value: Value, node: ast.expr | None, system: System) -> list[Loss]:
    """The first index that JAX rejects in an argument of a function.

    Args:
        run: the run.
        name: the function's full name.
        value: the argument.
        node: its expression, if it is known.
        system: the promotion system.
    """
    parts = [*_items(run, value, node)]
    for part, expression in parts:
        loss = rejected_index(part, expression, INDICES[name].rejected, system)
        if loss is not None:
            return [loss]
    return _different(name, parts, system) if name in WITH_ONE_DTYPE else []


def rejected_index(
    part: Value, expression: ast.expr | None, rejected: Sequence[str], system: System, *, is_slice: bool = False
) -> Loss | None:
    """Why JAX rejects one part of an index; None if it may accept one of its possible dtypes."""
    dtypes = _dtypes(part, system)
    if not dtypes or not {FORMATS[dtype].kind for dtype in dtypes}.issubset(rejected):
        return None
    is_number = isinstance(part[0], Number)
    shown = f"a Python {part[0].kind}" if is_number else " or ".join(dtypes)
    allowed = "an integer" if "bool" in rejected or is_slice else "an integer or a bool"
    what = "The bound of a slice" if is_slice else "An index"
    advice = _advice(expression, is_converted=is_slice or is_number)
    return Loss(DTYPE_INDEX, f"{what} must be {allowed}, but this one is {shown}", advice, raises=True)


def _dtypes(part: Value, system: System) -> tuple[str, ...]:
    """The dtypes that an index may have; empty if one is unknown, or no number."""
    from .arrays import operand

    found: dict[str, None] = {}
    for item in part:
        known = operand(item)
        if known is None or (isinstance(item, Array) and item.is_struct):
            return ()
        for dtype in known.entering(system):
            node = system.node(dtype) if dtype in system.scalars else dtype
            held = system.stored(node) if node in system.nodes else node
            if held not in FORMATS:
                return ()
            found[held] = None
    return tuple(found)


def _different(name: str, parts: Sequence[tuple[Value, ast.expr | None]], system: System) -> list[Loss]:
    """The first index whose dtype differs from that of the index before it."""
    known = [(dtypes[0], expression) for part, expression in parts if len(dtypes := _dtypes(part, system)) == 1]
    known = [(dtype, expression) for dtype, expression in known if FORMATS[dtype].kind not in EXACT]
    for (first, _), (dtype, expression) in pairwise(known):
        if dtype == first:
            continue
        default = system.stored("weak_int")
        other = expression if dtype != default else known[0][1]
        can_cast = default in (first, dtype) and isinstance(other, PRIMARIES)
        advice = f"Write {ast.unparse(other)}.astype(jnp.{default})" if can_cast and other else "Cast them to one dtype"
        function = name.rpartition(".")[2]
        message = f"The indices of {function} must have one dtype, but these are {first} and {dtype}"
        return [Loss(DTYPE_INDEX, message, advice, raises=True)]
    return []


def _advice(node: ast.expr | None, *, is_converted: bool) -> str:
    """The cure for an index that is no integer: ``n // 2`` for ``n / 2``, else a cast."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and is_converted:
        return f"Write {ast.unparse(node.left)} // {ast.unparse(node.right)}"
    if node is None or isinstance(node, ast.Constant):
        return "Write an integer"
    if is_converted:
        return f"Write int({ast.unparse(node)})"
    text = ast.unparse(node)
    return f"Write {text if isinstance(node, PRIMARIES) else f'({text})'}.astype(jnp.int32)"


def _parts(index: Value, node: ast.expr | None) -> Iterator[tuple[Value, ast.expr | None, bool]]:
    """The parts of an index with their expressions, and whether each is the bound of a slice."""
    pair = only(index, Tuple)
    items = pair.items if pair is not None else (index,)
    written: Sequence[ast.expr | None] = [node]
    if pair is not None:
        is_written = isinstance(node, ast.Tuple) and len(node.elts) == len(items)
        written = node.elts if is_written and isinstance(node, ast.Tuple) else [None] * len(items)
    for item, expression in zip(items, written, strict=True):
        bounds = only(item, Slice)
        if bounds is None:
            yield item, expression, False
            continue
        nodes = (
            (expression.lower, expression.upper, expression.step) if isinstance(expression, ast.Slice) else (None,) * 3
        )
        yield from zip((bounds.start, bounds.stop, bounds.step), nodes, (True,) * 3, strict=True)


def _items(run: Run, value: Value, node: ast.expr | None) -> Iterator[tuple[Value, ast.expr | None]]:
    """The indices in an argument, which may be a list of some, with their expressions."""
    items = known_items(run, value) if only(value, (Tuple, Object)) else None
    if items is None:
        yield value, node
        return
    nodes = (
        node.elts if isinstance(node, (ast.Tuple, ast.List)) and len(node.elts) == len(items) else [None] * len(items)
    )
    yield from zip(items, nodes, strict=True)
