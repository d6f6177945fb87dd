"""jax.random: what it returns, in the language of `jaxtyping_promo.rules.rule`.

The dtype of a sample is its dtype argument or a default, whatever the dtypes of the distribution's parameters. Keys of the
old style are arrays of uint32; those of the new style have a dtype of their own, which takes no part in promotion.
"""

from __future__ import annotations

FLOATS = dict.fromkeys(
    ("ball", "beta", "binomial", "cauchy", "chisquare", "dirichlet", "exponential", "f", "gamma", "generalized_normal",
     "gumbel", "laplace", "loggamma", "logistic", "lognormal", "maxwell", "multinomial", "normal", "orthogonal", "pareto",
     "rayleigh", "t", "triangular", "truncated_normal", "uniform", "wald"),
    "dtype or float",
)  # fmt: skip

OTHERS = {
    "bernoulli": "bool",
    "bits": "wide dtype or uint",
    "categorical": "index unless replace",
    "choice": "range if_wide(a)",
    "double_sided_maxwell": "no dtype or with_default_float(loc, scale)",
    "geometric": "dtype or int",
    "multivariate_normal": "no dtype or canonical inexact(mean, cov)",
    "permutation": "range if_wide(x)",
    "poisson": "dtype or int",
    "rademacher": "dtype or int",
    "randint": "dtype or int",
    "weibull_min": "no dtype or with_default_float(scale, concentration)",
}

KEYS = {
    "PRNGKey": "uint32",
    "clone": "array(key)",
    "fold_in": "array(key)",
    "Key": "none",
    "key": "keys",
    "key_data": "uint32",
    "key_dtype": "none",
    "key_impl": "none",
    "split": "array(key)",
    "wrap_key_data": "keys",
}

RULES: dict[str, dict[str, str]] = {"jax.random": {**FLOATS, **OTHERS, **KEYS}}
"""The rules by module and function."""
