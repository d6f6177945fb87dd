"""An item of a list or dict has no dtype that it may have lost, however the module changes the container."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import jax
import jax.numpy as jnp
import pytest
from checkers.mypy import PLUGIN, imported

INI = f"[mypy]\nplugins = {PLUGIN}\ncheck_untyped_defs = True\n"
PROGRAM = """\
import bisect, heapq, operator
import jax
import jax.numpy as jnp

def f(x: jax.Array, t: tuple[str, jax.Array]):
    y = jnp.ones(3, jnp.int8)
    ys = jax.tree.map(lambda t: jax.jit(lambda v: v + y)(y), {tree})
    {change}
    reveal_type(ys{item})
"""
OF_LISTS = (
    "ys.append(x)",
    "add = ys.append; add(x)",
    "list(map(ys.append, [x]))",
    "operator.methodcaller('append', x)(ys)",
    "getattr(ys, 'insert')(0, x)",
    "list.append(ys, x)",
    "operator.setitem(ys, 0, x)",
    "heapq.heappush(ys, x)",
    "heapq.heappushpop(ys, x)",
    "heapq.heapreplace(ys, x)",
    "bisect.insort(ys, x)",
    "bisect.insort_left(ys, x)",
    "operator.iadd(ys, [x])",
    "operator.iconcat(ys, [x])",
    "zs = ys; zs[0] = x",
)
OF_DICTS = (
    "ys['a'] = x",
    "put = ys.update; put(a=x)",
    "list(map(ys.update, [{'a': x}]))",
    "operator.methodcaller('update', a=x)(ys)",
    "getattr(ys, 'update')(a=x)",
    "operator.setitem(ys, 'a', x)",
    "ys.__setitem__('a', x)",
    "operator.ior(ys, {'a': x})",
)
FORMS = [(change, "[y, y]", "[0]") for change in ("pass", *OF_LISTS)]
FORMS += [(change, "{'a': y}", "['a']") for change in ("pass", *OF_DICTS)]


PARTS = """\
import bisect, collections, heapq, operator, random
import jax.numpy as jnp

class Pair:
    def __init__(self, a, b):
        self.items = {items}

    def first(self):
        return self.items{item}

def changed(a, b, c):
    pair = Pair(a, b)
    {change}
    return pair.first()

reveal_type(changed(jnp.int8(1), jnp.int8(2), jnp.float32(1.5)))
"""
OF_LIST_PARTS = (
    *("pair.items[0] = c", "pair.items.insert(0, c)", "pair.items.__setitem__(0, c)", "pair.items[:] = [c]"),
    *("pair.items.append(c); pair.items.reverse()", "pair.items.append(c); pair.items.sort()"),
    *(
        "operator.setitem(pair.items, 0, c)",
        "pair.items.extend([c]); del pair.items[:2]",
        "list.insert(pair.items, 0, c)",
    ),
    *("heapq.heappush(pair.items, c)", "heapq.heappushpop(pair.items, c)", "heapq.heapreplace(pair.items, c)"),
    *("bisect.insort(pair.items, c)", "bisect.insort_left(pair.items, c)", "bisect.insort_right(pair.items, c)"),
    *(
        "operator.iadd(pair.items, [c]); pair.items.pop(0)",
        "operator.iconcat(pair.items, [c]); random.shuffle(pair.items)",
    ),
    *("pair.items += [c]; pair.items.pop(0)", "pair.items.clear(); pair.items.append(c)"),
    *("pair.items *= 0; pair.items.append(c)", "operator.imul(pair.items, 0); pair.items.append(c)"),
)
"""Changes of a list that is an attribute of an object."""
OF_DEQUE_PARTS = (
    *("pair.items.appendleft(c)", "pair.items.extendleft([c])", "pair.items.append(c); pair.items.rotate(1)"),
    *("pair.items.append(c); pair.items.popleft(); pair.items.popleft()", "pair.items.insert(0, c)"),
)
OF_DICT_PARTS = (
    *("pair.items['a'] = c", "pair.items.update(a=c)", "pair.items.update({'a': c})", "pair.items |= {'a': c}"),
    *("pair.items.pop('a'); pair.items.setdefault('a', c)", "operator.setitem(pair.items, 'a', c)"),
    *("operator.ior(pair.items, {'a': c})", "pair.items.clear(); pair.items.setdefault('a', c)"),
)
FORMS_OF_PARTS = [(change, "[a, b]", "[0]") for change in ("pass", *OF_LIST_PARTS)]
FORMS_OF_PARTS += [(change, "collections.deque([a, b])", "[0]") for change in OF_DEQUE_PARTS]
FORMS_OF_PARTS += [(change, "{'a': a}", "['a']") for change in ("pass", *OF_DICT_PARTS)]


@pytest.mark.slow
def test_no_item_of_a_container_that_may_change_is_wrong(tmp_path: Path) -> None:
    programs = [PROGRAM.replace("{tree}", tree).replace("{item}", item) for _, tree, item in FORMS]
    known = known_after(FORMS, programs, tmp_path)
    assert {"pass"} < {*known} <= {change for change, *_ in kept(FORMS, programs)}, "\n".join(known)


@pytest.mark.slow
def test_no_part_of_an_object_whose_container_changes_is_wrong(tmp_path: Path) -> None:
    programs = [PARTS.replace("{items}", items).replace("{item}", item) for _, items, item in FORMS_OF_PARTS]
    known = known_after(FORMS_OF_PARTS, programs, tmp_path)
    assert {"pass"} < {*known} <= {change for change, *_ in kept(FORMS_OF_PARTS, programs)}, "\n".join(known)


def kept(forms: list[tuple[str, str, str]], programs: list[str]) -> list[tuple[str, str, str]]:
    """The changes after which the item is an int8 in the running program."""
    found = []
    for form, text in zip(forms, programs, strict=True):
        values: list[jax.Array] = []
        names = {"reveal_type": values.append}
        exec(text.replace("{change}", form[0]), names)
        if "f" in names:
            with suppress(ValueError):  # `heapq` and `bisect` compare arrays; the code behind it does not run then
                names["f"](jnp.float32(1), ("", jnp.float32(1)))  # type: ignore[operator]
        if not values or values[-1].dtype == jnp.int8:
            found.append(form)
    return found


def known_after(forms: list[tuple[str, str, str]], programs: list[str], tmp_path: Path) -> list[str]:
    """The changes of programs in which mypy still knows that the item is an int8. Each program is a module."""
    shutil.copytree(imported(INI), tmp_path / "cache")
    (tmp_path / "mypy.ini").write_text(INI)
    names = [f"m{number}.py" for number in range(len(forms))]
    for name, text, (change, *_) in zip(names, programs, forms, strict=True):
        (tmp_path / name).write_text(text.replace("{change}", change))
    command = [Path(sys.executable).parent / "mypy", "--cache-dir=cache", *names]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    revealed = dict(re.findall(r'(m\d+\.py):\d+: note: Revealed type is "(.*)"', done.stdout))
    assert revealed.keys() == {*names}, done.stdout
    return [change for name, (change, *_) in zip(names, forms, strict=True) if "int8" in revealed[name]]
