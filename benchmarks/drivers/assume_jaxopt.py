"""Losses, projections, proximal operators and linear algebra of jaxopt with bfloat16 arrays."""

from bfloat16_inputs import floats, integers, run, with_fixed
from jaxopt import isotonic, loss, objective, projection, prox
from jaxopt._src import anderson, tree_util

CASES = {
    "loss.multiclass_hinge_loss": (loss.multiclass_hinge_loss, integers(), floats(5)),
    "loss.multiclass_perceptron_loss": (loss.multiclass_perceptron_loss, integers(), floats(5)),
    "loss.multiclass_sparsemax_loss": (loss.multiclass_sparsemax_loss, integers(), floats(5)),
    "loss.multiclass_logistic_loss": (loss.multiclass_logistic_loss, integers(), floats(5)),
    "loss.huber_loss": (loss.huber_loss, floats(5), floats(5)),
    "isotonic.isotonic_l2_pav": (isotonic.isotonic_l2_pav, floats(5)),
    "anderson.minimize_residuals": (anderson.minimize_residuals, floats(4, 4), floats()),
    "anderson.anderson_step": (
        anderson.anderson_step, floats(4, 5), floats(4, 5), floats(4, 4), floats(), floats()),
    "projection.projection_simplex": (projection.projection_simplex, floats(5)),
    "projection.projection_l1_ball": (projection.projection_l1_ball, floats(5)),
    "projection.projection_box_section": (
        with_fixed(projection.projection_box_section, check_feasible=False),
        floats(5), (floats(5), floats(5), floats(5), floats())),
    "projection.projection_birkhoff": (projection.projection_birkhoff, floats(4, 4)),
    "projection.projection_transport": (
        projection.projection_transport, floats(4, 3), (floats(4), floats(3))),
    "projection.kl_projection_transport": (
        projection.kl_projection_transport, floats(4, 3), (floats(4), floats(3))),
    "prox.prox_elastic_net": (prox.prox_elastic_net, floats(5)),
    "prox.prox_group_lasso": (prox.prox_group_lasso, floats(5)),
    "prox.prox_log_l1": (prox.make_prox_from_projection(projection.projection_simplex), floats(5)),
    "objective.multiclass_logreg": (objective.multiclass_logreg, floats(7, 3), (floats(9, 7), integers(9))),
    "objective.multiclass_linear_svm_dual": (
        objective.multiclass_linear_svm_dual, floats(9, 3), floats(), (floats(9, 7), floats(9, 3))),
    "tree_util.tree_average": (tree_util.tree_average, floats(3, 5), floats(3)),
    "tree_util.tree_l2_norm": (tree_util.tree_l2_norm, {"a": floats(3), "b": floats(5)}),
}  # fmt: skip

if __name__ == "__main__":
    run(CASES)
