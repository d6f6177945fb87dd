"""The items of a list or dict are unknown in a module that may change it in any way, also through a function."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

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
    "bisect.insort(ys, x)",
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
)
FORMS = [(change, "[y, y]", "[0]") for change in ("pass", *OF_LISTS)]
FORMS += [(change, "{'a': y}", "['a']") for change in ("pass", *OF_DICTS)]


def test_no_item_of_a_container_that_may_change_is_known(tmp_path: Path) -> None:
    shutil.copytree(imported(INI), tmp_path / "cache")
    (tmp_path / "mypy.ini").write_text(INI)
    names = [f"m{number}.py" for number in range(len(FORMS))]
    for name, (change, tree, item) in zip(names, FORMS, strict=True):
        text = PROGRAM.replace("{tree}", tree).replace("{change}", change).replace("{item}", item)
        (tmp_path / name).write_text(text)
    command = [Path(sys.executable).parent / "mypy", "--cache-dir=cache", *names]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    revealed = dict(re.findall(r'(m\d+\.py):\d+: note: Revealed type is "(.*)"', done.stdout))
    assert revealed.keys() == {*names}, done.stdout
    known = [change for name, (change, *_) in zip(names, FORMS, strict=True) if "int8" in revealed[name]]
    assert known == ["pass", "pass"]
