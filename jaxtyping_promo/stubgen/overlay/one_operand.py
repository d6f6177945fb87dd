"""Overloads for one operand, and for those of several that a rule says something of only where one of them is given."""

from __future__ import annotations

from collections.abc import Mapping

from ...dtype_info import NARROW
from ...rules.rule import Rule
from ...rules.vocabulary import PARTIAL
from ...system import PYTHON_SCALARS
from ..names import PYTHON_SUBCLASSES, REQUESTED, SAME, having
from ..tables import ANY, grouped, operand_types
from .join_overloads import unknown_arrays
from .signatures import Parameter
from .spelling import Spelling
from .versions import Versions

Choice = tuple[str, str]
"""The type of an operand, and the result."""
Choices = list[tuple[dict[str, str], str]]
"""The types of the operands in each overload, and the result."""
MOST_TYPES = 8
"""The types that a parameter may have in all overloads, what a variable becomes among them.

pyright remembers of an argument what it is where it is expected to be one of so many types. Where there are more, it
evaluates the argument again for each, and does so for each type of each call that this one is an argument of.
"""


def choices(
    versions: Versions, rule: Rule, spelling: Spelling, by_name: Mapping[str, Parameter], *, has_rows: bool
) -> Choices | None:
    """The types of a rule's operands in each overload, and the results; None if no overloads of this kind are right.

    Args:
        versions: of the rule.
        rule: what is said.
        spelling: of the stub.
        by_name: the parameters.
        has_rows: whether the dtypes' classes in the stubs say what the system makes of two of them.
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
    """Python's scalars for all operands: an int, or a float where there is one among them."""
    first = next((n for n in rule.operands if by_name[n].default is None), None)
    if first is None:
        return []
    found = [({first: "bool"}, ANY)]  # a bool is an int to a checker
    for scalar in ("int", "float", "complex"):
        result = versions.result([scalar] * len(rule.operands), rule)
        if result is None:
            return []
        types = {n: scalar if by_name[n].default is None else f"{scalar} | None" for n in rule.operands}
        found.append((types, f"Array[{result}]"))
    return found


def _sequence(rule: Rule, spelling: Spelling, operand: Parameter) -> Choices | None:
    """A sequence of arrays of one dtype: of several, a checker would make their union and not their join.

    Where one of its items is unknown, so is the result. pyright would solve a variable by the items that are known.
    """
    if rule.maps or operand.kind == "variadic":
        return None
    container = spelling.stub.use("collections.abc", "Sequence")
    found = [
        (spelling.stub.use("jaxtyping_promo.typing", "_WithUnknown"), ANY),
        (f"{container}[Array[{having(f'{SAME}[_R]')}]]", "Array[_R]"),
        *([("Array[_R]", "Array[_R]")] if "Array" in operand.annotation else []),
    ]
    return [({operand.name: text}, result) for text, result in found]


def _one_array(versions: Versions, rule: Rule, spelling: Spelling) -> list[Choice]:
    """The overloads for one operand."""
    system = versions.system
    strong = [n for n in system.nodes if n not in system.defaults]

    def of(name: str) -> str | None:
        return versions.result([name], rule)

    results = {node: of(node) for node in system.nodes}
    if rule.weak_unless:
        results |= dict.fromkeys(system.defaults, None)
    kept = [n for n in strong if results[n] == n]
    is_partial = rule.weak_unless or rule.either is not None or not {*PARTIAL}.isdisjoint(rule.maps)
    keeps_weak = not is_partial and all(results[weak] in (weak, None) for weak in system.defaults)
    takes_scalars = not rule.weak_unless and "not_number" not in rule.maps
    scalars = {s: found for s in PYTHON_SCALARS if (found := of(s))} if takes_scalars else {}
    # NumPy's subclasses of Python's types.
    subclasses = {
        f"np.{name}": found
        for name, scalar in PYTHON_SUBCLASSES.items()
        if scalar in scalars and (found := of(system.truncated.get(name, name)))
    }
    if keeps_weak and all(results[n] in (n, None) for n in strong):
        made = {**dict.fromkeys(subclasses, None), **scalars}
        groups = sorted(grouped(made, system), key=lambda choice: choice[1] != ANY)
        # An array is kept before scalars are tried, but for those of which nothing is said.
        behind = sum(result == ANY for _, result in groups)
        return [*groups[:behind], ("Array[_R]", "Array[_R]"), *groups[behind:]]
    not_said: list[str] = []
    # A variable keeps weak arrays of what it is bound to, too.
    keeps_first = all(results[weak] == weak for weak, default in system.defaults.items() if default in kept)
    weak = {n: results[n] for n, default in system.defaults.items() if not (keeps_first and default in kept)}
    if scalars:  # if nothing is known of one, it is not to be taken for a wider one
        weak |= {scalar: scalars.get(scalar) for scalar, node in system.scalars.items() if node in system.defaults}
    changed = {n: results[n] for n in strong if results[n] not in (n, None)}
    made = {**subclasses, **({"bool": scalars["bool"]} if "bool" in scalars else {}), **weak, **changed}
    others = 2 + 2 * bool(kept)  # the unknown and whatever is left; what is kept, and what its variable becomes
    for operand in [*reversed(subclasses), *(n for n in changed if n in NARROW)]:
        if len(grouped(made, system)) + others <= MOST_TYPES:
            break
        not_said.append(operand)
        del made[operand]
    silent = (" | ".join([unknown_arrays(system), *operand_types(not_said, system)]), ANY)
    if not kept:
        return [silent, *grouped(made, system)]
    variable = spelling.variable_of(kept)
    keeping = (f"Array[{variable}]", f"Array[{variable}]")
    if keeps_first:
        return [silent, keeping, *grouped(made, system)]
    # What a dtype argument gives is the dtype, and the default of a weak type: a type more, and what it becomes.
    if all(results[weak] == default for weak, default in system.defaults.items() if default in kept):
        changing = grouped({n: r for n, r in made.items() if system.defaults.get(n) not in kept}, system)
        if rule.operands == ("self",) or len(changing) + others + 2 <= MOST_TYPES:
            return [silent, (f"Array[{REQUESTED}[{variable}]]", f"Array[{variable}]"), *changing, keeping]
    return [silent, *grouped(made, system), keeping]
