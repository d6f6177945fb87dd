"""Containers: the methods of lists, dicts, sets, tuples and strings."""

from __future__ import annotations

import numpy as np
import pytest
from abstract import covers, reveals, same

LISTS = {
    "append": "xs.append('a')",
    "extend": "xs.extend(['a', None])",
    "extend with a tuple": "xs.extend((7, 8))",
    "insert": "xs.insert(1, 'a')",
    "insert at the end": "xs.insert(99, 'a')",
    "insert before the end": "xs.insert(-1, 'a')",
    "remove": "xs.remove(2)",
    "pop": "y = xs.pop()",
    "pop at an index": "y = xs.pop(0)",
    "pop at a negative index": "y = xs.pop(-2)",
    "clear": "xs.clear()",
    "index": "y = xs.index(2)",
    "count": "y = xs.count(2)",
    "sort": "xs.sort()",
    "sort in reverse": "xs.sort(reverse=True)",
    "sort by a key": "xs.sort(key=lambda x: -x)",
    "reverse": "xs.reverse()",
    "copy": "y = xs.copy(); y.append('a')",
    "+": "y = xs + ['a']",
    "+=": "y = xs; xs += ['a']",
    "*": "y = xs * 2",
    "*=": "y = xs; xs *= 2",
    "set an item": "xs[1] = 'a'",
    "set a negative index": "xs[-1] = 'a'",
    "set a slice": "xs[1:] = ['a', 'b', 'c']",
    "delete an item": "del xs[0]",
    "delete the last item": "del xs[-1]",
    "delete a slice": "del xs[1:]",
    "delete items with a step": "del xs[::2]",
    "delete at one of several indices": "for i in sorted({0, 1}): pass\ndel xs[i]",
    "slices": "y = xs[1:], xs[:-1], xs[::2], xs[::-1]",
    "reversed": "y = list(reversed(xs))",
    "sorted": "y = sorted(xs, reverse=True)",
    "sorted by a key": "y = sorted(xs, key=lambda x: -x)",
    "min and max by a key": "y = max(xs, key=lambda x: -x), min(xs)",
    "unpacking": "a, *y = xs",
    "enumerate": "y = list(enumerate(xs))",
    "sum": "y = sum(xs), sum(xs, 10)",
    "slice objects": "y = xs[slice(1, None)]",
    "conversion": "y = tuple(xs), set(xs), list(xs)",
    "comparison": "y = xs == [3, 2, 1], xs != [1], [] == []",
    "print": "y = print(xs)",
    "deque": "import collections; y = collections.deque(xs); y.appendleft('l'); y.append('r')",
    "deque pop": "import collections; y = collections.deque(xs); y.popleft(); y.rotate(1)",
    "deque of a length": "import collections; y = collections.deque(xs, maxlen=2); y.append('a')",
    "heap": "import heapq; heapq.heapify(xs); y = heapq.heappop(xs); heapq.heappush(xs, 0)",
    "heapreplace": "import heapq; y = heapq.heapreplace(xs, 'a' and 9)",
    "bisect": "import bisect; xs.sort(); bisect.insort(xs, 2)",
    "shuffle": "import random; random.shuffle(xs)",
    "list method by its class": "list.append(xs, 'a')",
    "map of a method": "list(map(xs.append, [1, 'a']))",
    "operator.setitem": "import operator; operator.setitem(xs, 0, 'a')",
    "operator.delitem": "import operator; operator.delitem(xs, 0)",
    "operator.iadd": "import operator; y = operator.iadd(xs, ['a'])",
    "__setitem__": "xs.__setitem__(0, 'a')",
    "__iadd__": "xs.__iadd__(['a'])",
}
DICTS = {
    "set and get": "d['c'] = [1]; y = d['a'], d.get('b'), d.get('z'), d.get('z', 0)",
    "update": "d.update({'a': 'new', 'z': 0})",
    "update with keywords": "d.update(a='new', z=0)",
    "update with pairs": "d.update([('a', 'new')])",
    "pop": "y = d.pop('a')",
    "pop with a default": "y = d.pop('z', 'default')",
    "popitem": "y = d.popitem()",
    "setdefault": "y = d.setdefault('z', []); y.append(1)",
    "setdefault of a known key": "y = d.setdefault('a', [])",
    "clear": "d.clear()",
    "copy": "y = d.copy(); y['z'] = 1",
    "keys, values, items": "y = list(d.keys()), list(d.values()), list(d.items())",
    "delete": "del d['a']",
    "|": "y = d | {'a': 0, 'z': 0}",
    "|=": "y = d; d |= {'z': 0}",
    "stars": "y = {'z': 0, **d}",
    "membership": "y = 'a' in d, 'z' in d, 'z' not in d",
    "iteration": "y = [k for k in d], sorted(d), len(d)",
    "fromkeys": "y = dict.fromkeys(['a', 'b'], 0)",
    "dict()": "y = dict(a=1), dict([('b', 2)]), dict(d, z=0)",
    "nested": "d['n'] = {}; d['n']['m'] = 1; y = d['n']",
    "other keys": "d[1] = 'int'; d[(1, 'a')] = 'tuple'; d[None] = 'none'",
    "a class as key": "y = {int: 'class', 'a': 1}; y = y[int]",
    "equality": "y = d == {'a': 1, 'b': 'x'}, d != {}",
    "reversed": "y = list(reversed(d))",
    "defaultdict": "import collections; y = collections.defaultdict(list); y['a'].append(1); y = y['a']",
    "OrderedDict": "import collections; y = collections.OrderedDict(a=1); y['b'] = 2; y.move_to_end('a')",
    "Counter": "import collections; y = collections.Counter('aab')['a']",
    "unpacked": "(k, v), *rest = d.items(); y = k, v",
    "pop in a loop": "for k in list(d): d.pop(k)",
    "ChainMap": "import collections; y = collections.ChainMap({'a': 0}, d)['b']",
}
SETS = {
    "add": "s.add('a')",
    "remove": "s.remove(1)",
    "discard": "s.discard(9)",
    "update": "s.update([5, 'a'])",
    "clear": "s.clear()",
    "copy": "y = s.copy(); y.add(9)",
    "|": "y = s | {9}",
    "&": "y = s & {1, 9}",
    "-": "y = s - {1}",
    "^": "y = s ^ {1, 9}",
    "|=": "y = s; s |= {9}",
    "-=": "y = s; s -= {1}",
    "&=": "y = s; s &= {1}",
    "union": "y = s.union([9], [8])",
    "intersection": "y = s.intersection([1])",
    "difference": "y = s.difference([1])",
    "symmetric_difference": "y = s.symmetric_difference([1, 9])",
    "in-place methods": "s.difference_update([1]); s.intersection_update([2]); s.symmetric_difference_update([7])",
    "comparisons": "y = s <= {1, 2, 3}, s.issubset([1]), s.isdisjoint([9]), 1 in s, len(s)",
    "frozenset": "y = frozenset(s), {frozenset([1])}",
    "pop": "y = s.pop()",
    "sorted": "y = sorted(s)",
}
TUPLES = {
    "index, slice, length": "y = t[0], t[-1], t[1:], len(t)",
    "+ and *": "y = t + (3,), t * 2",
    "count and index": "y = t.count(1), t.index('a')",
    "unpack": "a, *y = t",
    "+=": "y = t; t += (3,)",
    "comparison": "y = t == (1, 'a'), (1, 2) < (1, 3), t != ()",
    "zip": "y = list(zip(*[t, t]))",
}
TEXTS = {
    "join and split": "y = '-'.join(['a', 'b']), 'a b'.split(), 'a-b'.split('-')",
    "case": "y = 'aB'.upper(), 'aB'.lower(), 'ab'.title()",
    "tests": "y = 'abc'.startswith('a'), 'abc'.endswith('b'), 'b' in 'abc', '1'.isdigit()",
    "format": "n = 3; y = f'{n}', '{}'.format(n), '%d' % n, f'{n:03d}', f'{n!r}', f'{n=}'",
    "strip": "y = ' a '.strip(), 'ab'.removeprefix('a'), 'ab'.replace('a', 'c')",
    "partition": "y = 'a.b.c'.partition('.'), 'a.b.c'.rpartition('.')[0], 'a.b'.rsplit('.', 1)",
    "index": "y = 'abc'[0], 'abc'[1:], len('abc'), 'abc' + 'd', 'ab' * 2",
    "conversions": "y = str(3), int('3'), float('2.5'), bool(''), repr('a')",
    "bytes": "y = b'ab' + b'c', b'ab'[0], 'a'.encode()",
    "ord and chr": "y = ord('a'), chr(98), hex(3)",
}
SETTINGS = {
    **{f"list: {name}": ("xs = [3, 1, 2]", "xs", statement) for name, statement in LISTS.items()},
    **{f"dict: {name}": ("d = {'a': 1, 'b': 'x'}", "d", statement) for name, statement in DICTS.items()},
    **{f"set: {name}": ("s = {1, 2}", "s", statement) for name, statement in SETS.items()},
    **{f"tuple: {name}": ("t = (1, 'a')", "t", statement) for name, statement in TUPLES.items()},
    **{f"str: {name}": ("n = 0", "n", statement) for name, statement in TEXTS.items()},
}
JOINED = frozenset(
    {
        "list: index",
        "list: count",
        "list: sort",
        "list: sort in reverse",
        "list: sort by a key",
        "list: remove",
        "list: set a slice",
        "list: delete at one of several indices",
        "list: sorted",
        "list: sorted by a key",
        "list: min and max by a key",
        "list: comparison",
        "list: deque pop",
        "list: deque of a length",
        "list: heap",
        "list: heapreplace",
        "list: bisect",
        "list: shuffle",
        "list: list method by its class",
        "list: __iadd__",
        "dict: popitem",
        "dict: fromkeys",
        "dict: equality",
        "dict: OrderedDict",
        "dict: Counter",
        "dict: pop in a loop",
        "dict: ChainMap",
        "set: in-place methods",
        "set: comparisons",
        "set: pop",
        "tuple: count and index",
        "str: format",
        "str: ord and chr",
    }
)
"""The statements behind which only the join of the items is known."""


