"""Expressions: one transfer function for each class of Python's expressions, in the order of Python's grammar."""

from __future__ import annotations

import ast

from .attributes import get_attribute
from .comparisons import compare
from .comprehensions import dict_comprehension, generator_expression, list_comprehension, set_comprehension
from .conditions import follow_condition, truth
from .coroutines import awaited
from .counters import check_keyword
from .functions import make_function, yielded
from .generators import delegate
from .iteration import flattened_stars, item_of, known_items, new_sequence, new_set
from .iterators import METHODS_THAT_READ, READERS, make_iterator, note_reader
from .libraries.attribute_dicts import as_dicts
from .operators import OPERATORS, UNARY_OPERATORS, binary, negation, unary
from .run import EXPRESSIONS, Run
from .subscripts import get_item, key_of
from .values import (
    ANY_BOOL,
    ANY_STR,
    BOTTOM,
    FALSE,
    NONE,
    TRUE,
    External,
    Items,
    Method,
    Object,
    Slice,
    Tuple,
    Value,
    constant_of,
    each,
    join,
    of_constant,
    only,
)

LAZY = frozenset(f"builtins.{name}" for name in ("enumerate", "filter", "map", "reversed", "zip"))
"""The functions whose result reads their arguments as it is read itself."""


def evaluate_constant(run: Run, node: ast.Constant) -> Value:
    """A literal."""
    return of_constant(node.value)


def evaluate_name(run: Run, node: ast.Name) -> Value:
    """A variable."""
    return run.lookup(node.id)


def evaluate_attribute(run: Run, node: ast.Attribute) -> Value:
    """``x.name``."""
    owner = run.evaluate(node.value)
    if run.heap is None:
        return BOTTOM
    run.node = node
    value = get_attribute(run, owner, node.attr)
    return value if run.policy is None else run.policy.attribute(run, value, node.attr)


def evaluate_subscript(run: Run, node: ast.Subscript) -> Value:
    """``x[index]``."""
    owner = run.evaluate(node.value)
    index = run.evaluate(node.slice)
    if run.heap is None:
        return BOTTOM
    run.node = node
    return get_item(run, owner, index, node)


def evaluate_slice(run: Run, node: ast.Slice) -> Value:
    """``start:stop:step`` in a subscript."""
    parts = [NONE if part is None else run.evaluate(part) for part in (node.lower, node.upper, node.step)]
    return (Slice(*parts),)


def evaluate_call(run: Run, node: ast.Call) -> Value:
    """A call: the callable, the positional arguments, then the keywords."""
    function = run.evaluate(node.func)
    _note_readers(run, function, node)
    arguments: list[Value] = []
    star: Value = BOTTOM
    double_star: Value = BOTTOM
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            value = run.evaluate(argument.value)
            if run.heap is None:
                return BOTTOM
            items = known_items(run, value)
            if items is not None and not star:
                arguments += items
            else:
                star = join(star, item_of(run, value))
        elif star:
            star = join(star, run.evaluate(argument))
        else:
            arguments.append(run.evaluate(argument))
    keywords: dict[str, Value] = {}
    for keyword in node.keywords:
        value = run.evaluate(keyword.value)
        if run.heap is None:
            return BOTTOM
        if keyword.arg is not None:
            check_keyword(run, keyword, value)
            keywords[keyword.arg] = value
            continue
        value = as_dicts(run, value)
        for item in value:
            found = run.object(item) if isinstance(item, Object) else None
            if found is None or found.kind != "dict" or len(value) > 1:
                double_star = join(double_star, item_of_mapping(run, value))
                break
            keywords.update({key: field for key, field in found.fields.items() if isinstance(key, str)})
            if found.rest or found.escape is not None:
                double_star = join(double_star, found.everything())
    if run.heap is None:
        return BOTTOM
    run.node = node
    if function == (External("builtins.super"),):
        from .libraries.builtin_attributes import super_object

        return super_object(run, arguments)
    return run.call(function, arguments, keywords, node=node, star=star, double_star=double_star)


def _note_readers(run: Run, function: Value, node: ast.Call) -> None:
    """Note the arguments whose items a function reads at once, or an iterator whose items are read in turn."""
    target = only(function, (External, Method))
    if target is None:
        return
    at_once = run.models.get(("reader", id(node))) if target.name in LAZY else None
    if target.name in READERS or (target.name in METHODS_THAT_READ and isinstance(target, Method)):
        at_once = True
    if at_once is not None:
        for argument in node.args:
            note_reader(run, argument, at_once=at_once)


