"""Every code block of the documents is checked: programs by mypy and by running them, commands by their output."""

from __future__ import annotations

import ast
import doctest
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax
import pytest
import yaml
from checkers import CHECKERS, Mypy
from checkers.checker import Report, shortest
from checkers.mypy import ini
from document_blocks import PAGES, ROOT, Block, Program, blocks, programs
from suites import sampled

from jaxtyping_promo import ConfigError, get_system
from jaxtyping_promo.cli import main
from jaxtyping_promo.config_checks import load_checked_config
from jaxtyping_promo.rules.clauses import _texts as accepted_texts
from jaxtyping_promo.rules.tables import rule

pytestmark = [pytest.mark.filterwarnings("ignore:Explicitly requested dtype"), pytest.mark.once]

README = "README.md"
"""The page whose Python blocks are the ends of examples. test_readme.py checks them."""
PROGRAMS = {page: programs(page) for page in PAGES if page != README}
BLOCKS = {page: list(blocks(page)) for page in PAGES}
LANGUAGES = {"python", "console", "sh", "toml", "ini", "json", "yaml", "text"}
UNCHECKED = ("pip", "pytest", "git", "cd", "python", "dmypy", "mkdocs", ".venv/bin/")
"""Commands that the test does not run: they install, start servers, or take long."""
RULE = re.compile(r'^"([^"]+)": "(.*)"$', re.MULTILINE)
"""A line of a rule table, as pages show it."""
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
EXTRAS = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"])


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Report, Path]:
    """mypy's reports on all programs with the plugin, in one run, and the folder of the programs."""
    folder = tmp_path_factory.mktemp("documents")
    every = [program for page_programs in PROGRAMS.values() for program in page_programs]
    sections = [f"[jaxtyping-promo-{one.module}]\n{settings(one)}" for one in every if one.first.settings]
    (folder / "mypy.ini").write_text(ini() + "\n".join(sections))
    for program in every:
        (folder / f"{program.module}.py").write_text(program.text)
    return Mypy().check(*(f"{program.module}.py" for program in every), folder=folder), folder


def settings(program: Program) -> str:
    return program.first.settings.replace('"', "").replace("; ", "\n")


@pytest.mark.parametrize("page", sampled((page for page, own in PROGRAMS.items() if own), one_in=4))
def test_mypy_reports_the_errors_on_the_page(page: str, reported: tuple[Report, Path]) -> None:
    report, _ = reported
    wrong = []
    for program in PROGRAMS[page]:
        revealed, errors = program.revealed(), program.errors()
        shown = output_shown(program)
        for number in range(1, len(program.lines) + 1):
            line = report.line(f"{program.module}.py", number)
            types = [revealed[number].strip()] if number in revealed else []
            if shown is None and line.revealed != types:
                wrong.append(f"{program.first}, line {number} of the program: {line.revealed}, not {types}")
            messages = [f"{text}  [{code}]" for code, text in line.errors]
            if shown is None and not states(errors.get(number), messages):
                wrong.append(f"{program.first}, line {number} of the program: {messages}, not {errors.get(number)}")
        if shown is not None and shown != mypy_output(report, program):
            wrong.append(f"{program.first}: mypy reports\n" + "\n".join(mypy_output(report, program)))
    assert wrong == []


def states(stated: str | None, messages: list[str]) -> bool:
    """Whether a comment states all messages of its line. Each may lack its code or its end."""
    if stated is None or len(messages) != 1:
        return stated is None and not messages
    message = messages[0]
    return stated in (message, message.rpartition("  [")[0]) or (
        stated.endswith("...") and message.startswith(stated.removesuffix("..."))
    )


def output_shown(program: Program) -> list[str] | None:
    """The lines of mypy's output that the page shows below a program, without the summary line."""
    following = BLOCKS[program.first.page]
    following = following[following.index(program.first) + 1 :]
    for block in following:
        if block.language == "python":
            return None
        if block.language == "console" and block.text.startswith(f"$ mypy {program.title}\n"):
            return block.text.splitlines()[1:]
    return None


def revealed_in(output: list[str]) -> dict[int, str]:
    """The types that lines of mypy's output reveal."""
    matches_by_line = (re.match(r'[\w.]+:(\d+): note: Revealed type is "(.*)"', line) for line in output)
    return {int(match[1]): shortest(match[2]) for match in matches_by_line if match}


