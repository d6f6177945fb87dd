"""A language model trained with optax: bfloat16 parameters, float32 moments, a loss scale, averaged weights."""

import jax
import jax.numpy as jnp
import numpy as np
import optax

WIDTH, VOCABULARY = 16, 32


def init(key):
    first, second, third = jax.random.split(key, 3)
    scale = WIDTH**-0.5
    return {
        "embed": jax.random.normal(first, (VOCABULARY, WIDTH), jnp.bfloat16) * scale,
        "gates": jax.random.normal(second, (2 * WIDTH, 2 * WIDTH), jnp.bfloat16) * scale,
        "head": jax.random.normal(third, (WIDTH, VOCABULARY), jnp.bfloat16) * scale,
    }


def cell(params, state, x):
    """A gated recurrent cell."""
    gate, new = jnp.split(jnp.concatenate([state, x], axis=-1) @ params["gates"], 2, axis=-1)
    gate = jax.nn.sigmoid(gate)
    return gate * state + (1 - gate) * jnp.tanh(new)


def forward(params, tokens):
    state = jnp.zeros((tokens.shape[0], WIDTH))
    outputs = []
    for position in range(tokens.shape[1]):
        state = cell(params, state.astype(jnp.bfloat16), params["embed"][tokens[:, position]])
        outputs.append(state @ params["head"])
    return jnp.stack(outputs, axis=1)


def loss_function(params, batch, loss_scale):
    logits = forward(params, batch["tokens"])
    losses = optax.softmax_cross_entropy_with_integer_labels(logits, batch["targets"])
    smoothed = losses + 1e-4 * jnp.square(jax.nn.logsumexp(logits, axis=-1))
    loss = jnp.mean(smoothed * batch["weights"])  # widens
    return loss * loss_scale, loss


optimizer = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.scale_by_adam(b1=0.9, b2=0.95, mu_dtype=jnp.float32),
    optax.scale_by_learning_rate(1e-2),
)


def weight_decay(params, updates):
    """Decoupled decay, with a rate for each parameter."""
    rates = {"embed": 0.0, "gates": 0.01, "head": 0.01}
    return {name: updates[name] - np.float32(rates[name]) * params[name] for name in params}  # widens


@jax.jit
def step(params, average, opt_state, batch, loss_scale):
    grads, loss = jax.grad(loss_function, has_aux=True)(params, batch, loss_scale)
    grads = jax.tree.map(lambda g: g / loss_scale, grads)  # widens
    updates, opt_state = optimizer.update(grads, opt_state, params)
    updates = weight_decay(params, updates)
    params = optax.apply_updates(params, updates)
    average = jax.tree.map(lambda a, p: 0.99 * a + 0.01 * p, average, params)
    return params, average, opt_state, loss


def sharpness(params, average):
    """How far the parameters are from their average, with noise from NumPy."""
    noise = np.random.default_rng(0).normal(size=(WIDTH, VOCABULARY))
    moved = params["head"] + 0.01 * noise  # widens
    return jnp.abs(moved - average["head"]).max()


def batches(count):
    generator = np.random.default_rng(0)
    for _ in range(count):
        tokens = generator.integers(0, VOCABULARY, (4, 7))
        yield {
            "tokens": jnp.asarray(tokens[:, :-1]),
            "targets": jnp.asarray(tokens[:, 1:]),
            "weights": jnp.ones((4, 6)),
        }


def main():
    params = init(jax.random.key(0))
    average = jax.tree.map(lambda p: p.astype(jnp.float32), params)
    opt_state = optimizer.init(params)
    loss_scale = jnp.ones(()) * 2.0**10
    for batch in batches(3):
        params, average, opt_state, loss = step(params, average, opt_state, batch, loss_scale)
    print(loss.dtype, sorted({str(leaf.dtype) for leaf in jax.tree.leaves(params)}), sharpness(params, average).dtype)


if __name__ == "__main__":
    main()
