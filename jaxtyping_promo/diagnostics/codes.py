"""The registry of error codes: what each reports, how severe it is by default, and where it is documented.

Every checker, page and setting reads this table: `mypy_plugin/mypy_codes.py` makes mypy's error codes from it, and
`jaxtyping_promo.config` the keys of ``[tool.jaxtyping-promo.reports]``.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    class Code(NamedTuple):
        """An error code."""

        name: str
        """As ``# type: ignore[...]`` and the configuration name it."""
        severity: str
        """The default severity: ``"error"``, ``"note"`` or ``"off"``."""
        summary: str
        """The reported problem, in one sentence without a full stop."""

        @property
        def page(self) -> str: ...
else:

    class Code(namedtuple("Code", "name severity summary")):
        """An error code."""

        __slots__ = ()

        @property
        def page(self) -> str:
            """The address of the page that describes it."""
            return f"{PAGES}/{self.name}/"


PAGES = "https://jaxtyping-promo.readthedocs.io/errors"
"""The folder of the documentation site that has one page for each code."""

ERROR, NOTE, OFF = SEVERITIES = ("error", "note", "off")
"""How a code is reported; only errors change the exit status of a checker."""

DTYPE_PROMOTION = Code(
    "dtype-promotion", ERROR, "Two operands have no common dtype, or the operator rejects their dtype"
)
DTYPE_UNSUPPORTED = Code("dtype-unsupported", ERROR, "A function rejects the dtype of an argument")
DTYPE_CARRY = Code("dtype-carry", ERROR, "The body of a loop returns a carry of another dtype than it receives")
DTYPE_BRANCHES = Code("dtype-branches", ERROR, "The branches of a conditional return different dtypes")
DTYPE_GRADIENT = Code(
    "dtype-gradient", ERROR, "A function is differentiated with respect to a dtype that has no gradient"
)
DTYPE_INDEX = Code("dtype-index", ERROR, "An index has another dtype than an integer or bool dtype")
DTYPE_OVERFLOW = Code("dtype-overflow", ERROR, "A number does not fit the dtype that it is converted to")
DTYPE_TRUNCATION = Code("dtype-truncation", NOTE, "A 64-bit dtype is requested while x64 is off")
DTYPE_RANGE = Code("dtype-range", NOTE, "The dtype of the result can't hold all values of an operand")
DTYPE_WIDENING = Code("dtype-widening", NOTE, "The result is wider than every JAX array among the operands")
DTYPE_UPCAST = Code("dtype-upcast", NOTE, "A 16-bit float becomes wider beside an array whose dtype nobody chose")
DTYPE_LATE_UPCAST = Code(
    "dtype-late-upcast",
    NOTE,
    "A product or reduction is rounded to a 16-bit float, and cast to a wider dtype afterwards",
)
DTYPE_ROUNDING = Code("dtype-rounding", NOTE, "A number such as 0.999 becomes exactly 1 in the dtype of an operation")
DTYPE_COUNTER = Code("dtype-counter", NOTE, "A counter stops growing, or wraps, since its dtype is too narrow")
DTYPE_POSITIONS = Code("dtype-positions", NOTE, "Positions in a 16-bit float are rounded, so that neighbours are equal")
DTYPE_SCATTER = Code("dtype-scatter", NOTE, "An update of an array casts the new values down to the dtype of the array")
DTYPE_PRECISION = Code("dtype-precision", OFF, "The result has fewer significant bits than an operand")
DTYPE_KIND = Code("dtype-kind", OFF, "A number changes the kind of an array, such as 1.5 beside integers")
DTYPE_WEAK = Code("dtype-weak", OFF, "A weak array is used where a strong array is declared")
DTYPE_IMPLICIT = Code("dtype-implicit", OFF, "Two strong dtypes promote to a common dtype")
DTYPE_LEAK = Code("dtype-leak", OFF, "A function returns a float that a mix inside it has widened")
POLICY_PARAMS = Code("policy-params", ERROR, "A parameter of a model has another dtype than the policy says")
POLICY_ACCUMULATE = Code(
    "policy-accumulate", ERROR, "A contraction accumulates in a narrower dtype than the policy says"
)
POLICY_SOFTMAX = Code("policy-softmax", ERROR, "A softmax is computed in a narrower dtype than the policy says")
POLICY_NORM = Code("policy-norm", ERROR, "A norm is computed in a narrower dtype than the policy says")
POLICY_LOSS = Code("policy-loss", ERROR, "A loss has a narrower dtype than the policy says")
POLICY_MOMENTS = Code("policy-moments", ERROR, "The moments of an optimizer have a narrower dtype than the policy says")
POLICY_GRADIENTS = Code("policy-gradients", ERROR, "Gradients have a narrower dtype than the policy says")
POLICY_OUTPUT = Code("policy-output", ERROR, "An entry function returns another dtype than the policy says")
DTYPE_DEAD_OPTION = Code("dtype-dead-option", OFF, "A dtype option changes no dtype")
DTYPE_ANNOTATION = Code(
    "dtype-annotation", ERROR, "jax.Array has type arguments in an annotation that Python evaluates"
)
DTYPE_CONFIGURATION = Code(
    "dtype-configuration", NOTE, "A module switches a JAX option that the configuration does not set"
)
SHAPE_MISMATCH = Code("shape-mismatch", ERROR, "The shape of an array contradicts its jaxtyping annotation")
JAXTYPING_SYNTAX = Code("jaxtyping-syntax", ERROR, "A jaxtyping annotation can't be read")

CODES: dict[str, Code] = {code.name: code for code in tuple(globals().values()) if isinstance(code, Code)}
"""Every code by its name, in the order in which the documentation lists them."""

PRESETS: dict[str, dict[str, str]] = {
    "default": {code.name: code.severity for code in CODES.values()},
    "strict": {code.name: ERROR if code.severity == NOTE else code.severity for code in CODES.values()},
    "certain": {code.name: ERROR if code.severity == ERROR else OFF for code in CODES.values()},
    "all": {code.name: NOTE if code.severity == OFF else code.severity for code in CODES.values()},
}
"""The severity of each code under each value of the key `reports`."""
