"""The words of the rules: what each makes of a dtype, in the terms of a promotion system."""

from __future__ import annotations

from ..systems.jax import NARROW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..system import System

CONSTANTS: dict[str, str] = {
    "bool": "bool_",
    "index": "int",
    "int": "int",
    "float": "float",
    "complex": "complex",
    "uint": "uint",
    "int32_or_index": "int",
}
"""Dtypes by the Python type whose default dtype they are; the name of any other dtype stands for itself.

Of ``int32_or_index`` nothing is said where the two are not the same.
"""


def _inexact(system: System, node: str) -> str | None:
    return system.unary("truediv", node)


def is_inexact(node: str) -> bool:
    """Whether a node is a float or complex dtype, or the weak type of such."""
    return node.startswith(("float", "bfloat", "complex", "weak_float", "weak_complex"))


def _or_float(system: System, node: str) -> str | None:
    return node if is_inexact(node) else system.defaults["weak_float"]


def _complex(system: System, node: str) -> str | None:
    if "float" not in node:
        return node if "complex" in node else None
    return {"weak_float": "weak_complex", "float64": "complex128"}.get(node, "complex64")


def _complex_part(system: System, node: str) -> str | None:
    if "complex" in node:
        return _real(system, node)
    if node in ("float64", "weak_float"):
        return node
    return "float32" if "float" in node else None


def _real(system: System, node: str) -> str | None:
    return system.unary("abs", node) if "complex" in node else node


def _numeric(system: System, node: str) -> str | None:
    return system.unary("floordiv", node) if node == "bool_" else node


def _counted(system: System, node: str) -> str | None:
    return system.defaults["weak_int"] if node == "bool_" else node


def _accumulated(system: System, node: str) -> str | None:
    default = system.defaults["weak_int"]
    if node.startswith("int"):
        return node if node == "int64" else default
    if node.startswith("uint"):
        return node if node == "uint64" else f"u{default}"
    return _counted(system, node)


def _single(system: System, node: str) -> str | None:
    is_narrow = node in NARROW or node in ("bfloat16", "float16")
    return "float32" if is_narrow else node


def _strong(system: System, node: str) -> str | None:
    return system.defaults.get(node, node)


def _int32_like(system: System, node: str) -> str | None:
    if node not in system.defaults:
        return "int32"
    return "weak_int" if system.defaults["weak_int"] == "int32" else None


MAPS: dict[str, Callable[[System, str], str | None]] = {
    "inexact": _inexact,
    "or_float": _or_float,
    "complex": _complex,
    "complex_part": _complex_part,
    "with_int": lambda system, node: system.promote(node, "int"),
    "with_float": lambda system, node: system.promote(node, "float"),
    "with_default_float": lambda system, node: system.promote(node, system.defaults["weak_float"]),
    "single": _single,
    "real": _real,
    "numeric": _numeric,
    "counted": _counted,
    "accumulated": _accumulated,
    "strong": _strong,
    "if_strong": lambda system, node: None if node in system.defaults else node,
    "if_inexact": lambda system, node: node if "float" in node or "complex" in node else None,
    "if_complex": lambda system, node: node if "complex" in node else None,
    "if_wide": lambda system, node: (
        None if node in system.defaults or not (is_inexact(node) or node == system.defaults["weak_int"]) else node
    ),
    "if_default_float": lambda system, node: (
        None if "float" in node and node != system.defaults["weak_float"] else node
    ),
    "strong_complex": lambda system, node: system.defaults[node] if node == "weak_complex" else node,
    "strong_inexact": lambda system, node: node if node == "weak_int" else _strong(system, node),
    "int32_like": _int32_like,
    "default_int": lambda system, node: system.defaults["weak_int"],
    "canonical": lambda system, node: requested(system, node),
    "range": lambda system, node: node,
    "numbers": lambda system, node: node,
    "alike": lambda system, node: node,
    "array": lambda system, node: node,
    "own": lambda system, node: node,
}
"""The maps by name.

==============  ==============================================================================================
``inexact``     integers and bools become the float that a division makes of them
``or_float``    integers and bools become the default float
``complex``     a float becomes the complex number of its width, and a narrower one complex64
``with_int``    promoted with a Python int
``with_float``  promoted with a Python float
``with_default_float``  promoted with an array of the default float
``single``      a float below 32 bits becomes float32, and so do the integers that ``inexact`` leaves
``real``        a complex number's real part
``complex_part``  the real part of what ``complex`` makes
``numeric``     a bool becomes int32, as in arithmetic
``counted``     a bool becomes the default integer
``accumulated``  what sums are made in: integers below the default width become as wide as the default integer
``strong``      a weak type becomes its default dtype
``strong_complex``  so does a weak complex number
``strong_inexact``  so does a weak float or complex number
``if_strong``  of a weak type nothing is said
``if_inexact``  of a dtype that is no float and no complex number nothing is said
``if_complex``  of a dtype that is no complex number nothing is said
``if_wide``  of integers that are no default integers, of bools and of weak types nothing is said
``if_default_float``  of a float that is not the default float nothing is said
``int32_like``  int32, and weak where the operand is (which cannot be said with x64)
``default_int``  the default integer, whatever the operand is
``canonical``   strong, and without x64 truncated to 32 bits, as a dtype is that was asked for
``range``       a Python number stands for the default integers below it
``numbers``     unchanged; beside an array a Python number is one of its weak type to ``strong``, too, but for x64
``alike``       unchanged, and of second operands that differ nothing is said
``array``       unchanged, and no Python number is taken: it is an error in JAX
``own``         unchanged, and of NumPy's arrays nothing is said: JAX gives back NumPy's, with their own dtype
==============  ==============================================================================================
"""


WHICH: dict[str, Callable[[str, Sequence[str]], bool]] = {
    "": lambda dtype, nodes: True,
    "inexact": lambda dtype, nodes: "float" in dtype or "complex" in dtype,
    "wide": lambda dtype, nodes: dtype not in NARROW,
    "strong": lambda dtype, nodes: not any(node.startswith("weak") for node in nodes),
    "32_bits": lambda dtype, nodes: (
        dtype not in ("int64", "uint64", "float64", "complex128", "int", "float", "complex")
    ),
    "no": lambda dtype, nodes: False,
}
"""The words that say which dtype arguments give their dtype, and of the operands' nodes, for which operands.

===========  ========================================================================================================
``inexact``  those of floats and complex numbers
``wide``     those that are not narrower than 8 bits, or floats than 16
``strong``   all, for operands that are not weak
``32_bits``  those of 32 bits at most (complex numbers of 64), in functions that give wider ones whether they are on or not
``no``       none: what is known is known without a dtype argument only
===========  ========================================================================================================
"""


def requested(system: System, dtype: str) -> str:
    """The dtype that a dtype argument gives: Python's types their defaults, 64 bits only where they are on."""
    node = system.node(dtype)
    node = system.defaults.get(node, node)
    return system.truncated.get(node, node)


def constant(system: System, name: str) -> str | None:
    """The dtype that a constant of a rule stands for."""
    if name == "int32_or_index" and system.defaults["weak_int"] != "int32":
        return None
    if name == "uint":
        return f"u{system.defaults['weak_int']}"
    return requested(system, CONSTANTS.get(name, name)) if name in CONSTANTS else name
