"""Random whole programs: one module or several, with classes, functions, and a `main` that calls them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import jax

from . import program_words as words
from .expressions import Expressions, weak
from .live import Live, declared_fields, is_array
from .modules import MARKERS
from .statements import Lines, Statements, indented

Arguments = Callable[[Expressions], str]
"""Writes the arguments of a call."""
FIRST = ("x", "y", "z", "h")
"""The names of array parameters."""


class Generator:
    """Writes a program that is determined by its seed."""

    def __init__(self, seed: int, *, x64: bool) -> None:
        self.rng = random.Random(seed)
        self.x64 = x64
        names: dict[str, Any] = {
            "_arguments": {},
            "_classes": {},
            "_serial": itertools.count(1),
            "reveal_type": lambda value: value,
        }
        self.live = Live(names)
        self.live.run("from __future__ import annotations\n" + words.HEADER)
        self.live.run(words.PLAIN_TYPES)
        self.lines: Lines = []

    def program(self) -> str:
        """The text of a program."""
        rng = self.rng
        divided = rng.random() < 0.4
        for number in range(rng.choice((0, 1, 2))):
            self._keep([f"G{number} = {self._literal(rng.choice(words.USUAL))}"])
        for number in range(rng.choice((0, 0, 1, 2))):
            self._keep([self._number(f"N{number}")])
        if rng.random() < 0.5:
            for _ in range(rng.choice((1, 2, 3))):
                self._end_module(divided)
                self._class()
        for number in range(rng.choice((1, 2, 2, 3))):
            self._end_module(divided)
            self._function(f"f_{number}")
        self._end_module(divided)
        self._main()
        return "\n".join([*words.HEADER.splitlines(), "@TYPES@", "", *self.lines, ""])

    def _keep(self, lines: Lines) -> None:
        self.live.run("\n".join(lines))
        self.lines += lines

    def _end_module(self, divided: bool) -> None:
        """Perhaps end the module, if it has definitions, and begin another one."""
        if divided and self.lines and self.lines[-1] not in MARKERS and self.rng.random() < 0.4:
            self.lines += ["", self.rng.choice([*MARKERS])]

    def _literal(self, dtype: str) -> str:
        """An array of some dtype."""
        return self.rng.choice(
            (
                f"jnp.ones(3, jnp.{dtype})",
                f"jnp.zeros(3, dtype=jnp.{dtype})",
                f"jnp.arange(3).astype(jnp.{dtype})",
                f"jnp.asarray(1, jnp.{dtype})",
            )
        )

    def _number(self, name: str) -> str:
        """A number, assigned to a variable or an attribute."""
        source = self.rng.choice((*words.INTS, *words.FLOATS))
        return f"{name}: float = {source}" if self.rng.random() < 0.3 else f"{name} = {source}"

    def _statements(self, live: Live, **options: bool) -> Statements:
        return Statements(self.rng, live, x64=self.x64, **options)

    # Functions

    def _parameters(self, live: Live, first: str = "") -> tuple[str, list[Arguments], bool]:
        """The parameters, the writer of each argument, and whether all parameters are annotated."""
        rng = self.rng
        texts = [first] if first else []
        arguments: list[Arguments] = []
        style = rng.choice(("exact", "exact", "array", "none", "mixed"))
        for name in FIRST[: rng.choice((1, 2, 2, 3))]:
            dtype = rng.choice(words.USUAL)
            kind = rng.choice(("exact", "array", "none")) if style == "mixed" else style
            if kind == "exact":
                texts.append(f"{name}: {words.ALIASES[dtype]}")
                arguments.append(_of_dtype(dtype, self._literal(dtype)))
            else:
                texts.append(f"{name}: jax.Array" if kind == "array" else name)
                arguments.append(lambda write: write.array(1))
                live.own.add(name)
            live.run(f"{name} = {self._literal(dtype)}")
        for text, value in (
            ("n: int = 2", "n = 2"),
            ("s: float = 0.5", "s = 0.5"),
            ("k: float = 1", "k = 1"),
            ("c: bool = True", "c = True"),
            ("m=2", "m = 2"),
            ("dt=jnp.float16", "dt = jnp.float16"),
        ):
            if rng.random() < 0.2:
                texts.append(text)
                live.run(value)
        if rng.random() < 0.15:
            dtype = rng.choice(words.USUAL)
            literal = self._literal(dtype)
            texts.append(f"q: {words.ALIASES[dtype]} = {literal}")
            live.run(f"q = {literal}")
        return ", ".join(texts), arguments, style == "exact"

    def _function(self, name: str) -> None:
        rng = self.rng
        live = self.live.copy()
        parameters, arguments, exact = self._parameters(live)
        block = self._statements(live)
        body = block.block(rng.choice((3, 5, 7, 9)))
        globals_ = [g for g in self.live.names if g.startswith("G")]
        if globals_ and rng.random() < 0.3:
            g = rng.choice(globals_)
            source = block.write.body(g, g, 1)
            body = [f"global {g}", *body, f"{g} = {source}", f"reveal_type({g})"]
        numbers = [n for n in self.live.names if n.startswith("N") and len(n) == 2]
        if numbers and rng.random() < 0.3:
            n = rng.choice(numbers)
            source = rng.choice(
                (f"{n} + 1", f"{n} * 2", "3", *((f"{n} * 0.5",) if type(live.names[n]) is float else ()))
            )
            body = [f"global {n}", *body, f"{n} = {source}"]
        source = block.write.array(1)
        value = live.value(source)
        returns = ""
        if rng.random() < 0.5:
            strong = exact and not weak(value) and rng.random() < 0.6
            alias = words.ALIASES.get(value.dtype.name.replace("bool", "bool_"))
            returns = (
                f" -> {alias}" if strong and alias and alias in ("B", "I32", "F16", "F32", "BF16") else " -> jax.Array"
            )
            if returns and not returns.endswith("jax.Array"):
                source = f"({source}).astype(jnp.{value.dtype.name.replace('bool', 'bool_')})"
        jitted = rng.random() < 0.15 and "global " not in "\n".join(body)
        lines = [
            *(["@jax.jit"] if jitted else []),
            f"def {name}({parameters}){returns}:",
            *indented([*body, f"return {source}"]),
        ]
        self._offer(lines, name, arguments)

    def _offer(self, lines: Lines, name: str, arguments: list[Arguments]) -> None:
        """Add a function, so that other functions may call it."""

        def write_arguments(write: Expressions) -> str:
            return ", ".join(argument(write) for argument in arguments)

        trial = self.live.copy()
        try:
            trial.run("\n".join(lines))
            result = trial.value(f"{name}({write_arguments(Expressions(self.rng, trial, x64=self.x64))})")
        except Exception:
            return
        if not is_array(result):
            return
        self._keep(["", *lines])
        self.live.names["_arguments"] = {**self.live.names["_arguments"], name: write_arguments}

    # Classes

    def _class(self) -> None:
        kind = self.rng.choice(("tuple", "dataclass", "plain", "plain", "plain"))
        name = f"C{len(self.live.names['_classes'])}"
        try:
            if kind == "plain":
                self._plain_class(name)
            else:
                self._record(name, kind)
        except Exception:
            return

    def _record(self, name: str, kind: str) -> None:
        """A NamedTuple or dataclass with arrays."""
        rng = self.rng
        exact = rng.random() < 0.6
        arguments: list[Arguments] = []
        fields: Lines = []
        for field in ("w", "b", "t")[: rng.choice((1, 2, 3))]:
            dtype = rng.choice(words.USUAL)
            fields.append(f"{field}: {words.ALIASES[dtype] if exact else 'jax.Array'}")
            arguments.append(_of_dtype(dtype, self._literal(dtype)) if exact else lambda write: write.array(1))
        decorator = ["@jax.tree_util.register_dataclass", "@dataclasses.dataclass"] if kind == "dataclass" else []
        head = f"class {name}(NamedTuple):" if kind == "tuple" else f"class {name}:"
        lines = ["", *decorator, head, *indented(fields)]
        self._finish_class(name, lines, arguments, {})

    def _plain_class(self, name: str) -> None:
        """A class with attributes and methods, perhaps with a base class."""
        rng = self.rng
        bases = [c for c in self.live.names["_classes"] if getattr(self.live.names[c], "_methods", None) is not None]
        bases = [c for c in bases if not hasattr(self.live.names[c], "_fields")]
        base = rng.choice(bases) if bases and rng.random() < 0.8 else None
        cls: Any = type(name, (self.live.names[base],) if base else (), {"_of_the_program": True, "_methods": {}})
        live = self.live.copy()
        lines: Lines = ["", f"class {name}({base}):" if base else f"class {name}:"]
        if rng.random() < 0.4:
            literal = self._literal(rng.choice(words.USUAL))
            lines.append(f"    r = {literal}")
            cls.r = live.value(literal)
        if rng.random() < 0.3 and not hasattr(cls, "q"):
            lines.append(f"    {self._number('q')}")
            cls.q = live.value(lines[-1].rpartition(" = ")[2])
        arguments: list[Arguments]
        if base and rng.random() < 0.4:
            arguments = []
            made = live.value(f"{base}({self.live.names['_classes'][base](Expressions(rng, live, x64=self.x64))})")
            live.names["self"] = instance = cls.__new__(cls)
            instance.__dict__.update(made.__dict__)
            write_arguments = self.live.names["_classes"][base]
        else:
            inner = live.copy()
            parameters, arguments, _ = self._parameters(inner, "self")
            inner.names["self"] = instance = cls.__new__(cls)
            body: Lines = []
            if base:
                call = f"super().__init__({self.live.names['_classes'][base](Expressions(rng, inner, x64=self.x64))})"
                made = live.value(call.replace("super().__init__", base))
                instance.__dict__.update(made.__dict__)
                body.append(call)
            for field in ("w", "b", "t")[: rng.choice((1, 2, 3))]:
                source = self._statements(inner).write.array(1)
                if field in declared_fields(cls):
                    continue  # the value is of another dtype than the base class declares
                if ":=" in source:
                    raise ValueError(source)
                inner.run(f"self.{field} = {source}")
                body.append(f"self.{field} = {source}")
            for field in ("n", "s", "k")[: rng.choice((0, 0, 1, 2))]:
                if not hasattr(instance, field):
                    body.append(self._number(f"self.{field}"))
                    inner.run(body[-1])
            lines += indented([f"def __init__({parameters}) -> None:", *indented(body or ["pass"])])
            live.names["self"] = instance

            def write_arguments(write: Expressions) -> str:
                return ", ".join(argument(write) for argument in arguments)

        methods: dict[str, Arguments] = dict(getattr(cls, "_methods", {}))
        if base:
            methods.update(self.live.names[base]._methods)
        cls._methods = dict(methods)
        for number in range(rng.choice((1, 2, 2))):
            method = rng.choice([f"m{number}", f"m{number}", "m0"])
            self._method(lines, cls, live, method)
        self._finish_class(name, lines, None, cls._methods, write_arguments)

    def _method(self, lines: Lines, cls: Any, live: Live, method: str) -> None:
        rng = self.rng
        if f"    def {method}(" in "\n".join(lines) or method in cls._methods:
            return
        inner = live.copy()
        style = rng.choice(("self", "self, x: jax.Array", "self, x: F32", "self, x"))
        given: list[Arguments] = []
        if "x" in style.partition(",")[2]:
            given = [
                _of_dtype("float32", "jnp.ones(3, jnp.float32)") if "F32" in style else lambda write: write.array(1)
            ]
            inner.run("x = jnp.ones(3, jnp.float32)")
        block = self._statements(inner)
        inner.own = set()
        body = block.block(rng.choice((1, 2, 3)))
        result = block.write.array(1)
        returns = rng.choice(("", " -> jax.Array", " -> jax.Array"))
        text = [f"def {method}({style}){returns}:", *indented([*body, f"return {result}"])]
        holder = live.copy()
        holder.run("\n".join(text))
        setattr(cls, method, holder.names[method])
        cls._methods[method] = lambda write: ", ".join(argument(write) for argument in given)
        lines += indented(text)

    def _finish_class(
        self,
        name: str,
        lines: Lines,
        arguments: list[Arguments] | None,
        methods: dict[str, Arguments],
        write_arguments: Arguments | None = None,
    ) -> None:
        def joined(write: Expressions) -> str:
            return ", ".join(argument(write) for argument in arguments or ())

        trial = self.live.copy()
        trial.run("\n".join(lines))
        write = write_arguments or joined
        trial.value(f"{name}({write(Expressions(self.rng, trial, x64=self.x64))})")
        self._keep(lines)
        cls = self.live.names[name]
        cls._of_the_program = True
        cls._methods = methods
        self.live.names["_classes"] = {**self.live.names["_classes"], name: write}

    # The end of the program

    def _main(self) -> None:
        live = self.live.copy()
        statements = self._statements(live)
        body: Lines = []
        for name in self.live.names["_arguments"]:  # the first call of each function uses its defaults
            for _ in range(self.rng.choice((1, 1, 2))):
                source = f"{name}({self.live.names['_arguments'][name](statements.write)})"
                if statements.write.valid(source):
                    body.append(f"reveal_type({source})")
        for name in self.live.names["_classes"]:
            before = live.copy()
            try:
                body += statements.kept(f"o{name} = {name}({self.live.names['_classes'][name](statements.write)})")
                for method, write in live.names[name]._methods.items():
                    source = f"o{name}.{method}({write(statements.write)})"
                    live.value(source)
                    body.append(f"reveal_type({source})")
            except Exception:
                live.take(before)
        body += statements.block(self.rng.choice((4, 8, 12)))
        self.lines += ["", "def main() -> None:", *indented(body)]


def _of_dtype(dtype: str, otherwise: str) -> Arguments:
    """Writes a strong array as the argument for a parameter that is declared as an array of a dtype."""

    def write(expressions: Expressions) -> str:
        live = expressions.live
        held = live.having(lambda v: is_array(v) and isinstance(v, jax.Array) and str(v.dtype) == dtype.rstrip("_"))
        held = [name for name in held if not weak(live.names[name])]
        # To mypy, a variable may hold a union of arrays, which it rightly rejects as an argument.
        return f"{expressions.rng.choice(held)}.astype(jnp.{dtype})" if held and expressions.chance(0.6) else otherwise

    return write


def program(seed: int, *, x64: bool, concrete: bool = False) -> str:
    """A random program. The array types are defined in place of ``@TYPES@``.

    The program is written while JAX traces, without compilation. A `concrete` program runs while it is written, and may
    branch on the values of arrays.
    """
    if concrete:
        return Generator(seed, x64=x64).program()
    written: list[str] = []
    jax.eval_shape(lambda: written.append(Generator(seed, x64=x64).program()))
    return written[0]
