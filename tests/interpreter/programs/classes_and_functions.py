"""Classes, descriptors, special methods and closures whose lookup decides the dtype."""

from collections import ChainMap, OrderedDict, defaultdict, deque
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, singledispatch
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np

f32 = jnp.zeros(3, jnp.float32)
f16 = jnp.zeros(3, jnp.float16)
bf = jnp.zeros(3, jnp.bfloat16)
i32 = jnp.zeros(3, jnp.int32)
flag = bool(np.random.rand() < 2)


class Shared:
    items = []
    value = f32

    def __init__(self, x):
        self.items.append(x)


a = Shared(f16)
b = Shared(bf)
reveal_type(a.items[0])
reveal_type(b.items[0])
Shared.value = bf
reveal_type(a.value)
a.value = f16
reveal_type(b.value)
reveal_type(Shared.value)
reveal_type(a.value)


class Prop:
    def __init__(self):
        self._v = f32

    @property
    def v(self):
        return self._v

    @v.setter
    def v(self, x):
        self._v = x.astype(jnp.bfloat16)


p = Prop()
p.v = f16
reveal_type(p.v)


class Desc:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, cls=None):
        return getattr(obj, self.name).astype(jnp.float16)

    def __set__(self, obj, value):
        setattr(obj, self.name, value)


class UsesDesc:
    w = Desc()


u = UsesDesc()
u.w = f32
reveal_type(u.w)


class Cached:
    def __init__(self):
        self.x = f32

    @cached_property
    def y(self):
        return self.x * 1


c = Cached()
reveal_type(c.y)
c.x = f16
reveal_type(c.y)


class Base:
    def f(self):
        return self.g()

    def g(self):
        return f32


class Derived(Base):
    def g(self):
        return f16


class Other(Base):
    def g(self):
        return super().g() * bf


reveal_type(Derived().f())
reveal_type(Other().f())


class Diamond(Derived, Other):
    pass


reveal_type(Diamond().f())
x: Base = Derived() if flag else Other()
reveal_type(x.f())


class Getattr:
    def __getattr__(self, name):
        return f16 if name == "a" else bf


reveal_type(Getattr().a)
reveal_type(Getattr().b)


class Getattribute:
    a = f32

    def __getattribute__(self, name):
        return bf


reveal_type(Getattribute().a)


class New:
    def __new__(cls, x):
        return x


reveal_type(New(f16))


class Singleton:
    _one = None

    def __new__(cls):
        if cls._one is None:
            cls._one = super().__new__(cls)
            cls._one.x = f32
        return cls._one


s = Singleton()
s.x = bf
reveal_type(Singleton().x)


class Slots:
    __slots__ = ("x",)


sl = Slots()
sl.x = f16
reveal_type(sl.x)


@dataclass
class Data:
    x: object
    y: object = field(default_factory=list)
    z: object = None

    def __post_init__(self):
        self.z = self.x * 2


d = Data(f32)
d.y.append(f16)
reveal_type(Data(f32).y)
reveal_type(d.z)
e = replace(d, x=f16)
reveal_type(e.z)
reveal_type(e.y[0])
e.y[0] = bf
reveal_type(d.y[0])


class NT(NamedTuple):
    a: object
    b: object = bf


n = NT(f32)
reveal_type(n.b)
reveal_type(n._replace(a=f16).a)
q, r = n
reveal_type(r)


class Op:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        return self.v

    def __radd__(self, o):
        return o * self.v

    def __getitem__(self, k):
        return self.v if k else f16

    def __setitem__(self, k, v):
        self.v = v

    def __len__(self):
        return 0

    def __iter__(self):
        yield self.v
        yield bf

    def __contains__(self, k):
        return True

    def __eq__(self, o):
        return f32

    def __call__(self, x):
        return x + self.v

    def __iadd__(self, o):
        self.v = o
        return self


op = Op(f32)
reveal_type(op + 1)
reveal_type(2 + op)
reveal_type(op[0])
reveal_type(op[1])
op[0] = f16
reveal_type(op[1])
reveal_type(f32 if op else bf)
reveal_type([*op])
reveal_type(op == 1)
reveal_type(op(f32))
op += i32
reveal_type(op.v)
reveal_type(f32 if 5 in op else bf)

dd = defaultdict(lambda: f32)
dd["a"] += f16
reveal_type(dd["a"])
reveal_type(dd["zzz"])
dq = deque([f32, f16], maxlen=2)
dq.append(bf)
reveal_type(dq[0])
dq.appendleft(i32)
reveal_type(dq[0])
reveal_type(dq[1])
reveal_type(dq.pop())
dq.rotate(1)
od = OrderedDict(a=f32, b=f16)
od.move_to_end("a")
reveal_type(next(iter(od.values())))
reveal_type(od.popitem()[1])
cm = ChainMap({"a": f32}, {"a": f16, "b": bf})
reveal_type(cm["a"])


@lru_cache
def cached(n):
    return box[0]


box = [f32]
reveal_type(cached(1))
box[0] = f16
reveal_type(cached(1))
reveal_type(cached(2))


@singledispatch
def sd(x):
    return f32


@sd.register
def _(x: int):
    return f16


reveal_type(sd(1))
reveal_type(sd("a"))


def counter():
    n = f32

    def inc():
        nonlocal n
        n = n * bf if n.dtype == jnp.bfloat16 else bf
        return n

    return inc


k = counter()
k()
reveal_type(k())


def f(*args, **kw):
    kw["a"] = f16
    return args, kw


given = {"a": f32}
f(**given)
reveal_type(given["a"])


def swap(a, b):
    a[0], b[0] = b[0], a[0]


l1, l2 = [f32], [f16]
swap(l1, l2)
reveal_type(l1[0])
swap(l1, l1)
reveal_type(l1[0])
i, lst = 0, [f32, f16]
i, lst[i] = 1, bf
reveal_type(lst[0])
reveal_type(lst[1])
first, *rest = [f32, f16, bf]
reveal_type(rest[0])
m = mm = [f32]
mm[0] = f16
reveal_type(m[0])
global_x = f32


def set_global():
    global global_x
    global_x = f16


set_global()
reveal_type(global_x)


class Meta(type):
    def __getitem__(cls, k):
        return f16


class WithMeta(metaclass=Meta):
    pass


reveal_type(WithMeta[1])


class InitSub:
    reg = {}

    def __init_subclass__(cls, **kw):
        super().__init_subclass__()
        cls.reg[cls.__name__] = cls
        cls.v = f16


class Sub1(InitSub):
    v = f32


reveal_type(Sub1.v)
reveal_type(InitSub.reg["Sub1"].v)


class ClsGetitem:
    def __class_getitem__(cls, k):
        return bf


reveal_type(ClsGetitem[1])
match {"a": f32, "b": [f16, bf]}:
    case {"a": aa, "b": [bb, *cc]}:
        reveal_type(aa)
        reveal_type(bb)
        reveal_type(cc[0])
v = f32
if (v := f16) is not None and (v := bf) is None:
    reveal_type(v)
reveal_type(v)
reveal_type([v := t for t in (f32, f16)])
reveal_type(v)
del v
v = f32
reveal_type((lambda v=v: v)())
