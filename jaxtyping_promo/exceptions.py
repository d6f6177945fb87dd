"""Every error that this package raises on purpose."""

from __future__ import annotations


class JaxtypingPromoError(Exception):
    """Base class of the errors of this package."""


class PromotionError(JaxtypingPromoError, TypeError):
    """Two dtypes have no promotion, or an operator does not take the dtype they promote to."""


class UnknownDTypeError(JaxtypingPromoError, TypeError):
    """Something is not a dtype, or not a dtype of the promotion system at hand."""


class UnknownSystemError(JaxtypingPromoError, ValueError):
    """No promotion system has this name, or it has no such mode."""


class LatticeError(JaxtypingPromoError, ValueError):
    """The edges do not describe a partial order: a cycle, or an edge to a node that does not exist."""


class ConfigError(JaxtypingPromoError, ValueError):
    """A configuration file holds an unknown section, key or value."""
