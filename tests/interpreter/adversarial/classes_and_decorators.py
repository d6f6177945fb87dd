import jax, jax.numpy as jnp, functools, contextlib


class Registry:
    items = {}

    def __init__(self, name, cache=[]):
        self.name = name
        self.cache = cache

    def add(self, x):
        self.cache.append(x)
        Registry.items[self.name] = x
        return self


a = Registry("a").add(jnp.ones(2, jnp.bfloat16))
b = Registry("b").add(1)
reveal_type(a.cache)
reveal_type(a.cache is b.cache)
reveal_type(Registry.items)
c = Registry("c", []).add(2.0)
reveal_type(c.cache)


def timed(fn=None, *, scale=None):
    if fn is None:
        return functools.partial(timed, scale=scale)

    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        out = fn(*args, **kwargs)
        return out if scale is None else out * scale

    wrapper.calls = 0
    return wrapper


@timed
def f(x, y=2):
    return x * y


@timed(scale=jnp.float32(2))
def g(x):
    return x + 1


h = jnp.ones(3, jnp.bfloat16)
reveal_type(f(h))
reveal_type(f(h, y=jnp.float16(1)))
reveal_type(f.calls)
reveal_type(g(h))
reveal_type(g.__wrapped__(h))


class Base:
    dtype = jnp.float32

    def make(self):
        return jnp.zeros(2, self.dtype)

    @classmethod
    def build(cls, **kw):
        self = cls()
        for k, v in kw.items():
            setattr(self, k, v)
        return self

    @property
    def size(self):
        return self._size

    @size.setter
    def size(self, v):
        self._size = v * 2


class Child(Base):
    dtype = jnp.bfloat16

    def make(self):
        return super().make() + jnp.ones(2, Base.dtype)


reveal_type(Base().make())
reveal_type(Child().make())
k = Child.build(dtype=jnp.float16, size=jnp.int8(3))
reveal_type(k.make())
reveal_type(k.size)
reveal_type(jnp.zeros(1, Child.dtype))
Base.dtype = jnp.float16
reveal_type(Child().make())
reveal_type(jnp.zeros(1, Child.__mro__[1].dtype))


@contextlib.contextmanager
def swap(obj, name, value):
    old = getattr(obj, name)
    setattr(obj, name, value)
    try:
        yield old
    finally:
        setattr(obj, name, old)


with swap(Base, "dtype", jnp.int32) as old:
    reveal_type(Base().make())
    reveal_type(jnp.zeros(1, old))
reveal_type(Base().make())
try:
    with swap(Base, "dtype", jnp.uint8):
        raise ValueError
except ValueError:
    reveal_type(Base().make())
