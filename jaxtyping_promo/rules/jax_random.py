"""The rules of jax.random, in the language of `jaxtyping_promo.rules.parser`.

The dtype of a sample is the dtype argument or a default, whatever the dtypes of the distribution's parameters.
Old-style keys are arrays of uint32. New-style keys have a special dtype outside promotion.
"""

from __future__ import annotations

FLOATS = dict.fromkeys(
    ("beta", "binomial", "cauchy", "chisquare", "dirichlet", "exponential", "f", "gamma", "generalized_normal",
     "gumbel", "laplace", "loggamma", "logistic", "lognormal", "maxwell", "multinomial", "normal", "orthogonal", "pareto",
     "rayleigh", "t", "triangular", "truncated_normal", "uniform", "wald"),
    "dtype or float",
)  # fmt: skip

OTHERS = {
    "ball": "dtype or float unless p is not a Python number",
    "bernoulli": "bool",
    "bits": "whole_byte dtype or uint",
    "categorical": "index unless replace is given",
    "choice": "int_as_range only_strong only_default_int_or_inexact(a)",
    "double_sided_maxwell": "unknown dtype or promoted_with_default_float(loc, scale)",
    "geometric": "dtype or int",
    "multivariate_normal": "unknown dtype or canonical inexact(mean, cov)",
    "permutation": "int_as_range only_strong only_default_int_or_inexact(x)",
    "poisson": "dtype or int",
    "rademacher": "dtype or int",
    "randint": "dtype or int",
    "weibull_min": "unknown dtype or promoted_with_default_float(scale, concentration)",
}

KEYS = {
    "PRNGKey": "uint32",
    "clone": "not_number(key)",
    "fold_in": "not_number(key)",
    "Key": "none",
    "key": "keys",
    "key_data": "uint32",
    "key_dtype": "none",
    "key_impl": "none",
    "split": "not_number(key)",
    "wrap_key_data": "keys",
}

RULES: dict[str, dict[str, str]] = {"jax.random": {**FLOATS, **OTHERS, **KEYS}}
"""The rules by module and function."""
