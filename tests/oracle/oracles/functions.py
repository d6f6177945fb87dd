"""What JAX's functions return, for every dtype and every pair: all calls of a function inside one trace."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module

import jax
import jax.numpy as jnp

from jaxtyping_promo import System, get_system
from jaxtyping_promo.rules.functions import Rule, result, rule, rules

WEAK = {"i": "weak_int", "u": "weak_int", "f": "weak_float", "c": "weak_complex"}
SCALARS = {"bool": True, "int": 1, "float": 1.0, "complex": 1j}
SHAPE = (3, 3)
JAX = jax.__version_info__[:2]

CALLS: dict[str, str] = {
    **dict.fromkeys(("bartlett", "blackman", "hamming", "hanning", "identity", "eye", "tri", "ones", "zeros", "empty"), "f(3)"),
    **dict.fromkeys(("tril_indices", "triu_indices", "diag_indices"), "f(3)"),
    "kaiser": "f(3, 1.0)",
    "indices": "f((3, 3))",
    "full": "f((3, 3), fill_value)",
    "full_like": "f(a, 1)",
    "arange": "f(start, stop, step) @ ()",
    "where": "f(bools, x, y)",
    "clip": "f(x, min, max)",
    "broadcast_to": "f(array, (3, 3))",
    "compress": "f(bools[0], a, size=2)",
    "delete": "f(arr, 0)",
    "diag": "f(v)",
    "expand_dims": "f(a, 0)",
    "extract": "f(bools, arr, size=2)",
    "insert": "f(arr, 0, 1)",
    "moveaxis": "f(a, 0, 1)",
    "swapaxes": "f(a, 0, 1)",
    "pad": "f(array, 1)",
    "partition": "f(a, 1)",
    "permute_dims": "f(x, (1, 0))",
    "repeat": "f(a, 2)",
    "reshape": "f(a, (9,))",
    "resize": "f(a, (2,))",
    "roll": "f(a, 1)",
    "rollaxis": "f(a, 1)",
    **dict.fromkeys(("split", "array_split", "hsplit", "vsplit"), "f(ary, 1)"),
    "dsplit": "f(ary, 1) @ (1, 1, 1)",
    "take": "f(a, 0)",
    "take_along_axis": "f(arr, ints, 0)",
    "tile": "f(A, 2)",
    "searchsorted": "f(floats[0], floats[0])",
    "choose": "f(ints * 0, [choices_0, choices_1], mode='clip')",
    **dict.fromkeys(("cumulative_sum", "cumulative_prod"), "f(x, axis=0)"),
    "fill_diagonal": "f(a, 1, inplace=False)",
    "piecewise": "f(x, [bools], [1, 2])",
    "place": "f(arr, bools, 1, inplace=False)",
    "put": "f(a, 0, 1, inplace=False)",
    "put_along_axis": "f(arr, ints, 1, 0, inplace=False)",
    "setdiff1d": "f(ar1, 1, size=2)",
    "union1d": "f(ar1, ar2, size=2)",
    "nonzero": "f(floats, size=2)",
    "argwhere": "f(floats, size=2)",
    "flatnonzero": "f(floats, size=2)",
    "average": "f(a, weights=weights)",
    "trapezoid": "f(y, x) @ (3,)",
    "einsum": "f('ij,jk->ik', operands_0, operands_1)",
    "vander": "f(x) @ (3,)",
    "polyval": "f(p, x) @ (3,)",
    **dict.fromkeys(("polyadd", "polysub"), "f(a1, a2) @ (3,)"),
    "polymul": "f(a1, a2) @ (3,)",
    **dict.fromkeys(("polyder", "polyint", "roots"), "f(p) @ (3,)"),
    "roots": "f(p, strip_zeros=False) @ (3,)",
    "convolve": "f(a, v) @ (3,)",
    "correlate": "f(a, v) @ (3,)",
    **dict.fromkeys(("percentile", "quantile", "nanpercentile", "nanquantile"), "f(a, q)"),
    "cross": "f(a, b)",
    "diag_indices_from": "f(floats)",
    "tril_indices_from": "f(floats)",
    "triu_indices_from": "f(floats)",
    "digitize": "f(floats, floats[0])",
    "lexsort": "f(floats)",
    "packbits": "f(ints)",
    "unpackbits": "f(ints.astype('uint8'))",
    "isin": "f(floats, floats)",
    "ldexp": "f(x1, x2)",
    **dict.fromkeys(("trim_zeros",), "f(filt) @ (3,)"),
    **dict.fromkeys(
        ("all", "any", "iscomplex", "isfinite", "isinf", "isnan", "isneginf", "isposinf", "isreal", "logical_not", "signbit",
         "argmax", "argmin", "nanargmax", "nanargmin", "argsort", "count_nonzero", "bitwise_count"),
        "f(any_array)",
    ),
    **dict.fromkeys(
        ("allclose", "array_equal", "array_equiv", "equal", "greater", "greater_equal", "isclose", "less", "less_equal",
         "logical_and", "logical_or", "logical_xor", "not_equal"),
        "f(any_array, other_array)",
    ),
}  # fmt: skip
"""How to call the functions that do not take just their operands: code, with the parameters' names for the arrays."""


