"""Names that one version of JAX has and another has not, as libraries take them."""

import jax
import jax.extend.core

if hasattr(jax.extend.core, "take_current_trace"):
    take_current_trace = jax.extend.core.take_current_trace
else:
    take_current_trace = jax.core.take_current_trace

with take_current_trace() as trace:
    print(trace)
