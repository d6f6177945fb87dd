"""Shares the switches of JAX options that each module contains with all other modules of the program.

mypy checks modules one by one, loads some from its cache, and distributes them to several workers. All workers know
which module depends on which. So a module with a switch gets a dependency on a module of the stubs that stands for the
switch: a mark (`get_additional_deps`). The module `_switches`, which mypy reads again in each run, collects all marks
when it is analyzed. The collection is part of the interface of `Array`'s module. If it changes, mypy checks all modules
with arrays again.

mypy's daemon does not analyze `_switches` again. But it asks for the plugin's version before each run, and restarts if
the version has changed. So the plugin looks for changed files then. A module that is added to the program later is
recorded in `_switches` when it is checked, and all other modules depend on that record.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple
from uuid import uuid4

import mypy
from mypy.modulefinder import FindModuleCache, compute_search_paths
from mypy.nodes import GDEF, Import, ImportFrom, MypyFile, SymbolTableNode, TypeInfo, Var
from mypy.options import Options
from mypy.plugin import CheckerPluginInterface, ClassDefContext
from mypy.types import LiteralType, get_proper_type

from ...jax_options import ENVIRONMENT, MARKS, SHOWN, VALUES, environment_value
from ..file_versions import once_per_version
from ..installed_packages import is_installed
from ..jax_names import ARRAY_MODULE
from ..mypy_compat import current_file, imported_modules, loaded_modules, set_full_name
from .switch_calls import LIBRARIES
from .switch_flow import NO_SWITCHES, ModuleSwitches, OpenValue, Possible, switches_in

SWITCHES_MODULE: Final = "jaxtyping_promo._switches"
WRITTEN: Final = f"{SWITCHES_MODULE}._Written"
"""The base of the class in `_switches` for which mypy calls a hook."""
STATE: Final = "STATE"
_TRIGGER: Final = f"<{SWITCHES_MODULE}.{STATE}>"
"""The name of a change of `STATE` in mypy's daemon."""
MARK: Final = "jaxtyping_promo._switch_{}"

MOST_FILES: Final = 16_384
"""The number of files whose switches are cached. Almost all files have none."""

_MAY_SWITCH = re.compile(rb"(?i)x64|dtype_bits|dtype_promotion|with_absl|use_absl|complete_absl|\bconfig\b")
"""Matches some text of every module that contains a switch."""


class Program(NamedTuple):
    """The switches of a program.

    Attributes:
        leaks: the values that each module may give each option for other modules.
        environment: the values that the environment variables of the check give each option.
        noted: the module in which to report each option.
    """

    leaks: Mapping[str, Mapping[str, Possible]]
    environment: Mapping[str, Possible]
    noted: Mapping[str, str]

    def elsewhere(self, module: str, key: str) -> Possible:
        """The values that other modules and the environment may give an option."""
        others = (values[key] for name, values in self.leaks.items() if name != module and key in values)
        return frozenset[bool | str | OpenValue]().union(*others, self.environment.get(key, frozenset()))


NO_PROGRAM = Program({}, {}, {})


# ------------------------------------------------------------------------------------------------- switches in a file


class Texts:
    """Reads the files under check as mypy does, with its option ``shadow_file``."""

    def __init__(self, options: Options) -> None:
        self._shadows = dict(options.shadow_file or [])

    def switches_of(self, module: str, path: str) -> ModuleSwitches:
        """The switches in a file; none if the file is unreadable, a stub, or part of JAX or another known library."""
        if module.partition(".")[0] in LIBRARIES or path.endswith(".pyi"):
            return NO_SWITCHES
        return _switches_of_file(self._shadows.get(path, path))


@once_per_version(MOST_FILES, missing=NO_SWITCHES)
def _switches_of_file(path: str) -> ModuleSwitches:
    """The switches in a file; none if it can't be read."""
    try:
        data = Path(path).read_bytes()
        return (
            switches_in(data.decode("utf-8-sig"))
            if b"jax" in data.lower() and _MAY_SWITCH.search(data)
            else NO_SWITCHES
        )
    except (OSError, ValueError):
        return NO_SWITCHES


def marks_of(module_switches: ModuleSwitches) -> tuple[str, ...]:
    """The marks for the switches of a module."""
    return tuple(
        mark
        for mark, (key, value) in MARKS.items()
        if value in module_switches.leaks.get(key, ()) or OpenValue.ANYTHING in module_switches.leaks.get(key, ())
    )


