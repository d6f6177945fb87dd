"""Calls of JAX's functions as code. `f` is the function, and names in the code are the names of parameters.

A key may name several functions with ``each``. ``any_array`` and ``other_array`` are arrays whose dtype does not affect
the result; they take every dtype in turn. The arrays of `FIXED` keep their dtype. ``DTYPE`` is a required dtype
argument. The text after ``@`` is the shape of the operands. A function without an entry is called with its operands
alone. The same code is executed by JAX and checked by mypy.
"""

from __future__ import annotations

SHAPE = (3, 3)
KEY = "jax.random.PRNGKey(0)"
FIXED: dict[str, str] = {"bools": "bool_", "ints": "int32", "floats": "float32"}
"""Arrays besides the operands, and their dtypes."""

EAGER = (
    *("jax.Array.addressable_data", "jax.Array.block_until_ready", "jax.Array.to_device", "jax.numpy.trim_zeros"),
    *("jax.random.choice", "jax.random.permutation"),
)
"""Calls that JAX can't trace, since a value decides: an array without dimensions is a number of choices."""


def each(names: str, call: str) -> dict[str, str]:
    return dict.fromkeys(names.split(), call)


NUMPY: dict[str, str] = {
    "astype": "f(x, DTYPE)",
    "angle": "f(z) ; f(z) @ ()",
    "trim_zeros": "f(filt) @ (3,)",
    "bincount": "f(ints[0], length=3) ; f(ints[0], weights[0], length=3)",
    "apply_along_axis": "f(lambda x: x, 0, arr)",
    "apply_over_axes": "f(jnp.sum, a, [0])",
    **each("bartlett blackman hamming hanning identity eye tri ones zeros empty", "f(3)"),
    **each("tril_indices triu_indices diag_indices", "f(3)"),
    "kaiser": "f(3, 1.0)",
    "indices": "f((3, 3))",
    "full": "f((3, 3), fill_value)",
    "full_like": "f(a, 1) ; f(a, fill_value=other_array)",
    "arange": "f(start, stop, step) @ () ; f(3)",
    "where": "f(bools, x, y)",
    "clip": "f(x, min, max)",
    "broadcast_to": "f(array, (3, 3))",
    "compress": "f(bools[0], a, size=2)",
    "delete": "f(arr, 0)",
    "diag": "f(v)",
    "expand_dims": "f(a, 0)",
    "extract": "f(bools, arr, size=2)",
    "insert": "f(arr, 0, 1)",
    "moveaxis": "f(a, 0, 1)",
    "swapaxes": "f(a, 0, 1)",
    "pad": "f(array, 1)",
    "partition": "f(a, 1)",
    "argpartition": "f(a, 1)",
    "permute_dims": "f(x, (1, 0))",
    "repeat": "f(a, 2)",
    "reshape": "f(a, (9,))",
    "resize": "f(a, (2,))",
    "roll": "f(a, 1)",
    "rollaxis": "f(a, 1)",
    **each("split array_split hsplit vsplit", "f(ary, 1)"),
    "dsplit": "f(ary, 1) @ (1, 1, 1)",
    "take": "f(a, 0)",
    "take_along_axis": "f(arr, ints, 0)",
    "tile": "f(A, 2)",
    "searchsorted": "f(floats[0], floats[0])",
    "choose": "f(ints * 0, [choices_0, choices_1], mode='clip')",
    **each("cumulative_sum cumulative_prod", "f(x, axis=0)"),
    "fill_diagonal": "f(a, 1, inplace=False)",
    "piecewise": "f(x, [bools], [1, 2])",
    "place": "f(arr, bools, 1, inplace=False)",
    "put": "f(a, 0, 1, inplace=False)",
    "put_along_axis": "f(arr, ints, 1, 0, inplace=False)",
    "setdiff1d": "f(ar1, 1, size=2)",
    "setxor1d": "f(ar1, ar2, size=2)",
    "intersect1d": "f(ar1, ar2, size=2)",
    "union1d": "f(ar1, ar2, size=2)",
    **each("nonzero argwhere flatnonzero", "f(floats, size=2)"),
    "average": "f(a, weights=weights)",
    "trapezoid": "f(y, x) @ (3,) ; f(y, dx=2) @ (3,) ; f(y, dx=0.5) @ (3,)",
    "einsum": "f('ij,jk->ik', operands_0, operands_1)",
    "vander": "f(x) @ (3,)",
    "polyval": "f(p, x) @ (3,)",
    **each("polyadd polysub", "f(a1, a2) @ (3,)"),
    "polymul": "f(a1, a2) @ (3,)",
    "polydiv": "f(u, v) @ (3,)",
    "polyfit": "f(x, y, 1) @ (3,)",
    "poly": "f(seq_of_zeros) @ (3,) ; f(seq_of_zeros)",
    **each("polyder polyint", "f(p) @ (3,)"),
    "roots": "f(p, strip_zeros=False) @ (3,)",
    **each("convolve correlate", "f(a, v) @ (3,)"),
    **each("percentile quantile nanpercentile nanquantile", "f(a, other_array[0])"),
    "cross": "f(a, b)",
    **each("diag_indices_from tril_indices_from triu_indices_from", "f(floats)"),
    "digitize": "f(floats, floats[0])",
    "lexsort": "f(floats)",
    "packbits": "f(ints)",
    "unpackbits": "f(ints.astype('uint8'))",
    "isin": "f(floats, floats)",
    "ldexp": "f(x, ints) ; f(x, 2)",
    "interp": "f(x, xp, fp) @ (3,)",
    "gradient": "f(f_operand) @ (3,) ; f(f_operand) ; f(f_operand, axis=0) ; f(f_operand, varargs_0) @ (3,)"
    " ; f(f_operand, varargs_0[0, 0], varargs_1[0, 0])",
    **each(
        "all any iscomplex isfinite isinf isnan isneginf isposinf isreal logical_not signbit argmax argmin nanargmax "
        "nanargmin argsort count_nonzero bitwise_count",
        "f(any_array)",
    ),
    **each(
        "allclose array_equal array_equiv equal greater greater_equal isclose less less_equal logical_and logical_or "
        "logical_xor not_equal",
        "f(any_array, other_array)",
    ),
    "block": "f([arrays_0, arrays_1])",
    "broadcast_arrays": "f(args_0, args_1)",
    "meshgrid": "f(xi_0, xi_1) @ (3,)",
    "ix_": "f(args_0) @ (3,)",
    "frombuffer": "f(b'12345678')",
    "fromstring": "f('1 2', sep=' ')",
    "histogram": "f(a, 10, None, weights)",
    "histogram2d": "f(x, y) @ (3,)",
    "histogramdd": "f(sample)",
    "mask_indices": "f(3, jnp.triu, size=2)",
    "top_k": "f(a, 2)",
    "select": "f([bools, bools], [choicelist_0, choicelist_1], default)",
    "nan_to_num": "f(x)",
    "ravel_multi_index": "f([multi_index_0, multi_index_1], (9, 9), mode='clip')",
    "unravel_index": "f(indices, (3, 3))",
    "unique": "f(ar, size=2)",
    **each("unique_all unique_counts unique_inverse unique_values", "f(x, size=2)"),
}

