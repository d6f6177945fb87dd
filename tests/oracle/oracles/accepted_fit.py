"""Derives the clauses for the dtypes that a function accepts from JAX's answers to calls."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import Any

from jaxtyping_promo import System, get_system
from jaxtyping_promo.dtypes import DTYPES
from jaxtyping_promo.rules.clauses import GROUPS, Clause, parse_clauses
from jaxtyping_promo.rules.tables import system_name

REFUSED, TAKEN, UNDECIDED = 0, 1, 2
SCALARS = frozenset(("bool", "int", "float", "complex"))

Record = Mapping[str, Any]
"""One way to call a function: ``text``, ``probes``, ``singles`` and ``grid``, as in `oracles.accepted.Form`."""


SHAPE_DECIDES = (
    "jax.Array.view",
    "jax.numpy.fft.rfftn",
    "jax.numpy.linalg.matrix_rank",
)
"""Functions that accept more dtypes if an array has fewer dimensions, or a size that fits another dtype."""
CALLING_ANOTHER = (
    *("jax.lax.reduce", "jax.lax.reduce_window", "jax.lax.scatter_apply", "jax.lax.custom_linear_solve"),
    *("jax.Array.at.apply", "jax.scipy.linalg.funm", "jax.numpy.apply_along_axis", "jax.numpy.apply_over_axes"),
    *("jax.numpy.mask_indices", "jax.lax.composite"),
)
"""Functions that call a function of the user, which decides the accepted dtypes."""


DECIDING: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("jax.Array.prod", "jax.Array.sum", "jax.numpy.prod", "jax.numpy.sum"), ("promote_integers",)),
    "jax.nn.standardize": ("algorithm",),
    **dict.fromkeys((f"jax.numpy.linalg.{name}" for name in ("matrix_norm", "norm", "vector_norm")), ("ord",)),
    **dict.fromkeys(("jax.numpy.polyder", "jax.numpy.polyint"), ("m",)),
    **dict.fromkeys((f"jax.scipy.signal.{name}" for name in ("csd", "stft", "welch")), ("return_onesided",)),
    "jax.scipy.signal.detrend": ("type",),
    "jax.random.lognormal": ("sigma",),
}
"""The options that change the accepted dtypes; a test finds them."""


PAIRS_DECIDE: dict[str, tuple[str, str]] = {
    **dict.fromkeys((f"jax.scipy.sparse.linalg.{name}" for name in ("bicgstab", "cg", "gmres")), ("A", "b")),
    **dict.fromkeys((f"jax.numpy.{name}" for name in ("nanstd", "nanvar", "std", "var")), ("a", "dtype")),
    **dict.fromkeys((f"jax.Array.{name}" for name in ("std", "var")), ("self", "dtype")),
    **dict.fromkeys((f"jax.numpy.{name}" for name in ("convolve", "correlate")), ("a", "preferred_element_type")),
    **dict.fromkeys(
        (f"jax.lax.{name}" for name in ("conv", "conv_general_dilated", "conv_transpose", "conv_with_general_padding")),
        ("lhs", "preferred_element_type"),
    ),
    "jax.lax.bitcast_convert_type": ("operand", "new_dtype"),
    "jax.lax.random_gamma_grad": ("a", "x"),
}
"""The functions that reject pairs of dtypes which no promotion explains, and the parameters of the pair."""


class Facts:
    """JAX's answers for the dtypes of one parameter, or of the promotion of several parameters."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        self.refused: set[str] = set()

    def add(self, node: str, answer: int) -> None:
        (self.refused if answer == REFUSED else self.taken).add(node)

    @property
    def never(self) -> set[str]:
        return self.refused - self.taken


def extra(form: Record) -> str | None:
    """The optional parameter that a form has in addition to the usual call."""
    last = form["probes"][-1]
    is_more = last["name"].startswith("p_extra_") or (last["is_dtype"] and f"{last['parameter']}=DTYPE" in form["text"])
    return last["parameter"] if is_more else None


def applies(clause: Clause, form: Record) -> bool:
    """Whether a clause holds for a form: whether the form has no parameter that voids the clause."""
    return {p["parameter"] for p in form["probes"]}.isdisjoint(clause.unless)


def operands(form: Record) -> list[Mapping[str, Any]]:
    return [p for p in form["probes"] if p["base"] is None and not p["is_dtype"]]


