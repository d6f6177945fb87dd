"""Reads tables of settings from TOML files, JSON files with comments, and ini files, without errors for wrong files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

STRING_OR_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
STRING_OR_TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.DOTALL)


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None


def toml_table(path: Path, *keys: str) -> dict[str, Any] | None:
    """A table of a TOML file by its keys; None if the file or the table does not exist or is not valid."""
    import tomllib

    text = _text(path)
    if text is None:
        return None
    try:
        return _part(tomllib.loads(text), keys)
    except (ValueError, RecursionError):
        return None


def json_object(path: Path) -> dict[str, Any] | None:
    """The object in a JSON file, which may have comments and trailing commas; None if there is none."""
    import json

    text = _text(path)
    if text is None:
        return None
    for pattern in (STRING_OR_COMMENT, STRING_OR_TRAILING_COMMA):
        text = pattern.sub(lambda match: match[1] or "", text)
    try:
        return _part(json.loads(text), ())
    except (ValueError, RecursionError):
        return None


def ini_sections(path: Path) -> dict[str, dict[str, str]] | None:
    """The sections of an ini file; None if the file does not exist or is not valid."""
    import configparser

    text = _text(path)
    if text is None:
        return None
    parser = configparser.RawConfigParser()
    try:
        parser.read_string(text)
    except configparser.Error:
        return None
    return {name: dict(parser[name]) for name in parser.sections()}


def _part(whole: object, keys: Iterable[str]) -> dict[str, Any] | None:
    for key in keys:
        whole = whole.get(key) if isinstance(whole, dict) else None
    return whole if isinstance(whole, dict) else None


def strings(value: object, separators: str = r"[,\n]") -> list[str]:
    """The strings of a setting that is a list, or a text with separators."""
    if isinstance(value, str):
        return [part.strip() for part in re.split(separators, value) if part.strip()]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list | tuple) else []


def search_folders(folder: Path) -> Iterator[Path]:
    """A folder and its parents up to the root of the repository, the nearest first."""
    for parent in (folder, *folder.parents):
        yield parent
        if any((parent / root).exists() for root in (".git", ".hg")):
            return
