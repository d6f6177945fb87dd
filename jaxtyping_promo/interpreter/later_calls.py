"""Functions that may be called after the code around them: by code that holds them, or that is not interpreted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .values_in import functions_in

if TYPE_CHECKING:
    from .importer_contexts import ImporterContexts
    from .run import Run


def escaped_functions(run: Run, importers: ImporterContexts) -> set[int]:
    """The functions that code which is not interpreted may call, and those in what a function returns or changes.

    Args:
        run: the run.
        importers: what is known of the module's functions.

    Returns: The identities of their syntax nodes.
    """
    return run.records.escaped | importers.records.escaped | importers.kept_functions


def held_functions(run: Run) -> set[int]:
    """The functions in the objects of a run, by the identities of their syntax nodes."""
    objects = {**run.base, **dict(run.heap.objects.items() if run.heap is not None else ())}
    return {id(node) for node in functions_in(value for found in objects.values() for value in found.values)}
