"""Samplers of blackjax on a Gaussian."""

import blackjax
import jax
import jax.numpy as jnp


def logdensity(x):
    return -0.5 * jnp.sum((x["mean"] - 1.0) ** 2) - jnp.sum(x["scale"] ** 2)


def main():
    key = jax.random.key(0)
    position = {"mean": jnp.zeros(3), "scale": jnp.ones(2)}
    hmc = blackjax.hmc(logdensity, step_size=1e-2, inverse_mass_matrix=jnp.ones(5), num_integration_steps=4)
    state = hmc.init(position)
    state, _ = jax.jit(hmc.step)(key, state)
    nuts = blackjax.nuts(logdensity, step_size=1e-2, inverse_mass_matrix=jnp.ones(5))
    state = nuts.init(position)
    state, _ = jax.jit(nuts.step)(key, state)
    mala = blackjax.mala(logdensity, 1e-2)
    state = mala.init(position)
    state, _ = mala.step(key, state)
    rmh = blackjax.additive_step_random_walk(logdensity, blackjax.mcmc.random_walk.normal(0.1 * jnp.ones(5)))
    state = rmh.init(position)
    state, _ = rmh.step(key, state)
    slice_ = blackjax.elliptical_slice(lambda x: -jnp.sum(x**2), mean=jnp.zeros(3), cov=jnp.eye(3))
    state = slice_.init(jnp.ones(3))
    slice_.step(key, state)
    from blackjax.sgmcmc import gradients

    grad = gradients.grad_estimator(lambda x: -jnp.sum(x**2), lambda x, b: -jnp.sum((x - b) ** 2), 10)
    sgld = blackjax.sgld(grad)
    sgld.step(key, sgld.init(jnp.ones(3)), jnp.ones((4, 3)), 1e-3)


if __name__ == "__main__":
    main()