@pytest.mark.parametrize("name", SETTINGS)
def test_methods(name):
    start, variable, statement = SETTINGS[name]
    program = f"y = None\n{start}\n{statement}\nreveal_type({variable})\nreveal_type(y)\n"
    if name in JOINED:
        covers(program)
    else:
        same(program)


NUMPY_DTYPES = ("bool", "int8", "uint8", "int16", "int32", "int64", "uint64", "float16", "float32", "complex64")


@pytest.mark.parametrize("dtype", NUMPY_DTYPES)
def test_numbers_of_numpy_arrays(dtype: str) -> None:
    numbers = "array.tolist()[1][2]", "array[0, 0].item()", "array.item(-1)", "array.max().tolist()"
    lines = (f"reveal_type({number})" for number in numbers)
    program = "\n".join([f"import numpy as np\narray = np.ones((2, 3), np.dtype('{dtype}').type)", *lines])
    assert reveals(program) == [type(np.ones((), dtype).item()).__name__] * 4


def test_instances_with_keys_are_mappings():
    same("""
    class Config:
        def __init__(self, **fields):
            self.fields = fields

        def keys(self):
            return sorted(self.fields)

        def __getitem__(self, key):
            return self.fields[key]

    config = Config(size=3, rate=0.5)
    reveal_type((lambda size, rate: (rate, size))(**config))
    reveal_type({"rate": 1, **config, "new": True})
    reveal_type(dict(config))
    known = {"a": 1}
    known.update(config)
    reveal_type(known)
    """)