def item_of_mapping(run: Run, value: Value) -> Value:
    """The value of any item of a mapping that is passed by ``**``."""

    def one(item: object) -> Value:
        if isinstance(item, Object) and run.object(item).kind == "dict":
            return run.object(item).everything()
        return run.unknown("keyword arguments that are not known")

    return each(value, one)


def evaluate_binary(run: Run, node: ast.BinOp) -> Value:
    """``x + y``."""
    left = run.evaluate(node.left)
    right = run.evaluate(node.right)
    if run.heap is None:
        return BOTTOM
    run.node = node
    return binary(run, OPERATORS[type(node.op)], left, right, node)


def evaluate_unary(run: Run, node: ast.UnaryOp) -> Value:
    """``-x`` and ``not x``."""
    value = run.evaluate(node.operand)
    if run.heap is None:
        return BOTTOM
    run.node = node
    if isinstance(node.op, ast.Not):
        return negation(run, value)
    return unary(run, UNARY_OPERATORS[type(node.op)], value, node)


def evaluate_compare(run: Run, node: ast.Compare) -> Value:
    """``a < b < c``: the conjunction of its comparisons."""
    left = run.evaluate(node.left)
    results: list[Value] = []
    for op, comparator in zip(node.ops, node.comparators, strict=True):
        right = run.evaluate(comparator)
        if run.heap is None:
            return BOTTOM
        run.node = node
        results.append(compare(run, op, left, right, node))
        left = right
    if len(results) == 1:
        return results[0]
    decided = [truth(run, result) for result in results]
    if False in decided:
        return FALSE
    return TRUE if all(decided) else join(ANY_BOOL, results[-1])


def evaluate_bool(run: Run, node: ast.BoolOp) -> Value:
    """``and`` and ``or``: the first operand that decides, or the last one."""
    stops_at = isinstance(node.op, ast.Or)

    def from_operand(position: int) -> Value:
        if position == len(node.values) - 1:
            return run.evaluate(node.values[position])
        operand = node.values[position]
        taken: list[Value] = []

        def stop() -> Value:
            value = run.lookup(operand.id) if isinstance(operand, ast.Name) else taken[0]
            kept = tuple(item for item in value if truth(run, (item,)) is not (not stops_at))
            return kept

        taken.append(run.evaluate(operand))
        if run.heap is None:
            return BOTTOM
        proceed = lambda: from_operand(position + 1)  # noqa: E731
        return follow_condition(run, operand, *((stop, proceed) if stops_at else (proceed, stop)), value=taken[0])

    return from_operand(0)


def evaluate_conditional(run: Run, node: ast.IfExp) -> Value:
    """``x if condition else y``."""
    return follow_condition(run, node.test, lambda: run.evaluate(node.body), lambda: run.evaluate(node.orelse))


def evaluate_walrus(run: Run, node: ast.NamedExpr) -> Value:
    """``(x := value)``: inside a comprehension, the variable of the enclosing function."""
    value = run.evaluate(node.value)
    if run.heap is None:
        return BOTTOM
    outer = run.frame
    while ("comprehension",) in run.object(run.frame).fields:
        parent = run.object(run.frame).cls
        assert parent is not None
        run.frame = parent
    run.assign_name(node.target.id, value)
    run.frame = outer
    return value


def evaluate_lambda(run: Run, node: ast.Lambda) -> Value:
    """``lambda``."""
    return make_function(run, node)


def _parts(run: Run, nodes: list[ast.expr]) -> list[tuple[bool, Value]]:
    return [
        (True, run.evaluate(node.value)) if isinstance(node, ast.Starred) else (False, run.evaluate(node))
        for node in nodes
    ]


def evaluate_tuple(run: Run, node: ast.Tuple) -> Value:
    """``(a, *b)``."""
    parts = _parts(run, node.elts)
    if run.heap is None:
        return BOTTOM
    items, item = flattened_stars(run, parts)
    return (Items(item, "tuple"),) if items is None else (Tuple(tuple(items)),)


def evaluate_list(run: Run, node: ast.List) -> Value:
    """``[a, *b]``."""
    parts = _parts(run, node.elts)
    if run.heap is None:
        return BOTTOM
    run.node = node
    return new_sequence(run, *flattened_stars(run, parts))


def evaluate_set(run: Run, node: ast.Set) -> Value:
    """``{a, *b}``."""
    parts = _parts(run, node.elts)
    if run.heap is None:
        return BOTTOM
    run.node = node
    items, item = flattened_stars(run, parts)
    return new_sequence(run, None, item, "set") if items is None else new_set(run, items)


