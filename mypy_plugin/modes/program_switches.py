"""What the modules of a program switch in JAX, passed on from one module to all others.

mypy checks modules one by one, may have them in its cache, and gives them to several workers. All of these know which
module depends on which. So a module that switches something is made to depend on a module of the stubs that stands for
it, a mark (`get_additional_deps`), and `_switches`, which mypy reads anew at each run, has all marks written into it
when it is analyzed. What comes of that is part of the interface of `Array`'s module: if it changes, mypy checks all
that has arrays anew.

mypy's daemon does not analyze `_switches` again. It asks for the plugin's version before each run, though, and starts
anew if that is another: so the files of the program are looked at again then, if they have changed. A module that comes
to the program later is written into `_switches` when it is checked, and all others depend on that.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from functools import cache, lru_cache
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
from ..jax_names import ARRAY_MODULE
from .switch_calls import LIBRARIES
from .switch_flow import NOTHING, Found, Possible, Unsaid, found_in

SWITCHES_MODULE: Final = "jaxtyping_promo._switches"
WRITTEN: Final = f"{SWITCHES_MODULE}._Written"
"""The base of the class in it at which mypy asks for a hook."""
STATE: Final = "STATE"
_TRIGGER: Final = f"<{SWITCHES_MODULE}.{STATE}>"
"""What mypy's daemon calls a change of it."""
MARK: Final = "jaxtyping_promo._switch_{}"

MOST_FILES: Final = 16_384
"""The number of files whose switches are kept: of all but a few there is nothing to keep."""

_MAY_SWITCH = re.compile(rb"(?i)x64|dtype_bits|dtype_promotion|with_absl|use_absl|complete_absl|\bconfig\b")
"""What there is in the text of a module that switches anything."""


class Program(NamedTuple):
    """What a program switches.

    Attributes:
        leaks: what each module may switch for others, by module and option.
        environment: what the environment of the check says of each option.
        noted: the module that has the note about an option.
    """

    leaks: Mapping[str, Mapping[str, Possible]]
    environment: Mapping[str, Possible]
    noted: Mapping[str, str]

    def elsewhere(self, module: str, key: str) -> Possible:
        """What an option may be by what other modules than one switch, and by the environment."""
        others = (found[key] for name, found in self.leaks.items() if name != module and key in found)
        return frozenset[bool | str | Unsaid]().union(*others, self.environment.get(key, frozenset()))


NO_PROGRAM = Program({}, {}, {})


# ------------------------------------------------------------------------------------------------- what a file switches


class Texts:
    """The texts of the files under check, as mypy reads them."""

    def __init__(self, options: Options) -> None:
        self._shadows = dict(options.shadow_file or [])

    def found(self, module: str, path: str) -> Found:
        """What a file switches; nothing if it can't be read, or is one of JAX's own or a stub."""
        if module.partition(".")[0] in LIBRARIES or path.endswith(".pyi"):
            return NOTHING
        try:
            status = os.stat(path := self._shadows.get(path, path))
        except (OSError, ValueError):
            return NOTHING
        return _found_in_file(path, status.st_mtime_ns, status.st_size)


@lru_cache(MOST_FILES)
def _found_in_file(path: str, changed: int, size: int) -> Found:
    try:
        data = Path(path).read_bytes()
        return found_in(data.decode("utf-8-sig")) if b"jax" in data.lower() and _MAY_SWITCH.search(data) else NOTHING
    except (OSError, ValueError):
        return NOTHING


def marks_of(found: Found) -> tuple[str, ...]:
    """The marks of a module that switches something."""
    return tuple(
        mark
        for mark, (key, value) in MARKS.items()
        if value in found.leaks.get(key, ()) or Unsaid.ANYTHING in found.leaks.get(key, ())
    )


# ------------------------------------------------------------------------------------------- from one module to others


