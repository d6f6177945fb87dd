"""The results that each library computes for operators on its arrays and Python scalars, measured with the library."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec

from jaxtyping_promo import get_system
from jaxtyping_promo.system import PYTHON_SCALARS, ZERO_DIM

from .operations import Operation

ORACLES: dict[str, tuple[str, str]] = {
    "numpy": ("numpy", "numpy"),
    "array-api": ("array_api", "array_api_strict"),
    "torch": ("torch", "torch"),
    "tensorflow": ("tensorflow", "tensorflow"),
    "dask": ("dask", "dask"),
}
"""For each system, the module of `oracles` that asks the library, and the library."""

INSTALLED = [system for system, (_, library) in ORACLES.items() if find_spec(library) is not None]
"""The systems whose library is installed."""

OPERATORS = ("add", "truediv")


def library_truth(system: str, operators: Iterable[str] = OPERATORS) -> dict[Operation, str | None]:
    """The dtype of each operator on each pair of dtypes and Python scalars; None if the library rejects it."""
    oracle = import_module(f"oracles.{ORACLES[system][0]}")
    compute: Callable[..., str | None] = oracle.compute
    declared = get_system(system)
    arrays = [node for node in declared.nodes if node not in declared.defaults]
    pairs = [*itertools.product(arrays, repeat=2)]
    pairs += [pair for a, s in itertools.product(arrays, PYTHON_SCALARS) for pair in ((a, s), (s, a))]
    # The oracle lists the places in which a library departs from its standard.
    asked = [cell for cell in itertools.product(operators, pairs) if cell not in getattr(oracle, "DEVIATIONS", ())]
    dtypes = {Operation(op, pair): compute(op, *pair) for op, pair in asked}
    return {operation: dtype and dtype.removesuffix(ZERO_DIM) for operation, dtype in dtypes.items()}
