"""Kinds of open inputs: whether a parameter is a float, an integer, a bool array or a random key.

The evidence is how the function uses the parameter: ``x[i]`` is an index, ``jnp.exp(x)`` a float. Names of parameters
count last. A parameter with evidence for two kinds stays open.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from ..jaxtyping.names import CATEGORIES, EXACT
from .definitions import Definition
from .function_aliases import function_aliases, library_parameters
from .kind_evidence import Calls, Evidence, Kind, Use

NAMES: Final[dict[Kind, frozenset[str]]] = {
    "float": frozenset(
        """x h q k v w g inputs input query key_states value hidden hidden_states logits embeddings encoded
        weights weight bias kernel scale gamma beta grad grads updates residual activations features
        audio noise latents velocity action reward rewards advantages returns mean std var sigma mu eps_hat""".split()
    ),
    "int": frozenset(
        """tokens token ids input_ids token_ids labels label targets_ids indices index idx positions position_ids
        segment_ids lengths timesteps cache_index""".split()
    ),
    "bool": frozenset(
        (
            "mask",
            "attention_mask",
            "padding_mask",
            "causal_mask",
            "done",
            "dones",
            "reset",
            "resets",
            "terminal",
            "terminals",
            "terminated",
            "truncated",
            "is_training_mask",
        )
    ),
    "key": frozenset(("key", "rng", "prng_key", "rng_key", "prng", "dropout_rng")),
}
"""The usual names of parameters by kind."""
NUMBER_NAMES: Final = frozenset(("eps", "epsilon", "axis", "lr", "learning_rate", "dtype", "rate", "dim", "n", "size"))
"""Names of Python numbers and options, which stay open."""


INTEGER_WORDS: Final = frozenset(
    """num n count counts index indices idx ids id step steps size sizes dim dims axis axes shape iter iters iteration
    length lengths len seed order degree label labels rank level depth period token tokens action actions epoch batch
    max_iter position positions pos offset offsets timestep timesteps slot slots segment segments i j k t""".split()
)
"""Words in the names of integers. Soft evidence does not make a float of such a parameter."""
FLAG_WORDS: Final = frozenset(("is", "has", "need", "use", "should", "with", "do", "can"))
"""First words in the names of flags."""
FLOAT_WORDS: Final = frozenset(("step_size", "size_factor", "time_step"))
"""Names with such a word that are floats all the same."""
DOCUMENTED: Final = re.compile(r"^\s*(\w+)\s*:?\s*\(\s*(complex|float|int|uint|bool)\d*\s*[,)]", re.MULTILINE)
"""A parameter in a docstring with its dtype: ``poles (complex64): ...`` or ``poles: (complex64) ...``."""
ARRAY_TYPES: Final = frozenset(("Array", "ArrayLike", "ndarray", "Numeric", "NumLike", "NonScalarArray"))
"""The last parts of declared types that hold arrays."""


class ModuleKinds:
    """The kinds of the parameters of a module's functions and methods.

    Args:
        tree: the module.
        imported: gives the parameters of an imported function, with their kinds; empty for other names.
    """

    def __init__(self, tree: ast.Module, imported: Calls = lambda name: ()) -> None:
        self._imported = imported
        self._functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self._aliases = function_aliases(tree)
        self._classes = {
            id(method): node for node in tree.body if isinstance(node, ast.ClassDef) for method in node.body
        }
        self._found: dict[int, dict[str, Kind]] = {}
        self._evidence: dict[int, Evidence] = {}
        self._whole: dict[int, set[str]] = {}

    def of(self, definition: Definition) -> dict[str, Kind]:
        """The kinds of a function's parameters, as far as its body, its class or their names tell."""
        return self._kinds(definition.node)

    def of_fields(self, node: ast.ClassDef) -> dict[str, Kind]:
        """The kinds of the fields that a class declares or its methods assign to ``self``."""
        evidence = self._of_class(node)
        names = {each.removeprefix("self.") for each in (*evidence.hard, *evidence.soft) if each.startswith("self.")}
        declared = {
            each.target.id: each.annotation
            for each in node.body
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        }
        numbers = {
            each.target.id
            for each in node.body
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and _is_number(_default(each))
        }
        numbers |= _fields_with_numbers(node)
        found: dict[str, Kind] = {}
        for name in (*declared, *sorted(names - declared.keys())):
            if name in numbers:
                continue  # a caller who passes nothing passes a Python number
            kind = kind_of_annotation(declared.get(name)) or _kind(evidence, f"self.{name}", name)
            if kind is None and name in declared and holds_array(declared[name]):
                kind = kind_of_name(name)
            if kind is not None:
                found[name] = kind
        return found

    def _of_class(self, node: ast.ClassDef) -> Evidence:
        if id(node) not in self._evidence:
            self._evidence[id(node)] = Evidence(node.body, partial(self._parameters, node))
        return self._evidence[id(node)]

    def _parameters(self, owner: ast.ClassDef | None, name: str) -> Sequence[tuple[str, Use | None]]:
        """The parameters of a function, or of the method ``self.name`` of a class."""
        node = self._functions.get(name)
        if name.startswith("self.") and owner is not None:
            short = name.removeprefix("self.")
            node = next((one for one in owner.body if isinstance(one, ast.FunctionDef) and one.name == short), None)
        alias = self._aliases.get(name)
        if node is None and alias is not None:
            node = self._functions.get(alias.id) if isinstance(alias, ast.Name) else None
            if node is None:
                return library_parameters(alias)
        if node is None:
            return self._imported(name)
        kinds = self._kinds(node)
        whole = self._whole.get(id(node), ())
        names = (each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs))
        found: list[tuple[str, Use | None]] = [
            (each, kinds.get(each) or ("whole" if each in whole else None)) for each in names
        ]
        return found[1:] if name.startswith("self.") else found

    def _kinds(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> dict[str, Kind]:
        found = self._found.get(id(node))
        if found is None:
            self._found[id(node)] = {}  # a function that calls itself
            owner = self._classes.get(id(node))
            fields = self.of_fields(owner) if owner is not None and getattr(node, "name", "") == "__init__" else {}
            body: Sequence[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else node.body
            evidence = Evidence(body, partial(self._parameters, owner), [each.arg for each, _ in _parameters(node)])
            self._whole[id(node)] = evidence.whole
            found = self._found[id(node)] = _kinds_of_parameters(
                node, evidence, partial(self._parameters, owner), fields
            )
        return found


def kinds_of_parameters(definition: Definition) -> dict[str, Kind]:
    """The kinds of a function's parameters, as far as its body or their names tell."""
    return ModuleKinds(ast.Module([], [])).of(definition)


def _kinds_of_parameters(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
    evidence: Evidence,
    calls: Calls,
    fields: dict[str, Kind],
) -> dict[str, Kind]:
    body: Sequence[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else node.body
    open_names = {name for statement in body for each in ast.walk(statement) for name in _no_array(each)}
    found: dict[str, Kind] = {}
    names = [each.arg for each, _ in _parameters(node)]
    documented = _documented_kinds(node)
    for parameter, default in _parameters(node):
        name = parameter.arg
        declared = kind_of_annotation(parameter.annotation)
        if declared is not None:
            found[name] = declared
            continue
        if name in open_names or is_number(parameter.annotation):
            continue
        if _is_number(default) and not (fields and holds_array(parameter.annotation)):
            continue  # a caller who passes nothing passes a Python number
        kind = _kind(evidence, name, name)
        if kind is None and not evidence.hard[name]:
            likely = kind_of_name(name)
            if likely is not None and _fits_use(body, names, name, likely, calls):
                kind = likely
            else:
                kind = fields.get(name)
                is_array = holds_array(parameter.annotation) and name not in evidence.whole
                if kind is None and likely is None and is_array:
                    is_float = isinstance(default, ast.Constant) and type(default.value) is float
                    kind = "float" if is_float or (_is_operand(body, name) and not _is_integer(name)) else None
        if kind is not None and documented.get(name, kind) == kind:
            found[name] = kind
    return found


def _documented_kinds(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> dict[str, str]:
    """The kinds of the dtypes that a docstring states, complex ones included; such a parameter has no other kind."""
    text = "" if isinstance(node, ast.Lambda) else ast.get_docstring(node) or ""
    return {name: kind.removeprefix("u") for name, kind in DOCUMENTED.findall(text)}


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    yield from zip(
        positional, [*[None] * (len(positional) - len(arguments.defaults)), *arguments.defaults], strict=True
    )
    yield from zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)


def _kind(evidence: Evidence, variable: str, name: str) -> Kind | None:
    """The kind of a variable by evidence; soft evidence counts if its name does not say otherwise."""
    hard = evidence.hard[variable]
    if hard:
        return next(iter(hard)) if len(hard) == 1 else None
    if (
        variable not in evidence.soft
        or variable in evidence.whole
        or kind_of_name(name) not in (None, "float")
        or name in NUMBER_NAMES
    ):
        return None
    return None if _is_integer(name) else "float"


def _is_integer(name: str) -> bool:
    """Whether a name suggests an integer or a flag, such as ``num_steps`` or ``is_last``."""
    words = name.lower().strip("_").split("_")
    if len(words) > 1 and words[0] in FLAG_WORDS:
        return True
    has_word = any(word in INTEGER_WORDS and (len(word) > 1 or len(words) == 1) for word in words)
    return has_word and name not in FLOAT_WORDS


def _is_number(node: ast.expr | None) -> bool:
    """Whether a default is a Python number."""
    node = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _fields_with_numbers(node: ast.ClassDef) -> set[str]:
    """The attributes that ``__init__`` takes from parameters whose default is a Python number."""
    found: set[str] = set()
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            defaults = {parameter.arg for parameter, default in _parameters(method) if _is_number(default)}
            for each in ast.walk(method):
                match each:
                    case ast.Assign(
                        targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)], value=ast.Name(id=value)
                    ):
                        if value in defaults:
                            found.add(name)
    return found


def _default(field: ast.AnnAssign) -> ast.expr | None:
    """The default of a field of a class: ``rate: Scalar = 0.5`` or ``rate: Scalar = field(default=0.5)``."""
    if isinstance(field.value, ast.Call):
        return next((keyword.value for keyword in field.value.keywords if keyword.arg == "default"), None)
    return field.value


def is_number(annotation: ast.expr | None) -> bool:
    """Whether a parameter is declared as something that is no array: ``float``, ``int``, ``str``, ``Callable``."""
    match annotation:
        case ast.Name(id=name):
            return name in ("float", "int", "str", "bool", "Callable", "bytes")
        case ast.Subscript(value=ast.Name(id="Callable")) | ast.Subscript(value=ast.Attribute(attr="Callable")):
            return True
    return False


def holds_array(annotation: ast.expr | None) -> bool:
    """Whether an annotation names an array, perhaps among others: ``jax.Array``, ``ArrayLike | None``."""
    match annotation:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in ARRAY_TYPES
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return holds_array(left) or holds_array(right)
        case ast.Subscript(value=ast.Name(id="Optional" | "Union") | ast.Attribute(attr="Optional" | "Union"),
                           slice=inner):  # fmt: skip
            return any(map(holds_array, inner.elts)) if isinstance(inner, ast.Tuple) else holds_array(inner)
        case ast.Constant(value=str(text)):
            return holds_array(_parsed(text))
    return False


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        return None


def _fits_use(body: Sequence[ast.AST], names: Sequence[str], name: str, kind: Kind, calls: Calls) -> bool:
    """Whether the body uses a parameter as its name suggests: a float in arithmetic or in layers, a mask in none."""
    if kind == "key":
        return not {"query", "value"}.intersection(names)
    if kind == "bool":
        return not _is_operand(body, name)
    nodes = (node for statement in body for node in ast.walk(statement))
    return kind == "int" or _is_operand(body, name) or any(_passes(node, name, calls) for node in nodes)


def _is_operand(body: Sequence[ast.AST], name: str) -> bool:
    """Whether a variable is an operand of arithmetic."""
    nodes = (node for statement in body for node in ast.walk(statement))
    return any(
        (isinstance(node, ast.BinOp) and name in (_base_name(node.left), _base_name(node.right)))
        or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and name == _base_name(node.operand))
        for node in nodes
    )


