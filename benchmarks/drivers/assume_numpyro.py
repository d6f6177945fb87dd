"""Distributions, transforms and functions of numpyro with bfloat16 arrays."""

import jax.numpy as jnp
import numpyro.distributions as dist
from bfloat16_inputs import floats, integers, key, run, with_fixed
from numpyro.contrib.hsgp import laplacian, spectral_densities
from numpyro.distributions import transforms, util
from numpyro.infer import hmc, hmc_util, sa


def log_prob(family, *names):
    return lambda value, *arguments: family(**dict(zip(names, arguments, strict=True))).log_prob(value)


def sample(family, *names):
    return lambda rng, *arguments: family(**dict(zip(names, arguments, strict=True))).sample(rng, (3,))


CASES = {
    "util.cholesky_update": (util.cholesky_update, floats(3, 3), floats(3)),
    "util.logmatmulexp": (util.logmatmulexp, floats(3, 3), floats(3, 3)),
    "util.signed_stick_breaking_tril": (util.signed_stick_breaking_tril, floats(6)),
    "util.vec_to_tril_matrix": (util.vec_to_tril_matrix, floats(6)),
    "util.log1mexp": (util.log1mexp, floats(3)),
    "util.von_mises_centered": (util.von_mises_centered, key(), floats(3)),
    "util._von_mises_centered": (
        lambda k, c: util._von_mises_centered(k, c, (3,), jnp.dtype(jnp.float32)), key(), floats(3)),
    "util.safe_normalize": (util.safe_normalize, floats(3)),
    "util.add_diag": (util.add_diag, floats(3, 3), floats(3)),
    "hmc_util.euclidean_kinetic_energy": (hmc_util.euclidean_kinetic_energy, floats(3), floats(3)),
    "hmc_util._is_turning": (hmc_util._is_turning, floats(3), floats(3), floats(3), floats(3)),
    "hmc_util.parametric": (hmc_util.parametric, [floats(9, 3), floats(9, 3)]),
    "hmc_util.consensus": (with_fixed(hmc_util.consensus), [floats(9, 3), floats(9, 3)]),
    "hmc.momentum_generator": (hmc.momentum_generator, floats(3), floats(3), key()),
    "sa._sample_proposal": (sa._sample_proposal, floats(3), key()),
    "spectral_densities.spectral_density_squared_exponential": (
        lambda w, a, b: spectral_densities.spectral_density_squared_exponential(1, w, a, b),
        floats(1), floats(), floats(1)),
    "spectral_densities.spectral_density_rational_quadratic": (
        lambda w, a, b, c: spectral_densities.spectral_density_rational_quadratic(1, w, a, b, c),
        floats(1), floats(), floats(1), floats()),
    "spectral_densities.modified_bessel_first_kind": (
        lambda z: spectral_densities.modified_bessel_first_kind(2, z), floats(3)),
    "laplacian.eigenfunctions": (with_fixed(laplacian.eigenfunctions, ell=1.0, m=3), floats(5, 1)),
    "transforms.SigmoidTransform": (transforms.SigmoidTransform(), floats(4)),
    "transforms.StickBreakingTransform": (transforms.StickBreakingTransform(), floats(4)),
    "transforms.CorrCholeskyTransform": (transforms.CorrCholeskyTransform(), floats(6)),
    "transforms.OrderedTransform": (transforms.OrderedTransform(), floats(4)),
    "transforms.LowerCholeskyTransform": (transforms.LowerCholeskyTransform(), floats(6)),
    "transforms.ZeroSumTransform": (transforms.ZeroSumTransform(1), floats(4)),
    "Normal.sample": (sample(dist.Normal, "loc", "scale"), key(), floats(3), floats(3)),
    "AsymmetricLaplace.sample": (
        sample(dist.AsymmetricLaplace, "loc", "scale", "asymmetry"), key(), floats(3), floats(3), floats(3)),
    "HalfCauchy.sample": (sample(dist.HalfCauchy, "scale"), key(), floats(3)),
    "Gumbel.sample": (sample(dist.Gumbel, "loc", "scale"), key(), floats(3), floats(3)),
    "Logistic.sample": (sample(dist.Logistic, "loc", "scale"), key(), floats(3), floats(3)),
    "Pareto.sample": (sample(dist.Pareto, "scale", "alpha"), key(), floats(3), floats(3)),
    "InverseGamma.sample": (sample(dist.InverseGamma, "concentration", "rate"), key(), floats(3), floats(3)),
    "StudentT.sample": (sample(dist.StudentT, "df", "loc", "scale"), key(), floats(3), floats(3), floats(3)),
    "MultivariateNormal.sample": (
        sample(dist.MultivariateNormal, "loc", "scale_tril"), key(), floats(3), floats(3, 3)),
    "MultivariateNormal.log_prob": (
        log_prob(dist.MultivariateNormal, "loc", "covariance_matrix"), floats(3), floats(3), floats(3, 3)),
    "LowRankMultivariateNormal.log_prob": (
        log_prob(dist.LowRankMultivariateNormal, "loc", "cov_factor", "cov_diag"),
        floats(3), floats(3), floats(3, 2), floats(3)),
    "GaussianRandomWalk.log_prob": (log_prob(dist.GaussianRandomWalk, "scale"), floats(3), floats()),
    "Categorical.log_prob": (log_prob(dist.Categorical, "logits"), integers(), floats(4)),
    "NegativeBinomialLogits.log_prob": (
        log_prob(dist.NegativeBinomialLogits, "logits", "total_count"), integers(3), floats(3), floats(3)),
    "VonMises.log_prob": (log_prob(dist.VonMises, "loc", "concentration"), floats(3), floats(3), floats(3)),
    "LKJCholesky.log_prob": (
        lambda v, c: dist.LKJCholesky(3, c).log_prob(v), floats(3, 3), floats()),
    "SoftLaplace.sample": (sample(dist.SoftLaplace, "loc", "scale"), key(), floats(3), floats(3)),
    "TruncatedNormal.sample": (
        lambda rng, a, b: dist.TruncatedNormal(a, b, low=0.0).sample(rng), key(), floats(3), floats(3)),
}  # fmt: skip

if __name__ == "__main__":
    run(CASES)
