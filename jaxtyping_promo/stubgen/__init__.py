"""The stub generator. ``python -m jaxtyping_promo.stubgen`` writes stubs from promotion tables and JAX's signatures."""

from __future__ import annotations

from pathlib import Path

from ..system import System
from . import array_pyi, dtypes_pyi, interfaces, overlay, promotion_pyi, typing_pyi
from .plain_names import with_plain_names

PACKAGE = "jaxtyping_promo-stubs"

IN_A_PROJECT = """\
# mypy: ignore-errors
# pyright: basic, reportOverlappingOverload=false, reportIncompatibleMethodOverride=false, reportMissingImports=false
# pyright: reportMissingModuleSource=false, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false
"""
"""The first lines of stubs in a project's own folder, which checkers check, too.

They switch off two checks: overloads overlap by design, and ``==`` of arrays returns no bool.
"""


PARTIAL_IN_A_PROJECT = "partial"
"""The ``py.typed`` of JAX's stubs in a project.

With this text ty looks for the other modules of JAX elsewhere. It must not end in the newline that PEP 561 shows,
because pyright would then prefer the installed stubs.
"""
LEFT_TO_THE_INSTALLED = (f"{overlay.PACKAGE}/experimental/",)
"""The packages of JAX whose stubs no mode changes, so that they are not written into projects.

pyright resolves ``from package import module`` in a project's stubs alone if these have the package, and most modules
of ``jax.experimental`` have no stub.
"""


def package(system: System) -> dict[str, str]:
    """The stubs of this package for a promotion system: the text of each file by its path below the stubs folder."""
    modules = {**_modules_of_system(system), **interfaces.render(), "py.typed": ""}
    return {f"{PACKAGE}/{path}": text for path, text in modules.items()}


def write(system: System, folder: Path) -> tuple[list[Path], str | None]:
    """Write the stubs for a promotion system into the folder of a project in which its checker looks for stubs.

    Args:
        system: the system, in its mode.
        folder: the folder, such as pyright's ``typings``. It gets the packages ``jaxtyping_promo`` and, for a system of
            JAX, ``jax-stubs``.

    Returns:
        The written files, and the reason if the stubs of JAX's functions are missing.
    """
    overlay_texts, complaint = overlay_package(system, newer=True)
    written = write_texts({**interfaces.shipped(), **_modules_of_system(system)}, folder / "jaxtyping_promo")
    stubs = {path: text for path, text in overlay_texts.items() if path.endswith(".pyi")}
    written += write_texts({path: stubs[path] for path in stubs if not path.startswith(LEFT_TO_THE_INSTALLED)}, folder)
    if overlay_texts:
        (folder / overlay.PACKAGE / "py.typed").write_text(PARTIAL_IN_A_PROJECT)
    return written, complaint


def write_texts(texts: dict[str, str], folder: Path) -> list[Path]:
    """Write stubs, given as text by path, into a project. Returns the paths of all files."""
    written = []
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(IN_A_PROJECT + text)
        written.append(path)
    return written


def _modules_of_system(system: System) -> dict[str, str]:
    modules = {"_promotion": promotion_pyi, "dtypes": dtypes_pyi, "array": array_pyi, "typing": typing_pyi}
    return {f"{name}.pyi": with_plain_names(module.render(system)) for name, module in modules.items()}


def overlay_package(system: System, *, newer: bool = False) -> tuple[dict[str, str], str | None]:
    """The stubs of JAX in the form of `package`, and the reason if they cannot be made.

    Args:
        system: the promotion system of `jax.numpy`.
        newer: whether to accept a JAX that is newer than the JAX of the installed stubs.
    """
    if system.name != overlay.SYSTEM:
        return {}, None
    jax_version = overlay.version()
    if jax_version is None:
        return {}, f"{overlay.PACKAGE} is left as it is: it is made from JAX's source, and JAX is not installed"
    if not (overlay.is_readable(jax_version) if newer else overlay.accepts(jax_version)):
        made_from = f"it is made from JAX {overlay.JAX_VERSION}, and JAX {jax_version} is installed"
        return {}, f"{overlay.PACKAGE} is left as it is: {made_from}"
    return overlay.package(system), None
