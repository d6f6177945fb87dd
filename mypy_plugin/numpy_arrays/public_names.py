"""Maps the names of NumPy's stubs to the public names of `jaxtyping_promo.rules.numpy_tables`.

mypy asks for hooks with the name of the definition, such as ``numpy._core.multiarray.where`` for ``numpy.where``.
"""

from __future__ import annotations

from mypy.types import Instance, LiteralType, Type, get_proper_type

from ...rules.numpy_tables import NumpyRule, numpy_rule

PUBLIC: dict[str, str] = {
    **dict.fromkeys(("numpy._core", "numpy.lib", "numpy"), "numpy"),
    "numpy.linalg": "numpy.linalg",
    "numpy.fft": "numpy.fft",
    "numpy.random": "numpy.random",
}
"""Maps each package of NumPy's stubs to the module with its public names."""
OTHER_MODULES = ("defchararray", "records", "strings", "recfunctions", "scimath", "stride_tricks", "_scimath_impl")
"""The modules of these packages that define other functions of the same names."""
ARRAYS = ("numpy.ndarray", "numpy._ArrayOrScalarCommon")
GENERATORS: dict[str, str] = {
    "numpy.random._generator.Generator": "numpy.random.Generator",
    "numpy.random.mtrand.RandomState": "numpy.random.RandomState",
}
UFUNC = "numpy._typing._ufunc._"
"""The prefix of the classes of universal functions."""
UFUNC_METHODS = {"__call__": "", **{name: f".{name}" for name in ("reduce", "accumulate", "reduceat", "outer")}}
"""The ends of the names of rules, by the method of a universal function."""
SCALAR_CLASSES = frozenset(
    f"numpy.{name}"
    for name in (
        *("generic", "bool", "number", "integer", "signedinteger", "unsignedinteger", "inexact", "floating"),
        *("complexfloating", "float64", "complex128"),
    )
)


def rule_of_function(fullname: str) -> NumpyRule | None:
    """The rule of a function of NumPy; None if it has no rule."""
    module, _, name = fullname.rpartition(".")
    if module.rpartition(".")[2] in OTHER_MODULES:
        return None
    package = ".".join(module.split(".")[:2])
    public = PUBLIC.get(package)
    return None if public is None or fullname.startswith("numpy.ma.") else numpy_rule(f"{public}.{name}")


def rule_of_method(fullname: str, receiver: Type) -> NumpyRule | None:
    """The rule of a method of NumPy's arrays, scalars, universal functions and generators; None if it has no rule."""
    owner, _, name = fullname.rpartition(".")
    if owner.startswith(UFUNC):
        suffix = UFUNC_METHODS.get(name)
        function = _name_of_ufunc(receiver)
        return None if suffix is None or function is None else numpy_rule(f"numpy.{function}{suffix}")
    if owner in GENERATORS:
        return numpy_rule(f"{GENERATORS[owner]}.{name}")
    return numpy_rule(f"numpy.ndarray.{name}") if owner in ARRAYS or owner in SCALAR_CLASSES else None


def _name_of_ufunc(function: Type) -> str | None:
    """The name of a universal function, which is the first type argument of its class."""
    proper = get_proper_type(function)
    name = get_proper_type(proper.args[0]) if isinstance(proper, Instance) and proper.args else None
    return str(name.value) if isinstance(name, LiteralType) else None
