"""How the oracle tests call NumPy's functions: the arguments besides the operands, by parameter or by function."""

from __future__ import annotations

REQUIRED: dict[str, str] = {
    "axis": "0",
    "axis1": "0",
    "axis2": "1",
    "bins": "[0, 1, 2]",
    "condition": "[True, False, True]",
    "condlist": "[[True, False, True]]",
    "deg": "1",
    "destination": "0",
    "df": "2.0",
    "indices": "[0, 1]",
    "indices_or_sections": "3",
    "k": "0",
    "key": "0",
    "kth": "1",
    "n": "3",
    "new_shape": "(2, 3)",
    "num": "4",
    "pad_width": "1",
    "q": "0.5",
    "reps": "2",
    "repeats": "2",
    "shape": "(2, 3)",
    "shift": "1",
    "source": "0",
    "obj": "0",
    "x": "[0.5, 1.5]",
    "xp": "[0.0, 1.0, 2.0]",
    "dtype": "np.float16",
    "N": "3",
    "M": "3",
    "a": "[0, 1, 2]",
    "v": "1",
    "values": "1",
    "element": "[1, 2]",
    "test_elements": "[1, 2]",
    "b": "[0, 1, 2]",
}
"""The argument of a required parameter that is no operand."""

DISTRIBUTION: dict[str, str] = {
    "left": "0.0",
    "mode": "1.0",
    "right": "2.0",
    "n": "3",
    "ngood": "3",
    "nbad": "3",
    "nsample": "2",
    "low": "1",
    "p": "0.5",
    "x": "[0.5, 1.5]",
    "a": "2.0",
}
"""The argument of a required parameter of a distribution; 2.0 for all others."""

DTYPE_GIVEN = frozenset(("numpy.astype", "numpy.fromiter", "numpy.ndarray.astype"))
"""The functions that are called with a dtype, float16."""

OF_SCALARS = ("numpy.arange",)
"""Functions that reject arrays with dimensions."""

WITHOUT_DIMENSIONS: dict[str, str] = {
    **dict.fromkeys(
        (
            *("numpy.random.choice", "numpy.random.permutation"),
            *("numpy.random.RandomState.choice", "numpy.random.RandomState.permutation"),
            *("numpy.random.Generator.choice", "numpy.random.Generator.permutation"),
        ),
        "an integer array without dimensions stands for the range below it",
    ),
}
"""Functions whose rule fails for an array without dimensions, with the reason."""

NOT_FOR_NUMBERS: dict[str, str] = {
    **dict.fromkeys(
        ("numpy.fft.fftn", "numpy.fft.ifftn"), "without an axis to transform along, it returns the operand itself"
    ),
    "numpy.linalg.matrix_rank": "it accepts a float16 without dimensions",
}
"""Functions whose rule fails for numbers and arrays without dimensions, with the reason."""

WITHOUT_PARAMETER: dict[str, str] = {
    **dict.fromkeys(("numpy.matmul", "numpy.matvec", "numpy.vecmat"), "axis keepdims"),
    **dict.fromkeys(("numpy.squeeze", "numpy.ndarray.squeeze", "numpy.expand_dims"), "axis"),
    "numpy.random.Generator.choice": "axis",
    "numpy.frexp": "dtype",
    "numpy.ndarray.view": "dtype",  # the widths must fit
}
"""The parameters of functions that the usual operands exclude, or that select the dtype of one of several results."""

UNFIT_VALUES: dict[str, tuple[tuple[str, str], ...]] = {
    "numpy.arange": (("step", "False"),),
    "numpy.cov": (("fweights", "(1,)"), ("aweights", "(1,)")),
    "numpy.fft.fftfreq": (("d", "False"),),
    "numpy.fft.rfftfreq": (("d", "False"),),
    "numpy.diag_indices": (("ndim", "np.ones(3)"),),
    "numpy.linalg.vector_norm": (("ord", "(1,)"), ("ord", "[1, 2, 1]"), ("ord", "[1j, 1, 1]"), ("ord", "np.ones(3)")),
    **{
        f"numpy.{name}": tuple(
            (parameter, text)
            for parameter in ("ddof", "correction")
            for text in ("(1,)", "[1, 2, 1]", "[1j, 1, 1]", "np.ones(3)", "1j")
        )
        for name in ("std", "var", "nanstd", "nanvar", "ndarray.std", "ndarray.var")
    },
}
"""Arguments that NumPy accepts by accident, or rejects with another error."""