LINALG: dict[str, str] = {
    "outer": "f(x1, x2) @ (3,)",
    "matrix_power": "f(a, 2)",
    "lstsq": "f(a, b)",
    "tensorinv": "f(a, ind=1)",
    "tensorsolve": "f(a, b[0])",
    "matrix_rank": "f(M)",
    "multi_dot": "f([arrays_0, arrays_1])",
}

FFT: dict[str, str] = {
    **each("fftfreq rfftfreq", "f(4)"),
}

LAX: dict[str, str] = {
    "scaled_dot": "f(x, y)",
    **each("argmax argmin", "f(any_array, 0, DTYPE)"),
    **each("approx_max_k approx_min_k", "f(operand, 2)"),
    "batch_matmul": "f(lhs, rhs) @ (1, 3, 3)",
    "bitcast_convert_type": "f(floats, DTYPE)",
    "broadcast": "f(operand, (2,))",
    "broadcast_in_dim": "f(operand, (2, 3, 3), (1, 2))",
    "broadcast_like": "f(arr, floats)",
    "broadcast_to_rank": "f(x, 3)",
    "broadcasted_iota": "f(DTYPE, (3, 3), 0)",
    "iota": "f(DTYPE, 3)",
    "collapse": "f(operand, 0)",
    "concatenate": "f([operands_0, operands_1], 0)",
    "conv": "f(lhs, rhs, (1, 1), 'SAME') @ (1, 1, 3, 3)",
    "conv_general_dilated": "f(lhs, rhs, (1, 1), 'SAME') @ (1, 1, 3, 3)",
    "conv_general_dilated_local": "f(lhs, rhs, (1, 1), 'VALID', (1, 1)) @ (1, 1, 1, 1)",
    "conv_general_dilated_patches": "f(lhs, (2, 2), (1, 1), 'VALID') @ (1, 1, 3, 3)",
    "conv_transpose": "f(lhs, rhs, (1, 1), 'SAME') @ (1, 3, 3, 3)",
    "conv_with_general_padding": "f(lhs, rhs, (1, 1), 'SAME', None, None) @ (1, 1, 3, 3)",
    "convert_element_type": "f(floats, DTYPE)",
    "custom_linear_solve": "f(lambda x: x, b, lambda m, y: y)",
    "dot_general": "f(lhs, rhs, (((1,), (0,)), ((), ())))",
    **each("dynamic_index_in_dim index_in_dim", "f(operand, 0)"),
    "dynamic_slice": "f(operand, (0, 0), (1, 1))",
    "dynamic_slice_in_dim": "f(operand, 0, 1)",
    "dynamic_update_index_in_dim": "f(operand, update[0], 0, 0)",
    "dynamic_update_slice": "f(operand, update, (0, 0))",
    "dynamic_update_slice_in_dim": "f(operand, update, 0, 0)",
    "empty": "f((3,), DTYPE)",
    "expand_dims": "f(array, (0,))",
    "fft": "f(x, 'FFT', (3,))",
    "full": "f((3,), fill_value) @ ()",
    "full_like": "f(x, 1)",
    "gather": "f(operand, ints[:, :2], jax.lax.GatherDimensionNumbers((), (0, 1), (0, 1)), (1, 1))",
    "index_take": "f(src, ints[:1], (0,))",
    "integer_pow": "f(x, 3)",
    "pad": "f(operand, padding_value[0, 0], ((1, 1, 0), (1, 1, 0)))",
    "polynomial": "f(x, [any_array, other_array]) ; f(x, [1.0, 2.0])",
    "ragged_dot_general": "f(lhs, rhs[None], ints[0, :1], jax.lax.RaggedDotDimensionNumbers((((1,), (1,)), ((), ())), [0], [0]))",
    "ragged_dot": "f(lhs, rhs[None], ints[0, :1])",
    **each("reduce_and reduce_or reduce_xor reduce_max reduce_min reduce_prod reduce_sum", "f(operand, (0,))"),
    "reduce": "f(operands, 0, jax.lax.max, (0,)) ; f(operands, operands[0, 0], jax.lax.add, (0,))",
    "reduce_window": "f(operand, 0, jax.lax.max, (1, 1)) ; f(operand, operand[0, 0], jax.lax.add, (1, 1))",
    "random_gamma_grad": "f(a, any_array)",
    "reduce_precision": "f(operand, 5, 5)",
    "reshape": "f(operand, (9,))",
    "rev": "f(operand, (0,))",
    "rng_uniform": "f(a, b, (3,)) @ ()",
    "rng_bit_generator": "f(jnp.zeros(4, 'uint32'), (3,))",
    **each(
        "scatter scatter_add scatter_max scatter_min scatter_mul scatter_sub",
        "f(operand, ints[:, :1], updates, jax.lax.ScatterDimensionNumbers((1,), (0,), (0,)))",
    ),
    "scatter_apply": "f(operand, ints[:, :1], jnp.negative, jax.lax.ScatterDimensionNumbers((1,), (0,), (0,)), update_shape=(3, 3))",
    "select": "f(bools, on_true, on_false)",
    "select_n": "f(bools, cases_0, cases_1)",
    "slice": "f(operand, (0, 0), (1, 1))",
    "slice_in_dim": "f(operand, 0, 1)",
    "sort": "f(operand)",
    "sort_key_val": "f(keys, values)",
    "split": "f(operand, (1, 2))",
    "squeeze": "f(array, (0,)) @ (1, 3)",
    "stack": "f([operands_0, operands_1])",
    "tile": "f(operand, (2, 1))",
    "top_k": "f(operand, 2)",
    "transpose": "f(operand, (1, 0))",
    "is_finite": "f(any_array)",
    "axis_index": "jax.vmap(lambda y: f('i'), axis_name='i')(floats)",
    **each("all_gather pmax pmean pmin psum", "jax.vmap(lambda y: f(y, 'i'), axis_name='i')(x)"),
    "all_to_all": "jax.vmap(lambda y: f(y, 'i', 0, 0), axis_name='i')(x)",
    "pbroadcast": "jax.vmap(lambda y: f(y, 'i', 0), axis_name='i')(x)",
    "ppermute": "jax.vmap(lambda y: f(y, 'i', [(0, 1), (1, 2), (2, 0)]), axis_name='i')(x)",
    "pshuffle": "jax.vmap(lambda y: f(y, 'i', [1, 0, 2]), axis_name='i')(x)",
    "psum_scatter": "jax.vmap(lambda y: f(y, 'i'), axis_name='i')(x)",
    "pswapaxes": "jax.vmap(lambda y: f(y, 'i', 0), axis_name='i')(x)",
    "pcast": "jax.shard_map(lambda y: f(y, 'i', to='varying'), mesh=jax.make_mesh((1,), ('i',)), in_specs=jax.P(), out_specs=jax.P('i'))(x)",
    "clamp": "f(min, x, max)",
}

