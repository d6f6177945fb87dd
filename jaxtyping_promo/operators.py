"""Python's operators: their symbols and method names. Promotion systems say what operators do to dtypes.

Keys are the names of the functions in the standard library's `operator` module, without trailing underscores.
"""

from __future__ import annotations

ARITHMETIC: dict[str, str] = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "divmod": "divmod",
    "pow": "**",
    "matmul": "@",
}
SHIFTS: dict[str, str] = {"lshift": "<<", "rshift": ">>"}
BITWISE: dict[str, str] = {"and": "&", "xor": "^", "or": "|"}
COMPARISONS: dict[str, str] = {"lt": "<", "le": "<=", "eq": "==", "ne": "!=", "gt": ">", "ge": ">="}
UNARY: dict[str, str] = {"neg": "-", "pos": "+", "abs": "abs", "invert": "~", "round": "round"}

REFLECTABLE: dict[str, str] = {**ARITHMETIC, **SHIFTS, **BITWISE}
"""The binary operators that Python reflects as ``__r...__`` methods."""

IN_PLACE: dict[str, str] = {op: f"{symbol}=" for op, symbol in REFLECTABLE.items() if op != "divmod"}
"""The augmented assignments.

For arrays without ``__i...__`` methods, Python applies the binary operator and assigns.
"""

BINARY: dict[str, str] = {**REFLECTABLE, **COMPARISONS}
"""Every binary operator."""

FORWARD: dict[str, str] = {f"__{op}__": op for op in BINARY}
"""Maps method names to operators: ``x.__add__(y)`` is ``x + y``."""

REFLECTED: dict[str, str] = {f"__r{op}__": op for op in REFLECTABLE}
"""Maps reflected method names to operators: ``y.__radd__(x)`` is ``x + y``."""

FUNCTIONS: dict[str, str] = {f"{op}_" if op in ("and", "or") else op: op for op in BINARY if op != "divmod"}
"""Maps functions of the standard library's `operator` module to binary operators: ``and_(x, y)`` is ``x & y``."""

IN_PLACE_FUNCTIONS: dict[str, str] = {f"i{op}": op for op in IN_PLACE}
"""Maps in-place functions of that module to operators: ``iadd(x, y)`` is ``x += y`` and returns ``x``."""

UNARY_FUNCTIONS: dict[str, str] = {"neg": "neg", "pos": "pos", "abs": "abs", "invert": "invert", "inv": "invert"}
"""Maps functions of that module to unary operators."""

UNARY_METHODS: dict[str, str] = {f"__{op}__": op for op in UNARY}
"""Maps method names to unary operators: ``x.__neg__()`` is ``-x``."""

METHODS: frozenset[str] = frozenset((*FORWARD, *REFLECTED, *UNARY_METHODS))
"""The methods of all operators."""

SYMBOLS: dict[str, str] = {**BINARY, **UNARY}
"""The symbol of every operator; ``neg`` and ``pos`` share theirs with ``sub`` and ``add``."""

PAIR_RESULT: tuple[str, ...] = ("divmod",)
"""The operators that return a tuple of two arrays of the result dtype."""
