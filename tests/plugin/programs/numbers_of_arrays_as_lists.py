"""Python numbers that ``tolist`` and ``item`` make of arrays, and what Python's functions select of them."""

import jax
import jax.numpy as jnp
import numpy as np

i = jnp.arange(3, dtype=jnp.int32)
f = jnp.ones(3, jnp.float16)
b = i > 0
c = jnp.ones(3, jnp.complex64)
i8 = jnp.ones(3, jnp.int8)
ni = np.arange(3, dtype=np.int8)
nf = np.ones(3, np.float32)
nb = np.ones(3, np.bool_)
reveal_type(i.tolist())
reveal_type(i8 * min(i.tolist()))
reveal_type(i8 * max(f.tolist()))
reveal_type(i8 * sum(i.tolist()))
reveal_type(i8 * sum(f.tolist()))
reveal_type(i8 * sum(b.tolist()))
reveal_type(i8 * min(b.tolist()))
reveal_type(i8 * sorted(i.tolist())[0])
reveal_type(i8 * sorted(f.tolist())[0])
reveal_type(i8 * i.tolist()[0])
reveal_type(i8 * f.tolist()[0])
reveal_type(i8 * c.tolist()[0])
reveal_type(jnp.asarray(i.tolist()))
reveal_type(jnp.asarray(f.tolist()))
reveal_type(i8 * ni.tolist()[0])
reveal_type(i8 * min(ni.tolist()))
reveal_type(i8 * max(nf.tolist()))
reveal_type(i8 * sum(nf.tolist()))
reveal_type(i8 * sum(nb.tolist()))
reveal_type(i8 * sorted(nf.tolist())[0])
reveal_type(i8 * i[0].item())
reveal_type(i8 * f[0].item())
reveal_type(i8 * b[0].item())
reveal_type(i8 * f[0].tolist())
reveal_type(i8 * i[0].tolist())
for t in f.tolist():
    reveal_type(i8 * t)
for t in i.tolist():
    reveal_type(i8 * t)
reveal_type(i8 * min(t for t in f.tolist()))
reveal_type(i8 * min([t for t in f.tolist()]))
reveal_type(i8 * min(f.tolist() + [1]))
reveal_type(i8 * min(*f.tolist()))
reveal_type(i8 * min(1, *f.tolist()))
reveal_type(i8 * max(f.tolist(), default=0))
reveal_type(i8 * min(list(f.tolist())))
reveal_type(i8 * next(iter(f.tolist())))
reveal_type(i8 * abs(f.tolist()[0]))
reveal_type(i8 * round(f.tolist()[0], 2))
reveal_type(i8 * dict(enumerate(f.tolist()))[0])
reveal_type(i8 * f.tolist().pop())
reveal_type(i8 * f.tolist()[-1])
reveal_type(i8 * min(f.tolist(), key=abs))
reveal_type(i8 * min(f))
reveal_type(i8 * min(nf))
reveal_type(i8 * min(ni))
reveal_type(i8 * sum(nf))
reveal_type(i8 * sorted(nf)[0])
reveal_type(i8 * min(list(nf)))
reveal_type(i8 * list(nf)[0])
reveal_type(i8 * np.min(f.tolist()))
reveal_type(i8 * np.mean(i.tolist()))


def g(x: jax.Array, y: jax.Array):
    return x * min(y.tolist())


reveal_type(g(i8, i))
reveal_type(g(i8, f))
reveal_type(g(f, i))


def h(x, y):
    return x * min(y.tolist())


reveal_type(h(i8, i))
reveal_type(h(i8, f))


def k(x: jax.Array, y: jax.Array):
    return x * sorted(y.tolist())[0]


reveal_type(k(i8, f))


def k2(x: jax.Array, y: jax.Array):
    return x * y.tolist()[0]


reveal_type(k2(i8, f))


def k3(x: jax.Array, y: jax.Array):
    return x * y.item()


reveal_type(k3(i8, f[0]))
reveal_type(k3(i8, i[0]))
lst = f.tolist()
reveal_type(i8 * min(lst))
low, high = min(lst), max(lst)
reveal_type(i8 * low)
v = np.ones(3, dtype=float)
reveal_type(i8 * max(v.tolist()))
reveal_type(i8 * max(np.ones(3, dtype=float).tolist()))
reveal_type(i8 * max(np.ones(3).tolist()))
reveal_type(i8 * max(np.arange(3).tolist()))
reveal_type(i8 * max(np.sqrt(nf).tolist()))
reveal_type(i8 * np.sqrt(nf).tolist()[0])
reveal_type(i8 * max(np.sqrt(2.0), 1.0))
reveal_type(i8 * max(np.unique(nf)))
reveal_type(i8 * max(np.float32(1), np.float32(2)))
reveal_type(i8 * max(nf.tolist(), default=0))
reveal_type(i8 * max(nf.max().item(), 1.0))
reveal_type(i8 * min([nf.item(0), 2.5]))
q = max(nf.tolist())
reveal_type(i8 * q)
q2 = sorted(nf.tolist())
reveal_type(i8 * q2[0])
for w in nf.tolist():
    reveal_type(i8 * w)
    reveal_type(i8 * max(w, 1))
reveal_type(jnp.asarray(nf.tolist()))
reveal_type(jnp.asarray(sorted(nf.tolist())))