LAX_LINALG: dict[str, str] = {
    "outer": "f(x1, x2) @ (3,)",
    "cholesky_update": "f(r_matrix, w_vector[0])",
    "householder_product": "f(a, taus[0])",
    "lu_pivots_to_permutation": "f(ints[0], 3)",
    "ormqr": "f(a, taus[0], c)",
    "triangular_solve": "f(a, b)",
    "tridiagonal_solve": "f(dl[0], d[0], du[0], b)",
}

RANDOM: dict[str, str] = {
    **each(
        "bits cauchy exponential gumbel laplace logistic maxwell normal rademacher uniform bernoulli lognormal",
        "f(KEY, shape=(3,))",
    ),
    "PRNGKey": "f(0)",
    "clone": "f(key[0, :2])",
    "fold_in": "f(key[0, :2], 1)",
    "split": "f(key[0, :2])",
    "ball": "f(KEY, 2)",
    "beta": "f(KEY, a, b)",
    "binomial": "f(KEY, n, p)",
    "categorical": "f(KEY, floats)",
    "chisquare": "f(KEY, df)",
    "choice": "f(KEY, a) @ (3,)",
    "dirichlet": "f(KEY, alpha)",
    "double_sided_maxwell": "f(KEY, loc, scale, (3, 3))",
    "f": "f(KEY, dfnum, dfden)",
    **each("gamma loggamma", "f(KEY, a)"),
    "generalized_normal": "f(KEY, 1.5, (3,))",
    "geometric": "f(KEY, floats)",
    "key_data": "f(KEY)",
    "multinomial": "f(KEY, n[0, 0], p[0])",
    "multivariate_normal": "f(KEY, mean[0], cov)",
    "orthogonal": "f(KEY, 3)",
    "pareto": "f(KEY, b)",
    "permutation": "f(KEY, x)",
    "poisson": "f(KEY, floats)",
    "randint": "f(KEY, (3,), 0, 10)",
    "rayleigh": "f(KEY, scale)",
    "t": "f(KEY, df)",
    "triangular": "f(KEY, left, mode, right)",
    "truncated_normal": "f(KEY, lower, upper)",
    "wald": "f(KEY, mean)",
    "weibull_min": "f(KEY, scale, concentration, (3, 3))",
}


