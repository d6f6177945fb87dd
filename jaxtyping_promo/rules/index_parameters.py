"""The parameters that take indices, with the kinds of dtypes that JAX rejects there, by the full names of functions."""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, NamedTuple

    class Index(NamedTuple):
        """A parameter that takes indices."""

        parameter: str
        """Its name."""
        rejected: tuple[str, ...]
        """The kinds of dtypes that JAX rejects."""
else:

    class Index(namedtuple("Index", "parameter rejected")):
        """A parameter that takes indices."""

        __slots__ = ()


FRACTIONS: Final = ("float", "complex")
"""The kinds that no index has."""
EXACT: Final = ("bool", *FRACTIONS)
"""The kinds that no index has where JAX asks for integers."""

INDICES: Final[dict[str, Index]] = {
    "jax.Array.take": Index("indices", FRACTIONS),
    "jax.numpy.take": Index("indices", FRACTIONS),
    "jax.numpy.take_along_axis": Index("indices", EXACT),
    "jax.numpy.put": Index("ind", FRACTIONS),
    "jax.numpy.put_along_axis": Index("indices", FRACTIONS),
    "jax.numpy.delete": Index("obj", FRACTIONS),
    "jax.numpy.insert": Index("obj", EXACT),
    "jax.numpy.choose": Index("a", EXACT),
    "jax.numpy.bincount": Index("x", FRACTIONS),
    "jax.lax.dynamic_slice": Index("start_indices", EXACT),
    "jax.lax.dynamic_slice_in_dim": Index("start_index", EXACT),
    "jax.lax.dynamic_index_in_dim": Index("index", EXACT),
    "jax.lax.dynamic_update_slice": Index("start_indices", EXACT),
    "jax.lax.dynamic_update_slice_in_dim": Index("start_index", EXACT),
    "jax.lax.dynamic_update_index_in_dim": Index("index", EXACT),
    "jax.lax.gather": Index("start_indices", EXACT),
    "jax.lax.scatter": Index("scatter_indices", EXACT),
    "jax.lax.scatter_add": Index("scatter_indices", EXACT),
    "jax.lax.switch": Index("index", EXACT),
    **{f"jax.ops.segment_{name}": Index("segment_ids", FRACTIONS) for name in ("max", "min", "prod", "sum")},
}
"""The functions and methods that take indices."""
WITH_ONE_DTYPE: Final = frozenset(("jax.lax.dynamic_slice", "jax.lax.dynamic_update_slice"))
"""The functions whose indices must all have the same dtype. A Python integer has the default integer dtype."""


def takes_index(fullname: str, parameter: str) -> bool:
    """Whether a parameter of a function accepts an index, whose dtype has a separate error code."""
    index = INDICES.get(fullname)
    return index is not None and index.parameter == parameter