IN_PLACE = ("operator.imul(xs, 0)", "operator.imul(xs, 2)", "operator.iadd(xs, [c])", "operator.iconcat(xs, [c])")


@pytest.mark.parametrize("change", IN_PLACE)
def test_functions_of_operators_change_lists_in_place(change: str) -> None:
    same(f"""
        import operator
        xs = ["a"]
        c = 1
        {change}
        xs.append(2.0)
        reveal_type(xs)
    """)


CALLED = ("append', 2.0)(xs)", "update', {'a': 2.0})(d)", "update', a=2.0)(d)", "pop', 'a', None)(d)")


@pytest.mark.parametrize("call", CALLED)
def test_methods_that_operator_calls(call: str) -> None:
    same(f"""
        import operator
        xs, d = ["a"], {{"a": 1}}
        operator.methodcaller('{call}
        reveal_type((xs, d))
    """)


def test_a_method_of_unknown_name_may_change_the_object() -> None:
    covers("""
        import operator
        import random
        xs = ["a"]
        operator.methodcaller(random.choice(["clear", "sort"]))(xs)
        reveal_type(xs)
    """)


ABSTRACT_CONTAINERS = """
    from collections import UserDict
    from collections.abc import Mapping, MutableMapping, MutableSequence, MutableSet, Sequence

    import jax.numpy as jnp

    single, half, small = jnp.ones(1), jnp.ones(1, jnp.float16), jnp.ones(1, jnp.int8)

    class Store(MutableMapping):
        def __init__(self):
            self.items_by_key = {}

        def __getitem__(self, key):
            return self.items_by_key[key]

        def __setitem__(self, key, value):
            self.items_by_key[key] = value

        def __delitem__(self, key):
            del self.items_by_key[key]

        def __iter__(self):
            return iter(self.items_by_key)

        def __len__(self):
            return len(self.items_by_key)

    class Row(MutableSequence):
        def __init__(self, *values):
            self.values = list(values)

        def __getitem__(self, index):
            return self.values[index]

        def __setitem__(self, index, value):
            self.values[index] = value

        def __delitem__(self, index):
            del self.values[index]

        def __len__(self):
            return len(self.values)

        def insert(self, index, value):
            self.values.insert(index, value)
"""
USES_OF_ABSTRACT_CONTAINERS = {
    "update": """
    store = Store()
    store["a"] = single
    store.update(a=small)
    reveal_type(store["a"])
    store.update({"a": half, "b": small})
    reveal_type((store["a"], store["b"], len(store)))
    store.update([("a", small)])
    reveal_type(store["a"])
    other = Store()
    other.update(store)
    reveal_type(dict(other))
    """,
    "other methods of a mapping": """
    store = Store()
    store["a"] = single
    reveal_type(store.setdefault("a", small))
    reveal_type(store.setdefault("b", small))
    reveal_type((store.get("a"), store.get("c"), store.get("c", half)))
    reveal_type(store.pop("a"))
    reveal_type(store.pop("a", half))
    reveal_type(len(store))
    reveal_type(list(store.items()))
    reveal_type(list(store.values()))
    reveal_type([key for key in store.keys()])
    store.clear()
    reveal_type(len(store))
    """,
    "methods of a sequence": """
    row = Row(small)
    row.append(half)
    reveal_type((row[-1], row[0], len(row)))
    row.extend([single, single])
    reveal_type(row[-1])
    row += [small]
    reveal_type(row[-1])
    row.reverse()
    reveal_type((row[0], row[-2]))
    reveal_type(row.pop())
    reveal_type(list(row))
    reveal_type([value for value in reversed(row)])
    first, *others = row
    reveal_type(first)
    reveal_type(isinstance(row, Sequence))
    numbers = Row(3, 4)
    reveal_type((4 in numbers, numbers.index(4), numbers.count(3)))
    """,
    "a mapping that overrides a mixin": """
    class Cast(Store):
        def __setitem__(self, key, value):
            super().__setitem__(key, value.astype(jnp.bfloat16))

    cast = Cast()
    cast.update(a=single)
    cast.setdefault("b", small)
    reveal_type((cast["a"], cast["b"]))
    reveal_type(isinstance(cast, Mapping))
    """,
    "UserDict": """
    class Cast(UserDict):
        def __setitem__(self, key, value):
            super().__setitem__(key, value.astype(jnp.bfloat16))

    cast = Cast({"a": single}, b=small)
    cast.update(c=half)
    reveal_type((cast["a"], cast["b"], cast["c"]))
    reveal_type(cast.get("d"))
    """,
    "a set": """
    class Names(MutableSet):
        def __init__(self, names=()):
            self.names = list(names)

        def __contains__(self, name):
            return name in self.names

        def __iter__(self):
            return iter(self.names)

        def __len__(self):
            return len(self.names)

        def add(self, name):
            if name not in self.names:
                self.names.append(name)

        def discard(self, name):
            if name in self.names:
                self.names.remove(name)

    names = Names(["a", "b"])
    names |= ["c"]
    reveal_type(len(names))
    both = names & Names(["a"])
    reveal_type(len(both))
    """,
}


