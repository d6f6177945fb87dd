"""Writes `jaxtyping_promo/rules/accepted_dtypes.py`: the dtypes that the installed JAX accepts.

``--function NAME...`` measures some functions and writes their lines, in a few seconds. Run it with the newest JAX
first, and then with each older version. ``--measure FILE [x64]`` measures all functions, which takes half an hour for
each version of JAX and mode. ``FILE...`` writes the tables from such files.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

import jax
from oracles.accepted import measured, rejected_but_taken
from oracles.accepted_fit import TAKEN, applies, cells, fitted, refused_by
from oracles.functions import functions_with_a_rule

from jaxtyping_promo import get_system
from jaxtyping_promo.rules.accepted_dtypes import ACCEPTED, EARLIER, OLDEST
from jaxtyping_promo.rules.clauses import Clause, parse_clauses
from jaxtyping_promo.rules.tables import system_name

TABLES = Path(__file__).parents[2] / "jaxtyping_promo/rules/accepted_dtypes.py"
HEADER = '''"""The dtypes that JAX's functions accept, in the language of `jaxtyping_promo.rules.clauses`.

Generated from JAX itself by ``tests/oracle/measure_accepted_dtypes.py``; the oracle tests compare every line with JAX.
The clause of a function is empty if it accepts every dtype, as far as the dtype alone decides.
"""

from __future__ import annotations
'''
LAST = ("jax.numpy.c", "jax.numpy.d", "jax.numpy.poly", "jax.numpy.tensordot", "jax.scipy.stats.", "jax.scipy.signal")
"""Functions that are slow to trace in JAX."""
Version = tuple[int, int]
LINE = 110
"""The maximal length of a line of names."""


def measure(path: Path, *, x64: bool) -> None:
    """Append JAX's answers to the calls of each function that has not been measured yet."""
    done = {record["name"] for record in records(path)}
    with path.open("a", encoding="utf-8") as out:
        for name in sorted(functions_with_a_rule(), key=lambda name: name.startswith(LAST)):
            if name not in done:
                record = {"name": name, "jax": jax.__version_info__[:2], "x64": x64, "forms": measured(name, x64=x64)}
                out.write(json.dumps(record) + "\n")
                out.flush()


def records(path: Path) -> Iterator[dict]:
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def by_version(paths: list[Path]) -> dict[Version, dict[str, dict[bool, list]]]:
    """The measurements by JAX version, function and mode."""
    measurements: dict[Version, dict[str, dict[bool, list]]] = defaultdict(lambda: defaultdict(dict))
    for path in paths:
        for record in records(path):
            measurements[tuple(record["jax"])][record["name"]][record["x64"]] = record["forms"]
    return measurements


def holding(fullname: str, text: str, forms_by_mode: Mapping[bool, list]) -> str:
    """The clauses that hold: each rejects only calls that JAX rejects, too."""
    kept = []
    for clause in text.split("; ") if text and forms_by_mode else ():
        parsed = parse_clauses(clause, fullname)
        if not any(rejects_an_accepted_call(fullname, parsed, x64, forms) for x64, forms in forms_by_mode.items()):
            kept.append(clause)
    return "; ".join(kept)


def holding_for_options(fullname: str, text: str) -> str:
    """The clauses that hold whichever option is given, and for other shapes."""
    kept = []
    for clause in text.split("; ") if text else ():
        left: str | None = clause
        while left is not None and (calls := wrongly_rejected(fullname, left)):
            if all(options for _, options in calls):
                left = with_options(left, {name for _, options in calls for name in options})
            elif left.startswith("product("):
                left = left.replace("product(", "promoted(", 1)
            else:
                left = without_exceptions(left, {node for nodes, _ in calls for node in nodes}) or promoting(left)
        if left is not None:
            kept.append(left)
    return "; ".join(kept)


def wrongly_rejected(fullname: str, clause: str) -> list[tuple[set[str], tuple[str, ...]]]:
    """The dtypes and the options of each call that a clause rejects and JAX accepts."""
    parsed = parse_clauses(clause, fullname)
    return [
        ({node for nodes in given.values() for node in nodes}, options)
        for x64 in (False, True)
        for _, given, options in rejected_but_taken(fullname, x64=x64, clauses=parsed)
    ]


def with_options(clause: str, options: set[str]) -> str:
    """A clause that holds only for calls without some options."""
    accepted, _, names = clause.removesuffix(" is given").partition(" unless ")
    return f"{accepted} unless {' or '.join([*filter(None, names.split(' or ')), *sorted(options)])} is given"


def promoting(clause: str) -> str | None:
    """A clause about the promotion of several parameters that accepts every promotion; None for other clauses."""
    subject, _, rest = clause.partition("): ")
    accepted, separator, options = rest.partition(" unless ")
    return f"{subject}): any{separator}{options}" if rest and accepted != "any" else None


