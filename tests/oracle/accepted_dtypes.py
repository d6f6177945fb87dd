"""Writes `jaxtyping_promo/rules/accepted_dtypes.py`: the dtypes that the installed JAX accepts.

``python tests/oracle/accepted_dtypes.py FILE...`` writes the tables from files of measurements.
``python tests/oracle/accepted_dtypes.py --measure FILE [x64]`` measures, which takes half an hour for each version of
JAX and mode.
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
from oracles.accepted_fit import TAKEN, cells, extra, fitted, refused_by
from oracles.functions import covered

from jaxtyping_promo import get_system
from jaxtyping_promo.rules.clauses import Clause, parse_clauses
from jaxtyping_promo.rules.tables import system_name

TABLES = Path(__file__).parents[2] / "jaxtyping_promo/rules/accepted_dtypes.py"
HEADER = '''"""The dtypes that JAX's functions accept, in the language of `jaxtyping_promo.rules.clauses`.

Generated from JAX itself by ``python tests/oracle/accepted_dtypes.py``; the oracle tests compare every line with JAX.
A function without a line accepts every dtype, as far as the dtype alone decides.
"""

from __future__ import annotations
'''
LAST = ("jax.numpy.c", "jax.numpy.d", "jax.numpy.poly", "jax.numpy.tensordot", "jax.scipy.stats.", "jax.scipy.signal")
"""Functions that are slow to trace in JAX."""
LINE = 110
"""The maximal length of a line of names."""


def measure(path: Path, *, x64: bool) -> None:
    """Append JAX's answers to the calls of each function that has not been measured yet."""
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


def by_version(paths: list[Path]) -> dict[tuple[int, int], dict[str, dict[bool, list]]]:
    """The measurements by JAX version, function and mode."""
    measurements: dict[tuple[int, int], dict[str, dict[bool, list]]] = defaultdict(lambda: defaultdict(dict))
    for path in paths:
        for record in records(path):
            measurements[tuple(record["jax"])][record["name"]][record["x64"]] = record["forms"]
    return measurements


def holding(fullname: str, text: str, forms_by_mode: Mapping[bool, list]) -> str:
    """The clauses that hold: each rejects only calls that JAX rejects, too."""
    kept = []
    for clause in text.split("; ") if text and forms_by_mode else ():
        parsed = parse_clauses(clause, fullname)
        if not any(rejects_what_is_taken(fullname, parsed, x64, forms) for x64, forms in forms_by_mode.items()):
            kept.append(clause)
    return "; ".join(kept)


def rejects_what_is_taken(fullname: str, parsed: tuple[Clause, ...], x64: bool, forms: list) -> bool:
    """Whether the clauses reject a call that JAX accepts."""
    system = get_system(system_name(fullname), x64=x64)
    for form in forms:
        applying = [clause for clause in parsed if extra(form) not in clause.unless]
        for given, answer in cells(form):
            if answer == TAKEN and any(refused_by(clause, system, given) for clause in applying):
                return True
    return False


def tables(texts: Mapping[str, str]) -> dict[str, dict[str, list[str]]]:
    """The functions, grouped by module and clauses."""
    functions_by_clauses: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for fullname, text in texts.items():
        module, _, name = fullname.rpartition(".")
        functions_by_clauses[module][text].append(name)
    return functions_by_clauses


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
    measurements = by_version(paths)
    newest, oldest = max(measurements), min(measurements)
    texts = {name: holding(name, fitted(name, forms), forms) for name, forms in measurements[newest].items()}
    texts = {name: text for name, text in texts.items() if text}
    out = [HEADER, "ACCEPTED: dict[str, dict[str, str]] = {"]
    out += lines(tables(texts), "    ")
    out += ["}", '"""The functions by module and clauses, in the newest JAX."""', ""]
    out += ["EARLIER: dict[tuple[int, int], dict[str, dict[str, str]]] = {"]
    for version in sorted(measurements.keys() - {newest}):
        earlier = {n: holding(n, text, measurements[version].get(n, {})) for n, text in texts.items()}
        changed = {name: text for name, text in earlier.items() if text != texts[name]}
        out += [f"    ({newest[0]}, {newest[1]}): {{", *lines(tables(changed), "        "), "    },"]
    out += ["}", '"""Functions with fewer known clauses before a version of JAX."""', ""]
    out += [f"OLDEST = ({oldest[0]}, {oldest[1]})", '"""The oldest version of JAX that was measured."""', ""]
    TABLES.write_text("\n".join(out), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(Path(sys.argv[2]), x64="x64" in sys.argv[3:])
    else:
        write([Path(name) for name in sys.argv[1:]])