def evaluate_dict(run: Run, node: ast.Dict) -> Value:
    """``{key: value, **other}``."""
    fields: dict[object, Value] = {}
    rest: Value = BOTTOM
    keys: Value = BOTTOM
    for key, value_node in zip(node.keys, node.values, strict=True):
        key_value = None if key is None else run.evaluate(key)
        value = run.evaluate(value_node)
        if run.heap is None:
            return BOTTOM
        if key_value is not None:
            constant = key_of(run, key_value)
            if constant is not None:
                fields[constant] = value
            else:
                rest, keys = join(rest, value), join(keys, key_value)
                fields = {name: join(field, value) for name, field in fields.items()}
            continue
        value = as_dicts(run, value)
        found = run.object(value[0]) if len(value) == 1 and isinstance(value[0], Object) else None
        if found is not None and found.kind == "dict":
            fields.update(found.fields)
            if not found.is_known:
                rest = join(rest, found.everything())
                keys = join(keys, found.keys or run.unknown("the keys of a dict"))
                fields = {name: join(field, rest) for name, field in fields.items()}
        else:
            rest, keys = run.unknown("a mapping that is not known"), run.unknown("a mapping that is not known")
            fields = dict.fromkeys(fields, rest)
    run.node = node
    if run.policy is not None:
        run.policy.on_state(run, "", fields.items())
    return run.allocate("dict", fields, rest, keys=keys)


def evaluate_text(run: Run, node: ast.JoinedStr) -> Value:
    """An f-string; its text is known if all its values are."""
    parts: list[str] | None = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            if parts is not None:
                parts.append(str(part.value))
        elif isinstance(part, ast.FormattedValue):
            value = constant_of(run.evaluate(part.value))
            if part.format_spec is not None:
                run.evaluate(part.format_spec)
            is_plain = part.format_spec is None and part.conversion == -1 and isinstance(value, (str, int))
            parts = [*parts, str(value)] if parts is not None and is_plain else None
        else:
            parts = None
    return ANY_STR if parts is None else of_constant("".join(parts))


def evaluate_formatted(run: Run, node: ast.FormattedValue) -> Value:
    """One value of an f-string."""
    run.evaluate(node.value)
    return ANY_STR


def evaluate_starred(run: Run, node: ast.Starred) -> Value:
    """A star outside of a display: in a subscript."""
    return (Items(item_of(run, run.evaluate(node.value)), "tuple"),)


def evaluate_await(run: Run, node: ast.Await) -> Value:
    """``await x``: the value that the coroutine returns."""
    value = run.evaluate(node.value)
    return BOTTOM if run.heap is None else awaited(run, value)


def evaluate_yield(run: Run, node: ast.Yield) -> Value:
    """``yield x``."""
    return yielded(run, node, NONE if node.value is None else run.evaluate(node.value))


def evaluate_yield_from(run: Run, node: ast.YieldFrom) -> Value:
    """``yield from x``, whose value is what the inner generator returns."""
    value = run.evaluate(node.value)
    if run.heap is None:
        return BOTTOM
    if run.flow is not None and run.flow.pauses is not None:
        run.write(run.frame, ("loop", id(node)), make_iterator(run, value))
        return delegate(run, node, NONE)
    items = known_items(run, value)
    for item in items if items is not None else [item_of(run, value)]:
        yielded(run, node, item)
    return run.unknown("the result of a generator")


EXPRESSIONS.update(
    {
        ast.Constant: evaluate_constant,
        ast.Name: evaluate_name,
        ast.Attribute: evaluate_attribute,
        ast.Subscript: evaluate_subscript,
        ast.Slice: evaluate_slice,
        ast.Call: evaluate_call,
        ast.BinOp: evaluate_binary,
        ast.UnaryOp: evaluate_unary,
        ast.Compare: evaluate_compare,
        ast.BoolOp: evaluate_bool,
        ast.IfExp: evaluate_conditional,
        ast.NamedExpr: evaluate_walrus,
        ast.Lambda: evaluate_lambda,
        ast.Tuple: evaluate_tuple,
        ast.List: evaluate_list,
        ast.Set: evaluate_set,
        ast.Dict: evaluate_dict,
        ast.ListComp: list_comprehension,
        ast.SetComp: set_comprehension,
        ast.DictComp: dict_comprehension,
        ast.GeneratorExp: generator_expression,
        ast.JoinedStr: evaluate_text,
        ast.FormattedValue: evaluate_formatted,
        ast.Starred: evaluate_starred,
        ast.Await: evaluate_await,
        ast.Yield: evaluate_yield,
        ast.YieldFrom: evaluate_yield_from,
    }
)
