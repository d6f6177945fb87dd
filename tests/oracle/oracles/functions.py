"""The dtypes that JAX's functions return for every dtype and pair. One trace runs all calls of a function."""

from __future__ import annotations

import ast
import contextlib
import inspect
import itertools
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module

import jax
import jax.numpy as jnp

from jaxtyping_promo import System, get_system
from jaxtyping_promo.rules.evaluation import have_join, refused, results
from jaxtyping_promo.rules.rule import NONE as NO_ARRAY
from jaxtyping_promo.rules.rule import SILENT, Rule
from jaxtyping_promo.rules.tables import rule, rules, system_name
from jaxtyping_promo.rules.vocabulary import is_inexact

from .calls import CALLS, EAGER, FIXED, KEY, SHAPE

WEAK = {"i": "weak_int", "u": "weak_int", "f": "weak_float", "c": "weak_complex"}
SCALARS = {"bool": True, "int": 1, "float": 1.0, "complex": 1j}
PYTHON_TYPES = {"bool": bool, "int": int, "float": float, "complex": complex}
JAX = jax.__version_info__[:2]
SCOPE = ("f", "jnp", "jax", "KEY", "DTYPE", *FIXED)
"""The names in a call that do not stand for operands."""
THIN = (
    "bool_", "uint8", "uint32", "int8", "int32", "float8_e4m3fn", "bfloat16", "float16", "float32", "float64", "complex64", "weak_int",
    "weak_float", "int", "float",
)  # fmt: skip
"""Some dtypes of each kind. Ordinary tests try these, and ``pytest --exhaustive`` tries all."""
PARTNERS = ("uint32", "int8", "bfloat16", "weak_float")
"""The partners of each dtype of `THIN` in functions of two operands. The lattice's own test covers all pairs."""
OPERAND_NODES = ("bool_", "int8", "bfloat16", "float32", "complex64", "weak_int", "weak_float")
SCIPY_NODES = ("int8", "bfloat16", "float32", "weak_float")
"""The nodes for functions of `jax.scipy` with three or more operands. JAX takes a second to trace some of them."""
NOT_COMPUTED = ("uint1", "int1", "float4_e2m1fn", "float6_e2m3fn", "float6_e3m2fn")
"""Dtypes without arrays on a CPU. Such arrays come back as bools, or end the process when XLA compiles them."""
WORDS = (
    *("nearest", "linear", "cubic", "lanczos3", "lower", "higher", "midpoint", "wrap", "clip", "fill", "drop", "raise"),
    *("full", "same", "valid", "reduced", "r", "complete", "raw", "edge", "constant", "reflect", "symmetric", "mean"),
    *("maximum", "minimum", "empty", "linear_ramp", "ortho", "forward", "backward", "left", "right", "stable", "sqrt"),
    *("compare_all", "scan", "scan_unrolled", "sort", "lu", "cholesky", "eigh", "svd", "direct", "fft", "auto", "nuc"),
    *("fro", "real", "average", "dense", "ordinal", "spectrum", "psd", "magnitude", "angle", "phase", "highest", "low"),
)
"""Words that JAX's functions accept as options."""

SHAPED_NODES: dict[int, tuple[str, ...]] = {
    1: ("bool_", "int8", "uint32", "float8_e4m3fn", "float16", "float32", "complex64", "weak_int", "weak_float", "weak_complex", "float"),
    2: ("int8", "bfloat16", "float16", "weak_int", "weak_float", "float"),
    3: ("int8", "float32", "weak_float", "float"),
}  # fmt: skip
"""The dtypes to try for operands with other numbers of dimensions, by the number of operands."""
FORMS: dict[int, tuple[str, ...]] = {
    0: ("{}", "{}[None]", "{}[None, None]"),
    1: ("{}", "{}[None]", "{}[0]"),
    2: ("{}", "{}[0]", "{}[0, 0]"),
}
"""Code for an operand with one or two dimensions more or less, by its number of dimensions in the usual call."""

