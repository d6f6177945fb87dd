"""Parses the clauses of `jaxtyping_promo.rules.accepted_dtypes`, the conditions on the dtypes that a function accepts.

Grammar::

    clauses  = clause {"; " clause}
    clause   = subject ": " dtypes [" unless " PARAMETER {" or " PARAMETER} " is given"] [" with x64" | " without x64"]
             | "rejected(" PARAMETER ", " PARAMETER "): " dtypes " beside " dtypes
               [" unless " ...] [" with x64" | " without x64"]
    subject  = PARAMETER {", " PARAMETER} | word "(" PARAMETER {", " PARAMETER} ")"
    word     = "promoted" | "product" | "updated" | "same" | "power"
    dtypes   = member {" or " member} [" except " member {" or " member}]
    member   = a word of `GROUPS`, a dtype or a weak type

``"x, y: inexact"`` means that JAX raises for every other dtype of `x` and of `y`, whatever the other arguments are.
``"promoted(x, y): any"`` means that JAX raises if the dtypes of `x` and `y` do not promote.
``"promoted(x, y): integer"`` means that the promotion must also be an integer. ``"same(x, y): any"`` means that both
must have the same dtype, as in `jax.lax`; a Python scalar adapts. ``product(x, y)`` is ``promoted``, and JAX also raises
if the promotion is narrower than the default dtype of a weak operand. ``updated(self, values)`` is ``promoted`` with an
array that is never weak. ``power(x, y)`` is ``same`` unless `y` is an integer, which goes with every `x`. Weak types
and Python scalars count as their default dtype unless a clause names them.

``"rejected(x, dtype): complex beside float"`` means that JAX raises for a complex `x` if `dtype` is a float. Other pairs
are accepted. A weak type counts only if the clause names it.
"""

from __future__ import annotations

from functools import cache

from ..dtype_info import NARROW, dtype_info
from ..dtypes import DTYPES
from ..exceptions import RuleError
from ..systems.jax import STRONG, WEAK
from .evaluation import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..system import System


def _of_kinds(*kinds: str, only_narrow: bool = False) -> tuple[str, ...]:
    """JAX's dtypes of some kinds, or only the narrow ones."""
    return tuple(name for name in STRONG if dtype_info(name).kind in kinds and (name in NARROW or not only_narrow))


GROUPS: dict[str, tuple[str, ...]] = {
    "any": STRONG,
    "numeric": _of_kinds("unsigned", "signed", "float", "complex"),
    "real": _of_kinds("bool", "unsigned", "signed", "float"),
    "inexact": _of_kinds("float", "complex"),
    "integer": _of_kinds("unsigned", "signed"),
    "bool": _of_kinds("bool"),
    "unsigned": _of_kinds("unsigned"),
    "signed": _of_kinds("signed"),
    "float": _of_kinds("float"),
    "complex": _of_kinds("complex"),
    "small_integer": _of_kinds("unsigned", "signed", only_narrow=True),
    "small_float": _of_kinds("float", only_narrow=True),
}
"""The groups of dtypes that a clause may name. ``numeric`` excludes bools, ``real`` excludes complex dtypes."""
SUBJECTS = {"promoted": "jax", "product": "jax", "updated": "jax", "same": "jax.lax", "power": "jax.lax"}
"""The words for several parameters, and the promotion system that each stands for."""
REJECTED = "rejected"
"""The word for two parameters with rejected pairs of dtypes, which no promotion explains."""


