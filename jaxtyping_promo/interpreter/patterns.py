"""``match`` statements: patterns that are decided, and the values that they capture."""

from __future__ import annotations

import ast
from typing import Any

from .attributes import get_attribute
from .comparisons import compare
from .conditions import truth
from .heap import Heap, joined_heaps
from .iteration import item_of, known_items, new_sequence
from .run import Run
from .values import BOTTOM, Object, Tuple, Value, constant_of, join, of_constant


def run_match(run: Run, node: ast.Match) -> None:
    """``match``: the cases that may apply, in order, until one certainly does."""
    subject = run.evaluate(node.subject)
    if run.heap is None:
        return
    end: Heap | None = None
    left = subject
    for case in node.cases:
        if not left or run.heap is None:
            break
        start = run.heap
        taken: Value = BOTTOM
        remaining: Value = BOTTOM
        for item in left:
            matched = matches(run, case.pattern, (item,))
            if matched is not False:
                taken = join(taken, (item,))
            if matched is not True:
                remaining = join(remaining, (item,))
        if not taken:
            continue
        run.heap = start.branch()
        if isinstance(node.subject, ast.Name):
            run.assign_name(node.subject.id, taken)
        with run.uncertain():
            capture(run, case.pattern, taken)
            guard: bool | None = True
            if case.guard is not None:
                guard = truth(run, run.evaluate(case.guard))
            if guard is not True:
                remaining = join(remaining, taken)
            if guard is not False:
                run.execute(case.body)
                end = joined_heaps(end, run.heap)
        run.heap = start.branch()
        left = remaining
    if left:
        end = joined_heaps(end, run.heap)
    run.heap = end


def matches(run: Run, pattern: ast.pattern, subject: Value) -> bool | None:
    """Whether a pattern applies to a value with one alternative; None if unknown."""
    match pattern:
        case ast.MatchAs(pattern=None):
            return True
        case ast.MatchAs(pattern=inner) if inner is not None:
            return matches(run, inner, subject)
        case ast.MatchOr(patterns=patterns):
            outcomes = [matches(run, each, subject) for each in patterns]
            return True if True in outcomes else False if all(outcome is False for outcome in outcomes) else None
        case ast.MatchValue(value=value):
            wanted = run.evaluate(value)
            return truth(run, compare(run, ast.Eq(), subject, wanted, pattern))
        case ast.MatchSingleton(value=value):
            found = compare(run, ast.Is(), subject, of_constant(value), pattern)
            return truth(run, found)
        case ast.MatchClass():
            return _matches_class(run, pattern, subject)
        case ast.MatchSequence(patterns=patterns):
            return _matches_sequence(run, patterns, subject)
        case ast.MatchMapping():
            return _matches_mapping(run, pattern, subject)
    return None


def _matches_mapping(run: Run, pattern: ast.MatchMapping, subject: Value) -> bool | None:
    fields = _known_mapping(run, subject[0])
    if fields is None:
        return None
    outcomes: list[bool | None] = []
    for key, inner in zip(pattern.keys, pattern.patterns, strict=True):
        value = fields.get(constant_of(run.evaluate(key)))
        outcomes.append(False if value is None else matches(run, inner, value) if len(value) == 1 else None)
    return True if all(outcomes) else False if False in outcomes else None


def _known_mapping(run: Run, item: Any) -> dict[Any, Value] | None:
    """The fields of a dict whose keys are all known."""
    found = run.object(item) if isinstance(item, Object) else None
    return found.fields if found is not None and found.kind == "dict" and found.is_known else None


def _matches_class(run: Run, pattern: ast.MatchClass, subject: Value) -> bool | None:
    from .libraries.instance_checks import is_instance

    found = truth(run, is_instance(run, subject, run.evaluate(pattern.cls)))
    if found is not True or not (pattern.patterns or pattern.kwd_patterns):
        return found
    outcomes = [
        matches(run, inner, value) if len(value) == 1 else None for inner, value in _class_parts(run, pattern, subject)
    ]
    return True if all(outcomes) else False if False in outcomes else None


