"""Findings: verdicts on operations, at the line that causes them.

A verdict is a function of the last evaluation of an operation in a calling context, so that the early turns of a
fixpoint leave none behind. `report.py` merges the verdicts of all contexts into findings.

When an upcast is told, and why, is in docs/how-it-works/interpreter.md, "When is an upcast told?".
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..diagnostics.codes import (
    DTYPE_IMPLICIT,
    DTYPE_PROMOTION,
    DTYPE_RANGE,
    DTYPE_TRUNCATION,
    DTYPE_UPCAST,
    DTYPE_WIDENING,
    Code,
)
from ..diagnostics.loss import Loss
from ..diagnostics.promotion_losses import binary_losses, joined_losses
from ..diagnostics.values import Value as LossValue
from ..inference.answer import Answer, Refusal, Result
from ..operators import BINARY, COMPARISONS
from ..system import System
from .converted_numbers import entering_losses, is_plain_number
from .modes import SWITCHED
from .operand_choices import DOUBTFUL
from .origins import MOST_ORIGINS, NO_ORIGIN, Origin, Origins, accident, causes_of, kinds, settled
from .places import Place
from .rounded_numbers import losses_of_operands
from .values import ABSENT, Array, Number, NumPyArray, Value

if TYPE_CHECKING:
    from .run import Run

NARROW_FLOATS = ("bfloat16", "float16")
FLOATS = ("bfloat16", "float16", "float32", "float64")
"""The float dtypes that promotion widens, from narrow to wide."""
NO_COMMON_DTYPE = "no 16-bit dtype holds both"
PLACEHOLDER: Final = re.compile(r"\{\d+\}")
"""The source of an operand in an advice."""
BYTES = {"bfloat16": 2, "float16": 2, "float32": 4, "float64": 8}


class Operation(NamedTuple):
    """An operation on arrays that is judged.

    Attributes:
        name: an operator's key, or the name of a function as users write it.
        operands: the alternatives that are promoted with each other.
        place: the expression.
        system: the promotion system.
        is_dtype_only: whether it computes the dtype to which others convert the operands, as `jnp.result_type` does.
    """

    name: str
    operands: tuple[Any, ...]
    place: Place
    system: System
    is_dtype_only: bool = False


class CallSite(NamedTuple):
    """One call in the chain that leads to a finding."""

    place: Place
    function: str


class Verdict(NamedTuple):
    """The judgement of one operation in one context.

    Attributes:
        code: the error code.
        message: what happens, in one sentence.
        advice: what to write instead; ``{0}``, ``{1}`` stand for the source of the operands.
        raises: whether the program raises an error there.
        origins: the expressions that chose the wide dtype.
        context: where the dtypes of the open inputs come from: ``"called"``, ``"declared"``, ``"assumed"``.
        calls: the calls that lead there, the outermost first.
        hypothesis: the assumption about the open inputs; empty if there is none.
        is_for_callers: whether the code at the place asks for the common dtype, so that only its callers are told.
        is_mixed: whether narrow operands of several dtypes need a cast, since no 16-bit dtype holds them.
    """

    code: Code
    message: str
    advice: str
    raises: bool
    origins: Origins
    context: str
    calls: tuple[CallSite, ...]
    hypothesis: str = ""
    is_for_callers: bool = False
    is_mixed: bool = False


def tell(run: Run, place: Place, code: Code, message: str, advice: str = "", *, raises: bool = False,
         origins: Origins = NO_ORIGIN, is_for_callers: bool = False, is_mixed: bool = False,
         key: str = "") -> None:  # fmt: skip
    """Record a verdict on the operation at a place, in the current context.

    It replaces an earlier one of the same code, or of the same key if there is one.
    """
    if not run.records.is_on or (code is DTYPE_TRUNCATION and _may_switch_x64(run)) or (raises and run.guards):
        return
    watch = run.base.watch
    if watch is not None:
        watch.told.append(("verdicts", (place, run.context)))
        watch.tells_of_packages |= place.path not in run.program_files
    verdicts = run.records.verdicts.setdefault((place, run.context), {})
    verdicts[key or code.name] = Verdict(
        code,
        message,
        advice,
        raises,
        origins,
        run.input_kind,
        call_chain(run),
        run.hypothesis,
        is_for_callers,
        is_mixed,
    )


def _may_switch_x64(run: Run) -> bool:
    """Whether the callers of an open function may switch x64 on, as other modules of the program do."""
    is_open = run.input_kind not in ("called", "recorded")
    return is_open and not run.systems.is_fixed and SWITCHED in run.models


def call_chain(run: Run) -> tuple[CallSite, ...]:
    """The calls that lead to the code that runs, the outermost first."""
    from .places import place_of

    return tuple(
        CallSite(place_of(record.call_node, record.call_path), record.definition.name)
        for record in run.stack
        if hasattr(record.call_node, "lineno")
    )


def calls_into_packages(calls: tuple[CallSite, ...], is_shown: Callable[[str], bool]) -> tuple[CallSite, ...]:
    """A chain of calls up to the innermost one in a file whose findings are shown; empty if there is none."""
    ends = [number for number, call in enumerate(calls, 1) if is_shown(call.place.path)]
    return calls[: ends[-1]] if ends else ()


def judge(run: Run, operation: Operation, answer: Answer) -> tuple[Origins, bool]:
    """Record what is wrong with an operation.

    Returns: The origins of the result, and whether JAX refuses the operation.
    """
    if isinstance(answer, Refusal):
        code = DTYPE_IMPLICIT if answer.is_implicit else DTYPE_PROMOTION
        advice = answer.advice or ""
        tell(run, operation.place, code, answer.reason, advice[:1].upper() + advice[1:], raises=True)
        return NO_ORIGIN, True
    losses = operator_losses(operation) if operation.name in BINARY else ()
    if not any(loss.raises for loss in losses):
        run.records.accepted.add((operation.place, run.context))
    if not isinstance(answer, Result) or len(answer.dtypes) != 1:
        return NO_ORIGIN, False
    origins, is_upcast = meet(run, operation, answer.dtypes[0])
    if operation.name in BINARY:
        rounded = losses_of_operands(operation.name, operation.operands, operation.system)
        for loss in (*losses, *entering_losses(operation.operands, operation.system), *rounded):
            if loss.code is DTYPE_WIDENING and (is_upcast or operation.name in COMPARISONS):
                continue  # told as an upcast; or no wide array is left behind
            is_comparison = operation.name in COMPARISONS
            if loss.code is DTYPE_RANGE and (
                _has_assumed(operation) or (is_comparison and hold_positions(operation.operands))
            ):
                continue
            if run.models.get(DOUBTFUL) and not loss.raises:
                continue
            tell(run, operation.place, loss.code, loss.message, loss.advice, raises=loss.raises)
    return NO_ORIGIN if operation.name in COMPARISONS else origins, False


def hold_positions(operands: Iterable[Any]) -> bool:
    """Whether an operand holds indices, as `jnp.arange` makes them. What they are compared with is no huge number."""
    makers = (item.maker for item in operands if isinstance(item, Array))
    return any(maker is not None and maker.kind == "positions" for maker in makers)


def _has_assumed(operation: Operation) -> bool:
    """Whether an operand is an integer by assumption."""
    arrays = [(item.dtype or "", item.origins) for item in operation.operands if isinstance(item, (Array, NumPyArray))]
    return _is_assumed_integer(arrays)


def operator_losses(operation: Operation) -> tuple[Loss, ...]:
    """The losses of an operator on two operands, by the core."""
    from .arrays import operand

    values: list[LossValue] = []
    for item in operation.operands:
        known = operand(item)
        if known is None:
            return ()
        constant = item.constant if isinstance(item, (Number, NumPyArray)) else ABSENT
        values.append(LossValue((known,), (constant,) if is_plain_number(constant) else ()))
    return binary_losses(operation.name, values[0], values[1], operation.system) if len(values) == 2 else ()


def meet(run: Run, operation: Operation, result: str) -> tuple[Origins, bool]:
    """Decide whether operands that are promoted with each other widen a narrow float by accident.

    Args:
        run: the run.
        operation: the operation.
        result: the dtype of the result.

    Returns: The origins of the result, and whether an upcast is told.
    """
    from .arrays import entering_dtype

    if result.startswith("weak"):
        return NO_ORIGIN, False
    parts = [entering_dtype(item, operation.system) for item in operation.operands]
    strong = [(dtype, _with_slots(run, origins)) for dtype, origins in parts if dtype in operation.system.nodes]
    strong = [(dtype, origins) for dtype, origins in strong if dtype is not None and not dtype.startswith("weak")]
    wide = [origins for dtype, origins in strong if dtype == result]
    narrow = [(dtype, origins) for dtype, origins in strong if is_narrower(dtype, result)]
    if not wide:
        if result not in FLOATS or _is_assumed_integer(strong):
            return NO_ORIGIN, False
        if narrow:
            return _without_wide_operand(run, operation, result, narrow), True
        return accident(operation.place, f"the default float of {shown_operation(operation)}"), False
    origins = settled(wide)
    if not narrow:
        return origins, False
    if is_accident(wide) and _may_be_told(narrow, result):
        return _told(run, operation, result, [dtype for dtype, _ in narrow], origins), True
    if origins and kinds(origins) <= {"chosen", "mixed", "accident"}:
        from .slots import is_passed

        shown, passed = shown_operation(operation), is_passed(run, origins)
        return frozenset((Origin("mixed", operation.place, shown, causes_of(origins), passed, narrow[0][0]),)), False
    return origins, False


def _is_assumed_integer(operands: Sequence[tuple[str, Origins]]) -> bool:
    """Whether an operand is an integer or bool by assumption, so that its default float has no cause in the program."""
    return any(dtype not in FLOATS and kinds(origins) == {"assumed"} for dtype, origins in operands)


def is_narrower(dtype: str | None, result: str) -> bool:
    """Whether a float dtype loses its width in a result: a 16-bit float in a wider one, or float32 in float64."""
    if dtype not in FLOATS or result not in ("float32", "float64") or dtype == result:
        return False
    return FLOATS.index(dtype) < FLOATS.index(result) and (dtype in NARROW_FLOATS or result == "float64")


def is_accident(wide: Sequence[Origins]) -> bool:
    """Whether nobody chose the dtype of the wide operands: one is an accident, and none is chosen or unknown."""
    if any(not origins for origins in wide):
        return False
    each_kinds = [kinds(origins) for origins in wide]
    return any("accident" in one for one in each_kinds) and all(one <= {"accident", "reported"} for one in each_kinds)


def _may_be_told(narrow: list[tuple[str, Origins]], result: str) -> bool:
    """float32 beside a float64 of JAX's own default is told only if the program chose float32."""
    dtype, origins = narrow[0]
    return dtype in NARROW_FLOATS or (bool(origins) and kinds(origins) == {"chosen"})