class Clause:
    """One condition on the dtypes that a function accepts.

    Attributes:
        text: the source text of the clause.
        parameters: one parameter, or the parameters that are promoted with each other.
        system: the promotion system by which the parameters are promoted: ``"jax"``, or ``"jax.lax"`` for ``same``; None
            if the condition holds for the parameter itself.
        accepted: the accepted dtypes.
        rejected: the rejected dtypes of the first and the second parameter of a pair; None in other clauses.
        excepted: dtypes of `accepted` that are rejected all the same.
        words: the accepted dtypes as the clause spells them, without exceptions.
        is_product: whether a weak operand must not be wider than the promotion.
        is_update: whether the first parameter is an array that is updated, which is never weak.
        is_power: whether the second parameter is an exponent, which may be an integer beside every first parameter.
        unless: parameters that void the condition if a call passes them.
        x64: the mode in which the condition holds; None for both.
    """

    __slots__ = (
        *("accepted", "excepted", "is_power", "is_product", "is_update", "parameters", "rejected", "system", "text"),
        *("unless", "words", "x64"),
    )

    def __init__(self, text: str, function: str = "") -> None:
        self.text = text
        self.x64: bool | None = None
        for suffix, mode in ((" without x64", False), (" with x64", True)):
            if text.endswith(suffix):
                text, self.x64 = text.removesuffix(suffix), mode
        text, _, unless = text.partition(" unless ")
        self.unless = tuple(unless.removesuffix(" is given").split(" or ")) if unless else ()
        subject, separator, dtypes = text.partition(": ")
        if not separator:
            raise RuleError(f"{function or 'clause'}: {self.text!r} has no ': '")
        word, bracket, names = subject.rpartition("(")
        self.system = SUBJECTS.get(word) if bracket else None
        if bracket and self.system is None and word != REJECTED:
            raise RuleError(
                f"{function or 'clause'}: {word!r} in {self.text!r} is none of {', '.join([*SUBJECTS, REJECTED])}"
            )
        self.is_product = word == "product" and bool(bracket)
        self.is_update = word == "updated" and bool(bracket)
        self.is_power = word == "power" and bool(bracket)
        self.parameters = tuple(names.removesuffix(")").split(", "))
        self.rejected: tuple[frozenset[str], frozenset[str]] | None = None
        if bracket and word == REJECTED:
            first, _, second = dtypes.partition(" beside ")
            self.rejected = self._without(first, function), self._without(second, function)
            dtypes = "any"
        included, _, excepted = dtypes.partition(" except ")
        self.words = included
        self.excepted = _members(excepted, function, self.text) if excepted else frozenset()
        self.accepted = _members(included, function, self.text)
        for name in (*self.parameters, *self.unless):
            if not name.isidentifier():
                raise RuleError(f"{function or 'clause'}: {name!r} in {self.text!r} is no parameter")

    def __repr__(self) -> str:
        return f"<Clause {self.text}>"

    def _without(self, dtypes: str, function: str) -> frozenset[str]:
        """The dtypes of a group without its exceptions."""
        included, _, excepted = dtypes.partition(" except ")
        members = _members(included, function, self.text)
        return members - _members(excepted, function, self.text) if excepted else members

    def rejects_pair(self, system: System, first: str, second: str) -> bool:
        """Whether JAX rejects two dtypes for the parameters of a pair."""
        return (
            self.rejected is not None
            and system.node(first) in self.rejected[0]
            and system.node(second) in self.rejected[1]
        )

    def accepts(self, system: System, node: str) -> bool:
        """Whether a dtype is accepted. A node is a dtype, a weak type, or the name of a Python scalar type."""
        node = system.node(node)
        if node in self.excepted:
            return False
        if node in self.accepted:
            return True
        return node in system.defaults and system.defaults[node] in self.accepted - self.excepted

    def promoted(self, system: System, nodes: Sequence[str]) -> str | None:
        """The promotion of the nodes of the parameters; None if they do not promote.

        Args:
            system: the promotion system that `self.system` names.
            nodes: the nodes, in the order of the parameters.
        """
        return join(system, self.entering(system, nodes))

    def entering(self, system: System, nodes: Sequence[str]) -> Sequence[str]:
        """The nodes to promote: an updated array counts as strong, and an integer exponent does not count."""
        if self.is_power and dtype_info(system.node(nodes[-1])).kind in ("unsigned", "signed"):
            return nodes[:-1]
        return [system.stored(nodes[0]), *nodes[1:]] if self.is_update else nodes

    def too_wide(self, system: System, nodes: Sequence[str]) -> str | None:
        """A weak operand for which the promotion of a product is too narrow, so that JAX raises; None if none is."""
        node = self.promoted(system, nodes) if self.is_product else None
        if node is None:
            return None
        weak = (each for each in map(system.node, nodes) if each in system.defaults)
        return next((each for each in weak if system.binary("matmul", node, each) is None), None)

    def holds_in(self, system: System) -> bool:
        """Whether the condition applies in this mode."""
        return self.x64 is None or self.x64 == system.x64


def _members(text: str, function: str, clause: str) -> frozenset[str]:
    names: list[str] = []
    for member in text.split(" or "):
        if member in GROUPS:
            names += GROUPS[member]
        elif member in DTYPES or member in WEAK:
            names.append(member)
        else:
            raise RuleError(f"{function or 'clause'}: {member!r} in {clause!r} is no dtype and no group of dtypes")
    return frozenset(names)


@cache
def parse_clauses(text: str, function: str = "") -> tuple[Clause, ...]:
    """The clauses of one function.

    Raises:
        RuleError: the text is not in the language.
    """
    return tuple(Clause(each, function) for clause in text.split("; ") for each in _for_each(clause))


def _for_each(clause: str) -> list[str]:
    """One clause for each parameter, unless the clause relates several parameters."""
    subject, separator, rest = clause.partition(": ")
    return [clause] if "(" in subject else [f"{name}{separator}{rest}" for name in subject.split(", ")]


@cache
def _texts(jax: tuple[int, int] | None) -> dict[str, str]:
    """The clauses of every function by its full name, in a version of JAX."""
    from .accepted_dtypes import ACCEPTED, EARLIER, OLDEST

    if jax is not None and jax < OLDEST:
        return {}

    texts: dict[str, str] = {}
    changes = sorted(EARLIER.items(), reverse=True)
    for table in (ACCEPTED, *(table for version, table in changes if jax is not None and jax < version)):
        for module, functions in table.items():
            for text, names in functions.items():
                texts |= {f"{module}.{name}": text for name in names.split()}
    return texts


def accepted_dtypes(fullname: str, jax: tuple[int, int] | None = None) -> tuple[Clause, ...]:
    """The clauses of a function by its full name; empty if JAX accepts every dtype, or if no clause is known.

    Args:
        fullname: the full name, ``jax.lax.exp``.
        jax: the version of JAX, as ``(0, 10)``; by default, the newest.
    """
    text = _texts(jax).get(fullname)
    return parse_clauses(text, fullname) if text else ()


def clauses_by_version(fullname: str) -> tuple[tuple[Clause, ...], ...]:
    """The clauses of a function in each version of JAX that has been measured, the oldest first."""
    from .accepted_dtypes import EARLIER, OLDEST

    return tuple(accepted_dtypes(fullname, version) for version in (OLDEST, *sorted(EARLIER)))


def functions_with_clauses(jax: tuple[int, int] | None = None) -> tuple[str, ...]:
    """The full names of the functions that reject some dtypes."""
    return tuple(name for name, text in _texts(jax).items() if text)
