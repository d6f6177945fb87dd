"""Overloads for rules with one operand, or with several operands if a call passes only one."""

from __future__ import annotations

from collections.abc import Mapping

from ...dtype_info import NARROW
from ...rules.rule import Rule
from ...system import PYTHON_SCALARS
from ..class_names import PYTHON_SUBCLASSES, REQUESTED, SAME, having
from ..operator_tables import ANY, grouped, operand_types
from .join_overloads import unknown_arrays
from .signatures import Parameter
from .spelling import Spelling
from .versions import Versions

Choice = tuple[str, str]
"""An overload: the type of the operand, and the result."""
Choices = list[tuple[dict[str, str], str]]
"""An overload: the types of the operands, and the result."""
NEVER = "Never"
"""The dtype of the result that the stubs state where JAX rejects an operand: ``Array[Never]``."""
MOST_TYPES = 8
"""The maximal number of types of a parameter in all overloads, including the values of type variables.

pyright remembers the type of an argument for this number of expected types. Beyond it, pyright evaluates the argument
again for each type, and again in each enclosing call.
"""


def choices(
    versions: Versions, rule: Rule, spelling: Spelling, by_name: Mapping[str, Parameter], *, has_rows: bool
) -> Choices | None:
    """The overloads for a rule. None if overloads of this kind would be wrong.

    Args:
        versions: the rules of the function in all versions of JAX.
        rule: the rule, or a part of it.
        spelling: the spelling of types in the stub.
        by_name: the parameters by name.
        has_rows: whether the rows of dtypes in the stubs describe this system.
    """
    if rule.defaults or (len(rule.operands) > 1 and not has_rows):
        return None
    if rule.starred:
        (name, *others) = rule.operands
        return None if others else _sequence(rule, spelling, by_name[name])
    if len(rule.operands) == 1:
        return [({rule.operands[0]: text}, result) for text, result in _one_array(versions, rule, spelling)]
    scalars = _scalars(versions, rule, by_name)
    required = [n for n in rule.operands if by_name[n].default is None]
    others = [n for n in rule.operands if n not in required]
    if len(required) == 1 and all(by_name[n].default in ("None", "...") for n in others):
        alone = dict.fromkeys(others, "None")
        arrays = _one_array(versions, rule, spelling)
        return [*scalars, *(({required[0]: text, **alone}, result) for text, result in arrays)]
    return scalars or None


def _scalars(versions: Versions, rule: Rule, by_name: Mapping[str, Parameter]) -> Choices:
    """Overloads for Python scalars as all operands: ints, or floats if one operand is a float."""
    first = next((n for n in rule.operands if by_name[n].default is None), None)
    if first is None:
        return []
    choices = [({first: "bool"}, ANY)]  # a bool is an int for checkers
    for scalar in ("int", "float", "complex"):
        result = versions.result([scalar] * len(rule.operands), rule)
        if result is None:
            return []
        types = {n: scalar if by_name[n].default is None else f"{scalar} | None" for n in rule.operands}
        choices.append((types, f"Array[{result}]"))
    return choices


def _sequence(rule: Rule, spelling: Spelling, operand: Parameter) -> Choices | None:
    """Overloads for a sequence of arrays of one dtype. For several dtypes a checker would infer their union.

    If the dtype of an item is unknown, the result is unknown. pyright would solve a type variable by the known items.
    """
    if rule.maps or operand.kind == "variadic":
        return None
    container = spelling.stub.use("collections.abc", "Sequence")
    choices = [
        (spelling.stub.use("jaxtyping_promo.typing", "_WithUnknown"), ANY),
        (f"{container}[Array[{having(f'{SAME}[_R]')}]]", "Array[_R]"),
        *([("Array[_R]", "Array[_R]")] if "Array" in operand.annotation else []),
    ]
    return [({operand.name: text}, result) for text, result in choices]


def _one_array(versions: Versions, rule: Rule, spelling: Spelling) -> list[Choice]:
    """The overloads for one operand."""
    return _OneArray(versions, rule, spelling).choices()


