"""The settings that hold at each place of a module, from its configuration and from the program's calls into JAX.

``jax.config.update("jax_enable_x64", True)`` holds from that line on. ``with jax.enable_x64(True):`` holds in its
block, and ``@jax.enable_x64(True)`` in the decorated function. The code does not show which of the program's other
functions run under such a switch. So an option that the configuration does not set may have any value that some switch
gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from mypy.nodes import (
    CallExpr,
    Context,
    ExpressionStmt,
    Import,
    ImportFrom,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    StrExpr,
)
from mypy.plugin import CheckerPluginInterface, MethodContext
from mypy.types import Type

from ...config import Config, Options
from ...diagnostics.codes import DTYPE_CONFIGURATION
from ...jax_options import OPTIONS, VALUES, option_value
from ..mypy_compat.modules import current_file
from ..per_file_cache import OfFiles
from ..report import report_at
from .option_values import AT_FIRST, ModuleSwitches, OpenValue, Place, Possible, State, with_unnamed
from .possible_modes import Mode
from .recorded_switches import Program
from .switch_calls import CONFIGS
from .tests_and_benchmarks import has_note

UPDATE = "jax._src.config.Config.update"
LITERALS: dict[str, bool | str] = {"builtins.True": True, "builtins.False": False}


class Modes:
    """The configurations that may hold at each place of a module.

    Args:
        module: its full name.
        options: its settings in the configuration file.
        switches: the switches in the module.
        program: the switches in the program.
    """

    def __init__(self, module: str, options: Options, switches: ModuleSwitches, program: Program) -> None:
        self._module, self._options, self._switches, self._program = module, options, switches, program
        self._known: dict[tuple[tuple[bool | str, ...], ...], tuple[Mode, ...]] = {}
        self._first = self._modes_in_state({})

    def at(self, place: Place) -> tuple[Mode, ...]:
        """The configurations that may hold at a place."""
        if not self._switches.regions:  # a shortcut for most modules, since mypy calls hooks at each operator
            return self._first
        return self._modes_in_state(self._switches.at(place))

    def _modes_in_state(self, state: State) -> tuple[Mode, ...]:
        """All combinations of the values that the options may have."""
        possible = tuple(self._values(key, state.get(key, AT_FIRST)) for key in VALUES)
        modes = self._known.get(possible)
        if modes is None:
            combinations = product(*possible)
            modes = self._known[possible] = tuple(dict.fromkeys(self._mode(*values) for values in combinations))
        return modes

    def _values(self, key: str, possible: Possible) -> tuple[bool | str, ...]:
        """The values that an option may have, the most likely first."""
        configured_value = self._options[key] if key != "requests" else VALUES[key][0]
        if key != "requests" and self._options.is_set(key):
            if not possible.isdisjoint((OpenValue.ANYTHING, OpenValue.UNNAMED, OpenValue.UNSURE)):
                return (configured_value,)
        elif OpenValue.ELSEWHERE in possible:
            possible |= self._program.elsewhere(self._module, key) | self._switches.own_leaks.get(key, frozenset())
        possible = with_unnamed(possible, is_x64_set=self._options.is_set("x64"))
        is_configured = OpenValue.CONFIGURED in possible or possible.isdisjoint((*VALUES[key], OpenValue.ANYTHING))
        if OpenValue.ANYTHING in possible:
            return VALUES[key]
        if "kept" in possible:  # JAX keeps only requested dtypes; it still truncates NumPy's arrays
            possible |= {"truncated"}
        return tuple(v for v in VALUES[key] if v in possible or (is_configured and v == configured_value))

    def _mode(self, x64: bool | str, promotion: bool | str, requests: bool | str) -> Mode:
        """The configuration with these values of the options."""
        switched = {"x64": x64, "promotion": promotion}
        changes = {key: value for key, value in switched.items() if value != self._options[key]}
        options = self._options.changed(changes) if changes else self._options
        return Mode(options, str(requests) if options.system_object.truncated else "truncated")


def modes_in(
    config: Config, switches_of: Callable[[MypyFile], ModuleSwitches], program: Callable[[], Program]
) -> Callable[[MypyFile], Modes]:
    """Make a function that returns the `Modes` of a module.

    Args:
        config: the configuration.
        switches_of: returns the switches in a module.
        program: returns the switches in the program.
    """

    def modes_of_module(tree: MypyFile) -> Modes:
        return Modes(tree.fullname, config.for_module(tree.fullname), switches_of(tree), program())

    return OfFiles(modes_of_module)


# ------------------------------------------------------------------------------------------------------- messages


def note_switches(api: CheckerPluginInterface, config: Config, switches: ModuleSwitches, program: Program) -> None:
    """Report once for each program which option to configure, in the module that the program chose for the note."""
    tree: MypyFile = current_file(api)
    options = config.for_module(tree.fullname)
    for key, module in program.noted.items():
        elsewhere = program.elsewhere(tree.fullname, key)
        values = elsewhere | switches.leaks.get(key, frozenset())
        values = with_unnamed(values, is_x64_set=options.is_set("x64"))
        configured = options[key] if key != "requests" else VALUES[key][0]
        if module != tree.fullname or options.is_set(key) or values <= {configured}:
            continue
        if key == "requests" and options.is_set("x64") and options.x64:
            continue
        line = switches.lines.get(key)
        where = "here" if line is not None else _place(program, key)
        text = f"{_subject(key)} is switched {where}: {_advice(key, values)}"
        place = Context(line or _import_line(tree), 0)
        report_at(api, place, DTYPE_CONFIGURATION, text)


def _subject(key: str) -> str:
    """The name of an option at the beginning of the note."""
    return {"x64": "x64", "promotion": "Promotion", "requests": "The treatment of 64-bit requests"}[key]


def _advice(key: str, values: Possible) -> str:
    """The second half of the note: the option's effect, and the setting to write."""
    if key == "requests":
        return "their dtypes are unknown where it can't be followed"
    possible = (
        [value for value in VALUES[key] if value in values] if OpenValue.ANYTHING not in values else [*VALUES[key]]
    )
    shown = " or ".join(f"{key} = {_shown(value)}" for value in possible)
    unknown = "dtypes that depend on it are" if key == "x64" else "dtypes that strict promotion rejects are"
    return f"{unknown} unknown where it can't be followed; set {shown} in the configuration of jaxtyping-promo"