class Marks:
    """The dependencies of modules by which what they switch gets to others.

    Args:
        options: mypy's.
        texts: the texts of the files under check.
    """

    def __init__(self, options: Options, texts: Texts) -> None:
        self._options, self._texts = options, texts
        self._is_daemon = options.fine_grained_incremental

    def dependencies(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """What mypy is told that a module depends on."""
        if file.fullname == ARRAY_MODULE:
            return [(10, SWITCHES_MODULE, -1)]
        marks = marks_of(self._texts.found(file.fullname, file.path))
        if self._is_daemon:
            DAEMON.read(file.fullname, file.path, marks)
        if "site-packages" not in Path(file.path).parts and not file.is_stub and (marks or _imports_jax(file)):
            marks = (*marks, SHOWN)
        if not marks or not self._are_stubs_found():
            return []
        return [(10, module, -1) for module in (SWITCHES_MODULE, *map(MARK.format, marks))]

    def cached(self, module: str, path: str) -> None:
        """A module that mypy may have in its cache."""
        if self._is_daemon:
            DAEMON.read(module, path, marks_of(self._texts.found(module, path)))

    @cache  # noqa: B019
    def _are_stubs_found(self) -> bool:
        try:
            paths = compute_search_paths([], self._options, os.path.dirname(mypy.__file__))
            found = FindModuleCache(paths, None, self._options).find_module(SWITCHES_MODULE)
        except Exception:  # mypy says itself what is wrong with its paths
            return False
        return isinstance(found, str)


def _imports_jax(file: MypyFile) -> bool:
    for statement in file.imports:
        match statement:
            case Import(ids=ids) if any(name.partition(".")[0] == "jax" for name, _ in ids):
                return True
            case ImportFrom(id=name) if name.partition(".")[0] == "jax":
                return True
    return False


def is_read_anew(module: str) -> bool:
    """Whether mypy is to read a module at each run, whatever it has in its cache."""
    return module == SWITCHES_MODULE


def stamp() -> str:
    """What is in no cache."""
    return uuid4().hex


def write_switches(ctx: ClassDefContext) -> None:
    """Base-class hook of the class in `_switches`: write down what the program switches."""
    depends: dict[str, set[str]] = ctx.api.import_map  # type: ignore[attr-defined]
    marked: dict[str, list[str]] = {}
    shown: list[str] = []
    marks = {MARK.format(mark): mark for mark in (*MARKS, SHOWN)}
    for module, modules in depends.items():
        found = sorted(marks[name] for name in modules & marks.keys())
        if SHOWN in found:
            shown.append(module)
            found.remove(SHOWN)
        if found:
            marked[module] = found
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    noted = _noted(marked, shown, {ENVIRONMENT[name] for name in environment})
    state = {"marks": dict(sorted(marked.items())), "environment": environment, "noted": noted}
    _write(ctx, SWITCHES_MODULE, json.dumps(state))


def _noted(marked: Mapping[str, list[str]], shown: list[str], by_environment: set[str]) -> dict[str, str]:
    """The module that has the note about each option: one that users see and that switches it, if there is one."""
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
    """Have mypy's daemon check the functions of a module again when it learns of a switch."""
    targets = {tree.fullname}
    for name, symbol, _ in tree.local_definitions():
        if not isinstance(symbol.node, TypeInfo | Var):
            targets.add(name)
    tree.plugin_deps.setdefault(_TRIGGER, set()).update(targets)


def learn(api: CheckerPluginInterface, found: Found) -> bool:
    """Have the program know of a module that mypy's daemon has come to since it began; whether it is news.

    Args:
        api: mypy's, at the module.
        found: what the module switches.
    """
    tree: MypyFile = api.tree  # type: ignore[attr-defined]
    modules: dict[str, MypyFile] = api.modules  # type: ignore[attr-defined]
    symbol = modules[SWITCHES_MODULE].names.get(STATE) if SWITCHES_MODULE in modules else None
    text, marks = _text(symbol), sorted(marks_of(found))
    state = json.loads(text) if text is not None else {}
    if (
        symbol is None
        or not isinstance(symbol.node, Var)
        or not state
        or marks == state["marks"].get(tree.fullname, [])
    ):
        return False
    state["marks"][tree.fullname] = marks
    if "site-packages" not in Path(tree.path).parts:
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
    """Base-class hook of `Array`: its module's interface changes with what the program switches."""
    module = ctx.api.modules.get(SWITCHES_MODULE)
    text = _text(module.names.get(STATE) if module else None)
    if text is not None:
        _write(ctx, ARRAY_MODULE, text)


def _write(ctx: ClassDefContext, module: str, text: str) -> None:
    var = Var(STATE, LiteralType(text, ctx.api.named_type("builtins.str")))
    var._fullname, var.is_ready = f"{module}.{STATE}", True
    names = ctx.api.modules[module].names
    names[STATE] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)


def _text(symbol: SymbolTableNode | None) -> str | None:
    t = get_proper_type(symbol.node.type) if symbol is not None and isinstance(symbol.node, Var) else None
    return t.value if isinstance(t, LiteralType) and isinstance(t.value, str) else None


def program(symbol: SymbolTableNode | None) -> Program:
    """What is written in `_switches`."""
    text = _text(symbol)
    return NO_PROGRAM if text is None else _parsed(text)


@lru_cache(8)
def _parsed(text: str) -> Program:
    state = json.loads(text)
    leaks: dict[str, dict[str, Possible]] = {}
    for module, marks in state["marks"].items():
        for mark in marks:
            key, value = MARKS[mark]
            known = leaks.setdefault(module, {})
            known[key] = known.get(key, frozenset()) | {value}
    environment: dict[str, Possible] = {}
    for name, said in state["environment"].items():
        key = ENVIRONMENT[name]
        new = environment_value(key, said)
        environment[key] = frozenset((Unsaid.ANYTHING if new is None else new,))
    return Program(leaks, environment, state["noted"])


# ---------------------------------------------------------------------------------------------------- mypy's daemon


class _Daemon:
    """What the files of the program switched when the daemon read them.

    Attributes:
        restarts: a number that changes when a file switches something else now.
        is_built: whether it has checked the program once.
    """

    def __init__(self) -> None:
        self.restarts = 0
        self.is_built = False
        self._marks: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._is_late = False

    def has_learnt(self) -> None:
        """All modules know of what has come since."""
        self._is_late = False

    def read(self, module: str, path: str, marks: tuple[str, ...]) -> None:
        """The daemon has read a file, or will do so now."""
        known = self._marks.get(path, ("", ()))[1]
        if self.is_built and marks != known:
            self._is_late = True  # the modules that it has checked before do not know
        self._marks[path] = (module, marks)

    def asked_again(self, texts: Texts) -> None:
        """The daemon asks for the plugin's version, before it looks at the files."""
        if not self._marks:
            return
        self.is_built = True
        if self._is_late or any(marks_of(texts.found(m, path)) != marks for path, (m, marks) in self._marks.items()):
            self.restarts += 1
            self._is_late = False


DAEMON = _Daemon()
"""The daemon that this process is, if it is one."""
