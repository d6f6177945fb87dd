"""Optimizers, schedules, losses and projections of optax with float32 and bfloat16 arrays."""

import jax
import jax.numpy as jnp
import optax


def shaped(*shape: int, dtype: str = "float32") -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))


def step(optimizer, params, grads):
    state = optimizer.init(params)
    for _ in range(2):
        updates, state = optimizer.update(grads, state, params)
        params = optax.apply_updates(params, updates)
    return params


OPTIMIZERS = (
    optax.adabelief(1e-3),
    optax.adagrad(1e-2),
    optax.adam(1e-3),
    optax.adamax(1e-3),
    optax.adamw(optax.cosine_decay_schedule(1e-3, 100)),
    optax.lamb(1e-3),
    optax.lion(1e-4),
    optax.nadam(1e-3),
    optax.novograd(1e-3),
    optax.radam(1e-3),
    optax.rmsprop(1e-3, momentum=0.9),
    optax.sgd(optax.exponential_decay(1e-2, 10, 0.9), momentum=0.9),
    optax.yogi(1e-3),
    optax.chain(optax.clip(1.0), optax.add_decayed_weights(1e-4), optax.trace(0.9), optax.scale(-0.1)),
    optax.chain(optax.adaptive_grad_clip(0.1), optax.scale_by_rms(), optax.scale(-0.1)),
)


def main() -> None:
    for dtype in ("float32", "bfloat16"):
        params = {"kernel": shaped(3, 5, dtype=dtype), "bias": shaped(5, dtype=dtype)}
        for optimizer in OPTIMIZERS:
            jax.eval_shape(lambda p, g: step(optimizer, p, g), params, params)
        x, labels = shaped(6, 4, dtype=dtype), shaped(6, dtype="int32")
        jax.eval_shape(optax.l2_loss, x, x)
        jax.eval_shape(optax.log_cosh, x, x)
        jax.eval_shape(optax.huber_loss, x, x)
        jax.eval_shape(optax.cosine_distance, x, x)
        jax.eval_shape(optax.sigmoid_binary_cross_entropy, x, x)
        jax.eval_shape(optax.softmax_cross_entropy, x, x)
        jax.eval_shape(optax.softmax_cross_entropy_with_integer_labels, x, labels)
        jax.eval_shape(optax.hinge_loss, x, x)
        jax.eval_shape(optax.kl_divergence, x, x)
        jax.eval_shape(optax.smooth_labels, x, 0.1)
        jax.eval_shape(optax.projections.projection_non_negative, params)
        jax.eval_shape(lambda p: optax.projections.projection_l2_ball(p, 2.0), params)
        jax.eval_shape(optax.global_norm, params)
        jax.eval_shape(lambda p, q: optax.incremental_update(p, q, 0.1), params, params)


if __name__ == "__main__":
    main()