def mypy_output(report: Report, program: Program) -> list[str]:
    """mypy's output for one program, with the file name of the page."""
    prefix = f"{program.module}.py:"
    lines = [line for line in report.output.splitlines() if line.startswith(prefix)]
    count = sum(": error: " in line for line in lines)
    files = "1 file (checked 1 source file)"
    summary = (
        f"Found {count} error{'s' * (count != 1)} in {files}" if count else "Success: no issues found in 1 source file"
    )
    return [line.replace(prefix, f"{program.title}:", 1) for line in lines] + [summary]


@pytest.mark.parametrize("page", [page for page, page_programs in PROGRAMS.items() if page_programs])
def test_programs_compute_the_values_on_the_page(page: str) -> None:
    for program in PROGRAMS[page]:
        revealed = program.revealed() or revealed_in(output_shown(program) or [])
        computed: list[Any] = []
        names = {"__name__": program.module, "reveal_type": computed.append}
        x64, promotion = jax.config.jax_enable_x64, jax.config.jax_numpy_dtype_promotion
        try:
            jax.config.update("jax_enable_x64", "x64 = true" in program.first.settings)
            if '"strict"' in program.first.settings:
                jax.config.update("jax_numpy_dtype_promotion", "strict")
            for statement in ast.parse(program.text).body:
                run(program, statement, names)
        finally:
            jax.config.update("jax_enable_x64", x64)
            jax.config.update("jax_numpy_dtype_promotion", promotion)
        shown = [revealed[number].strip() for number in sorted(revealed) if at_top(program, number)]
        assert len(computed) == len(shown), f"{program.first}: {computed}"
        for value, stated in zip(computed, shown, strict=True):
            assert "Any" in stated or described(value) in (stated, *stated.split(" | ")), f"{program.first}: {stated}"


def at_top(program: Program, number: int) -> bool:
    """Whether a line runs when the program runs: it is outside functions and classes."""
    functions = (node for node in ast.walk(ast.parse(program.text)) if isinstance(node, DEFINITIONS))
    return not any(node.lineno <= number <= (node.end_lineno or 0) for node in functions)


def run(program: Program, statement: ast.stmt, names: dict[str, Any]) -> None:
    """Run a statement of a program; one whose comment states an error may raise it."""
    code = compile(ast.Module([statement], []), f"{program.first}", "exec", dont_inherit=True)
    may_raise = any(statement.lineno <= n <= (statement.end_lineno or 0) for n in program.errors())
    try:
        exec(code, names)
    except Exception:
        if not may_raise:
            raise


def described(value: Any) -> str:
    """The type of a value as checkers spell it."""
    if isinstance(value, jax.Array):
        kinds = {"i": "weak_int", "u": "weak_int", "f": "weak_float", "c": "weak_complex"}
        name = kinds[value.dtype.kind] if getattr(value, "weak_type", False) else value.dtype.name
        return f"Array[{'bool_' if name == 'bool' else name}]"
    if isinstance(value, tuple):
        return f"tuple[{', '.join(map(described, value))}]"
    if isinstance(value, list):
        return f"list[{described(value[0])}]"
    if isinstance(value, dict):
        return f"dict[str, {described(next(iter(value.values())))}]"
    return type(value).__name__


@pytest.mark.parametrize(
    "page", [page for page, page_blocks in BLOCKS.items() if any(b.text.startswith(">>>") for b in page_blocks)]
)
def test_sessions(page: str) -> None:
    names: dict[str, Any] = {}
    for block in BLOCKS[page]:
        if block.text.startswith(">>>"):
            session = doctest.DocTestParser().get_doctest(block.text, names, str(block), page, block.line)
            # The texts of JAX's errors differ between versions; our errors must be as on the page.
            detail = doctest.IGNORE_EXCEPTION_DETAIL if "import jax" in block.text else 0
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | detail)
            result = runner.run(session, clear_globs=False)
            assert result.failed == 0
            names = session.globs


def commands(block: Block) -> Iterator[tuple[list[str], list[str]]]:
    """The commands of a block, and the lines that each prints."""
    if block.language == "sh":
        for line in re.sub(r"\\\n\s*", "", block.text).splitlines():
            for command in line.split("&&"):
                yield shlex.split(command, comments=True), []
        return
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield shlex.split(command, comments=True), output.rstrip().splitlines()


