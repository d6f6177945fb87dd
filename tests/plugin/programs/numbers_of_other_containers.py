"""Numbers of several classes keep their class when other containers take them: lists that are joined, sorted or copied."""

import jax.numpy as jnp
i = jnp.ones(3, jnp.int32)
ns = (1, 2.0)
reveal_type([i * s for s in [*(1, 2.0)]])
reveal_type([i * s for s in [*ns]])
reveal_type([i * s for s in [*ns, 3.0]])
reveal_type([i * s for s in (*ns, 3.0)])
reveal_type([i * s for s in [*[1, 2], 3.0]])
reveal_type(i * [*[1, 2], 3.0][0])
l = [1, 2]
m = [*l, 2.0]
reveal_type(i * m[0])
for s in m:
    reveal_type(i * s)
d = {**{"a": 1}, "b": 2.0}
reveal_type(i * d["a"])
e = {**d}
reveal_type(i * e["a"])
f = [0.5] + [1]
reveal_type(i * f[1])
g = sorted([1, 0.5])
reveal_type(i * g[1])
h = list((1, 0.5))
reveal_type(i * h[0])
k = [x for x in (1, 0.5)]
reveal_type(i * k[0])
n = [1, 0.5].copy()
reveal_type(i * n[0])
o = [1, 0.5][:1]
reveal_type(i * o[0])
p = [1, 0.5] * 2
reveal_type(i * p[0])
q = dict(a=1, b=0.5)
reveal_type(i * q["a"])
r = {k: v for k, v in (("a", 1), ("b", 0.5))}
reveal_type(i * r["a"])
t = list(reversed([1, 0.5]))
reveal_type(i * t[1])
u, *v = [0.5, 1, 2]
reveal_type(i * u)
reveal_type(i * v[0])
w = max([0.5, 1])
reveal_type(i * w)
for one, two in zip([1, 0.5], [1, 2]):
    reveal_type(i * one)
    reveal_type(i * two)
for a, b in enumerate([1, 0.5]):
    reveal_type(i * b)
for z in {1: 0.5, 0.5: 1}:
    reveal_type(i * z)
for z in {1: 0.5, 0.5: 1}.values():
    reveal_type(i * z)
