"""The stub of `jaxtyping_promo.dtypes`: each dtype class with its joins and its operators' results as bases.

A checker reads a promotion off these bases: ``int8`` is a ``_Join_uint8[int16]``, so the overload
``(self: Array[_Join_uint8[R]], other: Array[uint8]) -> Array[R]`` gives ``Array[int16]``.
"""

from __future__ import annotations

from textwrap import dedent

from .. import dtypes
from ..system import System
from .groups import groups, groups_of
from .header import header
from .names import NUMPY_TYPES, OPERAND, REQUESTED, join_class, result_class, rows, wide

OPERAND_BASE = f"{OPERAND}[int, str]"


def render(system: System) -> str:
    """The text of ``dtypes.pyi`` for one promotion system."""
    strong = [n for n in system.nodes if n not in system.defaults]
    ops = rows(system)
    lines = [
        header(system),
        '"""The dtypes, and what they promote to."""\n',
        "from typing import Any, Generic",
        "from typing_extensions import TypeVar\n",
        "import numpy as np\n",
        "from .array import Array\n",
        '_R_co = TypeVar("_R_co", covariant=True)',
        '_D = TypeVar("_D")',
        '_E = TypeVar("_E")',
        '_S = TypeVar("_S", bound=generic)\n',
        "class DTypeMeta(type):",
        "    @property",
        "    def name(cls) -> str: ...",
        "    @property",
        "    def dtype(cls) -> np.dtype[Any]: ...\n",
    ]
    for name, category in dtypes.CATEGORIES.items():
        if name == "generic":
            lines += [
                "class generic(metaclass=DTypeMeta):",
                _docstring(category),
                "    # At run time this is JAX's scalar type, `jnp.float32(1)`: for checkers it is the same class.",
                "    def __new__(cls: type[_S], x: Any = ..., /) -> Array[_S]: ...  # type: ignore[misc]\n",
                f"class {OPERAND}(generic, Generic[_D, _E]): ...\n",
            ]
        else:
            base = _base(category)
            lines += [f"class {name}({OPERAND_BASE if base is dtypes.generic else base.__name__}):"]
            lines += [_docstring(category), ""]
    lines += [
        "# The rows of the promotion table. A dtype's bases say what it makes with others; nothing else uses them.",
        "class _Concrete(generic): ...",
        "class _NumPy(generic, Generic[_R_co]): ...",
        f"class {REQUESTED}(generic, Generic[_R_co]): ...",
        *(f"class {join_class(n)}(generic, Generic[_R_co]): ..." for n in (*wide(system), *system.defaults)),
        *(f"class {result_class(op)}(generic, Generic[_D, _R_co]): ..." for op in ops),
        "# Sets of dtypes that overloads speak of: a checker compares faster with a class than with a union.",
        *(f"class {group}(generic): ..." for group in groups(system).values()),
        "",
    ]
    for name in strong:
        cls = dtypes.DTYPES[name]
        # The rows are categories of their own below `generic`, which therefore has to come after them.
        lines += [f"class {name}(", *([] if _base(cls) is dtypes.generic else [f"    {_base(cls).__name__},"])]
        lines += [f"    {base}," for base in _bases(system, name, ops)]
        lines += ["):", _docstring(cls)]
        if name in system.truncated:
            made = f"Array[{system.truncated[name]}]"
            lines.append(f"    def __new__(cls, x: Any = ..., /) -> {made}: ...  # type: ignore[misc]")
        lines.append("")
    for name, default in system.defaults.items():
        bases = ", ".join([default, *groups_of(system, name)])
        lines += [f"class {name}({bases}):", _docstring(dtypes.WEAK_TYPES[name]), ""]
    missing = [n for n in (*dtypes.DTYPES, *dtypes.WEAK_TYPES) if n not in system.nodes]
    for name in missing:
        cls = {**dtypes.DTYPES, **dtypes.WEAK_TYPES}[name]
        lines += [f"class {name}({_base(cls).__name__}):", _docstring(cls), ""]
    lines += [
        "CATEGORIES: dict[str, type[generic]]",
        "DTYPES: dict[str, type[generic]]",
        "WEAK_TYPES: dict[str, type[generic]]",
        "",
    ]
    return "\n".join(lines)


def _bases(system: System, name: str, ops: tuple[str, ...]) -> list[str]:
    bases = ["_Concrete", *groups_of(system, name)]
    if _base(dtypes.DTYPES[name]) is dtypes.generic:
        bases.append(OPERAND_BASE)  # the others have it from their category
    if name in NUMPY_TYPES:
        bases.append(f"_NumPy[np.{NUMPY_TYPES[name]}]")
    bases.append(f"{REQUESTED}[{system.truncated.get(name, name)}]")
    for other in (*wide(system), *system.defaults):
        join = system.promote(name, other)
        if join is not None:
            bases.append(f"{join_class(other)}[{join}]")
    for op in ops:
        result = system.unary(op, name)
        if result is not None:
            bases.append(f"{result_class(op)}[{name}, {result}]")
    return bases


def _base(cls: type) -> type:
    """The category right above a dtype or category."""
    return cls.__mro__[1]


def _docstring(cls: type) -> str:
    return f'    """{dedent(cls.__doc__ or "").strip()}"""'