def _base_name(node: ast.expr) -> str:
    """The variable that an operand reads: of ``k.T[0]``, ``k``."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _passes(node: ast.AST, name: str, calls: Calls) -> bool:
    """Whether a call passes a variable to a layer, ``self.dense(x)``, or to a function of `jax.numpy`."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    owner = _base_name(node.func.value)
    if owner == "self" and calls(f"self.{node.func.attr}"):
        return False  # a method of the class, whose own use of the parameter counts
    return owner in ("self", "jnp", "jax", "lax", "nn") and any(_base_name(each) == name for each in node.args)


def kind_of_name(name: str) -> Kind | None:
    """The kind that the name of a parameter suggests; None if it suggests none."""
    if name in NUMBER_NAMES:
        return None
    return next((kind for kind, names in NAMES.items() if name in names), None)


def kind_of_annotation(annotation: ast.expr | None) -> Kind | None:
    """The kind that an annotation of jaxtyping states, also beside None: ``Optional[Float[Array, "b d"]]``."""
    match annotation:
        case ast.Constant(value=str(text)):
            return kind_of_annotation(_parsed(text))
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return _common_kind((left, right))
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner):
            if name in ("Optional", "Union"):
                return _common_kind(inner.elts if isinstance(inner, ast.Tuple) else (inner,))
            return kind_of_category(name)
    return None


