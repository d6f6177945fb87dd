"""The functions of JAX that a trace wraps, and the wrappers, which report events.

`HOOKS` is the table; a test holds that each entry exists in the supported versions. The originals are put back at the
end of the traced program.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any, Final, NamedTuple

from ..diagnostics import codes
from . import operands
from .attribution import Attribution
from .events import JOIN, REFUSAL, SCATTER, TRUNCATION, Event
from .operands import NUMPY_ARRAY, NUMPY_SCALAR, PYTHON, Seen

SUPPORTED: Final = ("0.10", "0.12")
"""The versions of JAX in which `HOOKS` is tested."""


class Hook(NamedTuple):
    """A function of JAX that is wrapped.

    Attributes:
        module: its module.
        name: its name there; with a dot for a method of a class.
        wrapper: the method of `Hooks` that makes the wrapper of the original.
        code: the error code of its refusals.
    """

    module: str
    name: str
    wrapper: str
    code: str = ""


HOOKS: Final = (
    # The common dtype of operands: every implicit promotion asks for it.
    Hook("jax._src.dtypes", "lattice_result_type", "join", codes.DTYPE_PROMOTION.name),
    # A dtype that the program writes, where x64 is off.
    Hook("jax._src.dtypes", "canonicalize_dtype", "explicit_dtype"),
    # NumPy arrays that become arrays of JAX as they are.
    Hook("jax._src.api", "device_put", "converting"),
    Hook("jax", "device_put", "converting"),
    Hook("jax._src.lax.lax", "stage", "converting"),
    Hook("jax._src.lax.lax", "asarray", "converting"),
    # x.at[...].set(y) and the other updates.
    Hook("jax._src.ops.scatter", "_scatter_update", "scatter"),
    # A call of a compiled function: JAX's own are followed, also if they were compiled before.
    Hook("jax._src.pjit", "_infer_params", "compiled"),
    # With None for an answer, JAX makes such calls through Python, so that the line above sees them. Its own functions
    # need this if something is recorded in them, or if they get NumPy's values.
    Hook("jax._src.pjit", "_get_fastpath_data", "fast_path"),
    # Errors.
    Hook("jax._src.core", "Primitive.bind", "refusing", codes.DTYPE_UNSUPPORTED.name),
    Hook("jax._src.lax.control_flow.loops", "_check_carry_type", "refusing", codes.DTYPE_CARRY.name),
    Hook("jax._src.lax.control_flow.conditionals", "_check_branch_outputs", "refusing", codes.DTYPE_BRANCHES.name),
    Hook("jax._src.api", "_check_input_dtype_grad", "refusing", codes.DTYPE_GRADIENT.name),
    Hook("jax._src.api", "_check_output_dtype_grad", "refusing", codes.DTYPE_GRADIENT.name),
    Hook("jax._src.api", "_check_input_dtype_jacfwd", "refusing", codes.DTYPE_GRADIENT.name),
    Hook("jax._src.api", "_check_output_dtype_jacfwd", "refusing", codes.DTYPE_GRADIENT.name),
    Hook("jax._src.api", "_check_input_dtype_jacrev", "refusing", codes.DTYPE_GRADIENT.name),
    Hook("jax._src.api", "_check_output_dtype_jacrev", "refusing", codes.DTYPE_GRADIENT.name),
    Hook("jax._src.numpy.indexing", "IndexType.from_index", "refusing", codes.DTYPE_INDEX.name),
)

FURTHER_CONVERSIONS: Final = {
    "promote_dtypes_inexact": "to_inexact_dtype",
    "promote_dtypes_numeric": "to_numeric_dtype",
    "promote_dtypes_complex": "to_complex_dtype",
}
"""Functions of `jax._src.numpy.util` that convert the common dtype further, and the functions of `dtypes` for it."""

FOREIGN_MODULES: Final = ("numpy", "builtins")
"""The modules of the classes whose objects may be, or contain, NumPy arrays."""

NOTED: Final = "__jaxtyping_promo_noted__"
"""The attribute of an exception that has been reported."""
OF_FUNCTIONS: Final = (codes.DTYPE_CARRY.name, codes.DTYPE_BRANCHES.name)
"""The codes whose operands are functions, so that only the message names dtypes."""
DTYPE_WORDS: Final = ("dtype", "type promotion", " to have type", "integer or boolean type", "has type",
                      "must have identical types", "must have equal types", "out of bounds",
                      "overflow")  # fmt: skip
"""What the messages of errors about dtypes contain."""


def is_supported(version: str) -> bool:
    """Whether the hooks are tested with a version of JAX."""
    return ".".join(version.split(".")[:2]) in SUPPORTED


class Hooks:
    """Wraps the functions of `HOOKS`, and puts the originals back.

    Args:
        attribution: what receives the events.
    """

    def __init__(self, attribution: Attribution) -> None:
        self._attribution = attribution
        self._originals: list[tuple[Any, str, Any]] = []
        self._dtypes: Any = None
        self._config: Any = None

    def install(self) -> None:
        """Wrap the functions of JAX, which must be imported."""
        if self._originals:
            return
        self._dtypes, self._config = import_module("jax._src.dtypes"), import_module("jax._src.config")
        for hook in HOOKS:
            owner: Any = import_module(hook.module)
            path, _, name = hook.name.rpartition(".")
            owner = getattr(owner, path) if path else owner
            original = vars(owner)[name]
            function = original.__func__ if isinstance(original, classmethod) else original
            wrapper = getattr(self, f"_{hook.wrapper}")(function, hook.code)
            self._originals.append((owner, name, original))
            setattr(owner, name, classmethod(wrapper) if isinstance(original, classmethod) else wrapper)
        import_module("jax").clear_caches()  # what was compiled before has no recorded events

    def uninstall(self) -> None:
        """Put the original functions back."""
        for owner, name, original in reversed(self._originals):
            setattr(owner, name, original)
        if self._originals:
            _forget_fast_paths()
        self._originals.clear()

    def _modes(self) -> tuple[bool, bool]:
        """Whether x64 is on, and whether promotion is strict."""
        config = self._config
        return bool(config.enable_x64.value), str(config.numpy_dtype_promotion.value).lower().endswith("strict")

    def _join(self, original: Callable[..., Any], code: str) -> Callable[..., Any]:
        attribution, further = self._attribution, FURTHER_CONVERSIONS

        @wraps(original)
        def wrapper(*args: Any) -> Any:
            try:
                result = original(*args)
            except (TypeError, ValueError) as error:
                self._refused(error, code, self._seen(args))
                raise
            if not attribution.is_quiet():
                x64, strict = self._modes()
                seen = self._seen(args)
                if len({each.key for each in seen}) > 1:
                    convert = further.get(sys._getframe(1).f_code.co_name)
                    joined = getattr(self._dtypes, convert)(result[0]) if convert else result[0]
                    attribution.emit(Event(JOIN, seen, operands.dtype_name(joined), x64, strict))
                if not x64:
                    self._truncated(seen, strict)
            return result

        return wrapper

    def _explicit_dtype(self, original: Callable[..., Any], code: str) -> Callable[..., Any]:
        asking = self._dtypes._maybe_canonicalize_explicit_dtype.__code__

        @wraps(original)
        def wrapper(dtype: Any, *args: Any, **kwargs: Any) -> Any:
            result = original(dtype, *args, **kwargs)
            if result != dtype and sys._getframe(1).f_code is asking and not self._attribution.is_quiet():
                x64, strict = self._modes()
                name = operands.dtype_name(dtype)
                event = Event(TRUNCATION, (), operands.dtype_name(result), x64, strict, message=name)
                self._attribution.emit(event)
            return result

        return wrapper

    def _converting(self, original: Callable[..., Any], code: str) -> Callable[..., Any]:
        @wraps(original)
        def wrapper(x: Any, *args: Any, **kwargs: Any) -> Any:
            if type(x).__module__ in FOREIGN_MODULES and not self._config.enable_x64.value:
                self._truncated(self._seen((x,)), self._modes()[1], original)
            return original(x, *args, **kwargs)

        return wrapper

    def _scatter(self, original: Callable[..., Any], code: str) -> Callable[..., Any]:
        @wraps(original)
        def wrapper(x: Any, idx: Any, y: Any, *args: Any, **kwargs: Any) -> Any:
            if not self._attribution.is_quiet():
                x64, strict = self._modes()
                seen = self._seen((x, y))
                if len(seen) == 2 and len({each.key for each in seen}) > 1:
                    self._attribution.emit(Event(SCATTER, seen, seen[0].held, x64, strict))
            return self._attribution.quietly(original, x, idx, y, *args, **kwargs)

        return wrapper

    def _compiled(self, original: Callable[..., Any], code: str) -> Callable[..., Any]:
        attribution = self._attribution

        @wraps(original)
        def wrapper(fun: Any, info: Any, args: Any, kwargs: Any) -> Any:
            if not self._config.enable_x64.value:
                self._truncated(self._seen(args), self._modes()[1], fun)
            if not _is_of_jax(fun) or attribution.is_quiet():
                return original(fun, info, args, kwargs)
            try:
                return attribution.collect(fun, original, fun, info, args, kwargs)
            except (TypeError, ValueError, OverflowError) as error:
                self._refused(error, codes.DTYPE_UNSUPPORTED.name, ())
                raise

        return wrapper

    def _fast_path(self, original: Callable[..., Any], code: str) -> Callable[..., Any]:
        @wraps(original)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            values = sys._getframe(1).f_locals
            if _is_of_jax(values.get("fun")) and (
                self._attribution.has_events(values.get("p"))
                or any(
                    seen.origin in (NUMPY_ARRAY, NUMPY_SCALAR)
                    for seen in self._seen((values["args"], values["kwargs"]))
                )
            ):
                return None
            return original(*args, **kwargs)

        return wrapper

    def _refusing(self, original: Callable[..., Any], code: str) -> Callable[..., Any]:
        @wraps(original, updated=())
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            try:
                return original(*args, **kwargs)
            except (TypeError, ValueError, OverflowError) as error:
                arrays = tuple(seen for seen in self._seen(args) if seen.origin != PYTHON)
                self._refused(error, code, arrays if code not in OF_FUNCTIONS else ())
                raise

        return wrapper

    def _refused(self, error: Exception, code: str, seen: tuple[Seen, ...]) -> None:
        """Report an error of JAX, once, if a dtype is its reason."""
        text = " ".join(str(error).split())
        if hasattr(error, NOTED) or not any(words in text for words in DTYPE_WORDS):
            return
        setattr(error, NOTED, True)
        x64, strict = self._modes()
        if code == codes.DTYPE_PROMOTION.name and strict:
            code = codes.DTYPE_IMPLICIT.name
        elif isinstance(error, OverflowError):
            code = codes.DTYPE_OVERFLOW.name
        elif "pytree structure" in text or "tree structure" in text:
            return
        self._attribution.emit(Event(REFUSAL, seen, "", x64, strict, code, text))

    def _truncated(self, seen: tuple[Seen, ...], strict: bool, function: Any = None) -> None:
        """Report the 64-bit NumPy arrays among operands, which become 32-bit, and NumPy integers that do not fit."""
        for each in seen:
            if each.dtype == each.held or each.origin not in (NUMPY_ARRAY, NUMPY_SCALAR):
                continue
            number = each.number
            if each.origin == NUMPY_SCALAR and not (isinstance(number, int) and not -(2**31) <= number < 2**31):
                continue
            event = Event(TRUNCATION, (each,), each.held, x64=False, strict=strict, message=each.dtype)
            self._attribution.emit(event, function)

    def _seen(self, values: Any) -> tuple[Seen, ...]:
        return tuple(operands.described_all(values, x64=bool(self._config.enable_x64.value)))


def _is_of_jax(function: Any) -> bool:
    """Whether a function that was compiled is JAX's own."""
    module = getattr(function, "__module__", None)
    return isinstance(module, str) and (module == "jax" or module.startswith("jax."))


def _forget_fast_paths() -> None:
    """Make JAX look at compiled functions in Python again when they are called next."""
    pjit: Any = import_module("jax._src.pjit")
    pjit._cpp_pjit_cache_fun_only.clear()
    pjit._cpp_pjit_cache_explicit_attributes.clear()
