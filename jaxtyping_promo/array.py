"""`Array`: the class of all arrays of a registered library, device arrays and tracers alike.

This is option 4 of JEP 12049 seen from outside JAX: one class for annotations and for ``isinstance``. JAX's classes
count as registered as soon as JAX is loaded, before or after this package. Nothing here imports JAX.
"""

from __future__ import annotations

import sys
from abc import ABCMeta
from types import GenericAlias

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    T = TypeVar("T")

MOST_REMEMBERED = 1024
"""The number of verdicts that an array class caches.

The cache keeps types alive, which a program may create dynamically.
"""

_IN_C = object.__getattribute__


class ArrayMeta(ABCMeta):
    """The metaclass of `Array`: an `ABCMeta` that leaves JAX's objects to JAX, and caches verdicts by type."""

    _verdicts: dict[type, bool | None]
    """Whether instances of exactly this type are arrays; None if JAX's tracer decides for each instance."""
    _may_grow: bool
    """Whether a registered class may accept more subclasses by itself, so that no negative verdict is final."""

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(name, bases, namespace, **kwargs)
        cls._verdicts = {}
        cls._may_grow = False

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Make an instance of a subclass.

        Raises:
            TypeError: `Array` itself is called.
        """
        if cls is Array:
            raise TypeError("Array has no instances of its own; make an array with your array library")
        return super().__call__(*args, **kwargs)

    # NOTE: the verdict is looked up inline and tracers are asked inline: a further call would cost more than
    # `isinstance(x, jax.Array)` does altogether.
    def __instancecheck__(cls, instance: Any) -> bool:
        try:
            verdict = cls._verdicts[type(instance)]
        except KeyError:
            return cls._examine(instance)
        return instance._is_traced_array() if verdict is None else verdict

    def __subclasscheck__(cls, subclass: type) -> bool:
        if cls is Array and issubclass(subclass, _jax_classes()):
            return True
        return super().__subclasscheck__(subclass)

    def register(cls, subclass: type[T]) -> type[T]:
        """Register a class of another library, with its subclasses, as arrays; also usable as a decorator.

        Args:
            subclass: the class of device arrays or of tracers.

        Returns:
            The class itself.

        Raises:
            TypeError: `subclass` is not a class.
            RuntimeError: `Array` is a subclass of it.
        """
        super().register(subclass)
        # A class that overrides subclass checks (above all an ABC) may accept more subclasses later.
        decides = any("__subclasscheck__" in vars(meta) for meta in type(subclass).__mro__[:-2])
        for base in cls.__mro__:
            if isinstance(base, ArrayMeta):
                base._verdicts.clear()
                base._may_grow |= decides
        return subclass

    def _examine(cls, instance: Any) -> bool:
        """The verdict on an instance whose type has no cached verdict."""
        kind = type(instance)
        if cls is Array:
            jax = sys.modules.get("jax")
            jax_array = getattr(jax, "Array", None)
            if isinstance(jax_array, type):
                tracer = jax.core.Tracer  # type: ignore[union-attr]
                if issubclass(kind, tracer):
                    # A tracer of a reference or of a token is not an array, so `jax.Array` asks the tracer itself.
                    if callable(getattr(kind, "_is_traced_array", None)):
                        cls._remember(kind, None)
                    return isinstance(instance, jax_array)
                if isinstance(instance, jax_array):
                    if instance.__class__ is kind:
                        cls._remember(kind, True)
                    return True
            elif jax is not None:  # JAX is being imported at this moment, and its verdict may change
                return ABCMeta.__instancecheck__(cls, instance)
        # Not `super().__instancecheck__`: it calls our own `__subclasscheck__`, which accepts every tracer.
        verdict = super().__subclasscheck__(kind)
        if not verdict and instance.__class__ is not kind:
            return super().__subclasscheck__(instance.__class__)  # a proxy, a mock
        cls._remember(kind, verdict)
        return verdict

    def _remember(cls, kind: type, verdict: bool | None) -> None:
        if verdict is False and cls._may_grow:
            return
        # Each instance may claim another `__class__`, so the type has no verdict. (In C, `__getattribute__` has other
        # purposes, and only proxies do this, for all instances.)
        for base in map(vars, kind.__mro__[:-1]):
            if "__class__" in base or not isinstance(base.get("__getattribute__", _IN_C), type(_IN_C)):
                return
        if len(cls._verdicts) >= MOST_REMEMBERED:
            cls._verdicts.clear()
        cls._verdicts[kind] = verdict


def _jax_classes() -> tuple[type, ...]:
    jax = sys.modules.get("jax")
    classes = (getattr(jax, "Array", None), getattr(getattr(jax, "core", None), "Tracer", None))
    return tuple(cls for cls in classes if isinstance(cls, type))


class Array(metaclass=ArrayMeta):
    """An array: of JAX (device array, tracer or key array), or of a library that registered its classes.

    ``isinstance(x, Array)`` equals ``isinstance(x, jax.Array)``, also inside ``jit`` and other transformations. NumPy
    arrays, Python scalars and shape structs are not arrays in this sense. ``Array[float32]`` is for annotations; use
    `is_array` to check the dtype at run time.

    Another library registers its arrays like this::

        @Array.register
        class MyTracer: ...
    """

    __slots__ = ()

    __class_getitem__: Any = classmethod(GenericAlias)


__all__ = ["Array"]
