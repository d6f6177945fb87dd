"""Rotations, transforms and training losses of brax with float32 and bfloat16 arrays."""

import jax
import jax.numpy as jnp
from brax import base, math
from brax.training import distribution
from brax.training.acme import running_statistics
from brax.training.agents.ppo import losses


def shaped(*shape: int, dtype: str = "float32") -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))


def main() -> None:
    key = jax.random.key(0)
    for dtype in ("float32", "bfloat16"):
        vector, quaternion, angle = shaped(3, dtype=dtype), shaped(4, dtype=dtype), shaped(dtype=dtype)
        jax.eval_shape(math.rotate, vector, quaternion)
        jax.eval_shape(math.inv_rotate, vector, quaternion)
        jax.eval_shape(math.ang_to_quat, vector)
        jax.eval_shape(math.quat_mul, quaternion, quaternion)
        jax.eval_shape(math.quat_rot_axis, vector, angle)
        jax.eval_shape(math.quat_to_3x3, quaternion)
        jax.eval_shape(math.signed_angle, vector, vector, vector)
        jax.eval_shape(math.safe_arccos, angle)
        jax.eval_shape(math.inv_3x3, shaped(3, 3, dtype=dtype))
        jax.eval_shape(math.orthogonals, vector)
        jax.eval_shape(math.safe_norm, vector)
        jax.eval_shape(math.normalize, vector)
        jax.eval_shape(math.from_to, vector, vector)
        jax.eval_shape(math.euler_to_quat, vector)
        jax.eval_shape(math.quat_to_euler, quaternion)
        jax.eval_shape(math.relative_quat, quaternion, quaternion)
        jax.eval_shape(lambda p, q: base.Transform(pos=p, rot=q).do(base.Transform(pos=p, rot=q)), vector, quaternion)
        jax.eval_shape(
            lambda p, q, a: base.Transform(pos=p, rot=q).do(base.Motion(ang=a, vel=a)), vector, quaternion, vector
        )
        steps, last = shaped(5, 2, dtype=dtype), shaped(2, dtype=dtype)
        jax.eval_shape(losses.compute_gae, steps, steps, steps, steps, last)
        policy = distribution.NormalTanhDistribution(event_size=2)
        jax.eval_shape(lambda k, p: policy.sample(p, k), key, shaped(3, 4, dtype=dtype))
        jax.eval_shape(policy.log_prob, shaped(3, 4, dtype=dtype), shaped(3, 2, dtype=dtype))
        jax.eval_shape(lambda p, k: policy.entropy(p, k), shaped(3, 4, dtype=dtype), key)
        state = running_statistics.init_state(jnp.zeros(3, dtype))
        jax.eval_shape(running_statistics.update, state, shaped(6, 3, dtype=dtype))
        jax.eval_shape(running_statistics.normalize, shaped(6, 3, dtype=dtype), state)


if __name__ == "__main__":
    main()
