"""`Array`: what every array of a registered library is an instance of, device arrays and tracers alike.

This is option 4 of JEP 12049 seen from outside JAX: one class for annotations and for ``isinstance``. JAX's classes
count as registered as soon as JAX is loaded, whether that is before or after this package; nothing here imports JAX.
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
"""Verdicts kept by an array class: they hold on to the types that they are about, which may be made on the fly."""

_IN_C = object.__getattribute__


class ArrayMeta(ABCMeta):
    """The metaclass of `Array`: an `ABCMeta` that asks JAX about JAX's objects, and remembers verdicts by type."""

    _verdicts: dict[type, bool | None]
    """Is an instance of this very type an array? None: JAX's tracer knows by itself."""
    _may_grow: bool
    """Whether a registered class may take in more classes by itself, so that no refusal is for ever."""

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
        """Make a class of another library, and its subclasses, arrays; also as a decorator.

        Args:
            subclass: the class of device arrays or of tracers.

        Returns:
            The class itself.

        Raises:
            TypeError: `subclass` is not a class.
            RuntimeError: `Array` is a subclass of it.
        """
        super().register(subclass)
        # A class that decides by itself what its subclasses are, an ABC above all, may take in more of them later.
        decides = any("__subclasscheck__" in vars(meta) for meta in type(subclass).__mro__[:-2])
        for base in cls.__mro__:
            if isinstance(base, ArrayMeta):
                base._verdicts.clear()
                base._may_grow |= decides
        return subclass

    def _examine(cls, instance: Any) -> bool:
        """The verdict on an instance of a type that has none yet."""
        kind = type(instance)
        if cls is Array:
            jax = sys.modules.get("jax")
            jax_array = getattr(jax, "Array", None)
            if isinstance(jax_array, type):
                tracer = jax.core.Tracer  # type: ignore[union-attr]
                if issubclass(kind, tracer):
                    # A tracer of a reference or of a token is not an array. `jax.Array` asks the tracer itself.
                    if callable(getattr(kind, "_is_traced_array", None)):
                        cls._remember(kind, None)
                    return isinstance(instance, jax_array)
                if isinstance(instance, jax_array):
                    if instance.__class__ is kind:
                        cls._remember(kind, True)
                    return True
            elif jax is not None:  # it is being imported just now, and its verdict may change
                return ABCMeta.__instancecheck__(cls, instance)
        # Not `super().__instancecheck__`: that asks our own `__subclasscheck__`, to which every tracer is an array.
        verdict = super().__subclasscheck__(kind)
        if not verdict and instance.__class__ is not kind:
            return super().__subclasscheck__(instance.__class__)  # a proxy, a mock
        cls._remember(kind, verdict)
        return verdict

    def _remember(cls, kind: type, verdict: bool | None) -> None:
        if verdict is False and cls._may_grow:
            return
        # A class may say for each instance anew what its class is. (In C, where `__getattribute__` is there for other
        # reasons, only proxies do, and always.)
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

    ``isinstance(x, Array)`` is what ``isinstance(x, jax.Array)`` is, inside ``jit`` and the other transformations as
    well; NumPy arrays, Python scalars and shape structs are not arrays in this sense. ``Array[float32]`` is for
    annotations; ask for the dtype at run time with `is_array`.

    Another library says what its arrays are::

        @Array.register
        class MyTracer: ...
    """

    __slots__ = ()

    __class_getitem__: Any = classmethod(GenericAlias)


__all__ = ["Array"]