@pytest.mark.parametrize("use", USES_OF_ABSTRACT_CONTAINERS.values(), ids=USES_OF_ABSTRACT_CONTAINERS)
def test_mixins_of_abstract_containers(use: str) -> None:
    covers(ABSTRACT_CONTAINERS + use)


def test_items_of_abstract_containers_are_known() -> None:
    same(
        ABSTRACT_CONTAINERS
        + """
    store = Store()
    store["a"] = single
    store.update(a=small)
    reveal_type(store["a"])
    row = Row(small)
    row.append(half)
    reveal_type(row[-1])
    """
    )


def test_keys_that_are_equal_by_methods_of_the_program() -> None:
    covers(
        """
    import collections
    import dataclasses
    import enum
    from typing import NamedTuple

    import jax.numpy as jnp

    small, half, single = jnp.ones(1, jnp.int8), jnp.ones(1, jnp.float16), jnp.ones(1)

    class Key:
        def __hash__(self):
            return 3

        def __eq__(self, other):
            return True

    d = {Key(): small}
    d[Key()] = half
    reveal_type(d[Key()])
    key = Key()
    e = {key: small}
    e[Key()] = half
    reveal_type(e[key])
    reveal_type(Key() in e)
    reveal_type(len(e))
    e = {3: small}
    e[Key()] = half
    reveal_type(e[3])
    e = {**{3: small}, Key(): half}
    reveal_type(e[3])
    reveal_type({k: v for k, v in [(3, small), (Key(), half)]}[3])
    reveal_type(e.get(key))
    reveal_type(e.setdefault(key, single))
    reveal_type(e.pop(key, single))
    e = {key: small}
    e.update({Key(): single})
    reveal_type(e[key])
    e = {(key, 1): small}
    e[Key(), 1] = half
    reveal_type(e[key, 1])
    reveal_type(len({Key(), Key()}))
    reveal_type(Key() in {key})
    counts = collections.defaultdict(lambda: small)
    counts[Key()] = half
    reveal_type(counts[Key()])

    @dataclasses.dataclass(frozen=True)
    class Point:
        x: int

    f = {Point(1): small}
    f[Point(1)] = half
    reveal_type(f[Point(1)])
    reveal_type(Point(1) in f)
    del f[Point(1)]
    f[Point(2)] = single
    reveal_type(f[Point(2)])

    class Pair(NamedTuple):
        x: object
        y: object

    g = {(1, 2): small}
    g[Pair(1.0, 2)] = half
    reveal_type(g[1, 2])
    g[True, 2.0] = single
    reveal_type(g[1, 2])

    class Text(str):
        pass

    h = {"a": small}
    h[Text("a")] = half
    reveal_type(h["a"])

    class Number(enum.IntEnum):
        one = 1

    i = {1: small}
    i[Number.one] = half
    reveal_type(i[1])
    """
    )


