"""Forms of functions and calls for the programs of `random_calls`: scans, branches, closures, classes and so on.

A form is a function that draws the code of a library and of its caller. `FORMS` has all forms by name.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple, Protocol, TypeAlias

DTYPES = ("bfloat16", "float16", "float32", "int8", "int32", "uint8")
FLOATS = ("bfloat16", "float16", "float32")
FLOAT_ARRAYS = ("f0", "f1")
"""The names of arrays of floating dtypes in a caller."""
ARRAYS = ("x0", "x1", "x2")
"""The names of arrays of any dtype in a caller."""


class Library(Protocol):
    """The random numbers, functions and random expressions of a library, for the forms."""

    random: Random
    unary: list[str]
    binary: list[str]

    def value(self, *names: str, depth: int = 2) -> str:
        """A random expression of arrays."""


class Form(NamedTuple):
    """A drawn form.

    Attributes:
        library: statements of the library.
        caller: statements of the caller. A line ``show x`` stands for a checkpoint.
    """

    library: str
    caller: str


Draw: TypeAlias = Callable[[Library, int], Form]


def scan(lib: Library, n: int) -> Form:
    """A scan whose body is a nested function."""
    r = lib.random
    head = r.choice([f"def scanned{n}(start, rows):", f"@jax.jit\ndef scanned{n}(start: jax.Array, rows):"])
    library = f"""
{head}
    def body(carry, row):
        carry = ({lib.value("carry", "row")}).astype(carry.dtype)
        return carry, {lib.value("carry", "row")}
    return lax.scan(body, start, rows)
"""
    a, b = r.choices(ARRAYS, k=2)
    return Form(library, f"show scanned{n}(x0[0], {a})[1]\nlast{n}, rows{n} = scanned{n}({a}[0], {b})\nshow rows{n}")


def scan_of_state(lib: Library, n: int) -> Form:
    """A scan that carries a named tuple or a dict."""
    r = lib.random
    a, b, c = r.choices(ARRAYS, k=3)
    if r.random() < 0.5:
        library = f"""
class State{n}(NamedTuple):
    a: jax.Array
    b: Any

def run{n}(state, rows):
    def body(s, row):
        changed = ({lib.value("s.a", "s.b", "row")}).astype(s.a.dtype)
        return {r.choice([f"State{n}(changed, s.b)", "s._replace(a=changed)"])}, {lib.value("s.a", "s.b", "row")}
    return lax.scan(body, state, rows)
"""
        caller = f"""
state{n}, out{n} = run{n}(State{n}({a}[0], {b}[0]), {c})
show state{n}.a
show state{n}.b
show out{n}
"""
    else:
        library = f"""
def run{n}(state, rows):
    def body(s, row):
        changed = ({lib.value("s['a']", "s['b']", "row")}).astype(s['a'].dtype)
        return {r.choice(["{'a': changed, 'b': s['b']}", "{**s, 'a': changed}"])}, {lib.value("s['a']", "row")}
    return lax.scan(body, state, rows)
"""
        caller = f"""
state{n}, out{n} = run{n}({{'a': {a}[0], 'b': {b}[0]}}, {c})
show state{n}['a']
show state{n}['b']
show out{n}
"""
    return Form(library, caller)


def loops(lib: Library, n: int) -> Form:
    """Loops of `lax` with lambdas and nested functions."""
    r = lib.random
    library = f"""
def turned{n}(x):
    return lax.fori_loop(0, 2, lambda i, c: ({lib.value("c", "x")}).astype(c.dtype), {lib.value("x")})

def until{n}(x: jax.Array, y: jax.Array) -> jax.Array:
    def is_on(state):
        return state[0] < 2
    def step(state):
        i, c = state
        return i + 1, ({lib.value("c", "y")}).astype(x.dtype)
    return lax.while_loop(is_on, step, (0, x))[1]
"""
    a, b = r.choices(ARRAYS, k=2)
    return Form(library, f"show turned{n}({a})\nshow until{n}({a}, {b})")


def branches(lib: Library, n: int) -> Form:
    """`lax.cond` and `lax.switch` with lambdas and functions of the library."""
    r = lib.random
    d = r.choice(DTYPES)
    one = r.choice(lib.unary)
    library = f"""
