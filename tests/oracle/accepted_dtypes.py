"""Writes `jaxtyping_promo/rules/accepted_dtypes.py`: which dtypes JAX's functions accept, as the installed JAX does it.

``python tests/oracle/accepted_dtypes.py FILE...`` writes the tables from measurements, which
``python tests/oracle/accepted_dtypes.py --measure FILE [x64]`` makes, half an hour for each version of JAX and mode.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

import jax
from oracles.accepted import measured
from oracles.accepted_fit import fitted
from oracles.functions import covered

TABLES = Path(__file__).parents[2] / "jaxtyping_promo/rules/accepted_dtypes.py"
HEADER = '''"""Which dtypes JAX's functions accept, in the language of `jaxtyping_promo.rules.acceptance`.

Generated from JAX itself by ``python tests/oracle/accepted_dtypes.py``; the oracle tests hold every line against JAX.
A function that is not here accepts every dtype, as far as the dtype alone decides.
"""

from __future__ import annotations
'''
LAST = ("jax.numpy.c", "jax.numpy.d", "jax.numpy.poly", "jax.numpy.tensordot", "jax.scipy.stats.", "jax.scipy.signal")
"""The functions that JAX takes long to trace."""
LINE = 110
"""The number of characters of a line of names."""


def measure(path: Path, *, x64: bool) -> None:
    """Append what JAX does with the calls of each function that is not measured yet."""
    done = {record["name"] for record in records(path)}
    with path.open("a", encoding="utf-8") as out:
        for name in sorted(covered(), key=lambda name: name.startswith(LAST)):
            if name not in done:
                record = {"name": name, "jax": jax.__version_info__[:2], "x64": x64, "forms": measured(name, x64=x64)}
                out.write(json.dumps(record) + "\n")
                out.flush()


def records(path: Path) -> Iterator[dict]:
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def clauses(paths: list[Path]) -> dict[tuple[int, int], dict[str, str]]:
    """The clauses of every function by version of JAX."""
    by_version: dict[tuple[int, int], dict[str, dict[bool, list]]] = defaultdict(lambda: defaultdict(dict))
    for path in paths:
        for record in records(path):
            by_version[tuple(record["jax"])][record["name"]][record["x64"]] = record["forms"]
    return {
        version: {name: fitted(name, forms) for name, forms in functions.items()}
        for version, functions in by_version.items()
    }


def tables(texts: Mapping[str, str]) -> dict[str, dict[str, list[str]]]:
    """The functions by module and clauses."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for fullname, text in texts.items():
        module, _, name = fullname.rpartition(".")
        found[module][text].append(name)
    return found


def lines(table: Mapping[str, Mapping[str, list[str]]], indent: str) -> Iterator[str]:
    for module in sorted(table):
        yield f'{indent}"{module}": {{'
        for text, names in sorted(table[module].items(), key=lambda item: sorted(item[1])):
            joined = " ".join(sorted(names))
            key = f'{indent}    "{text}":'
            if len(key) + len(joined) + 4 <= LINE:
                yield f'{key} "{joined}",'
                continue
            yield f"{key} ("
            line = ""
            for name in sorted(names):
                if len(line) + len(name) > LINE - 20:
                    yield f'{indent}        "{line}"'
                    line = ""
                line += f"{name} "
            yield f'{indent}        "{line.rstrip()}"'
            yield f"{indent}    ),"
        yield f"{indent}}},"


def write(paths: list[Path]) -> None:
    by_version = clauses(paths)
    newest = max(by_version)
    texts = by_version[newest]
    out = [HEADER, "ACCEPTED: dict[str, dict[str, str]] = {"]
    out += lines(tables({name: text for name, text in texts.items() if text}), "    ")
    out += ["}", '"""The functions by module and clauses, in the newest JAX."""', ""]
    out += ["EARLIER: dict[tuple[int, int], dict[str, dict[str, str]]] = {"]
    for version in sorted(by_version):
        if version != newest:
            changed = {n: by_version[version].get(n, "") for n in texts}  # what was not measured rejects nothing
            changed = {n: text for n, text in changed.items() if text != texts[n]}
            out += [f"    ({newest[0]}, {newest[1]}): {{", *lines(tables(changed), "        "), "    },"]
    out += ["}", '"""The functions whose clauses were others before a version of JAX."""', ""]
    oldest = min(by_version)
    out += [f"OLDEST = ({oldest[0]}, {oldest[1]})", '"""The oldest version of JAX that was measured."""', ""]
    TABLES.write_text("\n".join(out), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(Path(sys.argv[2]), x64="x64" in sys.argv[3:])
    else:
        write([Path(name) for name in sys.argv[1:]])
