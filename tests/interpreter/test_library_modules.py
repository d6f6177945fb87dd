"""Programs with functions of flax, haiku and equinox around modules, compared with runs."""

from __future__ import annotations

import pytest
from abstract import covers, same

MAPPED_VARIABLES = """
    import jax, jax.numpy as jnp
    import flax.linen as nn

    class CausalDense(nn.Module):
        features: int
        dtype: object = None
        def apply_mask(self, variables):
            return jax.tree_util.tree_map(lambda x: jnp.triu(x).astype(jnp.float16), variables) if not self.is_initializing() else variables
        def setup(self):
            _CausalDense = nn.map_variables(nn.Dense, "params", self.apply_mask, init=self.is_initializing())
            self.dense = _CausalDense(features=self.features, use_bias=False)
        def __call__(self, x):
            return self.dense(x)

    x = jnp.ones((1, 5), jnp.bfloat16)
    module = CausalDense(features=5)
    variables = module.init(jax.random.key(0), x)
    reveal_type(variables)
    reveal_type(module.apply(variables, x))

    class Foo(nn.Module):
        @nn.compact
        def __call__(self, x, train):
            x = nn.Dense(3)(x)
            x = nn.SpectralNorm(nn.Dense(4), dtype=jnp.float16)(x, update_stats=train)
            x = nn.WeightNorm(nn.Dense(5, param_dtype=jnp.bfloat16), param_dtype=jnp.bfloat16)(x)
            return x
    model = Foo()
    vs = model.init(jax.random.key(0), x, train=False)
    reveal_type(vs["params"])
    reveal_type(vs["batch_stats"])
    out, updates = model.apply(vs, x, train=True, mutable=["batch_stats"])
    reveal_type(out)
    reveal_type(updates)
    reveal_type(model.apply(vs, x, train=False))
    tree = {"a": [jnp.ones(2), jnp.ones(3, jnp.bfloat16)], "b": (jnp.ones(2),)}
    reveal_type(jax.tree_util.tree_map_with_path(lambda p, v: jax.tree_util.keystr(p), tree))
    reveal_type(jax.tree_util.tree_map_with_path(lambda p, v: jax.tree_util.keystr(p, simple=True, separator="/"), tree))
    reveal_type([k for k, _ in jax.tree_util.tree_flatten_with_path(tree)[0]][0][0].key)
    reveal_type(jax.tree_util.tree_map_with_path(lambda p, v: v.astype(jnp.float16) if p[0].key == "a" else v, tree))
"""
DERIVATIVES = """
    import jax, jax.numpy as jnp
    import flax.linen as nn

    class LearnScale(nn.Module):
        @nn.compact
        def __call__(self, x, y):
            p = self.param("scale", nn.initializers.zeros_init(), (), jnp.float16)
            return p * x * y

    class Foo(nn.Module):
        @nn.compact
        def __call__(self, x, y):
            x_grad, y_grad = nn.grad(lambda mdl, x, y: mdl(x, y), LearnScale(), x, y)
            (v, aux), grads = nn.value_and_grad(lambda mdl, x, y: (mdl(x, y), {"a": x}), LearnScale(), x, y, has_aux=True)
            g, aux2 = nn.grad(lambda mdl, x: (mdl(x, x), x), LearnScale(), x, has_aux=True)
            z, bwd = nn.vjp(lambda mdl, x, y: mdl(x, y), LearnScale(), x, y)
            params_grad, gx, gy = bwd(jnp.ones(z.shape, z.dtype))
            return x_grad, y_grad, v, aux, grads, g, aux2, z, params_grad, gx, gy

    x, y = jnp.ones((), jnp.bfloat16), jnp.ones((), jnp.float32)
    variables = Foo().init(jax.random.key(0), x, y)
    reveal_type(variables)
    reveal_type(Foo().apply(variables, x, y))

    class Sign(nn.Module):
        @nn.compact
        def __call__(self, x):
            def f(mdl, x):
                return mdl(x)
            def fwd(mdl, x):
                return nn.vjp(f, mdl, x)
            def bwd(vjp_fn, y_t):
                params_t, *inputs_t = vjp_fn(y_t)
                params_t = jax.tree_util.tree_map(jnp.sign, params_t)
                return (params_t, *inputs_t)
            sign_grad = nn.custom_vjp(f, forward_fn=fwd, backward_fn=bwd)
            return sign_grad(nn.Dense(1), x).reshape(())

    v = Sign().init(jax.random.key(0), jnp.ones(2, jnp.bfloat16))
    reveal_type(sorted(v["params"]["Dense_0"]))
    reveal_type(Sign().apply(v, jnp.ones(2, jnp.bfloat16)))
"""
TRANSFORMED = """
    import haiku as hk
    import jax
    import jax.numpy as jnp

    def f():
        encoder = hk.Linear(3, name="encoder")
        decoder = hk.Linear(5, name="decoder")
        def encode(x):
            return encoder(x)
        def decode(x):
            return decoder(x).astype(jnp.float16)
        def init(x):
            return decode(encode(x))
        return init, (encode, {"decode": decode})

    x = jnp.ones((2, 4), jnp.bfloat16)
    both = hk.multi_transform(f)
    params = both.init(jax.random.key(0), x)
    reveal_type(params)
    encode, rest = both.apply
    z = encode(params, None, x)
    reveal_type(z)
    reveal_type(rest["decode"](params, None, z))

    def g():
        def step(x):
            count = hk.get_state("count", (), jnp.int32, init=jnp.zeros)
            hk.set_state("count", count + 1)
            w = hk.get_parameter("w", (), jnp.bfloat16, init=jnp.ones)
            return x * w
        return step, step
    states = hk.multi_transform_with_state(g)
    params, state = states.init(None, x)
    reveal_type(params)
    reveal_type(state)
    out, state = states.apply(params, state, None, x)
    reveal_type(out)
    reveal_type(state)
    plain = hk.without_apply_rng(both)
    reveal_type(plain.apply[0](both.init(jax.random.key(0), x), x))
"""
FROZEN = """
    import dataclasses, json, pickle
    from typing import NamedTuple
    import equinox as eqx
    import flax.struct
    import jax, jax.numpy as jnp
    import colorsys as unknown_library

    half = jnp.ones(3, jnp.bfloat16)

    class M(eqx.Module):
        w: jax.Array
        inner: list
        def __init__(self, w):
            self.w = w
            self.inner = [w]

    @dataclasses.dataclass(frozen=True)
    class D:
        x: object
        d: dict

    @dataclasses.dataclass
    class Open:
        x: object

    @flax.struct.dataclass
    class S:
        p: object

    @dataclasses.dataclass(frozen=True)
    class Bypass:
        x: object
        def set(self, x):
            object.__setattr__(self, "x", x)

    class N(NamedTuple):
        x: object
        o: object

    m, d, o, s, b = M(half), D(half, {"a": half}), Open(half), S(half), Bypass(half)
    n = N(half, o)

    def unknown(*args):
        args[1].d["a"] = 1
        args[2].x = 2
        args[3].inner[0] = 3
        args[4].set(4)

    getattr(unknown_library, "run", unknown)(None, d, o, m, b, s, n)
    reveal_type((m.w, d.x, s.p, n.x))
    reveal_type(m.inner[0])
    reveal_type(d.d["a"])
    reveal_type(o.x)
    reveal_type(b.x)
"""
STATES = """
    import jax, jax.numpy as jnp
    from flax import nnx

    def make(key):
        model = nnx.Linear(3, 4, rngs=nnx.Rngs(key), param_dtype=jnp.bfloat16)
        return nnx.split(model)[1]

    graphdef, one = nnx.split(nnx.Linear(3, 4, rngs=nnx.Rngs(0), param_dtype=jnp.bfloat16))
    states = jax.vmap(make)(jax.random.split(jax.random.key(0), 5))
    reveal_type(states["kernel"][...].shape)
    x = jnp.ones((2, 3), jnp.bfloat16)

    def forward(state, x):
        reveal_type(state["kernel"][...].shape)
        model = nnx.merge(graphdef, state)
        reveal_type(model.kernel[...].ndim)
        y = model(x)
        reveal_type(y.shape)
        return y

    ys = jax.vmap(forward, in_axes=(0, None))(states, x)
    reveal_type((ys, ys.shape))

    def step(state, x):
        model = nnx.merge(graphdef, state)
        model.kernel[...] = model.kernel[...] * 2
        return nnx.state(model)
    new = jax.vmap(step, in_axes=(0, None))(states, x)
    reveal_type(new["kernel"][...].shape)
    mapped = jax.tree.map(lambda a: a[0], states)
    reveal_type(mapped["kernel"][...].shape)
    pure = nnx.to_pure_dict(states)
    reveal_type(pure["kernel"].shape)
"""
MODULES = """
    import jax, jax.numpy as jnp
    from flax import nnx

    @nnx.vmap(in_axes=0)
    def make(key):
        return nnx.Linear(3, 4, rngs=nnx.Rngs(key), param_dtype=jnp.bfloat16)

    model = make(jax.random.split(jax.random.key(0), 5))
    reveal_type(model.kernel[...].shape)
    x = jnp.ones((2, 3), jnp.bfloat16)

    def forward(model, x):
        reveal_type(model.kernel[...].shape)
        return model(x)

    reveal_type(jax.vmap(forward, in_axes=(0, None))(model, x).shape)
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)
    def apply(params, rest, x):
        reveal_type(jax.tree.leaves(params)[0].shape)
        m = nnx.merge(graphdef, params, rest)
        reveal_type(m.bias[...].shape)
        return m(x)
    reveal_type(jax.vmap(apply, in_axes=(0, 0, None))(params, rest, x).shape)
    def body(x, params):
        m = nnx.merge(graphdef, params, rest)
        reveal_type(m.bias[...].shape)
        return x, m(x)
    reveal_type(jax.lax.scan(body, x, params)[1].shape)
    reveal_type(jax.vmap(lambda s: s["kernel"][...].sum(-1))(params).shape)
    single = nnx.Linear(3, 4, rngs=nnx.Rngs(0))
    half = jax.tree.map(lambda a: a.astype(jnp.bfloat16), single)
    reveal_type((half.kernel[...], single.kernel[...]))

    @jax.jit
    def run_it(m, x):
        m.kernel[...] = m.kernel[...].astype(jnp.float16)
        return m(x)
    class Block(nnx.Module):
        def __init__(self, rngs):
            self.linear = nnx.Linear(3, 3, rngs=rngs)
            self.norm = nnx.BatchNorm(3, rngs=rngs)
            self.dtype = jnp.bfloat16
            self.count = 3
            self.act = jax.nn.relu
            self.blocks = nnx.List([nnx.Linear(3, 3, rngs=rngs) for _ in range(2)])
        def __call__(self, x):
            for b in self.blocks:
                x = b(x)
            return self.act(self.norm(self.linear(x))).astype(self.dtype)
    block = Block(nnx.Rngs(0))
    reveal_type(len(jax.tree.leaves(block)))
    reveal_type(jax.tree.map(lambda a: a, block)(x))
    reveal_type(jax.vmap(lambda m, x: m.linear(x), in_axes=(None, 0))(block, x))
"""


def test_variables_behind_functions() -> None:
    pytest.importorskip("flax")
    same(MAPPED_VARIABLES)


def test_derivatives_in_modules() -> None:
    pytest.importorskip("flax")
    same(DERIVATIVES)


def test_several_functions_of_one_transform() -> None:
    pytest.importorskip("haiku")
    same(TRANSFORMED)


def test_frozen_instances_keep_their_fields() -> None:
    pytest.importorskip("equinox")
    pytest.importorskip("flax")
    covers(FROZEN)


def test_states_of_nnx_in_vmap() -> None:
    pytest.importorskip("flax", minversion="0.12")
    same(STATES)


def test_modules_of_nnx_as_pytrees() -> None:
    pytest.importorskip("flax", minversion="0.12")
    covers(MODULES)
