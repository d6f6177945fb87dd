# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from jax._src.effects import Effect
from jaxtyping_promo.typing import DTypeLike
from typing import Any
from typing_extensions import NamedTuple

class AccuracyMode(Enum):
    HIGHEST = 1
    DEFAULT = 2
class DotAlgorithm(NamedTuple):
    lhs_precision_type: DTypeLike
    rhs_precision_type: DTypeLike
    accumulation_type: DTypeLike
    lhs_component_count: int = ...
    rhs_component_count: int = ...
    num_primitive_operations: int = ...
    allow_imprecise_accumulation: bool = ...
    def _convert_to_hlo_attr(self, lhs_dtype: DTypeLike, rhs_dtype: DTypeLike) -> Any: ...
class DotAlgorithmPreset(Enum):
    DEFAULT = ...
    ANY_F8_ANY_F8_F32 = ...
    ANY_F8_ANY_F8_F32_FAST_ACCUM = ...
    ANY_F8_ANY_F8_ANY = ...
    ANY_F8_ANY_F8_ANY_FAST_ACCUM = ...
    F16_F16_F16 = ...
    F16_F16_F32 = ...
    BF16_BF16_BF16 = ...
    BF16_BF16_F32 = ...
    BF16_BF16_F32_X3 = ...
    BF16_BF16_F32_X6 = ...
    BF16_BF16_F32_X9 = ...
    TF32_TF32_F32 = ...
    TF32_TF32_F32_X3 = ...
    F32_F32_F32 = ...
    F64_F64_F64 = ...
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
    @property
    def supported_lhs_types(self) -> tuple[DTypeLike, ...] | None: ...
    @property
    def supported_rhs_types(self) -> tuple[DTypeLike, ...] | None: ...
    @property
    def accumulation_type(self) -> DTypeLike | None: ...
    def supported_output_types(self, lhs_dtype: DTypeLike, rhs_dtype: DTypeLike) -> tuple[DTypeLike, ...] | None: ...
    def _convert_to_hlo_attr(self, lhs_dtype: DTypeLike, rhs_dtype: DTypeLike) -> Any | None: ...
class NoDCEEffect(Effect):
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...
class PaddingType(Enum):
    VALID = 1
    SAME = 2
    SAME_LOWER = 3
class Precision(Enum):
    DEFAULT = 0
    HIGH = 1
    HIGHEST = 2
    @classmethod
    def _missing_(cls, value: object) -> Precision | None: ...
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
@dataclass(frozen=True)
class RaggedDotDimensionNumbers:
    dot_dimension_numbers: tuple[tuple[Sequence[int], Sequence[int]], tuple[Sequence[int], Sequence[int]]]
    lhs_ragged_dimensions: Sequence[int]
    rhs_group_dimensions: Sequence[int]
    def __init__(self, dot_dimension_numbers: Any, lhs_ragged_dimensions: Any, rhs_group_dimensions: Any) -> None: ...
class RaggedDotMode(Enum):
    RAGGED_NONCONTRACTING = 1
    RAGGED_CONTRACTING = 2
    RAGGED_BATCH = 3
class RandomAlgorithm(IntEnum):
    RNG_DEFAULT = 0
    RNG_THREE_FRY = 1
    RNG_PHILOX = 2
    def __str__(self) -> str: ...
class ReshapeExplicitError(Exception): ...
class RoundingMethod(IntEnum):
    AWAY_FROM_ZERO = 0
    TO_NEAREST_EVEN = 1
class Tolerance:
    def __init__(self, atol: float = 0.0, rtol: float = 0.0, ulps: int = 0) -> None: ...
    atol: float
    rtol: float
    ulps: int
def abs(*args: Any, **kwargs: Any) -> Any:
    """Elementwise absolute value: :math:`|x|`."""