# ------------------------------------------------------------------------------------------- from one module to others


class Marks:
    """Gives modules the dependencies that carry their switches to other modules.

    Args:
        options: mypy's options.
        texts: reads the files under check.
    """

    def __init__(self, options: Options, texts: Texts) -> None:
        self._options, self._texts = options, texts
        self._is_daemon = options.fine_grained_incremental
        self._are_found: bool | None = None

    def dependencies(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """The additional dependencies of a module, for mypy's hook."""
        if file.fullname == ARRAY_MODULE:
            return [(10, SWITCHES_MODULE, -1)]
        marks = marks_of(self._texts.switches_of(file.fullname, file.path))
        if self._is_daemon:
            DAEMON.read(file.fullname, file.path, marks)
        if not is_installed(file.path) and not file.is_stub and (marks or _imports_jax(file)):
            marks = (*marks, SHOWN)
        if not marks or not self._are_stubs_found():
            return []
        return [(10, module, -1) for module in (SWITCHES_MODULE, *map(MARK.format, marks))]

    def cached(self, module: str, path: str) -> None:
        """Tell the daemon about a module that mypy may load from its cache."""
        if self._is_daemon:
            DAEMON.read(module, path, marks_of(self._texts.switches_of(module, path)))

    def _are_stubs_found(self) -> bool:
        """Whether mypy finds the module `_switches`."""
        if self._are_found is None:
            self._are_found = self._find_stubs()
        return self._are_found

    def _find_stubs(self) -> bool:
        """Search for the module `_switches` where mypy searches for modules."""
        try:
            paths = compute_search_paths([], self._options, os.path.dirname(mypy.__file__))
            path_or_reason = FindModuleCache(paths, None, self._options).find_module(SWITCHES_MODULE)
        except Exception:  # mypy itself reports errors in its paths
            return False
        return isinstance(path_or_reason, str)


def _imports_jax(file: MypyFile) -> bool:
    """Whether a file imports JAX."""
    for statement in file.imports:
        match statement:
            case Import(ids=ids) if any(name.partition(".")[0] == "jax" for name, _ in ids):
                return True
            case ImportFrom(id=name) if name.partition(".")[0] == "jax":
                return True
    return False


def is_read_anew(module: str) -> bool:
    """Whether mypy must analyze a module again in each run, instead of loading it from its cache."""
    return module == SWITCHES_MODULE


def stamp() -> str:
    """A text that no cache contains."""
    return uuid4().hex


def write_switches(ctx: ClassDefContext) -> None:
    """Base-class hook of the class in `_switches`: record the switches of the program."""
    depends = imported_modules(ctx)
    marked: dict[str, list[str]] = {}
    shown: list[str] = []
    marks = {MARK.format(mark): mark for mark in (*MARKS, SHOWN)}
    for module, modules in depends.items():
        module_marks = sorted(marks[name] for name in modules & marks.keys())
        if SHOWN in module_marks:
            shown.append(module)
            module_marks.remove(SHOWN)
        if module_marks:
            marked[module] = module_marks
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    noted = _noted(marked, shown, {ENVIRONMENT[name] for name in environment})
    state = {"marks": dict(sorted(marked.items())), "environment": environment, "noted": noted}
    _write(ctx, SWITCHES_MODULE, json.dumps(state))


def _noted(marked: Mapping[str, list[str]], shown: list[str], by_environment: set[str]) -> dict[str, str]:
    """The module in which to report each option: a module of the user's that contains a switch, if there is one."""
    noted: dict[str, str] = {}
    for key in VALUES:
        switching = _switching(marked, key)
        candidates = sorted(switching.intersection(shown)) or sorted(shown)
        if candidates and (switching or key in by_environment):
            noted[key] = candidates[0]
    return noted


def _switching(marked: Mapping[str, list[str]], key: str) -> set[str]:
    """The modules that switch an option."""
    return {module for module, marks in marked.items() if any(MARKS[mark][0] == key for mark in marks)}


def depend_on_switches(tree: MypyFile) -> None:
    """Make mypy's daemon check a module's functions again when the recorded switches change."""
    targets = {tree.fullname}
    for name, symbol, _ in tree.local_definitions():
        if not isinstance(symbol.node, TypeInfo | Var):
            targets.add(name)
    tree.plugin_deps.setdefault(_TRIGGER, set()).update(targets)


def learn(api: CheckerPluginInterface, module_switches: ModuleSwitches) -> bool:
    """Record the switches of a module that was added while mypy's daemon was running; whether they are new.

    Args:
        api: the type checker, at the module.
        module_switches: the switches in the module.
    """
    tree: MypyFile = current_file(api)
    modules: dict[str, MypyFile] = loaded_modules(api)
    symbol = modules[SWITCHES_MODULE].names.get(STATE) if SWITCHES_MODULE in modules else None
    text, marks = _text(symbol), sorted(marks_of(module_switches))
    state = json.loads(text) if text is not None else {}
    if (
        symbol is None
        or not isinstance(symbol.node, Var)
        or not state
        or marks == state["marks"].get(tree.fullname, [])
    ):
        return False
    state["marks"][tree.fullname] = marks
    if not is_installed(tree.path):
        for key in {MARKS[mark][0] for mark in marks}:
            first = state["noted"].get(key)
            if first not in _switching(state["marks"], key) or tree.fullname < first:
                state["noted"][key] = tree.fullname
    symbol.node.type = LiteralType(json.dumps(state), api.named_generic_type("builtins.str", []))
    for name in tree.names:
        tree.plugin_deps.setdefault(f"<{tree.fullname}.{name}>", set()).add(_TRIGGER)
    DAEMON.has_learnt()
    return True


def copy_switches(ctx: ClassDefContext) -> None:
    """Base-class hook of `Array`: copy the recorded switches, so that its module's interface changes with them."""
    module = ctx.api.modules.get(SWITCHES_MODULE)
    text = _text(module.names.get(STATE) if module else None)
    if text is not None:
        _write(ctx, ARRAY_MODULE, text)


def _write(ctx: ClassDefContext, module: str, text: str) -> None:
    """Add the variable `STATE` with a literal type to a module."""
    var = Var(STATE, LiteralType(text, ctx.api.named_type("builtins.str")))
    set_full_name(var, f"{module}.{STATE}")
    var.is_ready = True
    names = ctx.api.modules[module].names
    names[STATE] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)


