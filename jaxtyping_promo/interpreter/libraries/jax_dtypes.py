"""Functions about dtypes: ``jnp.issubdtype``, ``jnp.finfo``, ``jnp.result_type``, ``jnp.dtype``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ...dtype_info import dtype_info
from ...dtypes import DTYPES
from ...formats import FORMATS
from ...inference.random_keys import KEY
from ...rules.vocabulary import requested
from ...systems import get_system
from ..arrays import entering_dtype, in_modes, shape_of
from ..call import Call
from ..findings import FLOATS, Operation, meet
from ..modes import jax_systems
from ..origins import Origins, accident, chosen, kinds
from ..values import (
    ANY_BOOL,
    ANY_INT,
    BOTTOM,
    NONE,
    Array,
    Dtype,
    External,
    Number,
    NumPyArray,
    Unknown,
    Value,
    each,
    of_bool,
    of_constant,
    only,
)
from .array_attributes import shape_value
from .dtype_values import dtype_name, dtype_of, requested_dtype
from .registry import model

if TYPE_CHECKING:
    from ..run import Run

CATEGORY_KINDS: Final[dict[str, frozenset[str]]] = {
    "generic": frozenset(("bool", "signed", "unsigned", "float", "complex")),
    "number": frozenset(("signed", "unsigned", "float", "complex")),
    "integer": frozenset(("signed", "unsigned")),
    "signedinteger": frozenset(("signed",)),
    "unsignedinteger": frozenset(("unsigned",)),
    "inexact": frozenset(("float", "complex")),
    "floating": frozenset(("float",)),
    "complexfloating": frozenset(("complex",)),
    "prng_key": frozenset(),
    "extended": frozenset(),
}
"""The kinds of dtypes in each abstract dtype."""


@model("jax.numpy.issubdtype", "numpy.issubdtype", "jax.dtypes.issubdtype", "jax.numpy.isdtype")
def _issubdtype(run: Run, call: Call) -> Value:
    category = call.get(1, "arg2")

    def one(item: Any) -> Value:
        name = item.name if isinstance(item, Dtype) else dtype_name((item,))
        if name is None or len(category) != 1:
            return ANY_BOOL
        kind = category[0]
        if isinstance(kind, External):
            short = kind.name.rpartition(".")[2]
            if short in CATEGORY_KINDS:
                if name.startswith("key"):
                    return of_bool(short in ("prng_key", "extended"))
                return of_bool(name in DTYPES and dtype_info(name).kind in CATEGORY_KINDS[short])
        other = dtype_name(category)
        return ANY_BOOL if other is None else of_bool(other == name)

    return each(call.get(0, "arg1"), one)


@model("jax.numpy.iscomplexobj", "jax.numpy.isrealobj", "numpy.iscomplexobj", "numpy.isrealobj")
def _is_complex(run: Run, call: Call) -> Value:
    wants_complex = call.short_name == "iscomplexobj"

    def one(item: Any) -> Value:
        dtype = item.dtype if isinstance(item, (Array, NumPyArray)) else item.kind if isinstance(item, Number) else None
        return ANY_BOOL if dtype is None else of_bool(("complex" in dtype) == wants_complex)

    return each(call.get(0, "x"), one)


@model("jax.numpy.dtype", "numpy.dtype")
def _dtype(run: Run, call: Call) -> Value:
    argument = call.get(0, "dtype")

    def one(item: Any) -> Value:
        if isinstance(item, Dtype):
            return (Dtype(item.name, "instance", item.origins),)
        if item == NONE[0]:
            return (Dtype("float64", "instance"),)
        name = dtype_name((item,))
        if name is not None:
            return (Dtype(name, "instance"),)
        return (item,) if isinstance(item, Unknown) else run.unknown("a dtype that is not known")

    return each(argument, one)


@model("jax.dtypes.canonicalize_dtype", "jax._src.dtypes.canonicalize_dtype", "jax.core.canonicalize_dtype")
def _canonicalize(run: Run, call: Call) -> Value:
    def one(item: Any) -> Value:
        name = requested_dtype((item,))
        if name is None:
            return NONE if item == NONE[0] else run.unknown("a dtype that is not known")
        results = {requested(system, name) for system in jax_systems(run)}
        origins = item.origins if isinstance(item, Dtype) else None
        return (Dtype(results.pop() if len(results) == 1 else None, "instance", origins),)

    return each(call.get(0, "dtype"), one)


@model("jax.numpy.result_type", "jax.dtypes.result_type", "jax.numpy.promote_types", "jax.dtypes.promote_types")
def _result_type(run: Run, call: Call) -> Value:
    if not call.is_exact:
        return run.unknown("result_type of unknown arguments")
    if not call.arguments:
        return BOTTOM
    choices: list[list[Any]] = [list(argument) for argument in call.arguments]
    if any(len(choice) != 1 for choice in choices):
        return run.unknown("result_type of several alternatives")
    results: set[str | None] = set()
    for system in jax_systems(run):
        nodes: list[str] = []
        for (item,) in choices:
            if isinstance(item, (Array, Number, NumPyArray)):
                node = entering_dtype(item, system)[0]
            else:
                node = requested_dtype((item,))
                if node in ("int", "float", "complex", "bool") and call.short_name == "promote_types":
                    node = system.node(node)
            if node is None or node not in (*system.nodes, *system.scalars):
                return run.unknown("result_type of an unknown dtype")
            nodes.append(node)
        from ...rules.evaluation import join as common_dtype

        dtype = common_dtype(system, nodes)
        results.add(
            None
            if dtype is None
            else requested(system, dtype)
            if call.short_name == "result_type"
            else system.stored(dtype)
        )
    found = results.pop() if len(results) == 1 else None
    if found is None:
        return run.unknown("result_type of dtypes that do not promote")
    return (Dtype(found, "instance", _common_origins(run, [item for (item,) in choices], found)),)


def _common_origins(run: Run, items: list[Any], found: str) -> Origins | None:
    """The origins of a common float dtype; None if the program's choice settles it."""
    if found not in FLOATS:
        return None
    operands: list[Any] = []
    for item in items:
        name = item.name if isinstance(item, Dtype) else requested_dtype((item,))
        if name is not None:
            origins = item.origins if isinstance(item, Dtype) else None
            operands.append(Array(name, (), chosen(run.place, f"jnp.{name}") if origins is None else origins))
        else:
            operands.append(item)
    operation = Operation("jnp.result_type", tuple(operands), run.place, jax_systems(run)[0], is_dtype_only=True)
    if all(entering_dtype(item, operation.system)[0] != found for item in operands):
        return None
    origins, _ = meet(run, operation, found)
    return None if kinds(origins) & {"mixed", "chosen"} else origins


