"""The dtypes that JAX's functions accept, in the language of `jaxtyping_promo.rules.clauses`.

Generated from JAX itself by ``tests/oracle/measure_accepted_dtypes.py``; the oracle tests compare every line with JAX.
The clause of a function is empty if it accepts every dtype, as far as the dtype alone decides.
"""

from __future__ import annotations

ACCEPTED: dict[str, dict[str, str]] = {
    "jax.Array": {
        "": (
            "T __getitem__ addressable_data argmax argmin argsort astype byteswap compress conj "
            "conjugate copy cumprod cumsum diagonal flatten imag mT max min nonzero ravel real reshape "
            "sort squeeze swapaxes to_device transpose view"
        ),
        "where: bool": "all any",
        "self: real": "argpartition",
        "self: integer or bool; promoted(choices): any": "choose",
        "self, min, max: real; promoted(self, min, max): any": "clip",
        "product(self, b): any unless preferred_element_type is given": "dot",
        "dtype: numeric; where: bool": "mean",
        "self: any except small_integer unless promote_integers or dtype is given; where: bool unless promote_integers is given": (
            "prod sum"
        ),
        "self: numeric": "ptp round",
        "repeats: integer or bool": "repeat",
        "sorter: integer; promoted(self, v): any": "searchsorted",
        "self: any except uint1 or uint2 or int1 or int2 unless dtype is given; dtype: inexact; where: bool; rejected(self, dtype): complex or weak_complex beside float": (
            "std"
        ),
        "indices: integer or bool": "take",
        "self: any except small_integer unless dtype is given": "trace",
        "self: any except uint1 or uint2 or int1 or int2 unless dtype is given; dtype: numeric except small_integer; where: bool; rejected(self, dtype): complex or weak_complex beside real except bool_ or uint1 or uint2 or uint4 or int1 or int2 or int4": (
            "var"
        ),
    },
    "jax.Array.at": {
        "updated(self, values): numeric": "add divide mul multiply subtract",
        "": "apply array get",
        "updated(self, values): any": "max min set",
        "self: any except small_integer; updated(self, values): numeric": "power",
    },
    "jax.image": {
        "": "resize scale_and_translate",
    },
    "jax.lax": {
        "x: inexact or signed except int2 or int4": "abs",
        "x: inexact": (
            "acos acosh asin asinh atan atanh cos cosh exp exp2 expm1 log log1p log2 logistic "
            "reciprocal rsqrt sin sinh sqrt tan tanh"
        ),
        "x, y: numeric; same(x, y): any": "add div sub",
        "": (
            "all_gather all_to_all axis_index batch_matmul broadcast broadcast_in_dim broadcast_like "
            "broadcast_to_rank collapse conv_general_dilated_local conv_general_dilated_patches "
            "convert_element_type dot dot_general empty expand_dims full full_like index_in_dim "
            "optimization_barrier pcast pmax pmean pmin ppermute pshuffle psum pswapaxes reduce "
            "reduce_max reduce_min reduce_window reshape rev scaled_dot scatter_apply slice "
            "slice_in_dim sort sort_key_val split squeeze stage tile transpose unstack"
        ),
        "operand: float": "approx_max_k approx_min_k reduce_precision",
        "index_dtype: integer": "argmax argmin",
        "x, y: inexact; same(x, y): any": "atan2",
        "x: float": "bessel_i0e bessel_i1e cbrt ceil digamma erf erf_inv erfc floor is_finite lgamma round",
        "a, b, x: float; same(a, b, x): any": "betainc",
        "rejected(operand, new_dtype): bool beside numeric; rejected(operand, new_dtype): real or weak_int or weak_float except bool_ or uint4 or int4 or float4_e2m1fn or float6_e2m3fn or float6_e3m2fn beside bool or complex; rejected(operand, new_dtype): uint4 or int4 or float4_e2m1fn beside bool or complex or float6_e2m3fn or float6_e3m2fn; rejected(operand, new_dtype): float6_e2m3fn or float6_e3m2fn beside any except uint1 or uint2 or uint4 or int1 or int2 or int4 or float4_e2m1fn or float6_e2m3fn or float6_e3m2fn; rejected(operand, new_dtype): complex64 or weak_complex beside real; rejected(operand, new_dtype): complex128 beside any except complex128": (
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
        "same(lhs, rhs): any; rejected(lhs, preferred_element_type): unsigned except uint16 or uint32 or uint64 beside bool or complex; rejected(lhs, preferred_element_type): uint16 beside any except uint16 or uint32 or uint64 or int16 or int32 or int64 or bfloat16 or float16 or float32 or float64; rejected(lhs, preferred_element_type): uint32 beside any except uint32 or uint64 or int32 or int64 or float32 or float64; rejected(lhs, preferred_element_type): uint64 beside any except uint64 or int64 or float64; rejected(lhs, preferred_element_type): signed except int16 or int32 or int64 beside bool or unsigned or complex; rejected(lhs, preferred_element_type): int16 beside any except int16 or int32 or int64 or bfloat16 or float16 or float32 or float64; rejected(lhs, preferred_element_type): int32 or weak_int beside any except int32 or int64 or float32 or float64; rejected(lhs, preferred_element_type): int64 beside any except int64 or float64; rejected(lhs, preferred_element_type): float except bfloat16 or float16 or float32 or float64 beside integer or bool or complex; rejected(lhs, preferred_element_type): bfloat16 or float16 beside any except bfloat16 or float16 or float32 or float64; rejected(lhs, preferred_element_type): float32 or weak_float beside any except float32 or float64; rejected(lhs, preferred_element_type): float64 beside any except float64; rejected(lhs, preferred_element_type): complex64 or weak_complex beside real; rejected(lhs, preferred_element_type): complex128 beside any except complex128": (
            "conv conv_general_dilated conv_transpose conv_with_general_padding"
        ),
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
        "x: inexact; y: numeric; power(x, y): any": "pow",
        "group_sizes: integer": "ragged_dot ragged_dot_general",
        "a: float; x: float or int32; rejected(a, x): float4_e2m1fn or float64 beside int32 or float8_e4m3fn or float32; rejected(a, x): float8_e4m3fn beside int32 or float4_e2m1fn or bfloat16 or float16 or float32 or float64 or weak_int or weak_float; rejected(a, x): float32 beside int32 or float4_e2m1fn or float8_e4m3fn or bfloat16 or float16 or float64 or weak_int; rejected(a, x): weak_float beside int32 or float8_e4m3fn": (
            "random_gamma_grad"
        ),
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
        "": "hard_tanh identity relu scaled_matmul",
        "promoted(x, negative_slope): any; x: any except int1 or int2 or int4 or uint1 or uint2 or uint4 unless negative_slope is given": (
            "leaky_relu"
        ),
        "x: numeric except small_integer": "log1mexp",
        "x: numeric except uint1 or uint2 or int1 or int2": "log_sigmoid",
        "x: any except small_integer; where: bool; x: any except bool_ unless where is given": "log_softmax",
        "x: any except uint1 or uint2 or int1 or int2; where: bool": "logmeanexp",
        "a, b: any except uint1 or uint2 or int1 or int2; where: bool; promoted(a, b): any": "logsumexp",
        "x: numeric": "one_hot",
        "lhs, rhs: real or complex64 or weak_complex": "scaled_dot_general",
        "x: any except int1 or int2 or int4": "soft_sign",
        "x: any except uint1 or uint2 or int1 or int2; where: bool; x: any except bool_ unless where is given": (
            "softmax"
        ),
        "x: real except small_integer": "sparse_sigmoid",
        "x: any except small_integer; b: any except uint1 or uint2 or int1 or int2": "squareplus",
        "x: real except small_integer unless algorithm or variance is given; mean: real except small_integer unless algorithm is given; variance, epsilon: any except small_integer unless algorithm is given; where: bool unless algorithm is given": (
            "standardize"
        ),
    },
    "jax.nn.initializers": {
        "": "constant ones zeros",
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
            "add divide equal fmax fmin greater greater_equal histogram2d less less_equal logical_and "
            "logical_or logical_xor maximum minimum multiply not_equal true_divide where"
        ),
        "where: bool": "all any",
        "a, b: any except uint1 or uint2 or int1 or int2; promoted(a, b): any": "allclose isclose",
        "": (
            "amax amin angle argmax argmin argwhere array array_equal array_equiv array_split asarray "
            "astype atleast_1d atleast_2d atleast_3d bartlett blackman broadcast_arrays broadcast_to "
            "compress conj conjugate copy count_nonzero cumprod cumsum cumulative_prod deg2rad degrees "
            "delete diag diag_indices diag_indices_from diagflat diagonal diff dsplit empty empty_like "
            "expand_dims extract eye flatnonzero flip fliplr flipud full full_like hamming hanning "
            "hsplit identity imag insert iscomplex isfinite isinf isnan isreal lexsort logical_not "
            "mask_indices matrix_transpose max meshgrid min minmax moveaxis nan_to_num nanargmax "
            "nanargmin nancumprod nancumsum nanmax nanmin nonzero ones ones_like pad permute_dims "
            "piecewise poly positive rad2deg radians ravel real reshape resize rint roll rollaxis roots "
            "rot90 setdiff1d sort sort_complex split square squeeze swapaxes tile transpose tri tril "
            "tril_indices tril_indices_from trim_zeros triu triu_indices triu_indices_from unique "
            "unique_all unique_counts unique_inverse unique_values unstack vsplit zeros zeros_like"
        ),
        "promoted(arr, values): any": "append",
        "dtype: numeric": "arange argsort indices",
        "x, y: any except uint1 or uint2 or int1 or int2; promoted(x, y): any": (
            "arctan2 atan2 float_power logaddexp logaddexp2"
        ),
        "a: real": "argpartition partition top_k",
        "a: numeric": "around ptp round",
        "a, weights: any except uint1 or uint2 or int1 or int2; promoted(a, weights): any": "average",
        "x: integer or bool; weights: numeric": "bincount",
        "x, y: integer or bool; promoted(x, y): any except weak_float": (
            "bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor left_shift right_shift"
        ),
        "x: integer or bool except int2 or int4": "bitwise_count",
        "x: integer or bool": "bitwise_invert bitwise_not invert",
        "promoted(arrays): any": "block concat",
        "x: real except uint1 or uint2 or int1 or int2": "cbrt i0",
        "x: real": "ceil floor frexp isneginf isposinf modf trunc",
        "a: integer or bool; promoted(choices): any": "choose",
        "x, min, max: real; promoted(x, min, max): any": "clip",
        "promoted(tup): any": "column_stack",
        "promoted(arrays): any unless dtype is given": "concatenate stack",
        "promoted(a, v): any; rejected(a, preferred_element_type): unsigned except uint16 or uint32 or uint64 beside bool or complex; rejected(a, preferred_element_type): uint16 beside any except uint16 or uint32 or uint64 or int16 or int32 or int64 or bfloat16 or float16 or float32 or float64; rejected(a, preferred_element_type): uint32 beside any except uint32 or uint64 or int32 or int64 or float32 or float64; rejected(a, preferred_element_type): uint64 beside any except uint64 or int64 or float64; rejected(a, preferred_element_type): signed except int16 or int32 or int64 beside bool or unsigned or complex; rejected(a, preferred_element_type): int16 beside any except int16 or int32 or int64 or bfloat16 or float16 or float32 or float64; rejected(a, preferred_element_type): int32 or weak_int beside any except int32 or int64 or float32 or float64; rejected(a, preferred_element_type): int64 beside any except int64 or float64; rejected(a, preferred_element_type): float except bfloat16 or float16 or float32 or float64 beside integer or bool or complex; rejected(a, preferred_element_type): bfloat16 or float16 beside any except bfloat16 or float16 or float32 or float64; rejected(a, preferred_element_type): float32 or weak_float beside any except float32 or float64; rejected(a, preferred_element_type): float64 beside any except float64; rejected(a, preferred_element_type): complex64 or weak_complex beside real; rejected(a, preferred_element_type): complex128 beside any except complex128": (
            "convolve correlate"
        ),
        "x, y: real except small_float or uint1 or uint2 or int2; promoted(x, y): any": "copysign",
        "x, y: any except uint1 or uint2 or int1 or int2 unless dtype is given; dtype: inexact; promoted(x, y): any": (
            "corrcoef"
        ),
        "dtype: inexact; promoted(m, y): any": "cov",
        "promoted(a, b): numeric": "cross kron",
        "x: any except small_integer unless dtype is given": "cumulative_sum",
        "promoted(x, bins): any": "digitize",
        "x, y: real; promoted(x, y): any": "divmod floor_divide fmod heaviside mod remainder",
        "product(a, b): any unless preferred_element_type is given": "dot matmul tensordot vdot",
        "promoted(tup): any unless dtype is given": "dstack hstack vstack",
        "ary: numeric": "ediff1d",
        "product(operands): any unless preferred_element_type is given": "einsum",
        "x: real except uint1 or uint2 or int2": "fabs",
        "promoted(a, val): any": "fill_diagonal",
        "dtype: real or complex64": "frombuffer",
        "dtype: any except small_integer or small_float or bfloat16": "fromstring",
        "x1, x2: integer or bool except int2 or int4; promoted(x1, x2): numeric except weak_float": "gcd lcm",
        "start, stop: any except uint1 or uint2 or int1 or int2 unless dtype is given; dtype: any except uint1 or uint2 or int1 or int2; promoted(start, stop): any unless dtype is given": (
            "geomspace"
        ),
        "promoted(f, varargs): any": "gradient",
        "promoted(a, weights): any": "histogram",
        "a: any except uint1 or uint2 or int1 or int2": "histogram_bin_edges",
        "sample: any except uint2 or int1 unless bins is given": "histogramdd",
        "x, y: real except uint1 or uint2 or int1 or int2; promoted(x, y): any": "hypot nextafter",
        "promoted(a, b): any unless preferred_element_type is given": "inner",
        "promoted(ar1, ar2): any": "intersect1d setxor1d union1d",
        "promoted(element, test_elements): any": "isin",
        "args: numeric": "ix_",
        "beta: real except small_integer or small_float": "kaiser",
        "x: real; y: integer or bool": "ldexp",
        "start, stop: any except uint1 or uint2 or int1 or int2 unless dtype or num is given; dtype: any except uint1 or uint2 or int1 or int2; promoted(start, stop): any unless dtype is given": (
            "linspace"
        ),
        "start, stop: any except uint1 or uint2 or int1 or int2 unless dtype is given; base: any except small_integer; dtype: any except uint1 or uint2 or int1 or int2; promoted(start, stop): any unless dtype is given": (
            "logspace"
        ),
        "product(x1, x2): any": "matvec vecmat",
        "dtype: numeric; where: bool": "mean nanmean",
        "a: real except uint1 or uint2 or int1 or int2": "median nanmedian",
        "a, q: real": "nanpercentile percentile",
        "a: any except small_integer unless dtype is given; where: bool": "nanprod nansum",
        "a: real; q: float": "nanquantile quantile",
        "a: any except uint1 or uint2 or int1 or int2 unless dtype is given; dtype: inexact; where: bool; rejected(a, dtype): complex or weak_complex beside float": (
            "nanstd std"
        ),
        "a: any except uint1 or uint2 or int1 or int2 unless dtype is given; dtype: numeric except small_integer; where: bool; rejected(a, dtype): complex or weak_complex beside real except bool_ or uint1 or uint2 or uint4 or int1 or int2 or int4": (
            "nanvar var"
        ),
        "x: numeric": "negative sign",
        "promoted(a, b): any": "outer",
        "a: integer or bool": "packbits",
        "promoted(arr, vals): any": "place",
        "promoted(a1, a2): numeric": "polyadd polysub",
        "p: any except uint1 or uint2 or int1 or int2 unless m is given": "polyder polyint",
        "promoted(u, v): any": "polydiv",
        "promoted(a1, a2): any": "polymul",
        "promoted(p, x): any": "polyval",
        "x: any except uint1 or uint2 or uint4 or int1 or int2; y: any except small_integer; promoted(x, y): any": (
            "pow power"
        ),
        "a: any except small_integer unless promote_integers or dtype is given; where: bool unless promote_integers is given": (
            "prod sum"
        ),
        "ind: integer or bool; promoted(a, v): any": "put",
        "indices: integer; promoted(arr, values): any": "put_along_axis",
        "multi_index: integer except small_integer unless dtype is given; dtype: integer except small_integer; promoted(multi_index): any except weak_float unless dtype is given": (
            "ravel_multi_index"
        ),
        "repeats: integer or bool": "repeat",
        "sorter: integer; promoted(a, v): any": "searchsorted",
        "promoted(choicelist, default): any": "select",
        "x: real except small_float": "signbit spacing",
        "promoted(x, y): numeric": "subtract",
        "indices: integer or bool": "take",
        "indices: integer": "take_along_axis",
        "a: any except small_integer unless dtype is given": "trace",
        "y, x: any except uint1 or uint2 or int1 or int2; promoted(y, x): any": "trapezoid",
        "a: uint8": "unpackbits",
        "indices: real": "unravel_index",
        "p: real except small_integer": "unwrap",
        "x: numeric except small_integer": "vander",
        "product(x1, x2): any unless preferred_element_type is given": "vecdot",
    },
    "jax.numpy.fft": {
        "": "fft fft2 fftn fftshift hfft ifft ifft2 ifftn ifftshift irfft irfft2 irfftn rfftn",
        "dtype: any except uint1 or uint2 or int1 or int2": "fftfreq",
        "a: integer or bool or float32 or float64": "ihfft rfft rfft2",
        "dtype: numeric": "rfftfreq",
    },
    "jax.numpy.linalg": {
        "a: any except small_float or bfloat16 or float16": (
            "cholesky eig eigh eigvals eigvalsh inv qr slogdet svd tensorinv"
        ),
        "x: any except small_float or bfloat16 or float16": "cond svdvals",
        "promoted(x1, x2): numeric": "cross",
        "a: any except int2": "det",
        "": "diagonal matrix_power matrix_rank matrix_transpose",
        "a, b: any except small_float; promoted(a, b): any except bfloat16 or float16": ("lstsq solve tensorsolve"),
        "product(x1, x2): any unless preferred_element_type is given": "matmul tensordot vecdot",
        "x: any except uint1 or uint2 or int1 or int2 unless ord is given": "matrix_norm norm",
        "product(arrays): any": "multi_dot",
        "promoted(x1, x2): any": "outer",
        "a: any except small_float or bfloat16 or float16; rtol, rcond: any except small_integer": "pinv",
        "x: any except small_integer unless dtype is given": "trace",
        "x: any except small_integer unless ord is given": "vector_norm",
    },
    "jax.ops": {
        "segment_ids: integer or bool": "segment_max segment_min",
        "data: numeric; segment_ids: integer or bool": "segment_prod segment_sum",
    },
    "jax.random": {
        "": "PRNGKey clone key_data permutation rademacher",
        "dtype: float except float4_e2m1fn or float6_e2m3fn or float6_e3m2fn": (
            "ball cauchy exponential gumbel laplace logistic maxwell truncated_normal uniform"
        ),
        "p: float": "bernoulli",
        "a, b: real except small_integer or small_float; dtype: float": "beta",
        "p: real; dtype: float": "binomial",
        "dtype: unsigned": "bits",
        "logits: float": "categorical",
        "df: real except small_integer or small_float; dtype: float": "chisquare",
        "p: real except uint2 or int2 unless shape is given": "choice",
        "dtype: float": "dirichlet gamma loggamma",
        "loc, scale: any except small_integer or small_float; dtype: float except float4_e2m1fn or float6_e2m3fn or float6_e3m2fn": (
            "double_sided_maxwell"
        ),
        "dfnum, dfden: real except small_integer or small_float; dtype: float": "f",
        "key: uint32 or uint64": "fold_in split",
        "dtype: float; p: any except small_float": "generalized_normal",
        "p: real; dtype: integer": "geometric",
        "dtype: complex or float32 or float64 unless sigma is given; sigma: real except small_integer or small_float unless sigma is given": (
            "lognormal"
        ),
        "n, p: real; promoted(n, p): any": "multinomial",
        "mean, cov: real except small_float unless dtype is given; dtype: float except float4_e2m1fn or float6_e2m3fn or float6_e3m2fn; promoted(mean, cov): any except bfloat16 or float16": (
            "multivariate_normal"
        ),
        "dtype: inexact except float4_e2m1fn or float6_e2m3fn or float6_e3m2fn": "normal",
        "dtype: complex or float32 or float64": "orthogonal",
        "b: real except small_integer or small_float; dtype: float except float4_e2m1fn or float6_e2m3fn or float6_e3m2fn": (
            "pareto"
        ),
        "dtype: integer": "poisson randint",
        "scale: real except small_integer or small_float; dtype: float except float4_e2m1fn or float6_e2m3fn or float6_e3m2fn": (
            "rayleigh"
        ),
        "df: real except small_integer or small_float; dtype: float except float4_e2m1fn or float6_e2m3fn or float6_e3m2fn": (
            "t"
        ),
        "left, mode, right: real except small_integer or small_float; dtype: float except float4_e2m1fn or float6_e2m3fn or float6_e3m2fn": (
            "triangular"
        ),
        "mean: real except small_integer or small_float; dtype: float except float4_e2m1fn or float6_e2m3fn or float6_e3m2fn": (
            "wald"
        ),
        "scale, concentration: any except small_integer or small_float; dtype: float except float4_e2m1fn or float6_e2m3fn or float6_e3m2fn": (
            "weibull_min"
        ),
    },
    "jax.scipy.cluster.vq": {
        "obs, code_book: any except uint2 or int1; promoted(obs, code_book): any": "vq",
    },
    "jax.scipy.fft": {
        "": "dct dctn idctn",
        "x: any except uint2 or int1": "idct",
    },
    "jax.scipy.integrate": {
        "y, x: any except uint2 or int1": "trapezoid",
    },
    "jax.scipy.linalg": {
        "promoted(arrs): any": "block_diag",
        "a: any except small_float or uint2 or int1 or bfloat16 or float16": (
            "cho_factor cholesky inv lu lu_factor qr svd"
        ),
        "c_and_lower, b: any except uint2 or int1; promoted(c_and_lower, b): any": "cho_solve",
        "": (
            "circulant companion convolution_matrix det dft fiedler_companion funm helmert hilbert "
            "invhilbert invpascal pascal sqrtm"
        ),
        "a: any except small_float or uint2 or int1 or bfloat16 or float16 unless b is given; b: any except small_float or uint2 or int1": (
            "eigh"
        ),
        "d, e: complex or float32 or float64; same(d, e): any": "eigh_tridiagonal",
        "A: any except small_float or uint2 or int1 or bfloat16 or float16": "expm",
        "A, E: complex or float32 or float64; same(A, E): any": "expm_frechet",
        "a: numeric except int4": "fiedler",
        "dtype: numeric": "hadamard",
        "promoted(c, r): any": "hankel toeplitz",
        "a: complex or float32 or float64": "hessenberg polar schur",
        "promoted(f, s): any": "leslie",
        "lu_and_piv, b: any except uint2 or int1; promoted(lu_and_piv, b): any": "lu_solve",
        "a, c: any except small_float or uint2 or int1; promoted(a, c): any except bfloat16 or float16": (
            "qr_multiply"
        ),
        "promoted(T, Z): any": "rsf2csf",
        "a, b: any except small_float or uint2 or int1; promoted(a, b): any except bfloat16 or float16": ("solve"),
        "A, B, C: any except small_float or uint2 or int1; promoted(A, B, C): any except bfloat16 or float16": (
            "solve_sylvester"
        ),
        "a, b: any except uint2 or int1; promoted(a, b): any": "solve_triangular",
    },
    "jax.scipy.ndimage": {
        "coordinates: integer or float; promoted(input, coordinates): any": "map_coordinates",
    },
    "jax.scipy.signal": {
        "promoted(in1, in2): any": "convolve convolve2d correlate correlate2d",
        "x, y: any except small_float or uint2 or int1 unless return_onesided is given; promoted(x, y): any except bfloat16 or float16 unless return_onesided is given": (
            "csd"
        ),
        "data: any except small_float or uint2 or int1 or bfloat16 or float16 unless type is given": ("detrend"),
        "": "fftconvolve istft",
        "x: any except small_float or uint2 or int1 or bfloat16 or float16 unless return_onesided is given": (
            "stft welch"
        ),
    },
    "jax.scipy.sparse.linalg": {
        "A: any except small_integer; b: inexact; promoted(A, b): any; rejected(A, b): float8_e4m3fn beside weak_float; rejected(A, b): float32 beside bfloat16 or float16; rejected(A, b): float64 or complex64 or weak_complex beside float32": (
            "bicgstab"
        ),
        "A: any except small_integer; b: inexact or weak_int; promoted(A, b): inexact or weak_int; rejected(A, b): float32 beside bfloat16 or float16; rejected(A, b): float64 or complex64 or weak_complex beside float32": (
            "cg"
        ),
        "A: any except small_integer or small_float; b: complex or float32 or float64; rejected(A, b): float64 or complex64 or weak_complex beside float32": (
            "gmres"
        ),
    },
    "jax.scipy.special": {
        "": "bernoulli wofz",
        "z: real": "bessel_jn",
        "a, b: real except small_float; promoted(a, b): any": "beta",
        "a, b, x: real; promoted(a, b, x): any": "betainc",
        "a, b: real; promoted(a, b): any": "betaln",
        "promoted(x, lmbda): any": "boxcox boxcox1p",
        "N, k: real; promoted(N, k): any": "comb",
        "x: real": "dawsn digamma entr erf erfc erfinv exp1 expi gammaln i0 i0e i1 i1e sici",
        "y: real": "erfcinv",
        "x: any except uint2 or int1": "erfcx expit loggamma logit",
        "n, x: real; promoted(n, x): any": "expn",
        "n: real": "factorial",
        "x: real except small_float": "fresnel gammasgn",
        "x: any except small_float": "gamma",
        "a, x: real; promoted(a, x): any": "gammainc gammaincc",
        "a, b, x: real except small_float; promoted(a, b, x): any": "hyp1f1",
        "a, b, c, x: real except small_float or uint2 or int1; promoted(a, b, c, x): any": "hyp2f1",
        "p, q: real except uint2; promoted(p, q): any": "kl_div rel_entr",
        "x: float32 or float64": "log_ndtr ndtr spence",
        "x: numeric except small_integer": "log_softmax",
        "where: bool": "logsumexp",
        "a: real": "multigammaln",
        "p: float32 or float64": "ndtri",
        "h, a: any except small_float or uint2 or int1; promoted(h, a): any": "owens_t",
        "z, m: real except small_float or uint2 or int1; promoted(z, m): any": "poch",
        "n: integer except uint2 or int1; x: real except uint2 or int1; promoted(n, x): any": "polygamma",
        "x: numeric": "softmax",
        "n: integer or bool; m: integer or bool except uint2 or uint4 or int4; theta: real except small_float or uint2 or int1; phi: integer or bool or float32 or float64 except small_integer": (
            "sph_harm_y"
        ),
        "x, y: any except uint2 or int1; promoted(x, y): any": "xlog1py xlogy",
        "x, q: real except uint2 or int1; promoted(x, q): any": "zeta",
    },
    "jax.scipy.stats": {
        "": "mode rankdata",
        "a: any except uint2 or int1": "sem",
    },
    "jax.scipy.stats.bernoulli": {
        "k, p: real except uint2 or int1; promoted(k, p): any": "cdf",
        "k, p, loc: real except uint2 or int1; promoted(k, p): any; promoted(k, p, loc): any": "logpmf pmf",
        "q, p: real except uint2 or int1; promoted(q, p): any": "ppf",
    },
    "jax.scipy.stats.beta": {
        "x, a, b, loc, scale: real except uint2 or int1; promoted(x, a, b): any; promoted(x, a, b, loc, scale): any": (
            "cdf logcdf logpdf logsf pdf sf"
        ),
    },
    "jax.scipy.stats.betabinom": {
        "k, n, a, b, loc: real except uint2 or int1; promoted(k, n, a, b): any; promoted(k, n, a, b, loc): any": (
            "logpmf pmf"
        ),
    },
    "jax.scipy.stats.binom": {
        "k, n, p, loc: real except uint2 or int1; promoted(k, n, p): any; promoted(k, n, p, loc): any": ("logpmf pmf"),
    },
    "jax.scipy.stats.cauchy": {
        "promoted(x, loc, scale): any": "cdf logcdf logpdf logsf pdf sf",
        "promoted(q, loc, scale): any": "isf ppf",
    },
    "jax.scipy.stats.chi2": {
        "x, df, loc, scale: real; promoted(x, df): any; promoted(x, df, loc, scale): any": ("cdf logcdf logsf sf"),
        "x, df, loc, scale: real except uint2 or int1; promoted(x, df): any; promoted(x, df, loc, scale): any": (
            "logpdf pdf"
        ),
    },
    "jax.scipy.stats.dirichlet": {
        "x, alpha: real except uint2 or int1; promoted(x, alpha): any": "logpdf pdf",
    },
    "jax.scipy.stats.expon": {
        "x, loc, scale: real except uint2 or int1; promoted(x, loc, scale): any": "cdf logcdf logpdf pdf sf",
        "x, loc, scale: real; promoted(x, loc, scale): any": "logsf",
        "q, loc, scale: any except uint2 or int1; promoted(q, loc, scale): any": "ppf",
    },
    "jax.scipy.stats.gamma": {
        "x, a, loc, scale: real; promoted(x, a): any; promoted(x, a, loc, scale): any": "cdf logcdf",
        "x, a, loc, scale: real except uint2 or int1; promoted(x, a): any; promoted(x, a, loc, scale): any": (
            "logpdf logsf pdf sf"
        ),
    },
    "jax.scipy.stats.gennorm": {
        "x, beta: real except uint2 or int1; promoted(x, beta): any": "cdf logpdf pdf",
    },
    "jax.scipy.stats.geom": {
        "k, p, loc: real except uint2 or int1; promoted(k, p): any; promoted(k, p, loc): any": "logpmf pmf",
    },
    "jax.scipy.stats.gumbel_l": {
        "x, loc, scale: real except uint2 or int1; promoted(x, loc, scale): any": ("cdf logcdf logpdf logsf pdf sf"),
        "p, loc, scale: real except uint2 or int1; promoted(p, loc, scale): any": "ppf",
    },
    "jax.scipy.stats.gumbel_r": {
        "x, loc, scale: real except uint2 or int1; promoted(x, loc, scale): any": ("cdf logcdf logpdf logsf pdf sf"),
        "p, loc, scale: real except uint2 or int1; promoted(p, loc, scale): any": "ppf",
    },
    "jax.scipy.stats.laplace": {
        "x, loc, scale: real except uint2; promoted(x, loc, scale): any": "cdf",
        "x, loc, scale: real except uint2 or int1; promoted(x, loc, scale): any": "logpdf pdf",
    },
    "jax.scipy.stats.logistic": {
        "x, loc, scale: any except uint2 or int1; promoted(x, loc, scale): any": "cdf isf logpdf pdf ppf sf",
    },
    "jax.scipy.stats.multinomial": {
        "x: integer or bool; p: real except uint2 or int1": "logpmf pmf",
    },
    "jax.scipy.stats.multivariate_normal": {
        "x, mean, cov: any except uint2 or int1 or float4_e2m1fn": "logpdf pdf",
    },
    "jax.scipy.stats.nbinom": {
        "k, n, p, loc: real except uint2 or int1; promoted(k, n, p): any; promoted(k, n, p, loc): any": ("logpmf pmf"),
    },
    "jax.scipy.stats.norm": {
        "x, loc, scale: real except small_float or uint2 or int1; promoted(x, loc, scale): any except bfloat16 or float16; x: any except bfloat16 or float16 unless loc or scale is given": (
            "cdf logcdf logsf sf"
        ),
        "q: bool or signed or uint8 or float32 or float64 except int1 unless loc or scale is given; loc, scale: real except small_integer or small_float": (
            "isf"
        ),
        "promoted(x, loc, scale): any": "logpdf pdf",
        "q: float32 or float64; loc, scale: any except small_integer or small_float": "ppf",
    },
    "jax.scipy.stats.pareto": {
        "x, b, loc, scale: real except uint2 or int1; promoted(x, b): any; promoted(x, b, loc, scale): any": (
            "cdf logcdf logpdf logsf pdf sf"
        ),
        "q, b, loc, scale: any except uint2 or int1; promoted(q, b): any; promoted(q, b, loc, scale): any": ("ppf"),
    },
    "jax.scipy.stats.poisson": {
        "k, mu, loc: real except uint2 or int1; promoted(k, mu): any; promoted(k, mu, loc): any": ("cdf logpmf pmf"),
        "mu, loc: real except uint2 or int1; promoted(mu, loc): any": "entropy",
    },
    "jax.scipy.stats.t": {
        "x, df, loc, scale: real; promoted(x, df): any; promoted(x, df, loc, scale): any": "logpdf pdf",
    },
    "jax.scipy.stats.truncnorm": {
        "x, a, b, loc, scale: real except small_float or uint2 or int1; promoted(x, a, b): any; promoted(x, a, b, loc, scale): any except bfloat16 or float16": (
            "cdf logcdf logsf sf"
        ),
        "x, a, b, loc, scale: real except small_float; promoted(x, a, b): any; promoted(x, a, b, loc, scale): any except bfloat16 or float16": (
            "logpdf pdf"
        ),
    },
    "jax.scipy.stats.uniform": {
        "x, loc, scale: real; promoted(x, loc, scale): any": "cdf",
        "x, loc, scale: any except uint2 or int1; promoted(x, loc, scale): any": "logpdf pdf",
        "q, loc, scale: any except uint2 or int1; promoted(q, loc, scale): any": "ppf",
    },
    "jax.scipy.stats.vonmises": {
        "x, kappa: real except uint2 or int1; promoted(x, kappa): any": "logpdf pdf",
    },
    "jax.scipy.stats.wrapcauchy": {
        "x, c: real; promoted(x, c): any": "logpdf pdf",
    },
}
"""The functions by module and clauses, in the newest JAX."""

