"""Runs a small program twice, by Python and by the interpreter, and shows the values at its calls of `reveal_type`.

A value is a text: ``float32`` for an array, ``3`` for a number whose value is known and ``int`` for others, ``[1, 2]``,
``{'a': 1}``, ``Point(1, 2)``, the name of its class for an object, and ``?`` for an unknown value
or a name of a library.
"""

from __future__ import annotations

import builtins
import enum
import functools
import sys
import types
from ast import literal_eval
from collections.abc import Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from typing import Any

from jaxtyping_promo.interpreter.heap import key_value
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.run import Run, Systems
from jaxtyping_promo.interpreter.values import (
    ABSENT,
    Array,
    BoundMethod,
    Class,
    Dtype,
    External,
    Function,
    Items,
    Module,
    Number,
    NumPyArray,
    Object,
    Range,
    Singleton,
    Text,
    Tuple,
    Unknown,
    Value,
)

MAIN = "program_of_the_test"
"""The module that runs."""
Files = Mapping[str, str]
Shown = dict[int, set[str]]
"""The texts of the values at each line, over all evaluations."""
KEPT: list[types.ModuleType] = []
"""The modules that ran. JAX (0.10 and 0.12) remembers classes of numbers by their address: a class that is freed lets a
later one at its address count as a number of the wrong kind."""


def same(program: str | Files, *, x64: bool = False) -> None:
    """Assert that the interpreter knows exactly the values that Python has."""
    abstract, concrete = interpreted(program, x64=x64), executed(program)
    assert concrete
    for line in {**concrete, **abstract}:
        texts, values = abstract.get(line), concrete.get(line)
        assert texts == values, f"line {line}: the interpreter says {texts}, Python {values}"


def covers(program: str | Files) -> None:
    """Assert that each of Python's values is one of the alternatives that the interpreter keeps apart."""
    abstract, concrete = interpreted(program), executed(program)
    assert concrete
    for line, texts in concrete.items():
        missing = {text for text in texts if not any(_admits(alternative, text) for alternative in abstract[line])}
        assert not missing, f"line {line}: the interpreter says {abstract[line]}, Python {texts}"


def _admits(abstract: str, concrete: str) -> bool:
    """Whether the text of an abstract value admits the text of a value of Python."""
    if abstract in ("?", "array", concrete, _class_of(concrete)):
        return True
    alternatives = _split(abstract, "|")
    if len(alternatives) > 1 and any(_admits(each, concrete) for each in alternatives):
        return True
    kind, of, items = abstract.partition(" of ")
    if of and kind in ("list", "dict", "set", "items") and concrete[:1] in "[({":
        parts = [part.partition(": ")[2] if kind == "dict" else part for part in _split(concrete[1:-1], ",")]
        return all(_admits(items, part) for part in parts)
    if abstract[:1] == concrete[:1] and concrete[0] in "[({":
        rows = _split(abstract[1:-1], ","), _split(concrete[1:-1], ",")
        return len(rows[0]) == len(rows[1]) and all(map(_admits, *rows))
    return False


def _split(text: str, separator: str) -> list[str]:
    """The parts of a text between separators that stand outside of brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == separator and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _class_of(text: str) -> str:
    """The class of a number or string by its text."""
    try:
        constant = literal_eval(text)
    except (SyntaxError, ValueError):
        return text
    return type(constant).__name__


def reveals(program: str | Files, *, x64: bool = False) -> list[str]:
    """What the interpreter knows at each call of `reveal_type`, in the order of lines."""
    return [" / ".join(sorted(texts)) for _, texts in sorted(interpreted(program, x64=x64).items())]


# ------------------------------------------------------------------------------------------------- the interpreter


def interpreted(program: str | Files, *, x64: bool = False) -> Shown:
    """The texts of the interpreter's values, by line."""
    with written(program) as files:
        shown: dict[tuple[int, int], str] = {}
        with _recording(shown):
            Program(files, systems=Systems(x64=x64)).interpret()
    found: Shown = {}
    for (line, _), text in sorted(shown.items()):
        found.setdefault(line, set()).add(text)
    return found


@contextmanager
def written(program: str | Files) -> Any:
    """The files of a program in a folder for the time of a test, the main module first."""
    texts = {f"{MAIN}.py": program} if isinstance(program, str) else program
    with TemporaryDirectory() as folder:
        files = []
        for name, text in texts.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text))
            files.append(path)
        yield files[:1]


@contextmanager
def _recording(shown: dict[tuple[int, int], str]) -> Any:
    """Replace the model of `reveal_type` by one that keeps texts."""
    from jaxtyping_promo.interpreter.libraries import load_models
    from jaxtyping_promo.interpreter.libraries.registry import MODELS

    def record(run: Run, call: Any) -> Value:
        value: Value = call.arguments[0]
        if run.records.is_on:
            shown[call.node.lineno, run.context] = abstract_text(run, value)
        return value

    load_models()
    old = MODELS["typing.reveal_type"]
    MODELS["typing.reveal_type"] = record
    try:
        yield
    finally:
        MODELS["typing.reveal_type"] = old


def abstract_text(run: Run, value: Value) -> str:
    """An abstract value as text."""
    return " | ".join(sorted({_abstract(run, item) for item in value})) or "no value"


