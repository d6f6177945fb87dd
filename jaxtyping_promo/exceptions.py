"""The exceptions that this package raises on purpose.

All derive from `JaxtypingPromoError`; the command prints their messages as one line.
"""

from __future__ import annotations

LONGEST_VALUE = 80
"""The number of characters of a value that a message shows."""


class JaxtypingPromoError(Exception):
    """Base class of the exceptions of this package. Its message is a single line, even if it quotes a longer text."""

    def __str__(self) -> str:
        text = super().__str__()
        return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def quoted(value: object) -> str:
    """A value of a configuration file as a message shows it: shortened if it is long or deeply nested."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested too deeply, or an integer of thousands of digits
        return f"a long {type(value).__name__}"
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 3]}..."


class PromotionError(JaxtypingPromoError, TypeError):
    """Two dtypes have no promotion, or an operator rejects the dtype that they promote to."""


class UnknownDTypeError(JaxtypingPromoError, TypeError):
    """A value is not a dtype, or not a dtype of the promotion system."""


class UnknownSystemError(JaxtypingPromoError, ValueError):
    """No promotion system has this name, or it does not have this mode."""


class LatticeError(JaxtypingPromoError, ValueError):
    """The edges do not describe a partial order: they form a cycle, or one leads to an unknown node."""


class ConfigError(JaxtypingPromoError, ValueError):
    """A configuration file contains an unknown section, key or value."""


class RuleError(JaxtypingPromoError, ValueError):
    """The text of a function's rule is not in the language of `jaxtyping_promo.rules.parser`."""
