"""Infers the dtypes and kinds that NumPy's functions, methods and attributes return.

>>> from jaxtyping_promo.inference import Arguments, Operand
>>> halves = Operand(("float16",), origin="numpy array")
>>> two = Arguments(frozenset(("x1", "x2")), {"x1": ((halves,),), "x2": ((halves,),)})
>>> infer_numpy("numpy.hypot", two).values[0].answer
Result(dtypes=('float16',), variable=None)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ..rules.evaluation import results
from ..rules.numpy_ml_dtypes import CREATING, KEPT_BESIDE_ML_FLOATS, ML_FLOATS, PROXY, keeps_ml_floats
from ..rules.numpy_tables import NumpyRule, numpy_rule
from ..rules.numpy_vocabulary import casts_to_same_kind
from ..rules.rule import SILENT, Rule
from ..rules.vocabulary import WHICH, constant, requested
from .answer import (
    FOREIGN_DTYPE,
    NO_COMMON_DTYPE,
    OPERAND_UNKNOWN,
    OUTSIDE_OF_RULE,
    TOO_MANY_COMBINATIONS,
    Answer,
    Refusal,
    Result,
    Unknown,
)
from .arguments import Arguments, Slots
from .numpy_dtypes import NUMPY, combinations_of, has_ml_float, is_known, stored_if_all_weak, with_proxy
from .numpy_kinds import ANY_ARRAY, ANY_VALUE, ARRAY, KINDS, PYTHON, Call, Kinds, kinds_of, python_scalar_of
from .numpy_operators import operator_answer
from .numpy_values import Form, NumpyAnswer, NumpyValue
from .operators import MOST_ANSWERS

EXACT_OUT = (
    *("argmax", "argmin", "nanargmax", "nanargmin", "dot", "einsum", "multi_dot", "ptp"),
    *("permuted", "random", "standard_exponential", "standard_gamma", "standard_normal"),
)
"""The functions whose ``out`` needs the dtype of the result; other functions cast the result to ``out``."""
RETURNING_NUMBERS = ("numpy.fft.fftn", "numpy.fft.ifftn")
"""The functions that return a number as it is: it has no axis to transform along."""
IGNORED_OUT = ("hfft", "ifft2", "irfft2")
"""The functions that do not use ``out`` before NumPy 2.5, so that both dtypes are possible."""


def infer_numpy(
    function: NumpyRule | str, arguments: Arguments, kinds: Mapping[str, Kinds] | None = None
) -> NumpyAnswer:
    """The dtypes and kinds that a function of NumPy returns.

    Args:
        function: the rule of a function, or the full name of a function that has a rule.
        arguments: the arguments of the call by parameter. ``given`` has every passed parameter except those whose
            argument is None or, for a parameter of `NumpyRule.numbers`, a Python number. ``operands`` has the arrays
            and numbers, ``out`` included; a list of numbers counts as an array of its dtype, and for functions without
            operands, such as ``random.normal``, the arguments decide on the kind. ``dtypes`` has the dtype arguments,
            and ``literals`` the parameters of `NumpyRule.flags`.
        kinds: the kinds of arguments of which more is known than the origin of their operands tells.

    Raises:
        KeyError: the function has no rule.
    """
    if isinstance(function, str):
        found = numpy_rule(function)
        if found is None:
            raise KeyError(function)
        function = found
    rule = arguments.rule_for_call(function.rule)
    if rule is None or arguments.given.intersection((*rule.unless, *rule.strong_unless)):
        return NumpyAnswer("unknown", (NumpyValue(Unknown(OUTSIDE_OF_RULE), ANY_VALUE),))
    if rule.kind in SILENT and rule.dtype is None:
        return NumpyAnswer("none")
    call = _call(rule, arguments, kinds or {})
    result_kinds = _kinds(function, rule, call)
    if rule.item is not None:
        return _each(function, rule.item, arguments)
    parts = rule.parts or (rule,)
    if function.fullname in RETURNING_NUMBERS and call.has_only_numbers:
        return NumpyAnswer("unknown", (NumpyValue(Unknown(OUTSIDE_OF_RULE), ANY_VALUE),))
    if len(parts) > 1 and "out" in arguments.operands:  # an array for the first of several results
        return NumpyAnswer("unknown", (NumpyValue(Unknown(OUTSIDE_OF_RULE), ANY_VALUE),))
    answers = [_with_out(function, part, _answer(function, part, arguments), arguments) for part in parts]
    if function.kind in ("choice", "permutation") and call.has_only_numbers:  # a number stands for the range below it
        answers = [Unknown(OUTSIDE_OF_RULE) if answers == [Result(("uint64",))] else Result(("int64",))]
    if function.kind == "own" and result_kinds == PYTHON and answers == [Result(("bool_",))]:
        answers = [Result(("int64",))]  # the real part of a bool is an int
    values = tuple(_value(answer, result_kinds) for answer in answers)
    return NumpyAnswer(_form(rule), values)


def _form(rule: Rule) -> Form:
    if rule.parts:
        return "tuple"
    if rule.kind in ("list of", "tuple of"):
        return "list"
    return "value or list" if rule.kind == "array or list of" else "value"


def _each(function: NumpyRule, item: Rule, arguments: Arguments) -> NumpyAnswer:
    """The values of a function that returns one array for each argument."""
    (name,) = function.rule.operands
    items = arguments.operands.get(name)
    if items is None or not arguments.is_counted:
        return NumpyAnswer("list", (NumpyValue(Unknown(OPERAND_UNKNOWN), ANY_ARRAY),))
    answers = [_of_slots(function, item, ((name, one),), None) for one in items]
    is_single = len(answers) == 1 and function.signature.name.startswith("atleast")
    return NumpyAnswer("value" if is_single else "tuple", tuple(NumpyValue(answer, ANY_ARRAY) for answer in answers))


# ------------------------------------------------------------------------------------------------------------- dtypes


def _answer(function: NumpyRule, rule: Rule, arguments: Arguments) -> Answer:
    """The dtype of one value, before ``out`` and the kind of the value count."""
    if function.is_ufunc and arguments.is_given("dtype", "signature", "casting"):
        return _of_loop(function, rule, arguments)
    dtype = arguments.dtypes.get(rule.dtype) if rule.dtype is not None else None
    if rule.dtype is not None and rule.dtype in arguments.dtypes:
        if dtype in ML_FLOATS and function.kind in CREATING and not rule.which:
            return Result((dtype,)) if keeps_ml_floats(function.fullname) else Unknown(FOREIGN_DTYPE)
        if dtype is None or not is_known(dtype):
            return Unknown(FOREIGN_DTYPE)
        if not rule.which:
            return Result((requested(NUMPY, dtype),))
    if rule.constant is not None:
        if dtype is not None:
            return Result((requested(NUMPY, dtype),)) if WHICH[rule.which](dtype, ()) else Unknown(OUTSIDE_OF_RULE)
        dtype = constant(NUMPY, rule.constant)
        return Unknown(OUTSIDE_OF_RULE) if dtype is None else Result((dtype,))
    if rule.kind in SILENT or is_operand_unknown(rule, arguments):
        return Unknown(OPERAND_UNKNOWN)
    slots = arguments.slots(rule.operands)
    if function.is_ufunc and len(slots) == 2 and not rule.maps and has_ml_float(slots):
        return operator_answer(rule.operator or "add", slots[0][1], slots[1][1])
    if has_ml_float(slots) and not keeps_ml_floats(function.fullname):
        return Unknown(FOREIGN_DTYPE)
    return _of_slots(function, rule, slots, dtype)


def is_operand_unknown(rule: Rule, arguments: Arguments) -> bool:
    """Whether the call passes an operand of the rule that is unknown."""
    passed = arguments.given.intersection(rule.operands)
    return arguments.unknown_operand(rule.operands) or not passed <= arguments.operands.keys()


@lru_cache(MOST_ANSWERS)
def _of_slots(function: NumpyRule, rule: Rule, slots: Slots, dtype: str | None) -> Answer:
    """The dtypes for every combination of dtypes that the operands may have. A rejected combination counts for none."""
    if not (slots or rule.defaults or dtype):
        return Unknown(OUTSIDE_OF_RULE)
    found: dict[str, None] = {}
    first: tuple[str, ...] = ()
    combinations = combinations_of(slots)
    if combinations is None:
        return Unknown(TOO_MANY_COMBINATIONS)
    for combination in combinations:
        of_numpy, ml_float = with_proxy(combination)
        if not all(map(is_known, of_numpy)):
            return Unknown(FOREIGN_DTYPE)
        operands = _by_name(rule, [name for name, _ in slots], stored_if_all_weak(of_numpy))
        nodes = results(rule, NUMPY, operands, dtype)
        if ml_float is not None and (dtype is not None or not {*(nodes or ())} <= KEPT_BESIDE_ML_FLOATS):
            return Unknown(FOREIGN_DTYPE)
        if nodes is None:
            if rule.is_partial or rule.compares_others:
                return Unknown(OUTSIDE_OF_RULE)
            first = first or combination
        for node in nodes or ():
            found[ml_float if ml_float is not None and node == PROXY else NUMPY.stored(node)] = None
    if found:
        return Result(tuple(found))
    if not first or dtype is not None:
        return Unknown(NO_COMMON_DTYPE)
    what = function.fullname.replace("numpy.", "np.", 1)
    return Refusal(f'"{what}" is not defined for {" and ".join(first)}', None, first, tuple(name for name, _ in slots))


def _of_loop(function: NumpyRule, rule: Rule, arguments: Arguments) -> Answer:
    """The dtype of a ufunc's result if the call selects the loop by its dtype.

    There must be a loop for the dtype, and NumPy casts operands only to the same kind or a higher one. Methods that
    apply a ufunc along an axis cast to any dtype.
    """
    dtype = arguments.dtypes.get("dtype")
    if dtype is None or not is_known(dtype) or arguments.is_given("signature", "casting"):
        return Unknown(OUTSIDE_OF_RULE)
    dtype = requested(NUMPY, dtype)
    if not has_loop(rule, dtype):
        return Unknown(OUTSIDE_OF_RULE)
    if is_operand_unknown(rule, arguments):
        return Unknown(OPERAND_UNKNOWN)
    slots = arguments.slots(rule.operands)
    if rule.makes_bool:
        return _of_slots(function, rule, slots, None)
    combinations = combinations_of(slots)
    for combination in combinations or ():
        casts = [is_reduction(function) or casts_to_same_kind(each, dtype) for each in combination if is_known(each)]
        if len(casts) < len(combination) or not all(casts):
            return Unknown(OUTSIDE_OF_RULE)
    return Unknown(TOO_MANY_COMBINATIONS) if combinations is None else Result((dtype,))


def has_loop(rule: Rule, dtype: str | None) -> bool:
    """Whether a ufunc returns a dtype for operands of this dtype."""
    if rule.constant is not None or dtype is None:
        return False
    loop = Rule(
        rule.text,
        maps=tuple(word for word in rule.maps if not word.is_of_sums),
        operator=rule.operator,
        operands=rule.operands,
    )
    return results(loop, NUMPY, dict.fromkeys(rule.operands, dtype)) == (dtype,)


def _has_loop_of_both(rule: Rule, one: str, other: str) -> bool:
    """Whether a ufunc has a loop for the join of two dtypes; False if NumPy's promotion has no join of them."""
    return is_known(one) and is_known(other) and has_loop(rule, NUMPY.promote(one, other))


