"""The classes of numbers in attributes, by what the program's statements say."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxtyping_promo.interpreter.number_attributes import NumberAttributes
from jaxtyping_promo.interpreter.program import Program

KNOWN = {
    "a declared field": ("x: int", "int"),
    "a default": ("x: float = 0.5", "float"),
    "a value": ("x = 3", "int"),
    "an optional field": ("x: int | None = None", "int"),
    "a quoted declaration": ("x: 'Optional[float]'", "float"),
    "a wrapped declaration": ("x: ClassVar[int] = -3", "int"),
    "a tuple": ("x: tuple[int, ...] = (1, 2)", "int"),
    "a list": ("x: List[float] = [0.5]", "float"),
    "a sequence": ("x: Sequence[int] | None = None", "int"),
    "a described field": ("x: int = field(default=2, static=True)", "int"),
    "a parameter": ("def __init__(self, x: int):\n        self.x = x", "int"),
    "a parameter with a default": ("def __init__(self, x: float = 0.5):\n        self.x: float = x", "float"),
    "an expression": ("def __init__(self, n: int):\n        self.x = 2 * n - 1", "int"),
    "a conversion": ("def __init__(self, n):\n        self.x = float(n)", "float"),
    "a dict that is read": (
        "x: int = 0\n    def f(self):\n        return vars(self)['x'], self.__dict__.copy()",
        "int",
    ),
    "mathematics": ("x: float = math.pi\n    def __init__(self, y):\n        self.x = math.exp(y)", "float"),
    "an integer of math": ("def __init__(self, y):\n        self.x = math.ceil(y)", "int"),
    "methods by computed names": (
        "x: int = 0\n    def __init_subclass__(cls):\n        for name in vars(cls):\n            setattr(cls, name, wrapped(name))",
        "int",
    ),
    "a method": ("x: int\n    def y(self):\n        return self.x", "int"),
    "a frozen class": ("def __init__(self, n: int):\n        object.__setattr__(self, 'x', n)", "int"),
    "two constructors": (
        "x: int\n    def __init__(self):\n        self.x = 1\n    def setup(self):\n        self.x = 2",
        "int",
    ),
}
UNKNOWN = {
    "an int that is declared as a float": "x: float = 1",
    "a default of another class": "def __init__(self, x: float = 1):\n        self.x = x",
    "a parameter that is assigned": "def __init__(self, x: int):\n        x = abs(x)\n        self.x = x",
    "an undeclared parameter": "def __init__(self, x):\n        self.x = x",
    "several classes": "x: int\n    y: float\n    def __init__(self):\n        self.x = 0.5",
    "a division": "def __init__(self, n: int):\n        self.x = n / 2 if n else 1",
    "a mixed sum": "def __init__(self, n: int):\n        self.x = n + 0.5",
    "a mixed tuple": "x: tuple[int, float]",
    "another function": "x: int = 0\n    def f(self):\n        self.x = self.x + 1",
    "an operator": "x: int = 0\n    def __init__(self):\n        self.x += 1",
    "a target of a tuple": "x: int = 0\n    def __init__(self, pair):\n        self.x, self.y = pair",
    "a loop": "x: int = 0\n    def __init__(self, xs):\n        for self.x in xs: pass",
    "a deleted attribute": "x: int = 0\n    def f(self):\n        del self.x",
    "a computed name": "x: int = 0\n    def f(self, name):\n        setattr(self, name, 0.5)",
    "a dict of attributes": "x: int = 0\n    def f(self, others):\n        self.__dict__.update(others)",
    "items of the dict of attributes": "x: int = 0\n    def f(self, key):\n        vars(self)[key] = 0.5",
    "another dict of attributes": "x: int = 0\n    def f(self, other):\n        self.__dict__ = other",
    "a branch in the body": "x = 1.5\n    if FLAG:\n        x = 2",
    "a tuple in the body": "x = 1.5\n    x, y = 2, 3",
    "a walrus in the body": "x = 1.5\n    y = (x := 2)",
    "an import in the body": "x = 1.5\n    from stat import ST_SIZE as x",
    "a pattern that assigns a parameter": (
        "def __init__(self, x: float, d):\n        match d:\n            case {'x': x}: pass\n        self.x = x"
    ),
    "an operator on the dict": "x: float = 1.5\n    def __init__(self, **others):\n        self.__dict__ |= others",
    "the dict by another name": "x: float = 1.5\n    def f(self, y):\n        d = self.__dict__\n        d.update(y)",
    "any attribute": "x: float\n    def __getattr__(self, name):\n        return 2",
    "a property": "x: float = 1.5\n    @property\n    def x(self):\n        return 2",
    "a converted field": "x: int = field(converter=jnp.asarray)",
    "a made default": "x: float = field(default_factory=lambda: 1)",
    "an array": "x: jax.Array",
    "a list that grows": "x: list[int]\n    def f(self, y):\n        self.x.append(y)",
    "a list that changes": "x: list[int]\n    def f(self, y):\n        self.x[0] = y",
    "an inner function": "def __init__(self, x: int):\n        def f(x):\n            self.x = x\n        f(0.5)",
}


def kind(folder: Path, body: str, other: str = "") -> str | None:
    """The kind of the attribute `x` of a class in another module than the one that is interpreted."""
    (folder / "shapes.py").write_text(f"class A:\n    {body}\n")
    (folder / "p.py").write_text(f"import shapes\n{other}\n")
    program = Program([folder / "p.py"], folders=[str(folder)])
    program.interpret()
    return NumberAttributes(program.run).kind(str(folder / "shapes.py"), "A", "x")


@pytest.mark.parametrize(("body", "expected"), KNOWN.values(), ids=KNOWN)
def test_a_known_class(body, expected, tmp_path):
    assert kind(tmp_path, body) == expected


@pytest.mark.parametrize("body", UNKNOWN.values(), ids=UNKNOWN)
def test_an_unknown_class(body, tmp_path):
    assert kind(tmp_path, body) is None


OTHERS = {
    "another class": ("class B:\n    x = 0.5", True),
    "another class's method": ("class B:\n    def f(self):\n        self.x = 0.5", True),
    "a derived class": ("class B(shapes.A):\n    x = 0.5", False),
    "a derived class by another name": ("from shapes import A as B\nclass A(B):\n    x = 0.5", False),
    "a class of this name": ("class A:\n    x = 0.5", True),
    "a class below": ("class B(shapes.A): ...\nclass C(B):\n    def f(self):\n        self.x = 0.5", False),
    "a function": ("def f(a):\n    a.x = 1", False),
    "a function that sets any": ("def f(a, name):\n    setattr(a, name, 1)", False),
    "a method of another object": ("class B:\n    def f(self, a):\n        a.x = 1", False),
    "a list of another object": ("def f(a):\n    a.x.append(1)", False),
    "a static method": ("class B:\n    @staticmethod\n    def f(a):\n        a.x = 2", False),
    "a hidden receiver": (
        "class B:\n    def f(self, a):\n        def g(self):\n            self.x = 2\n        g(a)",
        False,
    ),
    "a receiver that is assigned": ("class B:\n    def f(self, a):\n        self = a\n        self.x = 2", False),
    "setattr of builtins": ("import builtins\ndef f(a):\n    builtins.setattr(a, 'x', 2)", False),
    "a class decorator": ("def f(cls):\n    for name in ('x',):\n        setattr(cls, name, 2)\n    return cls", False),
    "a class made by a call": ("B = type('B', (shapes.A,), {'x': 2})", False),
    "a derived class's other base": ("class M:\n    x = 0.5\nclass B(M, shapes.A): ...", False),
    "a derived class's property": ("class B(shapes.A):\n    @property\n    def x(self):\n        return 2", False),
    "an inner function": ("class B(shapes.A):\n    def f(self):\n        def g():\n            self.x = 1", False),
}


@pytest.mark.parametrize(("other", "is_known"), OTHERS.values(), ids=OTHERS)
def test_other_modules_count(other, is_known, tmp_path):
    assert kind(tmp_path, "x: int", other) == ("int" if is_known else None)
