# The first parameter of `make_mesh` had another name in JAX 0.10.
from collections.abc import Sequence
from typing import Any, overload

from jax._src.mesh import AxisType, Mesh

@overload
def make_mesh(axis_sizes: Sequence[int], axis_names: Sequence[str], axis_types: tuple[AxisType, ...] | None = None, *, devices: Sequence[Any] | None = None) -> Mesh: ...
@overload
def make_mesh(*, axis_shapes: Sequence[int], axis_names: Sequence[str], axis_types: tuple[AxisType, ...] | None = None, devices: Sequence[Any] | None = None) -> Mesh: ...
