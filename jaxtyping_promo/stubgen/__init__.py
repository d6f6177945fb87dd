"""Writes the stubs from the promotion tables and JAX's own signatures: ``python -m jaxtyping_promo.stubgen``."""

from __future__ import annotations

from ..system import System
from . import array_pyi, dtypes_pyi, interfaces, overlay, typing_pyi

PACKAGE = "jaxtyping_promo-stubs"


def package(system: System) -> dict[str, str]:
    """The stub package of this package for one promotion system: file text by path below the stubs folder."""
    modules = {
        "dtypes.pyi": dtypes_pyi.render(system),
        "array.pyi": array_pyi.render(system),
        "typing.pyi": typing_pyi.render(),
        **interfaces.render(),
        "py.typed": "",
    }
    return {f"{PACKAGE}/{path}": text for path, text in modules.items()}


def overlay_package(system: System) -> tuple[dict[str, str], str | None]:
    """The overlay for JAX as `package` gives it, and what there is to say if it cannot be made."""
    if system.name != overlay.SYSTEM:
        return {}, None
    found = overlay.version()
    if found is None:
        return {}, f"{overlay.PACKAGE} is left as it is: it is made from JAX's source, and JAX is not installed"
    if not overlay.accepts(found):
        made_from = f"it is made from JAX {overlay.JAX_VERSION}, and JAX {found} is installed"
        return {}, f"{overlay.PACKAGE} is left as it is: {made_from}"
    return overlay.package(system), None
