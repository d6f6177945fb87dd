"""mypy on our own code, as it is installed: `python .ci/typecheck.py [FURTHER ARGUMENTS OF MYPY]`.

mypy takes a module's name from its path, and `mypy_plugin/` is installed under another name. So mypy gets a tree of
links with the installed layout. Its messages show the paths of the checkout.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TREE = Path("build", "typecheck", "jaxtyping_promo")


def main() -> int:
    """Make the tree, run mypy on it, and return mypy's exit code."""
    os.chdir(ROOT)
    shutil.rmtree(TREE, ignore_errors=True)
    TREE.mkdir(parents=True)
    for source in (*Path("jaxtyping_promo").iterdir(), Path("mypy_plugin")):
        (TREE / source.name).symlink_to(source.absolute())
    command = [sys.executable, "-m", "mypy", *sys.argv[1:], str(TREE), "hatch_build.py", ".ci/typecheck.py"]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    print(result.stdout.replace(f"{TREE}/mypy_plugin/", "mypy_plugin/").replace(f"{TREE.parent}/", ""), end="")
    return result.returncode


if __name__ == "__main__":
    raise SystemExit(main())
