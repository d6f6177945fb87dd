"""Losses, returns and transforms of rlax with bfloat16 arrays."""

import rlax
from bfloat16_inputs import floats, integers, key, run, with_fixed
from rlax._src import multistep, transforms

CASES = {
    "transform_to_2hot": (with_fixed(rlax.transform_to_2hot, min_value=-1.0, max_value=1.0, num_bins=5), floats(3)),
    "transform_from_2hot": (
        with_fixed(rlax.transform_from_2hot, min_value=-1.0, max_value=1.0, num_bins=5), floats(3, 5)),
    "transform_to_2hot_nonlinear": (transforms.transform_to_2hot_nonlinear, floats(3), floats(5)),
    "signed_hyperbolic": (rlax.signed_hyperbolic, floats(3)),
    "quantile_regression_loss": (
        with_fixed(rlax.quantile_regression_loss, huber_param=1.0), floats(3), floats(3), floats(4)),
    "quantile_q_learning": (
        rlax.quantile_q_learning, floats(5, 3), floats(5), integers(), floats(), floats(), floats(5, 3), floats(5, 3)),
    "categorical_l2_project": (rlax.categorical_l2_project, floats(3), floats(3), floats(3)),
    "categorical_td_learning": (
        rlax.categorical_td_learning, floats(5), floats(5), floats(), floats(), floats(5), floats(5)),
    "vtrace": (rlax.vtrace, floats(3), floats(3), floats(3), floats(3), floats(3)),
    "lambda_returns": (rlax.lambda_returns, floats(3), floats(3), floats(3)),
    "n_step_bootstrapped_returns": (
        with_fixed(rlax.n_step_bootstrapped_returns, n=2), floats(5), floats(5), floats(5)),
    "importance_corrected_td_errors": (
        multistep.importance_corrected_td_errors, floats(5), floats(5), floats(5), floats(5), floats(6)),
    "policy_gradient_loss": (rlax.policy_gradient_loss, floats(5, 3), integers(5), floats(5), floats(5)),
    "entropy_loss": (rlax.entropy_loss, floats(5, 3), floats(5)),
    "pixel_control_rewards": (with_fixed(rlax.pixel_control_rewards, cell_size=2), floats(4, 8, 8, 3)),
    "embed_oar": (with_fixed(rlax.embed_oar, num_actions=4), floats(3, 5), integers(3), floats(3)),
    "add_gaussian_noise": (with_fixed(rlax.add_gaussian_noise, stddev=0.1), key(), floats(4)),
    "add_dirichlet_noise": (
        lambda k, p: rlax.add_dirichlet_noise(k, p, dirichlet_alpha=0.3, dirichlet_fraction=0.2), key(), floats(2, 4)),
    "vmpo_compute_weights_and_temperature_loss": (
        lambda a, t: rlax.vmpo_compute_weights_and_temperature_loss(
            a, a, a, rlax.LagrangePenalty(t, 0.1), lambda x: x, lambda x: x), floats(5, 3), floats()),
    "q_lambda": (rlax.q_lambda, floats(4, 3), integers(4), floats(4), floats(4), floats(4, 3), floats(4)),
    "episodic_memory_intrinsic_rewards": (
        with_fixed(rlax.episodic_memory_intrinsic_rewards, num_neighbors=2, reward_scale=1.0), floats(6, 3)),
    "knn_query": (with_fixed(rlax.knn_query, num_neighbors=2), floats(6, 3), floats(4, 3)),
}  # fmt: skip

if __name__ == "__main__":
    run(CASES)
