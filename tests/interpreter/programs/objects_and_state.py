"""Objects of one place, state behind functions, and libraries that hold them."""

import itertools
import operator
from collections import defaultdict, deque, namedtuple
from contextlib import contextmanager
from functools import partial, reduce

import jax
import jax.numpy as jnp
import numpy as np

f32 = jnp.zeros(3, jnp.float32)
f16 = jnp.zeros(3, jnp.float16)
bf = jnp.zeros(3, jnp.bfloat16)
i32 = jnp.zeros(3, jnp.int32)
flag = bool(np.random.rand() < 2)
key = "k%d" % int(np.random.rand() < 2)
n = int(np.random.rand() * 0 + 5)

dd = defaultdict(list)
dd["a"].append(f32)
dd["b"].append(f16)
reveal_type(dd["b"][0])
reveal_type(dd["a"][0])
dd2 = defaultdict(list)
dd2[key].append(f32)
dd2["zz"].append(f16)
reveal_type(dd2["zz"][0])
dd3 = defaultdict(lambda: f32)
dd3["a"] = f16
reveal_type(dd3["a"])
reveal_type(dd3["q"])

cfg = {"dtype": jnp.float32}


@contextmanager
def scaled(d):
    old = cfg["dtype"]
    cfg["dtype"] = d
    try:
        yield old
    finally:
        cfg["dtype"] = old


with scaled(jnp.bfloat16):
    reveal_type(jnp.zeros(3, cfg["dtype"]))
reveal_type(jnp.zeros(3, cfg["dtype"]))


def numbers():
    cfg["dtype"] = jnp.float16
    yield 1
    cfg["dtype"] = jnp.bfloat16
    yield 2


seen = []
for _ in numbers():
    seen.append(jnp.zeros(3, cfg["dtype"]))
reveal_type(seen[0])
reveal_type(seen[1])
cfg["dtype"] = jnp.float32


class Node:
    def __init__(self, v, nxt=None):
        self.v, self.nxt = v, nxt


head = None
for v in (f32, f16, bf):
    head = Node(v, head)
reveal_type(head.v)
reveal_type(head.nxt.v)
nodes = []
for i in range(n):
    nodes.append(Node(f32))
nodes[0].v = f16
reveal_type(nodes[1].v)
reveal_type(nodes[0].v)
last = nodes[-1]
last.v = bf
reveal_type(nodes[2].v)
reveal_type(last.v)
cur = None
for i in range(n):
    prev, cur = cur, Node(f32)
    if prev is not None:
        prev.v = f16
    reveal_type(cur.v)
reveal_type(prev.v)


def make(i):
    box = [f32]

    def put(v):
        box[0] = v

    def get():
        return box[0]

    return put, get


pairs = [make(i) for i in range(3)]
pairs[0][0](f16)
reveal_type(pairs[1][1]())
reveal_type(pairs[0][1]())
many = [make(i) for i in range(n)]
many[0][0](f16)
reveal_type(many[1][1]())
reveal_type(many[0][1]())

scale = f32


@jax.jit
def jitted(x):
    return x * scale


reveal_type(jitted(f16))
scale = bf
reveal_type(jitted(f16))


def rec(k, acc):
    if k == 0:
        return acc
    acc.append(f16 if k % 2 else bf)
    return rec(k - 1, acc)


reveal_type(rec(20, [f32])[0])
reveal_type(rec(3, [])[0])
reveal_type(rec(n, [])[-1])


def tree(k):
    return {"l": tree(k - 1), "v": f16} if k else {"v": f32}


reveal_type(tree(3)["l"]["l"]["l"]["v"])
reveal_type(tree(12)["v"])
reveal_type(jax.tree.leaves(tree(2))[0])

P = namedtuple("P", "x y", defaults=[f16])
reveal_type(P(f32).y)
reveal_type(P(f32)._asdict()["x"])
a, b = np.float32(1), np.float64(2)
reveal_type(a * f16)
reveal_type(b * f16)
arr = np.zeros(3, np.float32)
view = arr[:2]
view[:] = 1.5
reveal_type(view)
arr += 1.5
reveal_type(arr)
x = f32
x += f16
reveal_type(x)
w = i32
w = w.at[0].add(1.5)
reveal_type(w)
s = {f"{k}": v for k, v in zip("ab", (f32, f16))}
reveal_type(s["b"])
for k in list(s):
    s[k] = s[k] * bf
