"""NumPy's public functions and attributes without a rule, by reason. Their result is unknown."""

from __future__ import annotations

LEFT_OUT: dict[str, dict[str, str]] = {
    "numpy": {
        "applies a function of the caller": "apply_along_axis apply_over_axes fromfunction frompyfunc",
        "returns a matrix": "asmatrix bmat",
        "reads a file whose contents decide": "fromregex genfromtxt load",
        "has edges in a list of arrays": "histogramdd",
        "has a dtype that depends on values": "poly polydiv",
        "has dtypes for few operands only": "isnat ldexp sort_complex unpackbits",
        "returns a list for a list": "trim_zeros",
        "is about dates": "busday_count busday_offset datetime_as_string datetime_data is_busday",
        "is an object that is indexed": "c_ index_exp mgrid ogrid r_ s_",
        "is no array": """
            False_ ScalarType True_ get_include get_printoptions getbufsize geterr geterrcall info little_endian
            nested_iters newaxis printoptions sctypeDict set_printoptions setbufsize seterr seterrcall show_config
            show_runtime test typecodes""",
    },
    "numpy.linalg": {"is no array": "test"},
    "numpy.fft": {"is no array": "test"},
    "numpy.random": {"is no array": "test"},
    "numpy.random.Generator": {"is no array": "bit_generator"},
    "numpy.ndarray": {
        "may be any object": "base",
        "reads a part of each element": "getfield",
        "is no array": "ctypes",
        "is an iterator": "flat",
    },
}
"""The names by module or class, and by reason."""

METHODS_LEFT_OUT: dict[str, str] = {
    "equal greater greater_equal less less_equal not_equal": "a comparison along an axis mixes bools and operands",
    "ldexp": "the function has no rule",
    "divmod": "it has no method that reduces",
}
"""The ufuncs of two operands whose methods ``reduce``, ``accumulate`` and ``reduceat`` have no rule, with the reason."""
