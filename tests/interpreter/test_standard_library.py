"""Functions of the standard library that hold, call or return values of the program."""

from __future__ import annotations

import pytest
from abstract import covers, same

EXACT = {
    "itertools.chain": "list(itertools.chain([1], 'a', (2.5,)))",
    "itertools.chain.from_iterable": "list(itertools.chain.from_iterable([[1], 'ab']))",
    "itertools.product": "list(itertools.product([1, 2], 'ab'))",
    "itertools.product repeat": "list(itertools.product([1, 2], repeat=2))",
    "itertools.combinations": "list(itertools.combinations([1, 2, 3], 2))",
    "itertools.permutations": "list(itertools.permutations([1, 2], 2))",
    "itertools.pairwise": "list(itertools.pairwise([1, 2, 3]))",
    "itertools.repeat": "list(itertools.repeat('a', 2))",
    "itertools.islice": "list(itertools.islice([1, 2, 3, 4], 1, 3))",
    "itertools.accumulate": "list(itertools.accumulate([1, 2, 3]))",
    "itertools.accumulate function": "list(itertools.accumulate([1, 2, 3], lambda a, b: a * b))",
    "itertools.starmap": "list(itertools.starmap(lambda a, b: a + b, [(1, 2), ('a', 'b')]))",
    "itertools.zip_longest": "list(itertools.zip_longest([1, 2], 'a', fillvalue=0))",
    "functools.reduce": "functools.reduce(lambda a, b: a * b, [1, 2, 3], 10)",
    "operator functions": "operator.add(1, 2), operator.mul('a', 2), operator.not_(0), operator.neg(3)",
    "operator.itemgetter": "operator.itemgetter(1)([1, 2]), operator.itemgetter('a', 'b')({'a': 1, 'b': 2})",
    "operator.attrgetter": "operator.attrgetter('real')(3)",
    "operator.methodcaller": "operator.methodcaller('upper')('a')",
    "operator.contains": "operator.contains([1, 2], 2), operator.is_(None, None), operator.getitem([5], 0)",
    "math": "math.sqrt(4), math.floor(2.5), math.prod([2, 3]), math.gcd(4, 6), math.isnan(1.0), math.pi",
    "zip, map, filter": "list(zip([1, 2], 'ab')), list(map(abs, [-1])), list(filter(None, [0, 1, 'a']))",
    "divmod, pow, abs, round": "divmod(7, 2), pow(2, 3), abs(-2.5), round(2.6)",
    "int, float, bool": "int(2.7), float(3), bool([]), int(), complex(1)",
    "sum of lists": "sum([[1], [2]], [])",
    "sorted": "sorted([3, 1, 2]), sorted('ba')",
    "range": "list(range(3)), len(range(2, 9, 3)), 4 in range(5), range(5)[1:3]",
    "enumerate and reversed": "list(enumerate('ab', 1)), list(reversed([1, 2]))",
    "callable": "callable(len), callable(1), callable(lambda: 0)",
    "types.SimpleNamespace": "types.SimpleNamespace(a=1, b='x').b",
    "copy": "copy.copy([1, 2]), copy.deepcopy({'a': [1]})",
    "collections.namedtuple": "collections.namedtuple('P', ['x', 'y'], defaults=[2])(1)",
    "functools.partial": "functools.partial(lambda a, b=1, *c: (a, b, c), 1)(2, 3)",
    "any and all": "any([0, 1]), all([1, 0]), any([]), all([])",
    "slice": "[1, 2, 3][slice(1, None)], 'abc'[slice(2)]",
}
COVERED = {
    "min and max": "max(1, 2), min([3, 1]), max('a', 'b', key=len)",
    "isinstance": "isinstance(True, int), isinstance(1, (str, float)), isinstance('a', int | str)",
    "type": "type(1) is int, type([]) is list, type('a').__name__",
    "getattr": "getattr('a', 'upper')(), getattr(1, 'nothing', 'default')",
    "itertools.count": "[a for a, _ in zip(itertools.count(), 'ab')]",
    "itertools.cycle": "[a for a, _ in zip(itertools.cycle('ab'), range(3))]",
    "itertools.takewhile": "list(itertools.takewhile(lambda x: x < 3, [1, 2, 3]))",
    "itertools.dropwhile": "list(itertools.dropwhile(lambda x: x < 3, [1, 2, 3]))",
    "itertools.filterfalse": "list(itertools.filterfalse(lambda x: x < 3, [1, 2, 3]))",
    "itertools.compress": "list(itertools.compress('abc', [1, 0, 1]))",
    "itertools.groupby": "[(k, list(g)) for k, g in itertools.groupby('aab')]",
    "itertools.tee": "[list(x) for x in itertools.tee([1, 2])]",
    "random": "random.choice(['a']), random.sample([1], 1), random.random() < 2",
    "math of unknown numbers": "math.sqrt(random.random() * 0), math.floor(random.random())",
    "round of a float": "round(2.567, 1), round(-2.5)",
    "statistics": "statistics.mean([1, 2])",
    "json": "json.loads(json.dumps({'a': 1}))['a']",
    "re": "re.sub('a', 'b', 'aa'), bool(re.match('a', 'a'))",
    "str.format_map": "'{a}'.format_map({'a': 1})",
    "functools.singledispatch": "dispatched(1), dispatched('a')",
    "contextlib.ExitStack": "stacked()",
    "next": "next(iter([1, 2])), next(iter([]), 'end')",
    "zip strict": "list(zip([1, 2], 'ab', strict=True))",
    "max of floats": "max(1, 2.5), min(1, True)",
    "float of a string": "float('inf'), float('nan') == 0",
    "int of a base": "int('ff', 16)",
    "hash and id": "hash('a') == hash('a'), id(1) == id(1)",
    "sum of floats": "sum([0.5, 1])",
    "pow with a modulus": "pow(2, 5, 3)",
    "sorted by two keys": "sorted([(2, 'a'), (1, 'b')], key=lambda p: p[0])[0]",
}
IMPORTS = """
import collections, contextlib, copy, functools, itertools, json, math, operator, random, re, statistics, types

@functools.singledispatch
def dispatched(x):
    return "any"

@dispatched.register(int)
def _(x):
    return "int"

def stacked():
    out = []
    with contextlib.ExitStack() as stack:
        stack.callback(out.append, 1)
    return out
"""


