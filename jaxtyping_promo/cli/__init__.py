"""The command ``jaxtyping-promo`` answers questions about promotion in a terminal."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and return its exit code: 0, or 1 after one line on standard error.

    Args:
        arguments: the arguments after the command's name; by default, the arguments of the process.
    """
    import sys

    try:
        from .app import run
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in ("click", "rich", "grandalf"):
            raise
        print(
            f"error: the command needs the package {missing!r}; install it with: pip install 'jaxtyping-promo[cli]'",
            file=sys.stderr,
        )
        return 1
    return run(sys.argv[1:] if arguments is None else arguments)
