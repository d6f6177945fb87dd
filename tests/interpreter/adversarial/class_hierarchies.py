import jax, jax.numpy as jnp, numpy as np
from abc import ABC, abstractmethod
from enum import Enum, IntEnum
from typing import Protocol, TypeVar, Generic

T = TypeVar("T")
h, f = jnp.ones(2, jnp.bfloat16), jnp.ones(2)


class Precision(Enum):
    LOW = "bfloat16"
    HIGH = "float32"

    @property
    def dtype(self):
        return jnp.dtype(self.value)


reveal_type([jnp.zeros(1, p.dtype) for p in Precision])
reveal_type(jnp.zeros(1, Precision("float32").dtype))
reveal_type(jnp.zeros(1, Precision["LOW"].value))


class Op(ABC):
    registry = {}

    def __init_subclass__(cls, key=None, **kw):
        super().__init_subclass__(**kw)
        if key:
            Op.registry[key] = cls

    @abstractmethod
    def apply(self, x): ...
    def __call__(self, x):
        return self.post(self.apply(x))

    def post(self, x):
        return x


class Cast(Op, key="cast"):
    def __init__(self, dtype):
        self.dtype = dtype

    def apply(self, x):
        return x.astype(self.dtype)


class Scale(Op, key="scale"):
    def __init__(self, k):
        self.k = k

    def apply(self, x):
        return x * self.k


class Mixin:
    def post(self, x):
        return super().post(x) + jnp.float32(1)


class Both(Mixin, Scale):
    pass


reveal_type(sorted(Op.registry))
pipe = [Op.registry["cast"](jnp.float16), Scale(2), Scale(np.float32(2)), Both(jnp.bfloat16(1))]
x = h
for op in pipe:
    x = op(x)
    reveal_type(x)


class Box(Generic[T]):
    __slots__ = ("v",)

    def __init__(self, v):
        self.v = v

    def map(self, fn):
        return Box(fn(self.v))

    def __add__(self, o):
        return Box(self.v + (o.v if isinstance(o, Box) else o))

    __radd__ = __add__

    def __getitem__(self, i):
        return self.v[i]

    def __iter__(self):
        return iter([self.v, self.v * 2])

    def __len__(self):
        return 2

    def __bool__(self):
        return False

    def __contains__(self, k):
        return k == 1

    def __eq__(self, o):
        return isinstance(o, Box)

    def __hash__(self):
        return 1

    def __enter__(self):
        return self.v

    def __exit__(self, *a):
        self.v = f
        return True

    def __getattr__(self, n):
        return getattr(self.v, n)


b = Box(h)
reveal_type((b + 1).v)
reveal_type((f + b.v, (1 + b).v))
reveal_type(sum([b, b], Box(f)).v)
reveal_type(list(b))
reveal_type(b or f)
reveal_type(1 in b)
reveal_type(b == Box(1))
reveal_type(b.dtype)
reveal_type(b.map(lambda v: v.astype(jnp.int8)).v)
with b as inner:
    reveal_type(inner)
    raise ValueError
reveal_type(b.v)


class Meta(type):
    def __call__(cls, *a):
        inst = super().__call__(*a)
        inst.tag = h
        return inst


class Made(metaclass=Meta):
    def __init__(self, x):
        self.x = x


reveal_type(Made(f).tag)


class Desc:
    def __set_name__(self, owner, name):
        self.n = "_" + name

    def __get__(self, obj, t=None):
        return getattr(obj, self.n) * 2

    def __set__(self, obj, v):
        setattr(obj, self.n, v.astype(jnp.float16))


class Has:
    w = Desc()

    def __init__(self, w):
        self.w = w


reveal_type(Has(h).w)


class Count:
    total = jnp.zeros((), jnp.int8)

    def __init__(self):
        Count.total = Count.total + 1
        self.total = f


c1, c2 = Count(), Count()
reveal_type((Count.total, c1.total))


class Lazy:
    def __init__(self):
        self._c = {}

    def __getitem__(self, k):
        if k not in self._c:
            self._c[k] = jnp.zeros(2, k)
        return self._c[k]


lz = Lazy()
reveal_type(lz["float16"] + lz["bfloat16"])
reveal_type(lz._c)
obj = type("Dyn", (), {"x": h})()
reveal_type(obj.x)
setattr(obj, "y", f)
reveal_type(obj.y)
reveal_type(vars(obj))


def apply_all(fns, x):
    return [fn(x) for fn in fns]


reveal_type(apply_all([jnp.sin, jnp.argmax, Cast(jnp.int8), lambda v: v > 0], h))
ops = {"+": lambda a, b: a + b, "/": lambda a, b: a / b}
reveal_type({k: op(jnp.int8(1), 2) for k, op in ops.items()})
reveal_type({k: op(jnp.int8(1), jnp.uint8(2)) for k, op in ops.items()})


def rec(n, x):
    return x if n == 0 else rec(n - 1, x * (np.float32(1) if n == 1 else 1))


reveal_type(rec(3, h))


def compose(*fs):
    return lambda x: compose(*fs[1:])(fs[0](x)) if fs else x


reveal_type(compose(lambda v: v * 2, lambda v: v.astype(jnp.float16), jnp.sum)(h))
a = b2 = [h]
a = a + [f]
b2 += [f]
reveal_type((len(a), len(b2)))
m = np.zeros((2, 2), np.int8)
m[0], m[:, 1] = 1.5, np.float32(2)
reveal_type(m)
r = m.ravel()
r *= 2
reveal_type((m + 1, m + 1.0, m * np.int16(2), m.astype("float16") @ m))
i = 0
while True:
    i += 1
    h = h * (1.0 if i < 3 else f)
    if i > 4:
        break
reveal_type(h)