CALLS: dict[str, str] = {
    **{
        f"numpy.finfo.{name}": f"np.finfo('float32').{name}"
        for name in ("bits", "iexp", "machep", "maxexp", "minexp", "negep", "nexp", "nmant", "precision")
    },
    **{f"numpy.iinfo.{name}": f"np.iinfo('int8').{name}" for name in ("bits", "max", "min")},
    "numpy.array": "np.array(object)",
    "numpy.asarray": "np.asarray(a)",
    "numpy.arange": "np.arange(start_or_stop, stop)",
    "numpy.bincount": "np.bincount([0, 1, 2], weights)",
    "numpy.choose": "np.choose([0, 1, 0], [choices, choices])",
    "numpy.clip": "np.clip(a, a_min, a_max)",
    "numpy.astype": "np.astype(x, np.float16)",
    "numpy.reshape": "np.reshape(a, -1)",
    "numpy.take_along_axis": "np.take_along_axis(arr, np.array([0, 1]))",
    "numpy.linalg.matrix_norm": "np.linalg.matrix_norm(x)",
    "numpy.dsplit": "np.dsplit(ary[None, None], 3)",
    "numpy.can_cast": "np.can_cast('int8', 'int16')",
    "numpy.isdtype": "np.isdtype(np.dtype('int8'), 'numeric')",
    "numpy.isfortran": "np.isfortran(np.eye(2))",
    "numpy.issubdtype": "np.issubdtype(np.int8, np.integer)",
    "numpy.linalg.tensorsolve": "np.linalg.tensorsolve(a, b[0])",
    "numpy.loadtxt": "np.loadtxt(io.StringIO('1 2'))",
    "numpy.lexsort": "np.lexsort([[1, 2]])",
    "numpy.ravel_multi_index": "np.ravel_multi_index(([1, 2], [0, 1]), (3, 3))",
    "numpy.piecewise": "np.piecewise(x, [np.ones(np.shape(x), bool)], [2])",
    "numpy.copy": "np.copy(a)",
    "numpy.matvec": "np.matvec([x1, x1, x1], x2)",
    "numpy.vecmat": "np.vecmat(x1, [x2, x2, x2])",
    "numpy.linalg.multi_dot": "np.linalg.multi_dot([arrays, arrays])",
    "numpy.einsum": "np.einsum('...,...', operands, operands)",
    "numpy.frombuffer": "np.frombuffer(b'0123456789abcdef')",
    "numpy.fromfile": "",
    "numpy.fromiter": "np.fromiter([1, 2], np.float16)",
    "numpy.fromstring": "np.fromstring('1 2', sep=' ')",
    "numpy.full": "np.full((3,), fill_value)",
    "numpy.identity": "np.identity(3)",
    "numpy.indices": "np.indices((2, 2))",
    "numpy.kaiser": "np.kaiser(3, 1.0)",
    "numpy.mask_indices": "np.mask_indices(3, np.triu)",
    "numpy.polyfit": "np.polyfit(x, y, 1)",
    "numpy.select": "np.select([[True, False, True]], [choicelist], default)",
    "numpy.unravel_index": "np.unravel_index([1, 2], (2, 2))",
    "numpy.where": "np.where([True, False, True], x, y)",
    "numpy.rollaxis": "np.rollaxis(a, 0)",
    "numpy.diag_indices_from": "np.diag_indices_from(np.eye(3))",
    "numpy.tril_indices_from": "np.tril_indices_from(np.eye(3))",
    "numpy.triu_indices_from": "np.triu_indices_from(np.eye(3))",
    "numpy.linalg.matrix_power": "np.linalg.matrix_power(a, 2)",
    "numpy.linalg.tensorinv": "np.linalg.tensorinv(a, ind=1)",
    "numpy.tensordot": "np.tensordot(a, b, 0)",
    "numpy.linalg.tensordot": "np.linalg.tensordot(x1, x2, axes=0)",
    "numpy.ndarray.choose": "np.array([0, 1, 0]).choose([choices, choices])",
    "numpy.ndarray.reshape": "self.reshape(-1)",
    "numpy.ndarray.transpose": "self.transpose()",
    "numpy.ndarray.item": "self[..., :1].item()",
    "numpy.ndarray.view": "self.view()",
    "numpy.ndarray.compress": "self.compress([True])",
    "numpy.ndarray.to_device": "self.to_device('cpu')",
    "numpy.ndarray.__getitem__": "self[...]",
    "numpy.cov": "np.cov(m, y)",
    "numpy.corrcoef": "np.corrcoef(x, y)",
    "numpy.isin": "np.isin([1, 2], [1])",
    "numpy.random.choice": "np.random.choice(a)",
    "numpy.random.dirichlet": "np.random.dirichlet([0.5, 0.5])",
    "numpy.random.RandomState.dirichlet": "state.dirichlet([0.5, 0.5])",
    "numpy.random.multinomial": "np.random.multinomial(3, [0.5, 0.5])",
    "numpy.random.RandomState.multinomial": "state.multinomial(3, [0.5, 0.5])",
    "numpy.random.multivariate_normal": "np.random.multivariate_normal([0.0], [[1.0]])",
    "numpy.random.RandomState.multivariate_normal": "state.multivariate_normal([0.0], [[1.0]])",
    "numpy.random.Generator.choice": "rng.choice(a)",
    "numpy.random.Generator.dirichlet": "rng.dirichlet([0.5, 0.5])",
    "numpy.random.Generator.multinomial": "rng.multinomial(3, [0.5, 0.5])",
    "numpy.random.Generator.multivariate_normal": "rng.multivariate_normal([0.0], [[1.0]])",
    "numpy.random.Generator.multivariate_hypergeometric": "rng.multivariate_hypergeometric([3, 3], 2)",
    "numpy.random.Generator.permuted": "rng.permuted(x)",
}
"""The call of a function whose arguments the parameters do not tell. Operands have the names of their parameters."""

MATRICES = frozenset(
    (
        *("numpy.trace", "numpy.diagonal", "numpy.dsplit", "numpy.hsplit", "numpy.vsplit", "numpy.fliplr"),
        *("numpy.rot90", "numpy.swapaxes", "numpy.matrix_transpose", "numpy.matmul", "numpy.expand_dims"),
        *("numpy.ndarray.trace", "numpy.ndarray.diagonal", "numpy.ndarray.swapaxes", "numpy.ndarray.mT"),
    )
)
"""The functions whose operands are matrices; so are the operands of most functions of `numpy.linalg`."""
