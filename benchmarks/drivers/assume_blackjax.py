"""Diagnostics, metrics and approximations of blackjax with bfloat16 arrays."""

import blackjax.util
import jax.numpy as jnp
from bfloat16_inputs import floats, key, run
from blackjax import diagnostics
from blackjax.mcmc import barker, elliptical_slice, metrics, proposal
from blackjax.mcmc import slice as slice_sampling
from blackjax.optimizers import dual_averaging, lbfgs
from blackjax.smc import ess
from blackjax.smc.tuning import from_particles
from blackjax.vi import fullrank_vi, meanfield_vi, svgd

CASES = {
    "diagnostics.potential_scale_reduction": (diagnostics.potential_scale_reduction, floats(4, 8)),
    "diagnostics.effective_sample_size": (diagnostics.effective_sample_size, floats(4, 8)),
    "diagnostics.rhat": (diagnostics.rhat, floats(4, 8)),
    "diagnostics.ess_bulk": (diagnostics.ess_bulk, floats(4, 8)),
    "diagnostics.ess_tail": (diagnostics.ess_tail, floats(4, 8)),
    "diagnostics.psis_weights": (diagnostics.psis_weights, floats(30)),
    "diagnostics.pareto_khat": (diagnostics.pareto_khat, floats(30)),
    "lbfgs.lbfgs_recover_alpha": (lbfgs.lbfgs_recover_alpha, floats(3), floats(3), floats(3)),
    "lbfgs.lbfgs_inverse_hessian_factors": (
        lbfgs.lbfgs_inverse_hessian_factors, floats(5, 3), floats(5, 3), floats(5)),
    "lbfgs.lbfgs_inverse_hessian_formula_1": (
        lbfgs.lbfgs_inverse_hessian_formula_1, floats(5), floats(5, 6), floats(6, 6)),
    "lbfgs.lbfgs_inverse_hessian_formula_2": (
        lbfgs.lbfgs_inverse_hessian_formula_2, floats(5), floats(5, 6), floats(6, 6)),
    "lbfgs.bfgs_sample": (
        lambda k, *a: lbfgs.bfgs_sample(k, 4, *a), key(), floats(5), floats(5), floats(5), floats(5, 6), floats(6, 6)),
    "barker._barker_logpdf": (barker._barker_logpdf, floats(3), floats(3), floats(3), floats(3)),
    "barker._generate_bernoulli": (barker._generate_bernoulli, key(), floats(3), floats(3)),
    "slice.stepping_out": (
        lambda k, s: slice_sampling.stepping_out(k, lambda t: t < s, 1.0, 5), key(), floats()),
    "slice.doubling": (
        lambda k, s: slice_sampling.doubling(k, lambda t: t < s, 1.0, 5), key(), floats()),
    "metrics.gaussian_euclidean": (
        lambda k, m, p: metrics.gaussian_euclidean(m).sample_momentum(k, p), key(), floats(3), floats(3)),
    "metrics.gaussian_riemannian": (
        lambda k, p: metrics.gaussian_riemannian(lambda x: jnp.outer(x, x)).sample_momentum(k, p), key(), floats(3)),
    "metrics.gaussian_euclidean_low_rank": (
        lambda s, u, e, a: metrics.gaussian_euclidean_low_rank(s, u, e).kinetic_energy(a),
        floats(5), floats(5, 2), floats(2), floats(5)),
    "elliptical_slice.ellipsis": (elliptical_slice.ellipsis, floats(3), floats(3), floats(), floats(3)),
    "proposal.static_binomial_sampling": (
        proposal.static_binomial_sampling, key(), floats(), floats(), floats()),
    "util.generate_unit_vector": (blackjax.util.generate_unit_vector, key(), floats(3)),
    "util.generate_gaussian_noise": (
        blackjax.util.generate_gaussian_noise, key(), floats(3), floats(), floats()),
    "util.incremental_value_update": (
        lambda e, i, a: blackjax.util.incremental_value_update(e, (i, a)), floats(3), floats(), floats(3)),
    "meanfield_vi._sample": (lambda k, m, r: meanfield_vi._sample(k, m, r, 4), key(), floats(3), floats(3)),
    "fullrank_vi._sample": (lambda k, m, c: fullrank_vi._sample(k, m, c, 4), key(), floats(3), floats(6)),
    "fullrank_vi.generate_fullrank_logdensity": (
        lambda m, c, x: fullrank_vi.generate_fullrank_logdensity(m, c)(x), floats(3), floats(6), floats(3)),
    "svgd.rbf_kernel": (svgd.rbf_kernel, floats(3), floats(3), floats()),
    "svgd.median_heuristic": (lambda p: svgd.median_heuristic({"length_scale": 1.0}, p), floats(5, 3)),
    "ess.ess": (ess.ess, floats(5)),
    "from_particles.particles_covariance_matrix": (from_particles.particles_covariance_matrix, floats(5, 3)),
    "dual_averaging": (
        lambda x, g: dual_averaging.dual_averaging()[1](dual_averaging.dual_averaging()[0](x), g), floats(), floats()),
}  # fmt: skip

if __name__ == "__main__":
    run(CASES)