def cells(form: Record) -> Iterable[tuple[dict[str, list[str]], int]]:
    """Every call of a form: the node of each parameter, and JAX's answer."""
    parameters = {p["name"]: p["parameter"] for p in form["probes"]}
    for name, answers in form["singles"].items():
        for node, answer in answers.items():
            if answer != UNDECIDED or node not in SCALARS:
                yield {parameters[name]: [node]}, answer
    dtype_parameter = next((p["parameter"] for p in form["probes"] if p["is_dtype"]), "")
    for dtype, node, answer in form.get("dtypes", ()):
        yield {dtype_parameter: [dtype], **{p["parameter"]: [node] for p in operands(form)}}, answer
    names = [p["parameter"] for p in operands(form)]
    last = form["probes"][-1]
    has_base = last["name"].startswith("p_extra_") and form["singles"].get(last["name"], {}).get(last["base"]) == TAKEN
    for *nodes, answer in form["grid"]:
        if answer == UNDECIDED and not SCALARS.isdisjoint(nodes):
            continue  # JAX raises, perhaps because the parameter rejects all Python scalars
        given: dict[str, list[str]] = {last["parameter"]: [last["base"]]} if has_base else {}
        for name, node in zip(names, nodes, strict=True):
            given.setdefault(name, []).append(node)
        yield given, answer


def fitted(fullname: str, forms_by_mode: Mapping[bool, list[Record]]) -> str:
    """The clauses of one function, as text; empty if it accepts every dtype."""
    if fullname in SHAPE_DECIDES:
        return ""
    clauses: list[str] = []
    by_set: dict[str, list[str]] = {}
    systems = {x64: get_system(system_name(fullname), x64=x64) for x64 in forms_by_mode}
    every = [(systems[x64], form) for x64, forms in forms_by_mode.items() for form in forms]
    usual = [(system, form) for system, form in every if extra(form) is None]
    with_extra = [(system, form) for system, form in every if extra(form) is not None]
    for parameter in dict.fromkeys(p["parameter"] for _, form in every for p in form["probes"]):
        own = usual if any(p["parameter"] == parameter for _, form in usual for p in form["probes"]) else with_extra
        if own is with_extra:
            own = [(s, f) for s, f in with_extra if extra(f) == parameter]
        facts = Facts()
        _gather(facts, own, parameter)
        if not facts.taken or not facts.never:
            continue
        unless = [*DECIDING.get(fullname, ())]
        for name in dict.fromkeys(extra(form) for _, form in with_extra):
            if name == parameter:
                continue
            others = Facts()
            _gather(others, [(s, f) for s, f in with_extra if extra(f) == name], parameter)
            if others.taken & facts.never:
                unless.append(name)
        if (words := described(facts)) != "any":
            by_set.setdefault(words + _unless(unless), []).append(parameter)
    clauses += [f"{', '.join(parameters)}: {text}" for text, parameters in by_set.items()]
    if fullname in CALLING_ANOTHER:
        clauses = []
    known = parse_clauses("; ".join(clauses)) if clauses else ()
    groups = dict.fromkeys(tuple(dict.fromkeys(p["parameter"] for p in operands(f))) for _, f in usual)
    for group in groups:
        own = [(s, f) for s, f in usual if tuple(dict.fromkeys(p["parameter"] for p in operands(f))) == group]
        if any(len(operands(form)) > 1 for _, form in own):
            several = _of_several(fullname, group, own, with_extra, known)
            clauses += [clause for clause in several if fullname not in CALLING_ANOTHER or clause.endswith(": any")]
    if fullname not in CALLING_ANOTHER and clauses:
        clauses += _of_fewer(groups, usual, parse_clauses("; ".join(clauses)))
    if fullname in PAIRS_DECIDE:
        clauses += _of_pairs(PAIRS_DECIDE[fullname], every, parse_clauses("; ".join(clauses)) if clauses else ())
    return "; ".join(clauses)


def _of_pairs(
    parameters: tuple[str, str], forms: list[tuple[System, Record]], known: tuple[Clause, ...]
) -> Iterator[str]:
    """The pairs of dtypes that JAX rejects in every call, though it accepts each of the two dtypes."""
    by_mode: dict[bool, Facts] = {}
    for system, form in forms:
        facts = by_mode.setdefault(bool(system.x64), Facts())
        for given, answer in cells(form):
            for pair in product(*(given.get(name, ()) for name in parameters)):
                if SCALARS.isdisjoint(pair) and (
                    answer != REFUSED or not any(refused_by(clause, system, given) for clause in known)
                ):
                    facts.add(" ".join(pair), answer)
    taken = {pair for facts in by_mode.values() for pair in facts.taken}
    never = {pair for facts in by_mode.values() for pair in facts.never} - taken
    partners: dict[str, set[str]] = {}
    for pair in never:
        first, second = pair.split()
        partners.setdefault(first, set()).add(second)
    alike: dict[frozenset[str], list[str]] = {}
    for first in (*DTYPES, *DEFAULTS):
        if first in partners:
            alike.setdefault(frozenset(partners[first]), []).append(first)
    for seconds, firsts in alike.items():
        yield f"rejected({', '.join(parameters)}): {in_groups(firsts)} beside {in_groups(seconds)}"


