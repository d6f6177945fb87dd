"""The packages and modules that are modelled by name, although their source may be installed.

A module is modelled if it rewrites classes or calls JAX's internals. The rest of its package is read from source:
equinox's layers are interpreted, its metaclass is not. The modules of `modules.STAND_INS` are read from shorter sources
of this package instead.
"""

from __future__ import annotations

from typing import Final

from ..values import External, Value

MODELLED_PACKAGES: Final = frozenset(
    ("jax", "jaxlib", "numpy", "scipy", "ml_dtypes", "typing_extensions", "jaxtyping", "absl", "einops", "beartype",
     "torch", "tensorflow", "pandas", "matplotlib", "tqdm", "wandb", "pytest", "rich", "click", "tyro", "orbax",
     "grain", "opt_einsum", "OpenGL", "glfw", "PIL", "trimesh", "IPython", "jinja2", "jaxtyping_promo",
     "setuptools", "packaging", "yaml", "toolz", "wadler_lindig", "multipledispatch", "tensorflow_probability",
     "attr", "attrs", "sympy", "mpmath", "networkx", "pydantic", "requests", "transformers", "datasets", "sklearn",
     "huggingface_hub", "omegaconf", "hydra", "seaborn", "plotly", "bokeh", "google", "fsspec", "tensorstore", "zarr",
     "h5py", "numba", "skimage", "gym", "gymnasium", "mlflow", "tensorboardX", "loguru", "psutil", "treescope",
     "hypothesis", "typeguard", "xarray", "polars", "dask", "ray", "lxml", "docutils", "numpydoc", "pygments")
)  # fmt: skip
"""The packages whose names are modelled, or unknown, although their source may be installed."""
MODELLED_PARTS: Final = (
    "flax.configurations", "flax.core", "flax.errors", "flax.ids", "flax.io", "flax.nnx.bridge", "flax.nnx.compat",
    "flax.nnx.extract", "flax.nnx.ids", "flax.nnx.proxy_caller", "flax.nnx.reprlib", "flax.nnx.spmd",
    "flax.nnx.summary", "flax.nnx.tracers", "flax.nnx.transforms", "flax.nnx.traversals", "flax.nnx.visualization",
    "flax_nnx_graphs", "haiku._src.base", "haiku._src.config", "haiku._src.eval_shape", "haiku._src.flax",
    "haiku._src.jaxpr_info", "haiku._src.lift", "haiku._src.mixed_precision", "haiku._src.module",
    "haiku._src.multi_transform", "haiku._src.stateful", "haiku._src.summarise", "haiku._src.transform",
    "haiku.experimental", "haiku.mixed_precision",
    "flax.linen.module", "flax.linen.partitioning", "flax.linen.spmd", "flax.linen.summary", "flax.linen.transforms",
    "mujoco.cgl", "mujoco.egl", "mujoco.glfw", "mujoco.introspect", "mujoco.mjx.third_party",
    "mujoco.mjx.warp", "mujoco.osmesa", "mujoco.rendering",
    "flax.serialization", "flax.struct", "flax.traceback_util", "flax.typing",
)  # fmt: skip
"""The modules of interpreted packages that are modelled under their own names, with those below them."""
MODELLED_MODULES: Final[dict[str, str]] = {
    "equinox._module._module": "equinox",
    "equinox._module._better_abstract": "equinox",
    "equinox._module._field": "equinox",
    "equinox._module._flatten": "equinox.internal",
    "equinox._caches": "equinox.internal",
    "equinox._callback": "equinox",
    "equinox._compile_utils": "equinox.internal",
    "equinox._deprecate": "equinox.internal",
    "equinox._doc_utils": "equinox.internal",
    "equinox._errors": "equinox",
    "equinox._eval_shape": "equinox",
    "equinox._jit": "equinox",
    "equinox._make_jaxpr": "equinox",
    "equinox._pretty_print": "equinox",
    "equinox._serialisation": "equinox",
    "equinox._sharding": "equinox",
    "equinox._unvmap": "equinox.internal",
    "equinox.debug": "equinox.debug",
    "equinox.internal._closure_to_pytree": "equinox.internal",
    "equinox.internal._finalise_jaxpr": "equinox.internal",
    "equinox.internal._loop": "equinox.internal",
    "equinox.internal._nextafter": "equinox.internal",
    "equinox.internal._noinline": "equinox.internal",
    "equinox.internal._nontraceable": "equinox.internal",
    "equinox.internal._onnx": "equinox.internal",
    "equinox.internal._primitive": "equinox.internal",
}
"""The package under whose name the functions of each modelled module are known."""
MODELLED_DEFINITIONS: Final[dict[tuple[str, str], str]] = {
    ("equinox._enum", "Enumeration"): "equinox.Enumeration",
    ("equinox._misc", "default_floating_dtype"): "equinox.default_floating_dtype",
    ("equinox._ad", "filter_closure_convert"): "equinox.filter_closure_convert",
    ("equinox._tree", "tree_at"): "equinox.tree_at",
    ("equinox._tree", "tree_equal"): "equinox.tree_equal",
    ("equinox._tree", "tree_check"): "equinox.tree_check",
    ("chex._src.dataclass", "dataclass"): "chex.dataclass",
}
"""The functions and classes of interpreted modules that are modelled, by module and name, with their full names."""


def is_modelled_part(name: str) -> bool:
    """Whether a module of an interpreted package is modelled under its own name."""
    return any(name == part or name.startswith(f"{part}.") for part in MODELLED_PARTS)


def is_modelled_module(name: str) -> bool:
    """Whether a module of an interpreted package is modelled under the name of another one."""
    return _modelled_prefix(name) is not None


def public_name(name: str) -> str:
    """The full name under which a function of a modelled module is known."""
    module, _, short = name.rpartition(".")
    prefix = None if name in MODELLED_MODULES else _modelled_prefix(module)
    return name if prefix is None else f"{MODELLED_MODULES[prefix]}.{short}"


def _modelled_prefix(name: str) -> str | None:
    """The innermost modelled package around a name; None if there is none."""
    while name:
        if name in MODELLED_MODULES:
            return name
        name = name.rpartition(".")[0]
    return None


def modelled_definition(module: str, name: str) -> Value | None:
    """The value of a function or class that is modelled instead of defined; None for all others."""
    full = MODELLED_DEFINITIONS.get((module, name))
    return None if full is None else (External(full),)
