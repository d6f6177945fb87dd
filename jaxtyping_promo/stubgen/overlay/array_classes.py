"""The stubs of JAX's classes of tracers and device arrays, which inherit nearly everything from `Array`.

JAX's source declares the members of `Array` again in these classes, without annotations. The inherited members know the
dtype.
"""

from __future__ import annotations

from .annotations import ARRAY, DTYPE, Annotations

TRACER = """\
class Tracer({Array}[{D_co}], {Generic}[{TraceType}, {D_co}]):
    aval: AbstractValue
    _trace: {TraceType}
    def __init__(self, trace: {TraceType}, aval: AbstractValue) -> None: ...
    def full_lower(self) -> {any}: ...
    def to_concrete_value(self) -> {any}: ...
    def get_referent(self) -> {any}: ...
    def __getattr__(self, name: str) -> {any}: ..."""
ARRAY_IMPL = """\
class ArrayImpl({Array}[{D_co}]):
    def __init__(self, aval: {any}, sharding: {any}, arrays: {any}, committed: bool, _skip_checks: bool = False) -> None: ...
    aval: {any}
    _sharding: {any}
    _arrays: list[{any}]
    _committed: bool
    _npy_value: {any}
    _value: {any}
    format: {any}
    device_buffer: {any}
    device_buffers: {any}
    def is_ready(self) -> bool: ...
    def clone(self) -> ArrayImpl[{D_co}]: ...
    def _copy_single_device_array_to_host_async(self) -> {any}: ...
    def _check_if_deleted(self) -> {any}: ..."""

ARRAY_CLASSES: dict[tuple[str, str], str] = {
    ("jax._src.core", "Tracer"): TRACER,
    ("jax._src.array", "ArrayImpl"): ARRAY_IMPL,
}
"""The classes by module and name."""


def array_class_lines(name: str, annotations: Annotations) -> list[str]:
    """The stub of a class in `ARRAY_CLASSES`."""
    stub, unknown = annotations.stub, annotations.any()
    text = next(t for (_, class_name), t in ARRAY_CLASSES.items() if class_name == name)
    generic = stub.use("jaxtyping_promo.dtypes", "generic")
    return text.format(
        any=unknown,
        Array=stub.use(*ARRAY),
        Generic=stub.use("typing", "Generic"),
        TraceType=stub.variable("TraceType", f"TypeVar(default={unknown})"),
        D_co=stub.variable("D_co", DTYPE.format(generic=generic, any=unknown)),
    ).splitlines()