def test_items_under_keys_that_are_compared_by_identity_are_known() -> None:
    same(
        """
    import enum

    import jax.numpy as jnp

    small, half = jnp.ones(1, jnp.int8), jnp.ones(1, jnp.float16)

    class Plain:
        pass

    class Mode(enum.Enum):
        a = 1
        b = 2

    class Name(enum.StrEnum):
        a = "a"
        b = "b"

    one, other = Plain(), Plain()
    d = {one: small, other: half, Mode.a: half, Mode.b: small, Name.a: half, Name.b: small, Plain: half}
    reveal_type((d[one], d[other], d[Mode.a], d[Mode.b], d[Name.a], d["b"], d[Plain]))
    e = {("a", one): small, (Mode.a, 1): half, (jnp.float32, None): small}
    reveal_type((e["a", one], e[Mode.a, 1], e[jnp.float32, None]))
    """
    )


def test_tuples_of_unknown_numbers_are_unknown_keys() -> None:
    covers(
        """
    import random

    import jax.numpy as jnp

    small, half = jnp.ones(1, jnp.int8), jnp.ones(1, jnp.float16)
    first, second = random.randint(1, 2), random.randint(3, 4)
    d = {(first,): small}
    d[second,] = half
    reveal_type(d[first,])
    """
    )
