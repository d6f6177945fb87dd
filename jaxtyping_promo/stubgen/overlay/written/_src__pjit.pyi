# The result of `jax.jit` has the signature of the function, and is a method if the function is one. Also functions that change shardings.
from collections.abc import Callable
from typing import Any, ClassVar, Concatenate, Generic, Protocol, overload
from typing_extensions import ParamSpec, Self, TypeVar

from jax._src.stages import Lowered, Traced
from jax._src.tree_util import ArrayTree

_P = ParamSpec("_P")
_R = TypeVar("_R")
_F_co = TypeVar("_F_co", covariant=True)
_F_contra = TypeVar("_F_contra", contravariant=True)
_T = TypeVar("_T")
_Tree = TypeVar("_Tree", bound=ArrayTree)

class Unknown:
    """Nothing is of this type: a function that takes it as an argument takes anything, or says nothing."""

class Called(Generic[_F_co]):
    """A ``__call__`` that is the function itself, and so keeps its overloads and its type variables.

    A checker that asks the class for ``__call__`` without ``__get__`` finds the function as well.
    """

    __call__: _F_co
    def __get__(self, obj: Any, objtype: Any = None, /) -> _F_co: ...

class Method(Generic[_F_co]):
    """The descriptor of a function that is transformed inside of a class.

    A static method is asked as well; its first parameter does not take the instance.
    """

    @overload
    def __get__(self: Method[Callable[Concatenate[Unknown, _P], _R]], obj: None, objtype: Any = None, /) -> JitWrapped[Callable[..., Any]]: ...
    @overload
    def __get__(self: Method[Callable[Concatenate[type[_T], _P], _R]], obj: None, objtype: type[_T], /) -> JitWrapped[Callable[_P, _R]]: ...
    @overload
    def __get__(self, obj: None, objtype: Any = None, /) -> Self: ...
    @overload
    def __get__(self: Method[Callable[Concatenate[Unknown, _P], _R]], obj: object, objtype: Any = None, /) -> JitWrapped[Callable[..., Any]]: ...
    @overload
    def __get__(self: JitMethod[Callable[Concatenate[_T, _P], _R]], obj: _T, objtype: Any = None, /) -> JitWrapped[Callable[_P, _R]]: ...
    @overload
    def __get__(self: Method[Callable[..., _R]], obj: Unknown, objtype: Any = None, /) -> JitWrapped[Callable[..., _R]]: ...
    @overload
    def __get__(self: Method[Callable[Concatenate[type[_T], _P], _R]], obj: _T, objtype: Any = None, /) -> JitWrapped[Callable[_P, _R]]: ...
    @overload
    def __get__(self: Method[Callable[Concatenate[_T, _P], _R]], obj: _T, objtype: Any = None, /) -> JitWrapped[Callable[_P, _R]]: ...
    @overload
    def __get__(self, obj: object, objtype: Any = None, /) -> Self: ...

class JitWrapped(Method[_F_co], Generic[_F_co]):
    __name__: str
    __qualname__: str
    __module__: str
    __doc__: str | None
    __call__: ClassVar[Called[_F_co]]
    @property
    def __wrapped__(self) -> _F_co: ...
    def lower(self, *args: Any, **kwargs: Any) -> Lowered: ...
    def trace(self, *args: Any, **kwargs: Any) -> Traced: ...
    def eval_shape(self, *args: Any, **kwargs: Any) -> Any: ...
    def clear_cache(self) -> None: ...

class OfSelf(Protocol):
    """A function whose first parameter is called ``self``."""

    def __call__(this, /, self: Any, *args: Any, **kwargs: Any) -> Any: ...

class JitMethod(JitWrapped[_F_contra], Generic[_F_contra]):
    """What `jax.jit` returns for a method.

    Where a method overrides another, pyright and basedpyright compare what the two are transformed to without binding
    them. One that takes the ``self`` of a subclass has to do for one that takes that of its base.
    """

# Arrays get another sharding; other leaves of a pytree become arrays.
@overload
def with_sharding_constraint(x: _Tree, shardings: Any) -> _Tree: ...
@overload
def with_sharding_constraint(x: Any, shardings: Any) -> Any: ...
@overload
def reshard(xs: _Tree, out_shardings: Any) -> _Tree: ...
@overload
def reshard(xs: Any, out_shardings: Any) -> Any: ...

# The returned function may accept the sharding as one more argument.
@overload
def auto_axes(f: None = None, /, *, axes: str | tuple[str, ...] | None = None, out_sharding: Any = None) -> Callable[[Callable[..., _T]], Callable[..., _T]]: ...
@overload
def auto_axes(f: Callable[..., _T], /, *, axes: str | tuple[str, ...] | None = None, out_sharding: Any = None) -> Callable[..., _T]: ...
@overload
def explicit_axes(f: None = None, /, *, axes: str | tuple[str, ...] | None = None, in_sharding: Any = None) -> Callable[[Callable[..., _T]], Callable[..., _T]]: ...
@overload
def explicit_axes(f: Callable[..., _T], /, *, axes: str | tuple[str, ...] | None = None, in_sharding: Any = None) -> Callable[..., _T]: ...