EARLIER: dict[tuple[int, int], dict[str, dict[str, str]]] = {
    (0, 12): {
        "jax.lax": {
            "": "log2 one_minus_square polynomial",
        },
        "jax.lax.linalg": {
            "": "cholesky eig eigh hessenberg lu qdwh qr schur svd tridiagonal",
            "same(r_matrix, w_vector): any": "cholesky_update",
            "same(a, taus): any": "householder_product",
            "same(a, taus, c): any": "ormqr",
            "same(a_matrix, c_matrix): any": "symmetric_product",
            "same(dl, d, du, b): any": "tridiagonal_solve",
        },
        "jax.nn.initializers": {
            "": (
                "delta_orthogonal he_uniform kaiming_normal kaiming_uniform lecun_normal lecun_uniform "
                "normal orthogonal truncated_normal uniform variance_scaling xavier_normal xavier_uniform"
            ),
        },
        "jax.numpy": {
            "": "top_k",
        },
        "jax.numpy.linalg": {
            "": (
                "cholesky cond det eig eigh eigvals eigvalsh inv lstsq qr slogdet solve svd svdvals "
                "tensorinv tensorsolve"
            ),
            "rtol, rcond: any except small_integer": "pinv",
        },
        "jax.random": {
            "dtype: float except float4_e2m1fn or float6_e2m3fn or float6_e3m2fn": "multivariate_normal",
            "": "orthogonal",
        },
        "jax.scipy.cluster.vq": {
            "": "vq",
        },
        "jax.scipy.integrate": {
            "": "trapezoid",
        },
        "jax.scipy.linalg": {
            "": (
                "cho_factor cholesky hessenberg inv lu lu_factor polar qr qr_multiply schur solve solve_sylvester svd"
            ),
            "b: any except small_float or uint2 or int1": "eigh",
        },
        "jax.scipy.ndimage": {
            "": "map_coordinates",
        },
        "jax.scipy.signal": {
            "": "detrend",
        },
        "jax.scipy.sparse.linalg": {
            "rejected(A, b): float64 or complex64 or weak_complex beside float32": "gmres",
        },
        "jax.scipy.special": {
            "": "erfcinv erfcx",
        },
        "jax.scipy.stats": {
            "": "sem",
        },
        "jax.scipy.stats.bernoulli": {
            "": "cdf logpmf pmf ppf",
        },
        "jax.scipy.stats.beta": {
            "": "cdf logcdf logpdf logsf pdf sf",
        },
        "jax.scipy.stats.betabinom": {
            "": "logpmf pmf",
        },
        "jax.scipy.stats.binom": {
            "": "logpmf pmf",
        },
        "jax.scipy.stats.cauchy": {
            "": "cdf isf logcdf logpdf logsf pdf ppf sf",
        },
        "jax.scipy.stats.chi2": {
            "": "cdf logcdf logpdf logsf pdf sf",
        },
        "jax.scipy.stats.dirichlet": {
            "": "logpdf pdf",
        },
        "jax.scipy.stats.expon": {
            "": "cdf logcdf logpdf logsf pdf ppf sf",
        },
        "jax.scipy.stats.gamma": {
            "": "cdf logcdf logpdf logsf pdf sf",
        },
        "jax.scipy.stats.gennorm": {
            "": "cdf logpdf pdf",
        },
        "jax.scipy.stats.geom": {
            "": "logpmf pmf",
        },
        "jax.scipy.stats.gumbel_l": {
            "": "cdf logcdf logpdf logsf pdf ppf sf",
        },
        "jax.scipy.stats.gumbel_r": {
            "": "cdf logcdf logpdf logsf pdf ppf sf",
        },
        "jax.scipy.stats.laplace": {
            "": "cdf logpdf pdf",
        },
        "jax.scipy.stats.logistic": {
            "": "cdf isf logpdf pdf ppf sf",
        },
        "jax.scipy.stats.multinomial": {
            "": "logpmf pmf",
        },
        "jax.scipy.stats.multivariate_normal": {
            "": "logpdf pdf",
        },
        "jax.scipy.stats.nbinom": {
            "": "logpmf pmf",
        },
        "jax.scipy.stats.norm": {
            "": "isf logpdf pdf ppf",
        },
        "jax.scipy.stats.pareto": {
            "": "cdf logcdf logpdf logsf pdf ppf sf",
        },
        "jax.scipy.stats.poisson": {
            "": "cdf entropy logpmf pmf",
        },
        "jax.scipy.stats.t": {
            "": "logpdf pdf",
        },
        "jax.scipy.stats.truncnorm": {
            "": "cdf logcdf logpdf logsf pdf sf",
        },
        "jax.scipy.stats.uniform": {
            "": "cdf logpdf pdf ppf",
        },
        "jax.scipy.stats.vonmises": {
            "": "logpdf pdf",
        },
        "jax.scipy.stats.wrapcauchy": {
            "": "logpdf pdf",
        },
    },
}
"""Functions with fewer known clauses before a version of JAX."""

OLDEST = (0, 10)
"""The oldest version of JAX that was measured."""
