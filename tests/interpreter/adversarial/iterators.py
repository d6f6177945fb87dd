import jax, jax.numpy as jnp, numpy as np, itertools, os

h, f, w = jnp.ones(2, jnp.bfloat16), jnp.ones(2), jnp.ones(2, jnp.float16)
d = {"a": h, "b": f}
keys = d.keys()
items = d.items()
d["c"] = w
reveal_type(list(keys))
reveal_type([v for _, v in items])
it = iter(d.items())
k, v = next(it)
d[k] = w
reveal_type((k, v, next(it)))
pairs = zip(d, d.values())
reveal_type(next(pairs))
reveal_type(dict(pairs))
en = enumerate([h, f, w], 1)
reveal_type(next(en))
for i, x in en:
    reveal_type((i, x))
xs = [h, f]
rev = reversed(xs)
xs[1] = w
reveal_type(list(rev))
m = map(lambda a: a * scale, [h, f])
scale = w
reveal_type(list(m))
g = (a * scale for a in [h, f])
scale = f
reveal_type(list(g))
fl = filter(lambda a: a.dtype == want, [h, f, w])
want = jnp.float16
reveal_type(list(fl))


def gen(tag):
    try:
        for i in range(3):
            got = yield (tag, state["x"])
            if got is not None:
                state["x"] = got
        return "done"
    finally:
        state["x"] = h


state = {"x": f}
a, b = gen("a"), gen("b")
reveal_type(next(a))
reveal_type(next(b))
reveal_type(a.send(w))
reveal_type(next(b))


def both():
    r1 = yield from gen("c")
    r2 = yield from [r1, 1]
    return r2


reveal_type(list(both()))
reveal_type(state["x"])
state["x"] = w
c = list(itertools.islice(both(), 2))
reveal_type(c)
chained = itertools.chain([h], (y for y in [f]), map(lambda q: q + 1, [w]))
reveal_type(next(chained))
reveal_type([*chained])
reveal_type([*chained])
n = 0


def counter():
    global n
    while n < 3:
        n += 1
        yield n


reveal_type([x * y for x, y in zip(counter(), [h, f, w, h])])
reveal_type(n)
t = itertools.tee([h, f])
reveal_type(next(t[0]))
gs = [gen(i) for i in range(2)]
reveal_type([next(q)[0] for q in gs])
reveal_type(sum((q * 2 for q in [h, h]), f))
reveal_type(max((q.size, q.dtype.name) for q in [h, f]))
reveal_type("".join(str(i) for i in range(3)))
reveal_type(dict(enumerate("ab")))
reveal_type({q.dtype.name: q for q in (h, f)})
reveal_type([[r * s for r in (h, 1)] for s in (f, 2)])
reveal_type([z for q in [[h], [f]] for z in q if z.dtype != jnp.float32])
first = next((q for q in [h, f] if q.dtype == jnp.float32), None)
reveal_type(first)
reveal_type(next((q for q in [h] if q.dtype == jnp.float32), None))
acc = []
for x in (acc.append(q) or q for q in [h, f]):
    reveal_type(len(acc))


class Loader:
    def __init__(self, data):
        self.data, self.epoch = data, 0

    def __iter__(self):
        self.epoch += 1
        yield from self.data

    def __len__(self):
        return len(self.data)


ld = Loader([h, f])
for e in range(2):
    for x in ld:
        reveal_type((ld.epoch, x))
reveal_type(len(list(ld)))


class It:
    def __init__(self):
        self.i = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.i += 1
        if self.i > 2:
            raise StopIteration
        return h * self.i if self.i == 1 else f


reveal_type(list(It()))
q = It()
reveal_type(next(q))
reveal_type([*q])
if os.getpid() > 1:
    d.pop("a")
reveal_type(list(d.values())[-1])
x = f
for x in []:
    x = h
else:
    x = w
reveal_type(x)
it2 = iter([h, f, w])
for x in it2:
    y = next(it2, None)
    reveal_type((x, y))
