"""The rules of the smaller modules of jax.scipy, in the language of `jaxtyping_promo.rules.parser`."""

from __future__ import annotations

RULES: dict[str, dict[str, str]] = {
    "jax.scipy.fft": dict.fromkeys(("dct", "dctn", "idct", "idctn"), "at_least_float32 strong inexact(x)"),
    "jax.scipy.signal": {
        **dict.fromkeys(("convolve", "correlate"), "inexact(in1, in2) unless method is given for weak operands"),
        **dict.fromkeys(("convolve2d", "correlate2d"), "inexact(in1, in2)"),
        "csd": "(abs canonical inexact(x, y), to_complex canonical inexact(x, y))",
        "detrend": "inexact(data) unless type is given for weak operands",
        "fftconvolve": "strong inexact(in1, in2) | inexact(in1, in2)",
        "istft": "(real_part to_complex strong inexact(Zxx), real_part to_complex strong inexact(Zxx)) unless fs is not a Python number",
        "stft": "(abs canonical inexact(x), abs canonical inexact(x), to_complex canonical inexact(x)) unless fs is not a Python number",
        "welch": "(abs canonical inexact(x), abs canonical inexact(x))",
    },
    "jax.scipy.ndimage": {"map_coordinates": "canonical(input)"},
    "jax.scipy.optimize": {"minimize": "unknown"},
    "jax.scipy.integrate": {"trapezoid": "canonical inexact(y, x) unless dx is not a Python number"},
    "jax.scipy.cluster.vq": {"vq": "(index, abs canonical inexact(obs, code_book))"},
    "jax.scipy.sparse.linalg": {
        **dict.fromkeys(("bicgstab", "cg"), "(same(b), none)"),
        "gmres": "(same(b), weak_int)",
    },
}
"""The rules by module and function."""
