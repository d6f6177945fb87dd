"""The settings that may hold at each place of a module, from its configuration and from the program's switches.

The interpreter follows the switches. Where it knows nothing, an option has its configured value, or any that a switch
in the module gives it. If the configuration does not set the option, it may also have any value that a switch in
another module gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from mypy.nodes import Context, MypyFile
from mypy.plugin import CheckerPluginInterface

from ...config import Config, Options
from ...diagnostics.codes import DTYPE_CONFIGURATION
from ...jax_options import OPTIONS, VALUES
from ..installed_packages import is_installed
from ..mypy_compat.modules import current_file
from ..per_file_cache import OfFiles
from ..report import report_at
from .possible_modes import Mode
from .recorded_switches import Program
from .switch_scan import UNNAMED, ModuleSwitches, Possible
from .tests_and_benchmarks import has_note

if TYPE_CHECKING:
    from ...interpreter.dtypes_at_places import Position
    from ...interpreter.run import Systems

Values: TypeAlias = tuple[Possible, ...]
"""The values that each option may have, in the order of `VALUES`."""
OPTION_OF = {key: option for option, key in OPTIONS.items() if option != "jax_default_dtype_bits"}
"""JAX's option for each setting."""
WORDS: dict[bool | str, str] = {"truncated": "warn", "kept": "allow", "refused": "error"}
"""JAX's words for the treatments of 64-bit requests."""


class Modes:
    """The configurations that may hold at each place of a module.

    Args:
        module: its full name.
        options: its settings in the configuration file.
        switches: the switches in the module.
        program: the switches in the program.

    Attributes:
        start: the values of each option when the module begins, and when other modules call its functions.
        are_several: whether several configurations may hold anywhere.
        have_others: whether code elsewhere may set an option at any time.
        are_constant: whether the same configurations may hold at each place, as the module itself switches nothing.
    """

    def __init__(self, module: str, options: Options, switches: ModuleSwitches, program: Program) -> None:
        self._options = options
        self._known: dict[Values, tuple[Mode, ...]] = {}
        self._others: dict[str, Possible] = {}
        start, anywhere = list[Possible](), list[Possible]()
        for key in VALUES:
            leaks = switches.own_leaks.get(key, frozenset()) | program.elsewhere(module, key)
            others = frozenset[bool | str]() if _is_set(options, key) else leaks
            self._others[key] = with_unnamed(key, others, is_x64_set=options.is_set("x64"))
            start.append(self._others[key] | {_configured(options, key)})
            inside = start[-1] | switches.inside.get(key, frozenset())
            anywhere.append(with_unnamed(key, inside, is_x64_set=options.is_set("x64")))
        self.start, self._anywhere = tuple(start), tuple(anywhere)
        self.are_several = any(len(possible) > 1 for possible in anywhere)
        self.have_others = any(self._others.values())
        self.are_constant = self.start == self._anywhere

    def at(self, place: Position, known: Mapping[Position, Values]) -> tuple[Mode, ...]:
        """The configurations that may hold at an expression or statement.

        Args:
            place: its place.
            known: the values of the options at the places where the interpreter knows them.
        """
        values = known.get(place, self._anywhere)
        modes = self._known.get(values)
        if modes is None:
            every = (
                [value for value in VALUES[key] if value in possible]
                for key, possible in zip(VALUES, values, strict=True)
            )
            modes = self._known[values] = tuple(self._mode(*combination) for combination in product(*every))
        return modes

    def systems(self, *, of_others: bool) -> Systems:
        """The modes in which the interpreter begins.

        Args:
            of_others: whether the values that code elsewhere may set at any time hold, too, so that a dtype is certain.
        """
        from ...interpreter.run import Systems

        options = self._options
        fixed = frozenset(option for key, option in OPTION_OF.items() if _is_set(options, key))
        others = ((OPTION_OF[key], WORDS.get(value, value)) for key in VALUES for value in self._others[key])
        return Systems(
            x64=options.x64,
            strict=options.promotion == "strict",
            fixed=fixed,
            believes_top_level=True,
            others=frozenset(others if of_others else ()),
            are_recorded=of_others and self.are_several,
        )

    def _mode(self, x64: bool | str, promotion: bool | str, requests: bool | str) -> Mode:
        """The configuration with these values of the options."""
        switched = {"x64": x64, "promotion": promotion}
        changes = {key: value for key, value in switched.items() if value != self._options[key]}
        options = self._options.changed(changes) if changes else self._options
        return Mode(options, str(requests) if options.system_object.truncated else "truncated")


def _configured(options: Options, key: str) -> bool | str:
    """The value of an option in the configuration."""
    return VALUES[key][0] if key == "requests" else options[key]


def _is_set(options: Options, key: str) -> bool:
    """Whether the configuration file sets an option."""
    return key != "requests" and options.is_set(key)


def with_unnamed(key: str, possible: Possible, *, is_x64_set: bool) -> Possible:
    """The values of an option, with those of switches whose option is unknown: ``jax.config.update(name, value)``.

    Such a switch is nearly always for x64. If the configuration sets x64, it counts for no other option either.
    """
    if key == "requests" and "kept" in possible:
        possible |= {"truncated"}  # JAX keeps only requested dtypes; it still truncates NumPy's arrays
    if UNNAMED not in possible:
        return possible
    return possible - {UNNAMED} if is_x64_set else frozenset(VALUES[key])


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
    """Report which option to configure, at the first switch of a module, and once for the environment."""
    tree: MypyFile = current_file(api)
    options = config.for_module(tree.fullname)
    if has_note(tree, at_top=True):
        for line, (key, value) in switches.at_top:
            if _is_set(options, key) and value != options[key]:
                setting = f"set {key} = {_shown(value)} in the configuration of jaxtyping-promo"
                _report(api, line, f"Other modules are checked without this switch; {setting}")
    for key in VALUES:
        environment = program.environment.get(key, frozenset())
        values = with_unnamed(
            key, environment | program.elsewhere(tree.fullname, key) | switches.leaks.get(key, frozenset()),
            is_x64_set=options.is_set("x64"),
        )  # fmt: skip
        is_here = key in switches.leaks and not is_installed(tree.path) and has_note(tree, at_top=switches.are_at_top)
        is_by_environment = bool(environment) and tree.fullname == program.first_module
        if not (is_here or is_by_environment) or _is_set(options, key) or values <= {_configured(options, key)}:
            continue
        if key != "requests" or not (options.is_set("x64") and options.x64):
            where = "here" if is_here else "in the environment"
            _report(api, switches.lines.get(key, 1), f"{SUBJECTS[key]} is switched {where}: {_advice(key, values)}")


SUBJECTS = {"x64": "x64", "promotion": "Promotion", "requests": "The treatment of 64-bit requests"}
"""The name of each option at the beginning of the note."""


def _advice(key: str, values: Possible) -> str:
    """The second half of the note: the option's effect, and the setting to write."""
    if key == "requests":
        return "their dtypes are unknown where it can't be followed"
    shown = " or ".join(f"{key} = {_shown(value)}" for value in VALUES[key] if value in values)
    unknown = "dtypes that depend on it are" if key == "x64" else "dtypes that strict promotion rejects are"
    return f"{unknown} unknown where it can't be followed; set {shown} in the configuration of jaxtyping-promo"


def _report(api: CheckerPluginInterface, line: int, text: str) -> None:
    report_at(api, Context(line, 0), DTYPE_CONFIGURATION, text)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'
