"""The string of an annotation, ``"batch *c d=3 #e _ ... n-1"``: one axis of the array for each of its words.

Source: ``_make_array_cached`` in ``jaxtyping/_array_types.py`` of jaxtyping 0.3.11. Strings that jaxtyping rejects when
the annotation is evaluated raise an error here, with the same explanation.
"""

from __future__ import annotations

from ..exceptions import JaxtypingPromoError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, Literal, TypeAlias

    Kind: TypeAlias = Literal["named", "fixed", "symbolic"]


class AxisError(JaxtypingPromoError, ValueError):
    """A string that jaxtyping refuses."""


class Axis:
    """One axis, or any number of axes if it is variadic.

    Attributes:
        text: the name, the size or the expression, without the marks in front.
        kind: ``"named"``, ``"fixed"`` or ``"symbolic"``, as in the text. An anonymous axis has the kind "named".
        size: the size, if it is fixed.
        is_anonymous: whether it may have any size, ``_``.
        is_variadic: whether it stands for any number of axes, ``*name`` or ``...``.
        is_broadcastable: whether its size may also be 1, ``#name``.
        is_of_leaf: whether the name may have another size in each leaf of a pytree, ``?name``.
    """

    __slots__ = ("is_anonymous", "is_broadcastable", "is_of_leaf", "is_variadic", "kind", "size", "text")

    def __init__(self, text: str, kind: Kind, marks: Mapping[str, bool], size: int | None = None) -> None:
        self.text, self.kind, self.size = text, kind, size
        self.is_broadcastable, self.is_variadic = marks["#"], marks["*"]
        self.is_anonymous, self.is_of_leaf = marks["_"], marks["?"]

    def __repr__(self) -> str:
        marks = ("#" * self.is_broadcastable, "*" * self.is_variadic, "_" * self.is_anonymous, "?" * self.is_of_leaf)
        return f"<{self.kind} {''.join(marks)}{self.text}>"


_TWICE: Final = {
    "#": "Do not use # twice to denote broadcastability, e.g. `##foo` is not allowed",
    "*": "Do not use * twice to denote accepting multiple axes, e.g. `**foo` is not allowed",
    "_": "Do not use _ twice to denote anonymity, e.g. `__foo` is not allowed",
    "?": "Do not use ? twice to denote dependence on location within a PyTree, e.g. `??foo` is not allowed",
}
"""jaxtyping's message for a mark that stands twice in front of an axis."""

_NOT_ALLOWED: Final = {
    ("fixed", "*"): "Cannot have a fixed axis bind to multiple axes, e.g. `*4` is not allowed.",
    ("fixed", "_"): "Cannot have a fixed axis be anonymous, e.g. `_4` is not allowed.",
    ("fixed", "?"): "Cannot have a fixed axis have tree-path dependence, e.g. `?4` is not allowed.",
    ("symbolic", "_"): "Cannot have a symbolic axis be anonymous, e.g. `_foo+bar` is not allowed",
    ("symbolic", "*"): "Cannot have symbolic multiple-axes, e.g. `*foo+bar` is not allowed",
    ("symbolic", "?"): "Cannot have a symbolic axis with tree-path dependence, e.g. `?foo+bar` is not allowed",
}
"""jaxtyping's message for a mark that a kind of axis can't have, in the order of its checks."""


def parse_axes(text: str) -> tuple[Axis, ...]:
    """The axes that a string names.

    Args:
        text: the string.

    Raises:
        AxisError: jaxtyping refuses it.
    """
    axes: list[Axis] = []
    for word in text.split():
        axes.append(_axis(word, has_variadic=any(axis.is_variadic for axis in axes)))
    return tuple(axes)


def _axis(word: str, *, has_variadic: bool) -> Axis:
    """One word; `has_variadic` says whether a word before it stands for any number of axes."""
    if "," in word and "(" not in word:
        raise AxisError("Axes should be separated with spaces, not commas")
    if word.endswith("#"):
        raise AxisError(
            "As of jaxtyping v0.1.0, broadcastable axes are now denoted with a # at the start, rather than at the end"
        )
    marks = dict.fromkeys("#*_?", False)
    rest = word
    if "..." in word:
        if word != "...":
            raise AxisError(f"Anonymous multiple axes '...' must be used on its own; got {word}")
        marks |= {"*": True, "_": True}
        rest = ""
    while rest:
        if rest[0] in marks:
            if marks[rest[0]]:
                raise AxisError(_TWICE[rest[0]])
            marks[rest[0]] = True
            rest = rest[1:]
        elif rest.count("=") == 1:  # documentation: `rows=3`
            rest = rest.partition("=")[2]
        else:
            break
    kind, size = _kind(rest)
    if marks["*"] and has_variadic:
        raise AxisError("Cannot use variadic specifiers (`*name` or `...`) more than once.")
    for (refused_kind, mark), message in _NOT_ALLOWED.items():
        if kind == refused_kind and marks[mark]:
            raise AxisError(message)
    if kind == "named" and marks["_"] and marks["#"]:
        raise AxisError("Cannot have an axis be both anonymous and broadcastable, e.g. `#_` is not allowed.")
    return Axis(rest, kind, marks, size)


def _kind(text: str) -> tuple[Kind, int | None]:
    if not text or text.isidentifier():
        return "named", None
    try:
        return "fixed", int(text)
    except ValueError:
        return "symbolic", None


def structure_error(text: str) -> str | None:
    """jaxtyping's message for the structure of a ``PyTree[leaf, text]``; None if it accepts the structure."""
    pieces = text.split()
    if not pieces:
        return "The string `struct` in `jaxtyping.PyTree[leaftype, struct]` cannot be the empty string."
    for index, piece in enumerate(pieces):
        if piece == "..." and index in (0, len(pieces) - 1):
            continue
        if not piece.isidentifier():
            return (
                "The string `struct` in `jaxtyping.PyTree[leaftype, struct]` must be be a whitespace-separated "
                "sequence of identifiers, e.g. `jaxtyping.PyTree[leaftype, 'T']` or "
                f"`jaxtyping.PyTree[leaftype, 'foo bar']`. Got piece '{piece}' in overall structure '{text}'."
            )
    return None
