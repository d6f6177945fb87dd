"""The source of a call's arguments, for the advice of findings."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..diagnostics.loss import Loss
from ..rules.rule import Rule
from .call import Call
from .values import Number, Value

if TYPE_CHECKING:
    from .run import Run

PRIMARIES = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
"""The expressions that need no brackets before ``.astype``."""


class ArgumentTexts:
    """The source of the arguments of one call by parameter.

    Args:
        run: the run, whose current node is the call.
        name: the full name of the function.
        rule: its rule.
        bound: the values of the arguments by parameter.
    """

    def __init__(self, run: Run, name: str, rule: Rule, bound: Mapping[str, Any]) -> None:
        self._node, self._name, self._rule, self._bound = run.node, name, rule, bound
        self._nodes: Mapping[str, Any] | None = None

    def filled(self, losses: Iterable[Loss], names: Sequence[str]) -> Iterator[Loss]:
        """The losses with the source of parameters in place of ``{0}``, ``{1}``, ..."""
        for loss in losses:
            yield loss._replace(advice=self._filled(loss.advice, names)) if "{" in loss.advice else loss

    def cast(self, name: str, dtype: str) -> str | None:
        """The source of an argument with a cast; None if the source is not known."""
        node = self.node(name)
        if node is None:
            return None
        text = ast.unparse(node)
        value: Value = self._bound.get(name, ())
        if isinstance(value, tuple) and value and all(isinstance(item, Number) for item in value):
            return f"jnp.{dtype}({text})"
        return f"{text if isinstance(node, PRIMARIES) else f'({text})'}.astype(jnp.{dtype})"

    def _filled(self, advice: str, names: Sequence[str]) -> str:
        try:
            return advice.format(*map(self._text, names))
        except (IndexError, KeyError, ValueError):
            return advice

    def _text(self, name: str) -> str:
        node = self.node(name)
        if node is None:
            return "x" if name == "self" else name
        text = ast.unparse(node)
        return text if isinstance(node, (*PRIMARIES, ast.Constant, ast.List, ast.Tuple)) else f"({text})"

    def node(self, name: str) -> ast.expr | None:
        """The expression of a parameter, or of an item of it: ``arrays[1]``; None if it is not known."""
        if self._nodes is None:
            self._nodes = self._bind()
        found = self._nodes.get(name.partition("[")[0])
        if "[" in name:
            index = int(name.partition("[")[2].rstrip("]"))
            items = found if isinstance(found, list) else getattr(found, "elts", [])
            found = items[index] if index < len(items) else None
        return found if isinstance(found, ast.expr) else None

    def _bind(self) -> Mapping[str, Any]:
        """The syntax nodes of the arguments by parameter; empty if the current node is not the call itself."""
        from .libraries.jax_functions import bind
        from .libraries.jax_signatures import bind_method

        node = self._node
        if not isinstance(node, ast.Call) or any(isinstance(each, ast.Starred) for each in node.args):
            return {}
        keywords = {each.arg: each.value for each in node.keywords if each.arg is not None}
        if len(keywords) != len(node.keywords):
            return {}
        call: Any = Call([*node.args], keywords, node)  # type: ignore[list-item, arg-type]
        owner = _owner(node)
        if self._name.startswith("jax.Array.at."):
            found: Any = dict(zip(("values", "indices_are_sorted"), node.args, strict=False)) | keywords
        elif self._name.startswith("jax.Array."):
            found = bind_method(self._name.rpartition(".")[2], call)
        else:
            found = bind(self._rule, self._name, call)
        if found is None:
            return {}
        if "self" in self._bound and owner is not None:
            found = {**found, "self": owner}
        return found if found.keys() == self._bound.keys() else {}


def _owner(node: ast.Call) -> ast.expr | None:
    """The array whose method is called; of ``x.at[i].set(y)`` the `x`."""
    if not isinstance(node.func, ast.Attribute):
        return None
    owner = node.func.value
    if isinstance(owner, ast.Subscript) and isinstance(owner.value, ast.Attribute) and owner.value.attr == "at":
        return owner.value.value
    return owner
