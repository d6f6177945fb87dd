"""Arrays: their operators and rules, by the inference core, with the origin of each result."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..inference.answer import Answer, Refusal, Result
from ..inference.operand import Alternatives, Operand
from ..inference.operators import infer_binary, infer_unary
from ..operators import COMPARISONS
from ..system import System
from ..systems import get_system
from . import positions
from .counters import note_step
from .findings import Operation, judge
from .key_operators import infer_outside_promotion
from .late_upcasts import note_product
from .modes import jax_systems
from .origins import NO_ORIGIN, Origins
from .places import place_of
from .run import Run
from .shape_findings import operator_shape
from .values import (
    BOTTOM,
    Array,
    Number,
    NumPyArray,
    Object,
    Shape,
    Unknown,
    Value,
    join,
    joined,
)


def is_array_operand(item: Any) -> bool:
    """Whether an operator with this operand is an operator on arrays."""
    return isinstance(item, NumPyArray) or (isinstance(item, Array) and not item.is_struct)


def numpy_system() -> System:
    """NumPy's promotion system."""
    return get_system("numpy")


def operand(item: Any) -> Operand | None:
    """An alternative as the inference core reads it; None if it is no array or number of known dtype."""
    if isinstance(item, Array):
        return None if item.dtype is None else Operand((item.dtype,))
    if isinstance(item, Number):
        return Operand((item.kind,))
    if isinstance(item, NumPyArray):
        if item.dtype is None:
            return None
        return Operand((item.dtype,), origin="numpy scalar" if item.is_scalar else "numpy array")
    return None


def alternatives(value: Value) -> Alternatives | None:
    """A value as the inference core reads it; None if an alternative is unknown."""
    operands = [operand(item) for item in value]
    return None if None in operands or not operands else tuple(each for each in operands if each is not None)


def shape_of(item: Any) -> Shape | None:
    """The shape of an array or number; None if unknown."""
    if isinstance(item, (Array, NumPyArray)):
        return item.shape
    return () if isinstance(item, Number) else None


def array_operator(run: Run, op: str, left: Any, right: Any, node: ast.AST) -> Value:
    """An operator with an array, of JAX or of NumPy, on one side at least."""
    for item in (left, right):
        if isinstance(item, Object) or not isinstance(item, (Array, NumPyArray, Number)):
            return _beside_other(run, op, left, right, item, node)
    shape = operator_shape(run, op, left, right, node)
    if not isinstance(left, Array) and not isinstance(right, Array):
        from .libraries.numpy_functions import numpy_binary

        return numpy_binary(run, op, left, right, shape)
    result = in_modes(run, lambda system: _jax_operator(run, op, left, right, shape, node, system), shape)
    if op == "matmul":
        if run.policy is not None and run.records.is_on:
            run.policy.on_call(run, op, result)
        result = note_product(run, result)
    elif op == "add":
        result = note_step(run, left, right, node, result)
    if getattr(left, "maker", None) is None and getattr(right, "maker", None) is None:
        return result
    return positions.note_operator(run, op, left, right, place_of(node, run.source.path), result)


def _beside_other(run: Run, op: str, left: Any, right: Any, other: Any, node: ast.AST) -> Value:
    """An array beside a value that is no array: an instance with its own operator, a list that NumPy converts."""
    from .attributes import get_attribute
    from .classes import find_method
    from .operators import COMPARED, REFLECTED

    if isinstance(other, Object):
        name = f"__{op}__" if other is left else f"__{REFLECTED.get(op, 'r' + op)}__"
        if find_method(run, other, name) is not None:
            argument = right if other is left else left
            return run.call(get_attribute(run, (other,), name), [(argument,)], node=node)
    array = right if other is left else left
    if isinstance(other, Unknown):
        if isinstance(array, Array) and op in COMPARED:
            return (Array("bool_", None),)
        return (Array(None, None, cause=other.cause),) if isinstance(array, Array) else (other,)
    if isinstance(array, NumPyArray):
        return (NumPyArray("bool_" if op in COMPARED else None, None, None),)
    if op in ("eq", "ne"):
        return (Number("bool"),)
    return BOTTOM if not isinstance(other, Object) else run.unknown(f"an array {op} a {type(other).__name__}")


