"""Functions that read or set JAX's configuration, and those that move arrays between devices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arrays import strong, traced
from ..call import Call
from ..modes import DISABLE_JIT, MODES, OTHER_CONTEXT, set_option
from ..pytrees import map_leaves
from ..values import (
    NONE,
    Array,
    Transformed,
    Value,
    constant_of,
    each,
    of_constant,
)
from .registry import model
from .transformations import to_arrays, traced_outside

if TYPE_CHECKING:
    from ..run import Run


@model("jax.device_put", "jax.block_until_ready", "jax.device_put_replicated", "jax.lax.with_sharding_constraint",
       "jax.lax.optimization_barrier", "jax.effects_barrier", "jax.lax.pvary", "jax.lax.pcast",
       "jax.ad_checkpoint.checkpoint_name")  # fmt: skip
def _kept_tree(run: Run, call: Call) -> Value:
    flag = traced_outside(run, call.arguments[:1])
    return to_arrays(run, call.arguments[0], "kept", flag=flag) if call.arguments else NONE


@model("jax.device_get")
def _device_get(run: Run, call: Call) -> Value:
    from ..values import NumPyArray

    def leaf(value: Value) -> Value:
        return each(
            value,
            lambda one: (
                (NumPyArray(strong(run, one.dtype), one.shape, False, origins=one.origins),)
                if isinstance(one, Array) and not one.is_struct
                else (one,)
            ),
        )

    return map_leaves(run, call.get(0, "x"), leaf, "device_get")


@model("jax.typeof", "jax.core.get_aval", "jax.core.raise_to_shaped")
def _typeof(run: Run, call: Call) -> Value:
    return traced(run, call.get(0, "x"))


@model("jax.pure_callback", "jax.experimental.io_callback", "jax.ffi.pure_callback")
def _callback(run: Run, call: Call) -> Value:
    def leaf(value: Value) -> Value:
        return each(
            value, lambda one: (Array(one.dtype, one.shape, one.origins),) if isinstance(one, Array) else (one,)
        )

    return map_leaves(run, call.get(1, "result_shape_dtypes"), leaf, "callback")


@model("jax.enable_x64")
def _enable_x64(run: Run, call: Call) -> Value:
    from ..modes import X64

    flag = call.get(0, "new_val", of_constant(True))
    return (Transformed("mode", (), (("name", of_constant(X64)), ("value", flag))),)


@model("jax.numpy_dtype_promotion", "jax.explicit_x64_dtypes")
def _mode(run: Run, call: Call) -> Value:
    option = of_constant(f"jax_{call.short_name}")
    return (Transformed("mode", (), (("name", option), ("value", call.get(0, "new_val")))),)


@model("jax.default_matmul_precision", "jax.numpy_rank_promotion")
def _trace_option(run: Run, call: Call) -> Value:
    """The context manager of an option that is a part of the keys of traces."""
    value = call.get(0, "new_val")
    is_known = value == NONE or isinstance(constant_of(value), str)
    return _trace_context(f"jax_{call.short_name}", value if is_known else run.unknown("an option of JAX"))


@model("jax.default_device", "jax.ensure_compile_time_eval", "jax.threefry_partitionable", "jax.debug_key_reuse",
       "jax.sharding.use_mesh", "jax.sharding.use_abstract_mesh", "jax.experimental.xla_metadata.set_xla_metadata",
       "jax.experimental.compute_on.compute_on")  # fmt: skip
def _other_context(run: Run, call: Call) -> Value:
    """A context manager within which `jit` may trace again."""
    return _trace_context(OTHER_CONTEXT, run.unknown("a trace context"))


@model("jax.set_mesh", "jax.sharding.set_mesh")
def _set_mesh(run: Run, call: Call) -> Value:
    """The function sets the mesh, also without ``with``."""
    value = run.unknown("a trace context")
    set_option(run, OTHER_CONTEXT, value)
    return _trace_context(OTHER_CONTEXT, value)


def _trace_context(option: str, value: Value) -> Value:
    return (Transformed("mode", (), (("name", of_constant(option)), ("value", value))),)


@model("jax.disable_jit")
def _disable_jit(run: Run, call: Call) -> Value:
    flag = call.get(0, "disable", of_constant(True))
    return (Transformed("mode", (), (("name", of_constant(DISABLE_JIT)), ("value", flag))),)


@model("jax.config.read")
def _config_read(run: Run, call: Call) -> Value:
    """``jax.config.read("jax_enable_x64")``."""
    known = run.live[MODES].fields.get(constant_of(call.get(0, "name")))
    return run.unknown("an option of JAX") if known is None else known


@model("jax.config.update")
def _config_update(run: Run, call: Call) -> Value:
    from ..modes import set_mode

    set_mode(run, call.get(0, "name"), call.get(1, "val"))
    return NONE
