"""`nn.map_variables`: a module or function that sees its variables through a function, as in `nn.WeightNorm`.

The variables of the module are replaced in the root for the time of the call, and put back behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..call import Call
from ..values import BOTTOM, FALSE, TRUE, Object, Transformed, Value, constant_of, is_unknown, only
from . import flax_scopes as scopes
from .flax_scopes import Path

if TYPE_CHECKING:
    from ..run import Run


def map_variables(run: Run, item: Transformed, function: Value, call: Call, module: Object) -> Value:
    """Call a function of a module whose variables are mapped."""
    fields = run.object(module).fields
    root, path = only(fields.get(("root",), BOTTOM), Object), constant_of(fields.get(("path",), BOTTOM))
    init, mutable = (constant_of(item.option(name, FALSE)) for name in ("init", "mutable"))
    pattern = item.option("mapped_collections", TRUE)
    if root is None or not isinstance(path, tuple) or not isinstance(init, bool) or not isinstance(mutable, bool):
        return _lost(run, call, "nn.map_variables of a module that is not known")
    target = Target(run, root, path, pattern)

    def forward(label: str) -> Value:
        if run.heap is not None:
            run.writable(module.site).fields.pop(("setup",), None)
        return run.call(function, call.arguments, call.keywords, node=call.node, star=call.star,
                        double_star=call.double_star, label=(label, call.label))  # fmt: skip

    if init and scopes.is_initializing(run, root) is not False:
        forward("initialized")
    view = target.view("initialized")
    if init:
        view = target.mapped(item.option("trans_out_fn"), view, "initialized")
    view = target.mapped(item.option("trans_in_fn"), view, "in")
    if run.heap is None:
        return BOTTOM
    if is_unknown(view) or not view:
        return _lost(run, call, "nn.map_variables of variables that are not known")
    saved = target.take_out()
    target.put(view)
    result = forward("mapped")
    if run.heap is None:
        return BOTTOM
    after = target.view("mapped")
    target.take_out()
    run.writable(root.site).fields.update(saved)
    run.writable(module.site).fields.pop(("setup",), None)
    if init or mutable:
        after = target.mapped(item.option("trans_out_fn"), after, "out")
        if run.heap is not None:
            target.put(after, only_mutable=True)
    return result


def _lost(run: Run, call: Call, cause: str) -> Value:
    for value in call.everything():
        run.escape(value, cause)
    return run.unknown(cause)


class Target:
    """The variables below a module, in the collections of a filter."""

    def __init__(self, run: Run, root: Object, path: Path, pattern: Value) -> None:
        self.run, self.root, self.path, self.pattern = run, root, path, pattern

    def _is_mapped(self, collection: str) -> bool:
        return scopes.matches(self.run, self.pattern, collection) is not False

    def view(self, label: str) -> Value:
        """The variables as a dict of collections."""
        run = self.run
        if run.heap is None:
            return BOTTOM
        every = scopes.variables(run, self.root, self._is_mapped, ("map_variables", label))
        item = only(every, Object)
        if item is None or not run.object(item).is_known:
            return run.unknown(scopes.NOT_GIVEN)
        found: dict[Any, Value] = {}
        for collection in run.object(item).fields:
            part = scopes.descend(run, every, (str(collection), *self.path))
            if part:
                found[collection] = part
        return run.allocate("dict", found, label=("mapped variables", label))

    def mapped(self, function: Value, view: Value, label: str) -> Value:
        """The result of one of the two functions."""
        return self.run.call(function, [view], label=("map_variables", label)) if function else view

    def take_out(self) -> dict[Any, Value]:
        """Remove the variables that the run has made."""
        fields = self.run.writable(self.root.site).fields
        keys = [key for key in fields if isinstance(key, tuple) and key[0] in ("variable", "reference")]
        ours = [key for key in keys if self._is_mapped(key[1]) and key[2][: len(self.path)] == self.path]
        return {key: fields.pop(key) for key in ours}

    def put(self, view: Value, *, only_mutable: bool = False) -> None:
        """Store the variables of a dict of collections."""
        collections = scopes.unpacked(self.run, view)
        for collection, tree in collections.items() if isinstance(collections, dict) else ():
            if not only_mutable or scopes.is_mutable(self.run, self.root, collection) is not False:
                self._put(collection, self.path, tree)

    def _put(self, collection: str, path: Path, tree: Any) -> None:
        if not isinstance(tree, dict):
            self.run.writable(self.root.site).fields.pop(("variable", collection, path), None)  # for the order
            scopes.put_variable(self.run, self.root, collection, path, tree)
            return
        for name, part in tree.items():
            self._put(collection, (*path, name), part)
