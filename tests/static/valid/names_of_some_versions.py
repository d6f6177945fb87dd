"""Names that one version of JAX has and another has not, as libraries take them."""

import jax
import jax.extend.core

if hasattr(jax.extend.core, "take_current_trace"):
    take_current_trace = jax.extend.core.take_current_trace
else:
    take_current_trace = jax.core.take_current_trace

ClosedJaxpr = jax.extend.core.ClosedJaxpr


def count(jaxpr: ClosedJaxpr) -> int:
    return len(jaxpr.jaxpr.eqns)


print(count(jax.make_jaxpr(lambda x: x + 1)(1.0)))
with take_current_trace() as trace:
    print(trace)
