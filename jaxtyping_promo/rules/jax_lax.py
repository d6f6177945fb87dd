"""The rules of jax.lax and jax.lax.linalg, in the language of `jaxtyping_promo.rules.parser`.

They follow the promotion system ``jax.lax``: operands that are joined must have one dtype, otherwise JAX raises an
error.
"""

from __future__ import annotations

ELEMENTWISE = {
    **dict.fromkeys(
        ("acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i0e", "bessel_i1e", "bitwise_not", "cbrt", "ceil", "clz",
         "cos", "cosh", "digamma", "erf", "erf_inv", "erfc", "exp", "exp2", "expm1", "floor", "integer_pow", "lgamma", "log",
         "log1p", "log2", "logistic", "neg", "one_minus_square", "population_count", "reciprocal", "round", "rsqrt", "sign",
         "sin", "sinh", "sqrt", "square", "stage", "tan", "tanh"),
        "same(x)",
    ),
    "abs": "abs(x)",
    "bitcast_convert_type": "new_dtype or unknown",
    "conj": "to_complex(x)",
    "convert_element_type": "new_dtype or unknown",
    "imag": "abs(x)",
    "is_finite": "bool",
    "real": "abs(x)",
    "reduce_precision": "same(operand)",
}  # fmt: skip

SEVERAL_ARRAYS = {
    **dict.fromkeys(
        ("add", "atan2", "bitwise_and", "bitwise_or", "bitwise_xor", "div", "max", "min", "mulhi", "rem", "shift_left",
         "shift_right_arithmetic", "shift_right_logical", "sub"),
        "promoted(x, y)",
    ),
    "betainc": "promoted(a, b, x)",
    "clamp": "promoted(min, x, max)",
    "complex": "to_complex promoted(x, y)",
    **dict.fromkeys(("igamma", "igamma_grad_a", "igammac"), "promoted(a, x)"),
    "mul": "if_strong out_dtype or promoted(x, y)",
    "nextafter": "promoted(x1, x2)",
    "polygamma": "promoted(m, x)",
    "polynomial": "strong(x) | same(x)",
    "pow": "pow(x, y)",
    "random_gamma_grad": "strong(a) | same(a)",
    "rng_uniform": "promoted(a, b)",
    "select": "promoted(on_true, on_false)",
    "select_n": "promoted(*cases)",
    "zeta": "promoted(x, q)",
}  # fmt: skip

COMPARISONS = {
    "eq": "eq(x, y)",
    "ge": "ge(x, y)",
    "gt": "gt(x, y)",
    "le": "le(x, y)",
    "lt": "lt(x, y)",
    "ne": "ne(x, y)",
}

PRODUCTS = {
    **dict.fromkeys(("dot", "dot_general"), "if_strong preferred_element_type or matmul(lhs, rhs)"),
    "batch_matmul": "matmul(lhs, rhs)",
    **dict.fromkeys(
        ("conv", "conv_general_dilated", "conv_transpose", "conv_with_general_padding"),
        "if_strong preferred_element_type or promoted(lhs, rhs)",
    ),
    "conv_general_dilated_local": "strong matmul(lhs, rhs)",
    "conv_general_dilated_patches": "unknown preferred_element_type or strong(lhs)",
    **dict.fromkeys(
        ("ragged_dot", "ragged_dot_general"), "up_to_32_bits preferred_element_type or strong matmul(lhs, rhs)"
    ),
    "scaled_dot": "unknown preferred_element_type or bfloat16",
}

REARRANGEMENTS = {
    **dict.fromkeys(
        ("broadcast", "broadcast_in_dim", "collapse", "dynamic_index_in_dim", "dynamic_slice", "dynamic_slice_in_dim",
         "index_in_dim", "optimization_barrier", "reshape", "rev", "slice", "slice_in_dim", "tile", "transpose"),
        "same(operand)",
    ),
    "broadcast_to_rank": "same(x)",
    "broadcast_like": "same(arr)",
    "concatenate": "promoted(*operands)",
    **dict.fromkeys(("dynamic_update_index_in_dim", "dynamic_update_slice", "dynamic_update_slice_in_dim"), "canonical(operand, update)"),
    **dict.fromkeys(("expand_dims", "squeeze"), "same(array)"),
    "gather": "same(operand)",
    "index_take": "same(src)",
    "pad": "promoted(operand, padding_value)",
    **dict.fromkeys(
        ("scatter", "scatter_add", "scatter_apply", "scatter_max", "scatter_min", "scatter_mul", "scatter_sub"), "same(operand)"
    ),
    "split": "list of same(operand)",
    "stack": "promoted(*operands)",
    "unstack": "tuple of same(x)",
}  # fmt: skip

