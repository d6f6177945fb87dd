import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax import struct
from flax.training import train_state


class Block(nn.Module):
    features: int

    @nn.compact
    def __call__(self, x):
        w = self.param("w", nn.initializers.ones, (3,), jnp.bfloat16)
        x = nn.Dense(self.features)(x)
        y = nn.Dense(self.features, dtype=jnp.bfloat16)(x)
        return y + w, x


class Model(nn.Module):
    def setup(self):
        self.first = nn.Dense(4)
        self.blocks = [Block(3) for _ in range(2)]
        self.table = nn.Embed(5, 4)

    def __call__(self, x):
        x = self.first(x)
        for block in self.blocks:
            x, _ = block(x)
        return self.table.attend(jnp.ones((2, 4)))

    def encode(self, x):
        return self.first(x)


class Counter(nn.Module):
    @nn.compact
    def __call__(self, x):
        count = self.variable("stats", "count", lambda: jnp.zeros((), jnp.int32))
        mean = self.variable("stats", "mean", jnp.zeros, (3,), jnp.bfloat16)
        mean.value = mean.value * 0.9 + x.mean()
        count.value += 1
        return x * mean.value


class State(struct.PyTreeNode):
    a: jax.Array
    name: str = struct.field(pytree_node=False)


inputs = jnp.ones((2, 3))
block = Block(3)
variables = block.init(jax.random.key(0), inputs)
kernel = variables["params"]["Dense_0"]["kernel"]
low, high = block.apply(variables, inputs.astype(jnp.bfloat16))
half = jax.tree.map(lambda p: p.astype(jnp.float16), variables)
low_half, high_half = block.apply(half, inputs.astype(jnp.float16))
model = Model()
parameters = model.init(jax.random.key(0), inputs)
inner = parameters["params"]["blocks_0"]["Dense_1"]["kernel"]
outer_w = parameters["params"]["blocks_1"]["w"]
table = parameters["params"]["table"]["embedding"]
output = model.apply(parameters, inputs)
encoded = model.apply(parameters, inputs, method=model.encode)
named = model.apply(parameters, inputs, method="encode")
bound = model.bind(parameters)
attended = bound.encode(inputs)
counter = Counter()
stats = counter.init(jax.random.key(0), inputs)
mean = stats["stats"]["mean"]
scaled, changed = counter.apply(stats, inputs, mutable=["stats"])
new_mean, new_count = changed["stats"]["mean"], changed["stats"]["count"]
shared = nn.Sequential([nn.Dense(4, param_dtype=jnp.bfloat16), nn.relu, nn.Dense(2)])
result, weights = shared.init_with_output(jax.random.key(0), inputs)
layer = weights["params"]["layers_0"]["kernel"]
lifted = nn.vmap(nn.Dense, variable_axes={"params": 0}, split_rngs={"params": True})(3)
lifted_result, lifted_weights = lifted.init_with_output(jax.random.key(0), inputs)
state = train_state.TrainState.create(apply_fn=block.apply, params=variables["params"], tx=optax.adam(1e-3))


def loss(params, x):
    return state.apply_fn({"params": params}, x)[1].sum()


value, gradients = jax.value_and_grad(loss)(state.params, inputs)
state = state.apply_gradients(grads=gradients)
trained = state.params["Dense_0"]["kernel"]
trained_w = state.params["w"]
step = state.step
node = State(jnp.ones(3, jnp.bfloat16), "name").replace(name="other")
node_a = jax.tree.map(lambda leaf: leaf * 2, node).a