class _OneArray:
    """Computes the overloads of a rule for one operand.

    Args:
        versions: the rules of the function in all versions of JAX.
        rule: the rule, or a part of it.
        spelling: the spelling of types in the stub.
    """

    def __init__(self, versions: Versions, rule: Rule, spelling: Spelling) -> None:
        self.versions, self.rule, self.spelling, self.system = versions, rule, spelling, versions.system
        self.strong = [n for n in self.system.nodes if n not in self.system.defaults]
        # An overload for rejected dtypes costs pyright time in each call, too much for dtypes that are seldom used.
        self.says_rejected = any(versions.is_rejected(rule.operands[0], n) for n in self.strong if n not in NARROW)
        self.results = {node: self.result_of(node) for node in self.system.nodes}
        """The result for each node; None if it is unknown, `NEVER` if JAX rejects the node."""
        if rule.weak_unless:
            self.results |= dict.fromkeys(self.system.defaults, None)
        takes_scalars = not rule.weak_unless and not rule.rejects_numbers
        self.scalars = self.scalar_results() if takes_scalars else {}
        """The result for each Python scalar that gets an overload."""
        self.subclasses = {
            f"np.{name}": result
            for name, scalar in PYTHON_SUBCLASSES.items()
            if scalar in self.scalars and (result := self.result_of(self.system.truncated.get(name, name)))
        }
        """The result for each NumPy scalar type that is a subclass of such a scalar."""

    def is_rejected(self, name: str) -> bool:
        """Whether an overload states that JAX rejects a node.

        A `float` may hold an int, and an array of a dtype may be weak. So these must be rejected, too.
        """
        narrower = PYTHON_SCALARS[: PYTHON_SCALARS.index(name) + 1] if name in PYTHON_SCALARS else (name,)
        weak = [node for node, default in self.system.defaults.items() if default == name]
        operand = self.rule.operands[0]
        return self.says_rejected and all(self.versions.is_rejected(operand, each) for each in (*narrower, *weak))

    def result_of(self, name: str) -> str | None:
        """The result for a node or a Python scalar."""
        return NEVER if self.is_rejected(name) else self.versions.result([name], self.rule)

    def scalar_results(self) -> dict[str, str]:
        """The results for the Python scalars, except those that JAX rejects without an overload that states it."""
        operand = self.rule.operands[0]
        return {
            scalar: result
            for scalar in PYTHON_SCALARS
            if (self.is_rejected(scalar) or not self.versions.is_rejected(operand, scalar))
            and (result := self.result_of(scalar))
        }

    def choices(self) -> list[Choice]:
        """The overloads."""
        rule, results = self.rule, self.results
        is_partial = rule.weak_unless or rule.either is not None or rule.is_partial
        keeps_weak = not is_partial and all(results[weak] in (weak, None, NEVER) for weak in self.system.defaults)
        keeps_all = keeps_weak and all(results[n] in (n, None, NEVER) for n in self.strong)
        return self.keeping() if keeps_all else self.changing()

    def keeping(self) -> list[Choice]:
        """The overloads if the result has the dtype of every accepted array."""
        rejected = [n for n in self.system.nodes if self.results[n] == NEVER]
        made = {**dict.fromkeys(self.subclasses, None), **dict.fromkeys(rejected, NEVER), **self.scalars}
        order = (ANY, f"Array[{NEVER}]")
        groups = sorted(
            grouped(made, self.system), key=lambda choice: order.index(choice[1]) if choice[1] in order else 2
        )
        # Overloads that keep an array's dtype come before those for scalars, except scalars with unknown results.
        behind = sum(result in order for _, result in groups)
        if rejected:
            unknown = [text for text, result in groups[:behind] if result == ANY]
            first = (" | ".join([unknown_arrays(self.system), *unknown]), ANY)
            groups[: len(unknown)] = [first]
            behind += 1 - len(unknown)
        return [*groups[:behind], ("Array[_R]", "Array[_R]"), *groups[behind:]]

    def changing(self) -> list[Choice]:
        """The overloads if the result has another dtype than some accepted arrays."""
        system, results = self.system, self.results
        kept = [n for n in self.strong if results[n] == n]
        # A type variable also keeps the weak types of the dtypes that bound it.
        keeps_first = all(results[weak] == weak for weak, default in system.defaults.items() if default in kept)
        made = self.changed(kept if keeps_first else [])
        # The first and last overload; the kept dtypes, and the value of their type variable.
        others = 2 + 2 * bool(kept)
        not_said = self.shortened(made, MOST_TYPES - others)
        silent = (" | ".join([unknown_arrays(system), *operand_types(not_said, system)]), ANY)
        if not kept:
            return [silent, *grouped(made, system)]
        variable = self.spelling.variable_of(kept)
        keeping = (f"Array[{variable}]", f"Array[{variable}]")
        if keeps_first:
            return [silent, keeping, *grouped(made, system)]
        # If only weak types change, to their default dtype, one overload strips weakness and costs two more types.
        if all(results[weak] == default for weak, default in system.defaults.items() if default in kept):
            groups = grouped({n: r for n, r in made.items() if system.defaults.get(n) not in kept}, system)
            if self.rule.operands == ("self",) or len(groups) + others + 2 <= MOST_TYPES:
                return [silent, (f"Array[{REQUESTED}[{variable}]]", f"Array[{variable}]"), *groups, keeping]
        return [silent, *grouped(made, system), keeping]

    def changed(self, kept_with_weak: list[str]) -> dict[str, str | None]:
        """The results for operands that change their dtype: NumPy's scalars, bools, weak types and strong dtypes.

        Args:
            kept_with_weak: the dtypes that are kept and whose weak types are kept with them.
        """
        system, results, scalars = self.system, self.results, self.scalars
        weak = {n: results[n] for n, default in system.defaults.items() if default not in kept_with_weak}
        if scalars:  # an unknown result of one scalar must not fall through to a wider scalar
            weak |= {scalar: scalars.get(scalar) for scalar, node in system.scalars.items() if node in system.defaults}
        strong = {n: results[n] for n in self.strong if results[n] not in (n, None)}
        return {**self.subclasses, **({"bool": scalars["bool"]} if "bool" in scalars else {}), **weak, **strong}

    def shortened(self, made: dict[str, str | None], most: int) -> list[str]:
        """Leave out operands until the overloads have at most so many types; returns the operands that are left out."""
        left_out: list[str] = []
        narrow = [n for n in self.strong if n in NARROW and self.results[n] not in (n, None)]
        for operand in [*reversed(self.subclasses), *narrow]:
            if len(grouped(made, self.system)) <= most:
                break
            left_out.append(operand)
            del made[operand]
        return left_out
