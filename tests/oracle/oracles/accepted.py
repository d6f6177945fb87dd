"""Measures the dtypes that JAX's functions accept for each parameter, by calls that differ in one or two dtypes.

If a call works with one dtype and raises with another, JAX rejects the second dtype. Every argument that is an array or
a dtype is a *probe*, including conditions, indices and random keys.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import itertools
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import jax
import jax.numpy as jnp

from jaxtyping_promo import System, get_system
from jaxtyping_promo.rules.clauses import Clause, accepted_dtypes
from jaxtyping_promo.rules.rule import Rule
from jaxtyping_promo.rules.tables import rule, system_name

from .accepted_fit import PAIRS_DECIDE
from .calls import FIXED, KEY, SHAPE
from .functions import EAGER, JAX, PYTHON_TYPES, SCALARS, call_texts, function, known_nodes, run, trace

MORE_CALLS: dict[str, str] = {
    "jax.numpy.take": "f(a, ints)",
    "jax.numpy.delete": "f(arr, ints[0], assume_unique_indices=True)",
    "jax.numpy.insert": "f(arr, ints[0], values) @ (3, 3)",
    "jax.numpy.repeat": "f(a, ints[0, 0], total_repeat_length=3)",
    "jax.numpy.put": "f(a, ints, v, inplace=False)",
    "jax.numpy.roll": "f(a, ints[0, 0])",
    "jax.numpy.put_along_axis": "f(arr, ints, values, 0, inplace=False)",
    "jax.numpy.place": "f(arr, bools, vals, inplace=False)",
    "jax.numpy.fill_diagonal": "f(a, val[0], inplace=False)",
    "jax.numpy.linspace": "f(start, stop)",
    "jax.numpy.full_like": "f(a, floats)",
    "jax.numpy.quantile": "f(a, floats[0])",
    "jax.numpy.percentile": "f(a, floats[0])",
    "jax.numpy.nanquantile": "f(a, floats[0])",
    "jax.numpy.nanpercentile": "f(a, floats[0])",
    "jax.numpy.unpackbits": "f(a)",
    "jax.numpy.isin": "f(any_array, other_array)",
    "jax.numpy.digitize": "f(any_array, other_array[0])",
    "jax.numpy.searchsorted": "f(any_array[0], other_array[0])",
    "jax.numpy.ldexp": "f(x, ints)",
    "jax.Array.take": "self.take(ints)",
    "jax.Array.repeat": "self.repeat(ints[0, 0], total_repeat_length=3)",
    "jax.Array.searchsorted": "self[0].searchsorted(other_array[0])",
    "jax.Array.choose": "self.choose([floats, floats], mode='clip')",
    "jax.lax.dynamic_slice": "f(operand, (ints[0, 0], ints[0, 0]), (1, 1))",
    "jax.lax.dynamic_slice_in_dim": "f(operand, ints[0, 0], 1)",
    "jax.lax.dynamic_index_in_dim": "f(operand, ints[0, 0])",
    "jax.lax.dynamic_update_slice": "f(operand, update, (ints[0, 0], ints[0, 0]))",
    "jax.lax.dynamic_update_slice_in_dim": "f(operand, update, ints[0, 0], 0)",
    "jax.lax.dynamic_update_index_in_dim": "f(operand, update[0], ints[0, 0], 0)",
    "jax.lax.bitcast_convert_type": " ; ".join(
        f"f(operand, DTYPE) @ {shape}" for shape in ((3, 3), (3, 2), (3, 4), (3, 6), (3, 8), (3, 16), (3, 32), (3, 64))
    ),
    "jax.lax.full": "f((3,), fill_value[0, 0])",
    "jax.random.PRNGKey": "f(ints[0, 0])",
    "jax.random.fold_in": "f(KEY, ints[0, 0])",
    "jax.random.randint": "f(KEY, (3, 3), minval, maxval)",
    "jax.random.uniform": "f(KEY, (3, 3), minval=minval, maxval=maxval)",
    "jax.random.bernoulli": "f(KEY, p)",
    "jax.random.choice": "f(KEY, a[0], (3,), p=p[0])",
    "jax.random.generalized_normal": "f(KEY, p, (3, 3))",
    "jax.random.lognormal": "f(KEY, sigma, (3, 3))",
    "jax.nn.one_hot": "f(x, 3)",
    "jax.nn.glu": "f(x) @ (2, 2)",
    "jax.numpy.kaiser": "f(3, beta[0, 0])",
    "jax.numpy.pad": "f(array, 1, constant_values=constant_values[0, 0])",
    "jax.numpy.select": "f([bools, bools], [choicelist_0, choicelist_1], default)",
    "jax.numpy.piecewise": "f(x, [condlist, condlist], [1, 2])",
    "jax.numpy.nonzero": "f(a, size=2)",
    "jax.numpy.argwhere": "f(a, size=2)",
    "jax.numpy.flatnonzero": "f(a, size=2)",
    "jax.Array.nonzero": "self.nonzero(size=2)",
    "jax.numpy.packbits": "f(a)",
    "jax.numpy.lexsort": "f(keys)",
    "jax.numpy.linalg.matrix_rank": "f(M)",
    "jax.scipy.stats.rankdata": "f(a)",
    "jax.scipy.stats.norm.isf": "f(q)",
    "jax.scipy.stats.norm.ppf": "f(q)",
    "jax.random.categorical": "f(KEY, logits)",
    "jax.random.geometric": "f(KEY, p)",
    "jax.random.poisson": "f(KEY, lam)",
    "jax.random.wrap_key_data": "f(key_bits_array[0, :2])",
}
"""Calls with arrays instead of numbers, in addition to the calls that test the rules."""
BASES = ("float32", "int32", "bool_", "complex64", "uint32", "uint8")
"""While one dtype varies, all other operands have each of these dtypes."""
STUB_NAMES = {"jax.numpy.ldexp": ["x", "y"], "jax.lax.random_gamma_grad": ["a", "x"]}
"""The names of positional parameters in JAX's stubs, where the functions themselves have others or none."""
DTYPE_PARAMETERS = re.compile(r".*dtype|preferred_element_type")
CONCRETE = (jax.errors.JAXTypeError, jax.errors.JAXIndexError, jax.errors.UnexpectedTracerError, OverflowError)
"""Errors about tracing or values instead of dtypes."""