def _without_wide_operand(
    run: Run, operation: Operation, result: str, narrow: Sequence[tuple[str, Origins]]
) -> Origins:
    """Tell narrow floats whose result is wider than each operand. Returns: The origins of the result.

    bfloat16 and float16 have no common dtype of 16 bits. Functions such as `jnp.fft.irfft` compute in float32.
    """
    dtype, shown = narrow[0][0], shown_operation(operation)
    causes: Origins = frozenset().union(*(origins for _, origins in narrow))
    causes = causes if len(causes) <= MOST_ORIGINS else NO_ORIGIN
    if operation.is_dtype_only:
        run.records.common_dtypes.add(operation.place)
    loss = next((loss for loss in _joining_losses(operation) if loss.code is DTYPE_WIDENING), None)
    if loss is None:
        causes = accident(operation.place, f"the default float of {shown}")
        message = f"{dtype} becomes {result} in {shown}, {memory(dtype, result)}: it computes in {result}"
        loss = Loss(DTYPE_UPCAST, message, f"Cast the result back: .astype(jnp.{dtype})")
    tell(run, operation.place, loss.code, loss.message, loss.advice, origins=causes,
         is_for_callers=operation.is_dtype_only)  # fmt: skip
    return frozenset((Origin("reported", operation.place, f"a reported upcast in {shown}", causes, narrow=dtype),))


