"""Evidence for kinds of inputs: how a function uses its variables.

*Hard* evidence is a use that only one kind allows: ``x[i]`` is an index, ``jnp.exp(x)`` a float. *Soft* evidence is an
operand of ``+``, ``-`` or ``*`` beside a float, which might be an integer. It counts if neither hard evidence nor the
name of the variable says more.

Evidence follows the values of variables: ``y = x.T`` and a later ``jnp.exp(y)`` say that ``x`` is a float.
"""

from __future__ import annotations

import ast
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Final, Literal, TypeAlias

from .array_calls import arrays_of_call, called_name, is_module, is_random, joined_arrays, short_name

Kind: TypeAlias = Literal["float", "int", "bool", "key"]
"""What an input holds."""
Use: TypeAlias = Literal["float", "int", "bool", "key", "whole"]
"""The kind of a parameter, or ``whole`` if it has none and is an operand of ``//``, ``%`` or ``&``."""
Calls: TypeAlias = Callable[[str], "Sequence[tuple[str, Use | None]]"]
"""The parameters of a function ``f`` or ``module.f``, or of a method ``self.f``, with their use; empty for others."""

FLOAT_FUNCTIONS: Final = frozenset(
    """exp log log1p expm1 sqrt rsqrt sin cos tan tanh sigmoid softmax log_softmax relu gelu silu swish elu softplus
    logsumexp erf logistic norm std var layer_norm rms_norm dropout l2_loss huber_loss isnan isinf nan_to_num
    cholesky inv solve svd qr eigh leaky_relu celu selu exp2 log2 log10 sinh cosh arcsin arccos arctan arctanh erfc
    erf_inv ndtr ndtri log_ndtr gammaln digamma lgamma betaln slogdet det cho_factor solve_triangular log_sigmoid mish
    isfinite finfo logaddexp i0e i1e eigvalsh eig pinv""".split()
)
"""Functions whose first argument is a float in programs that make sense."""
KEY_FUNCTIONS: Final = frozenset(
    """split fold_in normal uniform bernoulli categorical gumbel permutation choice randint truncated_normal exponential
    laplace bits key_data""".split()
)
"""Functions of `jax.random` whose first argument is a key."""
RANDOM_FLOATS: Final = frozenset(
    """normal uniform gumbel truncated_normal exponential laplace gamma beta cauchy logistic dirichlet
    multivariate_normal rademacher""".split()
)
"""Functions of `jax.random` that return floats."""
PRODUCTS: Final = frozenset(("dot", "matmul", "vdot", "inner", "outer", "tensordot", "einsum", "solve", "cho_solve",
                             "solve_triangular", "multi_dot"))  # fmt: skip
"""Products of arrays, whose operands are floats in programs that make sense."""
CREATED: Final = frozenset(("zeros", "ones", "eye", "identity", "linspace"))
"""Functions that make floats if they get no dtype."""
JOINING: Final = frozenset(("concatenate", "stack", "hstack", "vstack", "block", "append", "column_stack"))
"""Functions that put arrays of one kind together."""
BESIDE: Final = frozenset(("maximum", "minimum", "where", "clip", "add", "subtract", "multiply", "logaddexp"))
"""Functions whose arrays have one kind."""
INDEX_ARGUMENTS: Final = {"take": 1, "take_along_axis": 1, "one_hot": 0, "segment_sum": 1, "bincount": 0}
"""Functions with an integer argument, and its position."""
MASK_FUNCTIONS: Final = frozenset(("where", "select"))
"""Functions whose first argument is a condition."""
KEEPING: Final = frozenset(
    """clip abs maximum minimum reshape transpose squeeze expand_dims ravel flatten swapaxes stop_gradient sort flip
    roll atleast_1d atleast_2d atleast_3d asarray diag tril triu moveaxis broadcast_to""".split()
)
"""Functions and methods that keep the kind of their first argument."""
REDUCING: Final = frozenset(("sum", "max", "min", "cumsum", "prod", "cumprod", "nansum", "amax", "amin"))
"""Functions and methods whose result has the kind of their first argument, though it may be a bool array."""
POSITIONS: Final = frozenset(("arange", "iota", "broadcasted_iota"))
"""Functions that return indices. What is compared with them is a length or an index."""
NAMES_OF_INDICES: Final = ("_id", "_ids", "_idx", "_index", "_token")
"""The ends of names of indices. What equals one of them is an index, too."""
NAMES_OF_FLAGS: Final = ("mask", "masks", "padding", "paddings")
"""The ends of names of flags, which may be bools: ``1.0 - mask`` does not make them floats."""
ARITHMETIC: Final = (ast.Add, ast.Sub, ast.Mult)
ROUNDS: Final = 4
"""How often evidence is passed on through assignments."""