OPTION_NODES = ("bool_", "int32", "bfloat16", "float64", "complex128")
"""The dtypes to try for operands and options, to see whether a parameter outside the rule changes the result."""


def dtype_name(array: object) -> str:
    """The node of an array: its weak type if it is weak, and else its dtype."""
    name = "bool_" if array.dtype == bool else array.dtype.name
    if not array.weak_type or name == "bool_":
        return name
    default = {"weak_int": jnp.int_, "weak_float": jnp.float_, "weak_complex": jnp.complex_}
    weak = WEAK.get(array.dtype.kind, "")
    return weak if weak and jax.dtypes.canonicalize_dtype(default[weak].dtype) == array.dtype else f"weak {name}"


def known_nodes(system: System) -> tuple[str, ...]:
    """The nodes for which the installed JAX has arrays in this mode."""
    return tuple(n for n in system.nodes if n not in system.truncated and (n in system.defaults or hasattr(jnp, n)))


def trace(system: System, shape: tuple[int, ...], compute: Callable[[dict[str, object]], None]) -> None:
    """Call `compute` with a traced array of each node, and with Python's scalars."""
    structs = {
        node: jax.ShapeDtypeStruct(
            shape, jnp.dtype(system.defaults.get(node, node).rstrip("_")), weak_type=node in system.defaults
        )
        for node in known_nodes(system)
    }
    fixed = {
        name: jax.ShapeDtypeStruct(SHAPE if shape == () else shape, jnp.dtype(dtype.rstrip("_")))
        for name, dtype in FIXED.items()
    }

    def inside(traced: dict[str, object], others: dict[str, object]) -> None:
        compute({**traced, **SCALARS, **others})

    with jax.enable_x64(system.x64), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        jax.eval_shape(inside, structs, fixed)


def run(system: System, shape: tuple[int, ...], compute: Callable[[dict[str, object]], None]) -> None:
    """Call `compute` with a concrete array of each node."""
    with jax.enable_x64(system.x64):
        arrays: dict[str, object] = {}
        for node in known_nodes(system):
            is_weak = node in system.defaults
            if node in NOT_COMPUTED:
                continue
            with contextlib.suppress(jax.errors.JaxRuntimeError):  # the CPU can't compute with every dtype
                weak = SCALARS[node[5:]] if is_weak else None
                arrays[node] = jnp.zeros(shape, node.rstrip("_")) if weak is None else jnp.broadcast_to(weak, shape)
        compute({**arrays, **{name: jnp.zeros(SHAPE, dtype.rstrip("_")) for name, dtype in FIXED.items()}, **SCALARS})


def operand_names(rule: Rule) -> tuple[str, ...]:
    """The parameters whose dtypes determine the result of a rule. A starred parameter counts as two operands."""
    names: dict[str, None] = {}
    for part in rule.parts or (rule,):
        for name in part.operands:
            names |= dict.fromkeys((f"{name}_0", f"{name}_1") if name in part.starred else (name,))
    return tuple(names)


def call_texts(fullname: str, rule: Rule) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Code that calls the function ``f`` with operands by name, and their shape. Some functions have several calls."""
    module, _, name = fullname.rpartition(".")
    text = CALLS.get(module, {}).get(name)
    if text is None:
        text = " ; ".join(dict.fromkeys(_call(module, name, rule, defaults) for defaults in (False, True)))
    texts = []
    for way in text.split(" ; "):
        code, _, shape = way.partition(" @ ")
        texts.append((code, eval(shape) if shape else SHAPE))
    code, shape = texts[0]
    texts += [
        (f"{code[:-1]}, {_arguments(literals)})", shape) for literals in rule.alternatives if not flags(code, rule)
    ]
    return tuple(texts)


def flags(code: str, rule: Rule) -> dict[str, str]:
    """The literal arguments of a call that the rule's alternatives mention."""
    spoken_of = {name for literals in rule.alternatives for name, _ in literals}
    calls = [node for node in ast.walk(ast.parse(code, mode="eval")) if isinstance(node, ast.Call)]
    given = {k.arg: k.value for call in calls for k in call.keywords if k.arg in spoken_of}
    return {name: str(value.value) for name, value in given.items() if isinstance(value, ast.Constant)}