def in_modes(run: Run, infer: Any, shape: Shape | None = None) -> Value:
    """The result of an operation in every mode that JAX may be in; unknown where the modes differ.

    Args:
        run: the run.
        infer: the operation, as a function of the promotion system.
        shape: the shape of a result whose dtype differs.
    """
    systems = jax_systems(run)
    results: list[Value] = [infer(system) for system in systems]
    first = results[0]
    if all(result == first for result in results[1:]):
        return first
    dtypes = {tuple(item.dtype if isinstance(item, Array) else item for item in result) for result in results}
    if len(dtypes) == 1:
        return joined(results)
    if all(isinstance(item, Array) for result in results for item in result):
        return (
            Array(None, shape, cause="the dtype depends on x64, which the program sets in a way that is not known"),
        )
    return run.unknown("the result depends on x64, which the program sets in a way that is not known")


def _jax_operator(
    run: Run, op: str, left: Any, right: Any, shape: Shape | None, node: ast.AST, system: System
) -> Value:
    answer = infer_outside_promotion(op, left, right)
    if answer is not None:
        return of_answer(run, answer, Operation(op, (left, right), place_of(node, run.source.path), system), shape)
    if op == "pow" and is_concrete_exponent(left, right) is not False:
        return _power(run, left, right, shape, node, system)
    return _promoted(run, op, left, right, operand(right), shape, node, system)


def _promoted(
    run: Run,
    op: str,
    left: Any,
    right: Any,
    exponent: Operand | None,
    shape: Shape | None,
    node: ast.AST,
    system: System,
) -> Value:
    """An operator by the inference core; `exponent` stands for the right operand."""
    operands = operand(left), exponent
    if op == "pow" and isinstance(left, Number) and exponent is not None and exponent.dtypes == ("int",):
        operands = Operand(({"bool": "bool_"}.get(left.kind, f"weak_{left.kind}"),)), exponent
    if operands[0] is None or operands[1] is None:
        cause = next((item.cause for item in (left, right) if isinstance(item, Array) and item.dtype is None), "")
        dtype = "bool_" if op in COMPARISONS else None
        return (Array(dtype, shape, cause=cause or "an operand has no known dtype"),)
    result: Value = BOTTOM
    for answer in infer_binary(op, (operands[0],), (operands[1],), system):
        operation = Operation(op, (left, right), place_of(node, run.source.path), system)
        result = join(result, of_answer(run, answer, operation, shape))
    if system.truncated and operands[0].dtypes != operands[1].dtypes:
        return tuple(_truncated(op, item, system) for item in result)
    return result


def _truncated(op: str, item: Any, system: System) -> Any:
    """The result of operands of different dtypes, one of which was made with x64: without x64, it has 32 bits."""
    if not isinstance(item, Array) or item.dtype is None or item.dtype not in system.truncated:
        return item
    if op == "pow":
        return replace(item, dtype=None, cause="a power of an array that was made with x64")
    return replace(item, dtype=system.truncated[item.dtype])


def is_concrete_exponent(left: Any, right: Any) -> bool | None:
    """Whether JAX knows an integer exponent when it chooses the operation, and so treats it like a Python int.

    Source: JAX 0.12, ``jax._src.numpy.ufuncs.power``: the exponent has no axes and is not traced. None if unknown.
    """
    if not isinstance(right, Array) or right.dtype is None or not isinstance(left, (Array, Number, NumPyArray)):
        return False
    if "int" not in right.dtype or right.traced or (right.shape is not None and right.shape != ()):
        return False
    return None if right.traced is None or right.shape is None else True


def _power(run: Run, left: Any, right: Any, shape: Shape | None, node: ast.AST, system: System) -> Value:
    """A power with an exponent that may be known at once."""
    concrete = _promoted(run, "pow", left, right, Operand(("int",)), shape, node, system)
    if is_concrete_exponent(left, right):
        return concrete
    promoted = _promoted(run, "pow", left, right, operand(right), shape, node, system)
    dtypes = [[item.dtype for item in value if isinstance(item, Array)] for value in (concrete, promoted)]
    if dtypes[0] == dtypes[1]:
        return promoted
    return (Array(None, shape, cause="the result depends on whether the exponent is traced"),)