TAKEN, REFUSED, UNDECIDED = 1, 0, 2


@dataclass(frozen=True)
class Probe:
    """An argument whose dtype varies.

    Attributes:
        name: its name in the code.
        parameter: the parameter of the function.
        base: its usual dtype; None for an operand, which has the dtype of the other operands.
        is_dtype: whether the argument is a dtype.
        is_bare: whether the call passes it unchanged, so that it can be a Python scalar.
    """

    name: str
    parameter: str
    base: str | None = None
    is_dtype: bool = False
    is_bare: bool = True


@dataclass
class Form:
    """One way to call a function.

    Attributes:
        text: the code, in which probes are names.
        shape: the shape of all arrays.
        probes: the arguments that vary.
        singles: JAX's answer for each dtype of each probe that is no operand.
        grid: JAX's answer for each combination of the operands' dtypes.
        dtypes: JAX's answer for each dtype argument beside operands of each dtype.
    """

    text: str
    shape: tuple[int, ...]
    probes: tuple[Probe, ...]
    singles: dict[str, dict[str, int]] = field(default_factory=dict)
    grid: dict[tuple[str, ...], int] = field(default_factory=dict)
    dtypes: dict[tuple[str, str], int] = field(default_factory=dict)

    @property
    def operands(self) -> tuple[Probe, ...]:
        return tuple(p for p in self.probes if p.base is None and not p.is_dtype)


def parameter_names(fullname: str, function_rule: Rule) -> list[str]:
    """The parameters that are passed by position, if Python or the rule knows their names."""
    called = function(fullname)
    if isinstance(called, jnp.ufunc):
        return [*(function_rule.joining or function_rule.operands)] or ["x", "y"]
    try:
        parameters = [*inspect.signature(called).parameters.values()]
    except (TypeError, ValueError):
        return [*(function_rule.joining or function_rule.operands)]
    if fullname in STUB_NAMES:
        return STUB_NAMES[fullname]
    names = [p.name for p in parameters]
    parts = function_rule.parts or (function_rule,)
    by_rule = (name for part in parts for name in (*part.operands, *part.joining) if name not in names)
    own = [name for part in parts for name in part.operands if name not in part.starred]
    if own and [p.kind for p in parameters][:1] == [inspect.Parameter.VAR_POSITIONAL]:
        return own
    return [
        f"*{p.name}"
        if p.kind == p.VAR_POSITIONAL
        else next(by_rule, p.name)  # the rule uses the name in JAX's stubs
        if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        and (p.default is p.empty or p.kind == p.POSITIONAL_ONLY)
        and p.name not in {n for part in parts for n in (*part.operands, *part.joining)}
        else p.name
        for p in parameters
        if p.kind != p.KEYWORD_ONLY
    ]


