"""Changes to parameter lists that overloads need: other types, fewer parameters, required parameters.

All types here are spelled as in the stub.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from .signatures import Parameter

OMITTED = ""
"""Stands for the type of a parameter that an overload lacks."""


def without(parameters: list[Parameter], names: Collection[str]) -> list[Parameter] | None:
    """The parameters without some optional ones. None if a positional argument could then mean another parameter."""
    remaining: list[Parameter] = []
    is_behind = False
    for parameter in parameters:
        if parameter.name in names:
            is_behind = is_behind or parameter.kind in ("positional", "any")
            if parameter.kind == "positional":
                return None
        else:
            by_keyword = is_behind and parameter.kind == "any"
            remaining.append(replace(parameter, kind="keyword") if by_keyword else parameter)
    return None if is_behind and any(p.kind == "variadic" for p in remaining) else remaining


def typed(parameters: list[Parameter], types: Mapping[str, str]) -> list[Parameter]:
    """The parameters with other types for some. A parameter becomes required if its new type excludes its default None."""
    return [
        replace(p, annotation=types[p.name], default=p.default if _takes_none(types[p.name]) else None)
        if p.name in types
        else p
        for p in parameters
    ]


def typed_all(
    parameters: list[Parameter], types: Mapping[str, str], required: frozenset[str], *, by_keyword_too: bool
) -> list[list[Parameter]]:
    """The parameter lists of one overload or two, with other types for some parameters.

    A required operand has no default. If a parameter before it has one, the operand is passed by keyword.
    """
    last = max((i for i, p in enumerate(parameters) if p.name in required), default=-1)
    optional = [p for p in parameters[:last] if p.default is not None and p.kind != "keyword"]
    by_position = by_keyword_too or all(p.name in types for p in optional)
    ways = [True] * by_position + [False] * ((by_keyword_too or not by_position) and bool(optional))
    return [typed_once(parameters, types, required, last if way else -1) for way in ways or [True]]


def typed_once(
    parameters: list[Parameter], types: Mapping[str, str], required: frozenset[str], last: int = -1
) -> list[Parameter]:
    """The parameters with other types. Parameters before a position lose their defaults."""
    changed: list[Parameter] = []
    is_behind_optional = is_by_keyword = False
    for index, p in enumerate(parameters):
        text = types.get(p.name)
        if text == OMITTED:
            is_by_keyword = is_by_keyword or p.kind == "any"
            continue
        default = None if p.name in required or (index < last and p.kind != "keyword") else p.default
        if default is not None and text is not None and not _takes_none(text):
            default = "..."
        is_by_keyword = is_by_keyword or (default is None and is_behind_optional and p.kind == "any")
        kind = "keyword" if is_by_keyword and p.kind == "any" else p.kind
        is_behind_optional = is_behind_optional or (default is not None and kind in ("any", "positional"))
        changed.append(replace(p, annotation=text or p.annotation, default=default, kind=kind))
    return changed


def given(parameters: list[Parameter], name: str) -> list[list[Parameter]]:
    """The parameter lists in which one parameter is required: by position if possible, and by keyword."""
    if any(p.name == name and p.kind == "keyword" for p in parameters):
        return [typed_once(parameters, {}, frozenset((name,)))]
    return typed_all(parameters, {}, frozenset((name,)), by_keyword_too=True)


def given_as(parameters: list[Parameter], name: str, text: str) -> list[Parameter]:
    """The parameter lists in which one parameter has a type and is required.

    After an optional parameter, it can only be required by keyword.
    """
    position = next(i for i, p in enumerate(parameters) if p.name == name)
    changed = [replace(p, annotation=text, default=None) if p.name == name else p for p in parameters]
    if any(p.default is not None or p.kind in ("variadic", "keyword") for p in parameters[:position]):
        changed[position:] = [replace(p, kind="keyword" if p.kind == "any" else p.kind) for p in changed[position:]]
    return changed


def not_given(parameters: list[Parameter], name: str, absent: str, *, has_operands: bool) -> list[Parameter]:
    """The parameters without an optional one. If the call passes it, pyright skips the overload without evaluating it.

    If all overloads of a function then have a single positional parameter, pyright becomes slow: a tenth of a second
    for ``jax.tree.map(jnp.asarray, tree)``. So after an operand the parameter becomes variadic, with a type that no
    argument matches. Without operands it stays a parameter of that type.

    Args:
        parameters: the parameters of an overload.
        name: the optional parameter.
        absent: a type that even None does not match. pyright matches an argument with None if it may be None and is
            otherwise unknown, such as `dtype` in an unannotated function with ``dtype=None``.
        has_operands: whether some parameters are operands.
    """
    remaining = without(parameters, [name])
    place = next((i for i, p in enumerate(remaining or []) if p.kind == "keyword"), None)
    is_single = place == 1 and parameters[0].name != "self"
    if remaining is None or (is_single and not has_operands):
        return [replace(p, annotation=absent, default=p.default and "...") if p.name == name else p for p in parameters]
    if is_single:
        remaining.insert(1, Parameter(name, absent, None, "variadic"))
    return remaining


def unknown_only(parameters: list[Parameter], name: str, absent: str) -> list[Parameter]:
    """A parameter that only an unknown argument matches. Editors do not show it, since it is not positional."""
    required = [p for p in parameters if p.name == name or (p.default is None and p.kind != "variadic")]
    changed = [p if p.name == "self" else replace(p, default=None, kind="keyword") for p in required]
    return [replace(p, annotation=absent) if p.name == name else p for p in changed]


def without_variadic(parameters: list[Parameter], name: str, types: Sequence[str]) -> list[Parameter]:
    """The parameters with parameters of the given types in place of a variadic one."""
    changed: list[Parameter] = []
    for p in parameters:
        if p.name == name:
            changed = [replace(before, kind="positional") for before in changed]
            changed += [Parameter(f"{name}_{i}", text, None, "positional") for i, text in enumerate(types)]
        else:
            changed.append(p)
    return changed


def _takes_none(text: str) -> bool:
    return "None" in text.split(" | ")
