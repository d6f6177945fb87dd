"""Kinds of open inputs: whether a parameter is a float, an integer, a bool array or a random key.

The evidence is how the function uses the parameter: ``x[i]`` is an index, ``jnp.exp(x)`` a float. Names of parameters
count last. A parameter with evidence for two kinds stays open.
"""

from __future__ import annotations

import ast
from typing import Final, Literal, TypeAlias

from ..jaxtyping.names import CATEGORIES, EXACT
from .definitions import Definition

Kind: TypeAlias = Literal["float", "int", "bool", "key"]
"""What an input holds."""

FLOAT_FUNCTIONS: Final = frozenset(
    """exp log log1p expm1 sqrt rsqrt sin cos tan tanh sigmoid softmax log_softmax relu gelu silu swish elu softplus
    logsumexp erf logistic norm std var layer_norm rms_norm dropout l2_loss huber_loss isnan isinf nan_to_num
    cholesky inv solve svd qr eigh leaky_relu celu selu""".split()
)
"""Functions whose first argument is a float in programs that make sense."""
KEY_FUNCTIONS: Final = frozenset(
    """split fold_in normal uniform bernoulli categorical gumbel permutation choice randint truncated_normal exponential
    laplace bits key_data""".split()
)
"""Functions of `jax.random` whose first argument is a key."""
INDEX_ARGUMENTS: Final = {"take": 1, "take_along_axis": 1, "one_hot": 0, "segment_sum": 1, "bincount": 0}
"""Functions with an integer argument, and its position."""
MASK_FUNCTIONS: Final = frozenset(("where", "select"))
"""Functions whose first argument is a condition."""
KEEPING: Final = frozenset(
    "clip abs maximum minimum reshape transpose squeeze expand_dims ravel flatten swapaxes stop_gradient".split()
)
"""Functions and methods that keep the kind of their first argument."""
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
    "bool": frozenset(("mask", "attention_mask", "padding_mask", "causal_mask", "done", "dones", "is_training_mask")),
    "key": frozenset(("key", "rng", "prng_key", "rng_key", "prng", "dropout_rng")),
}
"""The usual names of parameters by kind."""
NUMBER_NAMES: Final = frozenset(("eps", "epsilon", "axis", "lr", "learning_rate", "dtype", "rate", "dim", "n", "size"))
"""Names of Python numbers and options, which stay open."""


def kinds_of_parameters(definition: Definition) -> dict[str, Kind]:
    """The kinds of a function's parameters, as far as its body or their names tell."""
    names = (*definition.names, *definition.keyword_only)
    evidence: dict[str, set[Kind]] = {name: set() for name in names}
    open_names: set[str] = set()
    for node in ast.walk(definition.node):
        for name, kind in _evidence(node):
            if name in evidence:
                evidence[name].add(kind)
        open_names.update(_no_array(node))
    found: dict[str, Kind] = {}
    arguments = definition.node.args
    for parameter in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        name = parameter.arg
        declared = kind_of_annotation(parameter.annotation)
        if declared is not None:
            found[name] = declared
            continue
        kinds = evidence[name]
        if name in open_names or len(kinds) > 1:
            continue
        likely = next(iter(kinds), None) or kind_of_name(name)
        if likely is not None and (kinds or _fits_use(definition, name, likely)):
            found[name] = likely
    return found


def _fits_use(definition: Definition, name: str, kind: Kind) -> bool:
    """Whether the body uses a parameter as its name suggests: a float in arithmetic or in layers, a mask in none."""
    if kind == "key":
        return not {"query", "value"}.intersection(definition.names)
    is_operand = any(
        isinstance(node, ast.BinOp) and name in (_base_name(node.left), _base_name(node.right))
        for node in ast.walk(definition.node)
    )
    if kind == "bool":
        return not is_operand
    return kind == "int" or is_operand or any(_passes(node, name) for node in ast.walk(definition.node))


