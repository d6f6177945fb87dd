"""Assignment and deletion of targets: names, tuples, attributes and items."""

from __future__ import annotations

import ast

from .iteration import item_of, known_items, read_generator
from .run import Run
from .values import Object, Unknown, Value


def assign(run: Run, target: ast.expr, value: Value) -> None:
    """Assign a value to a target."""
    if run.heap is None:
        return
    match target:
        case ast.Name(id=name):
            from .slots import stored_variable

            run.assign_name(name, stored_variable(run, name, value))
        case ast.Starred(value=inner):
            assign(run, inner, value)
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            for each_target, item in zip(targets, unpacked(run, targets, value), strict=True):
                assign(run, each_target, item)
        case ast.Attribute(value=owner, attr=name):
            from .attribute_stores import set_attribute

            set_attribute(run, run.evaluate(owner), name, value)
        case ast.Subscript(value=owner, slice=index):
            from .subscripts import set_item

            set_item(run, run.evaluate(owner), run.evaluate(index), value, target)
        case _:
            run.give_up(target, "an assignment to this target is not interpreted")


def unpacked(run: Run, targets: list[ast.expr], value: Value) -> list[Value]:
    """The value of each target of a tuple of targets."""
    count = len(targets)
    stars = [index for index, target in enumerate(targets) if isinstance(target, ast.Starred)]
    if len(value) > 1:
        rows = [unpacked(run, targets, (item,)) for item in value]
        from .values import joined

        return [joined(column) for column in zip(*rows, strict=True)]
    if targets:
        run.node = targets[0]  # an inner tuple of targets reads an iterator of its own
    value = read_generator(run, value)
    items = known_items(run, value)
    if not stars:
        if items is not None and len(items) == count:
            return items
        if items is not None:
            return [()] * count  # Python raises
        return [item_of(run, value)] * count
    star = stars[0]
    if items is not None and len(items) >= count - 1:
        end = len(items) - (count - 1 - star)
        run.node = targets[star]
        middle = run.allocate("list", dict(enumerate(items[star:end])))
        return [*items[:star], middle, *items[end:]]
    item = item_of(run, value)
    run.node = targets[star]
    return [*[item] * star, run.allocate("list", rest=item), *[item] * (count - star - 1)]


def delete(run: Run, target: ast.expr) -> None:
    """``del target``."""
    if run.heap is None:
        return
    match target:
        case ast.Name(id=name):
            run.writable(run.frame).fields.pop(name, None)
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            for each_target in targets:
                delete(run, each_target)
        case ast.Subscript(value=owner, slice=index):
            from .subscripts import delete_item

            delete_item(run, run.evaluate(owner), run.evaluate(index), target)
        case ast.Attribute(value=owner, attr=name):
            for item in run.evaluate(owner):
                if isinstance(item, Object):
                    found = run.writable(item.site)
                    if found.is_summary:
                        run.live.mark_escaped(item.site, Unknown("an attribute is deleted", run.place))
                    else:
                        found.fields.pop(name, None)
        case _:
            run.give_up(target, "a deletion of this target is not interpreted")