NN: dict[str, str] = {
    "dot_product_attention": "f(query, key, value) @ (1, 2, 2, 2)",
    "one_hot": "f(ints, 3)",
    "glu": "f(x) @ (2, 2)",
    "gelu": "f(x) ; f(x, approximate=False)",
    "logsumexp": "f(a) ; f(a, b=b) ; f(a, where=bools)",
    **each("log_softmax logmeanexp softmax", "f(x) ; f(x, where=bools)"),
    "scaled_dot_general": "f(floats[None], floats[None], (((2,), (2,)), ((0,), (0,))))",
    "standardize": "f(x) ; f(x, where=bools)",
    "squareplus": "f(x)",
    "scaled_matmul": "f(lhs[None], rhs[None], floats[None].astype(lhs.dtype), floats[None].astype(lhs.dtype))",
    **each("celu elu", "f(x, alpha)"),
    "leaky_relu": "f(x) ; f(x, negative_slope)",
}

INITIALIZERS: dict[str, str] = {
    "constant": "f(1.0)(KEY, (3, 3))",
    **each("ones zeros", "f(KEY, (3, 3))"),
    "delta_orthogonal": "f()(KEY, (1, 3, 3))",
    **each(
        "glorot_normal glorot_uniform he_normal he_uniform kaiming_normal kaiming_uniform lecun_normal lecun_uniform normal orthogonal "
        "truncated_normal uniform xavier_normal xavier_uniform",
        "f()(KEY, (3, 3))",
    ),
    "variance_scaling": "f(1.0, 'fan_in', 'normal')(KEY, (3, 3))",
}