def chosen{n}(x, y):
    return lax.cond(jnp.sum(x) > 0, lambda v: ({lib.value("v", "y")}).astype(jnp.{d}), lambda v: v.astype(jnp.{d}), x)

def same{n}(x: jax.Array) -> jax.Array:
    return lax.cond(jnp.sum(x) > 0, {one}, {one}, x) * {r.choice(["2", "0.5"])}

def switched{n}(i, x):
    return lax.switch(i, [lambda v: v, lambda v: ({lib.value("v")}).astype(v.dtype)], x)
"""
    a, b = r.choices(ARRAYS, k=2)
    return Form(library, f"show chosen{n}({a}, {b})\nshow same{n}({a})\nshow switched{n}(1, {b})")


def trees(lib: Library, n: int) -> Form:
    """`jax.tree.map` in functions, and comprehensions over dicts."""
    r = lib.random
    library = f"""
def mapped{n}(params):
    return jax.tree.map({r.choice([f"lambda v: {lib.value('v')}", r.choice(lib.unary)])}, params)

def descended{n}(params: dict[str, jax.Array], grads) -> dict[str, jax.Array]:
    return jax.tree.map(lambda p, g: p - {r.choice(["0.5 * g", "g", "0.5 * g.astype(p.dtype)"])}, params, grads)

def copied{n}(params):
    return {{k: {lib.value("v", depth=1)} for k, v in params.items()}}

def summed{n}(params):
    return sum(jnp.sum({lib.value("v", depth=1)}) for v in jax.tree.leaves(params))
"""
    a, b, c, d = r.choices(ARRAYS, k=4)
    caller = f"""
tree{n} = {{'a': {a}, 'b': {b}}}
other{n} = {{'a': {c}, 'b': {d}}}
show mapped{n}(tree{n})['a']
new{n} = descended{n}(tree{n}, other{n})
show new{n}['a']
show new{n}['b']
copy{n} = copied{n}(new{n})
show copy{n}['b']
show summed{n}(tree{n})
"""
    return Form(library, caller)


def partials(lib: Library, n: int) -> Form:
    """`functools.partial` in the library and in the caller."""
    r = lib.random
    two = r.choice(lib.binary)
    one = r.choice(lib.unary)
    library = f"""
constant{n} = jnp.ones((3, 3), jnp.{r.choice(DTYPES)})
bound{n} = functools.partial({two}, constant{n})

def scaled{n}(scale, x, *, shift=0):
    return {lib.value("x", depth=1)} * scale + shift
half{n} = functools.partial(scaled{n}, 0.5)

@functools.partial(jax.jit, static_argnames="mode")
def moded{n}(x, mode="a"):
    if mode == "a":
        return {one}(x)
    return {lib.value("x", f"constant{n}")}
"""
    a, b, c = r.choices(ARRAYS, k=3)
    caller = f"""
bound_here{n} = functools.partial({two}, {a})
show bound_here{n}({b})
show functools.partial({two}, {b})({c})
show bound{n}({c})
show half{n}({a})
show half{n}({b}, shift={c})
show moded{n}({a})
show moded{n}({b}, mode="b")
"""
    return Form(library, caller)


def closures(lib: Library, n: int) -> Form:
    """Functions that return functions, and functions that get functions."""
    r = lib.random
    one = r.choice(lib.unary)
    library = f"""
def made{n}(w):
    def apply(x):
        return {lib.value("w", "x")}
    return apply

def layer{n}(w):
    return lambda x: {lib.value("w", "x")}

def applied{n}(function, x):
    return {r.choice(["function(x) * 2", "function(function(x))", "jax.jit(function)(x)", "jax.vmap(function)(x)"])}
"""
    a, b, c = r.choices(ARRAYS, k=3)
    caller = f"""
inner{n} = made{n}({a})
show inner{n}({b})
show made{n}({b})({c})
show layer{n}({a})({b})
show applied{n}({one}, {b})
show applied{n}(lambda v: {r.choice(["v * 2", "v + x0", "v > 0", "jnp.sin(v)"])}, {c})
show applied{n}(jnp.{r.choice(["tanh", "square", "abs"])}, {a})
"""
    return Form(library, caller)


def derivatives(lib: Library, n: int) -> Form:
    """Gradients with auxiliary data, and `vjp` and `jvp`."""
    r = lib.random
    library = f"""