def in_groups(nodes: Collection[str]) -> str:
    """Some dtypes and weak types as groups, with the dtypes that must be added and removed."""
    texts = []
    for words in BASES:
        covered = {name for word in words for name in GROUPS[word]}
        members = [*words, *(name for name in (*DTYPES, *DEFAULTS) if name in nodes and name not in covered)]
        excepted = [name for name in DTYPES if name in covered and name not in nodes]
        text = " or ".join(members)
        texts.append(f"{text} except {' or '.join(excepted)}" if excepted else text)
    return min(filter(None, texts), key=lambda text: (text.count(" or "), len(text)))


def _of_fewer(
    groups: Iterable[tuple[str, ...]], usual: list[tuple[System, Record]], known: tuple[Clause, ...]
) -> Iterator[str]:
    """The clauses of an operand for calls that leave out parameters that other calls pass.

    Such a parameter is promoted with the operand, or is a condition such as `where`.
    """
    for group in groups:
        own = [form for _, form in usual if tuple(dict.fromkeys(p["parameter"] for p in operands(form))) == group]
        given_parameters = [{p["parameter"] for p in form["probes"]} for form in own]
        conditions = sorted(set().union(*given_parameters) - set.intersection(*given_parameters))
        left_out = [name for other in groups if {*group} < {*other} for name in other if name not in group]
        left_out += conditions
        if len(group) != 1 or not left_out:
            continue
        facts = Facts()
        for system, form in usual:
            parameters = {p["parameter"] for p in form["probes"]}
            if group[0] not in parameters or not parameters.isdisjoint(left_out):
                continue
            for given, answer in cells(form):
                if answer == TAKEN or not any(refused_by(clause, system, given) for clause in known):
                    for node in given.get(group[0], ()):
                        facts.add(node, answer)
        is_promoted = any(len(c.parameters) > 1 and group[0] in c.parameters for c in known)
        if facts.taken and facts.never and (is_promoted or conditions):
            yield f"{group[0]}: any except {' or '.join(sorted(facts.never))}{_unless([*dict.fromkeys(left_out)])}"


def _of_several(
    fullname: str,
    group: tuple[str, ...],
    own: list[tuple[System, Record]],
    with_extra: list[tuple[System, Record]],
    known: tuple[Clause, ...],
) -> list[str]:
    """The clause for parameters whose dtypes are promoted, or must be the same."""
    words = ("same", "power", "promoted") if system_name(fullname) != "jax" else ("promoted", "product", "same")
    candidates: list[tuple[int, list[str]]] = []
    for word in ("updated",) if fullname.startswith("jax.Array.at.") else words:
        if word == "power" and len(group) != 2:
            continue
        joined, pairs = Facts(), Facts()
        subject = Clause(f"{word}({', '.join(group)}): any")
        _gather_promoted(joined, pairs, subject, own, known)
        if "none" in pairs.taken:  # JAX accepts some dtypes without a promotion
            continue
        if not joined.never and not pairs.never:
            candidates.append((len(joined.refused), []))
            continue
        unless, unless_of_pairs = [], [*DECIDING.get(fullname, ())]
        for name in dict.fromkeys(extra(form) for _, form in with_extra):
            others, other_pairs = Facts(), Facts()
            more = [(s, f) for s, f in with_extra if extra(f) == name]
            _gather_promoted(others, other_pairs, subject, more, known)
            if other_pairs.taken & pairs.never:
                unless_of_pairs.append(name)
            elif others.taken & joined.never:
                unless.append(name)
        accepted = described(joined) if joined.never else "any"
        clause = f"{word}({', '.join(group)}): "
        clauses = [clause + accepted + _unless([*unless_of_pairs, *unless])]
        if unless and pairs.never:  # with such an option, the dtypes must still promote
            clauses.insert(0, f"{clause}any{_unless(unless_of_pairs)}")
        candidates.append((len(joined.refused & joined.taken), clauses))
    return min(candidates, key=lambda each: each[0])[1] if candidates else []


