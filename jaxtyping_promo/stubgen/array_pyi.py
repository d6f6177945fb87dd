"""The stub of `jaxtyping_promo.array`: the generic `Array`, its operators as descriptors, and its other members.

All members except operators are written by hand in ``array_members.pyi`` beside this file.
"""

from __future__ import annotations

import re
from importlib.resources import files

from ..operators import BINARY, FORWARD, REFLECTED, UNARY
from ..system import System
from .class_names import TRUNCATED, ordered, up_to
from .docstrings import docstring_lines, documented
from .header import header
from .methods import with_rules
from .operator_tables import operators
from .promotion_pyi import method
from .rows import base_classes
from .unary import unary_overloads


def render(system: System) -> str:
    """The text of ``array.pyi`` for one promotion system."""
    before, after = files(__package__).joinpath("array_members.pyi").read_text().split("    # OPERATORS\n")
    before = before[before.index('"""') :]
    names = [*base_classes(system), *map(method, operators(system).tables)]
    imported = {name: f"    {name} as {name},\n" for name in names}
    text = "\n".join([before.replace("    # ROWS\n", "".join(imported.values())), *operator_lines(system), after])
    text = with_rules(text, system) if system.name == "jax" else text
    for name, line in imported.items():
        if len(re.findall(rf"\b{name}\b", text)) == 2:  # on the attribute's own line
            text = text.replace(line, "")
    spoken_of = [name for name in (TRUNCATED, *map(up_to, ordered(system))) if re.search(rf"\b{name}\b", text)]
    if spoken_of:  # as methods
        lines = "".join(f"    {name} as {name},\n" for name in spoken_of)
        text = text.replace(
            "from .dtypes import _Concrete", f"from .dtypes import (\n{lines})\nfrom .dtypes import _Concrete"
        )
    return f"{header(system)}\n{text}"


def operator_lines(system: System) -> list[str]:
    """The lines of every operator."""
    tables = operators(system).methods
    lines = []
    for name, op in (FORWARD | REFLECTED).items():
        left, right = ("self", "other") if name in FORWARD else ("other", "self")
        expression = f"divmod({left}, {right})" if op == "divmod" else f"{left} {BINARY[op]} {right}"
        docstring = f"``{expression}``" if name in FORWARD else f"``{expression}``, for an operand that is no array."
        if name in tables:
            # Checkers report an attribute whose type has the class's variable if it is read off the class. They accept
            # a decorated method.
            lines += [
                f"    @{method(tables[name])}[_D_co]",
                f"    def {name}(self, other: Any, /) -> Any:",
                f"        {docstring_lines(docstring)}",
            ]
        else:
            lines += documented(_divmod(name), docstring)
    return lines + _unary(system)


def _divmod(name: str) -> list[str]:
    """The stub of `__divmod__`. typeshed's `divmod` matches only its first overload with a protocol."""
    return [f"    def {name}(self, other: ArrayLike, /) -> tuple[Array[Any], Array[Any]]: ..."]


def _unary(system: System) -> list[str]:
    lines = []
    for op in UNARY:
        arguments = ", ndigits: int" if op == "round" else ""
        overloads = []
        for mine, result in unary_overloads(system, op):
            overloads += ["    @overload", f"    def __{op}__(self: {mine}) -> {result}: ..."]
        lines += documented(overloads, f"``{op}(self)``" if UNARY[op].isalpha() else f"``{UNARY[op]}self``")
        if op == "round":
            lines += ["    @overload", f"    def __{op}__(self{arguments}) -> Array[_D_co]: ..."]
    return lines