def _common_kind(annotations: Sequence[ast.expr]) -> Kind | None:
    """The kind of the arrays in a union; no kind if its members have several."""
    kinds = {kind_of_annotation(each) for each in annotations} - {None}
    return kinds.pop() if len(kinds) == 1 else None


def kind_of_category(name: str) -> Kind | None:
    """The kind of a jaxtyping name, ``Float`` or ``Int32``; None if it allows several."""
    dtypes = (EXACT[name],) if name in EXACT else CATEGORIES.get(name, ())
    kinds: set[Kind] = set()
    for dtype in dtypes:
        kinds.add("bool" if dtype == "bool_" else "int" if "int" in dtype else "float")
    if name == "Key":
        return "key"
    return kinds.pop() if len(kinds) == 1 and not name.startswith("Complex") else None


def _no_array(node: ast.AST) -> list[str]:
    """The names that an expression uses as something else than an array."""
    match node:
        case ast.Call(func=ast.Name(id="range") | ast.Attribute(attr="arange"), args=arguments):
            return [each.id for each in arguments if isinstance(each, ast.Name)]
        case ast.Call(func=ast.Name(id=name)):
            return [name]
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str())):
            return [name]
        case ast.For(iter=ast.Name(id=name)):
            return [name]
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if attribute not in ARRAY_ATTRIBUTES:
            return [name]
    return []


ARRAY_ATTRIBUTES: Final = frozenset(
    """shape dtype ndim size T mT at astype sum mean max min std var prod reshape transpose ravel flatten squeeze
    swapaxes dot clip round cumsum cumprod argmax argmin argsort sort all any item real imag conj copy repeat take
    diagonal trace nbytes itemsize sharding block_until_ready weak_type""".split()
)
"""The attributes that say nothing against an array."""
