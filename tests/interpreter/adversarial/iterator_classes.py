import jax.numpy as jnp

h, f = jnp.ones(2, jnp.bfloat16), jnp.ones(2)


class It:
    def __init__(self):
        self.i, self.epoch = 0, 0

    def __iter__(self):
        self.i = 0
        self.epoch += 1
        return self

    def __next__(self):
        self.i += 1
        if self.i > 2:
            raise StopIteration
        return h if self.i == 1 else f


q = It()
for x in q:
    reveal_type(x)
reveal_type(q.epoch)
reveal_type([x for x in q])
reveal_type(list(q))
reveal_type(tuple(zip(q, "ab")))
out = []
for i, x in enumerate(q):
    reveal_type((i, x))
    out.append(x)
reveal_type(out)
acc = []
y = acc.append(1) or f
reveal_type((len(acc), y))
z = acc.append(2) and f
reveal_type((len(acc), z))
while acc and acc.pop():
    reveal_type(len(acc))
