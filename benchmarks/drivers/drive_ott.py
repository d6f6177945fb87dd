"""Optimal transport of ott on point clouds and cost matrices."""

import jax
import jax.numpy as jnp
from ott.geometry import costs, geometry, pointcloud
from ott.problems.linear import linear_problem
from ott.solvers.linear import sinkhorn
from ott.tools import soft_sort


def main():
    key = jax.random.key(0)
    for dtype in (jnp.float32, jnp.bfloat16):
        x = jax.random.normal(key, (6, 2), dtype)
        y = jax.random.normal(key, (5, 2), dtype)
        geom = pointcloud.PointCloud(x, y, epsilon=0.1)
        print(geom.cost_matrix, geom.kernel_matrix)
        costs.PNormP(1.5)(x[0], y[0])
        costs.Cosine()(x[0], y[0])
        geom2 = geometry.Geometry(cost_matrix=jnp.abs(x[:, :1] - y[:, 0][None]), epsilon=0.5)
        geom2.apply_kernel(jnp.ones(5, dtype), axis=1)
    x = jax.random.normal(key, (6, 2))
    y = jax.random.normal(key, (5, 2))
    geom = pointcloud.PointCloud(x, y, epsilon=0.1)
    out = sinkhorn.Sinkhorn(max_iterations=20)(linear_problem.LinearProblem(geom))
    print(out.matrix, out.reg_ot_cost)
    soft_sort.sort(x[:, 0])
    soft_sort.ranks(x[:, 0])


if __name__ == "__main__":
    main()
