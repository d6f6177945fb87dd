"""Functions whose bodies use all items of their arguments: starred arguments, comprehensions, and lists that grow."""

import jax.numpy as jnp

half, single, ints = jnp.ones(3, jnp.float16), jnp.ones(3), jnp.ones(3, jnp.int32)


def promoted(*args):
    arrays = [jnp.asarray(a) for a in args if a is not None]
    dtype = jnp.result_type(*arrays)
    return tuple(jnp.asarray(a, dtype) if a is not None else None for a in args)


def changed(*args):
    arrays = [jnp.asarray(a) for a in args]
    arrays.append(jnp.ones(3, jnp.complex64))
    return jnp.ones(3, jnp.result_type(*arrays))


def aliased(*args):
    arrays = [jnp.asarray(a) for a in args]
    other = arrays
    other[0] = jnp.ones(3, jnp.complex64)
    return jnp.ones(3, jnp.result_type(*arrays))


def grow(xs):
    xs.append(jnp.ones(3, jnp.complex64))


def handed(*args):
    arrays = [jnp.asarray(a) for a in args]
    grow(arrays)
    return jnp.ones(3, jnp.result_type(*arrays))


def filtered(*args):
    arrays = [a for a in args if jnp.issubdtype(a.dtype, jnp.floating)]
    return jnp.ones(3, jnp.result_type(*arrays))


def partly(x, y, flag):
    arrays = [a for a in (x, y) if flag or a.ndim > 5]
    return jnp.ones(3, jnp.result_type(jnp.float16, *arrays))


def grown(x, y):
    arrays = [x]
    if x.ndim > 0:
        arrays.append(y)
    return jnp.ones(3, jnp.result_type(*arrays))


def grown_in_loop(x, y):
    arrays = [x]
    for _ in range(2):
        dtype = jnp.result_type(*arrays)
        arrays.append(y)
    return jnp.ones(3, dtype)


def grown_argument(arrays, x):
    arrays += [x]
    return jnp.ones(3, jnp.result_type(*arrays))


def grown_inside(x, y):
    arrays = [x]

    def add():
        arrays.append(y)

    add()
    return jnp.ones(3, jnp.result_type(*arrays))


def grown_by_lambda(x, y):
    arrays = [x]
    (lambda z: z.append(y))(arrays)
    return jnp.ones(3, jnp.result_type(*arrays))


def replaced(x, y):
    arrays = [x, x]
    arrays[1] = y
    return jnp.ones(3, jnp.result_type(*arrays))


def sliced(x, y):
    arrays = [x, x]
    arrays[:] = [y]
    return jnp.ones(3, jnp.result_type(*arrays))


def options(x, wide):
    given: dict = {"dtype": jnp.float16}
    if wide:
        given["dtype"] = jnp.complex64
    return jnp.asarray(x, **given)


def options_of_another_name(x):
    given: dict = {"dtype": jnp.float16}
    more = given
    more["dtype"] = jnp.complex64
    return jnp.asarray(x, **given)


def options_changed_inside(x):
    given: dict = {"dtype": jnp.float16}

    def widen():
        given["dtype"] = jnp.complex64

    widen()
    return jnp.asarray(x, **given)


def options_without_item(x):
    given: dict = {"dtype": jnp.float16}
    del given["dtype"]
    return jnp.asarray(x, **given)


def options_merged(x):
    given: dict = {"dtype": jnp.float16}
    given |= {"dtype": jnp.complex64}
    return jnp.asarray(x, **given)


def options_of_loop(x):
    given: dict = {"dtype": jnp.float16}
    for given["dtype"] in (jnp.complex64,):
        pass
    return jnp.asarray(x, **given)


reveal_type(promoted(half, single)[0])
reveal_type(promoted(half, None, ints)[0])
reveal_type(promoted(None, ints)[1])
reveal_type(changed(half, single))
reveal_type(aliased(half, single))
reveal_type(handed(half, single))
reveal_type(filtered(half, ints))
reveal_type(partly(half, single, True))
reveal_type(partly(single, single, False))
reveal_type(grown(single, single))
reveal_type(grown(half, single))
reveal_type(grown_in_loop(half, single))
reveal_type(grown_in_loop(half, half))
reveal_type(grown_argument([single], half))
reveal_type(grown_inside(half, single))
reveal_type(grown_by_lambda(half, single))
reveal_type(replaced(half, single))
reveal_type(sliced(half, single))
reveal_type(options(single, False))
reveal_type(options(single, True))
reveal_type(options_of_another_name(single))
reveal_type(options_changed_inside(single))
reveal_type(options_without_item(single))
reveal_type(options_merged(single))
reveal_type(options_of_loop(single))
