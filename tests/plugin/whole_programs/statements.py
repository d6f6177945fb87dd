"""Random statements. Each runs in the namespace as soon as it is written; statements that raise are dropped."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from . import program_words as words
from .expressions import Expressions, arrays_of, numbers_of
from .live import Live, declared_fields, is_array, is_dict, is_list, is_number, is_of_program, is_tuple

ARRAYS = ("a", "b", "c", "d", "e", "g")
LISTS = ("xs", "ys")
DICTS = ("ds", "es")
TUPLES = ("ts", "us")
NUMBERS = ("n", "m", "s", "k")
"""Names of variables, by the kind of value."""

Lines = list[str]


def indented(lines: Lines) -> Lines:
    """The lines, indented by one level."""
    return [f"    {line}" for line in lines]


_PASSED_LOOP = re.compile(r"\b(f_\w+|C\d+|\w+\.m\d+)\(.*lax\.(scan|while_loop|fori_loop)")
"""A loop as an argument. Without jit, its result may be a number, although the function's parameter is an array."""


class Statements:
    """Writes the statements of one function, or of a module."""

    def __init__(self, rng: random.Random, live: Live, *, x64: bool, module: bool = False, depth: int = 0) -> None:
        self.rng = rng
        self.live = live
        self.x64 = x64
        self.module = module
        self.depth = depth
        self.serial = 0
        self.write = Expressions(rng, live, x64=x64)

    def block(self, wanted: int) -> Lines:
        """Some statements, each followed by checkpoints."""
        lines: Lines = []
        for _ in range(wanted):
            lines += self.statement()
        return lines or ["pass"]

    def statement(self) -> Lines:
        """One statement that runs, with checkpoints. No lines if every attempt raises."""
        for _ in range(5):
            form = self.rng.choices(FORMS, WEIGHTS)[0]
            before = self.live.copy()
            try:
                lines = form(self)
                if lines and all(len(line) < 150 for line in lines):
                    return [*lines, *self.checkpoints()]
            except Exception:
                pass
            self._restore(before)
        return []

    def _restore(self, before: Live) -> None:
        self.live.take(before)

    def kept(self, *lines: str) -> Lines:
        """Lines that have run without an error."""
        self.live.run("\n".join(lines))
        return [*lines]

    def within(self, live: Live) -> Statements:
        """The same writer for a nested block, one level deeper."""
        return Statements(self.rng, live, x64=self.x64, module=self.module, depth=self.depth + 1)

    def checkpoints(self) -> Lines:
        """Reveals of variables, and of one more expression."""
        rng = self.rng
        options = [name for name in self.live.having(_is_revealed) if name in self.live.own]
        names = rng.sample(options, min(len(options), rng.choice((0, 1, 2, 3))))
        lines = [f"reveal_type({name})" for name in names]
        if rng.random() < 0.4:
            source = self.write.array(2)
            if ":=" not in source:
                lines.append(f"reveal_type({_unwrapped(source)})")
        return lines

    # Names

    def target(self, names: tuple[str, ...]) -> str:
        """A variable to assign to: an existing or a new name, but no declared parameter."""
        free = [name for name in names if name not in self.live.names or name in self.live.own]
        name = self.rng.choice(free)
        return name

    def owned(self, *names: str) -> None:
        """Mark variables that may be assigned again."""
        self.live.own.update(names)

    def name(self, prefix: str) -> str:
        """A new name."""
        return f"{prefix}{next(self.live.names['_serial'])}"

    # Plain statements

    def assign(self) -> Lines:
        """An array, assigned to a variable."""
        name, source = self.target(ARRAYS), self.write.array(2)
        lines = self.kept(f"{name} = {source}")
        self.owned(name)
        return lines

    def reassign(self) -> Lines | None:
        """An array computed from a variable, assigned to that variable."""
        options = [name for name in self.live.having(is_array) if name in self.live.own]
        if not options:
            return None
        name = self.rng.choice(options)
        source = self.write.body(name, name, 2)
        return self.kept(f"{name} = {source}")

    def in_place(self) -> Lines | None:
        """An in-place operator."""
        options = [name for name in self.live.having(is_array) if name in self.live.own]
        options += [f"{n}[0]" for n in self.live.having(is_list) if n in self.live.own]
        options += [f"{n}['a']" for n in self.live.having(is_dict) if n in self.live.own and "a" in self.live.names[n]]
        if not options:
            return None
        return self.kept(f"{self.rng.choice(options)} {self.rng.choice(words.IN_PLACE)} {self.write.operand(1)}")

    def number(self) -> Lines:
        """A number, assigned to a variable."""
        name, source = self.target(NUMBERS), self.write.number()
        value = self.live.value(source)
        if not is_number(value) or (name in self.live.names and not _fits(value, self.live.names[name])):
            raise ValueError(source)
        annotated = name not in self.live.names and source in words.INTS and self.write.chance(0.2)
        lines = self.kept(f"{name}: float = {source}" if annotated else f"{name} = {source}")
        if not annotated:
            self.owned(name)
        return lines

    def unpack(self) -> Lines:
        """An assignment to several variables at once."""
        write, rng = self.write, self.rng
        a, b = rng.sample([name for name in ARRAYS if name not in self.live.names or name in self.live.own], 2)
        here = self.live.having(is_array)
        x, y, z = write.array(1), write.array(1), write.array(0)
        forms = [
            f"{a}, {b} = {x}, {y}",
            f"{a} = {b} = {x}",
            f"({a}, {b}) = [{x}, {y}]",
            f"{a}, *rest = {x}, {y}, {z}",
            f"*rest, {b} = [{x}, {y}]",
            f"({a}, {b}), _ = ({x}, {y}), {z}",
            f"{a}, ({b}, _) = {x}, [{y}, {z}]",
            f"{a}, {b} = jnp.divmod({x}, {y})",
            f"{a}, {b} = (t * {write.number()} for t in ({x}, {y}))",
            f"{a}, {b} = [{x}, {y}][::-1]",
            f"{a}, {b} = map(jnp.sin, ({x}, {y}))",
            f"{a}, {b} = jax.tree.map(lambda t: t * {write.number()}, ({x}, {y}))",
            f"{a}, {b} = jax.value_and_grad(lambda t: (t * {write.number()}).sum())({x})",
            f"{a}, {b} = lax.scan(lambda c, t: (c + t, c * {write.number()}), {x}, {y})",
            f"{a}, ({b}, _) = lax.scan(lambda c, t: (c * 2, (t, c)), {x}, {y})",
            f"({a}, {b}), _ = lax.scan(lambda c, t: ((c[0] + 1, c[1] * 2), None), ({x}, {y}), None, 2)",
            f"_, ({a}, {b}) = lax.fori_loop(0, 2, lambda i, c: (c[0] + 1, c[1]), ({write.number()}, ({x}, {y})))",
            f"{a}, {b} = lax.while_loop(lambda c: jnp.all(c[1] > c[1]), lambda c: (c[0] + 1, c[1]), ({x}, {y}))",
            f"{a}, {b} = lax.cond({z}.sum() > 0, lambda v: (v, {y}), lambda v: (v, {y}), {x})",
            f"{a}, {b} = jax.jit(lambda s, t: (s * t, t > 0))({x}, {y})",
            f"{a}, {b} = jax.vmap(lambda s: (s, s * {write.number()}))({x})",
            f"{a}, {b} = jax.jvp(lambda t: t * {write.number()}, ({x},), ({x},))",
            f"{a}, {b} = jnp.linalg.slogdet(jnp.eye(3) * {x})",
            f"{a}, {b} = jnp.frexp({x})",
            f"{a}, {b} = jnp.modf({x})",
            f"{a}, {b} = lax.top_k({x}, 3)",
            f"{a}, {b} = dict(p={x}, q={y}).values()",
        ]
        if len(here) > 1 and a in here and b in here:
            forms += [f"{a}, {b} = {b}, {a}"] * 6 + [f"{a}, {b} = {a} * {x}, {b} - {a}"] * 3
        for name in self.live.having(lambda v: (is_tuple(v) or is_list(v)) and len(v) == 2):
            forms += [f"{a}, {b} = {name}"] * 2
        for name in self.live.having(is_list):
            forms += [f"{a}, *rest = {name}", f"{a} = {name}[0]", f"[{a}, *_] = {name}", f"*_, {a} = {name}"]
        lines = self.kept(rng.choice(forms))
        self.owned(a, b)
        for name in (a, b):
            if name in self.live.names and not is_array(self.live.names[name]):
                raise ValueError(name)
            if name not in self.live.names:
                self.live.own.discard(name)
        return lines

    def dtype_variable(self) -> Lines:
        """A dtype, assigned to a variable."""
        name = self.name("dt") if self.write.chance(0.7) else "dt"
        if name in self.live.names and name not in self.live.own:
            raise ValueError(name)
        source = self.write.dtype()
        if source.startswith(("'", "np.", "dt")):
            source = f"jnp.{self.rng.choice(self.write.dtypes)}"
        lines = self.kept(f"{name} = {source}")
        self.owned(name)
        return lines

    # Containers

    def make_container(self) -> Lines:
        """A list, dict or tuple, assigned to a variable."""
        write, rng = self.write, self.rng
        kind = rng.choice(("list", "dict", "tuple", "list", "dict"))
        x, y = write.array(1), write.array(1)
        container, held = write.container()
        values = f"{container}.values()" if held == "dict" else container
        part = write.body("t", f"next(iter({values}))", 1)
        if kind == "list":
            name = self.target(LISTS)
            source = rng.choice(
                (
                    f"[{x}, {y}]",
                    f"[{x}]",
                    f"[{x}, {y}]",
                    f"[{part} for t in {values}]",
                    f"[*{values}, {x}]",
                    f"list({values})",
                    f"[{x}] * 2",
                    f"list(map(lambda t: {part}, {values}))",
                    f"[{x}] + [{y}]",
                    f"[{x} for _ in range(2)]",
                    f"[t for t in {values} if t.ndim < 2]",
                    f"sorted({values}, key=lambda t: t.ndim)",
                    f"list(reversed([*{values}]))",
                    f"jax.tree.map(lambda t: {part}, [{x}, {y}])",
                    f"[{x} if i else {y} for i in range(2)]",
                    f"jax.tree.leaves([{x}, {y}])",
                    f"list(jnp.split({x}, 3))[:0] + [{y}]",
                    f"[v for i, v in enumerate({values})]",
                    f"[v for v, _ in zip({values}, {values})]",
                )
            )
            check = is_list
        elif kind == "dict":
            name = self.target(DICTS)
            source = rng.choice(
                (
                    f"{{'a': {x}, 'b': {y}}}",
                    f"{{'a': {x}}}",
                    f"dict(a={x}, b={y})",
                    f"{{'a': {x}, 'b': {y}}}",
                    f"dict(zip('ab', {values}))",
                    f"{{f'k{{i}}': {part} for i, t in enumerate({values})}}",
                    f"jax.tree.map(lambda t: {part}, {{'a': {x}, 'b': {y}}})",
                    f"{{'a': {x}, **dict(b={y})}}",
                    f"dict([('a', {x}), ('b', {y})])",
                    f"dict.fromkeys('ab', {x})",
                    f"{{k: {x} for k in 'ab'}}",
                )
            )
            check = is_dict
        else:
            name = self.target(TUPLES)
            source = rng.choice(
                (f"({x}, {y})", f"{x}, {y}", f"tuple({values})", f"({x}, {y})", f"({x},) + ({y},)", f"(*{values}, {x})")
            )
            check = is_tuple
        lines = self.kept(f"{name} = {source}")
        if not check(self.live.names[name]):
            raise ValueError(source)
        self.owned(name)
        return lines

    def nested_container(self) -> Lines:
        """A container of containers, and one of its items."""
        write, rng = self.write, self.rng
        x, y, z = write.array(1), write.array(1), write.array(1)
        name, a = self.name("nest"), self.target(ARRAYS)
        source, item = rng.choice(
            (
                (f"{{'l': {{'w': {x}, 'b': {y}}}}}", "['l']['b']"),
                (f"[({x}, {y}), ({z}, {x})]", "[1][0]"),
                (f"{{'l': [{x}, {y}], 'm': [{z}]}}", "['l'][1]"),
                (f"[{{'w': {x}}}, {{'w': {y}}}]", "[1]['w']"),
                (f"({x}, [{y}, {z}])", "[1][1]"),
                (f"{{'p': ({x}, {y}), 'q': ({y}, {z})}}", "['q'][0]"),
                (f"[[{x}], [{y}, {z}]]", "[1][0]"),
                (f"{{'w': {x}, 'l': {{'w': {y}}}}}", "['w']"),
                (f"jax.tree.map(lambda t: t * {write.number()}, {{'l': ({x}, [{y}])}})", "['l'][1][0]"),
                (f"{{i: (t, t * {write.number()}) for i, t in enumerate([{x}, {y}])}}", "[1][1]"),
            )
        )
        lines = self.kept(f"{name} = {source}", f"{a} = {name}{item}")
        self.owned(a)
        return [*lines[:1], f"reveal_type({name})", *lines[1:]]

    def change_container(self) -> Lines | None:
        """A change that puts another array into a list or dict."""
        write, rng = self.write, self.rng
        lists = [n for n in self.live.having(is_list) if n in self.live.own]
        dicts = [n for n in self.live.having(is_dict) if n in self.live.own]
        x = write.array(1)
        forms: list[Lines] = []
        for name in lists:
            forms += [
                [f"{name}.append({x})"],
                [f"{name}[0] = {x}"],
                [f"{name} += [{x}]"],
                [f"{name}.extend([{x}])"],
                [f"{name}.insert(0, {x})"],
                [f"{name} = {name} + [{x}]"],
                [f"{name} = [{x}, *{name}]"],
                [f"{name}[1:] = [{x}]"],
                [f"{name}.extend(t * {write.number()} for t in [{x}])"],
                [f"for i in range(len({name})):", f"    {name}[i] = {name}[i] * {write.number()}"],
                [f"for i, t in enumerate({name}):", f"    {name}[i] = {write.body('t', f'{name}[0]', 1)}"],
                [f"{name}.reverse()"],
                [f"add = {name}.append", f"add({x})"],
                ["for _ in range(2):", f"    {name}.append({name}[-1] * {write.number()})"],
                [f"also = {name}", f"also.append({x})"],
            ]
        for name in dicts:
            forms += [
                [f"{name}['a'] = {x}"],
                [f"{name}['c'] = {x}"],
                [f"{name}.update(a={x})"],
                [f"{name}.update({{'b': {x}}})"],
                [f"{name} = {{**{name}, 'a': {x}}}"],
                [f"{name} = {name} | {{'a': {x}}}"],
                [f"{name}.setdefault('z', {x})"],
                [f"for key in {name}:", f"    {name}[key] = {name}[key] * {write.number()}"],
                [f"for key, t in {name}.items():", f"    {name}[key] = {write.body('t', f'[*{name}.values()][0]', 1)}"],
                [f"{name} = {{key: t.astype({write.dtype()}) for key, t in {name}.items()}}"],
                [f"{name} = jax.tree.map(lambda t: t * {write.number()}, {name})"],
                [f"{name} = dict({name}, a={x})"],
                [f"also_{name} = {name}", f"also_{name}['a'] = {x}"],
            ]
        return self.kept(*rng.choice(forms)) if forms else None

    def take_out(self) -> Lines | None:
        """An item of a container, assigned to a variable."""
        a = self.target(ARRAYS)
        forms: list[str] = []
        for name in self.live.having(is_list):
            forms += [f"{a} = {name}[-1]"] * 2 + [f"{a} = {name}.pop()"] * (
                len(self.live.names[name]) > 1 and name in self.live.own
            )
            forms += [f"{a} = next(iter({name}))"]
        for name in self.live.having(is_dict):
            key = self.rng.choice([*self.live.names[name]])
            forms += [
                f"{a} = {name}[{key!r}]",
                f"{a} = {name}.get({key!r}, {self.write.array(1)})",
                f"{a} = [*{name}.values()][0]",
            ]
        for name in self.live.having(is_tuple):
            forms += [f"{a} = {name}[0]", f"{a} = {name}[-1]"]
        if not forms:
            return None
        lines = self.kept(self.rng.choice(forms))
        self.owned(a)
        return lines

    # Blocks

    def branch(self) -> Lines | None:
        """An `if` with one or two blocks."""
        if self.depth > 1:
            return None
        condition = self.write.condition()
        taken = bool(self.live.value(condition))
        before, one, other = self.live.copy(), self.live.copy(), self.live.copy()
        if type(self.live.names.get(condition)) is bool:  # mypy knows it in the block that does not run, too
            one.names[condition], other.names[condition] = True, False
        first = self.within(one).block(self.rng.choice((1, 1, 2)))
        second = self.within(other).block(1) if self.write.chance(0.5) else []
        lines = [f"if {condition}:", *indented(first), *(["else:", *indented(second)] if second else [])]
        return self._joined(lines, before, one if taken else (other if second else before), one, other)

    def _joined(self, lines: Lines, before: Live, after: Live, *blocks: Live) -> Lines:
        """Continue after blocks with the variables that exist after each of them."""
        self.live.take(after)
        for name in [*self.live.own]:
            if name not in before.names and not all(name in block.names for block in blocks):
                self.live.own.discard(name)
                self.live.names.pop(name, None)
        return lines

    def match(self) -> Lines | None:
        """A `match` on a number, a container or an array."""
        if self.depth > 1:
            return None
        x, a = self.write.array(1), self.target(ARRAYS)
        forms = [
            (f"match ({x}, {self.write.array(0)}):", f"case ({a}, _):"),
            (f"match [{x}]:", f"case [{a}]:"),
            (f"match {{'k': {x}}}:", f"case {{'k': {a}}}:"),
            (f"match {x}:", f"case {a}:"),
            (f"match {x}:", f"case jax.Array() as {a}:"),
        ]
        subject, case = self.rng.choice(forms)
        inner = self.live.copy()
        inner.run("\n".join([subject, f"    {case}", "        pass"]))
        inner.own.add(a)
        body = self.within(inner).block(1)
        before = self.live.copy()
        lines = [subject, f"    {case}", *indented(indented([f"reveal_type({a})", *body]))]
        return self._joined(lines, before, inner, inner, before)

    def match_number(self) -> Lines | None:
        """A `match` on a number, with three blocks."""
        if self.depth > 1:
            return None
        before, first, second = self.live.copy(), self.live.copy(), self.live.copy()
        one, other = self.within(first).block(1), self.within(second).block(1)
        lines = ["match len('ab'):", "    case 2:", *indented(indented(one)), "    case _:", *indented(indented(other))]
        return self._joined(lines, before, first, first, second)

    def loop(self) -> Lines | None:
        """A loop whose body runs twice."""
        if self.depth > 1:
            return None
        rng, write = self.rng, self.write
        x, y, a = write.array(1), write.array(1), self.target(ARRAYS)
        counter = rng.choice("ijk")
        container, held = write.container()
        values = f"{container}.values()" if held == "dict" else container
        forms = [
            (f"for {counter} in range(2):", f"{counter} = 0"),
            (f"for {counter} in range(1, 3):", f"{counter} = 1"),
            (f"for {a} in ({x}, {y}):", f"{a} = {x}"),
            (f"for {a} in [{x}, {y}]:", f"{a} = {x}"),
            (f"for {a} in {values}:", f"{a} = next(iter({values}))"),
            (f"for {counter}, {a} in enumerate({values}):", f"{counter}, {a} = 0, next(iter({values}))"),
            (f"for {a}, t in zip({values}, [{x}, {y}]):", f"{a}, t = next(iter({values})), {x}"),
            ("for s in [1, 0.5]:", "s = 1"),
            ("for s in (np.float32(1), 2.0):", "s = np.float32(1)"),
            (f"for {a} in {x}:", f"{a} = {x}[0]"),
            (f"for (t, {a}), v in [(({x}, {y}), {x})]:", f"(t, {a}), v = ({x}, {y}), {x}"),
        ]
        if held == "dict":
            forms += [(f"for key, {a} in {container}.items():", f"key, {a} = [*{container}.items()][0]")] * 3
        header, first = rng.choice(forms)
        before, inner = self.live.copy(), self.live.copy()
        assigned = [name for name in (a, counter) if name in header.partition(" in ")[0].replace("for ", "")]
        if counter in before.names and counter in assigned and counter not in before.own:
            return None
        if header.startswith("for s in") and "s" in before.names:
            return None  # mypy reports a loop variable of another type, with JAX alone too, and keeps the first type
        inner.run(first)
        inner.own.update(assigned)
        body = self.within(inner).block(rng.choice((1, 2, 2, 3)))
        if body == ["pass"] or _grows(container, body):
            return None
        after = before.copy()
        after.run("\n".join([header, *indented(body)]))
        after.own |= inner.own
        return self._joined([header, *indented(body)], before, after, before)

    def while_loop(self) -> Lines | None:
        """A `while` whose body runs twice."""
        if self.depth > 1:
            return None
        count = self.name("count")
        before = self.live.copy()
        inner = self.live.copy()
        inner.run(f"{count} = 0")
        body = self.within(inner).block(self.rng.choice((1, 2)))
        after = before.copy()
        lines = [f"{count} = 0", f"while {count} < 2:", *indented([f"{count} += 1", *body])]
        after.run("\n".join(lines))
        after.own |= inner.own
        return self._joined(lines, before, after, before)

    def context(self) -> Lines | None:
        """A `with` or `try` around a block."""
        if self.depth > 1:
            return None
        before, inner = self.live.copy(), self.live.copy()
        body = self.within(inner).block(1)
        headers = (
            "contextlib.nullcontext()",
            "jax.named_scope('s')",
            "contextlib.suppress(KeyError)",
            "jax.disable_jit()",
        )
        if self.write.chance(0.5):
            header = self.rng.choice(headers)
            if header == "jax.disable_jit()" and any(map(_PASSED_LOOP.search, body)):
                header = headers[0]
            return self._joined([f"with {header}:", *indented(body)], before, inner, before)
        handled = self.live.copy()
        other = self.within(handled).block(1)
        ending = self.rng.choice((["finally:", "    pass"], ["else:", "    pass"], []))
        lines = ["try:", *indented(body), "except KeyError:", *indented(other), *ending]
        if ending[:1] == ["else:"] or not ending:
            return self._joined(lines, before, inner, inner, handled)
        return self._joined(lines, before, inner, inner, handled)

    def walrus(self) -> Lines | None:
        """An assignment in a condition."""
        if self.depth > 1:
            return None
        a = self.target(ARRAYS)
        source = self.write.array(1)
        condition = f"({a} := {source}).ndim < 3"
        before, inner = self.live.copy(), self.live.copy()
        inner.run(f"{a} = {source}")
        inner.own.add(a)
        body = self.within(inner).block(1)
        return self._joined([f"if {condition}:", *indented([f"reveal_type({a})", *body])], before, inner, inner)

    def optional(self) -> Lines:
        """A variable whose first value is None."""
        name = self.name("opt")
        x = self.write.array(1)
        condition = self.write.condition()
        forms = [
            [f"{name} = None", f"{name} = {x}"],
            [
                f"{name} = None",
                "for i in range(2):",
                f"    {name} = {x} if {name} is None else {name} * {self.write.number()}",
                f"assert {name} is not None",
            ],
            [f"{name} = {x} if {condition} else None", f"if {name} is None:", f"    {name} = {self.write.array(1)}"],
            [
                f"{name} = None",
                f"if {condition}:",
                f"    {name} = {x}",
                f"if {name} is None:",
                f"    {name} = {self.write.array(1)}",
            ],
        ]
        lines = self.kept(*self.rng.choice(forms))
        a = self.target(ARRAYS)
        use = self.kept(f"{a} = {name} * {self.write.number()}")
        self.owned(a)
        return [*lines, f"reveal_type({name})", *use]

    # Functions within functions

    def lambda_variable(self) -> Lines:
        """A lambda, assigned to a variable."""
        x = self.write.array(1)
        name = self.name("f_in_")
        default = self.write.chance(0.25)
        source = self.write.body("v", x, 2)
        head = f"lambda v, s={self.write.number()}: {source} * s" if default else f"lambda v: {source}"
        if self.write.chance(0.25):
            head = f"jax.jit({head})"
            name = f"j_{name}"
        lines = self.kept(f"{name} = {head}")
        self.live.names["_arguments"] = {**self.live.names["_arguments"], name: lambda write: write.array(0)}
        return [*lines, f"reveal_type({name}({self.write.array(0)}))"]

    def closure(self) -> Lines | None:
        """A nested function that reads outer variables, and may assign them."""
        if self.depth > 0:
            return None
        rng = self.rng
        name = self.name("f_in_")
        x = self.write.array(0)
        inner = self.live.copy()
        inner.names["v"] = inner.value(x)
        changed = None
        own = [n for n in self.live.having(is_array) if n in self.live.own]
        if own and not self.module and self.write.chance(0.35):
            changed = rng.choice(own)
        inner.own = {"v"} | ({changed} if changed else set())
        outer_names = set(inner.names)
        block = Statements(rng, inner, x64=self.x64, depth=1)
        body = block.block(1)
        assigned = {n for n in (*ARRAYS, *LISTS, *DICTS, *TUPLES, *NUMBERS) if any(_assigns(line, n) for line in body)}
        if assigned & outer_names - {changed}:
            return None  # otherwise the name would be a new variable, local to the function
        if changed:
            body = [f"nonlocal {changed}", f"{changed} = {block.write.body(changed, changed, 1)}", *body]
        result = block.write.array(1)
        if ":=" in result:
            return None
        annotation = rng.choice(("v", "v: jax.Array", "v: jax.Array"))
        returns = " -> jax.Array" if ":" in annotation and self.write.chance(0.6) else ""
        decorator = ["@jax.jit"] if not changed and self.write.chance(0.2) else []
        lines = [*decorator, f"def {name}({annotation}){returns}:", *indented([*body, f"return {result}"])]
        self.live.run("\n".join(lines))
        self.live.names["_arguments"] = {**self.live.names["_arguments"], name: lambda write: write.array(0)}
        a = self.target(ARRAYS)
        call = self.kept(f"{a} = {name}({x})")
        if not is_array(self.live.names[a]):
            return None
        self.owned(a)
        return [*lines, *call, *([f"reveal_type({changed})"] if changed else [])]

    # Objects

    def make_object(self) -> Lines | None:
        """An object of a class of the program."""
        makers = self.live.names["_classes"]
        if not makers:
            return None
        cls = self.rng.choice([*makers])
        name = self.rng.choice(("o", "oo"))
        if name in self.live.names and (name not in self.live.own or type(self.live.names[name]).__name__ != cls):
            return None
        lines = self.kept(f"{name} = {cls}({makers[cls](self.write)})")
        self.owned(name)
        return lines

    def change_object(self) -> Lines | None:
        """An attribute of an object, assigned or read."""
        objects = self.live.having(is_of_program)
        if not objects:
            return None
        name = self.rng.choice(objects)
        fields = arrays_of(self.live, name)
        if not fields:
            return None
        field = self.rng.choice(fields)
        value = self.live.names[name]
        x = self.write.array(1)
        a = self.target(ARRAYS)
        if hasattr(value, "_replace"):
            lines = self.kept(f"{a} = {name}.{field} * {self.write.number()}")
            self.owned(a)
            return lines
        if field in declared_fields(type(value)):
            lines = self.kept(f"{a} = {name}.{field}")
            self.owned(a)
            return lines
        forms = [f"{name}.{field} = {x}", f"{name}.{field} {self.rng.choice(words.IN_PLACE)} {self.write.operand(0)}"]
        lines = self.kept(self.rng.choice(forms))
        if not is_array(getattr(self.live.names[name], field)):
            raise ValueError(field)
        return [*lines, f"reveal_type({name}.{field})"]

    def change_number(self) -> Lines | None:
        """A number of an object, replaced by another one."""
        objects = [name for name in self.live.having(is_of_program) if not hasattr(self.live.names[name], "_replace")]
        numbers = [f"{name}.{field}" for name in objects for field in numbers_of(self.live, name)]
        if not numbers:
            return None
        number = self.rng.choice(numbers)
        old = self.live.value(number)
        other = self.rng.choice((*words.INTS, *words.FLOATS))
        forms = [f"{number} = {other}", f"{number} += {other}", f"{number} = {number} * {other}"]
        lines = self.kept(self.rng.choice(forms))
        if not _fits(self.live.value(number), old):
            raise ValueError(number)
        return lines

    def call_method(self) -> Lines | None:
        """A method call that changes the object, or returns a value."""
        objects = self.live.having(lambda value: bool(getattr(type(value), "_methods", None)))
        if not objects:
            return None
        name = self.rng.choice(objects)
        methods = type(self.live.names[name])._methods
        method = self.rng.choice([*methods])
        a = self.target(ARRAYS)
        lines = self.kept(f"{a} = {name}.{method}({methods[method](self.write)})")
        if not is_array(self.live.names[a]):
            raise ValueError(method)
        self.owned(a)
        fields = arrays_of(self.live, name)
        return [*lines, *([f"reveal_type({name}.{self.rng.choice(fields)})"] if fields else [])]

    def call_function(self) -> Lines | None:
        """A function call, and a use of its result."""
        a, source = self.target(ARRAYS), self.write.call(1)
        if source is None or not self.write.valid(source):
            return None
        lines = self.kept(f"{a} = {source}")
        self.owned(a)
        return lines

    def global_variable(self) -> Lines | None:
        """Read a variable of the module."""
        names = [name for name in self.live.names if name.startswith("G") and is_array(self.live.names[name])]
        if not names:
            return None
        a = self.target(ARRAYS)
        lines = self.kept(f"{a} = {self.rng.choice(names)} * {self.write.number()}")
        self.owned(a)
        return lines