def _arguments(literals: Iterable[tuple[str, str]]) -> str:
    """Literal arguments as code."""
    return ", ".join(f"{n}={v if v in ('True', 'False') else repr(v)}" for n, v in sorted(literals))


def _call(module: str, name: str, rule: Rule, defaults: bool) -> str:
    """A call with the operands of a rule, with or without the operands that have defaults."""
    arguments: dict[str, None] = {}
    for part in rule.parts or (rule,):
        for operand in part.operands:
            if defaults or operand not in part.defaults:
                arguments[f"[{operand}_0, {operand}_1]" if operand in part.starred else operand] = None
    arguments.pop("self", None)
    is_method = module.startswith("jax.Array")
    return f"{f'self.{name}' if is_method else 'f'}({', '.join(arguments)})"


def call_text(fullname: str, rule: Rule) -> str:
    """The first call of the function, as it appears in a program."""
    return call_texts(fullname, rule)[0][0].replace("DTYPE", "jnp.int16").replace("KEY", KEY)


def free_names(code: str) -> tuple[str, ...]:
    """The names in the code of a call that stand for arrays of every dtype, in order of appearance."""
    tree = ast.parse(code, mode="eval")
    bound = {a.arg for node in ast.walk(tree) if isinstance(node, ast.Lambda) for a in node.args.args}
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id not in {*SCOPE, *bound}]
    return tuple(dict.fromkeys(n.id for n in sorted(names, key=lambda n: n.col_offset)))


def function(fullname: str) -> Callable:
    module, _, name = fullname.rpartition(".")
    if module == "jax.Array.at":
        return getattr(type(jnp.zeros(1).at[0]), name)
    if module == "jax.Array":
        return getattr(jax.Array, name)
    return getattr(import_module(module), name)


def operands_joined(fullname: str) -> tuple[str, ...]:
    """The names in the call of a function whose dtypes JAX joins; empty if it joins none."""
    function_rule = rule(fullname, JAX)
    text = call_texts(fullname, function_rule)[0][0]
    return (
        free_names(text)
        if any(part.joining or part.operands for part in function_rule.parts or (function_rule,))
        else ()
    )


def nodes_of(part: Rule, operands: Mapping[str, object]) -> list[str]:
    """The nodes that a rule joins, in the order of its parameters, including operands under another name."""
    others = [operands[name] for name in ("any_array", "other_array") if name in operands]
    given = [operands[name] for name in part.joining or part.operands if name in operands]
    nodes: list[str] = []
    for operand in given if given and not part.joining else (given or others):
        nodes += operand if isinstance(operand, list) else [operand]
    return nodes


def leaves(value: object) -> list[object]:
    return [leaf for leaf in jax.tree.leaves(value) if hasattr(leaf, "dtype")]


def gathered(nodes: dict[str, str]) -> dict[str, object]:
    """Operands by parameter: ``x_0`` and ``x_1`` are the items of ``x``."""
    operands: dict[str, object] = {}
    for key, node in nodes.items():
        key = key.removesuffix("_operand")  # the parameter has the name of the function
        name, _, index = key.rpartition("_")
        if index in ("0", "1") and name:
            operands[name] = [*operands.get(name, []), node]
        else:
            operands[key] = node
    return operands


def expected(
    rule: Rule,
    system: System,
    nodes: dict[str, str],
    count: int,
    dtype: str | None = None,
    given: Collection[str] = (),
) -> list[tuple[str, ...] | None]:
    """The dtypes that the rule predicts for each returned array, if the call also passes the `given` parameters."""
    exact_matters = system.x64 and not {*rule.exact_unless}.isdisjoint(given)
    if exact_matters and not all(is_inexact(system.node(node)) for node in nodes.values()):
        return [None] * count
    weak_matters = not {*rule.weak_unless}.isdisjoint(given)
    if weak_matters and any(system.node(node) in system.defaults for node in nodes.values()):
        return [None] * count
    operands = gathered(nodes)
    if rule.item is not None:
        (name,) = rule.operands
        return [results(rule.item, system, {name: node}) for node in operands[name]]
    if rule.parts:
        parts = [part for part in rule.parts if part.kind != NO_ARRAY]
        lists = sum(part.kind == "list of" for part in parts)
        each = [count - len(parts) + lists if part.kind == "list of" else 1 for part in parts]
        return [results(p, system, operands, dtype) for p, n in zip(parts, each, strict=True) for _ in range(n)]
    return [results(rule, system, operands, dtype)] * count


