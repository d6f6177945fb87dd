"""The version of JAX that the plugin finds is that of the installed package."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from jaxtyping_promo.mypy_plugin.jax_version import full_jax_version


def test_it_is_that_of_the_metadata() -> None:
    assert full_jax_version.__wrapped__() == version("jax")


def test_there_is_none_without_jax(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "missing.zip")])
    assert full_jax_version.__wrapped__() is None


def test_a_folder_may_be_read_before_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for imports, the first folder of the path counts."""
    (tmp_path / "jax-0.1.2.dist-info").mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert full_jax_version.__wrapped__() == "0.1.2"
