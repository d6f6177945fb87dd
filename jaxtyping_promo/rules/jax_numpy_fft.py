"""The rules of jax.numpy.fft, in the language of `jaxtyping_promo.rules.parser`."""

from __future__ import annotations

RULES: dict[str, dict[str, str]] = {
    "jax.numpy.fft": {
        **dict.fromkeys(
            ("fft", "fft2", "fftn", "ifft", "ifft2", "ifftn", "ihfft", "rfft", "rfft2"),
            "to_complex canonical inexact(a)",
        ),
        **dict.fromkeys(("hfft", "irfft", "irfft2"), "real_part to_complex canonical inexact(a)"),
        "irfftn": "real_part to_complex strong inexact(a)",
        "rfftn": "to_complex strong inexact(a)",
        "fftfreq": "dtype or float",
        "rfftfreq": "inexact dtype or float",
        **dict.fromkeys(("fftshift", "ifftshift"), "same(x)"),
    }
}
"""The rules by module and function."""