reveal_type(s["a"])
reveal_type(s["b"])
for k, v in s.items():
    s[k] = v.astype(jnp.int8)
reveal_type(s["a"])
m = max([f32, f16], key=lambda v: v.dtype.itemsize)
reveal_type(m)
m = min([f32, f16], key=lambda v: v.dtype.itemsize)
reveal_type(m)
srt = sorted([f32, f16], key=lambda v: v.dtype.itemsize)
reveal_type(srt[0])
reveal_type(reduce(operator.add, [f16, bf]))
g = itertools.groupby([f32, f16], key=lambda v: v.dtype.name)
reveal_type([k for k, _ in g])
reveal_type(list(itertools.chain([f32], [f16]))[1])
reveal_type(list(map(operator.mul, [f32, f16], [bf, f16]))[1])
t = iter([f32, f16])
reveal_type([*zip(t, t)][0][1])
u = {"a": f32, **dict(a=f16)}
reveal_type(u["a"])
lst = [f32, f16, bf]
for v in lst:
    if v.dtype == jnp.float16:
        lst.remove(v) if False else lst.pop(1)
reveal_type(lst[1])
lst2 = [f32]
for v in lst2:
    if len(lst2) < 4:
        lst2.append(v.astype(jnp.float16))
reveal_type(lst2[-1])
q = deque([f32])
while q:
    e = q.popleft()
    if e.dtype == jnp.float32:
        q.append(f16)
reveal_type(e)
stack = [(f32, 0)]
res = []
while stack:
    v, d = stack.pop()
    res.append(v)
    if d < 3:
        stack.append((v.astype(jnp.float16), d + 1))
reveal_type(res[0])
reveal_type(res[-1])


class Env:
    def __init__(self):
        self.vals = {}

    def __setattr__(self, k, v):
        if k == "vals":
            object.__setattr__(self, k, v)
        else:
            self.vals[k] = v

    def __getattr__(self, k):
        return self.vals[k]


env = Env()
env.x = f16
reveal_type(env.x)


class Tracker(list):
    def append(self, v):
        super().append(v.astype(jnp.bfloat16))


tr = Tracker()
tr.append(f32)
reveal_type(tr[0])


class D(dict):
    def __missing__(self, k):
        return f16


reveal_type(D()["a"])


class Sub(D):
    def __getitem__(self, k):
        return bf


reveal_type(Sub(a=f32)["a"])
o = Node(f32)
o.v = f16
reveal_type(o.v)
o.__dict__["v"] = bf
reveal_type(o.v)
vars(o)["v"] = i32
reveal_type(o.v)
o2 = Node(f32)
o2.__dict__.update(v=bf)
reveal_type(o2.v)
Node.v2 = property(lambda self: f16)
reveal_type(o2.v2)
Node.extra = lambda self: bf
reveal_type(o2.extra())
fn = lambda: f32
fn.attr = f16
fn2 = fn
fn2.attr = bf
reveal_type(fn.attr)


def kwdef(*, a=f32, **kw):
    return kw.get("a", a)


reveal_type(kwdef(a=f16))
reveal_type(kwdef(a=bf))
part = partial(lambda *a, **k: (a, k), f32, z=f16)
reveal_type(part(bf, z=i32)[1]["z"])
reveal_type(part(bf)[0][1])
lambda_list = [lambda x, i=i: x.astype([jnp.float16, jnp.bfloat16][i]) for i in range(2)]
reveal_type(lambda_list[0](f32))
try:
    one = f16
    raise KeyError(f32)
except (KeyError, ValueError) as err:
    reveal_type(err.args[0])
    one = bf
except Exception:
    one = i32
reveal_type(one)


def early(x):
    for i in range(5):
        with np.errstate():
            if i == 2:
                return x.astype(jnp.float16)
            x = x.astype(jnp.bfloat16)
    return x


reveal_type(early(f32))
z = f32 if n > 3 and (y := f16) is not None else (y := bf)
reveal_type(y)
reveal_type((n > 3 and f16) or bf)
reveal_type([] or f16)
reveal_type({} and f16)
globals()["scale"] = i32
reveal_type(scale)
