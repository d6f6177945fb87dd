"""Measures how many array expressions of real code have a known dtype, with JAX alone and with this package.

``python -m benchmarks.dtype_coverage optax equinox examples/transformer.py --programs flax/examples``
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

from .environments import ROOT, Environments, make_environments
from .real_code import DOCUMENT

COUNT = ROOT / "jaxtyping_promo" / "cli" / "dtype_coverage.py"
CONFIG = "[mypy]\nexclude = (_test\\.py$|/configs/)\n"
BEGIN, END = "<!-- python -m benchmarks.dtype_coverage --write -->", "<!-- end of what it writes -->"
HEADER = """\
| code | expressions | arrays before | known before | arrays after | known after | % | a name | of unknown | neither |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""
CAUSES = ("name", "operand", "result")
"""The causes of unknown dtypes, as `jaxtyping-promo coverage` names them."""
Counts = Counter[str]


def counted(python: Path, path: Path) -> Counts:
    """The counts of a folder or file, which is checked as a separate program.

    Args:
        python: the interpreter.
        path: the folder or file.

    Raises:
        RuntimeError: mypy cannot check it.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "mypy.ini").write_text(CONFIG)
        (folder / path.name).symlink_to(path.resolve())
        done = subprocess.run([python, COUNT, path.name], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{path}: {done.stderr[-1000:]}")
    counts: Counts = Counter()
    for module in json.loads(done.stdout):
        counts.update({name: module[name] for name in ("known", "untyped", "expressions")})
        counts.update(module["unknown"])
    return counts


def row(name: str, paths: list[Path], environments: Environments) -> str:
    """The line of the table for some paths."""
    plain: Counts = Counter()
    ours: Counts = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            plain.update(counted(environments.plain, _without_dtypes(path, Path(folder))))
            ours.update(counted(environments.ours, path))
            print(path, dict(plain), dict(ours), file=sys.stderr)
    arrays = [sum(side[kind] for kind in ("known", *CAUSES)) for side in (plain, ours)]
    per_cent = f"{100 * ours['known'] / max(arrays[1], 1):.1f}"
    cells = (ours["expressions"], arrays[0], plain["known"], arrays[1], ours["known"])
    causes = [ours[cause] for cause in CAUSES]
    return f"| {name} | {' | '.join(f'{n:,}' for n in cells)} | {per_cent} | {' | '.join(f'{n:,}' for n in causes)} |\n"


def _without_dtypes(path: Path, folder: Path) -> Path:
    """Rewrite a file that imports this package to its form without it: every array is a `jax.Array`."""
    if path.is_dir() or "jaxtyping_promo" not in path.read_text():
        return path
    imports = r"from jax import Array\nfrom jax.numpy import \1"
    text = re.sub(r"^from jaxtyping_promo import Array, (.*)$", imports, path.read_text(), flags=re.MULTILINE)
    plain = folder / path.name
    plain.write_text(re.sub(r"\bArray\[\w+\]", "Array", text))
    return plain


def _found(target: str) -> Path | None:
    if Path(target).exists():
        return Path(target)
    spec = find_spec(target)
    return Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else None


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dtype_coverage", description=__doc__)
    parser.add_argument("targets", nargs="*", help="installed packages, files or folders")
    parser.add_argument("--programs", type=Path, help="a folder of programs, each a folder by itself")
    parser.add_argument("--write", action="store_true", help="write the table into docs/evidence/real-code.md")
    arguments = parser.parse_args()
    rows: dict[str, list[Path]] = {}
    for target in arguments.targets:
        path = _found(target)
        if path is None:
            parser.error(f"{target!r} is neither a path nor an installed package")
        rows[target] = [path]
    if arguments.programs:
        folders = [f for f in sorted(arguments.programs.iterdir()) if f.is_dir() and any(f.glob("*.py"))]
        rows[f"{arguments.programs.resolve().parent.name}'s {len(folders)} examples"] = folders
    with tempfile.TemporaryDirectory() as folder:
        environments = make_environments(Path(folder))
        table = HEADER + "".join(row(name, paths, environments) for name, paths in rows.items())
    print(table)
    if arguments.write:
        text = DOCUMENT.read_text()
        before, after = text.partition(BEGIN)[0], text.partition(END)[2]
        DOCUMENT.write_text(f"{before}{BEGIN}\n{table}{END}{after}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
