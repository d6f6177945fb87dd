"""Python's operators: their symbols and method names. What they do to dtypes is a matter of the promotion system.

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
"""The augmented assignments. An array without ``__i...__`` methods makes them a binary operator and an assignment."""

BINARY: dict[str, str] = {**REFLECTABLE, **COMPARISONS}
"""Every operator of two operands."""

FORWARD: dict[str, str] = {f"__{op}__": op for op in BINARY}
"""Method name to operator: ``x.__add__(y)`` is ``x + y``."""

REFLECTED: dict[str, str] = {f"__r{op}__": op for op in REFLECTABLE}
"""Method name to operator: ``y.__radd__(x)`` is ``x + y``."""

FUNCTIONS: dict[str, str] = {f"{op}_" if op in ("and", "or") else op: op for op in BINARY if op not in ("divmod",)}
"""Function of the standard library's `operator` module to operator of two operands: ``and_(x, y)`` is ``x & y``."""

IN_PLACE_FUNCTIONS: dict[str, str] = {f"i{op}": op for op in IN_PLACE}
"""Those functions that assign: ``iadd(x, y)`` is ``x += y``, of which it returns ``x``."""

UNARY_FUNCTIONS: dict[str, str] = {"neg": "neg", "pos": "pos", "abs": "abs", "invert": "invert", "inv": "invert"}
"""Those functions to unary operators."""

UNARY_METHODS: dict[str, str] = {f"__{op}__": op for op in UNARY}
"""Method name to unary operator: ``x.__neg__()`` is ``-x``."""

METHODS: frozenset[str] = frozenset((*FORWARD, *REFLECTED, *UNARY_METHODS))
"""The methods of every operator."""

SYMBOLS: dict[str, str] = {**BINARY, **UNARY}
"""Every operator with its symbol; ``neg`` and ``pos`` share theirs with ``sub`` and ``add``."""

PAIR_RESULT: tuple[str, ...] = ("divmod",)
"""The operators that return a tuple of two arrays of the result dtype."""