def without_exceptions(clause: str, nodes: set[str]) -> str | None:
    """A clause that accepts some more dtypes; None if it does not name them as exceptions."""
    accepted, _, rest = clause.partition(" except ")
    exceptions, separator, options = rest.partition(" unless ")
    names = exceptions.split(" or ")
    kept = [name for name in names if name not in nodes]
    if kept == names or (not kept and accepted.endswith(": any")):
        return None
    return accepted + (f" except {' or '.join(kept)}" if kept else "") + separator + options


def rejects_an_accepted_call(fullname: str, parsed: tuple[Clause, ...], x64: bool, forms: list) -> bool:
    """Whether the clauses reject a call that JAX accepts."""
    system = get_system(system_name(fullname), x64=x64)
    for form in forms:
        applying = [clause for clause in parsed if applies(clause, form)]
        for given, answer in cells(form):
            if answer == TAKEN and any(refused_by(clause, system, given) for clause in applying):
                return True
    return False


def grouped(texts: Mapping[str, str]) -> dict[str, dict[str, list[str]]]:
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


def write(texts: Mapping[str, str], earlier: Mapping[Version, Mapping[str, str]], oldest: Version) -> None:
    """Write the tables.

    Args:
        texts: the clauses of each function in the newest JAX.
        earlier: the clauses that were different before a version of JAX.
        oldest: the oldest version of JAX that was measured.
    """
    out = [HEADER, "ACCEPTED: dict[str, dict[str, str]] = {"]
    out += lines(grouped(texts), "    ")
    out += ["}", '"""The functions by module and clauses, in the newest JAX."""', ""]
    out += ["EARLIER: dict[tuple[int, int], dict[str, dict[str, str]]] = {"]
    for version, changed in sorted(earlier.items()):
        out += [f"    {version}: {{", *lines(grouped(changed), "        "), "    },"]
    out += ["}", '"""Functions with fewer known clauses before a version of JAX."""', ""]
    out += [f"OLDEST = {oldest}", '"""The oldest version of JAX that was measured."""', ""]
    TABLES.write_text("\n".join(out), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", TABLES], check=True)


def write_all(paths: list[Path]) -> None:
    """Write the tables from files of measurements."""
    measurements = by_version(paths)
    versions = sorted(measurements)
    newest = measurements[versions[-1]]
    texts = {name: holding(name, fitted(name, forms), forms) for name, forms in newest.items()}
    earlier = {}
    for version, following in pairwise(versions):
        own = {name: holding(name, text, measurements[version].get(name, {})) for name, text in texts.items()}
        earlier[following] = {name: text for name, text in own.items() if text != texts[name]}
    write(texts, earlier, versions[0])


def written(table: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """The clauses of each function in a table of the generated module."""
    return {
        f"{module}.{name}": text
        for module, functions in table.items()
        for text, names in functions.items()
        for name in names.split()
    }


def merge(names: Iterable[str]) -> None:
    """Measure some functions with the JAX at hand, and write their lines into the tables."""
    version = jax.__version_info__[:2]
    texts = written(ACCEPTED)
    earlier = {before: written(table) for before, table in EARLIER.items()}
    following = min((before for before in earlier if version < before), default=None)
    for name in names:
        if following is not None and name not in texts:
            sys.exit(f"{name}: measure it with the newest JAX first; this is JAX {jax.__version__}")
        if name not in functions_with_a_rule():
            print(f"{name}: has no rule that predicts a dtype in JAX {jax.__version__}")
            continue
        forms = {x64: json.loads(json.dumps(measured(name, x64=x64))) for x64 in (False, True)}
        if following is None:
            text = texts[name] = holding_for_options(name, holding(name, fitted(name, forms), forms))
            for table in earlier.values():
                table.pop(name, None)
        else:
            text = holding_for_options(name, holding(name, texts[name], forms))
            earlier[following].pop(name, None)
            if text != texts[name]:
                earlier[following][name] = text
        print(f"{name}: {text or 'every dtype'}", flush=True)
    write(texts, earlier, OLDEST)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--function", nargs="+", metavar="NAME", help="a function by its full name, jax.numpy.sinc")
    parser.add_argument("--measure", nargs="+", metavar="FILE", help="a file to append to, and x64 for that mode")
    parser.add_argument("files", nargs="*", type=Path, help="files of measurements")
    arguments = parser.parse_args()
    if arguments.function:
        merge(arguments.function)
    elif arguments.measure:
        measure(Path(arguments.measure[0]), x64="x64" in arguments.measure[1:])
    else:
        write_all(arguments.files)