def is_traced(run: Run, items: Sequence[Any], *, is_conversion: bool = False) -> bool | None:
    """Whether the result of an operation is traced: everything is in staged code, and what depends on a traced value.

    Args:
        run: the run.
        items: the operands.
        is_conversion: whether the operation makes an array of a number, which JAX may do at once in staged code, too.
    """
    if run.staged:
        return None if is_conversion and not any(isinstance(item, Array) for item in items) else True
    flags = [item.traced for item in items if isinstance(item, Array)]
    return True if True in flags else None if None in flags else False


def array_unary(run: Run, op: str, item: Array | NumPyArray) -> Value:
    """A unary operator on an array; the result keeps the operand's origin."""
    if isinstance(item, NumPyArray):
        from .libraries.numpy_functions import numpy_unary

        return numpy_unary(run, op, item)

    def infer(system: System) -> Value:
        if item.dtype is None:
            return (item,)
        answer = infer_outside_promotion(op, item) or infer_unary(op, Operand((item.dtype,)), system)
        if isinstance(answer, Result):
            run.records.accepted.add((run.place, run.context))
            return tuple(
                Array(dtype, item.shape, item.origins, traced=is_traced(run, [item])) for dtype in answer.dtypes
            )
        operation = Operation(op, (item,), run.place, system)
        return of_answer(run, answer, operation, item.shape)

    return in_modes(run, infer, item.shape)


def of_answer(run: Run, answer: Answer, operation: Operation, shape: Shape | None) -> Value:
    """The value of an operation that the inference core has answered, with its findings."""
    origins, is_refused = judge(run, operation, answer)
    if isinstance(answer, Result):
        traced = is_traced(run, operation.operands)
        return tuple(Array(dtype, shape, origins, traced=traced) for dtype in answer.dtypes)
    if isinstance(answer, Refusal):
        return BOTTOM if is_refused and run.ends_at_refusals else (Array(None, shape, cause=str(answer)),)
    return (Array(None, shape, cause=answer.cause),)


def entering_dtype(item: Any, system: System) -> tuple[str | None, Origins]:
    """The dtype of an operand after JAX has converted it, and its origins."""
    if isinstance(item, Array):
        return item.dtype, item.origins
    if isinstance(item, Number):
        return item.kind, NO_ORIGIN
    if isinstance(item, NumPyArray):
        return (system.truncated.get(item.dtype, item.dtype) if item.dtype else None), item.origins
    return None, NO_ORIGIN


def traced(run: Run, value: Value, flag: bool | None = True) -> Value:
    """A leaf as JAX passes it to a traced function: Python numbers become weak arrays, NumPy's values arrays.

    Args:
        run: the run.
        value: the leaf.
        flag: whether the new array is traced; the results of a function that is called outside of others are not.
    """

    def convert(item: Any) -> Value:
        if isinstance(item, Number):
            kind = {"bool": "bool_", "int": "weak_int", "float": "weak_float", "complex": "weak_complex"}[item.kind]
            return (Array(kind, (), traced=flag),)
        if isinstance(item, NumPyArray):
            return in_modes(
                run, lambda system: (Array(entering_dtype(item, system)[0], item.shape, item.origins, traced=flag),)
            )
        if isinstance(item, Array) and (item.is_struct or item.traced is not flag):
            return (Array(item.dtype, item.shape, item.origins, False, item.cause, flag),)
        return (item,)

    if len(value) == 1:
        return convert(value[0])
    return joined(convert(item) for item in value)


def strong(run: Run, dtype: str | None) -> str | None:
    """The dtype in which a weak array is stored; None if it depends on the mode."""
    if dtype is None:
        return None
    found = {system.stored(dtype) if dtype in system.nodes else dtype for system in jax_systems(run)}
    return found.pop() if len(found) == 1 else None
