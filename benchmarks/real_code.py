"""mypy on real packages, once with JAX alone and once with this package: ``python -m benchmarks.real_code optax``.

Prints the errors that are new, and those that are gone, by file, line and code. The exit code is 1 if mypy crashes, or
if an error is new that `docs/real-code.md` does not list.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from .environments import ROOT, make_environments

LISTED = ROOT / "docs" / "real-code.md"
_ERROR = re.compile(r"(?P<place>[^:\n]+:\d+): error: (?P<text>.*?)(?:  \[(?P<code>[\w-]+)\])?")


class Error(NamedTuple):
    """An error by the place and the code; messages differ in the spelling of types."""

    place: str
    code: str


def checked(python: Path, package: str, folder: Path, config: str) -> dict[Error, str]:
    """The errors of mypy in a copy of a package, with their messages.

    Raises:
        RuntimeError: mypy does not end as it ends with or without errors.
    """
    (folder / "mypy.ini").write_text(config)
    command = [python, "-m", "mypy", "--config-file=mypy.ini", "--cache-dir=/dev/null", "--no-pretty", "-p", package]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1) or "INTERNAL ERROR" in done.stdout + done.stderr:
        raise RuntimeError(f"mypy on {package} ended with {done.returncode}:\n{done.stdout[-2000:]}\n{done.stderr}")
    matches = map(_ERROR.fullmatch, done.stdout.splitlines())
    return {Error(m["place"], m["code"] or ""): m["text"] for m in matches if m}


def main(argv: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.real_code", description=__doc__)
    parser.add_argument("packages", nargs="+", help="installed packages, for example optax")
    unlisted = 0
    for package in parser.parse_args(argv).packages:
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            parser.error(f"{package} is not an installed package")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            environments = make_environments(folder / "environments")
            source = folder / "source"
            source.mkdir()
            (source / package).symlink_to(spec.submodule_search_locations[0])
            plain = checked(environments.plain, package, source, "[mypy]\n")
            ours = checked(environments.ours, package, source, "[mypy]\nplugins = jaxtyping_promo.mypy_plugin\n")
        new, gone = [e for e in ours if e not in plain], [e for e in plain if e not in ours]
        print(f"{package}: {len(plain)} errors with JAX alone, {len(ours)} with us; {len(new)} new, {len(gone)} gone")
        for error in new:
            listed = f"`{error.place}`" in LISTED.read_text()
            unlisted += not listed
            print(f"  new{'' if listed else ', NOT LISTED'}: {error.place}: {ours[error]}  [{error.code}]")
        for error in gone:
            print(f"  gone: {error.place}: {plain[error]}  [{error.code}]")
    return int(bool(unlisted))


if __name__ == "__main__":
    raise SystemExit(main())
