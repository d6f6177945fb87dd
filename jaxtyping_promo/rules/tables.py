"""The rules of JAX's functions. Each module of JAX has a module of rules beside this one.

`rule` returns the rule of a function by its full name, such as ``jax.numpy.sin``.
"""

from __future__ import annotations

from functools import cache

from .parser import parse
from .rule import Rule

TABLES: tuple[str, ...] = (
    "jax_array", "jax_lax", "jax_nn", "jax_numpy", "jax_numpy_fft", "jax_numpy_linalg", "jax_ops", "jax_random",
    "jax_scipy", "jax_scipy_linalg", "jax_scipy_special", "jax_scipy_stats",
)  # fmt: skip
"""The modules with tables beside this one: each has ``RULES`` by module of JAX, and then by function."""


@cache
def rules(jax: tuple[int, int] | None = None) -> dict[str, str]:
    """Every rule by the full name of its function.

    Args:
        jax: the version of JAX, as ``(0, 10)``; by default, the newest. A module of tables lists in ``EARLIER`` the
            rules that differed before some version.
    """
    from importlib import import_module

    rule_texts: dict[str, str] = {}
    for name in TABLES:
        tables = import_module(f"{__package__}.{name}")
        changes = sorted(getattr(tables, "EARLIER", {}).items(), reverse=True)
        earlier = [changed for version, changed in changes if jax is not None and jax < version]
        for rules_by_module in (tables.RULES, *earlier):
            for module, functions in rules_by_module.items():
                rule_texts |= {f"{module}.{function}": text for function, text in functions.items()}
    return rule_texts


def rule(fullname: str, jax: tuple[int, int] | None = None) -> Rule | None:
    """The rule of a function by its full name, ``jax.numpy.sin``; None if the function has no rule."""
    text = rules(jax).get(fullname)
    return parse(text, fullname) if text else None


WRITTEN: dict[str, str] = {"jax.numpy.": "jnp.", "jax.lax.": "lax.", "jax.Array.": "Array."}
"""How users write the modules of functions."""


def written_name(fullname: str) -> str:
    """The name of a function as users write it: ``jnp.where``, but the full name for modules below these prefixes."""
    for prefix, written in WRITTEN.items():
        name = fullname.removeprefix(prefix)
        if name != fullname and "." not in name.removeprefix("at."):
            return written + name
    return fullname


def system_name(fullname: str) -> str:
    """The promotion system that a function follows if the configured system is JAX's."""
    return "jax.lax" if fullname.startswith("jax.lax.") else "jax"


def rules_of_all_versions() -> dict[str, tuple[str, ...]]:
    """The rules of each function in every supported version of JAX, the newest first."""
    oldest = rules((0, 0))
    return {name: tuple(dict.fromkeys((text, oldest[name]))) for name, text in rules().items()}
