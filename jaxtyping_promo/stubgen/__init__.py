"""Writes the stubs from the promotion tables and JAX's own signatures: ``python -m jaxtyping_promo.stubgen``."""

from __future__ import annotations

from ..system import System
from . import array_pyi, dtypes_pyi, interfaces, typing_pyi

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
