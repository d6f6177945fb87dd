"""Overloads for rules with one operand, or with several operands if a call passes only one."""

from __future__ import annotations

from collections.abc import Mapping

from ...dtype_info import NARROW
from ...rules.rule import Rule
from ...rules.vocabulary import PARTIAL
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
    system = versions.system
    strong = [n for n in system.nodes if n not in system.defaults]

    def of(name: str) -> str | None:
        return NEVER if is_rejected(name) else versions.result([name], rule)

    # An overload for rejected dtypes costs pyright time in each call, too much for dtypes that are seldom used.
    says_rejected = any(versions.is_rejected(rule.operands[0], n) for n in strong if n not in NARROW)

    def is_rejected(name: str) -> bool:
        # A `float` may hold an int, and an array of a dtype may be weak.
        narrower = PYTHON_SCALARS[: PYTHON_SCALARS.index(name) + 1] if name in PYTHON_SCALARS else (name,)
        weak = [node for node, default in system.defaults.items() if default == name]
        return says_rejected and all(versions.is_rejected(rule.operands[0], each) for each in (*narrower, *weak))

    results = {node: of(node) for node in system.nodes}
    if rule.weak_unless:
        results |= dict.fromkeys(system.defaults, None)
    kept_dtypes = [n for n in strong if results[n] == n]
    is_partial = rule.weak_unless or rule.either is not None or not {*PARTIAL}.isdisjoint(rule.maps)
    keeps_weak = not is_partial and all(results[weak] in (weak, None, NEVER) for weak in system.defaults)
    takes_scalars = not rule.weak_unless and "not_number" not in rule.maps
    scalars = {
        s: result_of_node
        for s in PYTHON_SCALARS
        if takes_scalars
        and (is_rejected(s) or not versions.is_rejected(rule.operands[0], s))
        and (result_of_node := of(s))
    }
    # NumPy's subclasses of Python types.
    subclasses = {
        f"np.{name}": result_of_node
        for name, scalar in PYTHON_SUBCLASSES.items()
        if scalar in scalars and (result_of_node := of(system.truncated.get(name, name)))
    }
    if keeps_weak and all(results[n] in (n, None, NEVER) for n in strong):
        rejected = [n for n in system.nodes if results[n] == NEVER]
        made = {**dict.fromkeys(subclasses, None), **dict.fromkeys(rejected, NEVER), **scalars}
        order = (ANY, f"Array[{NEVER}]")
        groups = sorted(grouped(made, system), key=lambda choice: order.index(choice[1]) if choice[1] in order else 2)
        # Overloads that keep an array's dtype come before those for scalars, except scalars with unknown results.
        behind = sum(result in order for _, result in groups)
        if rejected:
            unknown = [text for text, result in groups[:behind] if result == ANY]
            first = (" | ".join([unknown_arrays(system), *unknown]), ANY)
            groups[: len(unknown)] = [first]
            behind += 1 - len(unknown)
        return [*groups[:behind], ("Array[_R]", "Array[_R]"), *groups[behind:]]
    not_said: list[str] = []
    # A type variable also keeps the weak types of the dtypes that bound it.
    keeps_first = all(results[weak] == weak for weak, default in system.defaults.items() if default in kept_dtypes)
    weak = {n: results[n] for n, default in system.defaults.items() if not (keeps_first and default in kept_dtypes)}
    if scalars:  # an unknown result of one scalar must not fall through to a wider scalar
        weak |= {scalar: scalars.get(scalar) for scalar, node in system.scalars.items() if node in system.defaults}
    changed = {n: results[n] for n in strong if results[n] not in (n, None)}
    made = {**subclasses, **({"bool": scalars["bool"]} if "bool" in scalars else {}), **weak, **changed}
    others = 2 + 2 * bool(
        kept_dtypes
    )  # the first and last overload; the kept_dtypes dtypes, and the value of their type variable
    for operand in [*reversed(subclasses), *(n for n in changed if n in NARROW)]:
        if len(grouped(made, system)) + others <= MOST_TYPES:
            break
        not_said.append(operand)
        del made[operand]
    silent = (" | ".join([unknown_arrays(system), *operand_types(not_said, system)]), ANY)
    if not kept_dtypes:
        return [silent, *grouped(made, system)]
    variable = spelling.variable_of(kept_dtypes)
    keeping = (f"Array[{variable}]", f"Array[{variable}]")
    if keeps_first:
        return [silent, keeping, *grouped(made, system)]
    # If only weak types change, to their default dtype, one overload strips weakness and costs two more types.
    if all(results[weak] == default for weak, default in system.defaults.items() if default in kept_dtypes):
        changing = grouped({n: r for n, r in made.items() if system.defaults.get(n) not in kept_dtypes}, system)
        if rule.operands == ("self",) or len(changing) + others + 2 <= MOST_TYPES:
            return [silent, (f"Array[{REQUESTED}[{variable}]]", f"Array[{variable}]"), *changing, keeping]
    return [silent, *grouped(made, system), keeping]