class _Probes(ast.NodeTransformer):
    """Gives a name to each argument of a call that is an array."""

    def __init__(self, fullname: str, function_rule: Rule) -> None:
        self.fullname, self.rule = fullname, function_rule
        self.owner, _, self.own_name = fullname.rpartition(".")
        self.is_method = self.owner.startswith("jax.Array")
        self.names = parameter_names(fullname, function_rule)
        self.probes: dict[str, Probe] = {}
        self.bound: set[str] = set()

    def probe(self, source: str, parameter: str, *, is_bare: bool) -> str:
        if source == "DTYPE":
            self.probes["DTYPE"] = Probe("DTYPE", parameter, is_dtype=True)
            return "DTYPE"
        name = f"p_{source}_{parameter}"
        self.probes[name] = Probe(name, parameter, FIXED.get(source), is_bare=is_bare)
        return name

    def renamed(self, node: ast.AST, parameter: str) -> ast.AST:
        is_bare = isinstance(node, ast.Name) or (
            isinstance(node, ast.List) and all(isinstance(item, ast.Name) for item in node.elts)
        )
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and each.id not in ("f", "jnp", "jax", "KEY", *self.bound):
                each.id = self.probe(each.id, parameter, is_bare=is_bare)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.bound |= {a.arg for a in node.args.args}
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        is_own = (
            isinstance(node.func, ast.Attribute) and node.func.attr == self.own_name
            if self.is_method
            else isinstance(node.func, ast.Name) and node.func.id == "f"
        )
        if not is_own:
            return self.generic_visit(node)
        names = [*self.names]
        if self.is_method:
            self.renamed(node.func, "self")
            names = names[1:] if names[:1] == ["self"] else names
        for index, argument in enumerate(node.args):
            rest = names[-1] if names and names[-1].startswith("*") else f"argument_{index}"
            name = names[index] if index < len(names) else rest
            self.renamed(argument, name.lstrip("*"))
        for keyword in node.keywords:
            self.renamed(keyword.value, keyword.arg or "")
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id not in ("f", "jnp", "jax", "KEY", *self.bound, *self.probes):
            parameter = "self" if node.id == "self" else node.id.removesuffix("_operand")
            node.id = self.probe(node.id, parameter, is_bare=True)
        return node


def forms(fullname: str) -> Iterator[Form]:
    """The ways in which a function is called, each with its probes."""
    function_rule = rule(fullname, JAX)
    texts = [*call_texts(fullname, function_rule)]
    if fullname in MORE_CALLS:
        for way in MORE_CALLS[fullname].split(" ; "):
            code, _, shape = way.partition(" @ ")
            texts.append((code, ast.literal_eval(shape) if shape else SHAPE))
    seen: set[str] = set()
    for text, shape in texts:
        tree = ast.parse(text, mode="eval")
        visitor = _Probes(fullname, function_rule)
        code = ast.unparse(visitor.visit(tree))
        probes = tuple(sorted(visitor.probes.values(), key=lambda p: re.search(rf"\b{p.name}\b", code).start()))
        if re.search(r"\bp_\w+\.astype\('", code):
            continue  # JAX does not get the dtype of the probe
        if probes:
            yield Form(code, shape, probes)
        if text.endswith(")") and not text.startswith("jax."):
            for form in with_more(fullname, function_rule, code, shape, probes):
                key = f"{form.probes[-1].parameter}{shape}"
                if key not in seen:
                    seen.add(key)
                    yield form


