"""The values that JAX's options may have at each place of a module, and the joins of such values."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from ...jax_options import VALUES
from .switch_calls import Switch


class OpenValue(Enum):
    """Possible values of an option that the text of a module does not spell out."""

    CONFIGURED = "the value in the configuration"
    ELSEWHERE = "the values that the rest of the program sets, if it sets any"
    ANYTHING = "all values that the option has"
    UNNAMED = "all values, if a switch whose option is unknown sets this one"
    LATER = "the values at the time when a function of the module runs"
    UNSURE = "the other listed values hold only if some code runs that may not run"


Possible: TypeAlias = frozenset[bool | str | OpenValue]
"""The values that an option may have."""
State: TypeAlias = Mapping[str, Possible]
"""The values that each option may have at one place."""
Place: TypeAlias = tuple[int, int]
"""A line, counted from 1, and a column, counted from 0."""
AT_FIRST: Possible = frozenset((OpenValue.CONFIGURED, OpenValue.ELSEWHERE))
LATER: Possible = frozenset((OpenValue.LATER,))
ELSEWHERE: Possible = frozenset((OpenValue.ELSEWHERE,))
UNSURE: Possible = frozenset((OpenValue.UNSURE,))
NO_STATE: State = {key: frozenset() for key in VALUES}
END: Place = (2**31, 0)


class Region(NamedTuple):
    """A part of a module and the values that the options may have in it, except in the regions inside it."""

    first: Place
    last: Place
    state: State


class ModuleSwitches(NamedTuple):
    """The switches in a module, and their effects.

    Attributes:
        regions: the parts of the module with known option values, outer parts first.
        leaks: the values that the module may give each option for other modules.
        own_leaks: the values that it may give each option for all of its own code.
        lines: the line of the first switch of each option.
    """

    regions: Sequence[Region]
    leaks: Mapping[str, Possible]
    own_leaks: Mapping[str, Possible]
    lines: Mapping[str, int]

    def at(self, place: Place) -> State:
        """The values that the options may have at a place; options that the module does not switch are missing."""
        position = bisect_right(self.regions, place, key=lambda region: region.first)
        return next((r.state for r in reversed(self.regions[:position]) if place <= r.last), {})

    @property
    def are_at_top(self) -> bool:
        """Whether all switches of some option are statements of the module itself, outside its functions."""
        return any(key not in self.own_leaks for key in self.leaks)


NO_SWITCHES = ModuleSwitches((), {}, {}, {})


def new_value(switch: Switch) -> bool | str | OpenValue:
    """The new value of a switch as a possible value of the option."""
    if switch.value is None:
        return OpenValue.ANYTHING if switch.is_named or switch.key == "x64" else OpenValue.UNNAMED
    return switch.value


def with_unnamed(possible: Possible, *, is_x64_set: bool) -> Possible:
    """The values of an option, with those of switches whose option is unknown: ``jax.config.update(name, value)``.

    Such a switch is nearly always for x64. If the configuration sets x64, it counts for no other option either.
    """
    if OpenValue.UNNAMED not in possible:
        return possible
    return possible - {OpenValue.UNNAMED} | (frozenset() if is_x64_set else {OpenValue.ANYTHING})


def deferred(state: State) -> State:
    """The possible states of a function that is defined in this state."""
    return {key: LATER | (possible - AT_FIRST) for key, possible in state.items()}


def joined(one: State, other: State) -> State:
    """The possible states after one of two blocks has run."""
    return {key: one[key] | other[key] | (UNSURE if one[key] != other[key] else frozenset()) for key in one}