def _base_name(node: ast.expr) -> str:
    """The variable that an operand reads: of ``k.T[0]``, ``k``."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _passes(node: ast.AST, name: str) -> bool:
    """Whether a call passes a variable to a layer, ``self.dense(x)``, or to a function of `jax.numpy`."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    owner = _base_name(node.func.value)
    return owner in ("self", "jnp", "jax", "lax", "nn") and any(_base_name(each) == name for each in node.args)


def kind_of_name(name: str) -> Kind | None:
    """The kind that the name of a parameter suggests; None if it suggests none."""
    if name in NUMBER_NAMES:
        return None
    return next((kind for kind, names in NAMES.items() if name in names), None)


def kind_of_annotation(annotation: ast.expr | None) -> Kind | None:
    """The kind that an annotation of jaxtyping states: ``Float[Array, "b d"]``."""
    if not isinstance(annotation, ast.Subscript):
        return None
    owner = annotation.value
    name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
    return kind_of_category(name)


def kind_of_category(name: str) -> Kind | None:
    """The kind of a jaxtyping name, ``Float`` or ``Int32``; None if it allows several."""
    dtypes = (EXACT[name],) if name in EXACT else CATEGORIES.get(name, ())
    kinds: set[Kind] = set()
    for dtype in dtypes:
        kinds.add("bool" if dtype == "bool_" else "int" if "int" in dtype else "float")
    if name == "Key":
        return "key"
    return kinds.pop() if len(kinds) == 1 and not name.startswith("Complex") else None


def _evidence(node: ast.AST) -> list[tuple[str, Kind]]:
    """What one expression says of the names in it."""
    match node:
        case ast.Subscript(slice=ast.Name(id=name)):
            return [(name, "int")]
        case ast.Subscript(slice=ast.Tuple(elts=elements)):
            return [(each.id, "int") for each in elements if isinstance(each, ast.Name)]
        case ast.Call(func=function, args=arguments):
            return _of_call(function, arguments)
        case ast.UnaryOp(op=ast.Invert(), operand=ast.Name(id=name)):
            return [(name, "bool")]
        case ast.BinOp(op=ast.Div(), left=ast.Name(id=name)):
            return [(name, "float")]
        case ast.BinOp(left=ast.Name(id=name), right=ast.Constant(value=float())):
            return [(name, "float")]
        case ast.BinOp(left=ast.Constant(value=float()), right=ast.Name(id=name)):
            return [(name, "float")]
    return []


def _value_name(node: ast.expr) -> str | None:
    """The variable whose values an argument holds, also clipped or reshaped: of ``jnp.clip(x, 0)``, ``x``."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in KEEPING:
        is_function = isinstance(node.func.value, ast.Name) and node.func.value.id in ("jnp", "jax", "lax", "np")
        if is_function and not node.args:
            return None
        node = node.args[0] if is_function else node.func.value
    return node.id if isinstance(node, ast.Name) else None


def _of_call(function: ast.expr, arguments: list[ast.expr]) -> list[tuple[str, Kind]]:
    short = (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )
    found: list[tuple[str, Kind]] = []
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and short in ("mean", "std", "var"):
        found.append((function.value.id, "float"))
    if not arguments:
        return found
    first = _value_name(arguments[0])
    is_random = isinstance(function, ast.Attribute) and "random" in ast.unparse(function.value)
    if first is not None:
        if is_random and short in KEY_FUNCTIONS:
            found.append((first, "key"))
        elif short in FLOAT_FUNCTIONS:
            found.append((first, "float"))
        elif short in MASK_FUNCTIONS and len(arguments) == 3:
            found.append((first, "bool"))
    position = INDEX_ARGUMENTS.get(short)
    if position is not None and len(arguments) > position:
        argument = arguments[position]
        if isinstance(argument, ast.Name):
            found.append((argument.id, "int"))
    return found


def _no_array(node: ast.AST) -> list[str]:
    """The names that an expression uses as something else than an array."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return [name]
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str())):
            return [name]
        case ast.Call(func=ast.Name(id="range"), args=[ast.Name(id=name), *_]):
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