def with_more(
    fullname: str, function_rule: Rule, code: str, shape: tuple[int, ...], probes: tuple[Probe, ...]
) -> Iterator[Form]:
    """The same call with one more optional parameter that accepts an array or a dtype."""
    try:
        parameters = inspect.signature(function(fullname)).parameters
    except (TypeError, ValueError):
        return
    given = {p.parameter for p in probes} | {*re.findall(r"\b(\w+)=", code)}
    for name, parameter in parameters.items():
        if name in given or parameter.default is parameter.empty or name == "out":
            continue
        annotation = str(parameter.annotation)
        if DTYPE_PARAMETERS.fullmatch(name):
            if "int16" in code or "DTYPE" in code:
                continue
            added = f"{name}=DTYPE"
            form = Form(insert(function_rule, code, added), shape, (*probes, Probe("DTYPE", name, is_dtype=True)))
            yield form
        elif re.search(r"Array", annotation):
            probe = f"p_extra_{name}"
            usual = "bool_" if name == "where" else "float32"
            for suffix in ("", "[0]", "[0, 0]")[: len(shape) + 1]:
                new = Probe(probe, name, usual, is_bare=not suffix)
                yield Form(insert(function_rule, code, f"{name}={probe}{suffix}"), shape, (*probes, new))


def insert(function_rule: Rule, code: str, argument: str) -> str:
    """A call with one more argument."""
    if function_rule.kind == "function of":
        return re.sub(r"^f\(([^()]*)\)", rf"f(\1, {argument})", code).replace("(, ", "(")
    return f"{code[:-1]}, {argument})".replace("(, ", "(")


