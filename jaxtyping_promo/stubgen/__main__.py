"""``python -m jaxtyping_promo.stubgen`` writes the stubs, or checks that the repository's stubs are up to date."""

from __future__ import annotations

import argparse
import sys
from difflib import unified_diff
from pathlib import Path

from ..exceptions import JaxtypingPromoError
from ..systems import MODULES, get_system
from . import overlay_package, package
from .header import COMMAND
from .overlay import PACKAGE as OVERLAY


def main(argv: list[str] | None = None) -> int:
    """Run the command. It returns 1 if ``--check`` finds a difference, or if the configuration is not valid."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("stubs"), help="the folder that holds the stub packages")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a file would change")
    parser.add_argument("--system", default="jax", help=f"one of {', '.join(MODULES)}, or a TOML file")
    parser.add_argument("--x64", action="store_true", help="JAX with 64-bit dtypes")
    parser.add_argument("--strict", action="store_true", help="JAX with strict promotion")
    arguments = parser.parse_args(argv)
    try:
        system = get_system(arguments.system, x64=arguments.x64, strict=arguments.strict)
        texts = package(system)
    except JaxtypingPromoError as error:
        print(error, file=sys.stderr)
        return 1
    overlay_texts, complaint = overlay_package(system)
    if complaint:
        print(complaint, file=sys.stderr)
    texts |= overlay_texts
    stale = _remove_others(arguments.output / OVERLAY, arguments.output, overlay_texts, check=arguments.check)
    for relative, text in texts.items():
        path = arguments.output / relative
        before = path.read_text() if path.exists() else ""
        if path.exists() and before == text:
            continue
        stale += 1
        if arguments.check:
            difference = unified_diff(
                before.splitlines(), text.splitlines(), str(path), "as generated", lineterm="", n=0
            )
            print("\n".join(list(difference)[:20]))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    if arguments.check and stale:
        print(f"{stale} stubs are out of date: run `{COMMAND}`", file=sys.stderr)
    return int(bool(arguments.check and stale))


def _remove_others(folder: Path, output: Path, texts: dict[str, str], *, check: bool) -> int:
    """Remove files that the generator no longer writes. With `check`, only count and name them."""
    others = [p for p in folder.rglob("*.pyi") if p.relative_to(output).as_posix() not in texts] if texts else []
    for path in others:
        if check:
            print(f"{path} is generated no more")
        else:
            path.unlink()
    return len(others)


if __name__ == "__main__":
    raise SystemExit(main())
