"""The interface of a type checker: its command, and a reader of its output."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple


class Message(NamedTuple):
    """One message: the file's name, the line, the kind of message, the error code (or rule), the text or type."""

    file: str
    line: int
    kind: Literal["revealed", "error", "note"]
    code: str
    text: str


@dataclass
class Line:
    """The messages of a checker for one line.

    Attributes:
        revealed: the types, each in the shortest spelling, in the order of the `reveal_type` calls.
        errors: error code (or rule) and message.
    """

    revealed: list[str] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)

    @property
    def codes(self) -> list[str]:
        """The codes of the errors."""
        return [code for code, _ in self.errors]


NOTHING = Line()


class Report(NamedTuple):
    """A checker's messages by file name and line number, and its whole output."""

    lines: Mapping[tuple[str, int], Line]
    output: str
    status: int

    def line(self, file: str, number: int) -> Line:
        """The messages for one line."""
        return self.lines.get((file, number), NOTHING)


class Checker(ABC):
    """A type checker.

    Args:
        options: further arguments of the command.
        commands: the folder of the command, if it is not the folder of this interpreter.
        python: the interpreter whose packages the checker uses; by default, this interpreter.
    """

    name: ClassVar[str]
    """The name of the command."""
    float_is_int_or_float: ClassVar[bool] = False
    """Whether the checker reads a declared ``float`` as ``int | float``, so that results are unions."""

    def __init__(self, *options: str, commands: Path | None = None, python: str = sys.executable) -> None:
        self.options, self.commands, self.python = options, commands, python

    @classmethod
    def executable(cls, commands: Path | None = None) -> str | None:
        """The path of the command, by default in the environment of this interpreter. None if there is none."""
        return shutil.which(cls.name, path=str(commands or Path(sys.executable).parent))

    def version(self) -> str:
        """The version of the command."""
        command = [self.executable(self.commands) or self.name, "--version"]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return re.findall(r"\d+(?:\.\d+)+", output)[0]

    @abstractmethod
    def arguments(self) -> list[str]:
        """The arguments before the files."""

    @abstractmethod
    def messages(self, output: str) -> Iterator[Message]:
        """The messages in the output of the command."""

    def check(self, *files: str, folder: Path) -> Report:
        """Run the command on files of a folder.

        Raises:
            AssertionError: the checker crashes, or its output cannot be read.
        """
        done = self.run([*self.arguments(), *self.options, *files], folder)
        assert done.returncode in (0, 1), f"{self.name} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
        return self.report(done.stdout, done.returncode)

    def run(self, arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
        """Run the command in a folder."""
        command = [self.executable(self.commands) or self.name, *arguments]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True)

    def report(self, output: str, status: int) -> Report:
        """The messages of an output by line."""
        lines: dict[tuple[str, int], Line] = {}
        for message in self.messages(output):
            line = lines.setdefault((Path(message.file).name, message.line), Line())
            if message.kind == "revealed":
                line.revealed.append(shortest(message.text))
            elif message.kind == "error":
                line.errors.append((message.code, message.text))
        return Report(lines, output, status)


def shortest(revealed: str) -> str:
    """A type without the modules of its names: ``Array[float32]``. An ``Array[Never]`` becomes ``Never``."""
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", revealed).replace("NoReturn", "Never").replace("Array[Never]", "Never")