@pytest.mark.parametrize("expression", EXACT.values(), ids=EXACT)
def test_exact(expression):
    same(f"{IMPORTS}\nreveal_type(({expression}))\n")


@pytest.mark.parametrize("expression", COVERED.values(), ids=COVERED)
def test_covered(expression):
    covers(f"{IMPORTS}\nreveal_type(({expression}))\n")


CONTEXTS = {
    "a generator that changes a state around the block": """
        import contextlib

        state = []

        @contextlib.contextmanager
        def pushed(x):
            state.append(x)
            yield x
            state.pop()

        with pushed("a"):
            reveal_type(len(state))
        reveal_type(len(state))
    """,
    "a generator that switches x64 for a block": """
        import contextlib
        import jax
        import jax.numpy as jnp

        @contextlib.contextmanager
        def x64():
            jax.config.update("jax_enable_x64", True)
            try:
                yield
            finally:
                jax.config.update("jax_enable_x64", False)

        with x64():
            x = jnp.zeros(3)
        reveal_type(x)
        reveal_type(jnp.zeros(3))
    """,
    "a return in a block with a mode": """
        import jax
        import jax.numpy as jnp

        def f():
            with jax.enable_x64(True):
                return jnp.zeros(3)

        reveal_type(f())
        reveal_type(jnp.zeros(3))
    """,
    "an exception in a block with a mode": """
        import jax
        import jax.numpy as jnp

        try:
            with jax.enable_x64(True):
                raise ValueError
        except ValueError:
            pass
        reveal_type(jnp.zeros(3))
    """,
}


@pytest.mark.parametrize("program", CONTEXTS.values(), ids=CONTEXTS)
def test_contexts(program):
    covers(program)
