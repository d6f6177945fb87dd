"""Losses, projections, proximal operators and solvers of jaxopt with float32 and bfloat16 arrays."""

import jax
import jax.numpy as jnp
import jaxopt
from jaxopt import loss, objective, projection, prox


def shaped(*shape: int, dtype: str = "float32") -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))


def squares(params, data):
    return jnp.mean((data["x"] @ params - data["y"]) ** 2)


def main() -> None:
    for dtype in ("float32", "bfloat16"):
        x, label = shaped(7, dtype=dtype), shaped(dtype="int32")
        for function in (loss.binary_logistic_loss, loss.binary_sparsemax_loss, loss.binary_hinge_loss):
            jax.eval_shape(function, label, shaped(dtype=dtype))
        for function in (
            loss.multiclass_logistic_loss,
            loss.multiclass_sparsemax_loss,
            loss.multiclass_perceptron_loss,
        ):
            jax.eval_shape(function, label, x)
        jax.eval_shape(loss.huber_loss, x, x)
        for function in (
            projection.projection_non_negative,
            projection.projection_simplex,
            projection.projection_l1_sphere,
            projection.projection_l1_ball,
            projection.projection_l2_sphere,
            projection.projection_l2_ball,
            projection.projection_linf_ball,
        ):
            jax.eval_shape(function, x)
        jax.eval_shape(projection.projection_box, x, (x, x))
        for function in (prox.prox_lasso, prox.prox_ridge, prox.prox_group_lasso, prox.prox_elastic_net):
            if function is prox.prox_elastic_net:
                jax.eval_shape(lambda v: prox.prox_elastic_net(v, (0.1, 0.2)), x)
            else:
                jax.eval_shape(function, x)
        jax.eval_shape(prox.prox_non_negative_lasso, x)
        data = (shaped(9, 7, dtype=dtype), shaped(9, dtype=dtype))
        jax.eval_shape(objective.least_squares, x, data)
        jax.eval_shape(objective.ridge_regression, x, shaped(dtype=dtype), data)
        jax.eval_shape(objective.binary_logreg, x, (shaped(9, 7, dtype=dtype), shaped(9, dtype="int32")))
    batch = {"x": shaped(9, 7), "y": shaped(9)}
    for solver in (
        jaxopt.GradientDescent(squares, maxiter=5),
        jaxopt.PolyakSGD(squares, maxiter=5),
        jaxopt.NonlinearCG(squares, maxiter=5),
        jaxopt.LBFGS(squares, maxiter=5),
    ):
        jax.eval_shape(lambda p, d: solver.run(p, d).params, shaped(7), batch)


if __name__ == "__main__":
    main()
