"""The rules of NumPy's functions, methods and attributes by full name, with their signatures.

`numpy_rule` returns the rule of a function, such as ``numpy.sum``, ``numpy.add.reduce`` or ``numpy.ndarray.mean``.
`jaxtyping_promo.inference.numpy_functions` applies it to the arguments of a call.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from ..operators import BINARY as OPERATORS
from . import (
    numpy_creation,
    numpy_functions,
    numpy_linalg,
    numpy_ndarray,
    numpy_random,
    numpy_reductions,
    numpy_scalars,
)
from .numpy_ufuncs import (
    AT,
    BINARY,
    CONTRACTION_OPTIONS,
    CONTRACTIONS,
    METHODS,
    OPTIONS,
    OUTER,
    REDUCED,
    UNARY,
)
from .parser import parse
from .rule import Rule
from .signature import Signature, parse_signature

TABLES = (
    numpy_reductions,
    numpy_creation,
    numpy_functions,
    numpy_linalg,
    numpy_random,
    numpy_ndarray,
    numpy_scalars,
)
"""The modules with tables: each has ``RULES`` by module of NumPy, then by kind of result, then by signature."""

ALIASES: dict[str, str] = {
    "abs": "absolute",
    **{f"a{name}": f"arc{name}" for name in ("cos", "cosh", "sin", "sinh", "tan", "tanh")},
    "atan2": "arctan2",
    "amax": "max",
    "amin": "min",
    "bitwise_invert": "invert",
    "bitwise_left_shift": "left_shift",
    "bitwise_not": "invert",
    "bitwise_right_shift": "right_shift",
    "concat": "concatenate",
    "conj": "conjugate",
    "mod": "remainder",
    "permute_dims": "transpose",
    "pow": "power",
    "round": "around",
    "row_stack": "vstack",
    "true_divide": "divide",
}
"""The other names of functions of ``numpy``."""

SCALAR_CLASS, ARRAY_CLASS = "numpy.generic.", "numpy.ndarray."
"""NumPy's scalars have the methods of arrays."""


OPERANDS = re.compile(r"(\w+)\((?=x1)")
"""The word before the operands of a ufunc's rule."""


class NumpyRule(NamedTuple):
    """The rule of one function, method or attribute of NumPy.

    Attributes:
        fullname: the full name, ``numpy.absolute`` for ``numpy.abs``.
        signature: the parameters.
        rule: the dtypes that the function returns.
        kind: whether it returns scalars or arrays: a key of `jaxtyping_promo.inference.numpy_kinds.KINDS`.
        is_ufunc: whether it is a universal function, so that ``dtype`` selects a loop.
    """

    fullname: str
    signature: Signature
    rule: Rule
    kind: str
    is_ufunc: bool = False

    @property
    def operands(self) -> tuple[str, ...]:
        """The parameters whose dtypes decide on the result, ``out`` included."""
        rules = (self.rule, *self.rule.alternatives.values(), *filter(None, (self.rule.otherwise,)))
        names = [name for rule in rules for part in (rule, *rule.parts) for name in part.operands]
        return tuple(dict.fromkeys((*names, *(("out",) if "out" in self.signature.parameters else ()))))

    @property
    def flags(self) -> frozenset[str]:
        """The parameters whose literal values select the form of the result."""
        return frozenset(name for literals in self.rule.alternatives for name, _ in literals)

    @property
    def numbers(self) -> frozenset[str]:
        """The parameters that count as not given if the argument is a Python number."""
        return frozenset(self.rule.strong_unless)


@cache
def numpy_rules() -> dict[str, tuple[str, str, str, bool]]:
    """The signature, rule, kind of result, and whether it is a ufunc, of every function by full name."""
    texts: dict[str, tuple[str, str, str, bool]] = {}
    for operands, by_rule in (("x, /", UNARY), ("x1, x2, /", BINARY)):
        for rule, name in _by_name(by_rule):
            texts[f"numpy.{name}"] = f"{name}({operands}, {OPTIONS})", rule, "elementwise", True
            if by_rule is BINARY:
                texts[f"numpy.{name}.outer"] = OUTER, _of_arrays(rule), "elementwise", True
            texts[f"numpy.{name}.at"] = AT, "none", "none", False
    for rule, name in _by_name(CONTRACTIONS):
        texts[f"numpy.{name}"] = f"{name}(x1, x2, /, {CONTRACTION_OPTIONS})", rule, "contraction", True
    for rule, name in _by_name(REDUCED):
        for method, (signature, kind) in METHODS.items():
            texts[f"numpy.{name}.{method}"] = signature, rule, kind, True
    for tables in TABLES:
        for module, kinds in tables.RULES.items():
            for kind, rules in kinds.items():
                for signature, rule in rules.items():
                    texts[f"{module}.{signature.partition('(')[0]}"] = signature, rule, kind, False
    return texts


def _by_name(names_by_rule: dict[str, str]) -> list[tuple[str, str]]:
    return [(rule, name) for rule, names in names_by_rule.items() for name in names.split()]


def canonical_name(fullname: str) -> str:
    """The full name under which a function has its rule: ``numpy.absolute`` for ``numpy.abs``."""
    if fullname.startswith(SCALAR_CLASS):
        return ARRAY_CLASS + fullname.removeprefix(SCALAR_CLASS)
    module, name, *method = fullname.split(".") if fullname.startswith("numpy.") else (fullname, "")
    return ".".join((module, ALIASES.get(name, name), *method)) if name else fullname


def _of_arrays(rule: str) -> str:
    """The rule of a ufunc for operands that are converted to arrays, so that no Python number is weak."""
    arrays = OPERANDS.sub(lambda word: f"as_array {word[0]}" if word[1] in OPERATORS else f"{word[1]} as_array(", rule)
    return arrays.removeprefix("promoted ")


@cache
def numpy_rule(fullname: str) -> NumpyRule | None:
    """The rule of a function, method or attribute of NumPy; None if it has no rule.

    Args:
        fullname: the public name, such as ``numpy.abs``, ``numpy.linalg.inv``, ``numpy.add.reduce``,
            ``numpy.random.Generator.normal``, ``numpy.ndarray.sum`` or ``numpy.ndarray.T``. A method's first parameter
            is ``self``.
    """
    entry = numpy_rules().get(canonical_name(fullname))
    if entry is None:
        return None
    signature, text, kind, is_ufunc = entry
    rule = parse(text, fullname)
    if rule.either is not None:
        for part, other in zip(rule.parts, rule.either.parts, strict=True):
            part.either = other  # one of two tuples: each value has one of two dtypes
    return NumpyRule(canonical_name(fullname), parse_signature(signature), rule, kind, is_ufunc)
