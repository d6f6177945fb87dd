"""The dtype rule of a function without dtypes: the plugin's answer for each dtype of the open parameters.

mypy infers the rule from a small module with one call of the function for each combination of dtypes.
"""

from __future__ import annotations

# mypy's modules import each other in a cycle that can only be entered here.
import mypy.types  # isort: skip  # noqa: F401

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from difflib import get_close_matches
from importlib.util import find_spec
from io import StringIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final, NamedTuple

from mypy.build import BuildResult, BuildSource, build
from mypy.errors import CompileError
from mypy.main import process_options
from mypy.nodes import Decorator, FuncDef, MypyFile, OverloadedFuncDef, SymbolNode, TypeInfo
from mypy.types import AnyType, CallableType, Instance, Type, flatten_nested_unions, get_proper_type, get_proper_types

from ..mypy_plugin.calls.results import is_open
from ..mypy_plugin.jax_names import SCALARS
from ..mypy_plugin.types.operands import as_array
from .dtype_coverage import CACHE, PLUGIN

VARIED: Final = 2
"""The number of parameters that get one dtype after the other; further ones get the dtype of the last of these."""
RANDOM_KEY: Final = "key"
"""What stands for a random key, such as `jax.random.key` makes, in place of a dtype."""
KEY_NAMES: Final = re.compile(r"(?:.*_)?(?:key|rng)")
"""The names of parameters that get a random key."""
WITH_VALUES: Final = frozenset((*SCALARS, "builtins.str"))
"""The classes in annotations whose values a parameter gets; of any other class, it gets a value of type `Any`."""
MODULE: Final = "calls_for_rule_"
"""The beginning of the names of the modules that call the function."""

MESSAGE: Final = re.compile(rf".*{MODULE}(\d+)\.py:\d+(?::\d+)*: (error|note): (.*)")
REVEALED: Final = re.compile(r'Revealed type is "(.*)"')
ONE_ARRAY: Final = re.compile(r"Array\[([\w| ]+)\]")


class Case(NamedTuple):
    """The answer for one combination of dtypes.

    Attributes:
        dtypes: the dtypes of the parameters that vary; empty if none does.
        result: the dtype of the result, or its type if it is no array; ``"unknown"`` if mypy does not know it.
        reports: the plugin's errors and notes.
    """

    dtypes: tuple[str, ...]
    result: str
    reports: tuple[str, ...]


class FunctionRule(NamedTuple):
    """The rule of a function.

    Attributes:
        name: the full name of the function.
        parameters: the open parameters that vary.
        given: the other open parameters, each with the dtype that it gets in every case; `RANDOM_KEY` for a random key.
        following: the open parameters that get the dtype of the last one that varies.
        cases: the answer for each combination of dtypes.
    """

    name: str
    parameters: tuple[str, ...]
    given: Mapping[str, str]
    following: tuple[str, ...]
    cases: tuple[Case, ...]

    def others(self) -> list[str]:
        """What the open parameters get that do not vary, one sentence for each."""
        given = [(name, "a random key" if dtype == RANDOM_KEY else dtype) for name, dtype in self.given.items()]
        return [
            *(f"{name}: {value} in every case" for name, value in given),
            *(f"{name}: the dtype of {self.parameters[-1]}" for name in self.following),
        ]


class _Argument(NamedTuple):
    """An argument of the call.

    Attributes:
        before: the text before the value: ``"name="`` for a parameter that takes no position.
        parameter: the name of the parameter.
        type: the type of the value; empty for an array.
    """

    before: str
    parameter: str
    type: str


class _Call(NamedTuple):
    """How to call the function.

    Attributes:
        imports: the statement that imports what the call needs.
        declared: the parameters of the caller that are no arrays, with their types.
        called: the function, as the caller writes it.
        arguments: the arguments.
    """

    imports: str
    declared: tuple[str, ...]
    called: str
    arguments: tuple[_Argument, ...]