def loss{n}(w, x):
    y = {lib.value("w['a']", "w['b']", "x")}
    return jnp.sum(y).astype(jnp.{r.choice(FLOATS)}), {{'y': y, 'z': {lib.value("x", "y")}}}

def plain{n}(w: jax.Array, x: jax.Array) -> jax.Array:
    return jnp.mean({lib.value("w", "x")}).astype(jnp.{r.choice(FLOATS)})

def descend{n}(w, x):
    (value, aux), grads = jax.value_and_grad(loss{n}, has_aux=True)(w, x)
    return jax.tree.map(lambda p, g: p - 0.1 * g, w, grads), value, aux['{r.choice("yz")}']
"""
    f, g = r.choices(FLOAT_ARRAYS, k=2)
    a, b = r.choices(ARRAYS, k=2)
    caller = f"""
w{n} = {{'a': {f}, 'b': {g}}}
(value{n}, aux{n}), grads{n} = jax.value_and_grad(loss{n}, has_aux=True)(w{n}, {a})
show value{n}
show aux{n}['y']
show aux{n}['z']
show grads{n}['a']
only{n}, aux_of{n} = jax.grad(loss{n}, has_aux=True)(w{n}, {b})
show only{n}['b']
show aux_of{n}['z']
w{n}, done{n}, shown{n} = descend{n}(w{n}, {a})
show w{n}['a']
show done{n}
show shown{n}
show jax.grad(plain{n})({f}, {b})
show jax.jit(jax.value_and_grad(plain{n}))({f}, {b})[0]
primal{n}, pull{n} = jax.vjp(plain{n}, {f}, {g})
show primal{n}
show pull{n}(primal{n})[1]
show jax.jvp(plain{n}, ({f}, {g}), ({f}, {g}))[1]
"""
    return Form(library, caller)


def dtypes(lib: Library, n: int) -> Form:
    """Dtypes that are passed as arguments and read from arrays."""
    r = lib.random
    library = f"""
def filled{n}(shape, dtype=jnp.{r.choice(DTYPES)}):
    return jnp.zeros(shape, dtype)

def like{n}(x, y: jax.Array):
    return filled{n}(x.shape, y.dtype) {r.choice("+*")} {lib.value("x", depth=1)}

def joined{n}(x, y):
    return jnp.zeros_like(x, dtype={r.choice(["jnp.result_type(x, y)", "jnp.promote_types(x.dtype, y.dtype)"])})

def safe{n}(x: jax.Array) -> jax.Array:
    return x + jnp.finfo(x.dtype).{r.choice(["eps", "max", "tiny"])}

def cast{n}(x, dtype):
    return {lib.value("x", depth=1)}.astype(dtype)
"""
    a, b, c = r.choices(ARRAYS, k=3)
    f, g = r.choices(FLOAT_ARRAYS, k=2)
    two = r.choice(lib.binary)
    caller = f"""
show filled{n}(3)
show filled{n}((3, 3), dtype=jnp.{r.choice(DTYPES)})
show filled{n}(3, "{r.choice(DTYPES)}")
show like{n}({a}, {b})
show joined{n}({b}, {c})
show safe{n}({f})
show cast{n}({c}, {a}.dtype)
show jnp.maximum({g}, jnp.finfo({f}.dtype).eps)
shape{n} = jax.eval_shape({two}, {a}, {b})
show jnp.zeros(shape{n}.shape, shape{n}.dtype)
"""
    return Form(library, caller)


def classes(lib: Library, n: int) -> Form:
    """Classes that inherit, hold other objects, and have class methods and properties."""
    r = lib.random
    library = f"""
class Linear{n}:
    def __init__(self, w, b=None):
        self.w = w
        self.b = w if b is None else b

    @classmethod
    def doubled(cls, w):
        return cls({lib.value("w", depth=1)})

    @staticmethod
    def act(x: jax.Array) -> jax.Array:
        return {lib.value("x", depth=1)}

    @property
    def weight(self):
        return self.w

    def __call__(self, x):
        return self.act({lib.value("x", "self.w", "self.b")})

