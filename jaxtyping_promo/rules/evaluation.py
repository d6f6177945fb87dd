"""Evaluates the rule of a function: which dtype the function returns for its operands.

>>> from jaxtyping_promo import get_system
>>> result("strong inexact(a)", get_system("jax"), {"a": "int8"})
'float32'
"""

from __future__ import annotations

from ..dtype_info import dtype_info
from .parser import parse
from .rule import SILENT, Rule
from .vocabulary import WHICH, constant, requested

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..system import System
    from .words import Word

    Operand = str | Sequence[str | None] | None
    """A node; for a parameter that takes a sequence, several; None if nothing is known of it."""


def result(rule: str | Rule, system: System, operands: Mapping[str, Operand], dtype: str | None = None) -> str | None:
    """The dtype of the array that a function returns.

    Args:
        rule: a rule whose kind is an array, a list or a tuple of arrays. For a tuple of fixed length, pass one of its
            `parts`.
        system: the promotion system.
        operands: the operands by parameter: a node, or the name of a Python scalar type; a sequence of these for a
            starred parameter. Missing arguments and None are left out.
        dtype: the dtype argument, if the call has one: a dtype or the name of a Python scalar type.

    Returns: A node, or None if the function rejects these dtypes, or if the result is unknown.
    """
    rule = parse(rule) if isinstance(rule, str) else rule
    if rule.dtype is not None and dtype is not None:
        return requested(system, dtype) if WHICH[rule.which](dtype, _nodes(rule, operands)) else None
    if rule.constant is not None:
        return constant(system, rule.constant)
    return mapped_dtype(rule, system, _nodes(rule, operands))


def _nodes(rule: Rule, operands: Mapping[str, Operand]) -> list[str]:
    nodes: list[str] = []
    for name in rule.operands:
        operand = operands.get(name) or rule.defaults.get(name)
        if operand is None:
            continue
        nodes += [operand] if isinstance(operand, str) else [node for node in operand if node is not None]
    return nodes


def results(
    rule: Rule, system: System, operands: Mapping[str, Operand], dtype: str | None = None
) -> tuple[str, ...] | None:
    """The dtypes that a function may return, also if there are two; None if unknown."""
    if rule.either is None or (rule.dtype is not None and dtype is not None):
        only = result(rule, system, operands, dtype)
        return None if only is None else (only,)
    nodes = _nodes(rule, operands)
    one, other = apply_maps(rule.maps, rule.operator, system, nodes), mapped_dtype(rule.either, system, nodes)
    return None if one is None or other is None else tuple(dict.fromkeys((one, other)))


def mapped_dtype(rule: Rule, system: System, nodes: Sequence[str]) -> str | None:
    """The dtype that a rule returns for its operands' nodes; None if there is no dtype, or if there are two."""
    if rule.kind in SILENT:
        return None
    node = apply_maps(rule.maps, rule.operator, system, nodes)
    return node if rule.either is None or mapped_dtype(rule.either, system, nodes) == node else None


def apply_maps(maps: Sequence[Word], operator: str | None, system: System, nodes: Sequence[str]) -> str | None:
    """The join of some nodes, or an operator's result for them, after the maps of a rule; None without a join.

    The result is None for 64-bit arrays while x64 is off, which JAX treats differently from call to call. It is also
    None for Python scalars that an operator treats otherwise than weak arrays.
    """
    nodes = _entering(maps, system, nodes)
    if not nodes or any(node in system.truncated for node in nodes) or _is_open(maps, operator, system, nodes):
        return None
    node = _joined(operator, system, nodes)
    for word in maps:
        if node is not None:
            node = word.of_dtype(system, node)
    return node


def is_open(rule: Rule, system: System, operands: Mapping[str, Operand], dtype: str | None = None) -> bool:
    """Whether a function accepts some dtypes and its rule gives no result for them: the result is any dtype."""
    nodes = _nodes(rule, operands)
    if rule.dtype is not None and dtype is not None:
        return not WHICH[rule.which](dtype, nodes)
    if rule.constant is not None or not nodes:
        return False
    outcomes = (rule,) if rule.either is None else (rule, rule.either)
    return any(_is_open(each.maps, each.operator, system, _entering(each.maps, system, nodes)) for each in outcomes)


def _entering(maps: Sequence[Word], system: System, nodes: Sequence[str]) -> Sequence[str]:
    """The nodes that a function joins: the function may count Python scalars as arrays, or convert each operand."""
    for word in maps:
        if word.of_operands is not None:
            nodes = word.of_operands(system, nodes)
    if any(word.takes_ranges for word in maps):
        return [system.defaults["weak_int"] if node in system.scalars else node for node in nodes]
    return nodes


def _is_open(maps: Sequence[Word], operator: str | None, system: System, nodes: Sequence[str]) -> bool:
    """Whether maps have no result for some nodes that the function accepts."""
    if any(word.compares_others for word in maps) and len({*nodes[1:]}) > 1:
        return True
    if operator in system.exceptions and all(node in system.scalars for node in nodes):
        return True
    if not any(n in system.scalars for n in nodes) or not any(word.makes_strong for word in maps):
        return False
    node = _joined(operator, system, nodes)
    return node in system.defaults or node == "bool_"


def _joined(operator: str | None, system: System, nodes: Sequence[str]) -> str | None:
    """The join of some nodes, or an operator's result for two; None if there is none."""
    if operator is None:
        return join(system, nodes)
    return system.binary(operator, *nodes) if len(nodes) == 2 else None


def join(system: System, nodes: Sequence[str]) -> str | None:
    """The promotion of several nodes. A dtype promotes to itself, even if the library rejects the pair."""
    if system.result_of_many is not None and len(nodes) > 2:
        return system.result_of_many(system.promote, [system.node(node) for node in nodes])
    node: str | None = system.node(nodes[0])
    for other in nodes[1:]:
        if node is not None and node != system.node(other):
            node = system.promote(node, other)
    return node


def refused(rule: Rule, system: System, nodes: Sequence[str]) -> tuple[str, str] | None:
    """Two nodes that a function joins and that strict promotion rejects together; None if there is no such pair."""
    if rule.joining[:1] == ("self",):  # an update has the dtype of the updated array
        nodes = [system.stored(nodes[0]), *nodes[1:]]
    for index, right in enumerate(nodes):
        for left in nodes[:index]:
            if system.node(left) == system.node(right) or system.promote(left, right) is not None:
                continue
            is_flag = (
                rule.joining and right == "bool" and dtype_info(left).is_integer
            )  # a bool of Python's is one or zero
            if not is_flag and (rule.operator is None or system.binary(rule.operator, left, right) is None):
                return left, right
    for word in rule.maps if len(nodes) == 1 else ():
        if word.scalar is not None and system.promote(nodes[0], word.scalar) is None:
            return nodes[0], word.scalar
    return None


def have_join(rule: Rule, system: System, operands: Mapping[str, Operand]) -> bool:
    """Whether the operands that a rule joins have a join; otherwise the function rejects them."""
    nodes = _nodes(rule, operands)
    return rule.operator is not None or len(nodes) < 2 or join(system, nodes) is not None