@pytest.mark.parametrize("page", PAGES)
def test_commands_print_the_output_on_the_page(
    page: str,
    reported: tuple[Report, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    for block in BLOCKS[page]:
        if block.title and block.language in ("toml", "ini", "python"):
            (tmp_path / block.title).write_text(block.text)
        if block.language not in ("console", "sh"):
            continue
        for command, shown in commands(block):
            if not command or command[0] == "#":
                continue
            if (
                block.language == "console"
                and command[0] == "jaxtyping-promo"
                and command[1] not in ("stubs", "coverage", "trace")
            ):
                main(command[1:])
                captured = capsys.readouterr()
                printed = [line.rstrip() for line in (captured.out + captured.err).strip("\n").splitlines()]
                assert not shown or matches([line.rstrip() for line in shown], printed), f"{block}: {command}"
            elif command[0] in CHECKERS and command[0] != "mypy" and block.language == "console":
                assert shown == other_checker(command, reported[1], page), f"{block}: {command}"
            elif Path(command[0]).name not in ("jaxtyping-promo", *CHECKERS):
                assert command[0].startswith(UNCHECKED), f"{block}: {command}"
                for extras in re.findall(r"\[([\w,]+)\]", " ".join(command)):
                    assert {*extras.split(",")} <= EXTRAS, f"{block}: {command}"


def other_checker(command: list[str], folder: Path, page: str) -> list[str]:
    """The types and errors of another checker for a program of a page: ``line: type`` and ``line: error``."""
    (program,) = (program for program in PROGRAMS[page] if program.title == command[-1])
    report = CHECKERS[command[0]]().check(f"{program.module}.py", folder=folder)
    lines = {number: report.line(f"{program.module}.py", number) for number in range(1, len(program.lines) + 1)}
    return [
        f"{program.title}:{number}: {text}"
        for number, line in lines.items()
        for text in [*line.revealed, *(f"error: {message.splitlines()[0]}" for _, message in line.errors)]
    ]


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether the printed lines match the shown lines; a line of three dots matches any number of lines."""
    if "..." in (line.strip() for line in shown):
        position = 0
        for line in shown:
            if line.strip() == "...":
                continue
            if line not in printed[position:]:
                return False
            position = printed.index(line, position) + 1
        return True
    return shown == printed


@pytest.mark.parametrize("page", PAGES)
def test_configuration_files_are_read(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page_blocks = BLOCKS[page]
    for block in page_blocks:
        assert block.language in LANGUAGES, f"{block}: a block of {block.language or 'no language'}"
        if block.language == "json":
            json.loads(block.text)
        elif block.language == "yaml":
            yaml.safe_load(block.text)
        elif block.language in ("toml", "ini"):
            name = block.title or ("pyproject.toml" if block.language == "toml" else "mypy.ini")
            (tmp_path / name).write_text(block.text)
            following = page_blocks[page_blocks.index(block) + 1 :][:1]
            if block.language == "toml" and name != "pyproject.toml":
                assert tomllib.loads(block.text)
                if "[edges]" in block.text:
                    get_system(str(tmp_path / name))
            elif following and following[0].language == "text" and following[0].text.startswith(f"{name}:"):
                with pytest.raises(ConfigError) as error:
                    load_checked_config(name)
                assert following[0].text == f"{error.value}\n", block
            else:
                load_checked_config(name)


def test_the_rules_match_the_table() -> None:
    shown = [match for page_blocks in BLOCKS.values() for block in page_blocks for match in RULE.findall(block.text)]
    assert len(shown) >= 3
    for key, text in shown:
        known = rule(f"jax.numpy.{key}")
        if known is not None:
            assert known.text == text, key
            continue
        for name in text.split():
            clauses = {text for function, text in accepted_texts(None).items() if function.endswith(f".{name}")}
            assert key in clauses, name


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = re.sub(r"(?ms)^ *```.*?^ *```", "", (ROOT / page).read_text())  # code may contain brackets
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", text)
    local = [target for target in targets if not target.startswith("http")]
    assert [target for target in local if not (ROOT / page).parent.joinpath(target).exists()] == []
