"""Operators: on Python's own values by Python, on arrays by the promotion systems, on instances by their methods."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from typing import Any, Final

from .arrays import array_operator, array_unary, is_array_operand
from .attributes import get_attribute
from .builtin_bases import builtin_base, contents, operands_in_contents
from .classes import find_method, metaclass_method
from .enum_members import data_of, operands_of
from .equality import instance_equality
from .iteration import item_of, known_items, new_sequence, new_set
from .libraries.custom_derivatives import derived_arrays
from .operand_choices import SEVERAL, choices, doubting
from .run import Run
from .stacks import pushed
from .values import (
    ABSENT,
    ANY_BOOL,
    ANY_STR,
    BOTTOM,
    Array,
    Class,
    Dtype,
    External,
    Function,
    Items,
    Module,
    Number,
    NumPyArray,
    Object,
    Opaque,
    Singleton,
    Text,
    TreeDef,
    Tuple,
    Unknown,
    Value,
    constant_of,
    each,
    join,
    joined,
    of_bool,
    of_constant,
    only,
)

OPERATORS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.MatMult: "matmul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "lshift", ast.RShift: "rshift",
}  # fmt: skip
COMPARISON_OPERATORS: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge",
}  # fmt: skip
UNARY_OPERATORS: Final[dict[type[ast.unaryop], str]] = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}
COMPARED: Final = frozenset(COMPARISON_OPERATORS.values())
NUMBERS: Final = ("builtins.int", "builtins.float", "builtins.complex")
"""The types whose instances JAX accepts as operands, subclasses included."""
REFLECTED: Final = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}

PYTHON: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "truediv": operator.truediv,
    "floordiv": operator.floordiv, "mod": operator.mod, "pow": operator.pow, "and": operator.and_,
    "or": operator.or_, "xor": operator.xor, "lshift": operator.lshift, "rshift": operator.rshift,
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip
IN_PLACE: Final = frozenset((("list", "mul"), ("set", "and"), ("set", "sub"), ("set", "xor")))
"""The operators that replace the items of a container: ``xs *= 2``."""
_WIDE_FORMAT = re.compile(r"[0-9]{4}|\*")
"""A field of a format that may make a very long text."""
LARGEST_NUMBER = 1 << 128
LONGEST_TEXT = 2000
LONGEST_SEQUENCE = 4096
"""The most items of a concatenation whose items are kept apart."""
IDENTITIES = (Class, Dtype, External, Function, Module, Singleton, TreeDef)
"""The values that are equal exactly if they are the same."""


def binary(run: Run, op: str, left: Value, right: Value, node: ast.AST) -> Value:
    """``left op right``.

    Args:
        run: the run.
        op: a key of `jaxtyping_promo.operators.BINARY`.
        left, right: the operands.
        node: the operator's syntax node, at which findings are reported.
    """
    if len(left) == 1 and len(right) == 1:
        return derived_arrays(run, op, (left, right), _pair(run, op, left[0], right[0], node))
    if not left or not right:
        return BOTTOM
    if any(isinstance(item, Object) for item in (*left, *right)):
        pairs = [*choices((left, right))]
        with pushed(run.models.setdefault(SEVERAL, []), op):
            return run.branch(*(lambda one=one, other=other: _pair(run, op, one, other, node) for one, other in pairs))
    with doubting(run, (left, right)), pushed(run.models.setdefault(SEVERAL, []), op):
        return joined(_pair(run, op, one, other, node) for one, other in choices((left, right)))


def augmented(run: Run, op: str, old: Value, value: Value, node: ast.AST) -> Value:
    """``old op= value``."""
    if len(old) > 1 and any(isinstance(item, (Object, NumPyArray)) for item in old):
        return run.branch(*(lambda item=item: augmented(run, op, (item,), value, node) for item in old))
    target = only(old, Object)
    if target is not None:
        found = run.object(target)
        if found.kind == "list" and op == "add":
            from .libraries.containers import extend

            extend(run, target, value)
            return old
        if found.kind in ("set", "dict") and op == "or":
            from .libraries.containers import update

            update(run, target, value)
            return old
        if (found.kind, op) in IN_PLACE:
            from .libraries.containers import replace_items

            replace_items(run, target, binary(run, op, old, value, node))
            return old
        if found.kind == "instance":
            method = find_method(run, target, f"__i{op}__")
            if method is not None:
                return run.call(get_attribute(run, old, f"__i{op}__"), [value], node=node)
            inner = contents(run, target)
            held = only(inner or BOTTOM, Object)
            if inner and held is not None and _is_in_place(run.object(held).kind, op):
                augmented(run, op, inner, value, node)
                return old
    array = only(old, NumPyArray)
    if (
        array is not None
        and array.is_scalar is not True
        and all(isinstance(one, (NumPyArray, Number)) for one in value)
    ):
        from .libraries.numpy_functions import numpy_binary

        # NumPy changes an array in place, and keeps its dtype; a scalar's variable gets a new value.
        return joined(numpy_binary(run, op, array, one, array.shape, in_place=True) for one in value)
    return binary(run, op, old, value, node)


def _is_in_place(kind: str, op: str) -> bool:
    """Whether ``x op= y`` changes a container of a builtin class in place."""
    return (kind, op) in (("list", "add"), ("set", "or"), ("dict", "or"), *IN_PLACE)


def unary(run: Run, op: str, operand: Value, node: ast.AST) -> Value:
    """``-x``, ``+x`` and ``~x``."""

    def one(item: Any) -> Value:
        if isinstance(item, (Array, NumPyArray)):
            return derived_arrays(run, op, ((item,),), array_unary(run, op, item))
        if isinstance(item, Number):
            return _unary_number(op, item)
        if isinstance(item, Object) and find_method(run, item, f"__{op}__") is not None:
            return run.call(get_attribute(run, (item,), f"__{op}__"), [], node=node)
        if isinstance(item, Unknown):
            return (item,)
        number = only(data_of(run, item), Number)
        if number is not None and op != "invert":
            return _unary_number(op, number)
        return run.unknown(f"the operator {op} of a {type(item).__name__}")

    return each(operand, one)


def _unary_number(op: str, item: Number) -> Value:
    if item.constant is not ABSENT:
        try:
            functions: dict[str, Callable[[Any], Any]] = {
                "neg": operator.neg,
                "pos": operator.pos,
                "invert": operator.invert,
            }
            result = functions[op](item.constant)
        except TypeError:
            return BOTTOM
        return of_constant(result)
    return (Number("int" if item.kind == "bool" else item.kind),)


def negation(run: Run, value: Value) -> Value:
    """``not x``."""
    from .conditions import truth

    decided = truth(run, value)
    return of_bool(None if decided is None else not decided)


def _pair(run: Run, op: str, left: Any, right: Any, node: ast.AST) -> Value:
    reflected = metaclass_method(run, right, f"__{REFLECTED.get(op, f'r{op}')}__")
    if reflected is not None:
        return run.call(reflected, [(right,), (left,)], node=node)
    if isinstance(left, Object) or isinstance(right, Object):
        of_members = operands_of(run, op, left, right)
        if of_members is not None:
            return _pair(run, op, *of_members, node)
    if isinstance(left, Array) and isinstance(right, Object):
        converted = _converted_by_jax(run, right)
        if converted is not None:
            return binary(run, op, (left,), converted, node)
    if is_array_operand(left) or is_array_operand(right):
        return array_operator(run, op, left, right, node)
    if isinstance(left, Number) and isinstance(right, Number):
        return _numbers(op, left, right)
    constants = constant_of((left,)), constant_of((right,))
    if ABSENT not in constants and type(left) is not Singleton and type(right) is not Singleton:
        known = _python(op, *constants)
        if known is not None:
            return known
    if isinstance(left, (Unknown,)) or isinstance(right, Unknown):
        return _with_unknown(run, op, left, right)
    special = _special_method(run, op, left, right, node)
    if special is not None:
        return special
    in_contents = operands_in_contents(run, op, left, right)
    if in_contents is not None:
        return binary(run, op, *in_contents, node)
    if op in ("eq", "ne"):
        compared = instance_equality(run, left, right)
        if compared is not None:
            return compared if op == "eq" else negation(run, compared)
        return _equality(op, left, right)
    if op in COMPARED:
        return ANY_BOOL
    return _containers(run, op, left, right)


def _converted_by_jax(run: Run, item: Object) -> Value | None:
    """The array or number as which an operator of a JAX array reads an instance, before any reflected operator.

    None if the operator of the array does not accept the instance.
    """
    if find_method(run, item, "__jax_array__") is not None:
        return run.call(get_attribute(run, (item,), "__jax_array__"), [])
    found = run.live.get(item.site)
    info = run.classes.get(found.cls) if found is not None and found.cls is not None else None
    if info is None or builtin_base(info) not in NUMBERS:
        return None
    return contents(run, item) or run.unknown("the number that an instance is")


def _with_unknown(run: Run, op: str, left: Any, right: Any) -> Value:
    lost = left if isinstance(left, Unknown) else right
    for item in (left, right):
        run.escape((item,), "an operator of an unknown object is called with it") if isinstance(item, Object) else None
    return (lost,)


def _python(op: str, left: Any, right: Any) -> Value | None:
    """The result of an operator on constants; None if it is too large."""
    if op == "pow" and isinstance(right, int) and abs(right) > 256:
        return None
    if op == "lshift" and (not isinstance(right, int) or right > 256):
        return None
    if op == "mul" and isinstance(left, (str, bytes, tuple)) and isinstance(right, int) and right > 1000:
        return None
    if op == "mul" and isinstance(right, (str, bytes, tuple)) and isinstance(left, int) and left > 1000:
        return None
    if op == "mod" and isinstance(left, (str, bytes)) and _WIDE_FORMAT.search(str(left)):
        return None
    try:
        result = PYTHON[op](left, right)
    except KeyError:
        return None
    except MemoryError:
        return None
    except (ArithmeticError, TypeError, ValueError):
        return BOTTOM if op not in ("mod",) else None
    if isinstance(result, int) and abs(result) > LARGEST_NUMBER:
        return None
    if isinstance(result, (str, bytes)) and len(result) > LONGEST_TEXT:
        return None
    if isinstance(result, (bool, int, float, complex, str, bytes, tuple)):
        return of_constant(result)
    return None


def _numbers(op: str, left: Number, right: Number) -> Value:
    """An operator on two Python numbers."""
    if left.constant is not ABSENT and right.constant is not ABSENT:
        known = _python(op, left.constant, right.constant)
        if known is not None:
            return known
    if op in COMPARED:
        return ANY_BOOL
    kinds = ("bool", "int", "float", "complex")
    wider = max(left.kind, right.kind, key=kinds.index)
    if op == "truediv" and wider != "complex":
        return (Number("float"),)
    if op == "pow" and wider in ("bool", "int"):
        if right.constant is not ABSENT and right.constant >= 0:
            return (Number("int"),)
        return (Number("int"), Number("float"))
    if op == "pow" and wider == "float" and not (right.constant is not ABSENT and float(right.constant).is_integer()):
        base = left.constant
        return (Number("float"),) if base is not ABSENT and base >= 0 else (Number("float"), Number("complex"))
    if op == "matmul":
        return BOTTOM
    return (Number("int" if wider == "bool" and op not in ("and", "or", "xor") else wider),)


def _special_method(run: Run, op: str, left: Any, right: Any, node: ast.AST) -> Value | None:
    """The result of an instance's own operator method; None if neither operand has one."""
    if find_method(run, left, f"__{op}__") is not None:
        result = run.call(get_attribute(run, (left,), f"__{op}__"), [(right,)], node=node)
        if not any(isinstance(item, Singleton) and item.kind == "NotImplementedType" for item in result):
            return result
    reflected = REFLECTED.get(op, f"r{op}")
    if find_method(run, right, f"__{reflected}__") is not None:
        return run.call(get_attribute(run, (right,), f"__{reflected}__"), [(left,)], node=node)
    return None


