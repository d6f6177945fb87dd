"""Types as mypy's `reveal_type` prints them, and whether a value has such a type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from jaxtyping_promo.mypy_plugin.jax_names import DTYPES_MODULE, MEMBERS

ARRAY = "jaxtyping_promo.array.Array"
UNKNOWN_DTYPES = ("generic", "_Concrete")
"""The base classes of all dtypes."""
PYTHON = {"bool": ("bool",), "int": ("int",), "float": ("int", "float"), "complex": ("int", "float", "complex")}
"""The Python scalar types that a checker accepts for each. `bool` is a subclass of `int`."""
NUMPY = {
    "signedinteger": "int",
    "unsignedinteger": "uint",
    "floating": "float",
    "complexfloating": "complex",
}
"""NumPy's generic scalar classes with a number of bits as parameter, and the stems of their dtype names."""
SCALARS = {
    "numpy.float64": "float64",
    "numpy.complex128": "complex128",
    "numpy.bool": "bool",
}

Known = Literal["known", "unknown", "other"]


@dataclass(frozen=True)
class Stated:
    """A type: its head and arguments, ``Array`` and ``float32``. A union has the head ``|``, an unread type none."""

    head: str
    arguments: tuple[Stated, ...] = ()

    def __str__(self) -> str:
        if self.head == "|":
            return " | ".join(map(str, self.arguments))
        short = self.head.rpartition(".")[2]
        return f"{short}[{', '.join(map(str, self.arguments))}]" if self.arguments else short


def _parts(text: str, separator: str) -> Iterator[str]:
    """The parts of a text between separators that are outside brackets and quotes."""
    depth, start, quoted, i = 0, 0, "", 0
    while i < len(text):
        char = text[i]
        if quoted:
            quoted = "" if char == quoted else quoted
        elif char in "'\"":
            quoted = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif depth == 0 and text.startswith(separator, i):
            yield text[start:i]
            i += len(separator)
            start = i
            continue
        i += 1
    yield text[start:]


@cache
def read(text: str) -> Stated:
    """Read a type as mypy prints it."""
    text = text.strip()
    if text.startswith(("def ", "Overload(", "Literal[", "TypedDict(")):
        return Stated("")
    items = [*_parts(text, " | ")]
    if len(items) > 1:
        return Stated("|", tuple(map(read, items)))
    head, bracket, rest = text.rstrip("?*").partition("[")
    if not bracket:
        return Stated(head)
    if not rest.endswith("]"):
        return Stated("")
    arguments = [part.strip() for part in _parts(rest[:-1], ",")]
    return Stated(head, tuple(read(part) for part in arguments if not part.startswith("fallback=")))


def dtype_members(name: str) -> frozenset[str]:
    """The dtypes that a class of dtypes stands for."""
    return frozenset(MEMBERS.get(f"{DTYPES_MODULE}.{name}", ())) | {name}


def is_known(stated: Stated) -> Known:
    """Whether every dtype in a type is a single dtype; "other" if the type contains no array."""
    if stated.head in ("Any", "object"):
        return "unknown"
    if stated.head == ARRAY:
        dtype = stated.arguments[0].head if stated.arguments else "Any"
        name = dtype.removeprefix(f"{DTYPES_MODULE}.")
        is_class = dtype not in ("Any", "|") and name not in UNKNOWN_DTYPES and not name.startswith("_")
        known = is_class and len(dtype_members(name)) == 1
        return "known" if known else "unknown"
    parts = {is_known(argument) for argument in stated.arguments}
    if stated.head == "|" and len([one for one in stated.arguments if one.head == ARRAY]) > 1:
        return "unknown"
    return "unknown" if "unknown" in parts else "known" if "known" in parts else "other"


def admits(stated: Stated, value: Any) -> bool:
    """Whether a value, in the form of `execution.described`, may have a type. An unparsable type admits any value."""
    head, arguments = stated.head, stated.arguments
    if head == "|":
        return any(admits(argument, value) for argument in arguments)
    if head == ARRAY:
        return "array" in value and (value["array"] == "key" or _admits_dtype(arguments, value["array"]))
    if head == "numpy.ndarray":
        return "ndarray" in value and _admits_numpy(arguments[-1], value["ndarray"])
    if head.startswith("numpy.") and head.rpartition(".")[2] in (*NUMPY, *(n.rpartition(".")[2] for n in SCALARS)):
        return "scalar" in value and value["scalar"] in _numpy_dtypes(stated)
    if head == "tuple" and "tuple" in value:
        items = value["tuple"]
        if len(arguments) == 2 and arguments[1].head == "...":
            return all(admits(arguments[0], item) for item in items)
        return len(arguments) != len(items) or all(map(admits, arguments, items))
    if head == "list" and arguments and "list" in value:
        return all(admits(arguments[0], item) for item in value["list"])
    if head == "dict" and arguments and "dict" in value:
        return all(admits(arguments[0], key) and admits(arguments[1], item) for key, item in value["dict"])
    if head in ("tuple", "list", "dict", "None", "str", *PYTHON):
        return _is_python(head, value)
    return True


def _admits_dtype(arguments: tuple[Stated, ...], dtype: str) -> bool:
    if not arguments or arguments[0].head == "Any":
        return True
    if arguments[0].head == "|":
        return any(_admits_dtype((item,), dtype) for item in arguments[0].arguments)
    if not arguments[0].head.startswith(f"{DTYPES_MODULE}."):
        return True  # a type variable
    name = arguments[0].head.removeprefix(f"{DTYPES_MODULE}.")
    return name in UNKNOWN_DTYPES or name.startswith("_") or dtype in dtype_members(name)


def _admits_numpy(dtype: Stated, name: str) -> bool:
    if dtype.head == "Any" or not dtype.arguments:
        return True
    return name in (_numpy_dtypes(dtype.arguments[0]) or (name,))


def _numpy_dtypes(scalar: Stated) -> tuple[str, ...]:
    """The dtype names of a scalar class; none if the class is a category."""
    if scalar.head == "|":
        return tuple(name for item in scalar.arguments for name in _numpy_dtypes(item))
    short = scalar.head.rpartition(".")[2]
    if scalar.head.startswith("numpy.bool"):
        return ("bool",)
    if scalar.head in SCALARS:
        return (SCALARS[scalar.head],)
    if short in NUMPY and scalar.arguments:
        bits = "".join(filter(str.isdigit, scalar.arguments[0].head.rpartition(".")[2]))
        if bits:
            width = int(bits) * (2 if short == "complexfloating" else 1)
            return (f"{NUMPY[short]}{width}",)
    return ()


def _is_python(head: str, value: Any) -> bool:
    if "object" in value:
        names = {"None": ("NoneType",), **PYTHON}.get(head, (head,))
        return any(name in value["object"] for name in names)
    if "scalar" in value:  # np.float64 is a subclass of float, np.complex128 of complex
        return (head, value["scalar"]) in {("float", "float64"), ("complex", "complex128"), ("complex", "float64")}
    return head in value