@dataclass(frozen=True)
class Case:
    """One call of a function, with JAX's results and the results that the rule predicts.

    Attributes:
        nodes: the dtype of each operand.
        jax: the dtype of each array that JAX returns.
        rule: for each array, the dtypes that the rule allows; None if the rule leaves the dtype unknown.
        dtype: the dtype argument, or another optional argument.
        text: the code of the call.
    """

    nodes: dict[str, str]
    jax: list[str]
    rule: list[tuple[str, ...] | None]
    dtype: str | None = None
    text: str = ""

    def __str__(self) -> str:
        operands = ", ".join(f"{name}: {node}" for name, node in self.nodes.items())
        given = f", with {self.dtype}" if self.dtype else ""
        predicted = ", ".join("unknown" if dtypes is None else " or ".join(dtypes) for dtypes in self.rule)
        return f"{operands}, {self.text}{given}: JAX {', '.join(self.jax)}, rule {predicted}"

    @property
    def wrong(self) -> bool:
        return len(self.jax) != len(self.rule) or any(
            dtypes is not None and dtype not in dtypes for dtype, dtypes in zip(self.jax, self.rule, strict=True)
        )

    @property
    def unknown(self) -> bool:
        return None in self.rule


def computed(fullname: str, x64: bool) -> list[Case]:
    """The calls of a function that JAX accepts, in the first way of calling it."""
    return Calls(fullname, x64).computed()


class _Named(ast.NodeTransformer):
    """Replaces names by expressions."""

    def __init__(self, expressions: dict[str, str]) -> None:
        self._expressions = expressions

    def visit_Name(self, node: ast.Name) -> ast.AST:
        expression = self._expressions.get(node.id)
        return node if expression is None else ast.parse(expression, mode="eval").body


def shaped(text: str, shape: tuple[int, ...], names: tuple[str, ...]) -> Iterator[str]:
    """A call with other numbers of dimensions. One or two operands vary freely; of more, one or all vary."""
    forms = FORMS.get(len(shape), ("{}", "{}[0]"))
    combinations = list(itertools.product(forms, repeat=len(names)))
    if len(names) > 2:
        combinations = [c for c in combinations if len({*c}) == 1 or sum(form != forms[0] for form in c) == 1]
    for combination in combinations:
        expressions = {name: form.format(name) for name, form in zip(names, combination, strict=True)}
        yield ast.unparse(_Named(expressions).visit(ast.parse(text, mode="eval")))


