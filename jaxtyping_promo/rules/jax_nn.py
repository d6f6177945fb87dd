"""jax.nn and its initializers: what they return, in the language of `jaxtyping_promo.rules.rule`."""

from __future__ import annotations

from .jax_scipy_special import ONE_ARRAY

ACTIVATIONS = {
    "celu": "with_float(x, alpha)",
    "elu": "with_float(x, alpha)",
    "gelu": "canonical inexact(x)",
    "glu": "same(x)",
    "hard_sigmoid": "with_float(x)",
    "hard_silu": "with_float(x)",
    "hard_swish": "with_float(x)",
    "hard_tanh": "with_int(x)",
    "identity": "same(x)",
    "leaky_relu": "promoted(x, negative_slope=float)",
    "log1mexp": "inexact(x)",
    "log_sigmoid": "strong_complex inexact(x) | inexact(x)",
    "mish": "strong_complex inexact with_int(x) | inexact with_int(x)",
    "relu": "with_int(x)",
    "relu6": "with_float(x)",
    "selu": "with_float(x)",
    "sigmoid": "same(x)",
    "silu": "same(x)",
    "soft_sign": "inexact with_int(x)",
    "softplus": "strong_complex inexact with_int(x) | inexact with_int(x)",
    "sparse_plus": "with_float(x)",
    "sparse_sigmoid": "with_float(x)",
    "squareplus": "inexact(x) unless b",
    "swish": "same(x)",
    "tanh": "inexact(x)",
}

NORMALIZATION = {
    "log_softmax": "canonical inexact(x) unless exact where",
    "logmeanexp": "canonical inexact(x) unless exact where",
    "logsumexp": ONE_ARRAY["logsumexp"],
    "softmax": "canonical inexact(x) unless exact where",
    "standardize": "canonical inexact(x) unless mean, variance, epsilon",
}

OTHERS = {
    "dot_product_attention": "canonical(query, key, value)",
    "get_scaled_dot_general_config": "none",
    "one_hot": "dtype or float",
    "scaled_dot_general": "preferred_element_type or float32",
    "scaled_matmul": "preferred_element_type or float32",
}

INITIALIZERS = {
    **dict.fromkeys(("ones", "zeros"), "dtype or float"),
    **dict.fromkeys(
        ("constant", "delta_orthogonal", "glorot_normal", "glorot_uniform", "he_normal", "he_uniform", "kaiming_normal",
         "kaiming_uniform", "lecun_normal", "lecun_uniform", "normal", "orthogonal", "truncated_normal", "uniform",
         "variance_scaling", "xavier_normal", "xavier_uniform"),
        "function of dtype or float",
    ),
}  # fmt: skip

RULES: dict[str, dict[str, str]] = {
    "jax.nn": {**ACTIVATIONS, **NORMALIZATION, **OTHERS},
    "jax.nn.initializers": INITIALIZERS,
}
"""The rules by module and function."""
