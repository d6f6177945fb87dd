"""Functions of the standard library that hold, call or return values of the program."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ..attributes import get_attribute, set_attribute
from ..call import Call
from ..class_statements import DATACLASS_DECORATORS, make_dataclass
from ..classes import class_of, make_named_tuple
from ..instances import copy_instance
from ..iteration import item_of, known_items, new_sequence
from ..operators import binary, compare, negation, unary
from ..subscripts import get_item, set_factory
from ..values import (
    ABSENT,
    ANY_BOOL,
    ANY_FLOAT,
    ANY_INT,
    ANY_STR,
    BOTTOM,
    FALSE,
    NONE,
    TRUE,
    Array,
    Class,
    External,
    Function,
    Items,
    Method,
    Number,
    NumPyArray,
    Object,
    Opaque,
    Partial,
    Transformed,
    Tuple,
    Unknown,
    Value,
    constant_of,
    each,
    is_unknown,
    join,
    joined,
    of_constant,
    only,
)
from .containers import append, copied, extend, forget_order
from .registry import model

if TYPE_CHECKING:
    from ..run import Run

# ---------------------------------------------------------------------------------------------------- functools


@model("functools.partial", "functools.partialmethod", "jax.tree_util.Partial", "equinox.Partial")
def _partial(run: Run, call: Call) -> Value:
    if not call.arguments or call.star:
        return run.unknown("a partial call of unknown arguments")
    return (Partial(call.arguments[0], tuple(call.arguments[1:]), tuple(call.keywords.items())),)


@model("functools.wraps", "jax.util.wraps")
def _wraps(run: Run, call: Call) -> Value:
    wrapped = call.get(0, "wrapped")
    return (Partial((External("functools.update_wrapper"),), (), (("wrapped", wrapped),)),)


@model("functools.update_wrapper")
def _update_wrapper(run: Run, call: Call) -> Value:
    """The wrapper remembers the function that it wraps."""
    wrapper, wrapped = call.get(0, "wrapper"), call.get(1, "wrapped")
    if only(wrapper, (Function, Transformed, Partial)) and wrapped and not is_unknown(wrapped):
        set_attribute(run, wrapper, "__wrapped__", wrapped)
    return wrapper


@model("functools.total_ordering", "contextlib.ContextDecorator")
def _decorator(run: Run, call: Call) -> Value:
    argument = call.arguments[0] if call.arguments else BOTTOM
    if argument and all(isinstance(item, (Function, Transformed, Class, Partial, Unknown)) for item in argument):
        return argument
    return (External("identity()"),)


@model("identity()", "typing.runtime_checkable", "typing.final", "typing.overload", "typing.no_type_check",
       "abc.abstractmethod", "typing.override", "typing_extensions.override", "typing_extensions.overload",
       "typing_extensions.runtime_checkable", "typing_extensions.final", "typing_extensions.dataclass_transform",
       "typing.dataclass_transform", "jax.tree_util.register_static", "jax.named_call", "jax.profiler.annotate_function",
       "atexit.register", "enum.unique", "numba.njit")  # fmt: skip
def _identity(run: Run, call: Call) -> Value:
    argument = call.arguments[0] if call.arguments else BOTTOM
    return argument or (External("identity()"),)


@model("functools.reduce")
def _reduce(run: Run, call: Call) -> Value:
    function, iterable = call.get(0, "function"), call.get(1, "iterable")
    items = known_items(run, iterable)
    start = call.get(2, "initial")
    if items is not None:
        if not start:
            if not items:
                return BOTTOM
            start, items = items[0], items[1:]
        for index, item in enumerate(items):
            start = run.call(function, [start, item], {}, label=("reduce", index))
        return start
    from ..loops import repeat

    item = item_of(run, iterable)
    result = start or item

    def turn() -> Value:
        nonlocal result
        result = join(result, run.call(function, [result, item], {}, label="reduce"))
        return result

    repeat(run, turn)
    return repeat(run, turn)


# ---------------------------------------------------------------------------------------------------- itertools


@model("itertools.chain", "itertools.chain.from_iterable")
def _chain(run: Run, call: Call) -> Value:
    parts = list(call.arguments)
    if call.name.endswith("from_iterable"):
        known = known_items(run, call.get(0, "iterable"))
        if known is None:
            return (Items(item_of(run, item_of(run, call.get(0, "iterable")))),)
        parts = known
    columns = [known_items(run, part) for part in parts]
    if call.star or any(column is None for column in columns):
        return (Items(joined(item_of(run, part) for part in (*parts, *((call.star,) if call.star else ())))),)
    return (Tuple(tuple(item for column in columns if column is not None for item in column)),)


@model("itertools.product")
def _product(run: Run, call: Call) -> Value:
    import itertools

    columns = [known_items(run, argument) for argument in call.arguments]
    repeat = constant_of(call.keywords.get("repeat", of_constant(1)))
    known = [column for column in columns if column is not None]
    if len(known) == len(columns) and isinstance(repeat, int) and 0 <= repeat <= 8 and math.prod(map(len, known)) ** repeat <= 128:
        return (Tuple(tuple((Tuple(row),) for row in itertools.product(*known, repeat=repeat))),)
    items = tuple(item_of(run, argument) for argument in call.arguments)
    return (Items((Tuple(items * repeat if isinstance(repeat, int) and repeat <= 8 else items),)),)


@model("itertools.pairwise", "itertools.combinations", "itertools.permutations")
def _tuples(run: Run, call: Call) -> Value:
    import itertools

    items = known_items(run, call.get(0, "iterable"))
    count = 2 if call.short_name == "pairwise" else constant_of(call.get(1, "r", of_constant(2)))
    if items is not None and isinstance(count, int) and len(items) <= 12:
        rows = list(
            itertools.pairwise(items)
            if call.short_name == "pairwise"
            else getattr(itertools, call.short_name)(items, count)
        )
        if len(rows) <= 128:
            return (Tuple(tuple((Tuple(tuple(row)),) for row in rows)),)
    item = item_of(run, call.get(0, "iterable"))
    return (Items((Tuple((item,) * count) if isinstance(count, int) else Items(item, "tuple"),)),)


@model("itertools.repeat")
def _repeat(run: Run, call: Call) -> Value:
    count = constant_of(call.get(1, "times"))
    value = call.get(0, "object")
    return (Tuple((value,) * count),) if isinstance(count, int) and count <= 128 else (Items(value),)


@model("itertools.count")
def _count(run: Run, call: Call) -> Value:
    return (Items(ANY_INT),)


@model("itertools.cycle", "itertools.islice", "itertools.takewhile", "itertools.dropwhile", "itertools.filterfalse",
       "itertools.compress")  # fmt: skip
def _some_items(run: Run, call: Call) -> Value:
    position = 0 if call.short_name in ("cycle", "islice", "compress") else 1
    items = known_items(run, call.get(0, "iterable"))
    numbers = [constant_of(argument) for argument in call.arguments[1:]]
    if call.short_name == "islice" and items is not None and all(n is None or isinstance(n, int) for n in numbers):
        return (Tuple(tuple(items[slice(*numbers)])),)
    return (Items(item_of(run, call.get(position, "iterable"))),)


@model("itertools.accumulate")
def _accumulate(run: Run, call: Call) -> Value:
    items = known_items(run, call.get(0, "iterable"))
    function = call.get(1, "func")
    if items is None or (not items):
        return run.unknown("accumulate over items that are not known")
    results = [items[0]]
    for index, item in enumerate(items[1:]):
        if function:
            results.append(run.call(function, [results[-1], item], {}, label=("accumulate", index)))
        else:
            results.append(binary(run, "add", results[-1], item, call.node))
    return (Tuple(tuple(results)),)


@model("itertools.starmap")
def _starmap(run: Run, call: Call) -> Value:
    function = call.get(0, "function")
    rows = known_items(run, call.get(1, "iterable"))
    if rows is not None:
        results = []
        for index, row in enumerate(rows):
            items = known_items(run, row)
            if items is None:
                results.append(run.call(function, [], {}, star=item_of(run, row), label=("starmap", index)))
            else:
                results.append(run.call(function, items, {}, label=("starmap", index)))
        return (Tuple(tuple(results)),)
    return run.unknown("starmap over items that are not known")


@model("itertools.zip_longest")
def _zip_longest(run: Run, call: Call) -> Value:
    fill = call.keywords.get("fillvalue", NONE)
    columns = [known_items(run, argument) for argument in call.arguments]
    known = [column for column in columns if column is not None]
    if len(known) == len(columns):
        longest = max(map(len, known), default=0)
        rows = [tuple(c[i] if i < len(c) else fill for c in known) for i in range(longest)]
        return (Tuple(tuple((Tuple(row),) for row in rows)),)
    return (Items((Tuple(tuple(join(item_of(run, argument), fill) for argument in call.arguments)),)),)


# ----------------------------------------------------------------------------------------------------- operator

BINARY_FUNCTIONS = {
    "add": "add", "sub": "sub", "mul": "mul", "truediv": "truediv", "floordiv": "floordiv", "mod": "mod", "pow": "pow",
    "matmul": "matmul", "and_": "and", "or_": "or", "xor": "xor", "lshift": "lshift", "rshift": "rshift", "eq": "eq",
    "ne": "ne", "lt": "lt", "le": "le", "gt": "gt", "ge": "ge", "iadd": "add", "imul": "mul", "isub": "sub",
    "concat": "add", "ior": "or",
}  # fmt: skip


@model(*(f"operator.{name}" for name in BINARY_FUNCTIONS))
def _operator(run: Run, call: Call) -> Value:
    left, right = call.get(0, "a"), call.get(1, "b")
    if call.short_name in ("iadd", "ior"):
        from ..operators import augmented

        return augmented(run, BINARY_FUNCTIONS[call.short_name], left, right, call.node)
    return binary(run, BINARY_FUNCTIONS[call.short_name], left, right, call.node)


@model("operator.neg", "operator.pos", "operator.invert", "operator.inv")
def _unary_operator(run: Run, call: Call) -> Value:
    return unary(run, "invert" if call.short_name == "inv" else call.short_name, call.get(0, "a"), call.node)


@model("operator.not_")
def _not(run: Run, call: Call) -> Value:
    return negation(run, call.get(0, "a"))


@model("operator.is_", "operator.is_not", "operator.contains")
def _identity_operator(run: Run, call: Call) -> Value:
    import ast

    left, right = call.get(0, "a"), call.get(1, "b")
    if call.short_name == "contains":
        return compare(run, ast.In(), right, left, call.node)
    return compare(run, ast.Is() if call.short_name == "is_" else ast.IsNot(), left, right, call.node)


@model("operator.getitem")
def _getitem(run: Run, call: Call) -> Value:
    return get_item(run, call.get(0, "a"), call.get(1, "b"), call.node)


@model("operator.setitem", "operator.delitem")
def _setitem(run: Run, call: Call) -> Value:
    from ..subscripts import delete_item, set_item

    if call.short_name == "setitem":
        set_item(run, call.get(0, "a"), call.get(1, "b"), call.get(2, "c"), call.node)
    else:
        delete_item(run, call.get(0, "a"), call.get(1, "b"), call.node)
    return NONE


@model("operator.index")
def _index(run: Run, call: Call) -> Value:
    value = call.get(0, "a")
    number = only(value, Number)
    return value if number is not None and number.kind == "int" else ANY_INT


@model("operator.itemgetter", "operator.attrgetter", "operator.methodcaller")
def _getter(run: Run, call: Call) -> Value:
    return (Transformed(call.short_name, (Tuple(tuple(call.arguments)),)),)


def call_getter(run: Run, item: Transformed, call: Call) -> Value:
    """Call ``itemgetter(...)``, ``attrgetter(...)`` or ``methodcaller(...)``."""
    names = item.function[0].items
    owner = call.get(0, "obj")
    if item.kind == "methodcaller":
        method = get_attribute(run, owner, str(constant_of(names[0])))
        return run.call(method, list(names[1:]), {}, node=call.node)
    results = []
    for name in names:
        if item.kind == "itemgetter":
            results.append(get_item(run, owner, name, call.node))
        else:
            value = owner
            for part in str(constant_of(name)).split("."):
                value = get_attribute(run, value, part)
            results.append(value)
    return results[0] if len(results) == 1 else (Tuple(tuple(results)),)


# --------------------------------------------------------------------------------------------------------- math

INTEGER_RESULTS = frozenset(("ceil", "floor", "comb", "factorial", "gcd", "lcm", "isqrt", "perm", "trunc"))
BOOL_RESULTS = frozenset(("isnan", "isinf", "isfinite", "isclose"))
MATH_FUNCTIONS = tuple(name for name in dir(math) if callable(getattr(math, name)) and not name.startswith("_"))


@model(*(f"math.{name}" for name in MATH_FUNCTIONS))
def _math(run: Run, call: Call) -> Value:
    name = call.short_name
    constants = [constant_of(argument) for argument in call.arguments]
    if constants and not call.keywords and all(isinstance(constant, (int, float)) for constant in constants):
        try:
            return of_constant(getattr(math, name)(*constants))
        except (ArithmeticError, ValueError, TypeError):
            return BOTTOM
    if name in ("prod",):
        items = known_items(run, call.get(0, "iterable"))
        numbers = [constant_of(item) for item in items] if items is not None else [ABSENT]
        if all(isinstance(number, (int, float)) for number in numbers):
            return of_constant(math.prod(number for number in numbers if isinstance(number, (int, float))))
        item = item_of(run, call.get(0, "iterable"))
        if is_unknown(item) or any(isinstance(one, (Array, NumPyArray)) for one in item):
            return run.unknown("math.prod of items that are not known")
        return (
            joined(({"bool": ANY_INT, "int": ANY_INT}.get(getattr(one, "kind", ""), ANY_FLOAT)) for one in item)
            or ANY_INT
        )
    if name in INTEGER_RESULTS:
        return ANY_INT
    if name in BOOL_RESULTS:
        return ANY_BOOL
    if name in ("frexp", "modf"):
        return (Tuple((ANY_FLOAT, ANY_INT if name == "frexp" else ANY_FLOAT)),)
    return ANY_FLOAT


# --------------------------------------------------------------------------------- copy, collections, dataclasses


@model("copy.copy", "copy.deepcopy")
def _copied(run: Run, call: Call) -> Value:
    value = call.get(0, "x")
    if call.short_name == "deepcopy":
        return deep_copy(run, value, {})

    def one(item: Any) -> Value:
        if isinstance(item, Object):
            return copy_instance(run, item, {}) if run.object(item).kind == "instance" else copied(run, item)
        return (item,)

    return each(value, one)


def deep_copy(run: Run, value: Value, done: dict[Any, Value]) -> Value:
    """A copy of a value with copies of all objects that it reaches."""

    def one(item: Any) -> Value:
        if isinstance(item, Tuple):
            return (Tuple(tuple(deep_copy(run, inner, done) for inner in item.items), item.cls),)
        if not isinstance(item, Object):
            return (item,)
        if item.site in done:
            return done[item.site]
        found = run.object(item)
        made = run.allocate(found.kind, {}, BOTTOM, keys=found.keys, cls=found.cls, label=("deepcopy", item.site))
        done[item.site] = made
        fields = {key: deep_copy(run, field, done) for key, field in found.fields.items()}
        rest = deep_copy(run, found.rest, done)
        target = run.writable(made[0].site)
        target.fields, target.rest = fields, rest
        if found.escape is not None:
            run.live.mark_escaped(made[0].site, found.escape)
        return made

    return each(value, one)


@model("collections.namedtuple")
def _namedtuple(run: Run, call: Call) -> Value:
    name, fields = constant_of(call.get(0, "typename")), call.get(1, "field_names")
    text = constant_of(fields)
    items = known_items(run, fields) if not isinstance(text, str) else None
    names = text.replace(",", " ").split() if isinstance(text, str) else [constant_of(i) for i in items or []]
    if not isinstance(name, str) or not all(isinstance(each_name, str) for each_name in names):
        return run.unknown("a named tuple whose fields are not known")
    defaults = known_items(run, call.keywords["defaults"]) if "defaults" in call.keywords else []
    return make_named_tuple(run, name, names, defaults or [])


@model("typing.NamedTuple")
def _typing_namedtuple(run: Run, call: Call) -> Value:
    pairs = known_items(run, call.get(1, "fields"))
    name = constant_of(call.get(0, "typename"))
    if pairs is None or not isinstance(name, str):
        return run.unknown("a named tuple whose fields are not known")
    names = []
    for pair in pairs:
        items = known_items(run, pair)
        if not items:
            return run.unknown("a named tuple whose fields are not known")
        names.append(str(constant_of(items[0])))
    return make_named_tuple(run, name, names, [])


@model("collections.defaultdict")
def _defaultdict(run: Run, call: Call) -> Value:
    from .containers import update

    made = run.allocate("dict", label="defaultdict")
    factory = call.get(0, "default_factory")
    if factory and factory != NONE:
        set_factory(run, made[0], factory)
    if len(call.arguments) > 1 or call.keywords:
        update(run, made[0], call.get(1, "iterable"), {k: v for k, v in call.keywords.items() if k != "default_factory"})
    return made


@model("collections.deque")
def _deque(run: Run, call: Call) -> Value:
    made = run.allocate("list", label="deque")
    if call.arguments:
        extend(run, made[0], call.arguments[0])
    if call.get(1, "maxlen", NONE) != NONE:
        forget_order(run, made[0])
        run.writable(made[0].site).is_summary = True  # items drop out at its ends
    return made


@model("collections.Counter")
def _counter(run: Run, call: Call) -> Value:
    keys = item_of(run, call.arguments[0]) if call.arguments else BOTTOM
    return run.allocate("dict", rest=ANY_INT, keys=keys or run.unknown("a key of a counter"), label="counter")


@model("dataclasses.field", "flax.struct.field", "equinox.field", "attr.ib", "attr.field", "attrs.field", "chex.field")
def _field(run: Run, call: Call) -> Value:
    options = dict(call.keywords)
    if call.name == "flax.struct.field" and call.arguments:
        options["pytree_node"] = call.arguments[0]
    return (Transformed("field", NONE, tuple(options.items())),)


@model("dataclasses.replace", "copy.replace")
def _replace(run: Run, call: Call) -> Value:
    def one(item: Any) -> Value:
        if isinstance(item, Tuple) and item.cls is not None:
            return run.call((Method("_replace", item),), [], call.keywords, node=call.node)
        info = class_of(run, item)
        if info is None or not isinstance(item, Object):
            return run.unknown("replace of an unknown object")
        if info.find(run, "__post_init__") is not None:
            fields = info.fields(run)
            found = run.object(item)
            given = {name: found.fields[name] for name in fields if name in found.fields} | call.keywords
            return run.call((Class(info.site),), [], given, node=call.node, label="replace")
        return copy_instance(run, item, call.keywords, ("replace", id(call.node)))

    return each(call.get(0, "obj"), one)


@model("dataclasses.asdict", "dataclasses.astuple")
def _asdict(run: Run, call: Call) -> Value:
    item = only(call.get(0, "obj"), Object)
    info = class_of(run, item)
    if item is None or info is None:
        return run.unknown("asdict of an unknown object")
    found = run.object(item)
    fields = {name: found.fields.get(name, BOTTOM) for name in info.fields(run)}
    if call.short_name == "astuple":
        return (Tuple(tuple(fields.values())),)
    return run.allocate("dict", dict(fields), label="asdict")


@model("dataclasses.fields")
def _fields(run: Run, call: Call) -> Value:
    item = call.get(0, "class_or_instance")
    info = run.classes[item[0].site] if only(item, Class) else class_of(run, item[0] if item else None)
    if info is None:
        return run.unknown("the fields of an unknown class")
    made = []
    for name in info.fields(run):
        fields = {"name": of_constant(name), "type": run.unknown("the type of a field"), "init": TRUE, "repr": TRUE}
        from ..instances import field_settings

        settings = field_settings(info.find(run, name)) or {}
        fields["metadata"] = settings.get("metadata", run.allocate("dict", label=("metadata", name)))
        for setting in ("default", "default_factory"):
            fields[setting] = settings.get(setting, run.unknown(f"the {setting} of a field"))
        made.append(run.allocate("instance", fields, label=("field", name)))
    return (Tuple(tuple(made)),)


@model("dataclasses.is_dataclass")
def _is_dataclass(run: Run, call: Call) -> Value:
    item = call.get(0, "obj")
    info = run.classes[item[0].site] if only(item, Class) else class_of(run, item[0] if item else None)
    return TRUE if info is not None and info.kind == "dataclass" else FALSE if info is not None else ANY_BOOL


@model("typing.get_origin", "typing.get_args", "typing.get_type_hints", "typing_extensions.get_origin",
       "typing_extensions.get_args", "typing_extensions.get_type_hints")  # fmt: skip
def _type_arguments(run: Run, call: Call) -> Value:
    return run.unknown("the type arguments of a class")


@model("enum.auto")
def _auto(run: Run, call: Call) -> Value:
    return (External("enum.auto()"),)


@model("typing.cast")
def _cast(run: Run, call: Call) -> Value:
    return call.get(1, "val")


@model("typing.TypeVar", "typing.ParamSpec", "typing.NewType", "typing.TypeVarTuple", "typing_extensions.TypeVar",
       "typing_extensions.ParamSpec")  # fmt: skip
def _type_variable(run: Run, call: Call) -> Value:
    return (External("identity()"),) if call.short_name == "NewType" else (Opaque(call.name),)


# ----------------------------------------------------------------------------------------------------- contextlib


@model("contextlib.contextmanager", "contextlib.asynccontextmanager")
def _contextmanager(run: Run, call: Call) -> Value:
    return (Transformed("makes contexts", call.get(0, "func")),)


@model("contextlib.nullcontext")
def _nullcontext(run: Run, call: Call) -> Value:
    return (Transformed("contextmanager", call.get(0, "enter_result", NONE)),)


@model("contextlib.suppress")
def _suppress(run: Run, call: Call) -> Value:
    return (Opaque("contextlib.suppress"),)


# ------------------------------------------------------------------------------------------- heapq, bisect, random


@model("heapq.heappush", "bisect.insort", "bisect.insort_left", "bisect.insort_right")
def _push(run: Run, call: Call) -> Value:
    target = only(call.get(0, "heap"), Object)
    if target is not None and run.object(target).kind == "list":
        append(run, target, call.get(1, "item"))
        _reorder(run, target)
    return NONE


def _reorder(run: Run, item: Object) -> None:
    forget_order(run, item)


@model("heapq.heappop", "heapq.heapify", "heapq.heapreplace", "heapq.heappushpop", "random.shuffle")
def _pop(run: Run, call: Call) -> Value:
    target = only(call.get(0, "heap"), Object)
    if target is None or run.object(target).kind != "list":
        return run.unknown(f"{call.name} of an unknown list")
    value = run.object(target).everything()
    if len(call.arguments) > 1:
        append(run, target, call.arguments[1])
        value = join(value, call.arguments[1])
    _reorder(run, target)
    return NONE if call.short_name in ("heapify", "shuffle") else value


@model("random.choice", "random.sample", "random.choices")
def _choice(run: Run, call: Call) -> Value:
    item = item_of(run, call.get(0, "seq"))
    return item if call.short_name == "choice" else new_sequence(run, None, item)


@model("random.random", "random.uniform", "random.gauss", "time.time", "time.perf_counter", "time.monotonic",
       "random.normalvariate", "time.process_time")  # fmt: skip
def _float(run: Run, call: Call) -> Value:
    return ANY_FLOAT


@model("random.randint", "random.randrange", "random.getrandbits", "time.time_ns", "os.getpid", "sys.getsizeof",
       "os.cpu_count")  # fmt: skip
def _int(run: Run, call: Call) -> Value:
    return ANY_INT


@model("os.path.join", "os.path.basename", "os.path.dirname", "os.getcwd", "os.path.abspath", "time.strftime",
       "textwrap.dedent", "re.sub", "os.path.expanduser", "inspect.getsource", "json.dumps", "pprint.pformat")  # fmt: skip
def _text(run: Run, call: Call) -> Value:
    return ANY_STR


@model("os.path.exists", "os.path.isfile", "os.path.isdir", "inspect.isclass", "inspect.isfunction", "math.isclose")
def _bool(run: Run, call: Call) -> Value:
    return ANY_BOOL


@model("asyncio.run")
def _asyncio_run(run: Run, call: Call) -> Value:
    item = only(call.get(0, "main"), Transformed)
    return item.function if item is not None and item.kind == "coroutine" else run.unknown("asyncio.run")


@model("types.SimpleNamespace")
def _namespace(run: Run, call: Call) -> Value:
    return run.allocate("instance", dict(call.keywords), call.double_star, label="namespace")


@model("sys.exit", "os._exit", "os.abort", "builtins.exit", "builtins.quit", "pytest.skip", "pytest.fail")
def _exit(run: Run, call: Call) -> Value:
    run.may_raise()
    run.heap = None
    return BOTTOM


@model(*sorted(DATACLASS_DECORATORS - {"jax.tree_util.register_dataclass"}))
def _dataclass(run: Run, call: Call) -> Value:
    """A decorator that makes a dataclass, with or without arguments, or called as a function."""
    cls = only(call.arguments[0], Class) if call.arguments else None
    if cls is None:
        return (Partial((External(call.name),), (), tuple(call.keywords.items())),)
    make_dataclass(run, run.classes[cls.site], call.name, call.keywords)
    return (cls,)