class Evidence:
    """The evidence in a piece of code.

    Args:
        body: the statements.
        calls: the functions of the module.
        parameters: the parameters of the function.

    Attributes:
        hard: the kinds of each variable by hard evidence.
        soft: the variables that are floats by soft evidence.
        whole: the variables that are operands of ``//``, ``%``, ``<<`` or ``&``. Soft evidence does not make them
            floats.
    """

    def __init__(self, body: Sequence[ast.AST], calls: Calls, parameters: Sequence[str] = ()) -> None:
        self.hard: dict[str, set[Kind]] = defaultdict(set)
        self.soft: set[str] = set()
        self.whole: set[str] = set()
        self._calls = calls
        self._rebound = {name: line for name, line in _rebound(body).items() if name in parameters}
        nodes = [node for statement in body for node in ast.walk(statement)]
        self._assigned = [
            (f"{name}'" if (node.end_lineno or node.lineno) >= self._rebound.get(name, math.inf) else name, value)
            for node in nodes
            if isinstance(node, (ast.Assign, ast.AnnAssign))
            for name, value in _assigned(node)
        ]
        operations = [node for node in nodes if isinstance(node, (ast.BinOp, ast.Call, ast.AugAssign))]
        for node in nodes:
            self._read(node)
        for _ in range(ROUNDS):
            before = sum(map(len, self.hard.values())), len(self.soft), len(self.whole)
            for target, value in self._assigned:
                self._pass_on(target, value)
            for node in operations:
                self._beside(node)
            if before == (sum(map(len, self.hard.values())), len(self.soft), len(self.whole)):
                break

    # ------------------------------------------------------------------------------------------------- what is known

    def variable(self, node: ast.expr) -> str | None:
        """The variable or attribute of ``self`` that an expression reads; a variable that was replaced is another."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            return f"self.{node.attr}"
        if not isinstance(node, ast.Name):
            return None
        return f"{node.id}'" if node.lineno > self._rebound.get(node.id, node.lineno) else node.id

    def is_float(self, node: ast.expr) -> bool:
        """Whether an expression is a float by any evidence."""
        name = self.variable(node)
        if name is not None:
            return self.hard[name] == {"float"} or (name in self.soft and not self.hard[name])
        match node:
            case ast.Constant(value=value):
                return type(value) is float
            case ast.BinOp(op=ast.Div()):
                return True
            case ast.BinOp(left=left, right=right):
                return self.is_float(left) or self.is_float(right)
            case ast.UnaryOp(op=ast.USub(), operand=inner) | ast.Subscript(value=inner):
                return self.is_float(inner)
            case ast.Attribute(value=inner, attr="T" | "mT"):
                return self.is_float(inner)
            case ast.IfExp(body=body, orelse=other):
                return self.is_float(body) or self.is_float(other)
            case ast.Call():
                return self._returns_float(node)
        return False

    def _returns_float(self, node: ast.Call) -> bool:
        short, arguments = short_name(node.func), arrays_of_call(node)
        if short in ("isnan", "isinf", "isfinite", "finfo"):
            return False
        if (
            short in FLOAT_FUNCTIONS
            or (short in RANDOM_FLOATS and is_random(node.func))
            or short in ("mean", "one_hot")
        ):
            return True
        if short in CREATED and isinstance(node.func, ast.Attribute) and is_module(node.func.value):
            return not any(keyword.arg == "dtype" for keyword in node.keywords) and len(node.args) == 1
        if short in PRODUCTS or short in BESIDE:
            return any(self.is_float(each) for each in arguments)
        if short in JOINING:
            return any(self.is_float(each) for each in joined_arrays(node))
        return (short in KEEPING or short in REDUCING) and bool(arguments) and self.is_float(arguments[0])

    # --------------------------------------------------------------------------------------------------- what is seen

    def _add(self, node: ast.expr, kind: Kind, *, is_hard: bool) -> None:
        """Note that an expression is of a kind, and so are the variables that it takes its values from."""
        name = self.variable(node)
        if name is not None:
            if is_hard:
                self.hard[name].add(kind)
            elif kind == "float":
                self.soft.add(name)
            return
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=inner) | ast.Attribute(value=inner, attr="T" | "mT"):
                self._add(inner, kind, is_hard=is_hard)
            case ast.Subscript(value=inner):
                self._add(inner, kind, is_hard=is_hard)
            case ast.BinOp(left=left, op=op, right=right) if kind == "float" and isinstance(op, ARITHMETIC):
                self._add(left, kind, is_hard=False)
                self._add(right, kind, is_hard=False)
            case ast.IfExp(body=body, orelse=other):
                self._add(body, kind, is_hard=is_hard)
                self._add(other, kind, is_hard=is_hard)
            case ast.Call() if short_name(node.func) in KEEPING and (arguments := arrays_of_call(node)):
                self._add(arguments[0], kind, is_hard=is_hard)
            case ast.Call(args=[_, first, second]) if short_name(node.func) == "where":
                self._add(first, kind, is_hard=False)
                self._add(second, kind, is_hard=False)

    def _read(self, node: ast.AST) -> None:
        match node:
            case ast.Subscript(slice=ast.Name() as index):
                self._add(index, "int", is_hard=True)
            case ast.Subscript(slice=ast.Tuple(elts=elements)):
                for each in elements:
                    if isinstance(each, ast.Name):
                        self._add(each, "int", is_hard=True)
            case ast.Call():
                self._read_call(node)
            case ast.UnaryOp(op=ast.Invert(), operand=ast.Name() as operand):
                self._add(operand, "bool", is_hard=True)
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr() | ast.BitXor(), left=left, right=right):
                self._add_bits(left, right)
                self._add_bits(right, left)
            case ast.AugAssign(op=ast.BitAnd() | ast.BitOr() | ast.BitXor(), target=left, value=right):
                self._add_bits(left, right)
                self._add_bits(right, left)
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod() | ast.LShift() | ast.RShift(), left=left, right=right):
                self._add_whole(left)
                self._add_whole(right)
            case ast.BinOp(op=ast.MatMult(), left=left, right=right):
                self._add(left, "float", is_hard=True)
                self._add(right, "float", is_hard=True)
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                self._add(left, "float", is_hard=False)
                if isinstance(right, ast.BinOp):
                    self._add(right, "float", is_hard=False)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                self._compare(left, op, right)
            case ast.BinOp(left=ast.Constant(value=1), op=ast.Sub(), right=ast.Name(id=name) as operand) if (
                name.endswith(NAMES_OF_FLAGS)
            ):
                self._add_whole(operand)
            case ast.BinOp(left=ast.Name() as operand, right=ast.Constant(value=float())):
                self._add(operand, "float", is_hard=True)
            case ast.BinOp(left=ast.Constant(value=float()), right=ast.Name() as operand):
                self._add(operand, "float", is_hard=True)

    def _compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> None:
        """Note that what is compared with positions, or equals an index, is an integer."""
        for one, other in ((left, right), (right, left)):
            is_index = isinstance(op, (ast.Eq, ast.NotEq)) and short_name(one).endswith(NAMES_OF_INDICES)
            if is_index or self._is_positions(one):
                self._add(other, "int", is_hard=True)

    def _is_positions(self, node: ast.expr) -> bool:
        """Whether an expression is a call of ``arange``, or a variable that holds its result."""
        while isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Call):
            return short_name(node.func) in POSITIONS
        name = self.variable(node)
        values = [value for target, value in self._assigned if target == name]
        return len(values) == 1 and isinstance(values[0], ast.Call) and short_name(values[0].func) in POSITIONS

    def _add_bits(self, node: ast.expr, other: ast.expr) -> None:
        """Note that an operand of ``&``, ``|`` or ``^`` is a bool beside a comparison, and no float beside others."""
        if isinstance(other, ast.Compare) or (isinstance(other, ast.UnaryOp) and isinstance(other.op, ast.Invert)):
            self._add(node, "bool", is_hard=True)
        else:
            self._add_whole(node)

    def _add_whole(self, node: ast.expr) -> None:
        name = self.variable(node)
        if name is not None:
            self.whole.add(name)
        elif isinstance(node, ast.Subscript):
            self._add_whole(node.value)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ARITHMETIC):
            self._add_whole(node.left)
            self._add_whole(node.right)

    def _read_call(self, node: ast.Call) -> None:
        short, arguments = short_name(node.func), node.args
        if isinstance(node.func, ast.Attribute) and short in ("mean", "std", "var") and not is_module(node.func.value):
            self._add(node.func.value, "float", is_hard=True)
        called = called_name(node.func)
        if called:
            parameters = self._calls(called)
            by_name = {each.arg: each.value for each in node.keywords}
            by_position = [*takewhile(lambda each: not isinstance(each, ast.Starred), arguments)]
            for number, (name, kind) in enumerate(parameters):
                argument = by_position[number] if number < len(by_position) else by_name.get(name)
                if argument is None or kind is None:
                    continue
                if kind == "whole":
                    self._add_whole(argument)
                else:
                    self._add(argument, kind, is_hard=kind != "float")
        if not arguments:
            return
        if short in ("map", "tree_map") and short_name(arguments[0]) in FLOAT_FUNCTIONS:
            for each in arguments[1:2]:
                self._add(each, "float", is_hard=True)
        if short == "assert_type" and len(arguments) == 2 and ast.unparse(arguments[1]) == "float":
            inner = arguments[0].elts if isinstance(arguments[0], (ast.List, ast.Tuple)) else arguments[:1]
            for each in inner:
                self._add(each, "float", is_hard=True)
        if is_random(node.func):
            if short in KEY_FUNCTIONS:
                self._add(arguments[0], "key", is_hard=True)
        elif short in FLOAT_FUNCTIONS and short != "solve":
            self._add(arguments[0], "float", is_hard=True)
        elif short in MASK_FUNCTIONS and len(arguments) == 3:
            self._add(arguments[0], "bool", is_hard=True)
        elif short in PRODUCTS and isinstance(node.func, ast.Attribute) and is_module(node.func.value):
            for each in arguments:
                self._add(each, "float", is_hard=True)
        position = INDEX_ARGUMENTS.get(short)
        if position is not None and len(arguments) > position and isinstance(arguments[position], ast.Name):
            self._add(arguments[position], "int", is_hard=True)

    # ------------------------------------------------------------------------------------------------- what is passed

    def _pass_on(self, target: str, value: ast.expr) -> None:
        """Pass evidence from an assigned value to the variable, and from the variable back."""
        if target in self.whole:
            self._add_whole(value)
        if self.is_float(value) and not isinstance(value, ast.Constant):
            self.soft.add(target)
        if "float" in self.hard[target] or target in self.soft:
            self._add(value, "float", is_hard=self.hard[target] == {"float"} and self.variable(value) is not None)

    def _beside(self, node: ast.AST) -> None:
        """Note that an operand beside a float is one, too, by soft evidence."""
        operands: Iterable[ast.expr] = ()
        match node:
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, (*ARITHMETIC, ast.Div)):
                operands = (left, right)
            case ast.AugAssign(target=left, op=op, value=right) if isinstance(op, (*ARITHMETIC, ast.Div)):
                operands = (left, right)
            case ast.Call() if short_name(node.func) in JOINING:
                operands = joined_arrays(node)
            case ast.Call() if short_name(node.func) in BESIDE:
                operands = node.args[1:] if short_name(node.func) == "where" else arrays_of_call(node)
        operands = [each for each in operands if not isinstance(each, ast.Starred)]
        if any(self.is_float(each) for each in operands):
            for each in operands:
                self._add(each, "float", is_hard=False)


def _assigned(node: ast.AST) -> list[tuple[str, ast.expr]]:
    """The variables and attributes of ``self`` that a statement assigns, with the expression of each value."""
    match node:
        case ast.Assign(targets=[target], value=value):
            pass
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            pass
        case _:
            return []
    if isinstance(target, ast.Tuple):
        values: list[ast.expr] = []
        if isinstance(value, ast.Tuple):
            values = value.elts
        elif isinstance(value, ast.Call) and len(value.args) == len(target.elts):
            values = value.args  # such as promote_shapes(loc, scale)
        elif isinstance(value, ast.Call) and short_name(value.func) == "ravel_pytree" and len(value.args) == 1:
            target, values = ast.Tuple(target.elts[:1]), value.args
        pairs = zip(target.elts, values, strict=False) if len(values) == len(target.elts) else ()
        return [(name, each) for one, each in pairs if (name := _target(one)) is not None]
    name = _target(target)
    return [(name, value)] if name is not None else []


def _target(node: ast.expr) -> str | None:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
        return f"self.{node.attr}"
    return node.id if isinstance(node, ast.Name) else None


def _rebound(body: Sequence[ast.AST]) -> dict[str, int]:
    """The line where the first statement ends that gives a variable a value of another kind: ``x = embed(x)``."""
    found: dict[str, int] = {}
    for statement in body:
        for name, value in _assigned(statement):
            if name not in found and not _keeps(value, name):
                found[name] = getattr(statement, "end_lineno", None) or 0
    return found


def _keeps(value: ast.expr, name: str) -> bool:
    """Whether a value has the kind that a variable had: ``x[0]``, ``jnp.ravel(x)``, ``promote(x, y)``."""
    match value:
        case ast.Name(id=other):
            return other == name
        case ast.Subscript(value=inner) | ast.Attribute(value=inner, attr="T" | "mT"):
            return _keeps(inner, name)
        case ast.Call() if short_name(value.func) in KEEPING and (arguments := arrays_of_call(value)):
            return _keeps(arguments[0], name)
    return False