def _unless(names: list[str]) -> str:
    return f" unless {' or '.join(names)} is given" if names else ""


def _gather(facts: Facts, forms: Iterable[tuple[System, Record]], parameter: str) -> None:
    for _, form in forms:
        for given, answer in cells(form):
            for node in given.get(parameter, ()):
                facts.add(node, answer)


def promoted(clause: Clause, system: System, nodes: list[str]) -> str | None:
    """The promotion of some nodes by the system of a clause, in another mode; None if they do not promote."""
    return clause.promoted(get_system(clause.system or "", x64=system.x64), nodes)


def is_too_wide(clause: Clause, system: System, nodes: list[str]) -> bool:
    """Whether the promotion of a product is too narrow for a weak operand, in the mode of a system."""
    return clause.too_wide(get_system(clause.system or "", x64=system.x64), nodes) is not None


def _gather_promoted(
    joined: Facts,
    pairs: Facts,
    subject: Clause,
    forms: Iterable[tuple[System, Record]],
    known: tuple[Clause, ...],
) -> None:
    for system, form in forms:
        for given, answer in cells(form):
            nodes = [node for name in subject.parameters for node in given.get(name, ())]
            if len(nodes) < 2 or (answer == REFUSED and any(refused_by(c, system, given) for c in known)):
                continue
            node = promoted(subject, system, nodes)
            if node is None or is_too_wide(subject, system, nodes):
                pairs.add("none", answer)
            else:
                joined.add(node, answer)


def refused_by(clause: Clause, system: System, given: Mapping[str, list[str]]) -> bool:
    """Whether a clause rejects a call of which some arguments are known."""
    nodes = [node for name in clause.parameters for node in given.get(name, ())]
    if not nodes or not clause.holds_in(system):
        return False
    if clause.rejected is not None:
        first, second = (given.get(name, ()) for name in clause.parameters)
        return any(clause.rejects_pair(system, *pair) for pair in product(first, second))
    if clause.system is None:
        return any(not clause.accepts(system, node) for node in nodes)
    if len(nodes) < 2:
        return False
    node = promoted(clause, system, nodes)
    return node is None or not clause.accepts(system, node) or is_too_wide(clause, system, nodes)


def described(facts: Facts) -> str:
    """A set of dtypes in the words of the clauses, with as few words as possible."""
    never = {node for node in facts.never if node in DTYPES}
    tried = {node for node in facts.taken | facts.refused if node in DTYPES}
    for wide, narrow in WIDE.items():  # a dtype that no call tried, such as the promotion of two other dtypes
        if wide not in tried and narrow in tried:
            tried.add(wide)
            never |= {wide} if narrow in never else set()
    return min(
        (_text(words, tried, never, facts) for words in BASES), key=lambda text: (text.count(" ") // 2, len(text))
    )


def _text(words: tuple[str, ...], tried: set[str], never: set[str], facts: Facts) -> str:
    """A set of dtypes as groups, with the dtypes that must be added and removed."""
    covered = {name for word in words for name in GROUPS[word]}
    members = [*words, *(name for name in DTYPES if name in tried - never - covered)]
    lost = covered & never
    excepted: list[str] = []
    for group in ("small_integer", "small_float"):
        names = covered & tried & {*GROUPS[group]}
        if names and names <= lost:
            excepted.append(group)
            lost -= names
    excepted += [name for name in DTYPES if name in lost]
    for weak, defaults in DEFAULTS.items():
        if weak in facts.taken | facts.refused:
            is_refused = bool(defaults & never)
            if weak in facts.never and not is_refused:
                excepted.append(weak)
            elif weak not in facts.never and is_refused:
                members.append(weak)
    text = " or ".join(members)
    return f"{text} except {' or '.join(excepted)}" if excepted else text


WIDE = {"uint64": "uint32", "int64": "int32", "float64": "float32", "complex128": "complex64"}
DEFAULTS = {
    "weak_int": {"int32", "int64"},
    "weak_float": {"float32", "float64"},
    "weak_complex": {"complex64", "complex128"},
}
"""The dtypes that each weak type may stand for."""
WORDS = ("any", "numeric", "real", "inexact", "integer", "bool", "unsigned", "signed", "float", "complex")
BASES = [words for count in (0, 1, 2, 3) for words in combinations(WORDS, count)]
"""The groups with which a description may begin."""
