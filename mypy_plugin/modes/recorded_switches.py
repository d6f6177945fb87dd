"""The record of a program's switches, in the type of a variable of the stubs' module `_switches`.

mypy stores the variable with the module's interface, so workers and later runs read the record. `program` reads it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from mypy.nodes import GDEF, MypyFile, SymbolTableNode, Var
from mypy.plugin import CheckerPluginInterface, ClassDefContext
from mypy.types import LiteralType, get_proper_type

from ...jax_options import ENVIRONMENT, MARKS, SHOWN, VALUES, environment_value
from ..jax_names import ARRAY_MODULE
from ..mypy_compat.modules import current_file, imported_modules, loaded_modules, set_full_name
from .daemon_marks import DAEMON
from .switch_scan import UNNAMED, ModuleSwitches, Possible
from .switches_in_files import marks_of

SWITCHES_MODULE: Final = "jaxtyping_promo._switches"
STATE: Final = "STATE"
STATE_TRIGGER: Final = f"<{SWITCHES_MODULE}.{STATE}>"
"""The name of a change of `STATE` in mypy's daemon."""
MARK: Final = "jaxtyping_promo._switch_{}"


class Program(NamedTuple):
    """The switches of a program.

    Attributes:
        leaks: the values that each module may give each option for other modules.
        environment: the values that the environment variables of the check give each option.
        first_module: the module with the note about the environment.
    """

    leaks: Mapping[str, Mapping[str, Possible]]
    environment: Mapping[str, Possible]
    first_module: str

    def elsewhere(self, module: str, key: str) -> Possible:
        """The values that other modules and the environment may give an option."""
        others = (values[key] for name, values in self.leaks.items() if name != module and key in values)
        return frozenset[bool | str]().union(*others, self.environment.get(key, frozenset()))


NO_PROGRAM = Program({}, {}, "")


def write_switches(ctx: ClassDefContext) -> None:
    """Base-class hook of the class in `_switches`: record the switches of the program."""
    marks = {MARK.format(mark): mark for mark in (*MARKS, SHOWN)}
    marked = {module: {marks[name] for name in used & marks.keys()} for module, used in imported_modules(ctx).items()}
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    shown = [module for module, own in marked.items() if SHOWN in own]
    state = {
        "marks": {module: sorted(own - {SHOWN}) for module, own in sorted(marked.items()) if own - {SHOWN}},
        "environment": environment,
        # Left out where nothing needs it: a new state makes mypy check all modules with arrays again.
        "first": min(shown, default="") if environment else "",
    }
    _write(ctx, SWITCHES_MODULE, json.dumps(state))


def record_new_module(api: CheckerPluginInterface, module_switches: ModuleSwitches) -> bool:
    """Record the switches of a module that was added while mypy's daemon was running; whether they are new.

    Args:
        api: the type checker, at the module.
        module_switches: the switches in the module.
    """
    tree: MypyFile = current_file(api)
    modules: dict[str, MypyFile] = loaded_modules(api)
    symbol = modules[SWITCHES_MODULE].names.get(STATE) if SWITCHES_MODULE in modules else None
    text, marks = _text(symbol), sorted(marks_of(module_switches))
    if symbol is None or not isinstance(symbol.node, Var) or text is None:
        return False
    state = json.loads(text)
    if marks == state["marks"].get(tree.fullname, []):
        return False
    state["marks"][tree.fullname] = marks
    symbol.node.type = LiteralType(json.dumps(state), api.named_generic_type("builtins.str", []))
    for name in tree.names:
        tree.plugin_deps.setdefault(f"<{tree.fullname}.{name}>", set()).add(STATE_TRIGGER)
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
        if len(marks) == len(MARKS):  # a switch whose option is unknown, which leaves all marks
            leaks[module] |= {key: frozenset((UNNAMED,)) for key in VALUES if key != "x64"}
    environment: dict[str, Possible] = {}
    for name, setting in state["environment"].items():
        key = ENVIRONMENT[name]
        new = environment_value(key, setting)
        environment[key] = frozenset(VALUES[key] if new is None else (new,))
    return Program(leaks, environment, state["first"])
