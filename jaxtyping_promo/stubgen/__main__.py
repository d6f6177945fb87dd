"""``python -m jaxtyping_promo.stubgen``: write the stubs, or check that those in the repository are up to date."""

from __future__ import annotations

import argparse
import sys
from difflib import unified_diff
from pathlib import Path

from ..exceptions import JaxtypingPromoError
from ..systems import MODULES, get_system
from . import package
from .header import COMMAND


def main(argv: list[str] | None = None) -> int:
    """Run the command; 1 if ``--check`` found a difference or the configuration is not one."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("stubs"), help="the folder that holds the stub packages")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a file would change")
    parser.add_argument("--system", default="jax", help=f"one of {', '.join(MODULES)}, or a TOML file")
    parser.add_argument("--x64", action="store_true", help="JAX with 64-bit dtypes")
    parser.add_argument("--strict", action="store_true", help="JAX with strict promotion")
    arguments = parser.parse_args(argv)
    try:
        texts = package(get_system(arguments.system, x64=arguments.x64, strict=arguments.strict))
    except JaxtypingPromoError as error:
        print(error, file=sys.stderr)
        return 1
    stale = 0
    for relative, text in texts.items():
        path = arguments.output / relative
        before = path.read_text() if path.exists() else ""
        if path.exists() and before == text:
            continue
        stale += 1
        if arguments.check:
            difference = unified_diff(before.splitlines(), text.splitlines(), str(path), "as generated", lineterm="", n=0)
            print("\n".join(list(difference)[:20]))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    if arguments.check and stale:
        print(f"{stale} stubs are out of date: run `{COMMAND}`", file=sys.stderr)
    return int(bool(arguments.check and stale))


if __name__ == "__main__":
    raise SystemExit(main())