def function_rule(name: str, dtypes: Sequence[str], given: Mapping[str, str] = MappingProxyType({})) -> FunctionRule:
    """Ask mypy for the results of a function for each combination of dtypes.

    Args:
        name: the full name of a function or method. mypy reads its configuration in the current folder.
        dtypes: the names of dtypes.
        given: the dtype, or `RANDOM_KEY`, of parameters that do not vary. A parameter that is named like a random key
            is given one by default.

    Raises:
        ValueError: there is no such function, no parameter is open, a parameter in `given` is not open, or mypy can't
            read its configuration.
    """
    with TemporaryDirectory() as text:
        folder = Path(text).resolve()
        name, call = _call(name, folder)
        open_parameters = [argument.parameter for argument in call.arguments if not argument.type]
        if not open_parameters:
            raise ValueError(f"{name!r} has no parameter whose dtype is open")
        for parameter in given:
            if parameter not in open_parameters:
                raise ValueError(f"{name!r} has no open parameter {parameter!r}; it has {', '.join(open_parameters)}")
        given = {parameter: RANDOM_KEY for parameter in open_parameters if KEY_NAMES.fullmatch(parameter)} | {**given}
        free = [parameter for parameter in open_parameters if parameter not in given]
        varied, following = tuple(free[:VARIED]), tuple(free[VARIED:])
        combinations = [*product(dtypes, repeat=len(varied))]
        programs = []
        for combination in combinations:
            last = combination[-1:] * len(following)
            programs.append(_program(call, {**given, **dict(zip(varied + following, combination + last, strict=True))}))
        result = _built(programs, folder)
    cases = [Case(combination, "unknown", ()) for combination in combinations]
    for message in result.errors:
        match = MESSAGE.fullmatch(message)
        if match is None:
            continue
        number, message = int(match[1]), match[3]
        revealed = REVEALED.fullmatch(message)
        if revealed is not None:
            cases[number] = cases[number]._replace(result=_result(revealed[1]))
        elif not message.startswith("See http"):
            cases[number] = cases[number]._replace(reports=(*cases[number].reports, f"{match[2]}: {message}"))
    return FunctionRule(name, varied, given, following, tuple(cases))


def _program(call: _Call, dtypes: Mapping[str, str]) -> str:
    """A module that calls the function with arrays of these dtypes."""
    parameters = [*call.declared]
    arguments: list[str] = []
    for before, parameter, declared in call.arguments:
        value = f"a{len(arguments)}"
        dtype = dtypes.get(parameter)
        array = f"Array[{'Any' if dtype == RANDOM_KEY else dtype}]"  # no dtype class stands for random keys
        parameters.append(f"{value}: '{declared or array}'")
        arguments.append(f"{before}{value}")
    return (
        "from typing import Any\nfrom jaxtyping_promo import *\nfrom jaxtyping_promo import Array\n"
        f"{call.imports}\n"
        f"def caller({', '.join(parameters)}) -> None:\n    reveal_type({call.called}({', '.join(arguments)}))\n"
    )


