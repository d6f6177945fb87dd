"""NumPy's functions: what each returns for operands of every dtype, and what our rule says of the same call."""

from __future__ import annotations

import contextlib
import inspect
import io
import itertools
import re
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from jaxtyping_promo.inference import Arguments, Operand, Refusal, Result
from jaxtyping_promo.inference.numpy_functions import infer_numpy
from jaxtyping_promo.inference.numpy_values import NumpyAnswer
from jaxtyping_promo.rules.numpy_tables import NumpyRule, numpy_rule
from jaxtyping_promo.system import PYTHON_SCALARS

from .numpy_calls import (
    CALLS,
    DISTRIBUTION,
    DTYPE_GIVEN,
    MATRICES,
    NOT_FOR_NUMBERS,
    OF_SCALARS,
    REQUIRED,
    UNFIT_VALUES,
    WITHOUT_DIMENSIONS,
    WITHOUT_PARAMETER,
)

DTYPES = (
    *("bool_", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"),
    *("float16", "float32", "float64", "complex64", "complex128"),
)
SOME = ("bool_", "uint8", "int32", "uint64", "float16", "float32", "complex64")
"""A dtype of each kind."""
FEW = ("int8", "uint16", "float16", "float32", "int")
"""Some dtypes for functions of more than two operands."""
NUMBERS: dict[str, Any] = {"bool": True, "int": 1, "float": 1.0, "complex": 1j}
"""A number of each Python scalar type."""
FORMS = ("array", "numpy scalar", "0-d array")
ERRORS = (
    *(TypeError, ValueError, IndexError, AttributeError, OverflowError, BufferError),
    *(np.linalg.LinAlgError, NotImplementedError),
)
"""The errors with which NumPy rejects operands."""


class Outcome(NamedTuple):
    """The dtypes and kinds of the values that NumPy returned.

    Attributes:
        dtypes, kinds: one for each value.
        is_single: whether NumPy returned one value instead of a sequence.
    """

    dtypes: tuple[str, ...]
    kinds: tuple[str, ...]
    is_single: bool


class Case(NamedTuple):
    """One call: NumPy's outcome and our answer.

    Attributes:
        text: the call with its operands.
        outcome: NumPy's outcome; None if NumPy raised an error.
        answer: our answer.
        is_strict: whether an error of NumPy can only be the fault of a dtype.
    """

    text: str
    outcome: Outcome | None
    answer: NumpyAnswer
    is_strict: bool

    def __str__(self) -> str:
        theirs = "error" if self.outcome is None else f"{self.outcome.dtypes} {self.outcome.kinds}"
        ours = [
            (getattr(one.answer, "dtypes", type(one.answer).__name__), sorted(one.kinds)) for one in self.answer.values
        ]
        return f"{self.text}: NumPy {theirs}, the rule {self.answer.form} {ours}"

    @property
    def values(self) -> list[Any]:
        """Our value for each of NumPy's values."""
        assert self.outcome is not None
        if self.answer.form == "tuple":
            return list(self.answer.values)
        return [*self.answer.values] * len(self.outcome.dtypes)

    @property
    def is_wrong(self) -> bool:
        """Whether the rule contradicts NumPy."""
        answers = [value.answer for value in self.answer.values]
        if self.outcome is None:
            return self.is_strict and bool(answers) and all(isinstance(answer, Result) for answer in answers)
        if not self.outcome.dtypes:
            return False
        if any(isinstance(answer, Refusal) for answer in answers):
            return True
        if self.answer.form == "unknown":
            return False
        if self.answer.form == "none" or len(self.values) != len(self.outcome.dtypes):
            return True
        if self.outcome.is_single != (self.answer.form == "value") and self.answer.form != "value or list":
            return True
        return any(
            (isinstance(value.answer, Result) and dtype not in value.answer.dtypes) or kind not in value.kinds
            for value, dtype, kind in zip(self.values, self.outcome.dtypes, self.outcome.kinds, strict=True)
        )

    @property
    def is_known(self) -> bool:
        """Whether the rule gives one dtype for each value."""
        return all(isinstance(one.answer, Result) and len(one.answer.dtypes) == 1 for one in self.answer.values)


def name_of(dtype: Any) -> str:
    return np.dtype(dtype).name.replace("bool", "bool_")


def kind_of(value: Any) -> str:
    if isinstance(value, np.generic):
        return "numpy scalar"
    if isinstance(value, np.ndarray):
        return "array" if value.ndim else "0-d array"
    return "python scalar"


def outcome_of(value: Any) -> Outcome:
    parts = list(value) if isinstance(value, tuple | list) else [value]
    dtypes = [
        type(part).__name__ if type(part) in (bool, int, float, complex) else name_of(part.dtype) for part in parts
    ]
    return Outcome(tuple(dtypes), tuple(map(kind_of, parts)), not isinstance(value, tuple | list))


def computed(call: Any, scope: dict[str, Any]) -> Outcome | None:
    """NumPy's outcome of a call; None if NumPy raises an error."""
    with warnings.catch_warnings(), np.errstate(all="ignore"), contextlib.suppress(ERRORS):
        warnings.simplefilter("ignore")
        return outcome_of(eval(call, {"np": np, "io": io, "rng": RNG, "state": STATE, **scope}))
    return None


def operand_value(dtype: str, form: str, *, is_matrix: bool) -> Any:
    """A value of a dtype: ones, or an identity matrix."""
    if dtype in NUMBERS:
        return NUMBERS[dtype]
    scalar_type = getattr(ml_dtypes, dtype, None) or getattr(np, dtype)
    if form == "numpy scalar":
        return scalar_type(1)
    array = np.eye(3) if is_matrix else np.ones(3)
    return (np.ones(()) if form == "0-d array" else array).astype(scalar_type)


def operand_of(dtype: str, form: str) -> Operand:
    if dtype in NUMBERS:
        return Operand((dtype,))
    return Operand((dtype,), origin="numpy scalar" if form == "numpy scalar" else "numpy array")


@cache
def callable_of(fullname: str) -> Any:
    """The function, or the method of a class."""
    value: Any = np
    for name in fullname.split(".")[1:]:
        value = getattr(value, name)
    return value


def call_text(function: NumpyRule) -> str:
    """The call of a function, with operands by the names of their parameters."""
    fullname = function.fullname
    if fullname in CALLS:
        return CALLS[fullname]
    if fullname.startswith("numpy.finfo."):
        return f"np.finfo(self.dtype).{function.signature.name}"
    names = operand_names(function)
    if fullname.count(".") == 1 and (function.signature.is_attribute or function.kind == "constructor"):
        return f"np.{fullname.partition('.')[2]}" + ("" if function.signature.is_attribute else "(x)")
    if function.signature.is_attribute or fullname in CALLS:
        return f"self.{function.signature.name}"
    arguments, owner = [], "np" + fullname.removeprefix("numpy")
    parameters = list(inspect.signature(callable_of(fullname)).parameters.values())
    if fullname.endswith(".outer"):
        return f"{owner}({', '.join(names)})"
    if fullname.startswith("numpy.ndarray."):
        owner, parameters = f"self.{function.signature.name}", parameters[1:]
    elif ".Generator." in fullname or ".RandomState." in fullname:
        owner, parameters = (
            f"{'rng' if '.Generator.' in fullname else 'state'}.{function.signature.name}",
            parameters[1:],
        )
    for parameter in parameters:
        name = parameter.name
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            if name in names:
                arguments.append(name)
            continue
        is_needed = parameter.default is parameter.empty
        if name in names:
            starred = {one for part in parts_of(function) for one in part.starred}
            value = f"[{name}, {name}]" if name in starred else name
        elif is_needed:
            value = DISTRIBUTION.get(name, "2.0") if ".random." in fullname else REQUIRED.get(name, "1")
        else:
            continue
        arguments.append(f"{name}={value}" if parameter.kind is parameter.KEYWORD_ONLY or not is_needed else value)
    return f"{owner}({', '.join(arguments)})"


def parts_of(function: NumpyRule) -> tuple[Any, ...]:
    return function.rule.parts or (function.rule,)


def operand_names(function: NumpyRule) -> tuple[str, ...]:
    """The operands of a rule."""
    names = dict.fromkeys(name for part in parts_of(function) for name in part.operands)
    return tuple(names)


def is_matrix(fullname: str) -> bool:
    return (
        fullname in MATRICES
        or (
            fullname.startswith("numpy.linalg.")
            and not fullname.endswith((".cross", ".outer", ".vecdot", ".tensordot"))
        )
        or (fullname.startswith("numpy.fft.") and fullname.endswith(("2", "n")))
    )


class Called(NamedTuple):
    """A function with the text of its call, and how it is evaluated."""

    function: NumpyRule
    text: str
    compiled: Any

    @property
    def names(self) -> tuple[str, ...]:
        """The operands that the call has, ``self`` included."""
        words = {*re.findall(r"[A-Za-z_]\w*", self.text.partition("(")[2] or self.text)}
        owner = ("self",) if self.text.startswith("self") else ()
        names = operand_names(self.function)
        if self.function.kind in ("own", "constructor") and not names:
            names = self.function.signature.positional[:1]
        return tuple(dict.fromkeys((*owner, *(name for name in names if name in words))))

    def case(
        self,
        dtypes: tuple[str, ...],
        forms: tuple[str, ...],
        extra: str = "",
        more: Callable[[Arguments], Arguments] = lambda arguments: arguments,
        bindings: dict[str, Any] | None = None,
    ) -> Case:
        """Call NumPy and the rule with operands of some dtypes and forms."""
        names = self.names
        matrix = is_matrix(self.function.fullname)
        scope = {**(bindings or {})}
        if self.text.startswith("self") and dtypes[0] in NUMBERS:
            dtypes = ("int64", *dtypes[1:])  # Python numbers have other methods
        scope |= {n: operand_value(d, f, is_matrix=matrix) for n, d, f in zip(names, dtypes, forms, strict=True)}
        outcome = computed(self.compiled, scope)
        operands = {n: ((operand_of(d, f),),) for n, d, f in zip(names, dtypes, forms, strict=True)}
        if self.function.rule.kind == "each of":
            operands = {names[0]: operands[names[0]]}
        dtype_arguments = {"dtype": "float16"} if self.function.fullname in DTYPE_GIVEN else {}
        arguments = more(Arguments(frozenset(names), operands, dtype_arguments))
        shown = ", ".join(
            f"{n}={d} {'' if d in NUMBERS else f}".strip() for n, d, f in zip(names, dtypes, forms, strict=True)
        )
        is_strict = self.function.fullname not in OF_SCALARS and all(
            form == "array" and dtype not in NUMBERS for dtype, form in zip(dtypes, forms, strict=True)
        )
        return Case(f"{self.text} [{shown}] {extra}", outcome, infer_numpy(self.function, arguments), is_strict)


RNG, STATE = np.random.default_rng(0), np.random.RandomState(0)


@cache
def called(fullname: str, suffix: str = "") -> Called | None:
    """The call of a function; None if the tests have none. The suffix is put before the closing parenthesis."""
    function = numpy_rule(fullname)
    assert function is not None
    text = call_text(function)
    if not text:
        return None
    if suffix:
        text = f"{text[:-1]}, {suffix})" if not text.endswith("()") else f"{text[:-1]}{suffix})"
    return Called(function, text, compile(text, fullname, "eval"))


def cases(fullname: str, *, thin: bool = True) -> Iterator[Case]:
    """The calls of a function for every dtype and pair of dtypes, and for scalars and Python numbers."""
    one = called(fullname)
    if one is None:
        return
    count = len(one.names)
    forms = FORMS[:1] if fullname in NOT_FOR_NUMBERS else FORMS[:2] if fullname in WITHOUT_DIMENSIONS else FORMS
    numbers = () if fullname in NOT_FOR_NUMBERS else PYTHON_SCALARS
    everything = (*DTYPES, *numbers)
    is_thin = count > 2 or (thin and fullname.endswith(".outer"))
    for dtypes in itertools.product(FEW if is_thin else everything, repeat=count):
        yield one.case(dtypes, ("array",) * count)
    for form in forms[1:]:
        choices = FEW if is_thin else (*SOME, *numbers) if count == 2 else everything
        for dtypes in itertools.product(choices, repeat=count):
            yield one.case(dtypes, (form,) * count)
    if count == 2:
        for forms in (("array", "numpy scalar"), ("numpy scalar", "array")):
            for dtypes in itertools.product(SOME, repeat=2):
                yield one.case(dtypes, forms)


def cases_of_ml_dtypes(fullname: str) -> Iterator[Case]:
    """The calls of a function for floats of ml_dtypes, which all operands have."""
    one = called(fullname)
    if one is None or not one.names:
        return
    for dtype in ("bfloat16", "float8_e4m3fn", "float8_e5m2"):
        for form in FORMS[:1] if fullname in NOT_FOR_NUMBERS else FORMS:
            yield one.case((dtype,) * len(one.names), (form,) * len(one.names))


def cases_with_ml_dtype(fullname: str) -> Iterator[Case]:
    """The calls of a function with a dtype argument of ml_dtypes."""
    one = called(fullname, "dtype=dtype")
    assert one is not None
    for dtypes, forms in some_operands(len(one.names)):
        yield one.case(
            dtypes,
            forms,
            "dtype=bfloat16",
            lambda arguments: arguments._replace(given=arguments.given | {"dtype"}, dtypes={"dtype": "bfloat16"}),
            {"dtype": ml_dtypes.bfloat16},
        )


OPTIONAL_VALUES: dict[str, Any] = {
    **{text: eval(text) for text in ("1", "2.5", "1j", "[1, 2, 1]", "[1j, 1, 1]", "True", "False", "'F'", "(1,)")},
    "np.ones(3)": np.ones(3),
    "np.float64(1)": np.float64(1),
}
"""Arguments for optional parameters of unknown meaning. NumPy rejects most."""
TRIED_ELSEWHERE = frozenset(
    (
        *(
            "dtype",
            "out",
            "signature",
            "casting",
            "where",
            "axis",
            "keepdims",
            "axes",
            "device",
            "like",
            "subok",
            "type",
        ),
        *("key", "self"),
    )
)
"""The parameters that other tests try, or that no value of these fits."""


def optional_parameters(fullname: str) -> tuple[str, ...]:
    """The parameters of a function that the usual call omits."""
    function = numpy_rule(fullname)
    assert function is not None
    one = called(fullname)
    if one is None or function.is_ufunc or function.signature.is_attribute or one.text.endswith("]"):
        return ()
    names = (*function.signature.positional, *function.signature.keyword_only)
    return tuple(n for n in names if n not in {*TRIED_ELSEWHERE, *one.names} and f"{n}=" not in one.text)


def cases_with_optional_parameters(fullname: str, *, thin: bool = True) -> Iterator[Case]:
    """The calls of a function with each optional parameter, of several values."""
    function = numpy_rule(fullname)
    assert function is not None
    flags = {name for alternative in function.rule.alternatives for name, _ in alternative}
    for name, text in itertools.product(optional_parameters(fullname), OPTIONAL_VALUES):
        if (name, text) in UNFIT_VALUES.get(fullname, ()):
            continue
        one = called(fullname, f"{name}={text}")
        assert one is not None
        number = isinstance(OPTIONAL_VALUES[text], bool | int | float) and text != "np.float64(1)"

        def with_value(arguments: Arguments, name: str = name, text: str = text, number: bool = number) -> Arguments:
            given = arguments.given if number and name in function.rule.strong_unless else arguments.given | {name}
            literals = {name: text if text in ("True", "False") else None} if name in flags else {}
            return arguments._replace(given=given, literals=literals)

        for dtype in ("int8", "float32") if thin else ("int8", "float16", "float32", "complex64"):
            yield one.case((dtype,) * len(one.names), FORMS[:1] * len(one.names), "", with_value)


DTYPE_ARGUMENTS: dict[str, Any] = {
    **{dtype: getattr(np, dtype) for dtype in DTYPES},
    **{n: type(v) for n, v in NUMBERS.items()},
}
"""The dtype arguments: the dtypes and the Python types."""


def has_parameter(fullname: str, parameter: str) -> bool:
    """Whether a function has a parameter, and the test calls the function without it."""
    function = numpy_rule(fullname)
    assert function is not None
    if parameter not in function.signature.parameters or fullname in DTYPE_GIVEN:
        return False
    if f"{parameter} " in WITHOUT_PARAMETER.get(fullname, "") + " " or function.kind == "python":
        return False
    return parameter in (*function.signature.positional, *function.signature.keyword_only) and bool(call_text(function))


def some_operands(
    count: int, forms: tuple[str, ...] = FORMS[:1], *, thin: bool = True
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The dtypes and forms of operands that a test with other arguments tries."""
    dtypes = SOME if count == 2 or thin else DTYPES if count == 1 else FEW[:-1]
    shifted = zip(*(dtypes[shift:] + dtypes[:shift] for shift in range(count)), strict=True)
    pairs = [*shifted, *((dtype,) * count for dtype in dtypes)]
    for form in forms:
        for one in pairs if thin and count > 1 else itertools.product(dtypes, repeat=count):
            yield one, (form,) * count
    if count == 2:
        for one in SOME:
            for number in PYTHON_SCALARS[1:2] if thin else PYTHON_SCALARS:
                yield (one, number), FORMS[:1] * 2


def cases_with_dtype(fullname: str, *, thin: bool = True) -> Iterator[Case]:
    """The calls of a function with every dtype argument."""
    one = called(fullname, "dtype=dtype")
    assert one is not None
    for name, argument in DTYPE_ARGUMENTS.items():

        def with_dtype(arguments: Arguments, name: str = name) -> Arguments:
            return arguments._replace(given=arguments.given | {"dtype"}, dtypes={"dtype": name})

        for dtypes, forms in some_operands(len(one.names), thin=thin):
            yield one.case(dtypes, forms, f"dtype={name}", with_dtype, {"dtype": argument})


def cases_with_out(fullname: str, *, thin: bool = True) -> Iterator[Case]:
    """The calls of a function whose result goes into an array of every dtype."""
    usual, one = called(fullname), called(fullname, "out=out")
    assert usual is not None
    assert one is not None
    for dtypes, forms in some_operands(len(one.names), thin=thin):
        scope = {
            n: operand_value(d, f, is_matrix=is_matrix(fullname))
            for n, d, f in zip(one.names, dtypes, forms, strict=True)
        }
        with warnings.catch_warnings(), np.errstate(all="ignore"), contextlib.suppress(ERRORS):
            warnings.simplefilter("ignore")
            result = eval(usual.compiled, {"np": np, "io": io, "rng": RNG, "state": STATE, **scope})
            if isinstance(result, tuple | list):
                return
            for name in DTYPES:
                out = np.empty(np.shape(result), getattr(np, name))

                def with_out(arguments: Arguments, name: str = name) -> Arguments:
                    operands = {**arguments.operands, "out": ((Operand((name,), origin="numpy array"),),)}
                    return arguments._replace(given=arguments.given | {"out"}, operands=operands)

                yield one.case(dtypes, forms, f"out={name}", with_out, {"out": out})


def cases_with_axis(fullname: str, text: str, *, thin: bool = True) -> Iterator[Case]:
    """The calls of a function with an axis, or with ``keepdims``."""
    one = called(fullname, text)
    assert one is not None

    def with_axis(arguments: Arguments) -> Arguments:
        return arguments._replace(given=arguments.given | {text.partition("=")[0]})

    for dtypes, forms in some_operands(len(one.names), FORMS, thin=thin):
        yield one.case(dtypes, forms, text, with_axis)
