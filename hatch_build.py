"""A hook of the build: an editable install gets an import finder besides the path of `stubs/`.

A path line for the checkout would make `mypy_plugin`, `tests` and `examples` importable by these names, and
`jaxtyping_promo.mypy_plugin` not at all. So an editable install has an import finder for these two packages instead.
Type checkers, which run no finders, have the stub packages by the path of `stubs/`.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULE = "_jaxtyping_promo_finder"  # griffe, which reads the API for the site, parses modules named "_*_editable"
FINDER = '''\
"""Finds jaxtyping_promo in its checkout: a part of the editable install."""

import sys

ROOT = {root!r}
PACKAGES = {{"jaxtyping_promo", "jaxtyping_promo.mypy_plugin"}}  # both are folders of ROOT, by their last name


class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in PACKAGES:
            from importlib.machinery import PathFinder

            return PathFinder.find_spec(name, [ROOT], target)


sys.meta_path.append(Finder)
'''


class EditableHook(BuildHookInterface[Any]):
    """Adds the finder, and a `.pth` file that starts it, to an editable wheel; leaves other wheels alone."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files that only this build needs."""
        if version != "editable":
            return
        self.folder = Path(tempfile.mkdtemp(prefix=MODULE))
        for name, content in (
            (f"{MODULE}.py", FINDER.format(root=self.root)),
            (f"{MODULE}.pth", f"import {MODULE}\n"),
        ):
            file = self.folder / name
            file.write_text(content, encoding="utf-8")
            build_data["force_include_editable"][str(file)] = name

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove them."""
        if version == "editable":
            shutil.rmtree(self.folder)
