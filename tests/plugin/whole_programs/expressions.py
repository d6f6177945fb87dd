"""Random expressions. Each is evaluated as soon as it is written."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from . import program_words as words
from .live import SHAPES, Live, is_array, is_dict, is_list, is_number, is_of_program, is_tuple, pick

TRIES = 6


class Expressions:
    """Writes expressions over the names of a namespace."""

    def __init__(self, rng: random.Random, live: Live, *, x64: bool) -> None:
        self.rng = rng
        self.live = live
        self.dtypes = words.DTYPES + (words.WIDE if x64 else ())
        self.x64 = x64

    def within(self, live: Live) -> Expressions:
        """The same writer for another namespace."""
        return Expressions(self.rng, live, x64=self.x64)

    def chance(self, probability: float) -> bool:
        """True with the given probability."""
        return self.rng.random() < probability

    # Parts

    def dtype(self) -> str:
        """An expression for a dtype."""
        held = self.live.having(lambda v: isinstance(v, type | np.dtype))
        held = [name for name in held if name.startswith("dt")]
        if held and self.chance(0.3):
            return self.rng.choice(held)
        arrays = self.live.having(is_array)
        if arrays and self.chance(0.15):
            return f"{self.rng.choice(arrays)}.dtype"
        name = self.rng.choice(self.dtypes)
        if name != "bfloat16" and self.chance(0.2):
            return self.rng.choice((f"np.{name}", f"'{name.rstrip('_')}'", f"jnp.dtype(jnp.{name})"))
        return f"jnp.{name}"

    def condition(self) -> str:
        """An expression for a condition that is a concrete value instead of a tracer."""
        arrays, numbers = self.live.having(is_array), self.live.having(lambda v: type(v) in (bool, int))
        options = ["len('ab') > 1", "math.pi < 3"]
        if arrays:
            options += [f"{self.rng.choice(arrays)}.ndim {self.rng.choice(('==', '<'))} 1"]
            options += [f"{self.rng.choice(arrays)}.dtype == jnp.{self.rng.choice(self.dtypes)}"]
        if numbers:
            options += [f"{self.rng.choice(numbers)} > {self.rng.choice('012')}"] * 2
        flags = [name for name in numbers if type(self.live.names[name]) is bool]
        if flags:
            options += flags * 3
        return self.rng.choice(options)

    def number(self) -> str:
        """A Python number, a NumPy scalar or a NumPy array."""
        held = self.live.having(is_number)
        held += [f"{name}.{field}" for name in self.live.having(is_of_program) for field in numbers_of(self.live, name)]
        if held and self.chance(0.4):
            return self.rng.choice(held)
        choice = self.rng.random()
        if choice < 0.35:
            return self.rng.choice(words.INTS)
        if choice < 0.65:
            return self.rng.choice(words.FLOATS)
        if choice < 0.75:
            return self.rng.choice(words.MIXED).format(c=self.condition())
        return self.numpy()

    def numpy(self) -> str:
        """A NumPy scalar, or a NumPy array with 3 items or none."""
        source = self._of_numpy()
        if self.chance(0.5):
            form = self.rng.choice(words.NUMPY_FORMS)
            other = self.rng.choice((*words.INTS, *words.FLOATS)) if self.chance(0.5) else self._of_numpy()
            made = form.format(a=source, b=other)
            if self.valid(made, lambda v: isinstance(v, np.ndarray | np.generic) and v.shape in SHAPES):
                return made
        return source

    def _of_numpy(self) -> str:
        held = self.live.having(lambda v: isinstance(v, np.ndarray | np.generic) and v.shape in SHAPES)
        arrays = [f"np.asarray({name})" for name in self.live.having(is_array)]
        return self.rng.choice(self.rng.choice([names for names in (held, arrays, words.NUMPY) if names]))

    def operand(self, depth: int) -> str:
        """An array or a number."""
        return self.number() if self.chance(0.4) else self.array(depth)

    # Arrays

    def valid(self, source: str, condition: Callable[[Any], bool] = is_array) -> bool:
        """Whether an expression can be evaluated to a value that meets a condition."""
        if len(source) > 110:
            return False
        try:
            return condition(self.live.value(source))
        except Exception:
            return False

    def array(self, depth: int) -> str:
        """An array."""
        for _ in range(TRIES):
            source = self._atom() if depth <= 0 or self.chance(0.15) else self._array(depth)
            if source is not None and self.valid(source):
                return source
        return self._atom() or "jnp.ones(3)"

    def _atom(self) -> str | None:
        rng, having = self.rng, self.live.having
        options = having(is_array) * 3
        options += [f"{name}[{rng.randrange(-1, len(self.live.names[name]))}]" for name in having(is_list) * 2]
        options += [f"{name}[{rng.randrange(len(self.live.names[name]))}]" for name in having(is_tuple)]
        options += [f"{name}[{rng.choice([*self.live.names[name]])!r}]" for name in having(is_dict) * 2]
        options += [f"{name}.{attribute}" for name in having(is_of_program) for attribute in arrays_of(self.live, name)]
        return pick(rng, options)

    def _array(self, depth: int) -> str | None:
        form = self.rng.choices(FORMS, WEIGHTS)[0]
        return form(self, depth - 1)

    def binary(self, depth: int) -> str:
        """An operator with an array on at least one side."""
        left, right = self.array(depth), self.operand(depth)
        if self.chance(0.3):
            left, right = right, left
        return f"({left} {self.rng.choice(words.OPERATORS)} {right})"

    def unary(self, depth: int) -> str:
        """An operator before an array."""
        return f"{self.rng.choice('--~+')}{self.array(depth)}"

    def one(self, depth: int) -> str:
        """A function of one array."""
        name = self.rng.choice(words.ONE)
        return words.ROLLED.get(name, "{}({})").format(name, self.array(depth))

    def two(self, depth: int) -> str:
        """A function of two operands."""
        left, right = self.array(depth), self.operand(depth)
        if self.chance(0.2):
            left, right = right, left
        return f"{self.rng.choice(words.TWO)}({left}, {right})"

    def several(self, depth: int) -> str:
        """A function of several operands in one of its forms."""
        parts = {"a": self.array(depth), "b": self.array(0), "o": self.operand(0), "d": self.dtype()}
        return self.rng.choice(words.SEVERAL).format(**parts, m=f"{self.array(0)} > 0")

    def method(self, depth: int) -> str:
        """A method or property of an array."""
        method = self.rng.choice(words.METHODS).format(a=self.array(0), o=self.operand(0), d=self.dtype())
        return f"{self.array(depth)}.{method}"

    def cast(self, depth: int) -> str:
        """A cast."""
        return f"{self.array(depth)}.astype({self.dtype()})"

    def index(self, depth: int) -> str:
        """An index expression."""
        return f"{self.array(depth)}{self.rng.choice(words.INDICES)}"

    def conditional(self, depth: int) -> str:
        """A conditional expression."""
        return f"({self.array(depth)} if {self.condition()} else {self.array(depth)})"

    def literal_item(self, depth: int) -> str:
        """An item of a container literal."""
        a, b, i = self.array(depth), self.array(depth), self.rng.randrange(2)
        return self.rng.choice((f"[{a}, {b}][{i}]", f"({a}, {b})[{i}]", f"{{'p': {a}, 'q': {b}}}['pq'[{i}]]"))

    def walrus(self, depth: int) -> str | None:
        """An assignment within an expression, and another use of the variable."""
        name = self.rng.choice("wvu")
        return f"(({name} := {self.array(depth)}) {self.rng.choice('+*')} {name})"

    def folded(self, depth: int) -> str | None:
        """A fold over a list, a dict, or a generator."""
        rng = self.rng
        container, kind = self.container()
        values = {"list": container, "tuple": container, "dict": f"{container}.values()"}[kind]
        part = self.body("t", f"next(iter({values}))", depth)
        forms = [f"sum({values})", f"functools.reduce(operator.{rng.choice(('add', 'mul'))}, {values})"]
        forms += [
            f"sum({part} for t in {values})",
            f"[{part} for t in {values}][-1]",
            f"next({part} for t in {values})",
        ]
        forms += [f"functools.reduce(lambda s, t: s {rng.choice('+*')} t, {values})", f"list({values})[-1]"]
        forms += [f"list(map(lambda t: {part}, {values}))[0]", f"functools.reduce(jnp.maximum, {values})"]
        forms += [f"{{i: {part} for i, t in enumerate({values})}}[0]", f"sum({values}, {self.operand(0)})"]
        forms += [f"[s + t for s, t in zip({values}, {values})][0]", f"[t for t in {values} if t.ndim == 1][0]"]
        forms += [f"jnp.stack([*map(jnp.ravel, {values})])[0][0]", f"max({values}, key=lambda t: t.ndim)"]
        forms += [f"sorted({values}, key=lambda t: t.ndim)[0]", f"[*{values}][0]"]
        return rng.choice(forms)

    def container(self) -> tuple[str, str]:
        """A container of arrays, and its kind."""
        options = [(name, "list") for name in self.live.having(is_list)]
        options += [(name, "dict") for name in self.live.having(is_dict)]
        options += [(name, "tuple") for name in self.live.having(is_tuple)]
        if options and self.chance(0.7):
            return self.rng.choice(options)
        a, b = self.array(0), self.array(0)
        return self.rng.choice(((f"[{a}, {b}]", "list"), (f"({a}, {b})", "tuple"), (f"{{'a': {a}, 'b': {b}}}", "dict")))

    def body(self, parameter: str, argument: str, depth: int, others: tuple[tuple[str, str], ...] = ()) -> str:
        """An expression of a parameter, whose value is the value of an argument."""
        live = self.live.copy()
        try:
            for name, source in ((parameter, argument), *others):
                live.names[name] = self.live.value(source)
        except Exception:
            return parameter
        inner = self.within(live)
        for _ in range(4):
            source = inner.array(depth) if self.chance(0.8) else f"({parameter} * {inner.number()})"
            if parameter in source and ":=" not in source:
                return source
        return self.rng.choice((f"{parameter} * 2", f"{parameter} * 0.5", parameter, f"jnp.sin({parameter})"))

    def call(self, depth: int) -> str | None:
        """A call of a function or method of the program."""
        del depth
        name = pick(self.rng, self.live.functions())
        if name is None:
            return None
        arguments = self.live.names["_arguments"].get(name)
        return None if arguments is None else f"{name}({arguments(self)})"

    def transformed(self, depth: int) -> str:
        """A transformation of JAX with a lambda."""
        rng = self.rng
        a, b = self.array(depth), self.array(0)
        part = self.body("v", a, 1)
        both = self.body("v", a, 1, (("t", b),))
        forms = [
            f"jax.jit(lambda v: {part})({a})",
            f"jax.jit(lambda v, t: {both})({a}, {b})",
            f"jax.vmap(lambda v: v {rng.choice('+*/')} {self.operand(0)})({a})",
            f"jax.vmap(lambda v, t: v {rng.choice('+*/')} t)({a}, {b})",
            f"jax.vmap(lambda v, t: v * t, in_axes=(0, None))({a}, {b})",
            f"jax.grad(lambda v: ({part}).sum())({a})",
            f"jax.grad(lambda v: jnp.sum(v * {self.operand(0)}))({a})",
            f"jax.value_and_grad(lambda v: ({part}).sum())({a})[{rng.randrange(2)}]",
            f"jax.grad(lambda v, t: jnp.sum(v * t), argnums=1)({a}, {b})",
            f"lax.scan(lambda c, t: (c {rng.choice('+*')} t, c), {a}, {b})[{rng.randrange(2)}]",
            f"lax.scan(lambda c, t: (c * {self.number()}, t * {self.number()}), {a}, {b})[{rng.randrange(2)}]",
            f"lax.scan(lambda c, t: (c + 1, {part.replace('v', 't') if part == 'v' else 't'}), 0, {a})[{rng.randrange(2)}]",
            f"lax.scan(lambda c, _: ({part.replace('v', 'c') if part == 'v * 2' else 'c'}, None), {a}, None, 2)[0]",
            f"lax.cond({b}.sum() > 0, lambda v: {part}, lambda v: {part}, {a})",
            f"lax.cond(True, lambda: {a}, lambda: {a})",
            f"lax.switch(1, [lambda v: v, lambda v: v * {self.number()}], {a})",
            f"lax.fori_loop(0, 2, lambda i, v: v {rng.choice('+*')} {self.operand(0)}, {a})",
            f"lax.fori_loop(0, 2, lambda i, c: (c[0] + 1, c[1] * 2), ({self.number()}, {a}))[{rng.randrange(2)}]",
            f"lax.while_loop(lambda v: jnp.sum(v) < jnp.sum(v), lambda v: v * {self.number()}, {a})",
            f"lax.while_loop(lambda c: c[0] < 2, lambda c: (c[0] + 1, c[1]), (0, {a}))[{rng.randrange(2)}]",
            f"lax.map(lambda v: v * {self.number()}, {a})",
            f"lax.associative_scan(jnp.add, {a})",
            f"lax.associative_scan(lambda s, t: s * t, {a})",
            f"jax.tree.map(lambda v: {part}, {a})",
            f"jax.tree.map(lambda v: v * {self.number()}, [{a}, {b}])[{rng.randrange(2)}]",
            f"jax.tree.map(lambda v: v.astype({self.dtype()}), {{'a': {a}, 'b': {b}}})['b']",
            f"jax.tree.map(lambda v, t: v + t, ({a}, {b}), ({b}, {a}))[{rng.randrange(2)}]",
            f"jax.tree.map(jnp.zeros_like, ({a}, [{b}]))[1][0]",
            f"jax.checkpoint(lambda v: {part})({a})",
            f"functools.partial(jnp.multiply, {b})({a})",
            f"functools.partial(lambda s, v: s * v, {self.operand(0)})({a})",
            f"jax.jit(functools.partial(jnp.add, {b}))({a})",
            f"jax.vjp(lambda v: {part}, {a})[0]",
            f"jax.jvp(lambda v: v * 2, ({a},), ({a},))[{rng.randrange(2)}]",
            f"jax.lax.stop_gradient([{a}, {b}])[0]",
            f"(lambda v: {part})({a})",
            f"(lambda v, s={self.number()}: v * s)({a})",
            f"jax.jacfwd(lambda v: v * {self.number()})({a})[0]",
            f"jax.lax.reduce({a}, jnp.zeros((), {a}.dtype), jnp.add, (0,))",
            f"jax.eval_shape(lambda v: {part}, {a}) and {a}",
            f"jax.block_until_ready({a})",
            f"jnp.vectorize(lambda v: {part})({a})",
            f"jnp.apply_along_axis(lambda v: {part}, 0, {a})",
        ]
        return rng.choice(forms)


Form = Callable[[Expressions, int], str | None]
WEIGHED: tuple[tuple[Form, int], ...] = (
    (Expressions.binary, 24),
    (Expressions.unary, 3),
    (Expressions.one, 10),
    (Expressions.two, 8),
    (Expressions.several, 12),
    (Expressions.method, 10),
    (Expressions.cast, 7),
    (Expressions.index, 4),
    (Expressions.conditional, 5),
    (Expressions.literal_item, 3),
    (Expressions.walrus, 1),
    (Expressions.folded, 6),
    (Expressions.call, 9),
    (Expressions.transformed, 8),
)
FORMS = [form for form, _ in WEIGHED]
WEIGHTS = [weight for _, weight in WEIGHED]


def arrays_of(live: Live, name: str) -> list[str]:
    """The attributes of an object that are arrays."""
    return _fields(live.names[name], is_array)


def numbers_of(live: Live, name: str) -> list[str]:
    """The attributes of an object that are Python numbers."""
    return _fields(live.names[name], lambda value: isinstance(value, bool | int | float))


def _fields(value: Any, condition: Callable[[Any], bool]) -> list[str]:
    fields = [*getattr(value, "_fields", ()), *getattr(value, "__dict__", {}), *getattr(type(value), "__dict__", {})]
    return [field for field in dict.fromkeys(fields) if field[0] != "_" and condition(getattr(value, field, None))]


def weak(array: jax.Array) -> bool:
    """Whether an array is weakly typed; booleans never are."""
    return bool(array.weak_type) and array.dtype != bool