def _call(name: str, folder: Path) -> tuple[str, _Call]:
    """The full name of a function, and how to call it."""
    top, _, rest = name.partition(".")
    if not rest:
        raise ValueError(f"{name!r} is no full name of a function, as package.module.function")
    if not any(Path(path).exists() for path in (top, f"{top}.py", f"src/{top}", f"src/{top}.py")):
        _link(top, folder)
    parts = name.split(".")
    module = next((m for end in range(len(parts) - 1, 0, -1) if _is_module(m := ".".join(parts[:end]), folder)), None)
    if module is None:
        raise ValueError(f"no module of {name!r} is found")
    result = _built([f"import {module}\n"], folder)
    tree: MypyFile | None = result.files.get(module)
    node: SymbolNode | None = tree
    owner: TypeInfo | None = None
    for part in parts[module.count(".") + 1 :]:
        names = node.names if isinstance(node, MypyFile | TypeInfo) else {}
        owner = node if isinstance(node, TypeInfo) else None
        symbol = names.get(part)
        node = None if symbol is None else symbol.node
    function = node.func if isinstance(node, Decorator) else node
    if isinstance(function, OverloadedFuncDef) or not isinstance(function, FuncDef):
        known = [one for one in getattr(owner or tree, "names", {}) if not one.startswith("__")]
        near = get_close_matches(parts[-1], known, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ", as package.module.function"
        raise ValueError(f"{name!r} is no function that mypy finds{hint}")
    return function.fullname, _of_function(function, owner, module, parts)


def _of_function(function: FuncDef, owner: TypeInfo | None, module: str, parts: list[str]) -> _Call:
    signature = function.type if isinstance(function.type, CallableType) else None
    path = ".".join(parts[module.count(".") + 1 :])
    has_receiver = owner is not None and not function.is_static
    arguments: list[_Argument] = []
    for position, (parameter, kind) in enumerate(zip(function.arg_names, function.arg_kinds, strict=True)):
        if (has_receiver and position == 0) or not kind.is_required() or parameter is None:
            continue
        declared_type = "" if signature is None else _type_of_argument(signature.arg_types[position])
        arguments.append(_Argument(f"{parameter}=" if kind.is_named() else "", parameter, declared_type))
    called = f"{module}.{path}"
    declared: tuple[str, ...] = ()
    if has_receiver and not function.is_class:
        declared, called = (f"owner: {called.rpartition('.')[0]}",), f"owner.{function.name}"
    return _Call(f"import {module}", declared, called, tuple(arguments))


def _is_module(name: str, folder: Path) -> bool:
    path = Path(*name.split("."))
    return any(
        (root / path).is_dir() or (root / path).with_suffix(".py").is_file() for root in (Path(), Path("src"), folder)
    )


def _link(package: str, folder: Path) -> None:
    """Link an installed package, because mypy infers few types in installed packages."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        spec = None
    if spec is not None and spec.submodule_search_locations:
        (folder / package).symlink_to(spec.submodule_search_locations[0])


def _built(programs: Sequence[str], folder: Path) -> BuildResult:
    """Check modules with mypy; the module of a program has its number."""
    paths = []
    for number, text in enumerate(programs):
        path = folder / f"{MODULE}{number}.py"
        path.write_text(text)
        paths.append(str(path))
    output = StringIO()
    shown = ["--no-pretty", "--hide-error-context", "--show-error-codes", "--no-error-summary"]
    try:
        with redirect_stderr(output), redirect_stdout(output):
            sources, options = process_options([*shown, *paths], stdout=output, stderr=output)
    except SystemExit:
        raise ValueError(output.getvalue().strip().splitlines()[-1]) from None
    if PLUGIN not in options.plugins:
        options.plugins.append(PLUGIN)
        if not options.config_file:  # mypy loads plugins only from a configuration file
            (folder / "mypy.ini").write_text("[mypy]\n")
            options.config_file = str(folder / "mypy.ini")
    if options.cache_dir != os.devnull:
        options.cache_dir = os.path.join(options.cache_dir, CACHE)
    try:
        return build([_with_text(source) for source in sources], options)
    except CompileError as error:
        raise ValueError("; ".join(error.messages)) from None


def _with_text(source: BuildSource) -> BuildSource:
    """A module that mypy checks even if its cache has it."""
    assert source.path is not None
    return BuildSource(source.path, source.module, Path(source.path).read_text(), source.base_dir)


def _result(revealed: str) -> str:
    """A type as the table shows it."""
    text = re.sub(r"[A-Za-z_]\w*\.", "", revealed)
    array = ONE_ARRAY.fullmatch(text)
    shown = text if array is None else array[1]
    return "unknown" if shown == "Any" else shown


def _type_of_argument(declared: Type) -> str:
    """The type of the value that a parameter of a declared type gets; empty if it takes an array of any dtype.

    A container of arrays gets a value of type `Any`, and so do the program's own classes.
    """
    t = get_proper_type(declared)
    if _takes_open_array(t):
        return ""
    return t.type.name if isinstance(t, Instance) and t.type.fullname in WITH_VALUES else "Any"


def _takes_open_array(t: Type) -> bool:
    """Whether a parameter takes an array of any dtype."""
    members = get_proper_types(flatten_nested_unions([t]))
    may_be_array = any(
        isinstance(one, AnyType) or (isinstance(one, Instance) and as_array(one) is not None) for one in members
    )
    return may_be_array and is_open(t)
