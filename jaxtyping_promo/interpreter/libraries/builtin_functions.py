"""Python's builtin functions."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..arrays import array_unary
from ..attributes import EMPTY_BASES, get_attribute, set_attribute
from ..call import Call
from ..classes import class_of, find_method
from ..conditions import truth
from ..iteration import is_iterable, item_of, known_items, new_sequence, new_set
from ..operators import binary
from ..places import place_of
from ..values import (
    ABSENT,
    ANY_BOOL,
    ANY_FLOAT,
    ANY_INT,
    ANY_STR,
    BOTTOM,
    FALSE,
    NONE,
    Array,
    Class,
    Descriptor,
    External,
    Function,
    Items,
    Method,
    Module,
    Number,
    NumPyArray,
    Object,
    Opaque,
    Range,
    Singleton,
    Slice,
    Super,
    Text,
    Tuple,
    Unknown,
    Value,
    constant_of,
    each,
    is_unknown,
    join,
    joined,
    of_bool,
    of_constant,
    only,
)
from .attribute_dicts import as_dict
from .containers import copied
from .dtype_values import constant_text
from .instance_checks import is_callable, is_instance, type_of
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("builtins.bool")
def _bool(run: Run, call: Call) -> Value:
    return of_bool(truth(run, call.get(0, "x", FALSE)))


@model("builtins.int", "builtins.float", "builtins.complex")
def _number(run: Run, call: Call) -> Value:
    kind = call.short_name
    if not call.arguments and not call.star:
        return of_constant({"int": 0, "float": 0.0, "complex": 0j}[kind])
    argument = call.arguments[0] if call.arguments else call.star

    def one(item: Any) -> Value:
        constant = constant_of((item,))
        if constant is not ABSENT and constant is not None and len(call.arguments) == 1:
            try:
                return of_constant({"int": int, "float": float, "complex": complex}[kind](constant))
            except (TypeError, ValueError, OverflowError):
                return BOTTOM if not isinstance(item, NumPyArray) else (Number(kind),)
        return (Number(kind),)

    return each(argument, one)


TEXT_FUNCTIONS: dict[str, Callable[[Any], str]] = {"str": str, "repr": repr, "ascii": ascii, "format": format, "chr": chr, "hex": hex, "bin": bin}


@model(*(f"builtins.{name}" for name in TEXT_FUNCTIONS))
def _text(run: Run, call: Call) -> Value:
    item = only(call.get(0, "object"), (Number, Text, Singleton))
    constant = constant_of((item,)) if item is not None else ABSENT
    if len(call.arguments) != 1 or constant is ABSENT or isinstance(constant, bytes):
        return ANY_STR
    try:
        return of_constant(TEXT_FUNCTIONS[call.short_name](constant))
    except (TypeError, ValueError, OverflowError):
        return BOTTOM


@model("builtins.print", "builtins.breakpoint", "builtins.delattr", "builtins.help", "typing.reveal_type",
       "typing.assert_type", "typing.reveal_locals", "typing.assert_never")  # fmt: skip
def _nothing(run: Run, call: Call) -> Value:
    if call.name == "typing.reveal_type" and call.arguments and run.records.is_on:
        from ..revealed import described

        argument = getattr(call.node, "args", [call.node])[0]
        place = place_of(argument, run.source.path)
        run.records.revealed[place, run.context] = described(run, call.arguments[0])
    return call.arguments[0] if call.arguments and call.name in ("typing.reveal_type", "typing.assert_type") else NONE


@model("builtins.input")
def _input(run: Run, call: Call) -> Value:
    return ANY_STR


@model("builtins.id", "builtins.hash", "builtins.ord")
def _integer(run: Run, call: Call) -> Value:
    return ANY_INT


@model("builtins.len")
def _len(run: Run, call: Call) -> Value:
    def one(item: Any) -> Value:
        if isinstance(item, (Array, NumPyArray)):
            return of_constant(item.shape[0]) if item.shape and isinstance(item.shape[0], int) else ANY_INT
        if isinstance(item, Range):
            return of_constant(len(range(item.start, item.stop, item.step)))
        if isinstance(item, Text) and item.constant is not ABSENT:
            return of_constant(len(item.constant))
        if find_method(run, item, "__len__") is not None:
            return run.call(get_attribute(run, (item,), "__len__"), [], node=call.node, label="len")
        items = known_items(run, (item,))
        return ANY_INT if items is None else of_constant(len(items))

    return each(call.get(0, "obj"), one)


@model("builtins.isinstance")
def _isinstance(run: Run, call: Call) -> Value:
    return is_instance(run, call.get(0, "obj"), call.get(1, "cls"))


@model("builtins.issubclass")
def _issubclass(run: Run, call: Call) -> Value:
    from ..classes import is_subclass

    cls, other = only(call.get(0, "cls"), Class), call.get(1, "other")
    if cls is None or len(other) != 1:
        return ANY_BOOL
    return of_bool(is_subclass(run, run.classes[cls.site], other[0]))


@model("builtins.callable")
def _callable(run: Run, call: Call) -> Value:
    return is_callable(run, call.get(0, "obj"))


@model("builtins.type")
def _type(run: Run, call: Call) -> Value:
    if len(call.arguments) == 1:
        return type_of(run, call.arguments[0])
    return run.unknown("a class that type() makes")


@model("builtins.getattr")
def _getattr(run: Run, call: Call) -> Value:
    name = constant_text(call.get(1, "name"))
    owner = call.get(0, "obj")
    if name is None:
        return run.unknown("getattr with a name that is not known")
    default = call.get(2, "default")
    value = get_attribute(run, owner, name)
    if default and not value:
        return default
    return join(value, default) if default and not _has(run, owner, name) else value


def _has(run: Run, owner: Value, name: str) -> bool | None:
    """Whether an attribute certainly exists."""
    outcomes = {_has_attribute(run, item, name) for item in owner}
    return outcomes.pop() if len(outcomes) == 1 else None


def _has_attribute(run: Run, item: Any, name: str) -> bool | None:
    if isinstance(item, Object):
        found, info = run.live.get(item.site), class_of(run, item)
        if found is None or found.escape is not None:
            return None
        if found.kind == "instance":
            if name in found.fields or (info is not None and info.find(run, name) is not None):
                return True
            if info is None or info.is_open or found.rest or info.find(run, "__getattr__") is not None:
                return None
            return None if any(isinstance(each_base, str) for each_base in info.mro[1:]) else False
        return hasattr({"list": list, "dict": dict, "set": set}[found.kind], name)
    if isinstance(item, Array):
        return True if name in ARRAY_ATTRIBUTES else None
    if isinstance(item, Number):
        return hasattr({"bool": bool, "int": int, "float": float, "complex": complex}[item.kind], name)
    if isinstance(item, Text):
        return hasattr(str, name)
    if isinstance(item, Tuple):
        if item.cls is None:
            return hasattr(tuple, name)
        info = run.classes[item.cls]
        return (
            name in info.fields(run)
            or info.find(run, name) is not None
            or hasattr(tuple, name)
            or name in ("_replace", "_asdict", "_fields", "_make")
        )
    if isinstance(item, Class):
        info = run.classes[item.site]
        if info.find(run, name) is not None:
            return True
        is_special = name.startswith("__") or any(isinstance(base, str) and base not in EMPTY_BASES for base in info.mro)
        return None if info.is_open or is_special else False
    if isinstance(item, Function):
        return hasattr(lambda: 0, name) or None
    if isinstance(item, External) and item.name in PLAIN_MODULES:
        return hasattr(import_module(item.name), name)
    return None


PLAIN_MODULES = frozenset(("inspect", "sys", "math", "functools", "itertools", "operator", "collections", "typing"))
"""Modules of the standard library that have the same names in every supported version of Python, nearly."""


ARRAY_ATTRIBUTES = frozenset(("shape", "dtype", "ndim", "size", "at", "astype", "T", "aval", "__array__", "sharding"))


@model("builtins.hasattr")
def _hasattr(run: Run, call: Call) -> Value:
    name = constant_text(call.get(1, "name"))
    return of_bool(None if name is None else _has(run, call.get(0, "obj"), name))


@model("builtins.setattr")
def _setattr(run: Run, call: Call) -> Value:
    name = constant_text(call.get(1, "name"))
    if name is None:
        for value in call.arguments:
            run.escape(value, "setattr with a name that is not known")
    else:
        set_attribute(run, call.get(0, "obj"), name, call.get(2, "value"))
    return NONE


@model("builtins.object.__setattr__")
def _object_setattr(run: Run, call: Call) -> Value:
    name = constant_text(call.get(1, "name"))
    target = only(call.get(0, "self"), Object)
    if name is None or target is None:
        for value in call.arguments:
            run.escape(value, "setattr with a name that is not known")
    else:
        run.write(target.site, name, call.get(2, "value"))
    return NONE


@model("builtins.object.__new__")
def _object_new(run: Run, call: Call) -> Value:
    cls = only(call.get(0, "cls"), Class)
    if cls is None:
        return run.unknown("__new__ of an unknown class")
    info = run.classes[cls.site]
    if info.kind == "namedtuple":
        from ..instances import make_tuple

        inner = call.with_arguments(call.arguments[1:])
        inner.label = "namedtuple new"
        return make_tuple(run, info, inner)
    return run.allocate("instance", {}, cls=cls.site, label=("new", cls.site, id(call.node)))


@model("builtins.object")
def _object(run: Run, call: Call) -> Value:
    return run.allocate("instance", {}, label="object")


LARGEST_BOUND = 1 << 60
"""The largest bound of a range that is kept."""


@model("builtins.range")
def _range(run: Run, call: Call) -> Value:
    numbers = [constant_of(argument) for argument in call.arguments]
    if not call.star and 1 <= len(numbers) <= 3 and all(isinstance(number, int) for number in numbers):
        start, stop = (0, numbers[0]) if len(numbers) == 1 else numbers[:2]
        step = numbers[2] if len(numbers) == 3 else 1
        if max(map(abs, (start, stop, step))) > LARGEST_BOUND:
            return (Items(ANY_INT, "range"),)
        return (Range(start, stop, step),) if step else BOTTOM
    return (Items(ANY_INT, "range"),)


@model("builtins.slice")
def _slice(run: Run, call: Call) -> Value:
    arguments = call.arguments
    if len(arguments) == 1:
        return (Slice(NONE, arguments[0], NONE),)
    return (Slice(call.get(0, "start"), call.get(1, "stop"), call.get(2, "step", NONE)),)


@model("builtins.list")
def _list(run: Run, call: Call) -> Value:
    if not call.arguments:
        return run.allocate("list", label="list")
    items = known_items(run, call.arguments[0])
    return new_sequence(run, items, BOTTOM if items is not None else item_of(run, call.arguments[0]))


@model("builtins.tuple", "builtins.iter", "builtins.reversed")
def _tuple(run: Run, call: Call) -> Value:
    if not call.arguments:
        return (Tuple(()),)

    def one(item: Any) -> Value:
        if call.short_name == "iter" and isinstance(item, Object):
            return (Method("iterator", item),) if is_iterable(run, item) is not False else BOTTOM
        items = known_items(run, (item,))
        if items is None:
            return (Items(item_of(run, (item,)), "tuple"),)
        return (Tuple(tuple(reversed(items) if call.short_name == "reversed" else items)),)

    return each(call.arguments[0], one)


@model("builtins.set", "builtins.frozenset")
def _set(run: Run, call: Call) -> Value:
    if not call.arguments:
        return run.allocate("set", label="set")
    items = known_items(run, call.arguments[0])
    if items is None:
        return new_sequence(run, None, item_of(run, call.arguments[0]), "set")
    return new_set(run, items)


@model("builtins.dict", "collections.OrderedDict")
def _dict(run: Run, call: Call) -> Value:
    from .containers import update

    made = run.allocate("dict", label="dict")
    for value in call.arguments[:1]:
        value = each(value, lambda item: (as_dict(run, item),))
        source = only(value, Object)
        if source is not None and run.object(source).kind == "dict":
            made = copied(run, source)
        else:
            update(run, made[0], value)
    update(run, made[0], BOTTOM, call.keywords)
    if call.double_star or call.star:
        run.live.write_anywhere(made[0].site, call.double_star or call.star, ANY_STR)
    return made


@model("builtins.zip")
def _zip(run: Run, call: Call) -> Value:
    if call.star:
        values = [item_of(run, argument) for argument in (*call.arguments, call.star)]
        return (Items((Items(joined(values), "tuple"),)),)
    columns = [known_items(run, argument) for argument in call.arguments]
    if all(column is not None for column in columns):
        shortest = min((len(column) for column in columns if column is not None), default=0)
        rows = [tuple(column[index] for column in columns if column is not None) for index in range(shortest)]
        return (Tuple(tuple((Tuple(row),) for row in rows)),)
    return (Items((Tuple(tuple(item_of(run, argument) for argument in call.arguments)),)),)


@model("builtins.enumerate")
def _enumerate(run: Run, call: Call) -> Value:
    iterable = call.get(0, "iterable")
    start = constant_of(call.get(1, "start", of_constant(0)))
    items = known_items(run, iterable)
    if items is None or not isinstance(start, int):
        return (Items((Tuple((ANY_INT, item_of(run, iterable))),)),)
    return (Tuple(tuple((Tuple((of_constant(start + index), item)),) for index, item in enumerate(items))),)


@model("builtins.map")
def _map(run: Run, call: Call) -> Value:
    function, iterables = call.get(0, "function"), call.arguments[1:]
    columns = [known_items(run, iterable) for iterable in iterables]
    if all(column is not None for column in columns) and not call.star:
        rows = list(zip(*(column for column in columns if column is not None), strict=False))
        results = [run.call(function, list(row), {}, label=("map", index)) for index, row in enumerate(rows)]
        return (Tuple(tuple(results)),)
    from ..loops import repeat

    items = [item_of(run, iterable) for iterable in iterables]
    return (Items(repeat(run, lambda: run.call(function, items, {}, label="map"))),)


@model("builtins.filter")
def _filter(run: Run, call: Call) -> Value:
    function, iterable = call.get(0, "function"), call.get(1, "iterable")
    items = known_items(run, iterable)
    if items is None:
        return (Items(item_of(run, iterable)),)
    kept: list[Value] = []
    exact = True
    for index, item in enumerate(items):
        outcome = truth(run, item if function == NONE else run.call(function, [item], {}, label=("filter", index)))
        exact = exact and outcome is not None
        if outcome is not False:
            kept.append(item)
    return (Tuple(tuple(kept)),) if exact else (Items(joined(kept)),)


@model("builtins.sorted")
def _sorted(run: Run, call: Call) -> Value:
    iterable = call.get(0, "iterable")
    items = known_items(run, iterable)
    key = call.keywords.get("key", BOTTOM)
    if items is not None:
        constants = [constant_of(item) for item in items]
        if ABSENT not in constants and not key and not call.keywords.get("reverse"):
            try:
                order = sorted(range(len(items)), key=lambda index: constants[index])
            except TypeError:
                return BOTTOM
            return new_sequence(run, [items[index] for index in order])
        if len(items) <= 1:
            return new_sequence(run, items)
    item = item_of(run, iterable)
    if key and key != NONE:
        run.call(key, [item], {}, label="key")
    return new_sequence(run, None, item)


@model("builtins.sum")
def _sum(run: Run, call: Call) -> Value:
    iterable = call.get(0, "iterable")
    total = call.get(1, "start", of_constant(0))
    items = known_items(run, iterable)
    if items is not None:
        for item in items:
            total = binary(run, "add", total, item, call.node)
        return total
    item = item_of(run, iterable)
    result = total
    for _ in range(4):
        new = join(result, binary(run, "add", result, item, call.node))
        if new == result:
            break
        result = new
    return result


@model("builtins.max", "builtins.min")
def _extreme(run: Run, call: Call) -> Value:
    items = list(call.arguments) if len(call.arguments) > 1 else known_items(run, call.get(0, "iterable"))
    default = call.keywords.get("default", BOTTOM)
    key = call.keywords.get("key", BOTTOM)
    if items is not None and not key:
        constants = [constant_of(item) for item in items]
        are_numbers = all(isinstance(only(item), Number) for item in items)
        if constants and are_numbers and all(isinstance(constant, (int, float)) for constant in constants):
            return of_constant(max(constants) if call.short_name == "max" else min(constants))
    values = items if items is not None else [item_of(run, call.get(0, "iterable"))]
    if key and key != NONE and values:
        run.call(key, [joined(values)], {}, label="key")
    result = joined(values)
    if any(isinstance(item, Number) for item in result) and len(values) > 1:
        from ..values import without_constants

        result = without_constants(result)
    return join(result, default)


@model("builtins.any", "builtins.all")
def _any_all(run: Run, call: Call) -> Value:
    items = known_items(run, call.get(0, "iterable"))
    if items is None:
        return ANY_BOOL
    outcomes = [truth(run, item) for item in items]
    if call.short_name == "any":
        return of_bool(True if True in outcomes else False if all(o is False for o in outcomes) else None)
    return of_bool(False if False in outcomes else True if all(outcomes) else None)


@model("builtins.abs")
def _abs(run: Run, call: Call) -> Value:
    def one(item: Any) -> Value:
        if isinstance(item, (Array, NumPyArray)):
            return array_unary(run, "abs", item)
        if isinstance(item, Number):
            if item.constant is not ABSENT:
                try:
                    return of_constant(abs(item.constant))
                except ArithmeticError:
                    return BOTTOM
            return (Number({"bool": "int", "complex": "float"}.get(item.kind, item.kind)),)
        if find_method(run, item, "__abs__") is not None:
            return run.call(get_attribute(run, (item,), "__abs__"), [], label="abs")
        return (item,) if isinstance(item, Unknown) else BOTTOM

    return each(call.get(0, "x"), one)


@model("builtins.round")
def _round(run: Run, call: Call) -> Value:
    def one(item: Any) -> Value:
        if isinstance(item, Number):
            if isinstance(item.constant, (int, float)) and len(call.arguments) == 1:
                try:
                    return of_constant(round(item.constant))
                except (ArithmeticError, ValueError):
                    return BOTTOM  # an infinity or NaN has no integer
            return ANY_INT if len(call.arguments) == 1 or item.kind in ("int", "bool") else ANY_FLOAT
        if isinstance(item, Array):
            return (Array(item.dtype, item.shape, item.origins, cause=item.cause),)
        return (item,) if isinstance(item, (Unknown, NumPyArray)) else run.unknown("round of an object")

    return each(call.get(0, "number"), one)


@model("builtins.divmod")
def _divmod(run: Run, call: Call) -> Value:
    left, right = call.get(0, "x"), call.get(1, "y")
    return (Tuple((binary(run, "floordiv", left, right, call.node), binary(run, "mod", left, right, call.node))),)


@model("builtins.pow")
def _pow(run: Run, call: Call) -> Value:
    return binary(run, "pow", call.get(0, "base"), call.get(1, "exp"), call.node)


@model("builtins.next")
def _next(run: Run, call: Call) -> Value:
    iterator = call.get(0, "iterator")
    default = call.get(1, "default")
    items = known_items(run, iterator)
    if items is not None:
        # A tuple stands for an iterator whose position is not known.
        return join(joined(items), default) if len(items) != 1 else items[0]
    target = only(iterator, Object)
    if target is not None and find_method(run, target, "__next__") is not None:
        return join(run.call(get_attribute(run, iterator, "__next__"), [], label="next"), default)
    return join(item_of(run, iterator), default)


@model("builtins.property")
def _property(run: Run, call: Call) -> Value:
    return (Descriptor("property", call.get(0, "fget"), call.get(1, "fset")),)


@model("functools.cached_property")
def _cached_property(run: Run, call: Call) -> Value:
    return (Descriptor("cached_property", call.get(0, "func")),)


@model("builtins.staticmethod")
def _staticmethod(run: Run, call: Call) -> Value:
    return (Descriptor("staticmethod", call.get(0, "function")),)


@model("builtins.classmethod", "abc.abstractclassmethod")
def _classmethod(run: Run, call: Call) -> Value:
    return (Descriptor("classmethod", call.get(0, "function")),)


@model("builtins.globals")
def _globals(run: Run, call: Call) -> Value:
    lost = run.unknown("the variables of a module as a dict")
    target = run.writable(run.modules[run.source.name])
    for name, value in list(target.fields.items()):
        if isinstance(name, str) and not all(isinstance(item, (Class, External, Function, Module)) for item in value):
            run.escape(value, "globals() holds it")
            run.writable(run.modules[run.source.name]).fields[name] = lost
    return lost


@model("builtins.locals")
def _variables(run: Run, call: Call) -> Value:
    for value in call.arguments:
        run.escape(value, "its attributes are read as a dict")
    return run.unknown("the variables of a scope")


@model("builtins.exec", "builtins.eval", "builtins.__import__")
def _executed(run: Run, call: Call) -> Value:
    frame = run.writable(run.frame)
    lost = run.unknown("code that is made at run time")
    for name, value in list(frame.fields.items()):
        if isinstance(name, str) and not name.startswith("__"):
            run.escape(value, "code is executed that is made at run time")
            run.live.writable(run.frame).fields[name] = lost
    return lost


@model("builtins.open")
def _open(run: Run, call: Call) -> Value:
    return (Opaque("open()"),)


def super_object(run: Run, arguments: list[Value]) -> Value:
    """``super()``, or ``super(Class, self)``."""
    if len(arguments) == 2:
        cls, receiver = only(arguments[0], Class), arguments[1]
        if cls is None or len(receiver) != 1:
            return run.unknown("super() of an unknown class")
        return (Super(cls.site, receiver[0]),)
    site: Any = run.frame
    while site is not None:
        frame = run.live.get(site)
        if frame is None:
            break
        stored = frame.fields.get(("function",))
        function = stored[0] if stored else None
        if isinstance(function, Function) and function.cls is not None and function.definition.names:
            receiver = frame.fields.get(function.definition.names[0], BOTTOM)
            if len(receiver) == 1 and not is_unknown(receiver):
                return (Super(function.cls, receiver[0]),)
            return run.unknown("super() in a method with an unknown receiver")
        site = frame.cls
    return run.unknown("super() outside of a method")
