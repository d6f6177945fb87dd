"""Losses and returns of rlax with float32 and bfloat16."""

import jax
import jax.numpy as jnp
import rlax


def main():
    key = jax.random.key(0)
    for dtype in ("float32", "bfloat16"):
        q = jnp.ones((4,), dtype)
        r, d = jnp.ones((), dtype), jnp.full((), 0.9, dtype)
        a = jnp.int32(1)
        rlax.q_learning(q, a, r, d, q)
        rlax.double_q_learning(q, a, r, d, q, q)
        rlax.sarsa(q, a, r, d, q, a)
        rlax.expected_sarsa(q, a, r, d, q, jax.nn.softmax(q))
        rlax.td_learning(r, r, d, r)
        rs, ds, vs = jnp.ones(5, dtype), jnp.full(5, 0.9, dtype), jnp.ones(5, dtype)
        rlax.lambda_returns(rs, ds, vs, 0.95)
        rlax.n_step_bootstrapped_returns(rs, ds, vs, 3)
        rlax.discounted_returns(rs, ds, vs)
        rlax.td_lambda(vs, rs, ds, vs, 0.9)
        rlax.truncated_generalized_advantage_estimation(rs, ds, 0.95, jnp.ones(6, dtype))
        logits, acts, adv = jnp.ones((5, 3), dtype), jnp.zeros(5, jnp.int32), jnp.ones(5, dtype)
        w = jnp.ones(5, dtype)
        rlax.policy_gradient_loss(logits, acts, adv, w)
        rlax.entropy_loss(logits, w)
        rlax.vtrace(vs, vs, rs, ds, jnp.ones(5, dtype), 0.9)
        rlax.l2_loss(vs)
        rlax.huber_loss(vs)
        rlax.log_loss(vs, vs)
        rlax.signed_hyperbolic(vs)
        rlax.softmax(1.0).sample(key, logits)
        rlax.softmax(1.0).logprob(acts, logits)
        rlax.epsilon_greedy(0.1).probs(logits)
        rlax.gaussian_diagonal().logprob(vs, vs, jnp.ones(5, dtype))
        rlax.clipped_surrogate_pg_loss(vs, adv, 0.2)
        rlax.categorical_l2_project(jnp.linspace(0.0, 1.0, 4, dtype=dtype), q, jnp.linspace(0.0, 1.0, 4, dtype=dtype))
        rlax.quantile_q_learning(
            jnp.ones((3, 4), dtype),
            jnp.linspace(0.1, 0.9, 3, dtype=dtype),
            a,
            r,
            d,
            jnp.ones((3, 4), dtype),
            jnp.ones((3, 4), dtype),
        )
        rlax.one_hot(acts, 3)


if __name__ == "__main__":
    main()
