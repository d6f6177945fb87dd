"""Names of libraries: dtypes, constants, and the one full name under which each function is modelled."""

from __future__ import annotations

import builtins
import math
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from ...dtypes import DTYPES
from ..values import (
    ELLIPSIS,
    NONE,
    Dtype,
    External,
    Number,
    Opaque,
    Singleton,
    Text,
    Value,
    of_bool,
    of_constant,
)
from .modelled_modules import public_name

if TYPE_CHECKING:
    from ..run import Run

NUMPY_DTYPES: Final[dict[str, str]] = {
    "bool": "bool_", "bool_": "bool_", "half": "float16", "single": "float32", "double": "float64",
    "float_": "float64", "int_": "int64", "intp": "int64", "uint": "uint64", "uintp": "uint64", "byte": "int8",
    "ubyte": "uint8", "short": "int16", "ushort": "uint16", "intc": "int32", "uintc": "uint32", "longlong": "int64",
    "ulonglong": "uint64", "long": "int64", "ulong": "uint64", "csingle": "complex64", "cdouble": "complex128",
    "complex_": "complex128",
    **{name: name for name in ("float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16",
                               "uint32", "uint64", "complex64", "complex128")},
}  # fmt: skip
"""NumPy's scalar classes, with the dtypes of NumPy 2 on 64-bit platforms."""
JAX_DTYPES: Final[dict[str, str]] = {
    **{name: name for name in DTYPES},
    "single": "float32", "double": "float64", "csingle": "complex64", "cdouble": "complex128", "complex_": "complex128",
}  # fmt: skip
CATEGORIES: Final = frozenset(
    ("number", "integer", "signedinteger", "unsignedinteger", "inexact", "floating", "complexfloating", "generic",
     "character", "flexible", "prng_key", "extended")
)  # fmt: skip
"""The abstract dtypes of NumPy and JAX."""

ALIASES: Final[dict[str, str]] = {
    "jax.numpy.bool": "jax.numpy.bool_",
    "jax.core.Tracer": "jax.core.Tracer",
    "jax.Array": "jax.Array",
    "jax.numpy.ndarray": "jax.Array",
    "jax.typing.ArrayLike": "jax.typing.ArrayLike",
    "jax.remat": "jax.checkpoint",
    "jax.ad_checkpoint.checkpoint": "jax.checkpoint",
    "jax.experimental.shard_map.shard_map": "jax.shard_map",
    "jax.experimental.enable_x64": "jax.enable_x64",
    "jax.lax.stop_gradient": "jax.lax.stop_gradient",
    "typing_extensions.cast": "typing.cast",
    "typing_extensions.reveal_type": "typing.reveal_type",
    "typing_extensions.assert_type": "typing.assert_type",
    "jax.experimental.pjit.pjit": "jax.jit",
    "jax.interpreters.pxla.pjit": "jax.jit",
    "jax.random.PRNGKey": "jax.random.PRNGKey",
    "jax.dtypes.bfloat16": "jax.numpy.bfloat16",
    "ml_dtypes.bfloat16": "jax.numpy.bfloat16",
    "jaxtyping.Array": "jax.Array",
    "flax.typing.Array": "jax.Array",
    "numpy.typing.NDArray": "numpy.ndarray",
    "scipy.special": "scipy.special",
    "inspect.Signature.empty": "inspect.Parameter.empty",
    "inspect._empty": "inspect.Parameter.empty",
}
"""Full names that stand for the same object as another full name."""
PREFIXES: Final[dict[str, str]] = {
    "jax.tree_util.tree_": "jax.tree.",
    "jax._src.tree_util.tree_": "jax.tree.",
    **{
        f"flax.nnx.{part}.": "flax.nnx."
        for part in (
            "transforms.autodiff",
            "transforms.compilation",
            "transforms.iteration",
            "transforms.transforms",
            "compat",
        )
    },
    **{
        f"haiku._src.{part}.": "haiku."
        for part in ("base", "eval_shape", "module", "multi_transform", "stateful", "transform")
    },
    "haiku._src.mixed_precision.": "haiku.mixed_precision.",
    "flax.linen.module.": "flax.linen.",
    "flax.linen.transforms.": "flax.linen.",
    "flax.core.scope.": "flax.core.",
    "flax.core.frozen_dict.": "flax.core.",
    "flax.core.meta.": "flax.core.",
    "flax.core.lift.": "flax.core.",
    "flax.linen.spmd.": "flax.linen.",
    "jax.scipy.special.": "jax.scipy.special.",
}
"""Prefixes of full names that stand for other prefixes."""