def dtype_name(array: object) -> str:
    """The node of an array: its dtype, or the weak type that it is."""
    name = "bool_" if array.dtype == bool else array.dtype.name
    if not array.weak_type or name == "bool_":
        return name
    default = {"weak_int": jnp.int_, "weak_float": jnp.float_, "weak_complex": jnp.complex_}
    weak = WEAK.get(array.dtype.kind, "")
    return weak if weak and jax.dtypes.canonicalize_dtype(default[weak].dtype) == array.dtype else f"weak {name}"


def known_nodes(system: System) -> tuple[str, ...]:
    """The nodes of which there are arrays in the installed JAX and this mode."""
    return tuple(n for n in system.nodes if n not in system.truncated and (n in system.defaults or hasattr(jnp, n)))


def trace(system: System, shape: tuple[int, ...], compute: Callable[[dict[str, object]], None]) -> None:
    """Call `compute` with a traced array of each node, and Python's scalars."""
    structs = {
        node: jax.ShapeDtypeStruct(
            shape, jnp.dtype(system.defaults.get(node, node).rstrip("_")), weak_type=node in system.defaults
        )
        for node in known_nodes(system)
    }

    def inside(traced: dict[str, object]) -> None:
        compute({**traced, **SCALARS})

    with jax.enable_x64(system.x64):
        jax.eval_shape(inside, structs)


def operand_names(rule: Rule) -> tuple[str, ...]:
    """The parameters on whose dtypes the results of a rule depend, starred ones as two."""
    names: dict[str, None] = {}
    for part in rule.parts or (rule,):
        for name in part.operands:
            names |= dict.fromkeys((f"{name}_0", f"{name}_1") if name in part.starred else (name,))
    return tuple(names)


def free_names(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The operands, and the arrays in the call on whose dtype nothing depends."""
    return (*names, *(n for n in ("any_array", "other_array") if n in text))


def call_text(fullname: str, rule: Rule) -> str:
    """Code that calls the function ``f`` with operands by name."""
    name = fullname.rpartition(".")[2]
    for key in (fullname, name):
        if key in CALLS:
            return CALLS[key]
    arguments = []
    for part in rule.parts or (rule,):
        for operand in part.operands:
            text = f"[{operand}_0, {operand}_1]" if operand in part.starred else operand
            if text not in arguments:
                arguments.append(text)
    return f"f({', '.join(arguments)})"


def function(fullname: str) -> Callable:
    module, _, name = fullname.rpartition(".")
    return getattr(import_module(module), name)


def leaves(value: object) -> list[object]:
    return [leaf for leaf in jax.tree.leaves(value) if hasattr(leaf, "dtype")]


def expected(rule: Rule, system: System, nodes: dict[str, str], count: int) -> list[str | None]:
    """What the rule says of each array that the function returns."""
    operands: dict[str, object] = {}
    for key, node in nodes.items():
        name, _, index = key.rpartition("_")
        if index in ("0", "1") and name:
            operands[name] = [*operands.get(name, []), node]
        else:
            operands[key] = node
    if rule.parts:
        return [result(part, system, operands) for part in rule.parts]
    return [result(rule, system, operands)] * count


@dataclass(frozen=True)
class Case:
    """One call: the dtypes that went in, those that came out, and what the rule says, None where nothing."""

    nodes: dict[str, str]
    actual: list[str]
    wanted: list[str | None]

    @property
    def wrong(self) -> bool:
        return any(w not in (None, a) for a, w in zip(self.actual, self.wanted, strict=True))

    @property
    def unknown(self) -> bool:
        return None in self.wanted


def computed(fullname: str, x64: bool) -> list[Case]:
    """All calls of a function that JAX takes."""
    found_rule = rule(fullname, JAX)
    system = get_system("jax", x64=x64)
    names = operand_names(found_rule)
    text = call_text(fullname, found_rule)
    shape = SHAPE
    if " @ " in text:
        text, _, shape_text = text.partition(" @ ")
        shape = eval(shape_text)
    code = compile(text, fullname, "eval")
    found: list[Case] = []

    def compute(arrays: dict[str, object]) -> None:
        others = {"bools": arrays["bool_"], "ints": arrays["int32"], "floats": arrays["float32"]}
        scope = {"f": function(fullname), "jnp": jnp, "jax": jax, **others}
        for nodes in cases(free_names(text, names), tuple(arrays)):
            try:
                value = eval(code, scope | {name: arrays[node] for name, node in nodes.items()})
            except Exception:
                continue  # JAX takes no such dtypes
            actual = [dtype_name(leaf) for leaf in leaves(value)]
            wanted = expected(found_rule, system, nodes, len(actual))
            found.append(Case(nodes, actual, wanted))

    trace(system, shape, compute)
    return found


def cases(names: tuple[str, ...], nodes: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """Every node, every pair of nodes; of three operands and more, every pair in each two of the places."""
    if len(names) <= 2:
        for chosen in itertools.product(nodes, repeat=len(names)):
            yield dict(zip(names, chosen, strict=True))
        return
    for place in range(len(names)):
        for one, other in itertools.product(nodes, repeat=2):
            yield {name: other if index == place else one for index, name in enumerate(names)}


def covered() -> tuple[str, ...]:
    """The functions that the installed JAX has, and whose rule says something."""
    names = []
    for name in rules(JAX):
        found = rule(name, JAX)
        says_nothing = found.kind == "array" and not found.operands and found.constant is None
        if found.kind in ("none", "unknown") or says_nothing:
            continue
        try:
            function(name)
        except (AttributeError, ImportError):
            continue
        names.append(name)
    return tuple(names)
