"""The page about editors was made with the tested language servers."""

from __future__ import annotations

import pytest
from editor_page import BEGIN, END, PAGE, SCENES
from language_servers import SERVERS

pytestmark = pytest.mark.once


def test_the_page_names_the_servers_and_has_every_scene():
    generated = PAGE.read_text().split(BEGIN)[1].split(END)[0]
    assert all(f"{name} {server.version}" in generated for name, server in SERVERS.items())
    assert [line for line in generated.splitlines() if line.startswith("### ")] == [f"### {s[0]}" for s in SCENES]
