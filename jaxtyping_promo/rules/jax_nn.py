"""The rules of jax.nn and its initializers, in the language of `jaxtyping_promo.rules.parser`."""

from __future__ import annotations

from .jax_scipy_special import ONE_ARRAY

ACTIVATIONS = {
    "celu": "promoted_with_float(x, alpha)",
    "elu": "promoted_with_float(x, alpha)",
    "gelu": "canonical inexact(x)",
    "glu": "same(x)",
    "hard_sigmoid": "promoted_with_float(x)",
    "hard_silu": "promoted_with_float(x)",
    "hard_swish": "promoted_with_float(x)",
    "hard_tanh": "promoted_with_int(x)",
    "identity": "same(x)",
    "leaky_relu": "promoted(x, negative_slope=float)",
    "log1mexp": "inexact(x)",
    "log_sigmoid": "strong_if_complex inexact(x) | inexact(x)",
    "mish": "strong_if_complex inexact promoted_with_int(x) | inexact promoted_with_int(x)",
    "relu": "promoted_with_int(x)",
    "relu6": "promoted_with_float(x)",
    "selu": "promoted_with_float(x)",
    "sigmoid": "same(x)",
    "silu": "same(x)",
    "soft_sign": "inexact promoted_with_int(x)",
    "softplus": "strong_if_complex inexact promoted_with_int(x) | inexact promoted_with_int(x)",
    "sparse_plus": "promoted_with_float(x)",
    "sparse_sigmoid": "promoted_with_float(x)",
    "squareplus": "inexact(x) unless b is given",
    "swish": "same(x)",
    "tanh": "inexact(x)",
}

NORMALIZATION = {
    "log_softmax": "canonical inexact(x) unless where is given for exact operands with x64",
    "logmeanexp": "canonical inexact(x) unless where is given for exact operands with x64",
    "logsumexp": ONE_ARRAY["logsumexp"],
    "softmax": "canonical inexact(x) unless where is given for exact operands with x64",
    "standardize": "canonical inexact(x) unless mean, variance or epsilon is given",
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
