"""Tables of functions that convert an argument to another dtype than the common dtype of their operands.

`conversion_losses` and `number_losses` find what a conversion loses. The tests compare each line with JAX.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from ..inference.arguments import Arguments
    from ..rules.rule import Rule
    from ..system import System


class Numbers(NamedTuple):
    """Numbers that a function converts to its dtype argument.

    Attributes:
        parameters: the parameters that are numbers, or lists of numbers.
        like: the parameter whose dtype the numbers get if the call has no dtype argument; without it, the number's
            default dtype.
        raises: whether JAX raises an error for an integer that does not fit, instead of wrapping it.
        parsed: whether JAX converts an integer to the default integer first, and raises an error if it does not fit.
        dtype: the dtype that the numbers get in every call.
        bound: the limit that the numbers set; see `values.Value`.
        fills: None if JAX uses the numbers in every mode of indexing. Otherwise JAX uses them only in the mode
            ``"fill"``, and this tells whether that is the default mode.
        ends: the parameters that may hold the largest value plus one. The last one that the call passes counts.
    """

    parameters: tuple[str, ...]
    like: str | None = None
    raises: bool = False
    ends: tuple[str, ...] = ()
    parsed: bool = False
    dtype: str | None = None
    bound: str = ""
    fills: bool | None = None

    def targets(self, rule: Rule, arguments: Arguments, system: System) -> list[str | None]:
        """The possible dtypes of the converted numbers of a call.

        Args:
            rule: the function's rule.
            arguments: the arguments of the call.
            system: the promotion system.

        Returns:
            Dtypes, in which None stands for the default dtype of a number; no dtype if it is unknown.
        """
        found: list[str | None] = [self.dtype]
        if rule.dtype is not None and rule.dtype in arguments.dtypes:
            found = [arguments.dtypes[rule.dtype]]
            if found == [None]:
                return []
        elif self.like is not None:
            items = arguments.operands.get(self.like)
            found = [dtype for operand in items[0] for dtype in operand.entering(system)] if items else []
        return [system.scalars.get(dtype, dtype) if dtype is not None else None for dtype in found]


NUMBERS: Final[dict[str, Numbers]] = {
    **dict.fromkeys(("jax.numpy.full", "jax.lax.full"), Numbers(("fill_value",))),
    "jax.numpy.full_like": Numbers(("fill_value",), like="a"),
    "jax.lax.full_like": Numbers(("fill_value",), like="x"),
    "jax.numpy.array": Numbers(("object",), raises=True),
    "jax.numpy.asarray": Numbers(("a",), raises=True),
    "jax.lax.convert_element_type": Numbers(("operand",)),
    "jax.numpy.arange": Numbers(("start", "stop"), ends=("start", "stop")),
    "jax.numpy.linspace": Numbers(("start", "stop"), parsed=True),
    "jax.numpy.nan_to_num": Numbers(("nan", "posinf", "neginf"), like="x", parsed=True),
    "jax.numpy.pad": Numbers(("constant_values",), like="array", parsed=True),
    "jax.numpy.piecewise": Numbers(("funclist",), like="x", parsed=True),
    "jax.numpy.ediff1d": Numbers(("to_end", "to_begin"), like="ary", parsed=True),
    "jax.Array.at.get": Numbers(("fill_value",), like="self", fills=False),
    "jax.Array.take": Numbers(("fill_value",), like="self", fills=True),
    "jax.numpy.take": Numbers(("fill_value",), like="a", fills=True),
    "jax.numpy.take_along_axis": Numbers(("fill_value",), like="arr", fills=True),
    "jax.numpy.compress": Numbers(("fill_value",), like="a"),
    "jax.Array.compress": Numbers(("fill_value",), like="self"),
    "jax.numpy.extract": Numbers(("fill_value",), like="arr"),
    "jax.numpy.unique": Numbers(("fill_value",), like="ar", parsed=True),
    **{
        f"jax.numpy.unique_{name}": Numbers(("fill_value",), like="x", parsed=True)
        for name in ("all", "counts", "inverse", "values")
    },
    **{
        f"jax.numpy.{name}": Numbers(("fill_value",), raises=True)
        for name in ("argwhere", "flatnonzero", "nonzero", "where")
    },
    **{
        f"jax.numpy.{name}": Numbers(("initial",), like="a", bound=bound, parsed=True)
        for names, bound in ((("amax", "max", "nanmax"), "low"), (("amin", "min", "nanmin"), "high"))
        for name in names
    },
    "jax.Array.max": Numbers(("initial",), like="self", bound="low", parsed=True),
    "jax.Array.min": Numbers(("initial",), like="self", bound="high", parsed=True),
    "jax.random.fold_in": Numbers(("data",), raises=True, dtype="uint32"),
    "jax.random.randint": Numbers(("minval", "maxval"), ends=("maxval",), parsed=True),
    "jax.random.uniform": Numbers(("minval", "maxval"), parsed=True),
}
"""The functions that convert numbers, by full name."""


class Update(NamedTuple):
    """An array that a function updates with values, which it casts to the array's dtype.

    Attributes:
        array: the parameter of the array; ``self`` for a method.
        values: the parameter of the values.
        warns: whether JAX warns if the cast is not safe.
    """

    array: str
    values: str
    warns: bool = True


UPDATES: Final[dict[str, Update]] = {
    **{
        f"jax.Array.at.{name}": Update("self", "values")
        for name in ("add", "max", "min", "mul", "multiply", "set", "subtract")
    },
    "jax.numpy.fill_diagonal": Update("a", "val"),
    "jax.numpy.insert": Update("arr", "values", warns=False),
    "jax.numpy.place": Update("arr", "vals"),
    "jax.numpy.put": Update("a", "v"),
    "jax.numpy.put_along_axis": Update("arr", "values"),
}
"""The functions and methods that update an array, by full name."""

CASTS: Final[dict[str, str]] = {
    "jax.Array.astype": "self",
    "jax.numpy.array": "object",
    "jax.numpy.asarray": "a",
    "jax.numpy.astype": "a",
    "jax.lax.convert_element_type": "operand",
}
"""The functions and methods that cast an array to their dtype argument, by full name, and the array's parameter."""

COMPARISON_FUNCTIONS: Final[dict[str, str]] = {
    "jax.numpy.equal": "eq",
    "jax.numpy.greater": "gt",
    "jax.numpy.greater_equal": "ge",
    "jax.numpy.less": "lt",
    "jax.numpy.less_equal": "le",
    "jax.numpy.not_equal": "ne",
}
"""The functions that are comparison operators, by full name."""

COMPARED: Final[dict[str, tuple[str, str]]] = {
    "jax.Array.searchsorted": ("self", "v"),
    "jax.numpy.digitize": ("x", "bins"),
    "jax.numpy.isin": ("element", "test_elements"),
    "jax.numpy.searchsorted": ("a", "v"),
}
"""The two parameters that a function converts to their common dtype and compares, by full name of the function."""

BOUNDS: Final[dict[str, dict[str, str]]] = {
    **dict.fromkeys(("jax.numpy.minimum", "jax.numpy.fmin"), dict.fromkeys(("x", "y"), "high")),
    **dict.fromkeys(("jax.numpy.maximum", "jax.numpy.fmax"), dict.fromkeys(("x", "y"), "low")),
    "jax.numpy.clip": {"min": "low", "max": "high"},
    "jax.Array.clip": {"min": "low", "max": "high"},
}
"""The parameters that other values are limited by, by the full name of the function."""