class Net{n}:
    def __init__(self, x, y):
        self.first = Linear{n}(x)
        self.second = Linear{n}(y, x)
        self.layers = [self.first, self.second]

    def __call__(self, x):
        return self.second(self.first(x))

    def all(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

class Base{n}:
    def __init__(self, p: jax.Array):
        self.p = p

    def step(self, x):
        return {lib.value("x", "self.p")}

    def twice(self, x):
        return self.step(self.step(x))

class Derived{n}(Base{n}):
    def step(self, x):
        return {lib.value("x", "self.p")}

class Extended{n}(Base{n}):
    def __init__(self, p, q):
        super().__init__(p)
        self.q = q

    def more(self, x):
        return {lib.value("x", "self.p", "self.q")}
"""
    a, b, c = r.choices(ARRAYS, k=3)
    caller = f"""
linear{n} = Linear{n}({a})
show linear{n}.b
show linear{n}({b})
show Linear{n}.doubled({b}).w
show Linear{n}.act({c})
show linear{n}.weight
net{n} = Net{n}({a}, {b})
show net{n}.second.w
show net{n}({c})
show net{n}.all({c})
show Base{n}({a}).twice({b})
show Derived{n}({a}).twice({b})
ext{n} = Extended{n}({b}, {c})
show ext{n}.p
show ext{n}.more({a})
show ext{n}.step({a})
"""
    return Form(library, caller)


def sequences(lib: Library, n: int) -> Form:
    """Lists of arrays and of layers, any number of arguments, and folds."""
    r = lib.random
    two = r.choice(lib.binary)
    one = r.choice(lib.unary)
    library = f"""
def stacked{n}(layers, x):
    for w in layers:
        x = {r.choice(["x @ w", "x + w", lib.value("x", "w")])}
    return x

def deep{n}(layers, x):
    for layer in layers:
        x = {r.choice(["x @ layer['w'] + layer['b']", "jnp.tanh(x * layer['w'])", lib.value("x", "layer['b']")])}
    return x

def total{n}(*xs):
    out = xs[0]
    for x in xs[1:]:
        out = out + x
    return out

def passed{n}(*args, **options):
    return {two}(*args, **options)

def each{n}(xs):
    return [{one}(x) for x in xs]

def size{n}(d):
    return [{{'w': jnp.ones((3, 3), d), 'b': jnp.zeros(3, d)}} for _ in range(2)]
"""
    a, b, c = r.choices(ARRAYS, k=3)
    caller = f"""
show stacked{n}([{a}, {a}], {b})
show stacked{n}(({a}, {c}), {b})
layers{n} = [{{'w': {a}, 'b': {a}}}, {{'w': {b}, 'b': {a}}}]
show deep{n}(layers{n}, {c})
show layers{n}[0]['w']
show total{n}({a}, {b})
show total{n}({a}, {a}, {a})
show passed{n}({a}, {b})
show passed{n}(x={a}, y={b})
show each{n}([{b}, {b}])[0]
show functools.reduce({two}, [{a}, {b}])
many{n} = size{n}(jnp.{r.choice(DTYPES)})
show many{n}[1]['b']
show deep{n}(many{n}, {a})
for d{n} in (jnp.{r.choice(DTYPES)}, jnp.{r.choice(DTYPES)}):
    show size{n}(d{n})[0]['w']
"""
    return Form(library, caller)


def control(lib: Library, n: int) -> Form:
    """Early returns, defaults, recursion, `isinstance`, `match` and exceptions."""
    r = lib.random
    library = f"""
def optional{n}(x, scale=None, mode="a"):
    if scale is None:
        scale = {lib.value("x", depth=1)}
    if mode == "a":
        return x * scale
    if mode == "b":
        return {lib.value("x", "scale")}
    raise ValueError(mode)

def recursive{n}(count, x):
    if count == 0:
        return x
    return recursive{n}(count - 1, {lib.value("x", depth=1)})

def by_class{n}(x):
    if isinstance(x, dict):
        return {lib.value("x['a']", depth=1)}
    if isinstance(x, (int, float)):
        return jnp.full(3, x)
    return {lib.value("x")}

def matched{n}(mode: str, x: jax.Array) -> jax.Array:
    match mode:
        case "one":
            return {lib.value("x")}
        case "two":
            return {lib.value("x")}
        case _:
            return x

def tried{n}(x, y):
    try:
        out = {lib.value("x", "y")}
    except TypeError:
        out = x
    return out

def either{n}(flag: bool, x, y):
    return ({lib.value("x", depth=1)} if flag else {lib.value("y", depth=1)}) + x

def unpacked{n}(x, y):
    (a, b), c = (x, {lib.value("x", "y", depth=1)}), y
    a, b = b, a
    total = a + b
    total += c
    return total
"""
    a, b, c = r.choices(ARRAYS, k=3)
    caller = f"""
show optional{n}({a})
show optional{n}({a}, {b}, mode="b")
show optional{n}({b}, mode="a")
show recursive{n}(2, {a})
show by_class{n}({{'a': {c}}})
show by_class{n}({b})
show by_class{n}(2)
show by_class{n}(0.5)
show matched{n}("one", {a})
show matched{n}("three", {a})
show tried{n}({a}, {b})
show either{n}(True, {a}, {b})
show either{n}(len("ab") > 2, {b}, {c})
show unpacked{n}({a}, {c})
"""
    return Form(library, caller)


def records(lib: Library, n: int) -> Form:
    """Data classes that are pytrees, nested in each other."""
    r = lib.random
    frozen = r.choice(["", "(frozen=True)"])
    library = f"""
@jax.tree_util.register_dataclass
@dataclasses.dataclass{frozen}
class Inner{n}:
    w: jax.Array
    b: Any = None

@jax.tree_util.register_dataclass
@dataclasses.dataclass{frozen}
class Outer{n}:
    inner: Inner{n}
    scale: jax.Array

    @classmethod
    def create(cls, x, y):
        return cls(inner=Inner{n}(w={lib.value("x", "y", depth=1)}, b=y), scale=x)

    def apply(self, x):
        return {lib.value("x", "self.inner.w", "self.scale")}

@jax.jit
def advanced{n}(state: Outer{n}, x: jax.Array) -> tuple[Outer{n}, jax.Array]:
    inner = dataclasses.replace(state.inner, w={lib.value("state.inner.w", "x", depth=1)})
    return Outer{n}(inner, state.scale), {lib.value("state.inner.b", "x", depth=1)}
"""
    a, b, c = r.choices(ARRAYS, k=3)
    caller = f"""
outer{n} = Outer{n}.create({a}, {b})
show outer{n}.inner.w
show outer{n}.apply({c})
next{n}, seen{n} = advanced{n}(outer{n}, {c})
show next{n}.inner.w
show next{n}.scale
show seen{n}
doubled{n} = jax.tree.map(lambda v: v * {r.choice(["2", "0.5", "x1"])}, next{n})
show doubled{n}.inner.b
show doubled{n}.scale
"""
    return Form(library, caller)


def changes(lib: Library, n: int) -> Form:
    """Functions, methods and objects that the caller or the library replaces or changes."""
    r = lib.random
    library = f"""
def replaced{n}(x):
    return {lib.value("x")}
if {r.choice(["True", "False", "len('abc') > 5"])}:
    def replaced{n}(x):
        return {lib.value("x")}

class Counter{n}:
    total = jnp.zeros(3, jnp.{r.choice(DTYPES)})
    def __init__(self, x):
        self.last = x
    def add(self, x):
        self.last = {lib.value("self.last", "x")}
        return self
    def value(self, x):
        return self.last + x

def touched{n}(thing, x):
    thing.last = {lib.value("x")}
    return thing

registry{n} = {{}}
def register{n}(name, x):
    registry{n}[name] = x
    return registry{n}
"""
    a, b, c = r.choices(ARRAYS, k=3)
    caller = f"""
show replaced{n}({a})
count{n} = Counter{n}({a})
show count{n}.last
show count{n}.total
count{n}.add({b})
show count{n}.last
show count{n}.add({c}).value({a})
show touched{n}(count{n}, {b}).last
show count{n}.value({c})
class Sub{n}(Counter{n}):
    def value(self, x):
        return {lib.value("x", "self.last")}
show Sub{n}({b}).value({a})
show register{n}('k', {a})['k']
show register{n}('k', {b})['k']
show registry{n}['k']
"""
    return Form(library, caller)


FORMS: dict[str, Draw] = {
    draw.__name__: draw
    for draw in (
        *(scan, scan_of_state, loops, branches, trees, partials, closures, derivatives, dtypes),
        *(classes, sequences, control, records, changes),
    )
}