class Calls:
    """The calls of one function, in one of the ways in which it is called.

    Args:
        fullname: the function's full name.
        x64: whether 64-bit dtypes are on.
        way: the index in `call_texts`.
        other_rule: the rule, if it differs from the tables.
    """

    def __init__(self, fullname: str, x64: bool, other_rule: Rule | None = None, way: int = 0) -> None:
        self.fullname = fullname
        usual = other_rule or rule(fullname, JAX)
        self.system = get_system(system_name(fullname), x64=x64)
        self.text, self.shape = call_texts(fullname, usual)[way]
        self.rule = usual.given(flags(self.text, usual)) or usual
        self.names = free_names(self.text)
        self.dtype = "int16" if "DTYPE" in self.text else None
        self.trace = run if fullname in EAGER else trace

    def scope(self, arrays: dict[str, object]) -> dict[str, object]:
        """The values of the names in `SCOPE` and of other fixed arguments."""
        scope = {"jnp": jnp, "jax": jax, "KEY": eval(KEY), "DTYPE": jnp.int16, **{name: arrays[name] for name in FIXED}}
        if not self.fullname.startswith("jax.Array"):
            scope["f"] = function(self.fullname)
        return scope

    def nodes(self, wanted: Iterable[str] | None) -> tuple[str, ...]:
        """The nodes to try."""
        known = (*known_nodes(self.system), *SCALARS)
        return known if wanted is None else tuple(n for n in known if n in wanted)

    def fewer(self, wanted: Iterable[str] | None) -> Iterable[str] | None:
        """The nodes to try in an ordinary run, if the calls are many or slow to trace."""
        if wanted != THIN or len(self.names) < 2:
            return wanted
        if self.fullname.startswith("jax.scipy."):
            return OPERAND_NODES if len(self.names) == 2 else SCIPY_NODES
        return OPERAND_NODES if len(self.names) > 2 else wanted

    def cases(self, wanted: Iterable[str] | None, partners: Iterable[str] | None) -> Iterator[dict[str, str]]:
        """The combinations of operands to try."""
        if len(self.names) > 2:  # every other partner, unless JAX is slow to trace the function
            partners = ("float32",) if self.fullname.startswith("jax.scipy.") else None
        return cases(self.names, self.nodes(self.fewer(wanted)), partners)

    def computed(self, wanted: Iterable[str] | None = None, partners: Iterable[str] | None = None) -> list[Case]:
        """The calls that JAX accepts.

        Args:
            wanted: the nodes to try; by default, all.
            partners: the nodes to pair with each, in functions of two operands; by default, all.
        """
        code = compile(self.text, self.fullname, "eval")
        given = re.findall(r"\b(\w+)=", self.text)
        cases: list[Case] = []

        def compute(arrays: dict[str, object]) -> None:
            scope = self.scope(arrays)
            for nodes in self.cases(wanted, partners):
                try:
                    value = eval(code, scope | {name: arrays[node] for name, node in nodes.items()})
                except Exception:
                    continue  # JAX rejects these dtypes
                actual = [dtype_name(leaf) for leaf in leaves(value)]
                predicted = expected(self.rule, self.system, nodes, len(actual), self.dtype, given)
                cases.append(Case(nodes, actual, predicted, self.dtype, self.text))

        self.trace(self.system, self.shape, compute)
        return cases

    def of_other_shapes(self, wanted: Iterable[str] | None = None) -> list[Case]:
        """The calls that JAX accepts with operands of other numbers of dimensions.

        Args:
            wanted: the nodes to try; by default, fewer nodes for more operands.
        """
        given = re.findall(r"\b(\w+)=", self.text)
        nodes = self.nodes(wanted or SHAPED_NODES[min(len(self.names), 3)])
        shaped_cases: list[Case] = []

        def compute(arrays: dict[str, object]) -> None:
            scope = self.scope(arrays)
            for text in dict.fromkeys(shaped(self.text, self.shape, self.names)):
                code = compile(text, self.fullname, "eval")
                for each in cases(self.names, nodes, ("weak_float",) if len(self.names) > 2 else None):
                    try:
                        value = eval(code, scope | {name: arrays[node] for name, node in each.items()})
                    except Exception:
                        continue  # JAX rejects these dtypes, or shapes
                    actual = [dtype_name(leaf) for leaf in leaves(value)]
                    predicted = expected(self.rule, self.system, each, len(actual), self.dtype, given)
                    shaped_cases.append(Case(each, actual, predicted, self.dtype, text))

        self.trace(self.system, self.shape, compute)
        return shaped_cases

    def under_strict_promotion(self, wanted: Iterable[str]) -> list[tuple[dict[str, str], bool, bool]]:
        """Calls under strict promotion: the operands, whether we report them, and whether JAX rejects their dtypes."""
        code = compile(self.text, self.fullname, "eval")
        strict = get_system("jax", x64=self.system.x64, strict=True)
        parts = self.rule.parts or (self.rule,)
        checked_calls: list[tuple[dict[str, str], bool, bool]] = []

        def compute(arrays: dict[str, object]) -> None:
            scope = self.scope(arrays)
            for nodes in cases(self.names, self.nodes(wanted), ("float32",) if len(self.names) > 2 else None):
                joined = [nodes_of(part, gathered(nodes)) for part in parts if part.kind != "each of"]
                is_reported = any(refused(p, strict, n) for p, n in zip(parts, joined, strict=False) if n)
                try:
                    with jax.numpy_dtype_promotion("strict"):
                        eval(code, scope | {name: arrays[node] for name, node in nodes.items()})
                except Exception as error:
                    if type(error).__name__ == "TypePromotionError":
                        checked_calls.append((nodes, is_reported, True))
                    continue
                checked_calls.append((nodes, is_reported, False))

        self.trace(self.system, self.shape, compute)
        return checked_calls

    def mismatched(
        self, wanted: Iterable[str] | None = None, partners: Iterable[str] | None = None
    ) -> list[dict[str, str]]:
        """The operands whose dtypes do not join by the rule, although JAX accepts the call."""
        code = compile(self.text, self.fullname, "eval")
        mismatches: list[dict[str, str]] = []

        def compute(arrays: dict[str, object]) -> None:
            scope = self.scope(arrays)
            for nodes in self.cases(wanted, partners):
                operands = gathered(nodes)
                parts = self.rule.parts or (self.rule,)
                if all(have_join(part, self.system, operands) for part in parts):
                    continue
                try:
                    eval(code, scope | {name: arrays[node] for name, node in nodes.items()})
                except Exception:
                    continue
                mismatches.append(nodes)

        self.trace(self.system, self.shape, compute)
        return mismatches

    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """The parameters of the function, if Python can inspect them."""
        try:
            return inspect.signature(function(self.fullname)).parameters
        except (ValueError, TypeError):
            return {}

    def with_options(self) -> dict[str, list[Case]]:
        """The accepted calls with one optional parameter that the rule does not name, by parameter."""
        parameters = self.parameters().values()
        parts = self.rule.parts or (self.rule,)
        named = {"shape", *self.rule.unless, *(n for part in parts for n in (*part.operands, part.dtype))}
        code = {
            p.name: compile(f"{self.text[:-1]}, {p.name}=OPTION)".replace("(, ", "("), self.fullname, "eval")
            for p in parameters
            if p.default is not p.empty and p.name not in named and not re.search(rf"\b{p.name}=", self.text)
        }
        cases_by_option: dict[str, list[Case]] = {name: [] for name in code}

        def compute(arrays: dict[str, object]) -> None:
            scope = self.scope(arrays)
            options = [arrays[n] for n in OPTION_NODES if n in arrays] + [
                arrays[n][0] for n in OPTION_NODES if n in arrays and self.shape
            ]
            options += [True, False, 0, 1, 2, 0.5, 1j, [0], (0, 1), None]
            words = {p.name for p in parameters if p.default is None or isinstance(p.default, str)}
            for node in OPERAND_NODES:
                nodes = dict.fromkeys(self.names, node)
                names = dict.fromkeys(nodes, arrays[node])
                try:
                    count = len(leaves(eval(self.text, scope | names)))
                except Exception:
                    continue
                for name, option in ((n, o) for n in code for o in (*options, *(WORDS if n in words else ()))):
                    call = code[name]
                    if node in self.system.defaults and name in self.rule.weak_unless:
                        continue
                    if name in self.rule.strong_unless and not isinstance(option, float | int):
                        continue
                    try:
                        value = eval(call, scope | {"OPTION": option} | names)
                    except Exception:
                        continue
                    actual = [dtype_name(leaf) for leaf in leaves(value)]
                    if len(actual) != count:
                        continue  # the overloads of the function have another result type for it
                    wanted = expected(self.rule, self.system, nodes, len(actual), self.dtype, [name])
                    cases_by_option[name].append(Case(nodes, actual, wanted, f"{name}={option}", self.text))

        self.trace(self.system, self.shape, compute)
        return cases_by_option

    def switches(self) -> set[str]:
        """The flags that make the function return something other than an array or arrays."""
        flags = {p.name: not p.default for p in self.parameters().values() if isinstance(p.default, bool)}
        flag_names: set[str] = set()

        def compute(arrays: dict[str, object]) -> None:
            scope = self.scope(arrays) | dict.fromkeys(self.names, arrays["float32"])
            for name, value in flags.items():
                call = f"{self.text[:-1]}, {name}={value})".replace("(, ", "(")
                with contextlib.suppress(Exception):
                    if jax.tree.structure(eval(self.text, scope)) != jax.tree.structure(eval(call, scope)):
                        flag_names.add(name)

        self.trace(self.system, self.shape, compute)
        return flag_names

    def code_with(self, dtype: str | None) -> str:
        """The code of a call, with a dtype argument if one is given."""
        if dtype is None or "DTYPE" in self.text:
            return self.text
        parameter = next(part.dtype for part in self.rule.parts or (self.rule,) if part.dtype)
        if self.rule.kind == "function of":  # the dtype is an argument of the outer function
            return re.sub(r"^f\(([^()]*)\)", rf"f(\1, {parameter}=DTYPE)", self.text).replace("(, ", "(")
        return f"{self.text[:-1]}, {parameter}=DTYPE)".replace("(, ", "(")

    def with_dtype(self, wanted: Iterable[str] | None = None) -> list[Case]:
        """The accepted calls with a dtype argument: every dtype, and Python's scalar types."""
        text = self.code_with("DTYPE")
        code = compile(text, self.fullname, "eval")
        cases: list[Case] = []

        def compute(arrays: dict[str, object]) -> None:
            scope = self.scope(arrays)
            dtypes = {n: jnp.dtype(n.rstrip("_")) for n in self.system.nodes if hasattr(jnp, n)} | PYTHON_TYPES
            for name, dtype in dtypes.items():
                if wanted is not None and name not in wanted:
                    continue
                for node in ("int32", "float32", "bool_", "complex64", "weak_float"):
                    nodes = dict.fromkeys(self.names, node)
                    try:
                        value = eval(code, scope | {"DTYPE": dtype} | dict.fromkeys(nodes, arrays[node]))
                    except Exception:
                        continue  # JAX rejects these dtypes
                    actual = [dtype_name(leaf) for leaf in leaves(value)]
                    cases.append(
                        Case(nodes, actual, expected(self.rule, self.system, nodes, len(actual), name), name, text)
                    )

        self.trace(self.system, self.shape, compute)
        return cases


