"""The rules of `numpy.random`: its functions, and the methods of ``Generator`` and ``RandomState``.

Without a size, a function of Python numbers and scalars returns a Python number, which is weak.
"""

from __future__ import annotations

FLOATS: dict[str, str] = dict.fromkeys(
    ("beta(a, b, size)", "chisquare(df, size)", "exponential(scale, size)", "f(dfnum, dfden, size)",
     "gamma(shape, scale, size)", "gumbel(loc, scale, size)", "laplace(loc, scale, size)",
     "logistic(loc, scale, size)", "lognormal(mean, sigma, size)", "noncentral_chisquare(df, nonc, size)",
     "noncentral_f(dfnum, dfden, nonc, size)", "normal(loc, scale, size)", "pareto(a, size)", "power(a, size)",
     "rayleigh(scale, size)", "standard_cauchy(size)", "standard_t(df, size)", "triangular(left, mode, right, size)",
     "uniform(low, high, size)", "vonmises(mu, kappa, size)", "wald(mean, scale, size)", "weibull(a, size)"),
    "float",
)  # fmt: skip
"""The distributions of real numbers."""

INTEGERS: dict[str, str] = dict.fromkeys(
    ("binomial(n, p, size)", "geometric(p, size)", "hypergeometric(ngood, nbad, nsample, size)", "logseries(p, size)",
     "negative_binomial(n, p, size)", "poisson(lam, size)", "zipf(a, size)"),
    "int",
)  # fmt: skip
"""The distributions of integers."""

VECTORS: dict[str, str] = {
    "dirichlet(alpha, size)": "float",
    "multinomial(n, pvals, size)": "int",
}
"""The distributions of vectors."""

GENERATOR_DRAWS: dict[str, str] = {
    "random(size, dtype, out)": "single_or_double dtype or float",
    "standard_exponential(size, dtype, method, out)": "single_or_double dtype or float",
    "standard_gamma(shape, size, dtype, out)": "single_or_double dtype or float",
    "standard_normal(size, dtype, out)": "single_or_double dtype or float",
}
GENERATOR_VECTORS: dict[str, str] = {
    "multivariate_hypergeometric(colors, nsample, size, method)": "int",
    "multivariate_normal(mean, cov, size, check_valid, tol, *, method)": "float",
    "permuted(x, *, axis, out)": "same(x)",
}
GENERATOR: dict[str, dict[str, str]] = {
    "draw": {**FLOATS, **INTEGERS, **GENERATOR_DRAWS},
    "typed draw": {"integers(low, high, size, dtype, endpoint)": "exact dtype or int"},
    "choice": {"choice(a, size, replace, p, axis, shuffle)": "same(a)"},
    "permutation": {"permutation(x, axis)": "same(x)"},
    "array": {**VECTORS, **GENERATOR_VECTORS},
    "none": dict.fromkeys(("bytes(length)", "shuffle(x, axis)", "spawn(n_children)"), "none"),
}
"""The methods of ``numpy.random.Generator``, by kind of result; their first parameter is the generator."""

LEGACY_DRAWS: dict[str, str] = {
    **dict.fromkeys(
        ("random(size)", "random_sample(size)", "rand(*args)", "randn(*args)", "standard_exponential(size)",
         "standard_gamma(shape, size)", "standard_normal(size)"),
        "float",
    ),
}  # fmt: skip
LEGACY_VECTORS: dict[str, str] = {
    "multivariate_normal(mean, cov, size, check_valid, tol)": "float",
}
LEGACY: dict[str, dict[str, str]] = {
    "draw": {**FLOATS, **INTEGERS, **LEGACY_DRAWS},
    "integer draw": {"randint(low, high, size, dtype)": "exact dtype or int"},
    "typed draw": {"random_integers(low, high, size)": "int"},
    "choice": {"choice(a, size, replace, p)": "same(a)"},
    "permutation": {"permutation(x)": "same(x)"},
    "array": {**VECTORS, **LEGACY_VECTORS},
    "none": dict.fromkeys(
        ("bytes(length)", "get_state(legacy)", "seed(seed)", "set_state(state)", "shuffle(x)"), "none"
    ),
}
"""The functions of ``numpy.random``, which are the methods of ``RandomState``."""

FUNCTIONS_ONLY: dict[str, dict[str, str]] = {
    "draw": dict.fromkeys(("ranf(*args, **kwargs)", "sample(*args, **kwargs)"), "float"),
    "none": dict.fromkeys(("default_rng(seed)", "get_bit_generator()", "set_bit_generator(bitgen)"), "none"),
}
"""The functions that are no methods."""

OF_RANDOM_STATE: dict[str, dict[str, str]] = {"draw": {"tomaxint(size)": "int"}}
"""The methods that are no functions."""


def _methods(*groups: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """The rules of methods: each signature gets the parameter ``self``."""
    return {
        kind: {
            signature.replace("(", "(self, ").replace("(self, )", "(self)"): text for signature, text in rules.items()
        }
        for kind, rules in _merged(*groups).items()
    }


def _merged(*groups: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    kinds = dict.fromkeys(kind for group in groups for kind in group)
    return {
        kind: {signature: text for group in groups for signature, text in group.get(kind, {}).items()} for kind in kinds
    }


RULES: dict[str, dict[str, dict[str, str]]] = {
    "numpy.random": _merged(LEGACY, FUNCTIONS_ONLY),
    "numpy.random.Generator": _methods(GENERATOR),
    "numpy.random.RandomState": _methods(LEGACY, OF_RANDOM_STATE),
}
"""The rules by module or class, kind of result, and signature."""
