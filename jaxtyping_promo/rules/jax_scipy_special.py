"""The rules of jax.scipy.special, in the language of `jaxtyping_promo.rules.parser`."""

from __future__ import annotations

ONE_ARRAY = {
    **dict.fromkeys(
        ("digamma", "entr", "erf", "erfc", "erfinv", "expit", "gammaln", "i0", "i0e", "i1", "i1e"),
        "inexact(x)",
    ),
    **dict.fromkeys(
        ("dawsn", "erfcx", "exp1", "expi", "gamma", "gammasgn", "log_softmax", "softmax"), "canonical inexact(x)"
    ),
    "bernoulli": "float",
    "bessel_jn": "canonical inexact(z)",
    "erfcinv": "canonical inexact(y)",
    "factorial": "inexact(n)",
    "fresnel": "(canonical inexact(x), canonical inexact(x))",
    **dict.fromkeys(("log_ndtr", "ndtr", "spence"), "canonical(x)"),
    "loggamma": "strong_if_complex inexact(x)",
    "logit": "strong inexact(x) | inexact(x)",
    "logsumexp": "canonical inexact(a, b) unless where is given for exact operands with x64 unless return_sign selects another type"
    "; with return_sign=True: (abs canonical inexact(a, b), canonical inexact(a, b)) unless where is given for exact operands with x64",
    "multigammaln": "canonical inexact default_int_if_bool(a)",
    "ndtri": "canonical(p)",
    "sici": "(canonical inexact(x), canonical inexact(x))",
    "wofz": "to_complex strong inexact(z)",
}

SEVERAL_ARRAYS = {
    "beta": "canonical inexact(a, b)",
    "betainc": "inexact(a, b, x)",
    "betaln": "inexact(a, b)",
    **dict.fromkeys(("boxcox", "boxcox1p"), "inexact(x, lmbda)"),
    "comb": "inexact(N, k)",
    "expn": "canonical inexact(n, x)",
    **dict.fromkeys(("gammainc", "gammaincc"), "inexact(a, x)"),
    "hyp1f1": "canonical inexact(a, b, x)",
    "hyp2f1": "canonical inexact(a, b, c, x)",
    **dict.fromkeys(("kl_div", "rel_entr"), "strong inexact(p, q) | inexact(p, q)"),
    "owens_t": "promoted_with_default_float inexact(h, a)",
    "poch": "canonical inexact(z, m)",
    "polygamma": "inexact(n, x)",
    "sph_harm_y": "complex",
    **dict.fromkeys(("xlog1py", "xlogy"), "inexact(x, y)"),
    "zeta": "inexact(x, q)",
}

RULES: dict[str, dict[str, str]] = {"jax.scipy.special": {**ONE_ARRAY, **SEVERAL_ARRAYS}}
"""The rules by module and function."""
