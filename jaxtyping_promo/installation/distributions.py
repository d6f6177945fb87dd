"""Reads the file lists (`RECORD`) of installed distributions: who owns a file, and whether it is unchanged."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import Distribution
    from typing import Any

OURS = "jaxtyping-promo"
"""The name of this package's distribution."""


@dataclass(frozen=True)
class RecordedFile:
    """A file that a distribution has installed.

    Attributes:
        name: the path relative to the folder of the distribution, with slashes.
        path: where the file is, or was.
        digest: the hash in `RECORD`, such as ``"sha256=..."``; empty if there is none.
    """

    name: str
    path: Path
    digest: str

    def is_missing(self) -> bool:
        """Whether the file no longer exists."""
        return not self.path.is_file()

    def is_changed(self) -> bool:
        """Whether the file exists with other contents than those that were installed."""
        if not self.digest or self.is_missing():
            return False
        from base64 import urlsafe_b64encode
        from hashlib import new

        algorithm, _, expected = self.digest.partition("=")
        try:
            computed = new(algorithm, self.path.read_bytes()).digest()
        except ValueError:  # an algorithm that this Python does not have
            return False
        return urlsafe_b64encode(computed).rstrip(b"=").decode() != expected


class Installed:
    """An installed distribution.

    Args:
        distribution: its metadata.
    """

    def __init__(self, distribution: Distribution) -> None:
        self._distribution = distribution
        metadata: Any = distribution.metadata  # newer Pythons have None for a folder without metadata
        self.name = re.sub(r"[-_.]+", "-", (metadata and metadata.get("Name")) or "").lower()
        self.version = str((metadata and metadata.get("Version")) or "")

    @property
    def title(self) -> str:
        """The name and the version."""
        return f"{self.name} {self.version}"

    @cached_property
    def _record(self) -> str:
        # `Distribution.files` leaves out files that no longer exist, so this reads the text itself.
        return self._distribution.read_text("RECORD") or ""

    def files_in(self, folder: str) -> list[RecordedFile]:
        """The files that the distribution has installed in a folder beside its metadata, except compiled ones."""
        if f"{folder}/" not in self._record:
            return []
        rows = (row for row in csv.reader(self._record.splitlines()) if row and row[0].startswith(f"{folder}/"))
        return [
            RecordedFile(row[0], Path(str(self._distribution.locate_file(row[0]))), row[1] if len(row) > 1 else "")
            for row in rows
            if not row[0].endswith(".pyc")
        ]

    @cached_property
    def source(self) -> str:
        """What to pass to pip to install the distribution again: a path or an address, or else its name."""
        try:
            direct = json.loads(self._distribution.read_text("direct_url.json") or "{}")
        except ValueError:
            direct = {}
        url = str(direct.get("url", "")) if isinstance(direct, dict) else ""
        path = url.removeprefix("file://")
        return path if path != url and Path(path).exists() else url if path == url and url else self.name


def installed(path: list[str] | None = None) -> Iterator[Installed]:
    """The distributions on a path, each once; by default those of this interpreter.

    Args:
        path: the folders to search instead of `sys.path`.
    """
    from importlib.metadata import distributions

    seen = set()
    for distribution in distributions() if path is None else distributions(path=path):
        one = Installed(distribution)
        if one.name and one.name not in seen:
            seen.add(one.name)
            yield one
