"""Inference of state space models by dynamax with bfloat16 arrays."""

from bfloat16_inputs import floats, key, run
from dynamax.hidden_markov_model import inference, parallel_inference
from dynamax.linear_gaussian_ssm import inference as lgssm
from dynamax.linear_gaussian_ssm import info_inference
from dynamax.linear_gaussian_ssm import parallel_inference as parallel_lgssm
from dynamax.utils import cluster, utils

LGSSM = lgssm.make_lgssm_params  # (initial_mean, initial_cov, dynamics, dynamics_cov, emissions, emissions_cov)


def with_parameters(function):
    return lambda emissions, *parts: function(LGSSM(*parts), emissions)


def posterior(probs):
    """The posterior of a hidden Markov model, as another filter would give it."""
    return inference.HMMPosterior(
        marginal_loglik=0.0, filtered_probs=probs, predicted_probs=probs, smoothed_probs=probs, initial_probs=probs[0]
    )


def information(mean, precision, dynamics, dynamics_precision, bias, emissions, emissions_precision):
    """A linear Gaussian model in information form."""
    return info_inference.ParamsLGSSMInfo(
        initial_mean=mean, initial_precision=precision, dynamics_weights=dynamics,
        dynamics_precision=dynamics_precision,
        dynamics_input_weights=precision[:, :0], dynamics_bias=bias, emission_weights=emissions,
        emission_precision=emissions_precision, emission_input_weights=emissions[:, :0], emission_bias=emissions[:, 0],
    )  # fmt: skip


PARTS = (floats(2), floats(2, 2), floats(2, 2), floats(2, 2), floats(3, 2), floats(3, 3))

CASES = {
    "utils.psd_solve": (utils.psd_solve, floats(3, 3), floats(3)),
    "utils.random_rotation": (lambda k: utils.random_rotation(k, 3), key()),
    "utils.symmetrize": (utils.symmetrize, floats(3, 3)),
    "cluster._squared_distances": (cluster._squared_distances, floats(6, 3), floats(2, 3)),
    "hmm.hmm_filter": (inference.hmm_filter, floats(3), floats(3, 3), floats(5, 3)),
    "hmm.hmm_smoother": (inference.hmm_smoother, floats(3), floats(3, 3), floats(5, 3)),
    "hmm.hmm_two_filter_smoother": (inference.hmm_two_filter_smoother, floats(3), floats(3, 3), floats(5, 3)),
    "hmm.hmm_posterior_mode": (inference.hmm_posterior_mode, floats(3), floats(3, 3), floats(5, 3)),
    "hmm.hmm_posterior_sample": (inference.hmm_posterior_sample, key(), floats(3), floats(3, 3), floats(5, 3)),
    "hmm.compute_transition_probs": (
        lambda matrix, probs: inference.compute_transition_probs(matrix, posterior(probs)), floats(3, 3), floats(5, 3)),
    "parallel_hmm.hmm_filter": (parallel_inference.hmm_filter, floats(3), floats(3, 3), floats(5, 3)),
    "parallel_hmm.hmm_smoother": (parallel_inference.hmm_smoother, floats(3), floats(3, 3), floats(5, 3)),
    "parallel_hmm.hmm_posterior_sample": (
        parallel_inference.hmm_posterior_sample, key(), floats(3), floats(3, 3), floats(5, 3)),
    "lgssm._predict": (
        lgssm._predict, floats(2), floats(2, 2), floats(2, 2), floats(2, 1), floats(2), floats(2, 2), floats(1)),
    "lgssm._condition_on": (
        lgssm._condition_on, floats(2), floats(2, 2), floats(3, 2), floats(3, 1), floats(3), floats(3, 3), floats(1),
        floats(3)),
    "lgssm.lgssm_filter": (with_parameters(lgssm.lgssm_filter), floats(5, 3), *PARTS),
    "lgssm.lgssm_smoother": (with_parameters(lgssm.lgssm_smoother), floats(5, 3), *PARTS),
    "parallel_lgssm.lgssm_filter": (with_parameters(parallel_lgssm.lgssm_filter), floats(5, 3), *PARTS),
    "parallel_lgssm._emissions_scale": (
        parallel_lgssm._emissions_scale, floats(2, 2), floats(3, 2), floats(3, 3)),
    "info_inference._mvn_info_log_prob": (info_inference._mvn_info_log_prob, floats(2), floats(2, 2), floats(2)),
    "info_inference._info_predict": (
        info_inference._info_predict, floats(2), floats(2, 2), floats(2, 2), floats(2, 2), floats(2, 1), floats(1),
        floats(2)),
    "info_inference._info_condition_on": (
        info_inference._info_condition_on, floats(2), floats(2, 2), floats(3, 2), floats(3, 3), floats(3, 1),
        floats(1), floats(3), floats(3)),
    "info_inference.lgssm_info_filter": (
        lambda emissions, *parts: info_inference.lgssm_info_filter(information(*parts), emissions),
        floats(5, 3), floats(2), floats(2, 2), floats(2, 2), floats(2, 2), floats(2), floats(3, 2), floats(3, 3)),
    "info_inference.lgssm_info_smoother": (
        lambda emissions, *parts: info_inference.lgssm_info_smoother(information(*parts), emissions),
        floats(5, 3), floats(2), floats(2, 2), floats(2, 2), floats(2, 2), floats(2), floats(3, 2), floats(3, 3)),
    "info_inference.info_to_moment_form": (info_inference.info_to_moment_form, floats(5, 2), floats(5, 2, 2)),
    "info_inference.block_tridiag_mvn_log_normalizer": (
        info_inference.block_tridiag_mvn_log_normalizer, floats(5, 2, 2), floats(4, 2, 2), floats(5, 2)),
}  # fmt: skip

if __name__ == "__main__":
    run(CASES)