OWN_MODULES = ("jaxtyping_promo", "jaxtyping_promo.dtypes")
"""The modules of this package with the classes of dtypes, which JAX accepts as dtypes and which can't be called."""
CONSTANTS: Final[dict[str, Any]] = {
    name: value
    for module in ("jax.numpy", "numpy", "math")
    for name, value in (
        (f"{module}.pi", math.pi), (f"{module}.e", math.e), (f"{module}.inf", math.inf), (f"{module}.tau", math.tau),
        (f"{module}.euler_gamma", 0.5772156649015329),
    )
}  # fmt: skip


def builtin_name(name: str) -> Value | None:
    """The value of a builtin name; None if Python has no such builtin."""
    if name == "NotImplemented":
        return (Singleton("NotImplementedType"),)
    if name == "Ellipsis":
        return ELLIPSIS
    if name == "__debug__":
        return of_bool(True)
    if name in ("reveal_type", "reveal_locals"):
        return (External(f"typing.{name}"),)
    return (External(f"builtins.{name}"),) if hasattr(builtins, name) else None


def canonical(name: str) -> str:
    """The full name under which a function is modelled."""
    name = public_name(name)
    found = ALIASES.get(name)
    if found is not None:
        return found
    for prefix, replacement in PREFIXES.items():
        if name.startswith(prefix):
            return replacement + name[len(prefix) :]
    return name


def external_attribute(run: Run, owner: str, name: str) -> Value:
    """``owner.name`` for a module or object of a library."""
    full = canonical(f"{owner}.{name}")
    if full in CONSTANTS:
        return of_constant(CONSTANTS[full])
    if owner in ("jax.numpy", "jax.dtypes", "ml_dtypes", "jax._src.dtypes") or full.startswith("jax.numpy."):
        last = full.rpartition(".")[2]
        if full == f"jax.numpy.{last}" or owner in ("ml_dtypes", "jax.dtypes"):
            if last in JAX_DTYPES:
                form = "numpy" if owner == "ml_dtypes" else "jax"
                return (Dtype(JAX_DTYPES[last], form),)
            if last in ("int_", "uint", "float_"):
                return _default_dtype(run, last)
            if last == "newaxis":
                return NONE
            if last == "nan":
                return (Number("float"),)
    if owner in OWN_MODULES and name in DTYPES:
        return (Dtype(name),)
    if owner == "numpy":
        if name in NUMPY_DTYPES:
            return (Dtype(NUMPY_DTYPES[name], "numpy"),)
        if name == "newaxis":
            return NONE
        if name == "nan":
            return (Number("float"),)
    if full in ("math.nan",):
        return (Number("float"),)
    special = _special(run, full)
    if special is not None:
        return special
    if owner in ("jax.dtypes",) and name == "float0":
        return (Dtype("float0", "numpy"),)
    return (External(full),)


def _default_dtype(run: Run, name: str) -> Value:
    """``jnp.int_``, ``jnp.float_`` and ``jnp.uint``: the default dtypes of the mode."""
    from ..arrays import strong

    weak = {"int_": "weak_int", "uint": "weak_int", "float_": "weak_float"}[name]
    dtype = strong(run, weak)
    return (Dtype(None if dtype is None else f"u{dtype}" if name == "uint" else dtype, "jax"),)


def _special(run: Run, full: str) -> Value | None:
    """Names with a value of their own: flags, versions, the platform."""
    if full in ("typing.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING"):
        return of_bool(False)
    if full.startswith("jax.config.") and full != "jax.config.read":
        from ..modes import DISABLE_JIT, MODES, PROMOTION, X64

        options = {"x64_enabled": X64, X64: X64, PROMOTION: PROMOTION, DISABLE_JIT: DISABLE_JIT}
        option = options.get(full.removeprefix("jax.config."))
        if option is not None:
            return run.live[MODES].fields[option]
        return run.unknown("an option of JAX") if full.startswith("jax.config.jax_") else None
    if full == "sys.maxsize":
        return of_constant(sys.maxsize)
    if full == "sys.version_info":
        return of_constant(tuple(sys.version_info))
    if full in ("sys.platform", "os.name"):
        return (Text(),)
    if full in ("sys.argv", "sys.path", "os.environ"):
        return (Opaque(full),)
    if full == "jax.__version_info__":
        numbers = run.finder.jax.split(".")
        return of_constant(tuple(map(int, numbers))) if all(map(str.isdigit, numbers)) else run.unknown("JAX's version")
    if full.endswith(".__version__"):
        text = run.finder.jax if full == "jax.__version__" else ""
        return of_constant(text) if text else (Text(),)
    if full.endswith((".__name__", ".__doc__", ".__file__", ".__qualname__", ".__module__")):
        return (Text(),)
    return None


def star_names(module: str) -> list[str] | None:
    """The names that ``from module import *`` gives; None if unknown."""
    if module == "math":
        return [name for name in dir(math) if not name.startswith("_")]
    if module in OWN_MODULES:
        return [*import_module(module).__all__]
    return None
