import jax, jax.numpy as jnp, numpy as np
from jax.experimental import io_callback

h, f = jnp.ones(2, jnp.bfloat16), jnp.ones(2)


def host(x):
    return np.asarray(x, np.float32) * 2


reveal_type(jax.pure_callback(host, jax.ShapeDtypeStruct((2,), jnp.float32), h))
log = []


def note(x):
    log.append(x)


jax.debug.callback(note, h)


def cb(x):
    return np.float16(1)


reveal_type(io_callback(cb, jax.ShapeDtypeStruct((), jnp.float16), h))


@jax.custom_vjp
def clip(x, lo):
    return jnp.maximum(x, lo)


def fwd(x, lo):
    return clip(x, lo), (x > lo)


def bwd(mask, g):
    return g * mask, None


clip.defvjp(fwd, bwd)
reveal_type(jax.grad(lambda x: clip(x, 0.5).sum())(h))
reveal_type(clip(h, f))


@jax.custom_jvp
def sq(x):
    return x * x


@sq.defjvp
def sq_jvp(primals, tangents):
    (x,), (t,) = primals, tangents
    return sq(x), 2 * x * t


reveal_type(jax.grad(lambda x: sq(x).sum())(h))
reveal_type(jax.jvp(sq, (h,), (h,)))


@jax.custom_vjp
def scaled(x):
    return x.astype(jnp.float32)


scaled.defvjp(lambda x: (scaled(x), x.dtype.type(0)), lambda r, g: ((g * 128).astype(r.dtype),))
reveal_type(jax.grad(lambda x: scaled(x).sum())(h))


class Err(Exception):
    def __init__(self, value):
        self.value = value


def risky(x, fail):
    if fail:
        raise Err(x)
    return x * 2


def attempt(x, fail):
    out = jnp.int32(0)
    try:
        out = risky(x, fail)
    except Err as e:
        out = f
    except (ValueError, TypeError):
        out = "never"
    else:
        out = out + 1
    finally:
        log.append(out)
    return out


reveal_type(attempt(h, False))
reveal_type(attempt(h, True))
reveal_type(log[-1])


def loop():
    x = h
    for i in range(5):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            x = x + i
        finally:
            x = x * np.float32(1) if i == 3 else x
    else:
        x = None
    return x


reveal_type(loop())


def early(xs):
    for x in xs:
        if x.dtype == jnp.float32:
            return x
    return None


reveal_type(early([h, f]))
reveal_type(early([h]))


def match(v):
    match v:
        case {"w": w, **rest}:
            return w, rest
        case [a, b]:
            return a + b
        case int() | float():
            return jnp.asarray(v)
        case None:
            return f
        case _:
            return h


reveal_type(match({"w": h, "b": 1}))
reveal_type(match([h, f]))
reveal_type((match(1), match(1.0), match(None), match("s")))
x = h


def closure():
    global x
    x = x.astype(jnp.float16)

    def inner():
        nonlocal_y.append(x)
        return x

    nonlocal_y = []
    return inner, nonlocal_y


fn, ys = closure()
x = f
reveal_type(fn())
reveal_type(ys)
funcs = [lambda: i * h for i in (1, np.float32(2))]
reveal_type([g() for g in funcs])
funcs = [lambda i=i: i * h for i in (1, jnp.float32(2))]
reveal_type([g() for g in funcs])


def default(x, acc={}):
    acc[len(acc)] = x
    return acc


default(h)
reveal_type(default(f))


def star(*args, scale=1, **kw):
    return [a * scale for a in args], {k: v + 1 for k, v in kw.items()}


reveal_type(star(h, f, scale=jnp.float16(2), z=h))
