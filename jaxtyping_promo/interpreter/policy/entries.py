"""Outputs: the results of the functions that no other function of the program uses, compared with a policy."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...diagnostics.codes import POLICY_OUTPUT
from ..findings import tell
from ..places import Place, place_of
from ..slots import array_leaves
from ..values import Array
from .declaration import FLOATS, Policy
from .tables import says_loss

if TYPE_CHECKING:
    from ..definitions import Definition
    from ..flows import FunctionFlow
    from ..modules import Source
    from ..run import Run

METHODS = frozenset(("__call__", "forward"))
"""Methods that are entry points if their class is used nowhere."""


class Outputs:
    """The results of functions that the program enters from outside.

    A function is an entry if no code of the program names it outside of its tests; a method `__call__` or `forward`,
    if no code names its class.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.names: dict[str, int] = {}

    def read(self, sources: Iterable[Source]) -> None:
        """Count the names in the files of the program."""
        for source in sources:
            if source.name.rpartition(".")[2].startswith(("test_", "conftest")) or ".tests." in f".{source.name}.":
                continue
            for node in ast.walk(source.tree):
                if isinstance(node, ast.Name):
                    self.names[node.id] = self.names.get(node.id, 0) + 1
                elif isinstance(node, ast.Attribute):
                    self.names[node.attr] = self.names.get(node.attr, 0) + 1

    def is_entry(self, definition: Definition) -> bool:
        """Whether nothing in the program uses a function."""
        owner, _, name = definition.qualname.rpartition(".")
        if name in METHODS and owner:
            return "." not in owner and owner not in self.names
        return not owner and not name.startswith(("_", "<", "test")) and name not in self.names

    def add(self, run: Run, definition: Definition, flow: FunctionFlow) -> None:
        """Check the results of a function, in the context of its call."""
        wanted = self.policy.dtype("output", definition)
        if wanted is None or flow.heap is None or says_loss(definition.name) or not self.is_entry(definition):
            return
        place = returned_place(definition)
        for _, leaf in array_leaves(run, flow.value, heap=flow.heap):
            if isinstance(leaf, Array) and leaf.dtype in FLOATS and leaf.dtype != wanted and place is not None:
                message = f"{definition.name} returns {leaf.dtype}, and the policy says output = {wanted}"
                tell(run, place, POLICY_OUTPUT, message, f"Cast the result: .astype(jnp.{wanted})")
                return


def returned_place(definition: Definition) -> Place | None:
    """The place of the last returned expression of a function."""
    returned = definition.returned
    return place_of(returned[-1], definition.path) if returned else None
