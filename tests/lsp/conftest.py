"""Fixtures for language servers. Each server is started once for all tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from language_servers import SERVERS, Document, LanguageServer, environment
from suites import others_long

HEAD = """\
import jax
import jax.numpy as jnp
import jaxtyping_promo as jp
from jaxtyping_promo import Array, float16, int8

x: Array[float16] = jnp.zeros(3, jnp.float16)
"""
"""The lines above the code of each test."""


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the package as users install it."""
    return environment(tmp_path_factory.mktemp("installed") / "environment")


@pytest.fixture(scope="session")
def start(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], LanguageServer]]:
    """A function that starts a server by its name, or returns the running one."""
    running: dict[str, LanguageServer] = {}

    def start(name: str) -> LanguageServer:
        if name not in running:
            running[name] = SERVERS[name].start(tmp_path_factory.mktemp(name), python)
        return running[name]

    yield start
    for server in running.values():
        server.stop()


@pytest.fixture(params=others_long(SERVERS, kept=[name for name in SERVERS if name != "basedpyright"]))
def server(request: pytest.FixtureRequest, start: Callable[[str], LanguageServer]) -> LanguageServer:
    """Each server in turn. A test may select some by `indirect` parameters."""
    return start(request.param)


@pytest.fixture
def edit(server: LanguageServer) -> Iterator[Callable[[str], Document]]:
    """A function that opens a file: `HEAD`, then the given lines, one of which has the cursor."""
    opened = []

    def edit(lines: str) -> Document:
        opened.append(server.open(f"{HEAD}{lines}\n"))
        return opened[-1]

    yield edit
    for document in opened:
        document.close()
