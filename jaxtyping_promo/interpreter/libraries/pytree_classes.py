"""Which attributes of an instance are leaves of a pytree, by its class and the library that registers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..classes import ClassInfo
from ..instances import field_settings
from ..values import Object, Site, Value, constant_of, only

if TYPE_CHECKING:
    from ..run import Run

VARIABLE = "flax.nnx.variablelib.Variable"
"""The class of variables of flax.nnx, whose instances have one leaf."""


def leaf_fields(run: Run, info: ClassInfo, item: Object) -> list[str] | None:
    """The names of the attributes that JAX flattens; None if an instance is a leaf itself."""
    if info.inherits("equinox.Module"):
        return [name for name in info.fields(run) if not is_static(run, info.find(run, name))]
    if info.inherits("flax.struct.PyTreeNode") or info.inherits("flax.training.train_state.TrainState"):
        return [name for name in info.fields(run) if is_node(info.find(run, name))]
    registered = registration(run, info)
    if registered is None:
        is_variable = any(not isinstance(site, str) and _full_name(run, site) == VARIABLE for site in info.mro)
        return ["value"] if is_variable else None
    if registered == "fields":
        return [
            name
            for name in info.fields(run)
            if is_node(info.find(run, name)) and not is_static(run, info.find(run, name))
        ]
    if registered == "all":
        return list(map(str, run.object(item).fields))
    return registered.split()


def _full_name(run: Run, site: Site) -> str:
    info = run.classes[site]
    return f"{info.module}.{info.name}"


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


def is_node(value: Value | None) -> bool:
    """Whether a field of `flax.struct` is a node of the tree: all are, except those with ``pytree_node=False``."""
    settings = field_settings(value)
    return settings is None or constant_of(settings.get("pytree_node", ())) is not False