def _place(program: Program, key: str) -> str:
    """The place of a switch in another file: a module, or the environment."""
    modules = sorted(module for module, leaks in program.leaks.items() if key in leaks)
    return f"in the module {modules[0]}" if modules else "in the environment"


def _import_line(tree: MypyFile) -> int:
    """The line of the first import of JAX; 1 if there is none."""
    for statement in tree.imports:
        names = [name for name, _ in statement.ids] if isinstance(statement, Import) else []
        names += [statement.id] if isinstance(statement, ImportFrom) else []
        if any(name.partition(".")[0] == "jax" for name in names):
            return statement.line
    return 1


def noted(config: Config, ctx: MethodContext) -> Type:
    """Method hook of `UPDATE`: report a call that sets an option differently from the configuration."""
    call, tree = ctx.context, current_file(ctx.api)
    switch = _updated(call) if isinstance(call, CallExpr) and call in _calls(tree) else None
    options = config.for_module(tree.fullname)
    if (
        switch is not None
        and options.is_set(switch[0])
        and options.changed(dict([switch])) != options
        and has_note(tree, at_top=True)
    ):
        key, value = switch
        text = (
            "Other modules are checked without this switch; "
            f"set {key} = {_shown(value)} in the configuration of jaxtyping-promo"
        )
        report_at(ctx.api, ctx.context, DTYPE_CONFIGURATION, text)
    return ctx.default_return_type


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def _calls(tree: MypyFile) -> Sequence[CallExpr]:
    """The calls that are statements of a module itself, outside functions and blocks."""
    return [s.expr for s in tree.defs if isinstance(s, ExpressionStmt) and isinstance(s.expr, CallExpr)]


def _updated(call: CallExpr) -> tuple[str, bool | str] | None:
    """The option that a call of ``config.update`` sets, and its value, if both are literals."""
    match call:
        case CallExpr(
            callee=MemberExpr(name="update", expr=RefExpr(fullname=owner)), args=[StrExpr(value=option), value]
        ) if owner in CONFIGS and OPTIONS.get(option) in ("x64", "promotion"):
            key = OPTIONS[option]
            new = LITERALS.get(value.fullname) if isinstance(value, NameExpr) else getattr(value, "value", None)
            new_value = option_value(key, new)
            return None if new_value is None else (key, new_value)
    return None
