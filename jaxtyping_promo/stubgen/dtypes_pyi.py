"""The stub of `jaxtyping_promo.dtypes`: each dtype class, with base classes that state its promotion."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from textwrap import dedent

from .. import dtypes
from ..jaxtyping.names import CATEGORIES
from ..system import System
from ..systems import get_system
from .class_names import (
    HAS,
    JAXTYPING,
    JOINED,
    OVER,
    REQUESTED,
    SEVERAL,
    TAKES,
    TRUNCATED,
    WEAK,
    WEAK_OVER,
    WEAK_TAKES,
    below_of,
    beside,
    having,
    nodes_above,
    operands_type,
    ordered,
    row_class,
    up_to,
)
from .header import header
from .rows import row, row_bases


def render(system: System) -> str:
    """The text of ``dtypes.pyi`` for one promotion system."""
    lines = [
        *_head(system),
        *_categories(),
        *_row_classes(system),
        *_strong_dtypes(system),
        *_weak_types(system),
        *(_joined_weak_types() if system.name == "jax" else ()),
        *_missing_dtypes(system),
        f"class {JAXTYPING}:  # the categories of jaxtyping's annotations, for the mypy plugin",
        *(f"    class {name}(generic): ..." for name in (*CATEGORIES, "_Last")),
        "",
        "CATEGORIES: dict[str, type[generic]]",
        "DTYPES: dict[str, type[generic]]",
        "WEAK_TYPES: dict[str, type[generic]]",
        "",
    ]
    return "\n".join(lines)


def _head(system: System) -> Iterator[str]:
    """The imports, the type variables and the metaclass."""
    yield from (
        header(system),
        '"""The dtypes, and their promotion."""\n',
        "from typing import Any, Generic",
        "from typing_extensions import TypeVar\n",
        "import numpy as np\n",
        "from ._promotion import (",
        *(f"    {name}," for name in row_bases(system)),
        ")",
        "from .array import Array\n",
        '_R_co = TypeVar("_R_co", covariant=True)',
        '_E_contra = TypeVar("_E_contra", contravariant=True)',
        '_S = TypeVar("_S", bound=generic)\n',
        # A dtype class is no `np.dtype`, as JAX's own stub says: `jnp.int32.itemsize` raises an AttributeError. It has
        # an `__eq__` of its own, so that mypy's strict equality accepts `x.dtype == jnp.int32`.
        "class DTypeMeta(type):",
        "    @property",
        "    def name(cls) -> str: ...",
        "    dtype: np.dtype[Any]",
        "    def __eq__(cls, other: object, /) -> bool: ...",
        "    def __hash__(cls) -> int: ...\n",
    )


def _categories() -> Iterator[str]:
    """The categories of dtypes, from `generic` on."""
    for name, category in dtypes.CATEGORIES.items():
        if name == "generic":
            yield "class generic(metaclass=DTypeMeta):"
            yield _docstring(category)
            yield "    # At run time, `jnp.float32(1)` calls JAX's scalar type. For checkers it is the same class."
            yield "    def __new__(cls: type[_S], x: Any = ..., /) -> Array[_S]: ...  # type: ignore[misc]\n"
        else:
            yield from (f"class {name}({_base(category).__name__}):", _docstring(category), "")


def _row_classes(system: System) -> Iterator[str]:
    """The classes that state promotion: the bases of dtypes, and the rows of the promotion table."""
    yield from (
        "# The members that checkers read from a dtype; programs do not use them.",
        "class _Concrete(generic): ...",
        f"class {TRUNCATED}(generic): ...",
        *_several(),
        "class _Number(np.float64, Any): ...  # the mypy plugin infers it for some variables",
        f"class {REQUESTED}(generic, Generic[_R_co]): ...",
        f"class {HAS}(generic, Generic[_R_co]): ...",
        f"class {WEAK}({HAS}[_R_co], Generic[_R_co]): ...",
        f"class {OVER}(generic, Generic[_R_co, _E_contra]): ...",
        f"class {WEAK_OVER}({OVER}[_R_co, _E_contra], Generic[_R_co, _E_contra]): ...",
        f"class {TAKES}(generic, Generic[_R_co, _E_contra]): ...",
        f"class {WEAK_TAKES}({TAKES}[_R_co, _E_contra], Generic[_R_co, _E_contra]): ...",
        "# A node and the nodes below it. Rows name these classes, which have no rows, since these would lead back.",
        # Dtypes are no bases of each other: mypy joins two dtypes to the class with most bases, which must be a
        # category.
        *(f"class {up_to(n)}(generic): ..." for n in ordered(system)),
        *(f"class {name}(generic): ..." for name in beside(system).values()),
        "",
        "# The rows of the promotion table: a dtype's results with others. zuban must read them before the dtypes.",
        *(line for node in system.nodes for line in row(system, node)),
    )


def _strong_dtypes(system: System) -> Iterator[str]:
    """The classes of the strong dtypes."""
    for name in (n for n in system.nodes if n not in system.defaults):
        # The class that carries a row is a category below `generic`. So `generic` comes after it.
        yield f"class {name}({', '.join(_bases(system, name))}):"
        yield _docstring(dtypes.DTYPES[name])
        if name in system.truncated:  # a program that requests 64 bits may have switched them on
            yield "    def __new__(cls, x: Any = ..., /) -> Array[Any]: ...  # type: ignore[misc]"
        yield ""


def _weak_types(system: System) -> Iterator[str]:
    """The classes of the weak types, which are subclasses of their default dtypes."""
    for name, default in system.defaults.items():
        inherited = nodes_above(system, default)
        first = [f"{WEAK}[{row_class(name)}]"]
        if system.lattice is not None:
            first.append(f"{WEAK_OVER}[{name}, {below_of(system, name)}]")
            first.append(f"{WEAK_TAKES}[{name}, {operands_type(system, name)}]")
        further = [*_beside(system, name), *(up_to(n) for n in nodes_above(system, name) if n not in inherited)]
        bases = ", ".join([*first, default, *further])
        yield from (f"class {name}({bases}):", _docstring(dtypes.WEAK_TYPES[name]), "")


def _joined_weak_types() -> Iterator[str]:
    """The weak types of JAX as the mypy plugin joins them with their default dtypes, for x64 off and on."""
    for outer, x64 in JOINED.items():
        yield f"class {outer}:  # the weak dtypes when the mypy plugin joins them with their default dtypes"
        for name, default in get_system("jax", x64=x64).defaults.items():
            yield f"    class {name}({default}): ..."
        yield ""


def _missing_dtypes(system: System) -> Iterator[str]:
    """The classes of the dtypes that the system lacks."""
    for name, cls in {**dtypes.DTYPES, **dtypes.WEAK_TYPES}.items():
        if name not in system.nodes:
            yield from (f"class {name}({_base(cls).__name__}):", _docstring(cls), "")


def _several() -> list[str]:
    """The class that the mypy plugin adds as a base of all dtypes.

    mypy joins two types to the shared base that has the most bases. So this class has more bases than any category.
    """
    depth = 1 + max(len(category.__mro__) for category in dtypes.CATEGORIES.values())
    names = [*(f"_{number}" for number in range(depth)), SEVERAL[1]]
    return [
        f"class {SEVERAL[0]}:  # the join of arrays of several dtypes, for the mypy plugin",
        "    class _0(generic): ...",
        *(f"    class {name}({base}): ..." for base, name in pairwise(names)),
    ]


def _bases(system: System, name: str) -> list[str]:
    """The bases of a strong dtype."""
    base = _base(dtypes.DTYPES[name])
    # Checkers look for categories most often, and pyright searches the bases from the first one on.
    bases = [having(row_class(name)), *([] if base is dtypes.generic else [base.__name__]), "_Concrete"]
    if name in system.truncated:
        bases.append(TRUNCATED)
    bases.append(f"{REQUESTED}[{'Any' if name in system.truncated else name}]")
    if system.lattice is not None and name not in system.truncated:
        bases += [
            f"{OVER}[{name}, {below_of(system, name)}]",
            f"{TAKES}[{name}, {operands_type(system, name)}]",
        ]
        bases += _beside(system, name)
    return [*bases, *map(up_to, nodes_above(system, name))]


def _beside(system: System, name: str) -> list[str]:
    """The classes of the sets of dtypes that a dtype belongs to, for joins that are a third dtype."""
    return [cls for others, cls in beside(system).items() if name in others]


def _base(cls: type) -> type:
    """The category immediately above a dtype or category."""
    return cls.__mro__[1]


def _docstring(cls: type) -> str:
    return f'    """{dedent(cls.__doc__ or "").strip()}"""'