def _joining_losses(operation: Operation) -> tuple[Loss, ...]:
    """The losses of operands that are promoted with each other. The advice for a function quotes no source."""
    from .arrays import operand

    if operation.name in BINARY:
        return operator_losses(operation)
    known = [operand(item) for item in operation.operands]
    values = [LossValue((each,)) for each in known if each is not None]
    losses = joined_losses(operation.name, values, operation.system) if len(values) == len(known) else ()
    return tuple(loss._replace(advice=PLACEHOLDER.sub("", loss.advice)) for loss in losses)


def _told(run: Run, operation: Operation, result: str, narrow_dtypes: Sequence[str], origins: Origins) -> Origins:
    from .wide_operands import wide_operand

    narrow = narrow_dtypes[0]
    if operation.is_dtype_only:
        run.records.common_dtypes.add(operation.place)
    causes = frozenset(origin for origin in origins if origin.kind == "accident")
    shown = shown_operation(operation)
    makers = (item.maker for item in operation.operands if isinstance(item, Array) and item.dtype == result)
    if any(maker is not None and maker.kind == "wave" for maker in makers):
        run.records.waves.add((operation.place, run.context))
    wide = wide_operand(run, operation, causes)
    several = list(dict.fromkeys(dtype for dtype in narrow_dtypes if dtype in NARROW_FLOATS))
    advice = wide.advice(narrow)
    subject, reason = f"{narrow} becomes", wide.sentence(result)
    if len(several) > 1:  # without the wide operand, the result would be as wide
        subject, reason = f"{' and '.join(several)} become", f"{reason}, and {NO_COMMON_DTYPE}"
        advice = f"Cast all operands to one dtype: {' or '.join(f'.astype(jnp.{dtype})' for dtype in several)}"
    message = f"{subject} {result} in {shown}, {memory(narrow, result)}: {reason}"
    tell(run, operation.place, DTYPE_UPCAST, message, advice, origins=causes,
         is_for_callers=operation.is_dtype_only, is_mixed=len(several) > 1)  # fmt: skip
    return frozenset((Origin("reported", operation.place, f"a reported upcast in {shown}", causes, narrow=narrow),))


def memory(narrow: str, wide: str) -> str:
    """How much more memory a wider dtype takes: ``twice the memory``."""
    if not BYTES.get(narrow):
        return "with more memory"
    factor = BYTES[wide] // BYTES[narrow]
    return "twice the memory" if factor == 2 else f"{factor} times the memory"


def shown_operation(operation: Operation) -> str:
    """An operation as messages name it: ``*``, or ``jnp.where``."""
    return f'"{BINARY[operation.name]}"' if operation.name in BINARY else operation.name


def _with_slots(run: Run, origins: Origins) -> Origins:
    """The origins of an operand; a mix that is told as a widened slot counts as reported."""
    if not run.records.slots or not origins:
        return origins
    return frozenset(
        origin._replace(kind="reported") if origin.kind == "mixed" and origin.place in run.records.slots else origin
        for origin in origins
    )


def check_index(run: Run, item: Any, index: Value, node: ast.AST) -> bool:
    """Report an index that has another dtype than an integer or bool dtype. Returns: Whether JAX rejects it."""
    from .index_findings import check

    return check(run, item, index, node)
