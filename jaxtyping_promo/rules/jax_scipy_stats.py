"""The rules of jax.scipy.stats, in the language of `jaxtyping_promo.rules.parser`."""

from __future__ import annotations

RULES: dict[str, dict[str, str]] = {
    "jax.scipy.stats": {
        "mode": "(strong_if_complex(a), index)",
        "rankdata": "float",
        "sem": "canonical inexact(a)",
    },
    "jax.scipy.stats.bernoulli": {
        "cdf": "strong inexact(k, p) | inexact(k, p)",
        **dict.fromkeys(("logpmf", "pmf"), "strong inexact(k, p, loc=weak_int) | inexact(k, p, loc=weak_int)"),
        "ppf": "strong inexact(q, p) | inexact(q, p)",
    },
    "jax.scipy.stats.beta": {
        **dict.fromkeys(
            ("cdf", "logcdf", "logpdf", "logsf", "pdf", "sf"),
            "strong inexact(x, a, b, loc=weak_int, scale=weak_int) | inexact(x, a, b, loc=weak_int, scale=weak_int)",
        ),
    },
    "jax.scipy.stats.betabinom": {
        **dict.fromkeys(
            ("logpmf", "pmf"), "strong inexact(k, n, a, b, loc=weak_int) | inexact(k, n, a, b, loc=weak_int)"
        ),
    },
    "jax.scipy.stats.binom": {
        **dict.fromkeys(("logpmf", "pmf"), "inexact(k, n, p, loc=weak_int)"),
    },
    "jax.scipy.stats.cauchy": {
        **dict.fromkeys(
            ("cdf", "logcdf", "logpdf", "logsf", "pdf", "sf"),
            "strong inexact(x, loc=weak_int, scale=weak_int) | inexact(x, loc=weak_int, scale=weak_int)",
        ),
        **dict.fromkeys(
            ("isf", "ppf"), "strong inexact(q, loc=weak_int, scale=weak_int) | inexact(q, loc=weak_int, scale=weak_int)"
        ),
    },
    "jax.scipy.stats.chi2": {
        **dict.fromkeys(
            ("cdf", "logcdf", "logpdf", "logsf", "pdf", "sf"),
            "strong inexact(x, df, loc=weak_int, scale=weak_int) | inexact(x, df, loc=weak_int, scale=weak_int)",
        ),
    },
    "jax.scipy.stats.dirichlet": {
        **dict.fromkeys(("logpdf", "pdf"), "strong inexact(x, alpha) | inexact(x, alpha)"),
    },
    "jax.scipy.stats.expon": {
        **dict.fromkeys(("cdf", "logcdf", "logpdf", "logsf", "pdf", "sf"), "inexact(x, loc=weak_int, scale=weak_int)"),
        "ppf": "inexact(q, loc=weak_int, scale=weak_int)",
    },
    "jax.scipy.stats.gamma": {
        **dict.fromkeys(
            ("cdf", "logcdf", "logpdf", "pdf"),
            "strong inexact(x, a, loc=weak_int, scale=weak_int) | inexact(x, a, loc=weak_int, scale=weak_int)",
        ),
        **dict.fromkeys(("logsf", "sf"), "inexact(x, a, loc=weak_int, scale=weak_int)"),
    },
    "jax.scipy.stats.gennorm": {
        **dict.fromkeys(("cdf", "logpdf", "pdf"), "inexact(x, beta)"),
    },
    "jax.scipy.stats.geom": {
        **dict.fromkeys(("logpmf", "pmf"), "strong inexact(k, p, loc=weak_int) | inexact(k, p, loc=weak_int)"),
    },
    "jax.scipy.stats.gumbel_l": {
        **dict.fromkeys(("cdf", "logcdf", "logpdf", "logsf", "pdf", "sf"), "inexact(x, loc=weak_int, scale=weak_int)"),
        "ppf": "inexact(p, loc=weak_int, scale=weak_int)",
    },
    "jax.scipy.stats.gumbel_r": {
        **dict.fromkeys(("cdf", "logcdf", "logpdf", "logsf", "pdf"), "inexact(x, loc=weak_int, scale=weak_int)"),
        "ppf": "inexact(p, loc=weak_int, scale=weak_int)",
        "sf": "strong inexact(x, loc=weak_int, scale=weak_int) | inexact(x, loc=weak_int, scale=weak_int)",
    },
    "jax.scipy.stats.laplace": {
        **dict.fromkeys(
            ("cdf", "logpdf", "pdf"),
            "strong inexact(x, loc=weak_int, scale=weak_int) | inexact(x, loc=weak_int, scale=weak_int)",
        ),
    },
    "jax.scipy.stats.logistic": {
        **dict.fromkeys(("cdf", "sf"), "inexact(x, loc=weak_int, scale=weak_int)"),
        **dict.fromkeys(
            ("isf", "logpdf", "pdf", "ppf"),
            "strong inexact(x, loc=weak_int, scale=weak_int) | inexact(x, loc=weak_int, scale=weak_int)",
        ),
    },
    "jax.scipy.stats.multinomial": {
        **dict.fromkeys(("logpmf", "pmf"), "canonical inexact(p)"),
    },
    "jax.scipy.stats.multivariate_normal": {
        **dict.fromkeys(("logpdf", "pdf"), "strong inexact(x, mean, cov) | inexact(x, mean, cov)"),
    },
    "jax.scipy.stats.nbinom": {
        **dict.fromkeys(("logpmf", "pmf"), "strong inexact(k, n, p, loc=weak_int) | inexact(k, n, p, loc=weak_int)"),
    },
    "jax.scipy.stats.norm": {
        **dict.fromkeys(("cdf", "logcdf", "logsf", "sf"), "canonical inexact(x, loc=weak_int, scale=weak_int)"),
        **dict.fromkeys(("isf", "ppf"), "float"),
        **dict.fromkeys(
            ("logpdf", "pdf"),
            "strong inexact(x, loc=weak_int, scale=weak_int) | inexact(x, loc=weak_int, scale=weak_int)",
        ),
    },
    "jax.scipy.stats.pareto": {
        **dict.fromkeys(
            ("cdf", "logpdf", "logsf", "pdf", "sf"),
            "strong inexact(x, b, loc=weak_int, scale=weak_int) | inexact(x, b, loc=weak_int, scale=weak_int)",
        ),
        "logcdf": "inexact(x, b, loc=weak_int, scale=weak_int)",
        "ppf": "strong inexact(q, b, loc=weak_int, scale=weak_int) | inexact(q, b, loc=weak_int, scale=weak_int)",
    },
    "jax.scipy.stats.poisson": {
        "cdf": "strong inexact(k, mu, loc=weak_int) | inexact(k, mu, loc=weak_int)",
        "entropy": "canonical inexact(mu, loc=weak_int)",
        **dict.fromkeys(("logpmf", "pmf"), "inexact(k, mu, loc=weak_int)"),
    },
    "jax.scipy.stats.t": {
        **dict.fromkeys(
            ("logpdf", "pdf"),
            "strong inexact(x, df, loc=weak_int, scale=weak_int) | inexact(x, df, loc=weak_int, scale=weak_int)",
        ),
    },
    "jax.scipy.stats.truncnorm": {
        **dict.fromkeys(
            ("cdf", "logcdf", "logpdf", "logsf", "pdf", "sf"),
            "canonical inexact(x, a, b, loc=weak_int, scale=weak_int)",
        ),
    },
    "jax.scipy.stats.uniform": {
        **dict.fromkeys(("cdf", "logpdf", "pdf"), "inexact(x, loc=weak_int, scale=weak_int)"),
        "ppf": "inexact(q, loc=weak_int, scale=weak_int)",
    },
    "jax.scipy.stats.vonmises": {
        **dict.fromkeys(("logpdf", "pdf"), "inexact(x, kappa)"),
    },
    "jax.scipy.stats.wrapcauchy": {
        **dict.fromkeys(("logpdf", "pdf"), "inexact(x, c)"),
    },
}
"""The rules by module and function."""

EARLIER: dict[tuple[int, int], dict[str, dict[str, str]]] = {
    (0, 12): {
        "jax.scipy.stats.uniform": {
            "cdf": "strong inexact(x, loc=weak_int, scale=weak_int) | inexact(x, loc=weak_int, scale=weak_int)"
        }
    },
}
"""The rules that differed before a version of JAX. Tests compare them with JAX 0.10; 0.11 is assumed to be the same."""
