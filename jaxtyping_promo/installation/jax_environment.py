"""Compares JAX's options in environment variables with the configuration: ``JAX_ENABLE_X64`` and its relatives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..config import Config
from ..jax_options import ENVIRONMENT, environment_value
from .findings import OK, PROBLEM, Finding

SUBJECT = "environment"
KEYS = ("x64", "promotion")
"""The settings that are keys of the configuration."""


def compare(environment: Mapping[str, str], config: Config) -> list[Finding]:
    """The findings about the variables that are set.

    Args:
        environment: the environment variables.
        config: the configuration of the project.
    """
    found = [*_compare_each(environment, config)]
    return found or [Finding(SUBJECT, OK, "no variable changes JAX's dtypes")]


def _compare_each(environment: Mapping[str, str], config: Config) -> Iterator[Finding]:
    for variable, key in ENVIRONMENT.items():
        text = environment.get(variable)
        if text is None or key not in KEYS or variable == "JAX_DEFAULT_DTYPE_BITS":
            continue
        value = environment_value(key, text)
        shown = f"{variable}={text}"
        wanted = f'"{value}"' if isinstance(value, str) else str(value).lower()
        where = config.file or "pyproject.toml, under [tool.jaxtyping-promo]"
        if value is None:
            yield Finding(SUBJECT, PROBLEM, f"{shown}: JAX rejects this value", f"unset {variable}")
        elif config.options[key] == value:
            yield Finding(SUBJECT, OK, f"{shown}, as the configuration says")
        elif not config.options.is_set(key):
            text = f"{shown}, and the configuration does not set {key}: dtypes that depend on it are unknown"
            yield Finding(SUBJECT, PROBLEM, text, f"write {key} = {wanted} in {where}, or unset {variable}")
        else:
            text = f"{shown}, but the configuration says {key} = {str(config.options[key]).lower()}"
            yield Finding(SUBJECT, PROBLEM, text, f"write {key} = {wanted} in {where}, or unset {variable}")
