"""Methods of strings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..call import Call
from ..iteration import known_items
from ..values import (
    ABSENT,
    ANY_BOOL,
    ANY_INT,
    ANY_STR,
    BOTTOM,
    Text,
    Tuple,
    Value,
    constant_of,
    of_constant,
)

if TYPE_CHECKING:
    from ..run import Run


LONGEST_FIELD = 1000
"""The largest number that a string's method gets whose result is computed, such as the width of `ljust`."""


def _is_long(name: str, text: Any, arguments: list[Any]) -> bool:
    """Whether a method may make a very long string."""
    if name in ("format", "format_map"):
        return re.search("[0-9]{4}", text) is not None or len(text) > LONGEST_FIELD
    return name in ("replace", "expandtabs", "translate", "join") and len(text) > LONGEST_FIELD


def text_method(run: Run, name: str, item: Text, call: Call) -> Value:
    """A method of a string; computed by Python if everything is known."""
    arguments = [constant_of(argument) for argument in call.arguments]
    is_small = all(not isinstance(argument, int) or abs(argument) <= LONGEST_FIELD for argument in arguments)
    is_known = item.constant is not ABSENT and all(argument is not ABSENT for argument in arguments)
    if is_known and is_small and not call.keywords and not _is_long(name, item.constant, arguments):
        if name == "join":
            pass
        elif hasattr(item.constant, name):
            try:
                result = getattr(item.constant, name)(*arguments)
            except Exception:
                return BOTTOM
            if isinstance(result, list):
                return run.allocate("list", {index: of_constant(part) for index, part in enumerate(result)}, label=name)
            return of_constant(result)
    if name == "join" and item.constant is not ABSENT:
        parts = known_items(run, call.get(0, "iterable"))
        constants = [constant_of(part) for part in parts] if parts is not None else [ABSENT]
        if all(isinstance(part, str) for part in constants):
            return of_constant(item.constant.join(constants))
    if name.startswith(("is", "starts", "ends")):
        return ANY_BOOL
    if name in ("split", "rsplit", "splitlines"):
        return run.allocate("list", rest=ANY_STR, label=name)
    if name in ("find", "index", "count", "rfind", "rindex"):
        return ANY_INT
    if name in ("partition", "rpartition"):
        return (Tuple((ANY_STR,) * 3),)
    return (Text(kind="bytes"),) if name == "encode" else ANY_STR
