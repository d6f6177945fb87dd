"""Fingerprints of modules' bodies, by which mypy checks the callers again when only a body has changed.

For mypy, the body of a function does not belong to its module's interface. For the interpreter, the results of calls
depend on it. So each module gets a variable whose type is a fingerprint of its text. mypy stores it in its cache with
all other names. When it changes, mypy checks the dependent modules again.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Final

from mypy.nodes import GDEF, MypyFile, SymbolTableNode, TypeInfo, Var
from mypy.plugin import CheckerPluginInterface
from mypy.types import LiteralType

from .file_versions import once_per_version
from .mypy_compat.modules import current_file, set_full_name, used_modules

NAME: Final = "__function_bodies__"
"""The variable."""


def add_fingerprint(api: CheckerPluginInterface) -> None:
    """Give the module under check its fingerprint."""
    tree = current_file(api)
    fingerprint = None if tree.is_stub or not tree.path.endswith(".py") else _fingerprint(tree.path)
    if fingerprint is None:
        return
    var = Var(NAME, LiteralType(fingerprint, api.named_generic_type("builtins.str", [])))
    set_full_name(var, f"{tree.fullname}.{NAME}")
    var.is_ready = True
    tree.names[NAME] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)


@once_per_version(64, missing=None)
def _fingerprint(path: str) -> str | None:
    """The fingerprint of a file's text without comments and empty lines; None if the file can't be read."""
    try:
        lines = Path(path).read_bytes().splitlines()
    except OSError:
        return None
    kept = (line.rstrip() for line in lines if not line.lstrip().startswith(b"#"))
    return blake2b(b"\n".join(filter(None, kept)), digest_size=16).hexdigest()


def depend_on_bodies(api: CheckerPluginInterface, modules: Iterable[str]) -> None:
    """Have the module under check depend on the bodies of other modules."""
    tree = current_file(api)
    others = {module for module in modules if module != tree.fullname}
    used_modules(api).update(others)
    if others and api.options.fine_grained_incremental:
        targets = _targets(tree)
        for module in others:
            tree.plugin_deps.setdefault(f"<{module}.{NAME}>", set()).update(targets)


def _targets(tree: MypyFile) -> set[str]:
    """The parts of a module that mypy's daemon checks one by one: its statements, its functions and its methods."""
    functions = {name for name, symbol, _ in tree.local_definitions() if not isinstance(symbol.node, TypeInfo | Var)}
    return {tree.fullname, *functions}
