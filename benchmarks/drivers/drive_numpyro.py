"""Distributions and models of numpyro with float32 and bfloat16 parameters."""

import jax
import jax.numpy as jnp
import numpyro
import numpyro.distributions as dist
from numpyro.distributions import constraints, transforms
from numpyro.infer.util import log_density


def shaped(*shape: int, dtype: str = "float32") -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))


def model(x, y):
    weights = numpyro.sample("weights", dist.Normal(0.0, 1.0).expand([3]).to_event(1))
    noise = numpyro.sample("noise", dist.HalfNormal(1.0))
    with numpyro.plate("data", 5):
        numpyro.sample("y", dist.Normal(x @ weights, noise), obs=y)


def main() -> None:
    key = jax.random.key(0)
    for dtype in ("float32", "bfloat16"):
        x = shaped(4, dtype=dtype)
        for family in (dist.Normal, dist.Laplace, dist.Logistic, dist.Cauchy, dist.Gumbel, dist.LogNormal):
            jax.eval_shape(lambda a, b, v: family(a, b).log_prob(v), x, x, x)
            jax.eval_shape(lambda k, a, b: family(a, b).sample(k), key, x, x)
        for family in (dist.HalfNormal, dist.Exponential, dist.HalfCauchy):
            jax.eval_shape(lambda a, v: family(a).log_prob(v), x, x)
        jax.eval_shape(lambda a, v: dist.Bernoulli(logits=a).log_prob(v), x, shaped(4, dtype="int32"))
        jax.eval_shape(lambda a, v: dist.Categorical(logits=a).log_prob(v), x, shaped(dtype="int32"))
        jax.eval_shape(lambda a, b, v: dist.Beta(a, b).log_prob(v), x, x, x)
        jax.eval_shape(lambda a, b, v: dist.Gamma(a, b).log_prob(v), x, x, x)
        jax.eval_shape(lambda a, b: dist.kl_divergence(dist.Normal(a, b), dist.Normal(b, a)), x, x)
        for transform in (
            transforms.ExpTransform(),
            transforms.SigmoidTransform(),
            transforms.StickBreakingTransform(),
        ):
            jax.eval_shape(transform, x)
        jax.eval_shape(constraints.positive, x)
        data = {"weights": shaped(3, dtype=dtype), "noise": shaped(dtype=dtype)}
        inputs = shaped(5, 3, dtype=dtype), shaped(5, dtype=dtype)
        jax.eval_shape(lambda p, a, b: log_density(model, (a, b), {}, p)[0], data, *inputs)


if __name__ == "__main__":
    main()
