"""The wide operand of an upcast: its source text, where its dtype comes from, and how to cast it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from .modules import Source
from .origins import Origins, ordered
from .places import place_of
from .values import Array, NumPyArray

if TYPE_CHECKING:
    from .findings import Operation
    from .run import Run

LONGEST_TEXT = 60
"""A longer operand is not quoted."""
NARROW = ("bfloat16", "float16")
SIMPLE = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
"""The expressions behind which a method may be written without parentheses."""


class WideOperand(NamedTuple):
    """The operand that makes a result wider.

    Attributes:
        text: its source; empty if it is long, or not found.
        is_simple: whether a method may be called on the text without parentheses.
        kind: ``"array"``, ``"numpy array"`` or ``"numpy scalar"``.
        reason: what gave it its dtype, with the line: ``np.arange (line 24)``.
        passed: the line of the call that passes it to the function; 0 if no parameter brought it in.
    """

    text: str
    is_simple: bool
    kind: str
    reason: str
    passed: int

    def sentence(self, dtype: str) -> str:
        """The part of a message that says why the operand is wide."""
        passed = f", passed in on line {self.passed}" if self.passed else ""
        subject = f'"{self.text}"' if self.text else "the wide operand"
        return f"{subject} is {dtype} by {self.reason}{passed}" if self.reason else f"{subject} is {dtype}"

    def advice(self, narrow: str) -> str:
        """What to write instead."""
        if self.kind == "numpy scalar":
            return f"A Python number does not widen: float({self.text or 'x'})"
        if self.kind == "numpy array":
            return f"Convert the NumPy array: jnp.asarray({self.text or 'x'}, jnp.{narrow})"
        text = self.text if self.is_simple or not self.text else f"({self.text})"
        return f"Cast the wide operand: {text}.astype(jnp.{narrow})"


def wide_operand(run: Run, operation: Operation, causes: Origins) -> WideOperand:
    """The operand of the current operation whose dtype comes from one of some origins.

    Args:
        run: the run; the operation is at its current node.
        operation: the operation.
        causes: the origins of the wide dtype; empty if no operand is wide.
    """
    from .slots import is_passed

    text, is_simple = "", True
    node = run.node
    if hasattr(node, "lineno") and place_of(node, run.source.path) == operation.place:
        for operand in _operands(node):
            record = run.records.expressions.get(id(operand))
            if record is None or record.last is None:
                continue
            if any(_is_wide(one, causes) for one in record.last):
                text, is_simple = _source_text(run, operand), isinstance(operand, SIMPLE)
                break
    kind = "array"
    for one in operation.operands:
        if _is_wide(one, causes):
            if isinstance(one, NumPyArray):
                kind = "numpy scalar" if one.is_scalar else "numpy array"
            break
    was_passed = bool(run.stack) and is_passed(run, causes, counts_receiver=False)
    passed = getattr(run.stack[-1].call_node, "lineno", 0) if was_passed else 0
    return WideOperand(text, is_simple, kind, _reason(run, operation, causes), passed)


def _is_wide(item: object, causes: Origins) -> bool:
    """Whether an operand has one of some origins, and more than 16 bits: a limit of bfloat16 has the origin, too."""
    return isinstance(item, (Array, NumPyArray)) and item.dtype not in NARROW and bool(item.origins & causes)


def _operands(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions of an operator or call that may be its wide operand."""
    match node:
        case ast.BinOp(left=left, right=right):
            yield from (left, right)
        case ast.Compare(left=left, comparators=comparators):
            yield from (left, *comparators)
        case ast.AugAssign(value=value):
            yield value
        case ast.Call(func=function, args=arguments, keywords=keywords):
            if isinstance(function, ast.Attribute):
                yield function.value
            for each in (*arguments, *(keyword.value for keyword in keywords)):
                yield each
                if isinstance(each, (ast.List, ast.Tuple)):
                    yield from each.elts


def _source_text(run: Run, node: ast.expr) -> str:
    if node.lineno != node.end_lineno:
        return ""
    line = run.source.line(node.lineno).encode()
    text = line[node.col_offset : node.end_col_offset].decode(errors="replace")
    return text if len(text) <= LONGEST_TEXT else ""


def _reason(run: Run, operation: Operation, causes: Origins) -> str:
    reasons: dict[str, None] = {}
    for origin in ordered(causes):
        place = origin.place
        if place.path != operation.place.path:
            reasons[f"{origin.why} ({place.path.rpartition('/')[2]}:{place.line})"] = None
        elif place.line != operation.place.line:
            reasons[f"{origin.why} (line {place.line})"] = None
        else:
            reasons[origin.why] = None
    return ", ".join(reasons)


def text_at(run: Run, operation_place: object) -> str:
    """The source of an operation on one line; empty if it is long or spans several lines."""
    from .places import Place

    assert isinstance(operation_place, Place)
    source = run.models.get(("source", operation_place.path))
    if not isinstance(source, Source) or operation_place.line != operation_place.end_line:
        return ""
    line = source.line(operation_place.line).encode()
    text = line[operation_place.column : operation_place.end_column].decode(errors="replace")
    return text if len(text) <= LONGEST_TEXT else ""
