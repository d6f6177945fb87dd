"""Functions whose result has another dtype than their jaxtyping annotation."""

from __future__ import annotations
import dataclasses

import jax, jax.numpy as jnp
import numpy as np
from jaxtyping import Array, ArrayLike, BFloat16, Bool, Complex64, Float, Float16, Float32, Int, Int8, Int32, Integer, Num, PRNGKeyArray, PyTree, Scalar, Shaped, UInt8, UInt32, jaxtyped
from beartype import beartype



def a1(key: PRNGKeyArray) -> Float32[Array, "n"]:
    return jax.random.randint(key, (3,), 0, 4)  # wrong


def a2(x: Float[Array, "n"]) -> Bool[Array, "n"]:
    return x * 2  # wrong


def a3(x: Float[Array, "n"]) -> Float[Array, "n"]:
    return x > 0  # wrong


def a4(x: Float32[Array, "n"]) -> UInt8[Array, "n"]:
    return x.astype(jnp.int8)  # wrong


def a5(x: Complex64[Array, "n"]) -> Complex64[Array, "n"]:
    return jnp.abs(x)  # wrong


def a6(x: Int[Array, "n"]) -> Int[Array, ""]:
    return jnp.mean(x)  # wrong


def a7(x: Bool[Array, "n"]) -> Float[Array, ""]:
    return jnp.sum(x)  # wrong


def a8(x: Float32[np.ndarray, "n"]) -> Int32[np.ndarray, "n"]:
    return x + x  # wrong


def a9(x: Float32[Array, "n"], i: Int32[Array, "n"]) -> tuple[Float32[Array, "n"], Int32[Array, "n"]]:
    return i, x  # wrong


def a10(x: BFloat16[Array, "n"], y: Float16[Array, "n"]) -> BFloat16[Array, "n"]:
    return x + y  # wrong


def a11(x: Float[Array, "n"]) -> Int[Array, ""]:
    return jnp.argmax(x)


def a12(x: Int8[Array, "n"]) -> Int8[Array, "n"]:
    return x / 2  # wrong


def a13(x: Float16[Array, "n"]) -> Float16[Array, "n"]:
    return jnp.where(x > 0, x, jnp.zeros(3))  # wrong


def a14(x: Integer[Array, "n"]) -> Integer[Array, "n"]:
    return jnp.sqrt(x)  # wrong
@jaxtyped(typechecker=beartype)


def a15(x: UInt8[Array, "h w"]) -> UInt8[Array, "h w"]:
    return x.astype(jnp.float32) / 255.0  # wrong
@jax.jit


def a16(x: Float32[Array, "n"]) -> Float32[Array, "n"]:
    return jnp.round(x).astype(jnp.int32)  # wrong


def a17(x: Float32[Array, "n"]) -> Float32[Array, "n"]:
    return a16(a4(x))  # wrong
@dataclasses.dataclass
class M:
    w: Float32[Array, "o i"]
    b: Int32[Array, "o"]
    def __call__(self, x: BFloat16[Array, "i"]) -> BFloat16[Array, "o"]:
        return self.w @ x  # wrong
    def bias(self) -> Float[Array, "o"]:
        return self.b  # wrong


def a18(m: M) -> Int32[Array, "o"]:
    return m(jnp.ones(3, jnp.bfloat16))  # wrong


def a19(xs: list[Float32[Array, "n"]]) -> Int32[Array, "n"]:
    return xs[0]  # wrong


def a21(x: Float32[Array, "n"]) -> Float32[Array, "n"]:
    def body(c: Int32[Array, ""], _: None) -> tuple[Int32[Array, ""], Float32[Array, ""]]:
        return c, c  # wrong
    return jax.lax.scan(body, jnp.zeros((), jnp.int32), None, 3)[1]  # wrong


def a22(x: Float32[Array, "n"]) -> Int32[Array, "n"]:
    return jax.vmap(lambda v: v * 2)(x)  # wrong


def a23(x: Float32[Array, "n"]) -> Int32[Array, "n"]:
    return jax.grad(lambda v: (v * 2).sum())(x)  # wrong


def a24(*xs: Float32[Array, "n"], **k: Int8[Array, "n"]) -> Int8[Array, "n"]:
    a24(k["a"])  # wrong
    return xs[0]  # wrong


def a25(x: Float[ArrayLike, "n"]) -> Int[Array, "n"]:
    return jnp.exp(x)


def a26(x: Num[Array, "n"]) -> Bool[Array, "n"]:
    return x & x  # wrong


def a27(x: UInt32[Array, "n"]) -> Float[Array, "n"]:
    return x << 2  # wrong


def a28(x: Float[Array, "n"]) -> Int[Array, "n"]:
    y = x
    for _ in range(3):
        y = y * 2
    return y  # wrong


def a29(x: Float[Array, "n"]) -> Int[Array, "n"]:
    if x.ndim > 1:
        z = x + 1
    else:
        z = x - 1.0
    return z  # wrong


def a31(x: Float32[Array, "n"]) -> Shaped[Array, "n"]:
    return x


def a32() -> Int32[Array, "n"]:
    return jnp.linspace(0, 1, 3)  # wrong


def a33(n: int) -> Float[Array, "n"]:
    return jnp.arange(n)  # wrong


def a34(s: Scalar) -> Float[Array, ""]:
    return s


def structures(x: PyTree[Float32[Array, "n"], "T"], *y: PyTree[int, "S T"] | None) -> "PyTree[Int32[Array, 'n'], 'T']":
    z: PyTree[Int32[Array, "n"], "T"] = x
    return z