CREATION = {
    "axis_index": "int32",
    **dict.fromkeys(("broadcasted_iota", "iota"), "dtype or unknown"),
    "empty": "up_to_32_bits dtype or unknown",
    "full": "dtype or same(fill_value)",
    "full_like": "dtype or same(x) unless fill_value is not a Python number for weak operands",
    "rng_bit_generator": "(same(key), dtype or uint32)",
}

REDUCTIONS = {
    **dict.fromkeys(("approx_max_k", "approx_min_k", "top_k"), "(same(operand), int32_weak_like(operand))"),
    **dict.fromkeys(("argmax", "argmin"), "index_dtype or unknown"),
    **dict.fromkeys(("cumlogsumexp", "cummax", "cummin", "cumprod", "cumsum"), "same(operand)"),
    **dict.fromkeys(("reduce_and", "reduce_or", "reduce_xor"), "strong(operand)"),
    **dict.fromkeys(("reduce_max", "reduce_min", "reduce_prod", "reduce_sum"), "same(operand)"),
    "reduce": "only_strong(operands)",
    "reduce_window": "only_strong(operand)",
    "sort": "same(operand)",
    "sort_key_val": "(same(keys), same(values))",
}

TYPE_DEPENDS_ON_AN_OPTION = {"fft": "unknown"}

PARALLEL = {
    **dict.fromkeys(
        ("all_gather", "all_to_all", "pcast", "pmax", "pmin", "ppermute", "pshuffle", "psum_scatter", "pswapaxes"),
        "tree of only_strong(x)",
    ),
    "pmean": "tree of only_strong only_inexact(x)",
    "psum": "tree of only_strong int32_if_bool(x)",
    "pbroadcast": "unknown",
    "psum_scatter_start": "unknown",
    "ragged_all_to_all": "unknown",
}

NUMBERS = {
    "jax.lax.psum": {"int": "int", "float": "float", "complex": "complex"},
    "jax.lax.pmean": {"int": "float", "float": "float", "complex": "complex"},
}
"""The functions that return a Python number for a Python number: ``lax.psum(1, axis_name)`` counts the devices."""

CONTROL_FLOW = dict.fromkeys(
    ("associative_scan", "composite", "cond", "custom_linear_solve", "custom_root", "fori_loop", "map", "platform_dependent",
     "scan", "stop_gradient", "switch", "while_loop", "with_sharding_constraint"),
    "function",
)  # fmt: skip

NO_ARRAY = dict.fromkeys(
    ("DotDimensionNumbers", "after_all", "axis_size", "broadcast_shapes", "conv_dimension_numbers",
     "conv_general_permutations", "conv_general_shape_tuple", "conv_shape_tuple", "conv_transpose_shape_tuple", "create_token",
     "dce_sink", "dtype", "padtype_to_pads", "reduce_window_shape_tuple",
     "shape_as_value"),
    "none",
)  # fmt: skip

LINALG = {
    "cholesky": "only_inexact(x)",
    "cholesky_update": "promoted(r_matrix, w_vector)",
    "eig": "list of to_complex(x)",
    "eigh": "(only_inexact(x), abs only_inexact(x))",
    "hessenberg": "(same(a), same(a))",
    "householder_product": "promoted(a, taus)",
    "lu": "(same(x), int32_weak_like(x), int32_weak_like(x))",
    "lu_pivots_to_permutation": "int32",
    "ormqr": "promoted(a, taus, c)",
    "qdwh": "(canonical(x), canonical(x), weak_int, bool)",
    "qr": "(same(x), same(x)); with pivoting=True: (same(x), same(x), int32_weak_like(x))",
    "schur": "(same(x), same(x))",
    "svd": "(same(x), abs(x), same(x)) unless compute_uv selects another type; with compute_uv=False: abs(x)",
    "symmetric_product": "promoted(a_matrix, c_matrix)",
    "triangular_solve": "promoted(a, b)",
    "tridiagonal": "(same(a), abs(a), abs(a), same(a))",
    "tridiagonal_solve": "promoted(dl, d, du, b)",
}

RULES: dict[str, dict[str, str]] = {
    "jax.lax": {
        **ELEMENTWISE,
        **SEVERAL_ARRAYS,
        **COMPARISONS,
        **PRODUCTS,
        **REARRANGEMENTS,
        **CREATION,
        **REDUCTIONS,
        **TYPE_DEPENDS_ON_AN_OPTION,
        **PARALLEL,
        **CONTROL_FLOW,
        **NO_ARRAY,
    },
    "jax.lax.linalg": LINALG,
}
"""The rules by module and function."""