class Tried:
    """Runs the calls of one function and records JAX's answers."""

    def __init__(self, fullname: str, x64: bool) -> None:
        self.fullname = fullname
        self.system = get_system(system_name(fullname), x64=x64)
        self.forms = [*forms(fullname)]

    def measure(
        self, nodes: Iterable[str] | None = None, partners: Iterable[str] | None = None, *, is_sample: bool = False
    ) -> list[Form]:
        """Try the calls.

        Args:
            nodes: the nodes of arrays to try; by default, all.
            partners: the nodes to pair with each of two operands; by default, all.
            is_sample: whether exactly these nodes and pairs are tried, also if JAX takes long to trace a call.
        """
        self._is_sample = is_sample
        for form in self.forms:
            measure = run if self.fullname in EAGER else trace
            measure(self.system, form.shape, lambda arrays, form=form: self._measure(form, arrays, nodes, partners))
        return [form for form in self.forms if any(form.grid.values()) or form.singles]

    def _measure(self, form: Form, arrays: dict[str, object], nodes, partners) -> None:
        scope = {"jnp": jnp, "jax": jax, "KEY": eval(KEY)}
        if not self.fullname.startswith("jax.Array"):
            scope["f"] = function(self.fullname)
        code = compile(form.text, self.fullname, "eval")
        array_nodes = [n for n in known_nodes(self.system) if n in arrays and (nodes is None or n in nodes)]
        zero = {n: arrays[n][(0,) * len(form.shape)] for n in known_nodes(self.system) if n in arrays}
        usual = {p.name: arrays[p.base] for p in form.probes if p.base is not None}
        usual |= {p.name: jnp.int16 for p in form.probes if p.is_dtype}
        dtypes = {"int16", "float32", "int32", "uint32"}

        def tried(values: dict[str, object]) -> int:
            try:
                eval(code, scope | usual | values)
            except CONCRETE:
                return UNDECIDED
            except Exception:
                return REFUSED
            return TAKEN

        operands = form.operands
        dtype_probes = [p for p in form.probes if p.is_dtype]
        working: list[dict[str, object]] = []
        for base in BASES:
            values = {p.name: arrays[base] for p in operands}
            for dtype in sorted(dtypes) if dtype_probes else [None]:
                more = {p.name: getattr(jnp, dtype) for p in dtype_probes}
                for other in (None, *BASES):
                    fixed = {} if other is None else {p.name: arrays[other] for p in form.probes[-1:] if p.base}
                    if tried({**values, **more, **fixed}) == TAKEN:
                        working.append({**values, **more, **fixed})
                        break
                if len(working) >= 3:
                    break
            if len(working) >= 3:
                break
        if not working:
            return
        usual |= {k: v for k, v in working[0].items() if k not in {p.name for p in operands}}
        for probe in form.probes:
            if probe in operands:
                continue
            if probe.is_dtype:
                choices = {n: jnp.dtype(n.rstrip("_")) for n in self.system.nodes if hasattr(jnp, n)} | PYTHON_TYPES
            else:
                choices = {n: arrays[n] for n in array_nodes}
            answers = {n: [tried({**w, probe.name: v}) for w in working] for n, v in choices.items()}
            for n, v in choices.items():
                if operands and {*answers[n]} == {REFUSED}:  # JAX may reject the dtype of the operands alone
                    others = (dict.fromkeys((p.name for p in operands), arrays[o]) for o in array_nodes)
                    answers[n].append(
                        next((a for o in others if (a := tried({**o, probe.name: v})) != REFUSED), REFUSED)
                    )
            if not probe.is_dtype and probe.is_bare:
                zero_taken = any(tried({**w, probe.name: v}) == TAKEN for v in zero.values() for w in working)
                for s, v in SCALARS.items():
                    got = [tried({**w, probe.name: v}) for w in working]
                    weak = "bool_" if s == "bool" else f"weak_{s}"
                    if TAKEN not in got and (not zero_taken or TAKEN in answers.get(weak, [TAKEN])):
                        got = [UNDECIDED]
                    answers[s] = got
            form.singles[probe.name] = {
                n: TAKEN if TAKEN in a else UNDECIDED if UNDECIDED in a else REFUSED for n, a in answers.items()
            }
        if not operands:
            return
        for probe in dtype_probes if self.fullname in PAIRS_DECIDE else ():
            for dtype, node in itertools.product(self.system.nodes, array_nodes):
                if hasattr(jnp, dtype):
                    values = {
                        **dict.fromkeys((p.name for p in operands), arrays[node]),
                        probe.name: jnp.dtype(dtype.rstrip("_")),
                    }
                    form.dtypes[dtype, node] = tried(values)
        started = time.process_time()
        tried(working[0])
        if not self._is_sample and time.process_time() - started > SLOW:
            array_nodes = [n for n in array_nodes if n in SLOW_NODES or n in ("int64", "complex128")]
            partners = SLOW_PAIRED
        for chosen in combinations(len(operands), array_nodes, partners):
            form.grid[chosen] = tried({p.name: arrays[n] for p, n in zip(operands, chosen, strict=True)})
        if not all(p.is_bare for p in operands) and len(operands) == 1:
            return
        for chosen in with_scalars(len(operands), array_nodes, partners, [p.is_bare for p in operands]):
            values = {p.name: SCALARS.get(n, arrays.get(n)) for p, n in zip(operands, chosen, strict=True)}
            answer = tried(values)
            if answer == REFUSED:
                weak = tuple({"bool": "bool_"}.get(n, f"weak_{n}") if n in SCALARS else n for n in chosen)
                zeros = {
                    p.name: zero[n] if s in SCALARS else arrays[n]
                    for p, n, s in zip(operands, weak, chosen, strict=True)
                }
                if tried(zeros) != REFUSED or not any(
                    tried(
                        {p.name: zero[n] if s in SCALARS else arrays[n] for p, s in zip(operands, chosen, strict=True)}
                    )
                    == TAKEN
                    for n in array_nodes
                ):
                    answer = UNDECIDED
            form.grid[chosen] = answer


def combinations(count: int, nodes: list[str], partners: Iterable[str] | None) -> Iterator[tuple[str, ...]]:
    """The dtypes of some operands: all pairs for two; for more, all pairs in each two places."""
    if count <= 2:
        for chosen in itertools.product(nodes, repeat=count):
            if count < 2 or partners is None or not {*chosen}.isdisjoint(partners) or chosen[0] == chosen[1]:
                yield chosen
        return
    for node in nodes:
        yield (node,) * count
    for place in range(count):
        for one, other in itertools.product(nodes, repeat=2):
            if one != other and (partners is None or not {one, other}.isdisjoint(partners)):
                yield tuple(other if index == place else one for index in range(count))


def with_scalars(
    count: int, nodes: list[str], partners: Iterable[str] | None, bare: list[bool]
) -> Iterator[tuple[str, ...]]:
    """The same combinations with Python scalars in places that allow them."""
    others = nodes if partners is None else [n for n in nodes if n in partners]
    if count == 1:
        yield from ((s,) for s in SCALARS)
        return
    for place in range(count):
        if bare[place]:
            for scalar, one in itertools.product(SCALARS, others):
                yield tuple(scalar if index == place else one for index in range(count))
    if all(bare):
        yield from itertools.product(SCALARS, repeat=2) if count == 2 else ((s,) * count for s in SCALARS)


