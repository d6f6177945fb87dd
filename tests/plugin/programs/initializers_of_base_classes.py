"""Attributes that the initializer of a base class sets: `super().__init__(x)`."""

import jax
import jax.numpy as jnp

bf = jnp.ones(3, jnp.bfloat16)
f16 = jnp.ones(3, jnp.float16)


class Base:
    def __init__(self, p: jax.Array):
        self.p = p

    def step(self, x):
        return x + self.p


class Untyped:
    def __init__(self, u, scale=2):
        self.u = u * scale


class Extended(Base):
    def __init__(self, p, q):
        super().__init__(p)
        self.q = q

    def more(self, x):
        return x + self.p * self.q


class Ext2(Untyped):
    def __init__(self, p, q):
        super().__init__(p * 2)
        self.q = q
        self.v = self.u + q


class Ext3(Ext2):
    def __init__(self, p):
        super().__init__(p, p.astype(jnp.float32))
        self.u = p > 0


ext = Extended(bf, f16)
reveal_type(ext.p)
reveal_type(ext.q)
reveal_type(ext.more(f16))
reveal_type(ext.step(f16))
e2 = Ext2(bf, f16)
reveal_type(e2.u)
reveal_type(e2.v)
e3 = Ext3(bf)
reveal_type(e3.u)
reveal_type(e3.v)


class A(Untyped):
    def __init__(self, p):
        super().__init__(p)
        self.a = p


class Other(Untyped):
    def __init__(self, p):
        super().__init__(p.astype(jnp.float32))


class Both(A, Other):
    pass


both = Both(bf)
reveal_type(both.u)
a = A(bf)
reveal_type(a.u)
