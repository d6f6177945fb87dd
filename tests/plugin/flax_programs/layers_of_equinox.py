"""Models of equinox: layers, models with layers, their gradients and their updates."""

import equinox as eqx
import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]


class Model(eqx.Module):
    first: eqx.nn.Linear
    second: eqx.nn.Linear
    scale: jax.Array

    def __init__(self, key):  # type: ignore[no-untyped-def]
        key_of_first, key_of_second = jax.random.split(key)
        self.first = eqx.nn.Linear(3, 4, key=key_of_first)
        self.second = eqx.nn.Linear(4, 3, key=key_of_second)
        self.scale = jnp.ones(3)

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.second(jax.nn.relu(self.first(x))) * self.scale


class Typed(eqx.Module):
    layer: eqx.nn.Linear
    norm: eqx.nn.LayerNorm

    def __init__(self, dtype, *, key):  # type: ignore[no-untyped-def]
        self.layer = eqx.nn.Linear(3, 3, dtype=dtype, key=key)
        self.norm = eqx.nn.LayerNorm(3, dtype=dtype)

    def __call__(self, x):  # type: ignore[no-untyped-def]
        return self.layer(self.norm(x))


def loss(model, x, y):  # type: ignore[no-untyped-def]
    return jnp.mean((jax.vmap(model)(x) - y) ** 2)


@eqx.filter_jit
@eqx.filter_value_and_grad
def compiled_loss(model, x, y):  # type: ignore[no-untyped-def]
    return jnp.mean((jax.vmap(model)(x) - y) ** 2)


@eqx.filter_value_and_grad(has_aux=True)
def loss_with_predictions(model, x, y):  # type: ignore[no-untyped-def]
    predictions = jax.vmap(model)(x)
    return jnp.mean((predictions - y) ** 2), predictions


@eqx.filter_jit
def make_step(model, optimizer, state, x, y):  # type: ignore[no-untyped-def]
    value, gradients = eqx.filter_value_and_grad(loss)(model, x, y)
    updates, state = optimizer.update(gradients, state)
    return value, eqx.apply_updates(model, updates), state


def main() -> None:
    key = jax.random.key(0)
    x, y = jnp.ones((5, 3)), jnp.ones((5, 3))
    halves = jnp.ones((5, 3), jnp.bfloat16)

    layer = eqx.nn.Linear(3, 4, key=key)
    reveal_type(layer.weight)
    reveal_type(layer(x[0]))
    reveal_type(layer(halves[0]))
    without_bias = eqx.nn.Linear(3, 4, use_bias=False, key=key)
    reveal_type(without_bias(x[0]))
    scalar = eqx.nn.Linear("scalar", "scalar", key=key)
    reveal_type(scalar(x[0, 0]))
    half = eqx.nn.Linear(3, 4, dtype=jnp.bfloat16, key=key)
    reveal_type(half.weight)
    reveal_type(half(x[0]))
    reveal_type(half(halves[0]))
    complex_layer = eqx.nn.Linear(3, 4, dtype=jnp.complex64, key=key)
    reveal_type(complex_layer.weight)
    reveal_type(complex_layer(x[0]))
    reveal_type(eqx.nn.LayerNorm(3)(x[0]))
    reveal_type(eqx.nn.Embedding(3, 4, key=key)(jnp.asarray(1)))
    cell = eqx.nn.GRUCell(3, 4, key=key)
    reveal_type(cell(x[0], jnp.zeros(4)))
    reveal_type(eqx.nn.Conv1d(3, 4, 2, key=key)(jnp.ones((3, 8))))

    typed = Typed(jnp.float16, key=key)
    reveal_type(typed.layer.weight)
    reveal_type(typed(x[0].astype(jnp.float16)))
    reveal_type(Typed(None, key=key)(x[0]))

    model = Model(key)
    reveal_type(model.first.weight)
    reveal_type(model.scale)
    reveal_type(model(x[0]))
    reveal_type(jax.vmap(model)(x))
    compiled = eqx.filter_jit(model)(x[0])
    reveal_type(compiled)
    mapped = eqx.filter_vmap(model)(halves)
    reveal_type(mapped)
    reveal_type(loss(model, x, y))

    value, gradients = eqx.filter_value_and_grad(loss)(model, x, y)
    reveal_type(value)
    reveal_type(gradients.first.weight)
    gradient_of_layer = eqx.filter_grad(loss)(half, halves, jnp.ones(4))
    reveal_type(gradient_of_layer.weight)
    value, gradients = compiled_loss(model, halves, y)
    reveal_type(value)
    reveal_type(gradients.second.weight)
    (value, predictions), gradients = loss_with_predictions(model, x, y)
    reveal_type(value)
    reveal_type(predictions)
    reveal_type(gradients.scale)

    optimizer = optax.adam(1e-3)
    state = optimizer.init(eqx.filter(model, eqx.is_array))
    for _ in range(2):
        value, model, state = make_step(model, optimizer, state, x, y)
        reveal_type(value)
        reveal_type(model.first.weight)
    reveal_type(model(x[0]))

    cast = jax.tree.map(lambda leaf: leaf.astype(jnp.bfloat16), model)
    reveal_type(cast.first.weight)
    reveal_type(loss(cast, halves, halves))
    reveal_type(loss(cast, x, halves))
    wide = eqx.apply_updates(cast, model)
    reveal_type(wide.first.weight)
    replaced = eqx.tree_at(lambda tree: tree.first.weight, model, jnp.ones((4, 3), jnp.bfloat16))
    reveal_type(replaced.first.weight)
    reveal_type(replaced.scale)
    reveal_type(jax.vmap(replaced)(halves))


main()




