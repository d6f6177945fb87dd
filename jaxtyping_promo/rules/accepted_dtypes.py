"""Which dtypes JAX's functions accept, in the language of `jaxtyping_promo.rules.acceptance`.

Generated from JAX itself by ``python tests/oracle/accepted_dtypes.py``; the oracle tests hold every line against JAX.
A function that is not here accepts every dtype, as far as the dtype alone decides.
"""

from __future__ import annotations

ACCEPTED: dict[str, dict[str, str]] = {
    "jax.Array": {
        "where: bool": "all any",
        "self: real": "argpartition",
        "self: integer or bool; promoted(choices): any": "choose",
        "self, min, max: real; promoted(self, min, max): any": "clip",
        "promoted(self, b): any unless preferred_element_type is given": "dot",
        "dtype: numeric; where: bool": "mean",
        "self: any except small_integer unless promote_integers or dtype is given; where: bool unless promote_integers is given": (
            "prod sum"
        ),
        "self: numeric": "ptp round",
        "repeats: integer or bool": "repeat",
        "sorter: integer; promoted(self, v): any": "searchsorted",
        "self: any except uint1 or uint2 or int1 or int2 unless dtype is given; dtype: inexact; where: bool": ("std"),
        "indices: integer or bool": "take",
        "self: any except small_integer unless dtype is given": "trace",
        "self: any except uint1 or uint2 or int1 or int2 unless dtype is given; dtype: numeric except small_integer; where: bool": (
            "var"
        ),
        "self: complex or uint32 or uint64 or int32 or int64 or float32 or float64": "view",
    },
    "jax.Array.at": {
        "updated(self, values): numeric": "add divide mul multiply subtract",
        "updated(self, values): any": "max min set",
        "self: any except small_integer; updated(self, values): numeric": "power",
    },
    "jax.lax": {
        "x: inexact or signed except int2 or int4": "abs",
        "x: inexact": (
            "acos acosh asin asinh atan atanh cos cosh exp exp2 expm1 log log1p log2 logistic "
            "reciprocal rsqrt sin sinh sqrt tan tanh"
        ),
        "x, y: numeric; same(x, y): any": "add div sub",
        "operand: float": "approx_max_k approx_min_k reduce_precision",
        "index_dtype: integer": "argmax argmin",
        "x, y: inexact; same(x, y): any": "atan2",
        "x: float": "bessel_i0e bessel_i1e cbrt ceil digamma erf erf_inv erfc floor is_finite lgamma round",
        "a, b, x: float; same(a, b, x): any": "betainc",
        "operand: real except small_integer or small_float or bool_ or uint8 or int8; new_dtype: integer or float": (
            "bitcast_convert_type"
        ),
        "x, y: integer or bool; same(x, y): any": "bitwise_and bitwise_or bitwise_xor",
        "x: integer or bool": "bitwise_not",
        "dtype: numeric": "broadcasted_iota iota",
        "same(min, x, max): any": "clamp",
        "x: integer": "clz population_count",
        "x, y: float32 or float64; same(x, y): any": "complex",
        "same(operands): any": "concatenate stack",
        "x: complex or float32 or float64": "conj",
        "same(lhs, rhs): any": "conv conv_general_dilated conv_transpose conv_with_general_padding",
        "operand: numeric": "cumlogsumexp cummax cummin cumprod cumsum reduce_prod reduce_sum",
        "index: integer": "dynamic_index_in_dim",
        "start_indices: integer": "dynamic_slice gather",
        "start_index: integer": "dynamic_slice_in_dim",
        "index: integer; same(operand, update): any": "dynamic_update_index_in_dim",
        "start_indices: integer; same(operand, update): any": "dynamic_update_slice",
        "start_index: integer; same(operand, update): any": "dynamic_update_slice_in_dim",
        "same(x, y): any": "eq max min ne",
        "x, y: real; same(x, y): any": "ge gt le lt",
        "a, x: float; same(a, x): any": "igamma igamma_grad_a igammac",
        "x: complex": "imag real",
        "idxs: integer or bool except small_integer or uint64": "index_take",
        "x: numeric": "integer_pow neg one_minus_square polynomial psum_scatter sign square",
        "x, y: numeric; same(x, y): any unless out_dtype is given": "mul",
        "x, y: integer; same(x, y): any": "mulhi shift_left shift_right_arithmetic shift_right_logical",
        "x1, x2: float; same(x1, x2): any": "nextafter",
        "same(operand, padding_value): any": "pad",
        "m, x: float; same(m, x): any": "polygamma",
        "x: inexact; y: numeric": "pow",
        "group_sizes: integer": "ragged_dot ragged_dot_general",
        "args: any except uint64": "random_gamma_grad",
        "operand: integer or bool except small_integer": "reduce_and reduce_or reduce_xor",
        "x, y: integer or float; same(x, y): any": "rem",
        "dtype: unsigned except small_integer": "rng_bit_generator",
        "same(a, b): any": "rng_uniform",
        "scatter_indices: integer; same(operand, updates): any": "scatter scatter_max scatter_min",
        "operand, updates: numeric; scatter_indices: integer; same(operand, updates): any": (
            "scatter_add scatter_mul scatter_sub"
        ),
        "pred: integer or bool; same(on_true, on_false): any": "select",
        "which: integer or bool; same(cases): any": "select_n",
        "operand: real": "top_k",
        "x, q: float; same(x, q): any": "zeta",
    },
    "jax.lax.linalg": {
        "x: any except small_float or uint1 or uint2 or int1 or int2 or bfloat16 or float16": "cholesky eigh",
        "r_matrix, w_vector: float32 or float64; same(r_matrix, w_vector): any": "cholesky_update",
        "x: complex or float32 or float64": "eig lu qdwh qr schur svd",
        "a: complex or float32 or float64": "hessenberg tridiagonal",
        "a, taus: complex or float32 or float64; same(a, taus): any": "householder_product",
        "pivots: int32 or weak_int": "lu_pivots_to_permutation",
        "a, taus, c: complex or float32 or float64; same(a, taus, c): any": "ormqr",
        "a_matrix, c_matrix: float32 or float64; same(a_matrix, c_matrix): any": "symmetric_product",
        "a, b: inexact; same(a, b): any": "triangular_solve",
        "dl, d, du, b: complex or float32 or float64; same(dl, d, du, b): any": "tridiagonal_solve",
    },
    "jax.nn": {
        "x, alpha: any except small_integer; promoted(x, alpha): any": "celu elu",
        "query, key, value: any or weak_int except small_integer or small_float or uint64 or int64; bias: any except small_integer or small_float; mask: bool; same(query, key, value): any": (
            "dot_product_attention"
        ),
        "x: any except uint1 or uint2 or int1 or int2": "gelu softplus tanh",
        "x: inexact": "glu sigmoid silu swish",
        "x: any except small_integer": "hard_sigmoid hard_silu hard_swish mish relu6 selu sparse_plus",
        "promoted(x, negative_slope): any": "leaky_relu",
        "x: numeric except small_integer": "log1mexp",
        "x: numeric except uint1 or uint2 or int1 or int2": "log_sigmoid",
        "x: any except small_integer; where: bool": "log_softmax",
        "x: any except uint1 or uint2 or int1 or int2; where: bool": "logmeanexp softmax",
        "a, b: any except uint1 or uint2 or int1 or int2; where: bool; promoted(a, b): any": "logsumexp",
        "x: numeric": "one_hot",
        "lhs, rhs: real or complex64 or weak_complex": "scaled_dot_general",
        "x: any except int1 or int2 or int4": "soft_sign",
        "x: real except small_integer": "sparse_sigmoid",
        "x: any except small_integer; b: any except uint1 or uint2 or int1 or int2": "squareplus",
        "x: real except small_integer unless algorithm or variance is given; mean: real except small_integer unless algorithm is given; variance, epsilon: any except small_integer unless algorithm is given; where: bool unless algorithm is given": (
            "standardize"
        ),
    },
    "jax.nn.initializers": {
        "dtype: complex or float32 or float64": "delta_orthogonal orthogonal",
        "dtype: inexact or int1 except float4_e2m1fn or float6_e2m3fn or float6_e3m2fn": (
            "glorot_normal glorot_uniform he_normal he_uniform kaiming_normal kaiming_uniform "
            "lecun_normal lecun_uniform normal variance_scaling xavier_normal xavier_uniform"
        ),
        "dtype: float except float4_e2m1fn or float6_e2m3fn or float6_e3m2fn": "truncated_normal uniform",
    },
    "jax.numpy": {
        "x: any except int2 or int4": "abs absolute",
        "x: any except uint1 or uint2 or int1 or int2": (
            "acos acosh arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan atanh cos cosh exp "
            "exp2 expm1 log log10 log1p log2 reciprocal sin sinc sinh sqrt tan tanh"
        ),
        "promoted(x, y): any": (
            "add divide equal greater greater_equal less less_equal logical_and logical_or logical_xor "
            "maximum minimum multiply not_equal true_divide where"
        ),
        "where: bool": "all any",
        "a, b: any except uint1 or uint2 or int1 or int2; promoted(a, b): any": "allclose isclose",
        "promoted(arr, values): any": "append",
        "dtype: numeric": "arange argsort indices",
        "x, y: any except uint1 or uint2 or int1 or int2; promoted(x, y): any": (
            "arctan2 atan2 float_power logaddexp logaddexp2"
        ),
        "a: numeric": "around ptp round",
        "a, weights: any except uint1 or uint2 or int1 or int2; promoted(a, weights): any": "average",
        "x: integer or bool; weights: numeric": "bincount",
        "x, y: integer or bool; promoted(x, y): any except weak_float": (
            "bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor"
        ),
        "x: integer or bool except int2 or int4": "bitwise_count",
        "x: integer or bool": "bitwise_invert bitwise_not invert",
        "x: real except uint1 or uint2 or int1 or int2": "cbrt i0",
        "x: real": "ceil floor frexp isneginf isposinf modf trunc",
        "x, min, max: real; promoted(x, min, max): any": "clip",
        "promoted(tup): any": "column_stack",
        "promoted(arrays): any": "concat",
        "promoted(arrays): any unless dtype is given": "concatenate stack",
        "promoted(a, v): any": "convolve correlate",
        "x, y: real except small_float or uint1 or uint2 or int2; promoted(x, y): any": "copysign",
        "x, y: any except uint1 or uint2 or int1 or int2 unless dtype is given; dtype: inexact; promoted(x, y): any": (
            "corrcoef"
        ),
        "x: any except small_integer unless dtype is given": "cumulative_sum",
        "promoted(x, bins): any": "digitize",
        "x, y: real; promoted(x, y): any": "divmod floor_divide fmod heaviside mod remainder",
        "promoted(tup): any unless dtype is given": "dstack hstack vstack",
        "ary: numeric": "ediff1d",
        "x: real except uint1 or uint2 or int2": "fabs",
        "promoted(x1, x2): any": "fmax fmin",
        "x1, x2: integer or bool except int2 or int4; promoted(x1, x2): numeric except weak_float": "gcd",
        "start, stop: any except uint1 or uint2 or int1 or int2 unless dtype is given; dtype: any except uint1 or uint2 or int1 or int2; promoted(start, stop): any unless dtype is given": (
            "geomspace linspace"
        ),
        "x, y: real except uint1 or uint2 or int1 or int2; promoted(x, y): any": "hypot nextafter",
        "promoted(element, test_elements): any": "isin",
        "beta: real except small_integer or small_float": "kaiser",
        "x1, x2: integer or bool except int2 or int4; promoted(x1, x2): numeric": "lcm",
        "x, y: integer or bool; promoted(x, y): any": "left_shift right_shift",
        "start, stop: any except uint1 or uint2 or int1 or int2 unless dtype is given; base: any except small_integer; dtype: any except uint1 or uint2 or int1 or int2; promoted(start, stop): any unless dtype is given": (
            "logspace"
        ),
        "dtype: numeric; where: bool": "mean nanmean",
        "a: real except uint1 or uint2 or int1 or int2": "median nanmedian",
        "a: any except small_integer unless dtype is given; where: bool": "nanprod nansum",
        "a: any except uint1 or uint2 or int1 or int2 unless dtype is given; dtype: inexact; where: bool": (
            "nanstd std"
        ),
        "a: any except uint1 or uint2 or int1 or int2 unless dtype is given; dtype: numeric except small_integer; where: bool": (
            "nanvar var"
        ),
        "x: numeric": "negative sign",
        "a: integer or bool": "packbits",
        "a: real": "partition",
        "x: any except uint1 or uint2 or uint4 or int1 or int2; y: any except small_integer; promoted(x, y): any": (
            "pow power"
        ),
        "a: any except small_integer unless promote_integers or dtype is given; where: bool unless promote_integers is given": (
            "prod sum"
        ),
        "repeats: integer or bool": "repeat",
        "sorter: integer; promoted(a, v): any": "searchsorted",
        "x: real except small_float": "signbit spacing",
        "promoted(x, y): numeric": "subtract",
        "indices: integer or bool": "take",
        "indices: integer": "take_along_axis",
        "a: any except small_integer unless dtype is given": "trace",
        "y, x: any except uint1 or uint2 or int1 or int2; promoted(y, x): any": "trapezoid",
        "p: real except small_integer": "unwrap",
    },
}
"""The functions by module and clauses, in the newest JAX."""

EARLIER: dict[tuple[int, int], dict[str, dict[str, str]]] = {}
"""The functions whose clauses were others before a version of JAX. Measured with JAX 0.10."""