SPECIAL: dict[str, str] = {
    "bernoulli": "f(3)",
    "bessel_jn": "f(z, v=2)",
    "multigammaln": "f(a, 2)",
    "zeta": "f(x, q)",
    "sph_harm_y": "f(ints[0], ints[0], any_array[0], other_array[0], n_max=3)",
    "logsumexp": "f(a) ; f(a, where=bools)",
}

SCIPY_LINALG: dict[str, str] = {
    "outer": "f(x1, x2) @ (3,)",
    "cho_solve": "f((c_and_lower, False), b)",
    "convolution_matrix": "f(a, 2) @ (3,)",
    **each("dft helmert hilbert invhilbert invpascal pascal hadamard", "f(4)"),
    "circulant": "f(c) @ (3,)",
    "companion": "f(a) @ (3,)",
    "fiedler": "f(a) @ (3,)",
    "fiedler_companion": "f(a) @ (3,)",
    "eigh": "f(a)",
    "eigh_tridiagonal": "f(d[0], e[0, :2], key=jax.random.key(0)) ; f(d[0], e[0, :2], eigvals_only=True)",
    "expm_frechet": "f(A, E)",
    "funm": "f(A, jnp.sin)",
    "hessenberg": "f(a)",
    "leslie": "f(f_operand, s[:2]) @ (3,)",
    "lu": "f(a)",
    "lu_solve": "f((lu_and_piv, ints[0]), b)",
    "qr": "f(a)",
    "qr_multiply": "f(a, c)",
    "svd": "f(a)",
    "solve": "f(a, b)",
    "solve_triangular": "f(a, b)",
    "solve_sylvester": "f(A, B, C)",
    "toeplitz": "f(c) @ (3,) ; f(c, r) @ (3,)",
    "hankel": "f(c) @ (3,) ; f(c, r) @ (3,)",
    "block_diag": "f(arrs_0, arrs_1)",
}

