import jax, jax.numpy as jnp
from functools import partial, reduce, lru_cache, singledispatch, cached_property
from collections import defaultdict, OrderedDict, namedtuple, deque, Counter
import itertools, copy, operator, math

h, f = jnp.ones(2, jnp.bfloat16), jnp.ones(2)
dd = defaultdict(list)
for k, v in [("a", h), ("b", f), ("a", 1)]:
    dd[k].append(v)
reveal_type(dict(dd))
dd2 = defaultdict(lambda: h)
reveal_type(dd2["x"])
reveal_type(list(dd2))
Point = namedtuple("Point", ["x", "y"], defaults=[f])
p = Point(h)
reveal_type(p)
reveal_type(p._replace(y=jnp.float16(1)))
reveal_type(jax.tree.map(lambda a: a + 1, p))
q = deque([h, f], maxlen=2)
q.append(1)
reveal_type(q[-1])
reveal_type(q[0])
od = OrderedDict(b=h, a=f)
od.move_to_end("b")
reveal_type(next(iter(od.values())))
reveal_type(od.popitem())
xs = [h, f]
ys = xs
zs = xs[:]
deep = copy.deepcopy(xs)
ys[0] = jnp.float16(1)
reveal_type((xs[0], zs[0], deep[0]))
xs += [3]
reveal_type(len(ys))
xs = xs + [4]
reveal_type((len(xs), len(ys)))
d = {"p": {"w": h}}
e = dict(d)
e2 = copy.deepcopy(d)
e["p"]["w"] = f
reveal_type((d["p"]["w"], e2["p"]["w"]))
d |= {"q": 1}
reveal_type(sorted(d))
s = {**d, "p": 2}
reveal_type(s)
del d["p"]
reveal_type(d)
reveal_type(d.setdefault("z", h))
reveal_type(d.pop("zz", f))
first, *rest = [h, f, 1]
reveal_type((first, rest))
reveal_type(reduce(operator.add, [h, h, f]))
reveal_type(reduce(lambda a, b: a * b, [2, 3], h))


@lru_cache
def make(dt):
    return jnp.zeros(2, dt)


reveal_type(make("float16"))
reveal_type(make(dt="bfloat16"))


@singledispatch
def conv(x):
    return f


@conv.register
def _(x: int):
    return jnp.int32(x)


@conv.register(str)
def _(x):
    return x


reveal_type((conv(1), conv("a"), conv(2.0), conv(True)))


class C:
    @cached_property
    def w(self):
        return self.base * 2

    def __init__(self, base):
        self.base = base


c = C(h)
reveal_type(c.w)
c.base = f
reveal_type(c.w)
del c.w
reveal_type(c.w)
g = partial(lambda a, b, c=1: a * b * c, h)
reveal_type(g(2))
reveal_type(g(2, c=f))
reveal_type(list(zip("ab", [h, f])))
reveal_type([a * b for a, b in itertools.product([h, 2], [f, 1])])
reveal_type(dict(map(lambda kv: (kv[0], kv[1] * 2), {"a": h, "b": 1}.items())))
reveal_type(sorted([3, 1, 2], key=lambda v: -v))
reveal_type([*filter(None, [0, 1, "", h.ndim])])
reveal_type(sum(x.size for x in (h, f)))
reveal_type(math.prod((2, 3)) * h)
reveal_type(any(a.dtype == jnp.float32 for a in (h, f)))
reveal_type({a.dtype.name for a in (h, f)})
reveal_type(max([h, f], key=lambda a: a.dtype.itemsize))
reveal_type((lambda *a, **k: (a, k))(1, *[h], z=f, **{"y": 2}))
