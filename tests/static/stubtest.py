"""Compares the stubs of JAX with the installed JAX by stubtest: ``python tests/static/stubtest.py``.

`jax-stubs` is a partial package, so that mypy would also check JAX's own source. So stubtest sees only the stubs.
The allowlists beside this file have a reason for each entry. A public name that the stubs lack is an error. A name that
only an earlier JAX has is allowed.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import jax
from mypy import stubtest

from jaxtyping_promo.stubgen.overlay.earlier_names import EARLIER_NAMES

STUBS = Path(__file__).parents[2] / "stubs"
ALLOWLISTS = ("stubtest_allowlist.txt", f"stubtest_allowlist_{'.'.join(jax.__version__.split('.')[:2])}.txt")
"""The allowlists of intended differences: for every JAX, and for the installed version."""
CONFIG = """\
[mypy]
[mypy-jax.*,jaxtyping_promo.*]
ignore_errors = True
"""
"""mypy's errors about JAX's own classes are ignored: the stubs repeat these classes as they are."""


def modules(folder: Path) -> Iterator[str]:
    """The public modules of the overlay. Its private modules exist for re-exports."""
    for path in sorted(folder.rglob("*.pyi")):
        parts = path.relative_to(folder).with_suffix("").parts
        if "_src" not in parts:
            yield ".".join(("jax", *(p for p in parts if p != "__init__")))


def earlier_names() -> str:
    """An allowlist of names that only earlier versions of JAX have."""
    names = [
        f"{module}.{name}" for module, owners in EARLIER_NAMES.items() for each in owners.values() for name in each
    ]
    return "\n".join(f"{re.escape(name)}(\\..*)?" for name in names)


def main() -> int:
    """Run stubtest. Its messages go to the standard output."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for package in ("jax", "jaxtyping_promo"):
            shutil.copytree(STUBS / f"{package}-stubs", folder / package, ignore=shutil.ignore_patterns("py.typed"))
        (folder / "mypy.ini").write_text(CONFIG)
        os.environ["MYPYPATH"] = str(folder)
        build = stubtest.build_stubs
        stubtest.build_stubs = lambda names, options, **_: build(names, options, find_submodules=False)
        (folder / "earlier_names.txt").write_text(earlier_names())
        lists = [path for name in ALLOWLISTS if (path := Path(__file__).with_name(name)).exists()]
        lists.append(folder / "earlier_names.txt")
        allowed = [argument for path in lists for argument in ("--allowlist", str(path))]
        config = ["--mypy-config-file", str(folder / "mypy.ini")]
        options = ["--concise", "--ignore-unused-allowlist", *allowed, *config]
        warnings.simplefilter("ignore")  # deprecated names of JAX warn when they are read
        return stubtest.test_stubs(stubtest.parse_options([*modules(folder / "jax"), *options]))


if __name__ == "__main__":
    sys.exit(main())