SIGNAL: dict[str, str] = {
    **each("convolve correlate fftconvolve convolve2d correlate2d", "f(in1, in2)"),
    "csd": "f(x, y, nperseg=4) @ (8,)",
    "istft": "f(Zxx, nperseg=4) @ (3, 3)",
    **each("stft welch", "f(x, nperseg=4) @ (8,)"),
}

OTHERS: dict[str, dict[str, str]] = {
    "jax.scipy.stats": {"rankdata": "f(floats) ; f(ints)"},
    "jax.scipy.stats.multinomial": {**each("logpmf pmf", "f(ints[0], 6, p[0])")},
    "jax.scipy.stats.norm": {**each("isf ppf", "f(floats) ; f(ints)")},
    "jax.scipy.stats.dirichlet": {**each("logpdf pdf", "f(x[0], alpha[0])")},
    "jax.scipy.ndimage": {
        "map_coordinates": "f(input, [floats, floats], order=1) ; f(input, [other_array, other_array], order=1)"
    },
    "jax.scipy.sparse.linalg": each("bicgstab cg gmres", "f(any_array, b[0])"),
    "jax.scipy.integrate": {"trapezoid": "f(y) @ (3,) ; f(y, dx=0.5) @ (3,)"},
    "jax.scipy.cluster.vq": {"vq": "f(obs, code_book)"},
    "jax.ops": each("segment_max segment_min segment_prod segment_sum", "f(data, ints, 3)"),
    "jax.image": {
        "resize": "f(image, (4, 4), 'linear') ; f(image, (4, 4), 'nearest')",
        "scale_and_translate": "f(image, (4, 4), (0, 1), jnp.ones(2), jnp.ones(2), 'linear')",
    },
}

ARRAY: dict[str, str] = {
    "addressable_data": "self.addressable_data(0)",
    "to_device": "self.to_device(jax.devices()[0])",
    "argpartition": "self.argpartition(1)",
    "astype": "self.astype(DTYPE)",
    "view": "self.view(DTYPE)",
    "choose": "(ints * 0).choose([choices_0, choices_1], mode='clip')",
    "clip": "self.clip(min, max)",
    "compress": "self.compress(bools[0], size=2)",
    "dot": "self.dot(b)",
    "nonzero": "self.nonzero(size=2)",
    "repeat": "self.repeat(2)",
    "reshape": "self.reshape(9)",
    "searchsorted": "floats[0].searchsorted(floats[0])",
    "swapaxes": "self.swapaxes(0, 1)",
    "take": "self.take(0)",
    **{name: f"self.{name}" for name in ("T", "mT", "real", "imag")},
    "__getitem__": "self[0]",
}
AT: dict[str, str] = {
    "array": "self.at[0].array",
    "get": "self.at[0].get()",
    "apply": "self.at[0].apply(jnp.abs)",
    **{
        name: f"self.at[0].{name}(1) ; self.at[0].{name}(values[0])"
        for name in ("set", "add", "subtract", "mul", "multiply", "divide", "power", "min", "max")
    },
}

CALLS: dict[str, dict[str, str]] = {
    "jax.numpy": NUMPY,
    "jax.numpy.linalg": LINALG,
    "jax.numpy.fft": FFT,
    "jax.lax": LAX,
    "jax.lax.linalg": LAX_LINALG,
    "jax.random": RANDOM,
    "jax.nn": NN,
    "jax.nn.initializers": INITIALIZERS,
    "jax.scipy.special": SPECIAL,
    "jax.scipy.linalg": SCIPY_LINALG,
    "jax.scipy.signal": SIGNAL,
    **OTHERS,
    "jax.Array": ARRAY,
    "jax.Array.at": AT,
}
