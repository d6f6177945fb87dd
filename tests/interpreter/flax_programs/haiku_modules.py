import haiku as hk
import jax
import jax.numpy as jnp


class Net(hk.Module):
    def __init__(self, n, name=None):
        super().__init__(name=name)
        self.lin = hk.Linear(n)

    def __call__(self, x):
        w = hk.get_parameter("w", [3], jnp.bfloat16, init=jnp.ones)
        y = self.lin(x)
        return hk.LayerNorm(-1, True, True)(y), w


def f(x):
    m = Net(3, name="net")
    a, b = m(x)
    return hk.nets.MLP([4, 5])(a), b


t = hk.transform(f)
p = t.init(jax.random.PRNGKey(0), jnp.ones((2, 3)))
w = p["net"]["w"]
l = p["net/~/linear"]["w"]
ln = p["net/layer_norm"]["scale"]
m = p["mlp/~/linear_0"]["b"]
o, q = t.apply(p, None, jnp.ones((2, 3)))
t2 = hk.without_apply_rng(t)
o2, q2 = t2.apply(p, jnp.ones((2, 3)))


def g(x, train):
    x = hk.Conv2D(4, 3)(x)
    x = hk.BatchNorm(True, True, 0.9)(x, train)
    return hk.dropout(hk.next_rng_key(), 0.5, x)


ts = hk.transform_with_state(g)
p3, s3 = ts.init(jax.random.PRNGKey(0), jnp.ones((2, 8, 8, 3)), True)
k = p3["conv2_d"]["w"]
o3, s4 = ts.apply(p3, s3, jax.random.PRNGKey(0), jnp.ones((2, 8, 8, 3)), True)
