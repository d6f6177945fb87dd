"""Which attributes of an instance are leaves of a pytree, by its class and the library that registers it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..classes import ClassInfo, class_of, metaclass_of
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
    if run.models.get(("pytree constructor", info.site)) == BY_HOOK:
        return sorted(name for name in run.object(item).fields if isinstance(name, str))
    if registered == "fields":
        return [name for name in info.fields(run) if _is_data_field(run, info.find(run, name))]
    if registered == "all":
        annotations = info.fields(run)
        fields = run.object(item).fields
        return [str(name) for name, value in fields.items() if not _is_plain(annotations.get(str(name)), value)]
    return registered.split()


BY_HOOK = "hook"
"""How chex rebuilds an instance: it sets the fields, and calls ``__post_init__`` alone."""


def rebuilding_constructor(run: Run, info: ClassInfo) -> Callable[[dict[Any, Value], Any], Value] | None:
    """How JAX calls code of the program to rebuild an instance of its fields; None if it sets the fields alone.

    Sources, at run time: JAX 0.12 (``register_dataclass`` calls the class with keywords), flax 0.12 (``flax.struct``,
    by ``register_dataclass``), chex 0.1.92, equinox 0.13 (it calls nothing).
    """
    names: Any = run.models.get(("pytree constructor", info.site))
    if names is None and (
        info.inherits("flax.struct.PyTreeNode") or info.inherits("flax.training.train_state.TrainState")
    ):
        names = ()
    if names is None:
        return None
    if names == BY_HOOK:
        return (lambda fields, label: _rebuilt_by_hook(run, info, fields, label)) if _has(run, info, HOOKS) else None
    settings = {name: field_settings(info.find(run, name)) or {} for name in info.fields(run)}
    not_passed = {name for name, one in settings.items() if constant_of(one.get("init", ())) is False}
    has_code = _has(run, info, ("__new__", "__init__", *HOOKS)) or not_passed
    if not has_code and metaclass_of(run, info) is None:
        return None
    passed = names or tuple(name for name in settings if name not in not_passed)

    def rebuild(fields: dict[Any, Value], label: Any) -> Value:
        keywords = {name: fields[name] for name in passed if fields.get(name)}
        return run.call((Class(info.site),), [], keywords, label=label)

    return rebuild


HOOKS = ("__post_init__",)


def _has(run: Run, info: ClassInfo, methods: Iterable[str]) -> bool:
    return any(info.find(run, method) is not None for method in methods)


def _rebuilt_by_hook(run: Run, info: ClassInfo, fields: dict[Any, Value], label: Any) -> Value:
    from ..attributes import get_attribute

    kept = {name: value for name, value in fields.items() if name in info.fields(run)}
    made = run.allocate("instance", kept, cls=info.site, label=label)
    run.call(get_attribute(run, made, "__post_init__"), [], label=label)
    return made


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
