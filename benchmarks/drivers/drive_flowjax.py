"""Distributions, bijections and flows of flowjax."""

import jax
import jax.numpy as jnp
from flowjax import bijections, distributions, flows


def main():
    key = jax.random.key(0)
    normal = distributions.Normal(jnp.zeros(3), jnp.ones(3))
    x = normal.sample(key, (5,))
    normal.log_prob(x)
    distributions.StudentT(jnp.ones(3)).log_prob(x[0])
    affine = bijections.Affine(jnp.ones(3), 2 * jnp.ones(3))
    affine.transform_and_log_det(x[0])
    affine.inverse_and_log_det(x[0])
    spline = bijections.RationalQuadraticSpline(knots=4, interval=2)
    spline.transform_and_log_det(jnp.array(0.3))
    chain = bijections.Chain([affine, bijections.Tanh((3,))])
    chain.transform_and_log_det(x[0])
    flow = flows.coupling_flow(key, base_dist=normal, nn_width=4, nn_depth=1, flow_layers=2)
    flow.log_prob(x)
    flow.sample(key, (2,))
    maf = flows.masked_autoregressive_flow(key, base_dist=normal, nn_width=4, nn_depth=1, flow_layers=2)
    maf.log_prob(x)


if __name__ == "__main__":
    main()