@model(
    "jax.dtypes.scalar_type_of",
    "jax.numpy.shape",
    "numpy.shape",
    "jax.numpy.ndim",
    "numpy.ndim",
    "jax.numpy.size",
    "numpy.size",
)
def _shape(run: Run, call: Call) -> Value:
    def one(item: Any) -> Value:
        shape = shape_of(item)
        if call.short_name == "shape":
            return shape_value(shape)
        if shape is None:
            return ANY_INT
        if call.short_name == "ndim":
            return of_constant(len(shape))
        from ...jaxtyping.shape_rules import product

        size = product(shape)
        return of_constant(size) if isinstance(size, int) else ANY_INT

    if len(call.arguments) > 1:
        return ANY_INT
    return each(call.get(0, "a"), one)


@model(
    "jax.numpy.finfo",
    "numpy.finfo",
    "jax.numpy.iinfo",
    "numpy.iinfo",
    "ml_dtypes.finfo",
    "ml_dtypes.iinfo",
    "jax.dtypes.finfo",
)
def _finfo(run: Run, call: Call) -> Value:
    argument = call.get(0, "dtype")

    def one(item: Any) -> Value:
        known = dtype_of(run, (item,)) if isinstance(item, (Array, NumPyArray, Number)) else (item,)
        name = dtype_name(known)
        if name is not None and name.startswith("complex"):  # the limits are those of the parts
            name = get_system("jax").unary("abs", name)
        read = only(known, Dtype)
        own = read.origins if read is not None else None
        is_float = call.short_name == "finfo"
        limits: Value
        if is_float:
            origins = accident(run.place, f"a limit of finfo({name})")
            limits = (NumPyArray(name, (), True, origins=origins),)
        else:
            limits = ANY_INT
        names = ("max", "min", "eps", "tiny", "smallest_normal", "resolution", "epsneg", "smallest_subnormal")
        fields: dict[Any, Value] = dict.fromkeys(names, limits)
        if name in FORMATS and FORMATS[name].kind == ("float" if is_float else "int"):
            low, high = FORMATS[name].low, FORMATS[name].high
            if is_float:
                fields |= {"min": (NumPyArray(name, (), True, float(low), origins),),
                           "max": (NumPyArray(name, (), True, float(high), origins),)}  # fmt: skip
            else:
                fields |= {"min": of_constant(int(low)), "max": of_constant(int(high))}
        bits = dtype_info(name).bits if name in DTYPES else None
        fields |= {"bits": of_constant(bits) if bits else ANY_INT, "dtype": (Dtype(name, "instance", own),)}
        fields |= dict.fromkeys(("nmant", "nexp", "maxexp", "minexp", "precision"), ANY_INT)
        return run.allocate("instance", fields, label=("finfo", name))

    return each(argument, one)


@model("jax.numpy.isscalar", "numpy.isscalar")
def _isscalar(run: Run, call: Call) -> Value:
    def one(item: Any) -> Value:
        if isinstance(item, Number):
            return of_bool(True)
        if isinstance(item, NumPyArray):
            return of_bool(item.is_scalar)
        return ANY_BOOL

    return each(call.get(0, "element"), one)


@model(
    "jax.random.key",
    "jax.random.PRNGKey",
    "jax.random.fold_in",
    "jax.random.split",
    "jax.random.clone",
    "jax.random.wrap_key_data",
)
def _key(run: Run, call: Call) -> Value:
    from .function_shapes import result_shape
    from .jax_functions import check_call
    from .jax_signatures import bind_arguments

    found = bind_arguments(call.name, call)
    bound = None if found is None else found[1]
    if call.short_name == "fold_in" and bound is not None:
        check_call(run, call.name, bound)
    if call.short_name in ("key", "wrap_key_data"):
        return (Array(KEY, ()),)
    if call.short_name == "PRNGKey":
        return (Array("uint32", (2,)),)
    key = call.get(0, "key")
    shape = result_shape(run, call.name, bound) if bound is not None else None

    def one(item: Any) -> Value:
        if isinstance(item, Array):
            return (Array(item.dtype, shape, item.origins, cause=item.cause),)
        if isinstance(item, NumPyArray):
            return in_modes(run, lambda system: (Array(entering_dtype(item, system)[0], shape),))
        return (Array(None, shape, cause=item.cause if isinstance(item, Unknown) else "an unknown random key"),)

    return each(key, one)


@model("jax.numpy.broadcast_shapes", "numpy.broadcast_shapes")
def _broadcast_shapes(run: Run, call: Call) -> Value:
    from ..shapes import attempt, broadcast_shapes
    from .function_shapes import sizes_of

    return shape_value(attempt(broadcast_shapes, [sizes_of(run, argument) for argument in call.arguments]))
