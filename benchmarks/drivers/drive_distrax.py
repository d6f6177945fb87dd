"""Distributions and bijectors of distrax with float32 and bfloat16 parameters."""

import distrax
import jax
import jax.numpy as jnp


def shaped(*shape: int, dtype: str = "float32") -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))


def main() -> None:
    key = jax.random.key(0)
    for dtype in ("float32", "bfloat16"):
        x, index = shaped(4, dtype=dtype), shaped(dtype="int32")
        for family in (distrax.Normal, distrax.Laplace, distrax.Logistic, distrax.Gumbel, distrax.Uniform):
            jax.eval_shape(lambda a, b, v: family(a, b).log_prob(v), x, x, x)
            jax.eval_shape(lambda k, a, b: family(a, b).sample(seed=k), key, x, x)
            jax.eval_shape(lambda a, b: family(a, b).entropy(), x, x)
        for family in (distrax.Beta, distrax.Gamma):
            jax.eval_shape(lambda a, b, v: family(a, b).log_prob(v), x, x, x)
        jax.eval_shape(lambda a, v: distrax.Categorical(logits=a).log_prob(v), x, index)
        jax.eval_shape(lambda a: distrax.Categorical(logits=a).entropy(), x)
        jax.eval_shape(lambda a, b: distrax.Categorical(logits=a).kl_divergence(distrax.Categorical(logits=b)), x, x)
        jax.eval_shape(lambda a, v: distrax.Bernoulli(logits=a).log_prob(v), x, shaped(4, dtype="int32"))
        jax.eval_shape(lambda a, v: distrax.OneHotCategorical(logits=a).log_prob(v), x, shaped(4, dtype="int32"))
        jax.eval_shape(lambda a, v: distrax.EpsilonGreedy(a, 0.1).log_prob(v), x, index)
        jax.eval_shape(lambda a, b, v: distrax.MultivariateNormalDiag(a, b).log_prob(v), x, x, x)
        jax.eval_shape(lambda k, a, b: distrax.MultivariateNormalDiag(a, b).sample(seed=k), key, x, x)
        jax.eval_shape(lambda a, b, v: distrax.VonMises(a, b).log_prob(v), x, x, x)
        for bijector in (distrax.Tanh(), distrax.Sigmoid(), distrax.Chain([distrax.Tanh(), distrax.Sigmoid()])):
            jax.eval_shape(bijector.forward_and_log_det, x)
            jax.eval_shape(bijector.inverse_and_log_det, x)
        jax.eval_shape(lambda s, t, v: distrax.ScalarAffine(shift=s, scale=t).forward(v), x, x, x)
        jax.eval_shape(lambda a, b, v: distrax.Transformed(distrax.Normal(a, b), distrax.Tanh()).log_prob(v), x, x, x)
        jax.eval_shape(
            lambda p, v: distrax.RationalQuadraticSpline(p, -1.0, 1.0).forward(v), shaped(4, 13, dtype=dtype), x
        )


if __name__ == "__main__":
    main()
