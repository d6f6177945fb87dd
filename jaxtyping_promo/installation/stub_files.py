"""Finds collisions of stub packages: another distribution that installs, or has removed, the files of `jax-stubs`.

Stub packages of two distributions share a folder if they describe the same library. Installers overwrite the files of
one with those of the other without a word, and remove them with either.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from .distributions import OURS, Installed, installed
from .findings import NOTE, OK, PROBLEM, Finding, count
from .generated_stubs import is_generated

SUBJECT = "stubs"
JAX_STUBS = "jax-stubs"
FOLDERS = (JAX_STUBS, "jaxtyping_promo-stubs")
"""The folders of the stub packages."""


def stub_of_jax(folder: Path) -> Path | None:
    """The stub of the module `jax` in a folder of a search path, or None."""
    names = (f"{JAX_STUBS}/__init__.pyi", "jax/__init__.pyi", "jax.pyi")
    return next((folder / name for name in names if (folder / name).is_file()), None)


def find_collisions(path: list[str] | None = None) -> list[Finding]:
    """The findings about the files of the stub packages.

    Args:
        path: the folders to search instead of `sys.path`.
    """
    distributions = [*installed(path)]
    ours = next((one for one in distributions if one.name == OURS), None)
    problems = [*_other_owners(ours, distributions), *_foreign_folders(path, distributions)]
    if ours is not None:
        problems += _damaged(ours, is_shared=bool(problems))
    if problems:
        return problems
    if ours is None:
        return [Finding(SUBJECT, NOTE, f"{OURS} is not installed here, so the owners of stubs are unknown")]
    files = sum(len(ours.files_in(folder)) for folder in FOLDERS)
    text = f"{count(files, 'file')} of {ours.title}, all unchanged" if files else f"{ours.title}, an editable install"
    return [Finding(SUBJECT, OK, text)]


def _again(ours: Installed | None) -> str:
    return f"pip install --force-reinstall --no-deps {ours.source if ours else OURS}"


def _other_owners(ours: Installed | None, distributions: Iterable[Installed]) -> Iterator[Finding]:
    """A problem for each other distribution that has installed files in the same folder."""
    own = {file.name: file for folder in FOLDERS for file in (ours.files_in(folder) if ours else ())}
    for one in distributions:
        theirs = [file for folder in FOLDERS for file in one.files_in(folder)]
        if one is ours or not theirs:
            continue
        both = [file for file in theirs if file.name in own]
        replaced = sum(own[file.name].is_changed() for file in both)
        text = f"{one.title} installs {theirs[0].name.partition('/')[0]}, too"
        if both:
            text += f": {count(len(both), 'file')} of both, {replaced} of them with its contents"
        yield Finding(SUBJECT, PROBLEM, text, f"pip uninstall {one.name} && {_again(ours)}")


def _foreign_folders(path: list[str] | None, distributions: Iterable[Installed]) -> Iterator[Finding]:
    """A problem for each stub of JAX on the path that this package has not generated, and that has no owner."""
    owned = {file.path for one in distributions for file in one.files_in(JAX_STUBS)}
    for folder in dict.fromkeys(sys.path if path is None else path):
        stub = Path(folder, JAX_STUBS, "__init__.pyi")
        if stub.is_file() and stub not in owned and not is_generated(stub):
            text = f"{stub.parent} has stubs of JAX from another source"
            yield Finding(SUBJECT, PROBLEM, text, f"remove the folder {stub.parent}")


def _damaged(ours: Installed, *, is_shared: bool) -> Iterator[Finding]:
    """The problems of files that are missing or changed.

    Args:
        ours: the distribution of this package.
        is_shared: whether a problem says already that another distribution changes the files.
    """
    files = [file for folder in FOLDERS for file in ours.files_in(folder)]
    missing = [file.name for file in files if file.is_missing()]
    changed = [] if is_shared else [file.name for file in files if file.is_changed()]
    if missing:
        text = f"{count(len(missing), 'file')} of {ours.title} missing, such as {missing[0]}"
        yield Finding(
            SUBJECT, PROBLEM, f"{text}: uninstalling another package with stubs of JAX does this", _again(ours)
        )
    if changed:
        text = f"{count(len(changed), 'file')} of {ours.title} changed, such as {changed[0]}"
        yield Finding(SUBJECT, PROBLEM, text, _again(ours))