PAIRED = (
    "bool_",
    "uint8",
    "int32",
    "int4",
    "float8_e4m3fn",
    "bfloat16",
    "float32",
    "complex64",
    "weak_int",
    "weak_float",
)
"""The nodes to pair with every node, in functions of two operands."""
PAIRED_OF_MANY = ("float32", "int32", "float8_e4m3fn", "bool_", "complex64")
"""The nodes to pair with every node, in functions of more operands."""
X64_NODES = (
    *("bool_", "uint64", "int32", "int64", "float8_e4m3fn", "float16", "float32", "float64", "complex64", "complex128"),
    *("weak_int", "weak_float", "weak_complex"),
)
X64_PAIRED = ("int64", "float64", "complex128", "weak_int")
"""The nodes to try with x64: the dtypes that exist only then, and one of each other kind."""
SLOW = 0.01
"""A call that takes JAX longer to trace, in seconds of the processor, is slow; fewer dtypes of it are measured."""
SLOW_NODES = (
    *("bool_", "uint2", "uint8", "int1", "int4", "int32", "float4_e2m1fn", "float8_e4m3fn", "bfloat16", "float16"),
    *("float32", "float64", "complex64", "weak_int", "weak_float", "weak_complex"),
)
SLOW_PAIRED = ("float32", "int32", "float8_e4m3fn")
"""The nodes to try in functions of `jax.scipy`, which are slow to trace."""


def measured(fullname: str, *, x64: bool, only: tuple[str, ...] | None = None) -> list[dict]:
    """JAX's answers to the calls of a function, form by form, as plain `oracles.accepted_fit.Record` data.

    Args:
        fullname: the full name of the function.
        x64: whether 64-bit dtypes are on.
        only: the dtypes to try, each with float32; by default, many.
    """
    tried = Tried(fullname, x64)
    nodes, partners = None, PAIRED
    if only is not None:
        nodes, partners = only, ("float32",)
    elif fullname.startswith("jax.scipy."):
        nodes, partners = SLOW_NODES, SLOW_PAIRED
    elif x64:
        nodes, partners = X64_NODES, X64_PAIRED
    elif any(len(form.operands) > 2 for form in tried.forms):
        partners = PAIRED_OF_MANY
    return [
        {
            "text": form.text,
            "shape": form.shape,
            "probes": [vars(probe) for probe in form.probes],
            "singles": form.singles,
            "grid": [[*nodes, answer] for nodes, answer in form.grid.items()],
            "dtypes": [[*nodes, answer] for nodes, answer in form.dtypes.items()],
        }
        for form in tried.measure(nodes, partners, is_sample=only is not None)
    ]


OPTIONS: tuple[object, ...] = (True, False, 0, 1, 2, -1, 0.5, None, (0,), (0, 1))
"""The values to try for optional parameters."""


