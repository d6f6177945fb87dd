"""Arrays with type arguments that are no dtypes, with too many type arguments, and with undefined names."""
from typing import Annotated, Any, Literal, Optional, Union

import numpy as np
from jaxtyping_promo import *
from no_such_module import Thing, float99

from jaxtyping_promo import no_such_dtype


def program(
    a: Array[int],
    b: Array["nonsense"],
    c: Array[int8, float32],
    d: Array["float32"],
    e: Array[Array[float32]],
    f: Array[Thing],
    g: Array[float99],
    h: Array[no_such_dtype],
    i: Array[None],
    j: Array[Literal[3]],
    k: Array[Optional[float32]],
    l: Array[Annotated[float32, "meta"]],
    m: Array[int8 | "float32"],
    n: Array[()],
    o: Array[...],
    p: Array[type[float32]],
    q: Array[np.float32],
    r: "Array[float32",
    s: Array[floating | bool_],
    t: Array[Union[int8, Any]],
    u: Array,
    v: int8,
    w: type[int8],
    x: Array[float32],
):
    for y in (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w):
        reveal_type(x + y)
        reveal_type(y + x)
    reveal_type(a + x)
    reveal_type(b - x)
    reveal_type(c * x)
    reveal_type(x / d)
    reveal_type(e + e)
    reveal_type(f + 1)
    reveal_type(1 + g)
    reveal_type(h @ x)
    reveal_type(-i)
    reveal_type(abs(j))
    reveal_type(k < x)
    reveal_type(round(l, 2))
    reveal_type(m == m)
    reveal_type(divmod(n, x))
    reveal_type(o ** 2)
    reveal_type(2 ** p)
    reveal_type(x + q)
    reveal_type(q + np.float32(1))
    reveal_type(s & x)
    reveal_type(x + t)
    reveal_type(u + u)
    reveal_type(v + x)
    reveal_type(x + w)
    reveal_type(x + undefined)
    reveal_type(undefined + x)
    x.no_such_method(x) + x
    x + x.no_such_attribute