def _text(symbol: SymbolTableNode | None) -> str | None:
    """The value of the literal type of `STATE`, or None."""
    t = get_proper_type(symbol.node.type) if symbol is not None and isinstance(symbol.node, Var) else None
    return t.value if isinstance(t, LiteralType) and isinstance(t.value, str) else None


def program(symbol: SymbolTableNode | None) -> Program:
    """The switches recorded in `_switches`."""
    text = _text(symbol)
    return NO_PROGRAM if text is None else _parsed(text)


@lru_cache(8)
def _parsed(text: str) -> Program:
    """The switches in the recorded JSON text."""
    state = json.loads(text)
    leaks: dict[str, dict[str, Possible]] = {}
    for module, marks in state["marks"].items():
        for mark in marks:
            key, value = MARKS[mark]
            leaked = leaks.setdefault(module, {})
            leaked[key] = leaked.get(key, frozenset()) | {value}
    environment: dict[str, Possible] = {}
    for name, said in state["environment"].items():
        key = ENVIRONMENT[name]
        new = environment_value(key, said)
        environment[key] = frozenset((OpenValue.ANYTHING if new is None else new,))
    return Program(leaks, environment, state["noted"])


# ---------------------------------------------------------------------------------------------------- mypy's daemon


class _Daemon:
    """The marks that the files of the program had when mypy's daemon read them.

    Attributes:
        restarts: a number that changes when the daemon has to restart, because the marks have changed.
        is_built: whether the daemon has checked the program once.
    """

    def __init__(self) -> None:
        self.restarts = 0
        self.is_built = False
        self._marks: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._is_late = False

    def has_learnt(self) -> None:
        """All modules know the switches that were added since the daemon started."""
        self._is_late = False

    def read(self, module: str, path: str, marks: tuple[str, ...]) -> None:
        """The daemon has read a file, or is about to."""
        earlier = self._marks.get(path, ("", ()))[1]
        if self.is_built and marks != earlier:
            self._is_late = True  # modules checked before do not know these marks
        self._marks[path] = (module, marks)

    def asked_again(self, texts: Texts) -> None:
        """The daemon asks for the plugin's version, before it looks for changed files."""
        if not self._marks:
            return
        self.is_built = True
        if self._is_late or any(
            marks_of(texts.switches_of(m, path)) != marks for path, (m, marks) in self._marks.items()
        ):
            self.restarts += 1
            self._is_late = False


DAEMON = _Daemon()
"""The state of the running mypy daemon, if this process is a daemon."""
