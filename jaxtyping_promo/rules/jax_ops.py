"""The rules of jax.ops and jax.image, in the language of `jaxtyping_promo.rules.parser`."""

from __future__ import annotations

RULES: dict[str, dict[str, str]] = {
    "jax.ops": dict.fromkeys(("segment_max", "segment_min", "segment_prod", "segment_sum"), "canonical(data)"),
    "jax.image": {
        "resize": "only_strong only_inexact(image)",  # otherwise the method decides: "nearest" keeps an integer
        "scale_and_translate": "canonical inexact(image)",
    },
}
"""The rules by module and function."""