def acos(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise arc cosine: :math:`\mathrm{acos}(x)`."""
def acosh(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise inverse hyperbolic cosine: :math:`\mathrm{acosh}(x)`."""
def add(*args: Any, **kwargs: Any) -> Any:
    """Elementwise addition: :math:`x + y`."""
def after_all(*args: Any, **kwargs: Any) -> Any:
    """Merges one or more XLA token values. Experimental."""
def argmax(*args: Any, **kwargs: Any) -> Any:
    """Computes the index of the maximum element along ``axis``."""
def argmin(*args: Any, **kwargs: Any) -> Any:
    """Computes the index of the minimum element along ``axis``."""
def asin(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise arc sine: :math:`\mathrm{asin}(x)`."""
def asinh(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise inverse hyperbolic sine: :math:`\mathrm{asinh}(x)`."""
def atan(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise arc tangent: :math:`\mathrm{atan}(x)`."""
def atan2(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise two-term arc tangent: :math:`\mathrm{atan}({x \over y})`."""
def atanh(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise inverse hyperbolic tangent: :math:`\mathrm{atanh}(x)`."""
def batch_matmul(*args: Any, **kwargs: Any) -> Any:
    """Batch matrix multiplication."""
def bitcast_convert_type(*args: Any, **kwargs: Any) -> Any:
    """Elementwise bitcast."""
def bitwise_and(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise AND: :math:`x \wedge y`."""
def bitwise_not(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise NOT: :math:`\neg x`."""
def bitwise_or(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise OR: :math:`x \vee y`."""
def bitwise_xor(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise exclusive OR: :math:`x \oplus y`."""
def broadcast(*args: Any, **kwargs: Any) -> Any:
    """Broadcasts an array, adding new leading dimensions only."""
def broadcast_in_dim(*args: Any, **kwargs: Any) -> Any:
    """General broadcasting operation."""
def broadcast_like(*args: Any, **kwargs: Any) -> Any:
    """Broadcasts an array to match the shape and sharding of another array."""
def broadcast_shapes(*args: Any, **kwargs: Any) -> Any:
    """Returns the shape that results from NumPy broadcasting of `shapes`."""
def broadcast_to_rank(*args: Any, **kwargs: Any) -> Any:
    """Adds leading dimensions of ``1`` to give ``x`` rank ``rank``."""
def broadcasted_iota(*args: Any, **kwargs: Any) -> Any:
    """Convenience wrapper around ``iota``."""
def cbrt(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise cube root: :math:`\sqrt[3]{x}`."""
def ceil(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise ceiling: :math:`\left\lceil x \right\rceil`."""
def clamp(*args: Any, **kwargs: Any) -> Any:
    """Elementwise clamp."""
def clz(*args: Any, **kwargs: Any) -> Any:
    """Elementwise count-leading-zeros."""
def collapse(*args: Any, **kwargs: Any) -> Any:
    """Collapses dimensions of an array into a single dimension."""
def complex(*args: Any, **kwargs: Any) -> Any:
    """Elementwise make complex number: :math:`x + jy`."""
def composite(*args: Any, **kwargs: Any) -> Any:
    """Composite with semantics defined by the decomposition function."""
def concatenate(*args: Any, **kwargs: Any) -> Any:
    """Concatenates a sequence of arrays along `dimension`."""
def conj(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise complex conjugate function: :math:`\overline{x}`."""
def convert_element_type(*args: Any, **kwargs: Any) -> Any:
    """Elementwise cast."""
def cos(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise cosine: :math:`\mathrm{cos}(x)`."""
def cosh(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise hyperbolic cosine: :math:`\mathrm{cosh}(x)`."""
def create_token(*args: Any, **kwargs: Any) -> Any:
    """Creates an XLA token value with no preconditions for sequencing effects."""
def dce_sink(*args: Any, **kwargs: Any) -> Any: ...
def div(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise division: :math:`x \over y`."""
def dot(*args: Any, **kwargs: Any) -> Any:
    """General dot product/contraction operator."""
def dot_general(*args: Any, **kwargs: Any) -> Any:
    """Alias of :func:`jax.lax.dot`."""
def empty(*args: Any, **kwargs: Any) -> Any:
    """Create an empty array of possibly uninitialized values."""
def eq(*args: Any, **kwargs: Any) -> Any:
    """Elementwise equals: :math:`x = y`."""
def exp(*args: Any, **kwargs: Any) -> Any:
    """Elementwise exponential: :math:`e^x`."""
def exp2(*args: Any, **kwargs: Any) -> Any:
    """Elementwise base-2 exponential: :math:`2^x`."""
def expand_dims(*args: Any, **kwargs: Any) -> Any:
    """Insert any number of size 1 dimensions into an array."""
def expm1(*args: Any, **kwargs: Any) -> Any:
    """Elementwise :math:`e^{x} - 1`."""
def floor(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise floor: :math:`\left\lfloor x \right\rfloor`."""
def full(*args: Any, **kwargs: Any) -> Any:
    """Returns an array of `shape` filled with `fill_value`."""
def full_like(*args: Any, **kwargs: Any) -> Any:
    """Create a full array like np.full based on the example array `x`."""
def ge(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise greater-than-or-equals: :math:`x \geq y`."""
def gt(*args: Any, **kwargs: Any) -> Any:
    """Elementwise greater-than: :math:`x > y`."""
def imag(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise extract imaginary part: :math:`\mathrm{Im}(x)`."""
def integer_pow(*args: Any, **kwargs: Any) -> Any:
    """Elementwise power: :math:`x^y`, where :math:`y` is a static integer."""
def iota(*args: Any, **kwargs: Any) -> Any:
    """Wraps XLA's `Iota <https://www.openxla.org/xla/operation_semantics#iota>`_ operator."""
def is_finite(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise :math:`\mathrm{isfinite}`."""
def le(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise less-than-or-equals: :math:`x \leq y`."""
def log(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise natural logarithm: :math:`\mathrm{log}(x)`."""
def log1p(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise :math:`\mathrm{log}(1 + x)`."""
def log2(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise base-2 logarithm: :math:`\mathrm{log}_2(x)`."""
def logistic(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise logistic (sigmoid) function: :math:`\frac{1}{1 + e^{-x}}`."""
def lt(*args: Any, **kwargs: Any) -> Any:
    """Elementwise less-than: :math:`x < y`."""
def max(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise maximum: :math:`\mathrm{max}(x, y)`."""
def min(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise minimum: :math:`\mathrm{min}(x, y)`"""
def mul(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise multiplication: :math:`x \times y`."""
def mulhi(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise multiply-high: high bits of :math:`x \times y`."""
def ne(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise not-equals: :math:`x \neq y`."""
def neg(*args: Any, **kwargs: Any) -> Any:
    """Elementwise negation: :math:`-x`."""
def nextafter(*args: Any, **kwargs: Any) -> Any:
    """Returns the next representable value after ``x1`` in the direction of ``x2``."""
def one_minus_square(*args: Any, **kwargs: Any) -> Any:
    """Elementwise :math:`1 - x^2`."""
def optimization_barrier(*args: Any, **kwargs: Any) -> Any:
    """Prevents the compiler from moving operations across the barrier."""
def pad(*args: Any, **kwargs: Any) -> Any:
    """Applies low, high, and/or interior padding to an array."""
def padtype_to_pads(*args: Any, **kwargs: Any) -> Any:
    """Convert a padding specification to a list of pad value pairs."""
def polynomial(*args: Any, **kwargs: Any) -> Any:
    """Evaluates a polynomial using Horner's rule:"""
def population_count(*args: Any, **kwargs: Any) -> Any:
    """Elementwise popcount, count the number of set bits in each element."""
def pow(*args: Any, **kwargs: Any) -> Any:
    """Elementwise power: :math:`x^y`."""
def ragged_dot(*args: Any, **kwargs: Any) -> Any:
    """Ragged matrix multiplication."""
def ragged_dot_general(*args: Any, **kwargs: Any) -> Any:
    """Ragged matrix multiplication."""
def real(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise extract real part: :math:`\mathrm{Re}(x)`."""
def reciprocal(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise reciprocal: :math:`1 \over x`."""
def reduce(*args: Any, **kwargs: Any) -> Any:
    """Wraps XLA's `Reduce <https://www.openxla.org/xla/operation_semantics#reduce>`_ operator."""
def reduce_and(*args: Any, **kwargs: Any) -> Any:
    """Compute the bitwise AND of elements over one or more array axes."""
def reduce_max(*args: Any, **kwargs: Any) -> Any:
    """Compute the maximum of elements over one or more array axes."""
def reduce_min(*args: Any, **kwargs: Any) -> Any:
    """Compute the minimum of elements over one or more array axes."""
def reduce_or(*args: Any, **kwargs: Any) -> Any:
    """Compute the bitwise OR of elements over one or more array axes."""
def reduce_precision(*args: Any, **kwargs: Any) -> Any:
    """Wraps XLA's `ReducePrecision <https://www.openxla.org/xla/operation_semantics#reduceprecision>`_ operator."""
def reduce_prod(*args: Any, **kwargs: Any) -> Any:
    """Compute the product of elements over one or more array axes."""
def reduce_sum(*args: Any, **kwargs: Any) -> Any:
    """Compute the sum of elements over one or more array axes."""
def reduce_xor(*args: Any, **kwargs: Any) -> Any:
    """Compute the bitwise XOR of elements over one or more array axes."""
def rem(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise remainder: :math:`x \bmod y`."""
def reshape(*args: Any, **kwargs: Any) -> Any:
    """Wraps XLA's `Reshape <https://www.openxla.org/xla/operation_semantics#reshape>`_ operator."""
def rev(*args: Any, **kwargs: Any) -> Any:
    """Wraps XLA's `Rev <https://www.openxla.org/xla/operation_semantics#rev_reverse>`_ operator."""
def rng_bit_generator(*args: Any, **kwargs: Any) -> Any:
    """Stateless PRNG bit generator. Experimental and its use is discouraged."""
def rng_uniform(*args: Any, **kwargs: Any) -> Any:
    """Stateful PRNG generator. Experimental and its use is discouraged."""
def round(*args: Any, **kwargs: Any) -> Any:
    """Elementwise round."""
def rsqrt(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise reciprocal square root: :math:`1 \over \sqrt{x}`."""
def select(*args: Any, **kwargs: Any) -> Any:
    """Selects between two branches based on a boolean predicate."""
def select_n(*args: Any, **kwargs: Any) -> Any:
    """Selects array values from multiple cases."""
def shape_as_value(*args: Any, **kwargs: Any) -> Any:
    """Converts a shape that may contain Poly values into a JAX value."""
def shift_left(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise left shift: :math:`x \ll y`."""
def shift_right_arithmetic(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise arithmetic right shift: :math:`x \gg y`."""
def shift_right_logical(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise logical right shift: :math:`x \gg y`."""
def sign(*args: Any, **kwargs: Any) -> Any:
    """Elementwise sign."""
def sin(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise sine: :math:`\mathrm{sin}(x)`."""
def sinh(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise hyperbolic sine: :math:`\mathrm{sinh}(x)`."""
def sort(*args: Any, **kwargs: Any) -> Any:
    """Wraps XLA's `Sort <https://www.openxla.org/xla/operation_semantics#sort>`_ operator."""
def sort_key_val(*args: Any, **kwargs: Any) -> Any:
    """Sorts ``keys`` along ``dimension`` and applies the same permutation to ``values``."""
def split(*args: Any, **kwargs: Any) -> Any:
    """Splits an array along ``axis``."""
def sqrt(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise square root: :math:`\sqrt{x}`."""
def square(*args: Any, **kwargs: Any) -> Any:
    """Elementwise square: :math:`x^2`."""
def squeeze(*args: Any, **kwargs: Any) -> Any:
    """Squeeze any number of size 1 dimensions from an array."""
def stack(*args: Any, **kwargs: Any) -> Any:
    """Joins a sequence of arrays along a new axis."""
def stage(*args: Any, **kwargs: Any) -> Any:
    """Lifts a value into a trace."""
def stop_gradient(*args: Any, **kwargs: Any) -> Any:
    """Stops gradient computation."""
def sub(*args: Any, **kwargs: Any) -> Any:
    """Elementwise subtraction: :math:`x - y`."""
def tan(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise tangent: :math:`\mathrm{tan}(x)`."""
def tanh(*args: Any, **kwargs: Any) -> Any:
    r"""Elementwise hyperbolic tangent: :math:`\mathrm{tanh}(x)`."""
def tile(*args: Any, **kwargs: Any) -> Any:
    """Tiles an array by repeating it along each dimension."""
def top_k(*args: Any, **kwargs: Any) -> Any:
    """Returns top ``k`` values and their indices along the specified axis of ``operand``."""
def transpose(*args: Any, **kwargs: Any) -> Any:
    """Wraps XLA's `Transpose <https://www.openxla.org/xla/operation_semantics#transpose>`_ operator."""
def unstack(*args: Any, **kwargs: Any) -> Any:
    """Unstacks an array along an axis."""
abs_p: Any
acos_p: Any
acosh_p: Any
add_p: Any
after_all_p: Any
and_p: Any
argmax_p: Any
argmin_p: Any
asin_p: Any
asinh_p: Any
atan2_p: Any
atan_p: Any
atanh_p: Any
bitcast_convert_type_p: Any
broadcast_in_dim_p: Any
cbrt_p: Any
ceil_p: Any
clamp_p: Any
clz_p: Any
complex_p: Any
concatenate_p: Any
conj_p: Any
convert_element_type_p: Any
copy_p: Any
cos_p: Any
cosh_p: Any
create_token_p: Any
div_p: Any
dot_general_p: Any
empty2_p: Any
eq_p: Any
eq_to_p: Any
exp2_p: Any
exp_p: Any
expm1_p: Any
floor_p: Any
ge_p: Any
gt_p: Any
imag_p: Any
integer_pow_p: Any
iota_p: Any
is_finite_p: Any
le_p: Any
le_to_p: Any
log1p_p: Any
log2_p: Any
log_p: Any
logistic_p: Any
lt_p: Any
lt_to_p: Any
max_p: Any
min_p: Any
mul_p: Any
ne_p: Any
neg_p: Any
nextafter_p: Any
not_p: Any
one_minus_square_p: Any
or_p: Any
pad_p: Any
polynomial_p: Any
population_count_p: Any
pow_p: Any
real_p: Any
reduce_and_p: Any
reduce_max_p: Any
reduce_min_p: Any
reduce_or_p: Any
reduce_p: Any
reduce_precision_p: Any
reduce_prod_p: Any
reduce_sum_p: Any
reduce_xor_p: Any
rem_p: Any
reshape_p: Any
rev_p: Any
rng_bit_generator_p: Any
rng_uniform_p: Any
round_p: Any
rsqrt_p: Any
select_n_p: Any
shift_left_p: Any
shift_right_arithmetic_p: Any
shift_right_logical_p: Any
sign_p: Any
sin_p: Any
sinh_p: Any
sort_p: Any
sqrt_p: Any
square_p: Any
squeeze_p: Any
sub_p: Any
tan_p: Any
tanh_p: Any
top_k_p: Any
transpose_p: Any
xor_p: Any
def __getattr__(name: str) -> Any: ...
