"""What the command ``check`` reads from a folder: its settings, and the folders of installed packages."""

from __future__ import annotations

import os
from pathlib import Path

from ..config import Config, find_config_file, load_config
from ..config_files import read_check_table
from ..exceptions import ConfigError
from ..interpreter.assumptions import assumptions_of_table
from ..interpreter.policy.declaration import parse_policy
from ..interpreter.program_files import installed_folders
from .findings import NOTE, OK, PROBLEM, Finding, count
from .mypy_setup import relative

SUBJECT, PACKAGES = "settings", "packages"


def settings(folder: Path) -> tuple[Config, list[Finding]]:
    """The settings of ``check`` in a folder, and what to say of them."""
    try:
        path = find_config_file(folder)
        config = load_config(path)
        tables = {name: read_check_table(path, name) for name in ("assume", "policy")}
        assumptions_of_table(tables["assume"])
        parse_policy(tables["policy"])
    except ConfigError as error:
        remedy = "correct the file; until then, check ends with exit code 2"
        return Config(), [Finding(SUBJECT, PROBLEM, str(error), remedy)]
    if not config.file and not any(tables.values()):
        return config, [Finding(SUBJECT, OK, "check needs no settings, and finds none")]
    parts = ", ".join(name for name, table in tables.items() if table is not None)
    file = relative(Path(config.file or path or ""), folder)
    return config, [Finding(SUBJECT, OK, f"check reads {file}{f' with the tables {parts}' if parts else ''}")]


def packages() -> list[Finding]:
    """Where ``check`` finds the source of the packages that a program imports."""
    folders = [folder for folder in installed_folders() if os.path.isdir(folder)]
    environment = os.environ.get("VIRTUAL_ENV")
    if environment and not any(Path(folder).is_relative_to(environment) for folder in folders):
        text = f"VIRTUAL_ENV={environment} has no packages, so check reads those of the running Python"
        return [Finding(PACKAGES, NOTE, text, "activate the environment of the program")]
    found = sum(1 for folder in folders for each in Path(folder).glob("*.dist-info"))
    text = f"check reads {count(found, 'package')} in {', '.join(folders)}"
    return [Finding(PACKAGES, OK, text)]
