import jax.numpy as jnp
from flax import nnx

x = jnp.ones((2, 6, 8), jnp.bfloat16)


class Block(nnx.Module):
    def __init__(self, rngs, dtype=jnp.bfloat16):
        self.linear = nnx.Linear(8, 8, rngs=rngs, param_dtype=dtype)

    def __call__(self, x):
        y = self.linear(x)
        return y if y.ndim == 2 else y.astype(jnp.float16)


class Model(nnx.Module):
    def __init__(self, rngs):
        @nnx.split_rngs(splits=3)
        @nnx.vmap(in_axes=(0,), out_axes=0)
        def create(rngs):
            return Block(rngs)

        self.blocks = create(rngs)

    def __call__(self, x):
        @nnx.scan(in_axes=(nnx.Carry, 0), out_axes=nnx.Carry)
        def forward(x, block):
            return block(x)

        return forward(x, self.blocks)

    def all_results(self, x):
        @nnx.scan
        def forward(x, block):
            y = block(x)
            return y, (y.astype(jnp.float32), y.ndim * jnp.ones(2, jnp.float16))

        return forward(x, self.blocks)


@nnx.scan(in_axes=(None, 0), out_axes=1)
def without_carry(block, x):
    return block(x)


@nnx.vmap(in_axes=(0, None), out_axes=0)
def mapped(block, x):
    return block(x)


rngs = nnx.Rngs(0)
model = Model(rngs)
kernel = model.blocks.linear.kernel.value
carry = model(x[:, 0])
carry2, (wide, half) = model.all_results(x[:, 0])
stacked = without_carry(Block(rngs), x)
many = mapped(model.blocks, x[:, 0])
sequence = nnx.RNN(nnx.GRUCell(8, 8, rngs=rngs, dtype=jnp.bfloat16))(x)

# States hold the variables themselves.
shared = nnx.Linear(8, 8, rngs=rngs)
state = nnx.state(shared)
graph, parts = nnx.split(shared)
merged = nnx.merge(graph, parts)
copy = nnx.clone(shared)
merged.kernel.value = jnp.ones((8, 8), jnp.float16)
a, b, c = shared.kernel.value, state["kernel"].value, copy.kernel.value
choose = nnx.filterlib.to_predicate(nnx.PathContains("kernel"))
chosen = {path: leaf.value for path, leaf in nnx.to_flat_state(state) if choose(path, leaf)}
only_kernel = chosen[("kernel",)]

# A part of a variable keeps the variable's dtype; a new value does not.
variable = nnx.Param(jnp.ones(3))
variable[...] = jnp.ones(3, jnp.float16)
kept = variable.value
variable[0] = jnp.float16(1)
kept2 = variable.value
variable.set_value(jnp.ones(3, jnp.float16), index=...)
kept3 = variable.value
variable.set_value(jnp.ones(3, jnp.float16))
replaced = variable.value
