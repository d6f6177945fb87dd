"""The stub package ``jax-stubs`` (the *overlay*): JAX's public modules, with our `Array` and results by the rules.

Everything except the results comes from the source of the installed JAX, which is read and never imported. The stub of
a public module has exactly the module's names in all supported versions. Checkers read modules without a stub from
JAX's own source, since the package is partial (PEP 561).
"""

from __future__ import annotations

from ...jax_source import installed
from ...system import System
from .contents import Contents
from .function_stubs import SYSTEM as SYSTEM
from .module import ModuleStub
from .templates import templates

PACKAGE = "jax-stubs"
JAX_VERSION = "0.12"
"""The version of JAX from which the overlay is made. The dtypes of its functions hold for JAX 0.10 as well."""


def version() -> str | None:
    """The version of the installed JAX, or None if JAX is missing."""
    source = installed()
    return source.version if source else None


def accepts(jax_version: str) -> bool:
    """Whether the overlay is made from this version of JAX."""
    return jax_version == JAX_VERSION or jax_version.startswith(f"{JAX_VERSION}.")


def is_readable(jax_version: str) -> bool:
    """Whether the overlay can be made from a version of JAX: from `MADE_FROM` or a newer one."""
    try:
        return _minor(jax_version) >= _minor(JAX_VERSION)
    except ValueError:
        return False


def _minor(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")[:2]))


def package(system: System) -> dict[str, str]:
    """The overlay for a promotion system: the text of each file by its path below the stubs folder.

    Raises:
        LookupError: JAX is not installed.
    """
    source = installed()
    if source is None:
        raise LookupError("JAX is not installed")
    contents = Contents(source, templates())
    modules = (*contents.classes, *contents.packages())
    texts = {contents.path(module): ModuleStub(module, contents, system).text() for module in modules}
    return {f"{PACKAGE}/{path}": text for path, text in sorted(texts.items())} | {f"{PACKAGE}/py.typed": "partial\n"}
