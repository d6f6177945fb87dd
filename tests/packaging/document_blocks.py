"""The code blocks of the documents, and the programs that the Python blocks of a page form.

A Python block that begins with an import starts a program; the blocks after it continue the program. ``title="x.py"``
names the program, and ``<!-- settings: x64 = true -->`` above its first block configures it. A comment behind
``reveal_type(...)`` states the revealed type, and a remark behind a colon. ``# error: ...`` states the error of a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", *(str(page.relative_to(ROOT)) for page in sorted((ROOT / "docs").rglob("*.md")))]

FENCE = re.compile(r"^( *)```(\w*)([^\n`]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
GENERATED = re.compile(r"<!-- generated: .*?<!-- end of ", re.DOTALL)
SETTINGS = re.compile(r"<!-- settings: (.*?) -->\s*\Z")
TITLE = re.compile(r'title="([^"]+)"')
REVEALED = re.compile(r"\s*reveal_type\(.*\)  # ([^:]+)")
ERROR = "  # error: "


@dataclass(frozen=True)
class Block:
    """A fenced block: its place, language, title, settings and text."""

    page: str
    line: int
    language: str
    title: str
    settings: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


@dataclass
class Program:
    """Python blocks of a page that run one after another."""

    first: Block
    module: str
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    @property
    def title(self) -> str:
        return self.first.title or f"{self.module}.py"

    def revealed(self) -> dict[int, str]:
        """The types that the comments behind ``reveal_type`` state, by line."""
        stated = ((number, REVEALED.match(line)) for number, line in enumerate(self.lines, 1))
        return {number: match[1] for number, match in stated if match}

    def errors(self) -> dict[int, str]:
        """The errors that comments state, by line."""
        return {n: line.rpartition(ERROR)[2] for n, line in enumerate(self.lines, 1) if ERROR in line}


def blocks(page: str) -> Iterator[Block]:
    """The hand-written blocks of a page, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    text = GENERATED.sub(lambda match: "\n" * match.group().count("\n"), text)
    for match in FENCE.finditer(text):
        indent, language, info, code = match.groups()
        title, settings = TITLE.search(info), SETTINGS.search(text, 0, match.start())
        yield Block(
            page,
            text.count("\n", 0, match.start()) + 1,
            language,
            title[1] if title else "",
            settings[1] if settings else "",
            re.sub(rf"^{indent}", "", code, flags=re.MULTILINE),
        )


def programs(page: str) -> list[Program]:
    """The programs of a page."""
    page_programs: list[Program] = []
    for block in blocks(page):
        if block.language != "python" or block.text.startswith(">>>"):
            continue
        if re.match(r'("""|import |from )', block.text) or not page_programs:
            name = re.sub(r"\W", "_", page.removesuffix(".md").removeprefix("docs/"))
            page_programs.append(Program(block, f"{name}_{len(page_programs) + 1}"))
        else:
            page_programs[-1].lines.append("")
        page_programs[-1].lines += block.text.splitlines()
    return page_programs