def rejected_but_taken(
    fullname: str, *, x64: bool, clauses: tuple[Clause, ...] | None = None
) -> list[tuple[str, dict[str, list[str]], tuple[str, ...]]]:
    """The calls that the clauses reject and JAX accepts, with other shapes and other options.

    The operands to try are dtypes that a clause rejects alone, and pairs of the same dtype. Each call comes with the
    dtypes of its arguments, and with the names of its options.
    """
    from .accepted_fit import applies, operands, refused_by

    system = get_system(system_name(fullname), x64=x64)
    if clauses is None:
        clauses = accepted_dtypes(fullname, JAX)
    taken: list[tuple[str, dict[str, list[str]], tuple[str, ...]]] = []
    is_method = fullname.startswith("jax.Array")
    for form in forms(fullname):
        record = {"probes": [vars(p) for p in form.probes], "text": form.text}
        names = [p["parameter"] for p in operands(record)]
        usual = {p.parameter: [p.base] for p in form.probes if p.base}
        applying = [c for c in clauses if applies(c, record)]

        def compute(arrays: dict[str, object], form=form, names=names, usual=usual, applying=applying) -> None:
            scope = {"jnp": jnp, "jax": jax, "KEY": eval(KEY), "DTYPE": jnp.float32}
            if not is_method:
                scope["f"] = function(fullname)
            codes = [*variants(fullname, form)]
            for node in (n for n in known_nodes(system) if n in arrays and n in SOUND_NODES):
                for probe in form.probes:
                    if probe.is_dtype:
                        continue
                    own = probe in form.operands
                    given = {**usual, **({name: [] for name in names} if own else {probe.parameter: [node]})}
                    values = {
                        p.name: arrays[p.base or ("float32" if not own else node)]
                        for p in form.probes
                        if not p.is_dtype
                    }
                    if own:
                        for name in names:
                            given[name].append(node)
                    else:
                        values[probe.name] = arrays[node]
                    if not any(refused_by(c, system, given) for c in applying):
                        continue
                    for text, options in codes:
                        if any(name in c.unless for c in applying for name in options):
                            continue
                        try:
                            eval(text, scope | values)
                        except Exception:
                            continue
                        taken.append((text, given, options))

        def compute_pairs(arrays: dict[str, object], form=form, applying=applying) -> None:
            scope = {"jnp": jnp, "jax": jax, "KEY": eval(KEY), "f": None if is_method else function(fullname)}
            codes = [*variants(fullname, form)]
            usual = {p.name: jnp.float32 if p.is_dtype else arrays[p.base or "float32"] for p in form.probes}
            for clause in applying:
                probes = [p for p in form.probes if p.parameter in clause.parameters]
                for pair in rejected_pairs(clause, system) if len(probes) > 1 else ():
                    if len(clause.parameters) > 1:
                        nodes = [pair[clause.parameters.index(p.parameter)] for p in probes]
                    else:  # each array of a sequence is a probe
                        nodes = [*pair, *[pair[-1]] * len(probes)][: len(probes)]
                    given: dict[str, list[str]] = {}
                    for p, node in zip(probes, nodes, strict=True):
                        given.setdefault(p.parameter, []).append(node)
                    values = {
                        p.name: jnp.dtype(node.rstrip("_")) if p.is_dtype else arrays[node]
                        for p, node in zip(probes, nodes, strict=True)
                    }
                    for text, options in codes:
                        if not any(name in clause.unless for name in options):
                            with contextlib.suppress(Exception):
                                eval(text, scope | usual | values)
                                taken.append((text, given, options))

        (run if fullname in EAGER else trace)(system, form.shape, compute)
        given_parameters = {p.parameter for p in form.probes}
        if any(
            (clause.is_product or clause.rejected is not None) and {*clause.parameters} <= given_parameters
            for clause in applying
        ):
            (run if fullname in EAGER else trace)(system, form.shape, compute_pairs)
    return taken


SOUND_NODES = (
    *("bool_", "uint1", "uint2", "uint8", "int1", "int2", "int4", "int32", "float8_e4m3fn", "bfloat16", "float16"),
    *("float32", "complex64", "weak_int"),
)


def rejected_pairs(clause: Clause, system: System) -> Iterator[tuple[str, ...]]:
    """The pairs of dtypes of `SOUND_NODES` that a clause rejects, though they promote."""
    for pair in itertools.product(SOUND_NODES, repeat=2):
        if clause.rejects_pair(system, *pair) or (clause.is_product and clause.too_wide(system, pair) is not None):
            yield pair


def variants(fullname: str, form: Form) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A call with operands of other numbers of dimensions, and with each optional parameter."""
    from .functions import WORDS, shaped

    for text in shaped(form.text, form.shape, tuple(p.name for p in form.operands)):
        yield text, ()
    try:
        parameters = inspect.signature(function(fullname)).parameters.values()
    except (TypeError, ValueError):
        return
    for p in parameters:
        if p.default is p.empty or p.name in [q.parameter for q in form.probes] or f"{p.name}=" in form.text:
            continue
        if DTYPE_PARAMETERS.fullmatch(p.name) or "Array" in str(p.annotation):
            continue  # the call has a different form
        words = WORDS if isinstance(p.default, str) or "str" in str(p.annotation) else ()
        for option in (*OPTIONS, *words):
            if form.text.endswith(")"):
                yield f"{form.text[:-1]}, {p.name}={option!r})".replace("(, ", "("), (p.name,)