def cases(
    names: tuple[str, ...], nodes: tuple[str, ...], others: Iterable[str] | None = None
) -> Iterator[dict[str, str]]:
    """Every node, and every pair of nodes with `others`. Three or more operands have pairs in each two places."""
    if len(names) <= 2:
        for chosen in itertools.product(nodes, repeat=len(names)):
            if len(names) < 2 or others is None or not {*chosen}.isdisjoint(others) or chosen[0] == chosen[1]:
                yield dict(zip(names, chosen, strict=True))
        return
    for place in range(len(names)):
        for one, other in itertools.product(nodes, repeat=2):
            if one == other and place:
                continue
            if others is None or one == other or one in others or other in others:
                yield {name: other if index == place else one for index, name in enumerate(names)}


def predicts_each_dtype(function_rule: Rule) -> bool:
    """Whether a rule predicts a dtype for each result, at least if a dtype argument is given."""
    if function_rule.kind == "tuple":
        return all(predicts_each_dtype(part) for part in function_rule.parts if part.kind != NO_ARRAY)
    return function_rule.kind not in SILENT and bool(
        function_rule.operands or function_rule.constant or function_rule.dtype
    )


@cache
def functions_with_a_rule() -> tuple[str, ...]:
    """The functions of the installed JAX whose rule predicts a dtype."""
    names = []
    for name in rules(JAX):
        if not predicts_each_dtype(rule(name, JAX)):
            continue
        try:
            function(name)
        except (AttributeError, ImportError):
            continue
        names.append(name)
    return tuple(names)