def _equality(op: str, left: Any, right: Any) -> Value:
    same = equal(left, right)
    return of_bool(None if same is None else same == (op == "eq"))


def equal(left: Any, right: Any) -> bool | None:
    """Whether two alternatives are equal; None if unknown."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return None
    if isinstance(left, TreeDef) and isinstance(right, TreeDef):
        from .pytrees import skeleton

        return True if left == right else None if skeleton(left.structure) == skeleton(right.structure) else False
    if isinstance(left, Dtype) and isinstance(right, Dtype):
        return None if left.name is None or right.name is None else left.name == right.name
    if isinstance(left, Dtype) or isinstance(right, Dtype):
        from .libraries.dtype_values import dtype_name, names_no_dtype

        if any(map(names_no_dtype, (left, right))):
            return False
        names = [dtype_name((item,)) for item in (left, right)]
        return None if None in names else names[0] == names[1]
    if isinstance(left, IDENTITIES) and isinstance(right, IDENTITIES):
        return bool(left == right)
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        if len(left.items) != len(right.items):
            return False
        results = [
            equal(one[0], other[0]) if len(one) == len(other) == 1 else None
            for one, other in zip(left.items, right.items, strict=True)
        ]
        return False if False in results else True if all(results) else None
    constants = constant_of((left,)), constant_of((right,))
    if ABSENT not in constants:
        return bool(constants[0] == constants[1])
    if isinstance(left, Singleton) or isinstance(right, Singleton):
        return (
            False
            if not isinstance(left, (Unknown, Array, Object)) and not isinstance(right, (Unknown, Array, Object))
            else None
        )
    if (
        isinstance(left, Text) != isinstance(right, Text)
        and not isinstance(left, (Object, Opaque))
        and not isinstance(right, (Object, Opaque))
    ):
        return False
    return None


def _containers(run: Run, op: str, left: Any, right: Any) -> Value:
    """Operators of tuples, lists, dicts, sets and strings."""
    if op == "add" and isinstance(left, (Tuple, Items)) and isinstance(right, (Tuple, Items)):
        if isinstance(left, Tuple) and isinstance(right, Tuple) and len(left.items + right.items) <= LONGEST_SEQUENCE:
            return (Tuple(left.items + right.items),)
        return (Items(join(item_of(run, (left,)), item_of(run, (right,))), "tuple"),)
    if op == "mul":
        for one, other in ((left, right), (right, left)):
            if isinstance(other, Number):
                repeated = _repeated(run, one, other)
                if repeated is not None:
                    return repeated
    if isinstance(left, Text) or isinstance(right, Text):
        return ANY_STR
    if isinstance(left, (Class, External, Singleton, Dtype)) and op == "or":
        return (Opaque("types.UnionType"),)
    if isinstance(left, Object) and isinstance(right, Object):
        kinds = run.object(left).kind, run.object(right).kind
        items = known_items(run, (left,)), known_items(run, (right,))
        both = join(item_of(run, (left,)), item_of(run, (right,)))
        if kinds == ("list", "list") and op == "add":
            whole = items[0] + items[1] if items[0] is not None and items[1] is not None else None
            return new_sequence(run, whole if whole is None or len(whole) <= LONGEST_SEQUENCE else None, both)
        if kinds == ("dict", "dict") and op == "or":
            from .libraries.containers import copied, update

            merged = copied(run, left)
            update(run, merged[0], (right,))
            return merged
        if kinds == ("set", "set") and op in ("or", "and", "sub", "xor"):
            return _set_operator(run, op, items, both)
    for item in (left, right):
        if isinstance(item, Object):
            run.escape((item,), f"it is an operand of {op}, whose method is not known")
    return run.unknown(f"the operator {op} of a {type(left).__name__} and a {type(right).__name__}")


def _set_operator(run: Run, op: str, items: tuple[list[Value] | None, list[Value] | None], both: Value) -> Value:
    from .subscripts import key_of

    left, right = items
    if left is None or right is None:
        return new_sequence(run, None, both, "set")
    keys = [{key_of(run, item): item for item in each_side} for each_side in (left, right)]
    if None in keys[0] or None in keys[1]:
        return new_sequence(run, None, both, "set")
    one, other = keys
    kept = {
        "or": {**one, **other},
        "and": {key: item for key, item in one.items() if key in other},
        "sub": {key: item for key, item in one.items() if key not in other},
        "xor": {key: item for key, item in {**one, **other}.items() if (key in one) != (key in other)},
    }[op]
    return new_set(run, list(kept.values()))


def _repeated(run: Run, sequence: Any, count: Number) -> Value | None:
    """``sequence * count``; None if the other operand is no sequence."""
    number = count.constant
    if isinstance(sequence, Tuple):
        if number is not ABSENT and isinstance(number, int) and number * len(sequence.items) <= 256:
            return (Tuple(sequence.items * number),)
        return (Items(joined(sequence.items), "tuple"),)
    if isinstance(sequence, Object) and run.object(sequence).kind == "list":
        items = known_items(run, (sequence,))
        if items is not None and isinstance(number, int) and number * len(items) <= 256:
            return new_sequence(run, items * number)
        return new_sequence(run, None, item_of(run, (sequence,)))
    if isinstance(sequence, Items):
        return (sequence,)
    return None
