"""Losses, projections and updates of optax with bfloat16 arrays."""

import optax
from bfloat16_inputs import floats, integers, run, with_fixed
from optax import losses, projections, tree
from optax.assignment import hungarian_algorithm

TREE = {"kernel": floats(3, 5), "bias": floats(5)}


def update(optimizer):
    return lambda grads, params: optimizer.update(grads, optimizer.init(params), params)


CASES = {
    "losses.multiclass_hinge_loss": (losses.multiclass_hinge_loss, floats(6, 4), integers(6)),
    "losses.multiclass_perceptron_loss": (losses.multiclass_perceptron_loss, floats(6, 4), integers(6)),
    "losses.multiclass_sparsemax_loss": (losses.multiclass_sparsemax_loss, floats(6, 4), integers(6)),
    "losses.softmax_cross_entropy_with_integer_labels": (
        losses.softmax_cross_entropy_with_integer_labels, floats(6, 4), integers(6)),
    "losses.ctc_loss": (losses.ctc_loss, floats(2, 7, 4), floats(2, 7), integers(2, 5), floats(2, 5)),
    "losses.poly_loss_cross_entropy": (losses.poly_loss_cross_entropy, floats(6, 4), floats(6, 4)),
    "losses.sigmoid_focal_loss": (with_fixed(losses.sigmoid_focal_loss, alpha=0.3), floats(6), floats(6)),
    "losses.ntxent": (losses.ntxent, floats(6, 4), integers(6)),
    "losses.triplet_margin_loss": (losses.triplet_margin_loss, floats(6, 4), floats(6, 4), floats(6, 4)),
    "losses.ranking_softmax_loss": (losses.ranking_softmax_loss, floats(6, 4), floats(6, 4)),
    "losses.dice_loss": (losses.dice_loss, floats(6, 8, 4), floats(6, 8, 4)),
    "losses.smooth_labels": (with_fixed(losses.smooth_labels, alpha=0.1), floats(6, 4)),
    "projections.projection_simplex": (projections.projection_simplex, floats(7)),
    "projections.projection_l1_ball": (projections.projection_l1_ball, floats(7)),
    "projections.projection_hyperplane": (projections.projection_hyperplane, floats(7), floats(7), floats()),
    "assignment.hungarian_algorithm": (hungarian_algorithm, floats(4, 4)),
    "tree.norm": (tree.norm, TREE),
    "scale_by_adam": (update(optax.scale_by_adam()), TREE, TREE),
    "scale_by_radam": (update(optax.scale_by_radam()), TREE, TREE),
    "scale_by_novograd": (update(optax.scale_by_novograd()), TREE, TREE),
    "scale_by_rms": (update(optax.scale_by_rms()), TREE, TREE),
    "adafactor": (update(optax.adafactor(1e-3)), TREE, TREE),
    "contrib.muon": (update(optax.contrib.muon(1e-3)), TREE, TREE),
    "contrib.prodigy": (update(optax.contrib.prodigy()), TREE, TREE),
    "contrib.dadapt_adamw": (update(optax.contrib.dadapt_adamw()), TREE, TREE),
    "contrib.cocob": (update(optax.contrib.cocob()), TREE, TREE),
    "contrib.sophia": (update(optax.contrib.scale_by_ademamix()), TREE, TREE),
}  # fmt: skip

if __name__ == "__main__":
    run(CASES)
