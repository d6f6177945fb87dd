"""Hidden Markov models and linear Gaussian state space models of dynamax."""

import jax
import jax.numpy as jnp
from dynamax.hidden_markov_model import GaussianHMM, hmm_filter, hmm_posterior_mode, hmm_smoother
from dynamax.linear_gaussian_ssm import LinearGaussianSSM


def main():
    init = jnp.array([0.5, 0.5])
    trans = jnp.array([[0.9, 0.1], [0.2, 0.8]])
    ll = jnp.log(jnp.array([[0.3, 0.7], [0.6, 0.4], [0.5, 0.5]]))
    hmm_filter(init, trans, ll)
    hmm_smoother(init, trans, ll)
    hmm_posterior_mode(init, trans, ll)
    ssm = LinearGaussianSSM(state_dim=2, emission_dim=1)
    params, _ = ssm.initialize(jax.random.key(0))
    _, emissions = ssm.sample(params, jax.random.key(1), 4)
    ssm.filter(params, emissions)
    ssm.smoother(params, emissions)
    hmm = GaussianHMM(2, 1)
    p, _ = hmm.initialize(jax.random.key(0))
    _, e = hmm.sample(p, jax.random.key(1), 5)
    hmm.filter(p, e)
    hmm.marginal_log_prob(p, e)


if __name__ == "__main__":
    main()
