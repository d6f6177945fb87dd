"""A hook of mkdocs that lists the pages of error codes in the navigation, in the order of the registry."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # `mkdocs` runs without the package, too

from jaxtyping_promo.diagnostics.codes import CODES

SECTION = "Error codes"


def on_config(config: Any) -> Any:
    """Fill the section of the error codes."""
    folder = Path(config["docs_dir"], "errors")
    pages = [name for name in ("index", *CODES) if (folder / f"{name}.md").exists()]
    for entry in config["nav"]:
        if SECTION in entry:
            entry[SECTION] = [f"errors/{name}.md" for name in pages]
    return config