def _abstract(run: Run, item: Any) -> str:
    match item:
        case Unknown() | External():
            return "?"
        case Array(dtype=dtype):
            return dtype or "array"
        case NumPyArray(dtype=dtype):
            return f"NumPy {dtype}"
        case Number(kind=kind, constant=constant) | Text(kind=kind, constant=constant):
            return kind if constant is ABSENT else repr(constant)
        case Singleton(kind=kind):
            return {"NoneType": "None", "ellipsis": "Ellipsis"}.get(kind, kind)
        case Dtype(name=name):
            return f"dtype {name}"
        case Tuple(items=items, cls=cls):
            texts = [abstract_text(run, each) for each in items]
            return _row(texts) if cls is None else f"{run.classes[cls].name}({', '.join(texts)})"
        case Items(item=each):
            return f"items of {abstract_text(run, each)}"
        case Range(start=start, stop=stop, step=step):
            return _row([str(number) for number in range(start, stop, step)])
        case Function(definition=definition):
            return f"function {definition.name}"
        case BoundMethod(function=function):
            return f"method {function.definition.name}"
        case Class(site=site):
            return f"class {run.classes[site].name}"
        case Module(name=name):
            return f"module {name}"
        case Object():
            return _object(run, item)
    return type(item).__name__


def _object(run: Run, item: Object) -> str:
    found = run.object(item)
    if found.escape is not None:
        return "?"
    if found.kind == "instance":
        return run.classes[found.cls].name if found.cls in run.classes else "object"
    if not found.is_known:
        return f"{found.kind} of {abstract_text(run, found.everything())}"
    texts = [abstract_text(run, each) for each in found.fields.values()]
    if found.kind == "list":
        return f"[{', '.join(texts)}]"
    if found.kind == "set":
        return f"{{{', '.join(sorted(texts))}}}"
    keys = [abstract_text(run, key_value(key)) for key in found.fields]
    return "{" + ", ".join(f"{key}: {text}" for key, text in zip(keys, texts, strict=True)) + "}"


# ---------------------------------------------------------------------------------------------------------- Python


def executed(program: str | Files) -> Shown:
    """The texts of the values of the running program, by line."""
    found: Shown = {}

    def record(value: Any) -> Any:
        frame = sys._getframe(1)
        found.setdefault(frame.f_lineno, set()).add(concrete_text(value))
        return value

    with written(program) as files:
        folder = str(files[0].parent)
        before = set(sys.modules)
        sys.path.insert(0, folder)
        builtins.reveal_type = record  # type: ignore[attr-defined]
        module = types.ModuleType("__main__")
        module.__file__ = str(files[0])
        KEPT.append(module)
        old_main = sys.modules["__main__"]
        is_script = "__main__" in files[0].read_text()
        module.__name__ = "__main__" if is_script else MAIN
        sys.modules[module.__name__] = module
        try:
            exec(compile(files[0].read_text(), str(files[0]), "exec"), module.__dict__)
        finally:
            sys.modules["__main__"] = old_main
            sys.path.remove(folder)
            del builtins.reveal_type  # type: ignore[attr-defined]
            files_by_name = {name: str(getattr(sys.modules[name], "__file__", "")) for name in {*sys.modules} - before}
            KEPT.extend(sys.modules.pop(name) for name, file in files_by_name.items() if file.startswith(folder))
            sys.modules.pop(MAIN, None)
    return found


def concrete_text(value: Any) -> str:
    """A value of the running program as text, as `abstract_text` has it."""
    import numpy as np

    if isinstance(value, enum.Enum):
        return type(value).__name__
    if isinstance(value, (bool, int, float, complex, str, bytes, type(None), type(...))) and not isinstance(
        value, np.generic
    ):
        return repr(value)
    if isinstance(value, type):
        return f"class {value.__name__}"
    if isinstance(value, tuple):
        texts = [concrete_text(each) for each in value]
        return f"{type(value).__name__}({', '.join(texts)})" if hasattr(value, "_fields") else _row(texts)
    if isinstance(value, range):
        return _row([str(number) for number in value])
    if isinstance(value, (set, frozenset)):
        return f"{{{', '.join(sorted(map(concrete_text, value)))}}}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{concrete_text(key)}: {concrete_text(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list) or type(value).__name__ == "deque":
        return f"[{', '.join(map(concrete_text, value))}]"
    if isinstance(value, types.MethodType):
        return f"method {value.__name__}"
    if isinstance(value, types.FunctionType):
        return f"function {value.__name__}"
    if isinstance(value, types.ModuleType):
        return f"module {value.__name__}"
    if isinstance(value, (functools.partial, types.GeneratorType)):
        return type(value).__name__
    return _array(value) or type(value).__name__


def _array(value: Any) -> str:
    """The text of an array or dtype; empty for other values."""
    import jax
    import numpy as np

    if isinstance(value, np.dtype):
        return f"dtype {value.name.replace('bool', 'bool_')}"
    if isinstance(value, jax.Array):
        name = value.dtype.name.replace("bool", "bool_")
        if not value.aval.weak_type:
            return name
        return {"f": "weak_float", "i": "weak_int", "c": "weak_complex"}.get(value.dtype.kind, name)
    if isinstance(value, (np.ndarray, np.generic)):
        return f"NumPy {value.dtype.name.replace('bool', 'bool_')}"
    return ""


def _row(texts: list[str]) -> str:
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
