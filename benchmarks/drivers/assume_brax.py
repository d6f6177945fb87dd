"""Mathematics, transforms and joints of brax with bfloat16 arrays."""

from bfloat16_inputs import floats, key, run, with_fixed
from brax import base, kinematics, math
from brax.training import distribution
from brax.training.acme import running_statistics
from brax.training.agents.ppo import losses as ppo_losses
from brax.training.spectral_norm import _l2_normalize

TRANSFORM = base.Transform(pos=floats(3), rot=floats(4))
MOTION = base.Motion(ang=floats(3), vel=floats(3))
INERTIA = base.Inertia(transform=TRANSFORM, i=floats(3, 3), mass=floats())
FRAMES = base.Motion(ang=floats(3, 3), vel=floats(3, 3))

CASES = {
    "math.rotate": (math.rotate, floats(3), floats(4)),
    "math.from_to": (math.from_to, floats(3), floats(3)),
    "math.inv_approximate": (with_fixed(math.inv_approximate, num_iter=3), floats(4, 4), floats(4, 4)),
    "math.solve_pgs": (with_fixed(math.solve_pgs, num_iters=3), floats(4, 4), floats(4)),
    "math.ang_to_quat": (math.ang_to_quat, floats(3)),
    "math.quat_to_3x3": (math.quat_to_3x3, floats(4)),
    "math.orthogonals": (math.orthogonals, floats(3)),
    "math.signed_angle": (math.signed_angle, floats(3), floats(3), floats(3)),
    "math.euler_to_quat": (math.euler_to_quat, floats(3)),
    "math.quat_to_euler": (math.quat_to_euler, floats(4)),
    "math.inv_3x3": (math.inv_3x3, floats(3, 3)),
    "math.safe_norm": (math.safe_norm, floats(3)),
    "Transform.to_local": (lambda t, u: t.to_local(u), TRANSFORM, TRANSFORM),
    "Transform.do": (lambda t, m: t.do(m), TRANSFORM, MOTION),
    "Motion.cross": (lambda a, b: a.cross(b), MOTION, MOTION),
    "Inertia.mul": (lambda i, m: i.mul(m), INERTIA, MOTION),
    "Transform.create": (lambda r: base.Transform.create(rot=r), floats(4)),
    "kinematics.link_to_joint_frame": (kinematics.link_to_joint_frame, FRAMES),
    "kinematics.axis_slide_vel": (
        kinematics.axis_slide_vel, base.Transform(pos=floats(3), rot=floats(4)), MOTION, FRAMES),
    "losses.compute_gae": (
        ppo_losses.compute_gae, floats(5, 2), floats(5, 2), floats(5, 2), floats(5, 2), floats(2)),
    "running_statistics.normalize": (
        lambda x, y: running_statistics.normalize(x, running_statistics.update(
            running_statistics.init_state(x), y, validate_shapes=False)), floats(3), floats(4, 3)),
    "NormalTanhDistribution.log_prob": (
        lambda p, a: distribution.NormalTanhDistribution(2).log_prob(p, a), floats(4), floats(2)),
    "NormalTanhDistribution.entropy": (
        lambda p, k: distribution.NormalTanhDistribution(2).entropy(p, k), floats(4), key()),
    "spectral_norm._l2_normalize": (_l2_normalize, floats(3)),
}  # fmt: skip

if __name__ == "__main__":
    run(CASES)