def _grows(container: str, body: Lines) -> bool:
    """Whether a loop over a variable's container may add items to the container, and so never end."""
    if not container.isidentifier():
        return False
    adding = rf"\b{container}(\.(append|extend|insert|add|update)\b| \+=)|= {container}$"
    return re.search(adding, "\n".join(body), re.MULTILINE) is not None


def _assigns(line: str, name: str) -> bool:
    head = line.strip().partition("=")[0]
    words_ = head.replace(",", " ").replace("(", " ").replace(")", " ").replace("*", " ").split()
    return name in words_ or f"{name} :=" in line


def _is_revealed(value: Any) -> bool:
    return is_array(value) or is_list(value) or is_dict(value) or is_tuple(value)


def _unwrapped(source: str) -> str:
    """An expression without the brackets around the whole."""
    if not (source.startswith("(") and source.endswith(")")):
        return source
    depth = 0
    for position, char in enumerate(source):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return source[1:-1] if position == len(source) - 1 and "," not in source else source
    return source


Form = Callable[[Statements], Lines | None]
WEIGHED: tuple[tuple[Form, int], ...] = (
    (Statements.assign, 14),
    (Statements.reassign, 8),
    (Statements.in_place, 7),
    (Statements.number, 5),
    (Statements.unpack, 9),
    (Statements.dtype_variable, 2),
    (Statements.make_container, 7),
    (Statements.nested_container, 3),
    (Statements.change_container, 8),
    (Statements.take_out, 3),
    (Statements.branch, 6),
    (Statements.match, 2),
    (Statements.match_number, 1),
    (Statements.loop, 7),
    (Statements.while_loop, 2),
    (Statements.context, 2),
    (Statements.walrus, 2),
    (Statements.optional, 2),
    (Statements.lambda_variable, 4),
    (Statements.closure, 5),
    (Statements.make_object, 3),
    (Statements.change_object, 4),
    (Statements.change_number, 3),
    (Statements.call_method, 4),
    (Statements.call_function, 5),
    (Statements.global_variable, 1),
)
FORMS = [form for form, _ in WEIGHED]
WEIGHTS = [weight for _, weight in WEIGHED]


def _fits(value: object, old: object) -> bool:
    """Whether a number may replace another one in a variable without an error in mypy, which keeps the first type."""
    return isinstance(value, type(old)) or (type(old) is float and type(value) is int)
