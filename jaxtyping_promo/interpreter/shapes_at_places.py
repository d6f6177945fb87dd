"""The shapes of the expressions in a file, for the notes to mypy's errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .dtypes_at_places import Position, positions_of
from .importer_contexts import ImporterContexts
from .values import Shape

if TYPE_CHECKING:
    from .run import Run


def shapes_at_places(run: Run, path: str, importers: ImporterContexts | None) -> dict[Position, Shape]:
    """The known shapes of arrays. In a function they have the names of axes that its parameters declare.

    Args:
        run: the run.
        path: the file.
        importers: the functions as importers call them, which count before the calls in the file.
    """
    found: dict[Position, Shape] = {}
    for records in (run.records, *([importers.records] if importers is not None else ())):
        for record in records.expressions.values():
            node = record.node
            if record.source.path == path and record.shape is not None:
                found |= dict.fromkeys(positions_of(node, record.source), record.shape)
    return found
