"""Which attributes of an instance are leaves of a pytree, by its class and the library that registers it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..classes import ClassInfo, class_of
from ..instances import field_settings
from ..values import (
    Array,
    Class,
    Function,
    NumPyArray,
    Object,
    Site,
    Text,
    Unknown,
    Value,
    constant_of,
    only,
)

if TYPE_CHECKING:
    from ..run import Run

PYTREE = "flax.nnx.pytreelib.Pytree"
"""The class of modules of flax.nnx, whose instances are trees of their attributes."""
VARIABLE = "flax.nnx.variablelib.Variable"
"""The class of variables of flax.nnx, whose instances have one leaf."""


REFERENCES = "modules of nnx are leaves"


@contextmanager
def nnx_references(run: Run, *, is_on: bool) -> Iterator[None]:
    """Code that passes modules of flax.nnx by reference, as the transformations of nnx do; JAX's own make copies."""
    outer = run.models.get(REFERENCES)
    run.models[REFERENCES] = is_on
    try:
        yield
    finally:
        run.models[REFERENCES] = outer


def leaf_fields(run: Run, info: ClassInfo, item: Object) -> list[str] | None:
    """The names of the attributes that JAX flattens; None if an instance is a leaf itself."""
    if info.inherits("equinox.Module"):
        return [name for name in info.fields(run) if not is_static(run, info.find(run, name))]
    if info.inherits("flax.struct.PyTreeNode") or info.inherits("flax.training.train_state.TrainState"):
        return [name for name in info.fields(run) if is_node(info.find(run, name))]
    registered = registration(run, info)
    if registered is None:
        names = {_full_name(run, site) for site in info.mro if not isinstance(site, str)}
        if PYTREE in names:
            return None if run.models.get(REFERENCES) else _data_fields(run, item)
        return ["value"] if VARIABLE in names else None
    if registered == "fields":
        return [name for name in info.fields(run) if _is_data_field(run, info.find(run, name))]
    if registered == "all":
        annotations = info.fields(run)
        fields = run.object(item).fields
        return [str(name) for name, value in fields.items() if not _is_plain(annotations.get(str(name)), value)]
    return registered.split()


PLAIN_TYPES = frozenset("str int bool float bytes Tuple tuple List list Optional Union typing Callable".split())
"""The names in the annotation of a field that holds no array."""


def _is_plain(annotation: ast.expr | None, value: Value) -> bool:
    """Whether a field of a class whose flattening is not known is probably no leaf, by its type or its value."""
    if value and all(isinstance(one, (Text, Function, Class)) for one in value):
        return True
    if annotation is None:
        return False
    names = [node.id if isinstance(node, ast.Name) else node.attr for node in ast.walk(annotation)
             if isinstance(node, ast.Name | ast.Attribute)]  # fmt: skip
    return bool(names) and PLAIN_TYPES.issuperset(names)


def _data_fields(run: Run, item: Object) -> list[str] | None:
    """The attributes of a module of flax.nnx that hold arrays, variables or modules; None if that is not known."""
    fields = {name: value for name, value in run.object(item).fields.items() if isinstance(name, str)}
    outcomes = {name: {_is_data(run, one) for one in value} for name, value in fields.items()}
    if any(len(found) > 1 or None in found for found in outcomes.values()):
        return None
    return sorted(name for name, found in outcomes.items() if True in found)


def _is_data(run: Run, item: Any) -> bool | None:
    """Whether flax.nnx takes a value for a part of the tree; None if unknown."""
    if isinstance(item, Unknown):
        return None
    if isinstance(item, (Array, NumPyArray)):
        return True
    info = class_of(run, item) if isinstance(item, Object) else None
    names = {_full_name(run, site) for site in info.mro if not isinstance(site, str)} if info is not None else set()
    return bool(names & {PYTREE, VARIABLE})


def _full_name(run: Run, site: Site) -> str:
    info = run.classes[site]
    return f"{info.module}.{info.name}"


def node_functions(run: Run, info: ClassInfo) -> tuple[Value, Value] | None:
    """The functions of the program that flatten and rebuild the instances of a class; None if it has none."""
    found: tuple[Value, Value] | None = run.models.get(("pytree functions", info.site))
    return found


def registration(run: Run, info: ClassInfo) -> str | None:
    """How a class was registered: ``"fields"``, ``"all"``, or the names of its data fields; None if it was not."""
    found = run.models.get(("pytree", info.site))
    return found if isinstance(found, str) else None


def is_static(run: Run, value: Value | None) -> bool:
    """Whether a field is declared with ``static=True``, as an option or in its metadata.

    Source: equinox 0.13 (``field``), JAX 0.12 (``register_dataclass``), at run time.
    """
    settings = field_settings(value) or {}
    if constant_of(settings.get("static", ())) is True:
        return True
    metadata = only(settings.get("metadata", ()), Object)
    return metadata is not None and constant_of(run.object(metadata).fields.get("static", ())) is True


def _is_data_field(run: Run, value: Value | None) -> bool:
    """Whether a field of a class whose data fields are registered is a part of the tree."""
    return field_settings(value) is None or (is_node(value) and not is_static(run, value))


def is_node(value: Value | None) -> bool:
    """Whether a field of `flax.struct` is a node of the tree: all are, except those with ``pytree_node=False``."""
    settings = field_settings(value)
    return settings is None or constant_of(settings.get("pytree_node", ())) is not False
