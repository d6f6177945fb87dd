"""Attributes of libraries that the program replaces, as in ``nn.Module.param = own_param``.

The models describe the library's own functions. From then on, such an attribute is unknown everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from .libraries.names import canonical

if TYPE_CHECKING:
    from .run import Run
    from .values import Value

KEY: Final = "replaced attributes"
"""The key of `Run.models` for the full names of the attributes."""


def replace_attribute(run: Run, owner: str, name: str, value: Value) -> None:
    """Note ``owner.name = value`` for a module or class of a library."""
    run.models.setdefault(KEY, set()).add(canonical(f"{owner}.{name}"))
    run.memo.spoil()
    run.memo.forget()
    run.escape(value, f"it is stored in {owner}")


def replaced_attribute(run: Run, owners: Iterable[Any], name: str) -> Value | None:
    """The attribute of the first owner in which the program has replaced it; None if there is none.

    Args:
        run: the run.
        owners: full names of modules or classes of libraries. Other owners are left out.
        name: the attribute.
    """
    replaced = run.models.get(KEY)
    if replaced:
        for owner in owners:
            if isinstance(owner, str) and canonical(f"{owner}.{name}") in replaced:
                return run.unknown(f"the program replaces {owner}.{name}")
    return None


__all__ = ["replace_attribute", "replaced_attribute"]
