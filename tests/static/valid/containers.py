"""Valid code: lists and dicts of arrays to which arrays of another dtype are added."""

import jax.numpy as jnp

mask = jnp.zeros(3, jnp.bool_)
values = jnp.zeros(3, jnp.float32)


def program() -> None:
    rows = []
    rows.append(mask)
    rows.append(values)
    columns = [mask]
    columns.append(values)
    batch = {"mask": mask}
    batch["values"] = values
    made = {}
    made["mask"] = mask
    made["values"] = values
    named = dict(mask=mask)  # noqa: C408 - a call, which checkers infer otherwise than a literal
    named.update(values=values)
    print(rows, columns, batch, made, named)


program()