def _class_parts(run: Run, pattern: ast.MatchClass, subject: Value) -> list[tuple[ast.pattern, Value]]:
    """The parts of a class pattern with the attributes that they match."""
    parts: list[tuple[ast.pattern, Value]] = []
    names: list[Any] = []
    if pattern.patterns:
        arguments = get_attribute(run, subject, "__match_args__") if isinstance(subject[0], (Object, Tuple)) else BOTTOM
        known = known_items(run, arguments) if arguments else None
        if known is None:
            from .classes import class_of

            info = class_of(run, subject[0])
            names = list(info.constructor_fields(run)) if info is not None else []
        else:
            texts = [constant_of(item) for item in known]
            names = [text for text in texts if isinstance(text, str)]
        if not names:
            return [(inner, subject) for inner in pattern.patterns[:1]]  # int(x) captures the subject itself
    for inner, name in zip(pattern.patterns, names, strict=False):
        parts.append((inner, get_attribute(run, subject, name)))
    for inner, name in zip(pattern.kwd_patterns, pattern.kwd_attrs, strict=True):
        parts.append((inner, get_attribute(run, subject, name)))
    return parts


def _matches_sequence(run: Run, patterns: list[ast.pattern], subject: Value) -> bool | None:
    item = subject[0]
    if type(item).__name__ in ("Array", "NumPyArray", "Number", "Text", "Singleton"):
        return False
    items = known_items(run, subject)
    if isinstance(item, Object) and run.object(item).kind not in ("list", "instance"):
        return False
    if items is None:
        return None
    stars = [index for index, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
    if not stars:
        if len(items) != len(patterns):
            return False
        pairs = list(zip(patterns, items, strict=True))
    else:
        if len(items) < len(patterns) - 1:
            return False
        behind = len(patterns) - 1 - stars[0]
        pairs = [*zip(patterns[: stars[0]], items, strict=False)]
        if behind:
            pairs += zip(patterns[stars[0] + 1 :], items[-behind:], strict=True)
    outcomes = [matches(run, inner, value) if len(value) == 1 else None for inner, value in pairs]
    return True if all(outcomes) else False if False in outcomes else None


def capture(run: Run, pattern: ast.pattern, subject: Value) -> None:
    """Assign the names that a pattern captures."""
    if run.heap is None:
        return
    match pattern:
        case ast.MatchAs(pattern=inner, name=name):
            if inner is not None:
                capture(run, inner, subject)
            if name is not None:
                run.assign_name(name, subject)
        case ast.MatchOr(patterns=patterns):
            for inner in patterns:
                capture(run, inner, subject)
        case ast.MatchClass():
            for item in subject:
                for inner, value in _class_parts(run, pattern, (item,)):
                    capture(run, inner, value)
        case ast.MatchSequence(patterns=patterns):
            _capture_sequence(run, patterns, subject)
        case ast.MatchMapping(keys=keys, patterns=patterns, rest=rest):
            from .subscripts import get_item

            for key, inner in zip(keys, patterns, strict=True):
                capture(run, inner, get_item(run, subject, run.evaluate(key), pattern))
            if rest is not None:
                run.node = pattern
                run.assign_name(rest, _rest_of_mapping(run, keys, subject))
        case ast.MatchStar(name=name):
            if name is not None:
                run.node = pattern
                run.assign_name(name, new_sequence(run, None, item_of(run, subject)))


def _rest_of_mapping(run: Run, keys: list[ast.expr], subject: Value) -> Value:
    """The dict that ``**rest`` captures: the entries without the keys of the pattern."""
    fields = _known_mapping(run, subject[0]) if len(subject) == 1 else None
    if fields is None:
        return run.unknown("the rest of a mapping pattern")
    taken = {constant_of(run.evaluate(key)) for key in keys}
    return run.allocate("dict", {key: value for key, value in fields.items() if key not in taken})


def _capture_sequence(run: Run, patterns: list[ast.pattern], subject: Value) -> None:
    items = known_items(run, subject)
    stars = [index for index, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
    if items is None or (not stars and len(items) != len(patterns)) or len(items) < len(patterns) - 1:
        for inner in patterns:
            capture(run, inner, subject if isinstance(inner, ast.MatchStar) else item_of(run, subject))
        return
    if not stars:
        for inner, item in zip(patterns, items, strict=True):
            capture(run, inner, item)
        return
    behind = len(patterns) - 1 - stars[0]
    end = len(items) - behind
    for inner, item in zip(patterns[: stars[0]], items, strict=False):
        capture(run, inner, item)
    star = patterns[stars[0]]
    if isinstance(star, ast.MatchStar) and star.name is not None:
        run.node = star
        run.assign_name(star.name, new_sequence(run, items[stars[0] : end]))
    for inner, item in zip(patterns[stars[0] + 1 :], items[end:], strict=True):
        capture(run, inner, item)
