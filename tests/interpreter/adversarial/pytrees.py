import jax, jax.numpy as jnp, jax.flatten_util
from dataclasses import dataclass
from functools import partial


@jax.tree_util.register_pytree_node_class
class Pair:
    def __init__(self, a, b, name="p"):
        self.a, self.b, self.name = a, b, name

    def tree_flatten(self):
        return (self.a, self.b), self.name

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, name=aux)


h, f = jnp.ones(2, jnp.bfloat16), jnp.ones(2)
p = Pair(h, f)
q = jax.tree.map(lambda x: x * jnp.float16(2), p)
reveal_type((q.a, q.b, q.name))
reveal_type(len(jax.tree.leaves(p)))


@jax.jit
def use(p, n=None):
    p.a = p.a + 1
    return Pair(p.b, p.a, "new"), n


r, n = use(p)
reveal_type((r.a, r.b, r.name, n, p.a))


@partial(jax.tree_util.register_dataclass, data_fields=["w"], meta_fields=["act"])
@dataclass
class Layer:
    w: jax.Array
    act: str = "relu"

    def __call__(self, x):
        return getattr(jax.nn, self.act)(x @ self.w)


layers = [Layer(jnp.ones((2, 2), jnp.bfloat16)), Layer(jnp.ones((2, 2)), "gelu")]


def net(layers, x):
    for l in layers:
        x = l(x)
    return x.sum()


v, g = jax.value_and_grad(net)(layers, h)
reveal_type((v, g[0].w, g[1].w, g[1].act))
tree = {"a": None, "b": [h, None], "c": (f, {})}
reveal_type(jax.tree.map(lambda x: x.dtype.name, tree))
reveal_type(jax.tree.map(lambda x: x, tree, is_leaf=lambda x: x is None))
reveal_type(jax.tree.map(lambda x: 0 if x is None else x, tree, is_leaf=lambda x: x is None))
leaves, td = jax.tree.flatten(tree)
reveal_type(leaves)
reveal_type(jax.tree.unflatten(td, [x.astype(jnp.float16) for x in leaves]))
reveal_type(jax.tree.reduce(lambda a, b: a + b, tree))
reveal_type(jax.tree.all(jax.tree.map(lambda x: x.ndim == 1, tree)))
stacked = jax.tree.map(lambda *xs: jnp.stack(xs), {"a": h}, {"a": f})
reveal_type(stacked)
flat, un = jax.flatten_util.ravel_pytree({"a": h, "b": h})
reveal_type(flat)
reveal_type(un(flat))
params = {"enc": {"w": h}, "dec": {"w": f}}
cast = jax.tree_util.tree_map_with_path(
    lambda path, x: x.astype(jnp.float32) if path[0].key == "enc" else x.astype(jnp.bfloat16), params
)
reveal_type(cast)


def walk(t, fn):
    return {k: walk(v, fn) for k, v in t.items()} if isinstance(t, dict) else fn(t)


reveal_type(walk(params, lambda a: a * 2))
merged = {**params, "enc": {**params["enc"], "b": 1}}
reveal_type(merged)
params["enc"]["w"] += 1.0
reveal_type(merged["enc"]["w"] is params["enc"]["w"])
reveal_type(params)


def update(params, path, v):
    *head, last = path.split("/")
    node = params
    for k in head:
        node = node.setdefault(k, {})
    node[last] = v


update(params, "dec/w", h)
update(params, "new/x/y", f)
reveal_type(params)
aux = jax.value_and_grad(lambda p: (p["w"].sum(), {"n": p["w"], "k": None}), has_aux=True)({"w": h})
reveal_type(aux)
reveal_type(jax.grad(lambda a, b: (a * b).sum(), argnums=(0, 1))(h, f))
reveal_type(jax.jvp(lambda a: a * f, (h,), (h,)))
y, vjp = jax.vjp(lambda a, b: a * b, h, f)
reveal_type((y, vjp(y)))
reveal_type(jax.jacfwd(lambda a: a * 2)(h))
reveal_type(jax.hessian(lambda a: (a**2).sum())(f))
reveal_type(jax.eval_shape(lambda a: (a, 1.0), h)[1].dtype)
reveal_type(jax.linearize(lambda a: a * 2, h)[0])
