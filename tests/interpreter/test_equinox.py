"""Equinox, lineax and diffrax as the interpreter reads them, by running small programs twice."""

from __future__ import annotations

import pytest
from abstract import same

pytest.importorskip("equinox")

PROGRAMS = {
    "fields are converted behind the constructor": """
        import dataclasses

        import equinox as eqx
        import jax
        import jax.numpy as jnp

        def as_float(x):
            return jnp.asarray(x, jnp.float32)

        class Own(eqx.Module):
            x: jax.Array = eqx.field(converter=as_float)
            y: jax.Array = eqx.field(converter=as_float)

            def __init__(self, n):
                self.x = jnp.arange(n)
                self.y = jnp.arange(n)
                reveal_type(self.x)

            def __check_init__(self):
                reveal_type(self.y)

        class Child(Own):
            def scaled(self):
                return self.y * 2

        class Late(eqx.Module):
            x: jax.Array = eqx.field(converter=as_float)
            y: jax.Array = eqx.field(init=False, converter=as_float)

            def __post_init__(self):
                reveal_type(self.x)
                self.y = self.x + 1

        reveal_type(Own(3).x)
        reveal_type(Child(3).scaled())
        reveal_type(Late(jnp.arange(3)).x)
        reveal_type(Late(jnp.arange(3)).y)

        class Generated(eqx.Module):
            x: jax.Array = eqx.field(converter=as_float)
            n: int = 3

        reveal_type(dataclasses.replace(Generated(jnp.arange(3)), x=jnp.arange(3)).x)
        reveal_type(dataclasses.replace(Generated(jnp.arange(3)), n=4).x)
        reveal_type(dataclasses.replace(Late(jnp.arange(3)), x=jnp.arange(3)).y)
    """,
    "constructors, fields and converters of modules": """
        import equinox as eqx
        import jax
        import jax.numpy as jnp

        class Base(eqx.Module):
            weight: jax.Array
            size: int = eqx.field(static=True)

            def __init__(self, size, dtype):
                self.weight = jnp.ones(size, dtype)
                self.size = size

        class Derived(Base):
            bias: jax.Array | None = None

            def __call__(self, x):
                return self.weight * x

        class Plain(eqx.Module):
            scale: jax.Array = eqx.field(converter=jnp.asarray)
            offset: float = 0.5

            def __check_init__(self):
                reveal_type(self.scale)

        module = Derived(3, "bfloat16")
        reveal_type(module.weight)
        reveal_type(module(jnp.ones(3, "float16")))
        reveal_type(Plain(2).scale + jnp.ones(2, "float16"))
        reveal_type(len(jax.tree.leaves(module)))
        reveal_type(jax.tree.map(lambda leaf: leaf.astype("float16"), module).weight)
    """,
    "filtered transformations keep what is no array": """
        import equinox as eqx
        import jax.numpy as jnp
        import numpy as np

        def f(x, y, flag):
            reveal_type(flag)
            reveal_type(x * y)
            return x * y, flag

        product, flag = eqx.filter_jit(f)(np.ones(3, np.float16), 2.0, "name")
        reveal_type(product)
        reveal_type(flag)
        row = eqx.filter_vmap(lambda x, n: x * n)(jnp.ones((4, 3), "bfloat16"), 2)
        reveal_type(row)
        reveal_type(row.shape)
        gradients = eqx.filter_grad(lambda tree: jnp.sum(tree[0]) * tree[1])((jnp.ones(2, "float16"), 3, jnp.arange(3)))
        reveal_type(gradients[0])
        reveal_type(gradients[1])
        reveal_type(gradients[2])
        value, gradient = eqx.filter_value_and_grad(lambda x: jnp.sum(x * x))(jnp.ones(2, "bfloat16"))
        reveal_type(value)
        reveal_type(gradient)
        result, pullback = eqx.filter_vjp(lambda x: x.astype("float32"), jnp.ones(2, "float16"))
        reveal_type(result)
        reveal_type(pullback(result)[0])
        struct = eqx.filter_eval_shape(lambda x, n: (x * n, n), jnp.ones(2, "float16"), "no array"[:0] or 2)
        reveal_type(struct[1])
        convert = eqx.filter_closure_convert(lambda x: x * 2, jnp.ones(2, "float16"))
        reveal_type(convert(jnp.ones(2, "float16")))
    """,
    "methods below a filtered transformation": """
        import equinox as eqx
        import jax.numpy as jnp

        class Model(eqx.Module):
            weight: object

            @eqx.filter_jit
            def __call__(self, x):
                return x @ self.weight

        reveal_type(Model(jnp.ones((2, 2), "bfloat16"))(jnp.ones(2, "float32")))
    """,
    "partitions and changes of trees": """
        import equinox as eqx
        import jax.numpy as jnp

        tree = {"w": jnp.ones(2, "float16"), "n": 3, "f": jnp.sin, "i": jnp.arange(2)}
        arrays, rest = eqx.partition(tree, eqx.is_inexact_array)
        reveal_type(arrays["w"])
        reveal_type(arrays["i"])
        reveal_type(rest["n"])
        both = eqx.combine(arrays, rest)
        reveal_type(both["w"])
        reveal_type(both["i"])
        reveal_type(eqx.tree_at(lambda t: t["w"], tree, jnp.ones(2, "bfloat16"))["w"])
        reveal_type(eqx.tree_at(lambda t: (t["w"], t["i"]), tree, replace_fn=lambda x: x.astype("float32"))["i"])
        reveal_type(eqx.filter(tree, eqx.is_array)["n"])
        reveal_type(eqx.tree_equal((1, "a"), (1, "b")))
        reveal_type(eqx.tree_equal([1], (1,)))
    """,
    "layers": """
        import equinox as eqx
        import jax
        import jax.numpy as jnp

        key = jax.random.key(0)
        linear = eqx.nn.Linear(2, 3, dtype="bfloat16", key=key)
        reveal_type(linear.weight)
        reveal_type(linear(jnp.ones(2, "float32")))
        reveal_type(eqx.nn.MLP(2, 2, 4, 1, dtype=jnp.float16, key=key)(jnp.ones(2, "float16")))
        reveal_type(eqx.nn.LayerNorm(4)(jnp.ones(4, "bfloat16")))
        reveal_type(eqx.nn.Dropout(0.5)(jnp.ones(4, "bfloat16"), key=key))
        reveal_type(eqx.nn.Sequential([linear, eqx.nn.Lambda(jax.nn.relu)])(jnp.ones(2, "bfloat16")))
        reveal_type(eqx.nn.GRUCell(2, 3, key=key)(jnp.ones(2, "float16"), jnp.zeros(3, "float16")))
    """,
    "enumerations": """
        import equinox as eqx
        import jax.numpy as jnp

        class Results(eqx.Enumeration):
            done = "done"
            failed = "failed"

        result = Results.where(jnp.array(True), Results.done, Results.failed)
        reveal_type(result == Results.done)
        reveal_type(result.error_if(jnp.ones(2, "float16"), result != Results.done))
    """,
    "loops and trees with operators of equinox.internal": """
        import equinox.internal as eqxi
        import jax.numpy as jnp
        from equinox.internal import ω

        tree = (jnp.ones(2, "float16"), {"a": jnp.ones(3, "bfloat16")})
        total = (tree**ω + 2 * tree**ω).ω
        reveal_type(total[0])
        reveal_type(total[1]["a"])
        reveal_type((-(tree**ω))[0].ω[0])
        final = eqxi.while_loop(
            lambda value: value[0] < 3, lambda value: (value[0] + 1, value[1] * 2), (0, tree[0]), kind="lax"
        )
        reveal_type(final[1])
        carry, stacked = eqxi.scan(lambda c, x: (c + x, c), tree[0], jnp.ones((3, 2), "float16"), kind="checkpointed")
        reveal_type(carry)
        reveal_type(stacked)
    """,
    "a test whether a value is iterable": """
        class Tag:
            pass

        def listed(x):
            try:
                items = iter(x)
            except TypeError:
                return [x]
            else:
                return list(items)

        tag = Tag()
        reveal_type(len(listed(tag)))
        reveal_type(listed((1, 2)))
        reveal_type(tag in listed(tag))
        reveal_type(Tag() in listed(tag))
        reveal_type(tag == Tag())
        reveal_type(tag != tag)
    """,
    "operators of a metaclass": """
        import jax.numpy as jnp

        class Meta(type):
            def __rpow__(cls, value):
                return cls(value)

        class Wrapped(metaclass=Meta):
            def __init__(self, value):
                self.value = value

            def __rpow__(self, other):
                return 1

        reveal_type((jnp.ones(2, "float16") ** Wrapped).value)
        reveal_type((3**Wrapped).value)
        reveal_type(3 ** Wrapped(2))
    """,
    "trees whose leaves may be missing": """
        import equinox.internal as eqxi
        import jax
        import jax.numpy as jnp

        missing = eqxi.str2jax("missing")

        def step(x, tree):
            return jax.tree.map(lambda leaf: leaf * 2, tree)

        for other in (None, missing, jnp.ones(2, "float16")):
            tree = (other, jnp.ones(2, "bfloat16"))
            result = step(0, tree)
            reveal_type(result[1])
            reveal_type(len(jax.tree.leaves(result)))
    """,
    "options of JAX": """
        import jax

        reveal_type(jax.config.jax_enable_x64)
        reveal_type(jax.config.jax_numpy_dtype_promotion == "strict")
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_programs(program: str) -> None:
    """The interpreter knows the values of each program."""
    same(program)


def test_linear_solve() -> None:
    """Operators and solvers of lineax keep the dtype of the vector."""
    pytest.importorskip("lineax")
    same("""
        import jax.numpy as jnp
        import lineax

        matrix, vector = jnp.eye(3, dtype="float32"), jnp.ones(3, "float32")
        operator = lineax.MatrixLinearOperator(matrix)
        reveal_type(operator.mv(vector))
        reveal_type((operator * 2.0).as_matrix())
        reveal_type(lineax.linear_solve(operator, vector, lineax.LU()).value)
        reveal_type(lineax.linear_solve(lineax.DiagonalLinearOperator(vector), vector).value)
        positive = lineax.MatrixLinearOperator(matrix, lineax.positive_semidefinite_tag)
        reveal_type(lineax.linear_solve(positive, vector, lineax.CG(1e-3, 1e-3)).value)
        reveal_type(lineax.is_symmetric(lineax.MatrixLinearOperator(matrix, lineax.symmetric_tag)))
        reveal_type(lineax.is_symmetric(operator))
    """)


def test_interpolation() -> None:
    """Interpolations of diffrax have the dtype of their data."""
    pytest.importorskip("diffrax")
    same("""
        import diffrax
        import jax.numpy as jnp

        ts, ys = jnp.linspace(0.0, 1.0, 4), jnp.ones((4, 2), "float32")
        reveal_type(diffrax.LinearInterpolation(ts, ys).evaluate(0.5))
        reveal_type(diffrax.backward_hermite_coefficients(ts, ys)[0])
        reveal_type(diffrax.ODETerm(lambda t, y, args: -y).vf(0.0, ys, None))
    """)


def test_an_ensemble_of_networks() -> None:
    same("""
    import equinox as eqx
    import jax
    import jax.numpy as jnp

    keys = jax.random.split(jax.random.key(0), 2)
    x = jnp.ones(3)
    networks = eqx.filter_vmap(lambda key: eqx.nn.MLP(3, 3, 4, 1, key=key))(keys)
    reveal_type(networks.activation(x))
    reveal_type(eqx.filter_vmap(lambda network, x: network(x), in_axes=(eqx.if_array(0), None))(networks, x))
    """)
