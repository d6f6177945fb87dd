"""Public names and parameters of JAX 0.10 and 0.11 that JAX 0.12 no longer has. The stubs have them, too."""

from __future__ import annotations

EARLIER_NAMES: dict[str, dict[str, tuple[str, ...]]] = {
    "jax": {"jax._src.ad_checkpoint": ("custom_remat",)},
    "jax.core": {
        "jax._src.core": (
            "CallPrimitive", "DebugInfo", "DropVar", "Effect", "Effects", "InconclusiveDimensionOperation", "JaxprPpContext",
            "JaxprPpSettings", "JaxprTypeError", "OutputType", "abstract_token", "aval_mapping_handlers", "call", "check_jaxpr",
            "concrete_or_error", "concretization_function_error", "custom_typechecks", "find_top_trace", "gensym",
            "get_opaque_trace_state", "is_concrete", "is_constant_dim", "is_constant_shape", "jaxprs_in_params",
            "literalable_types", "new_jaxpr_eqn", "no_axis_name", "no_effects", "nonempty_axis_env_DO_NOT_USE",
            "primal_dtype_to_tangent_dtype", "trace_ctx", "unsafe_am_i_under_a_jit_DO_NOT_USE",
            "unsafe_am_i_under_a_vmap_DO_NOT_USE", "unsafe_get_axis_names_DO_NOT_USE", "valid_jaxtype",
        )
    },
    "jax.experimental": {"jax._src.core": ("cur_qdd",)},
    "jax.interpreters.batching": {"jax._src.interpreters.batching": ("not_mapped",)},
    "jax.interpreters.mlir": {"jax._src.sharding_impls": ("ReplicaAxisContext",)},
    "jax.interpreters.pxla": {
        "jax._src.interpreters.pxla": (
            "ArrayMapping", "Index", "MeshExecutable", "global_aval_to_result_handler", "global_result_handlers",
        ),
        "jax._src.sharding_impls": ("MeshAxisName",),
        "jax._src.op_shardings": ("are_hlo_shardings_equal", "is_hlo_sharding_replicated"),
        "jax._src.named_sharding": ("array_mapping_to_axis_resources",),
    },
    "jax.lax": {"jax._src.lax.lax": ("dce_sink_p",)},
}  # fmt: skip
"""The names by public module, and by the private module that defined them. If it still does, the stub has a signature."""

EARLIER_PARAMETERS = (
    "jax.ds", "jax.interpreters.mlir.core_call_lowering", "jax.interpreters.mlir.lower_jaxpr_to_fun",
    "jax.interpreters.mlir.lower_jaxpr_to_module", "jax.interpreters.partial_eval.dce_jaxpr_call_rule",
    "jax.interpreters.partial_eval.dce_jaxpr_closed_call_rule",
)  # fmt: skip
"""The functions that have other parameters in an earlier JAX. Their stubs accept any arguments."""
