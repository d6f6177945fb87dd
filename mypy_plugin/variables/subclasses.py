"""Finds attributes that a subclass may override, so that the value of an attribute is uncertain."""

from __future__ import annotations

from mypy.nodes import MypyFile, SymbolTable, TypeInfo
from mypy.plugin import CheckerPluginInterface

from ..mypy_compat.modules import current_file, loaded_modules
from ..per_file_cache import OfFiles


def _classes(names: SymbolTable, prefix: str) -> list[TypeInfo]:
    """The classes that are defined in a namespace, those in classes included."""
    class_infos = []
    for name, symbol in names.items():
        node = symbol.node
        if isinstance(node, TypeInfo) and node.fullname == f"{prefix}.{name}":
            class_infos += [node, *_classes(node.names, node.fullname)]
    return class_infos


def _defined_in(tree: MypyFile) -> list[TypeInfo]:
    return _classes(tree.names, tree.fullname)


_classes_of = OfFiles(_defined_in)


def may_be_overridden(api: CheckerPluginInterface, info: TypeInfo, name: str) -> bool:
    """Whether a subclass defines a method of this name, as far as the module under check can see."""
    if info.is_final:
        return False
    tree, modules = current_file(api), loaded_modules(api)
    trees = [tree, *(modules[module] for module in _imported(tree) if module in modules)]
    return any(
        cls is not info and info in cls.mro[1:] and any(name in base.names for base in cls.mro[: cls.mro.index(info)])
        for tree in trees
        if not tree.is_stub
        for cls in _classes_of(tree)
    )


def _imported(tree: MypyFile) -> list[str]:
    """The modules whose names a module has."""
    return sorted(
        {
            node.fullname.rpartition(".")[0] if not isinstance(node, MypyFile) else node.fullname
            for symbol in tree.names.values()
            if (node := symbol.node) is not None and node.fullname
        }
    )
