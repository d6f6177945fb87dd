"""Escapes: what is unknown after a value was handed to code that is not interpreted, and what is still known."""

from __future__ import annotations

import ast

import pytest
from abstract import reveals

import jaxtyping_promo.interpreter.program
from jaxtyping_promo.interpreter.run import EXPRESSIONS, STATEMENTS

assert jaxtyping_promo.interpreter.program

PROGRAMS = {
    "an argument": ("xs = [1]\nunknown(xs)\nreveal_type(xs)", ["?"]),
    "what an argument reaches": ("xs = [1]\nunknown({'a': (xs,)})\nreveal_type(xs)", ["?"]),
    "another list is still known": ("xs, ys = [1], [2]\nunknown(xs)\nreveal_type(ys)", ["[2]"]),
    "a number cannot change": ("n = 1\nunknown(n)\nreveal_type(n)", ["1"]),
    "a tuple keeps its items": ("t = (1, [2])\nunknown(t)\nreveal_type(t)", ["(1, ?)"]),
    "later stores are lost, too": ("xs = [1]\nunknown(xs)\nxs.append(2)\nreveal_type(xs[0])", ["?"]),
    "what is stored in an escaped object": ("xs = [1]\nunknown(xs)\nys = [2]\nxs.append(ys)\nreveal_type(ys)", ["?"]),
    "a function that changes a list": (
        "xs, ys = [1], [2]\ndef f():\n    xs.append(3)\nunknown(f)\nreveal_type(xs)\nreveal_type(ys)",
        ["?", "[2]"],
    ),
    "a function that changes a variable": (
        "x, y = 1, 2\ndef f():\n    global x\n    x = 'a'\nunknown(f)\nreveal_type(x)\nreveal_type(y)",
        ["?", "2"],
    ),
    "a bound method": (
        "class A:\n    def set(self, x):\n        self.x = x\na = A()\na.x = a.y = 1\nunknown(a.set)\nreveal_type(a.x)",
        ["?"],
    ),
    "a lambda that calls a function": (
        "xs = [1]\ndef f():\n    xs.append(3)\nunknown(lambda: f())\nreveal_type(xs)",
        ["?"],
    ),
    "an attribute of an unknown object": ("xs = [1]\nunknown.attribute = xs\nreveal_type(xs)", ["?"]),
    "an item of an unknown object": ("xs = [1]\nunknown['k'] = xs\nreveal_type(xs)", ["?"]),
    "an operator of an unknown object": ("xs = [1]\nunknown + xs\nreveal_type(xs)", ["?"]),
    "keyword arguments and stars": (
        "xs, ys, zs = [1], [2], [3]\nunknown(*[xs], a=ys, **{'b': zs})\nreveal_type((xs, ys, zs))",
        ["(?, ?, ?)"],
    ),
    "a method of an unknown object": ("xs = [1]\nunknown.method(xs)\nreveal_type(xs)", ["?"]),
    "one of two paths": (
        "import sys\nxs, ys = [1], [2]\nif len(sys.argv) > 2:\n    unknown(xs)\nreveal_type(xs)\nreveal_type(ys)",
        ["?", "[2]"],
    ),
    "methods of an escaped instance are still called": (
        "class A:\n    def f(self):\n        return 1, self.x\na = A()\na.x = 2\nunknown(a)\nreveal_type(a.f())",
        ["(1, ?)"],
    ),
    "a decorator of another library": ("@unknown\ndef f():\n    return 1\nreveal_type(f())", ["?"]),
    "yielded and returned lists": (
        "def g(xs):\n    yield xs\nxs = [1]\nunknown(g(xs))\nreveal_type(xs)",
        ["?"],
    ),
    "logging and printing change nothing": (
        "import logging\nxs = [1]\nprint(xs)\nlogging.info('%s', xs)\nstr(xs), len(xs)\nreveal_type(xs)",
        ["[1]"],
    ),
    "an array cannot change": (
        "import jax.numpy as jnp\nx = jnp.ones(3)\nunknown(x)\nreveal_type(x)",
        ["float32"],
    ),
    "a dict of parameters": (
        "import jax.numpy as jnp\np = {'w': jnp.ones(3)}\nq = dict(p)\nunknown(p)\nreveal_type(p)\nreveal_type(q['w'])",
        ["?", "float32"],
    ),
}


@pytest.mark.parametrize(("program", "values"), PROGRAMS.values(), ids=PROGRAMS)
def test_programs(program, values):
    assert reveals(f"from a_library_of_nobody import unknown\n\n{program}\n") == values


def classes_of(base: type[ast.AST]) -> set[type[ast.AST]]:
    """The classes of a syntax category of this Python, without deprecated ones."""
    old = {"Num", "Str", "Bytes", "NameConstant", "Ellipsis"}
    return {each for each in base.__subclasses__() if each.__name__ not in old}


def test_every_class_of_syntax_has_a_transfer_function():
    assert classes_of(ast.expr) - set(EXPRESSIONS) <= {
        getattr(ast, "TemplateStr", None),
        getattr(ast, "Interpolation", None),
    }
    assert classes_of(ast.stmt) - set(STATEMENTS) == set()
