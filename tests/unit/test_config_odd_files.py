"""Any configuration file is either read, or reported in one clear line that names the file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from jaxtyping_promo.config import SETTINGS, find_config_file, load_config
from jaxtyping_promo.dtypes import DTYPES, WEAK_TYPES
from jaxtyping_promo.exceptions import JaxtypingPromoError
from jaxtyping_promo.joining import why_not
from jaxtyping_promo.operators import BINARY, UNARY
from jaxtyping_promo.system import PYTHON_SCALARS, System
from jaxtyping_promo.systems import MODULES
from jaxtyping_promo.systems import toml_file as custom

pytestmark = pytest.mark.once

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
NAMES = st.sampled_from([*list(DTYPES)[:12], *WEAK_TYPES, *PYTHON_SCALARS, "int9", "", "a\0b", "é\n"]) | TEXTS
LEAVES = NAMES | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4), max_leaves=8
)
LISTS = st.lists(NAMES, max_size=4)
RULES = st.fixed_dictionaries(
    {},
    optional={
        "changes": st.dictionaries(NAMES, NAMES, max_size=2),
        "rejects": LISTS,
        "exceptions": st.lists(st.dictionaries(st.sampled_from(["left", "right", "result"]), NAMES), max_size=2),
    },
)
SYSTEMS = st.fixed_dictionaries(
    {},
    optional={
        "name": NAMES | VALUES,
        "nodes": LISTS | VALUES,
        "partial": st.booleans() | VALUES,
        "like": st.sampled_from([*MODULES, "mine.toml", "a\0b.toml"]) | VALUES,
        "edges": st.dictionaries(NAMES, LISTS, max_size=4) | VALUES,
        "table": st.dictionaries(NAMES, st.dictionaries(NAMES, NAMES, max_size=2), max_size=2) | VALUES,
        "scalars": st.dictionaries(NAMES, NAMES, max_size=2) | VALUES,
        "defaults": st.dictionaries(NAMES, NAMES, max_size=2) | VALUES,
        "operators": st.dictionaries(st.sampled_from([*BINARY, *UNARY, "plus"]), RULES, max_size=2) | VALUES,
    },
)
SECTIONS = st.dictionaries(st.sampled_from([*SETTINGS, "overrides", "module", "x46"]) | NAMES, VALUES, max_size=4)
DEEP = 3000
LONG = "9" * 5000
ODD = {
    "deep list": "nodes = " + "[" * DEEP + "]" * DEEP,
    "list that is not so deep": "nodes = " + "[" * 300 + "]" * 300,
    "deep table": "nodes = " + "{a = " * DEEP + "1" + "}" * DEEP,
    "deep keys": ".".join("a" * DEEP) + " = 1",
    "long integer": f"nodes = {LONG}",
    "long integer in a list": f"nodes = [{LONG}]",
    "long hexadecimal integer": "nodes = 0x" + "f" * 5000,
    "long hexadecimal integer in a list": "partial = [0x" + "f" * 5000 + "]",
    "long text": f'nodes = "{LONG}"',
    "long key": f"{'k' * 5000} = 1",
    "NUL": 'nodes = ["a\\u0000b"]',
    "a NUL that is written out": "nodes = 'a\0b'",
    "date": "nodes = 1979-05-27",
    "nothing": "",
    "a library's name": 'name = "jax"\n[edges]\nint8 = ["float16"]',
    "like itself": 'like = "mine.toml"\n[edges]\nint8 = ["float16"]',
    "like one that is like it": 'like = "other.toml"\n[edges]\nint8 = ["float16"]',
}
"""Odd texts of files that declare a system, by the kind of oddity."""


def toml(value: Any) -> str:
    """A value in TOML. A float that would be written as an integer is replaced."""
    match value:
        case dict():
            return "{" + ", ".join(f"{json.dumps(str(k))} = {toml(v)}" for k, v in value.items()) + "}"
        case list():
            return f"[{', '.join(map(toml, value))}]"
        case float():
            return f"{value:.1f}"
    return json.dumps(value)


def document(values: dict[str, Any]) -> str:
    """A TOML document."""
    return "\n".join(f"{json.dumps(key)} = {toml(value)}" for key, value in values.items())


def is_clear(read: Callable[[], object], path: str) -> bool:
    """Check that reading succeeds, or that the error is one short line that names the file."""
    try:
        read()
    except JaxtypingPromoError as error:
        message = str(error)
        return message.isprintable() and path in message and len(message) < 2000
    return True


def use(system: System) -> None:
    """Check that every operator has a result or is undefined."""
    for left in system.nodes:
        for op in UNARY:
            system.unary(op, left)
        for right in (*system.nodes, *system.scalars):
            for op in BINARY:
                if system.binary(op, left, right) is None:
                    assert why_not(system, op, left, right)


def loaded(folder: Path, text: str) -> None:
    """The system that a file declares."""
    path = folder / "mine.toml"
    path.write_text(text)
    (folder / "other.toml").write_text(ODD["like itself"])
    custom._loaded.clear()
    before = os.getcwd()
    os.chdir(folder)
    try:
        assert is_clear(lambda: use(custom.load("mine.toml")), "mine.toml")
    finally:
        os.chdir(before)
    assert custom._loading == []


@pytest.mark.parametrize("what", ODD)
def test_odd_systems(what, tmp_path):
    loaded(tmp_path, ODD[what])


@settings(max_examples=300)
@given(SYSTEMS)
def test_any_system(tmp_path, values):
    loaded(tmp_path, document(values))


@settings(max_examples=100)
@given(st.binary(max_size=60))
@example(b"\xff")
@example(b"a = '\r'")
def test_any_bytes(tmp_path, data):
    for name in ("pyproject.toml", "mypy.ini", "mine.toml"):
        (tmp_path / name).write_bytes(data)
    for read in (
        lambda: load_config(tmp_path / "pyproject.toml"),
        lambda: load_config(tmp_path / "mypy.ini"),
        lambda: custom.load(str(tmp_path / "mine.toml")),
        lambda: find_config_file(tmp_path),
    ):
        assert is_clear(read, str(tmp_path))


@settings(max_examples=300)
@given(SECTIONS, st.lists(SECTIONS, max_size=2) | VALUES)
def test_any_section(tmp_path, values, overrides):
    path = tmp_path / "pyproject.toml"
    path.write_text(document({"tool": {"jaxtyping-promo": {**values, "overrides": overrides}}}))

    def read() -> None:
        config = load_config(path)
        assert json.dumps(config.snapshot()) and config.for_module("module").system_object

    assert is_clear(read, str(path))


@settings(max_examples=50)
@given(VALUES)
@example(3)
@example([1])
@example({"jaxtyping-promo": "a"})
@example({"jaxtyping-promo": {"system": "a\0b.toml"}})
@example({"jaxtyping-promo": {"system": "/dev/null.toml"}})
@example({"jaxtyping-promo": {"system": LONG + ".toml"}})
@example({"jaxtyping-promo": {"overrides": [{"module": LONG}]}})
def test_any_table_of_tools(tmp_path, tool):
    path = tmp_path / "pyproject.toml"
    path.write_text(document({"tool": tool}))
    assert is_clear(lambda: load_config(path), str(path))
    assert is_clear(lambda: find_config_file(tmp_path), str(path))


@pytest.mark.parametrize("what", [what for what in ODD if not what.startswith(("like", "a library"))])
def test_odd_configurations(what, tmp_path):
    path = tmp_path / "pyproject.toml"
    path.write_text(f"[tool.jaxtyping-promo]\n{ODD[what].replace('nodes', 'system')}")
    assert is_clear(lambda: load_config(path), str(path))
    if what != "nothing":
        with pytest.raises(JaxtypingPromoError):
            load_config(path)
