import jax, jax.numpy as jnp, numpy as np
from dataclasses import dataclass, field, replace


@dataclass
class Adam:
    lr: float = 1e-3
    b1: float = 0.9
    eps: float = 1e-8
    state: dict = field(default_factory=dict)

    def init(self, params):
        self.state = {k: {"m": jnp.zeros_like(v), "v": jnp.zeros(v.shape)} for k, v in params.items()}
        self.state["step"] = 0
        return self

    def update(self, params, grads):
        self.state["step"] += 1
        out = {}
        for k, g in grads.items():
            s = self.state[k]
            s["m"] = self.b1 * s["m"] + (1 - self.b1) * g
            s["v"] = s["v"] * 0.99 + g**2
            out[k] = params[k] - self.lr * s["m"] / (jnp.sqrt(s["v"]) + self.eps)
        return out


params = {"w": jnp.ones((3, 2), jnp.bfloat16), "b": jnp.zeros(2)}


def loss(p, x):
    return jnp.mean((x @ p["w"] + p["b"]) ** 2)


opt = Adam().init(params)
reveal_type(opt.state["w"]["v"])
x = np.ones((4, 3), np.float32)
for step in range(4):
    value, grads = jax.value_and_grad(loss)(params, x)
    reveal_type(value)
    reveal_type(grads)
    params = opt.update(params, grads)
    reveal_type(params)
reveal_type(opt.state["step"])
reveal_type(opt.state["w"])
other = replace(opt, lr=np.float32(1e-3))
reveal_type(other.state is opt.state)
params = other.update(params, grads)
reveal_type(params)
reveal_type(other.lr * params["b"])
history = []


def train(params, n, *, callback=lambda i, v: history.append((i, v))):
    for i in range(n):
        v, g = jax.value_and_grad(loss)(params, jnp.ones((4, 3), jnp.bfloat16))
        params = jax.tree.map(lambda p, g: p - 0.1 * g, params, g)
        callback(i, v)
    return params


p2 = train({"w": jnp.ones((3, 2), jnp.bfloat16), "b": jnp.zeros(2, jnp.bfloat16)}, 3)
reveal_type(p2)
reveal_type(history)