def is_reduction(function: NumpyRule) -> bool:
    """Whether a function is a method that applies a ufunc along an axis."""
    return function.is_ufunc and function.signature.positional[:1] == ("array",)


def _by_name(rule: Rule, names: list[str], dtypes: tuple[str, ...]) -> dict[str, str | list[str]]:
    gathered: dict[str, list[str]] = {}
    for name, dtype in zip(names, dtypes, strict=True):
        gathered.setdefault(name, []).append(dtype)
    return {name: values if name in rule.starred else values[0] for name, values in gathered.items()}


# ------------------------------------------------------------------------------------------------- out, and the kinds


def _with_out(function: NumpyRule, rule: Rule, answer: Answer, arguments: Arguments) -> Answer:
    """The dtype of the argument ``out``, if the call has one and NumPy casts the result to it."""
    if not arguments.is_given("out") and "out" not in arguments.operands:
        return answer
    out = arguments.operands.get("out")
    if out is None or len(out) != 1 or not isinstance(answer, Result):
        return answer if isinstance(answer, Refusal) else Unknown(OUTSIDE_OF_RULE)
    dtypes = tuple(dict.fromkeys(dtype for operand in out[0] for dtype in operand.dtypes))
    name = function.signature.name
    for dtype in dtypes:
        for result in answer.dtypes:
            if not is_known(dtype) or (is_reduction(function) and not _has_loop_of_both(rule, dtype, result)):
                return Unknown(OUTSIDE_OF_RULE)
            if dtype != result and (name in EXACT_OUT or not casts_to_same_kind(result, dtype)):
                return Unknown(NO_COMMON_DTYPE)
    return Result(tuple(dict.fromkeys((*dtypes, *answer.dtypes))) if name in IGNORED_OUT else dtypes)


def _call(rule: Rule, arguments: Arguments, given: Mapping[str, Kinds]) -> Call:
    """The facts that decide on the kind of the result."""
    by_parameter = {
        name: frozenset(kind for one in items for kind in kinds_of(one))
        for name, items in arguments.operands.items()
        if items is not None
    } | {**given}
    names = [name for part in (rule.parts or (rule,)) for name in (*part.operands, *part.joining)]
    operands = [
        by_parameter.get(name, ANY_ARRAY)
        for name in dict.fromkeys(names or by_parameter)
        if name in arguments.operands or name in given
    ]
    return Call(tuple(operands), arguments, by_parameter)


def _kinds(function: NumpyRule, rule: Rule, call: Call) -> Kinds:
    if call.arguments.is_given("out") or "out" in call.arguments.operands:
        return ANY_VALUE if function.signature.name in EXACT_OUT else ANY_ARRAY
    return ARRAY if rule is function.rule.otherwise else KINDS[function.kind](call)


def _value(answer: Answer, kinds: Kinds) -> NumpyValue:
    """A value with its kinds; Python numbers have the name of their type as their dtype."""
    if "python scalar" not in kinds or not isinstance(answer, Result):
        return NumpyValue(answer, kinds)
    weak = tuple(map(python_scalar_of, answer.dtypes))
    return NumpyValue(Result(weak if len(kinds) == 1 else (*answer.dtypes, *weak)), kinds)
