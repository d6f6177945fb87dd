"""`jaxtyping_promo.config`: the choice of the file, the settings of each module, and the messages for bad input."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import mypy.options
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxtyping_promo import ConfigError, get_system
from jaxtyping_promo.config import SETTINGS, Config, Options, find_config_file, load_config
from jaxtyping_promo.joining import join
from jaxtyping_promo.systems import MODULES
from jaxtyping_promo.systems import builtin as systems_module

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "configuration.md"


@pytest.fixture
def modeless(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a promotion system without modes."""
    module = ModuleType("jaxtyping_promo.systems.modeless")
    module.system = lambda *args, **modes: get_system("jax")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(systems_module.MODULES, "modeless", "modeless")
    monkeypatch.setattr(systems_module, "_built", {})
    return "modeless"


def write(directory: Path, name: str, text: str) -> Path:
    path = directory / name
    path.write_text(text)
    return path


# ------------------------------------------------------------------------------------------------------- values


def test_without_a_file_everything_is_default() -> None:
    config = load_config(None)
    assert config.file is None
    assert config.for_module("any.module") == Options() == Options(system="jax", x64=False, promotion="standard")
    assert config.for_module("any.module").system_object is get_system("jax")


TOML = """
[tool.jaxtyping-promo]
system = "jax"
x64 = true
promotion = "strict"
warn_truncation = true

[[tool.jaxtyping-promo.overrides]]
module = ["legacy.*", "other.module"]
x64 = false

[[tool.jaxtyping-promo.overrides]]
module = "legacy.new"
promotion = "standard"
"""
INI = """
[jaxtyping-promo-legacy.*, other.module]
x64 = off

[jaxtyping-promo]
system = jax
x64 = yes
promotion = strict
warn_truncation = True

[jaxtyping-promo-legacy.new]
promotion: standard
"""


@pytest.mark.parametrize(
    ("name", "text"), [("pyproject.toml", TOML), ("mypy.ini", INI), (".mypy.ini", INI), ("setup.cfg", INI)]
)
def test_every_file_gives_the_same_options(tmp_path: Path, name: str, text: str) -> None:
    path = write(tmp_path, name, text)
    config = load_config(path)
    assert config.file == str(path)
    whole = Options(x64=True, promotion="strict", warn_truncation=True)
    legacy = Options(x64=False, promotion="strict", warn_truncation=True)
    assert config.for_module("main") == whole
    assert config.for_module("legacy") == config.for_module("legacy.a.b") == config.for_module("other.module") == legacy
    assert config.for_module("other.module.sub") == whole
    assert config.for_module("legacy.new") == Options(x64=False, promotion="standard", warn_truncation=True)
    assert config.for_module("main").system_object is get_system("jax", x64=True, strict=True)
    assert config.for_module("legacy").system_object is get_system("jax", strict=True)
    assert config.for_module("legacy") is config.for_module("legacy")


def test_other_sections_do_not_matter(tmp_path: Path) -> None:
    ini = "[DEFAULT]\nx64 = nonsense\n[mypy]\nstrict = true\n[mypy-jaxtyping_promo.*]\nignore_errors = true\n"
    path = write(tmp_path, "mypy.ini", f"{ini}[jaxtyping-promo]\npromotion = strict\n")
    assert load_config(path).options == Options(promotion="strict")
    toml = "[tool.jaxtyping]\nx = 1\n[[tool.mypy.overrides]]\nmodule = 'jaxtyping_promo.*'\n[jaxtyping]\n"
    assert load_config(write(tmp_path, "pyproject.toml", toml)).file is None


def test_options_are_values() -> None:
    assert hash(Options(x64=True)) == hash(Options(x64=True))
    assert Options(x64=True) != Options()
    assert repr(Options(x64=True, promotion="strict")).startswith("Options(system='jax', x64=True, promotion='strict'")
    assert (Options.x64, Options.system) == (False, "jax")
    with pytest.raises(TypeError, match=r"unknown key 'x32'; keys: system, x64, promotion"):
        Options(x32=True)


def test_snapshot_is_the_whole_configuration_as_json(tmp_path: Path) -> None:
    snapshot = load_config(write(tmp_path, "pyproject.toml", TOML)).snapshot()
    assert json.loads(json.dumps(snapshot)) == snapshot
    assert list(snapshot) == [*SETTINGS, "set", "overrides", "files", "check tables"]
    assert snapshot["overrides"] == [
        ["legacy.*", {"x64": False}],
        ["other.module", {"x64": False}],
        ["legacy.new", {"promotion": "standard"}],
    ]
    again = load_config(write(tmp_path, "mypy.ini", INI.replace("off", "0"))).snapshot()
    assert snapshot == again


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x64 = true", "x64 = false"),
        ('promotion = "strict"', 'promotion = "standard"'),
        ("warn_truncation = true", "warn_truncation = false"),
        ("x64 = false", "x64 = true"),
        ('"legacy.*"', '"legacy.old.*"'),
        ('module = "legacy.new"', 'module = "legacy.newer"'),
    ],
)
def test_every_change_changes_the_snapshot(tmp_path: Path, old: str, new: str) -> None:
    before = load_config(write(tmp_path, "pyproject.toml", TOML)).snapshot()
    assert old in TOML
    assert load_config(write(tmp_path, "pyproject.toml", TOML.replace(old, new, 1))).snapshot() != before


@pytest.mark.parametrize(("is_on", "differs"), [("findings", True), ("dtypes", True), ("off", False)])
def test_tables_of_check_change_the_snapshot_if_mypy_uses_them(tmp_path: Path, is_on: str, differs: bool) -> None:
    text = f"[tool.jaxtyping-promo]\ncheck = '{is_on}'\n[tool.jaxtyping-promo.assume]\nfloat = 'bfloat16'\n"
    before = load_config(write(tmp_path, "pyproject.toml", text)).snapshot()
    after = load_config(write(tmp_path, "pyproject.toml", text.replace("bfloat16", "float16"))).snapshot()
    assert (before != after) == differs


# -------------------------------------------------------------------------------------------- modules, as in mypy

FLAGS = {"x64": "disallow_any_expr", "warn_truncation": "disallow_any_decorated", "promotion": "disallow_any_explicit"}
"""Our keys, each with a boolean key of mypy that stands for it."""

part = st.sampled_from(["a", "b", "c"])
module_name = st.lists(part, min_size=1, max_size=4).map(".".join)
pattern = st.lists(st.one_of(part, st.just("*")), min_size=1, max_size=4).map(".".join).filter(lambda p: p != "*")
flags = st.dictionaries(st.sampled_from(list(FLAGS)), st.booleans())


@given(st.dictionaries(pattern, flags, max_size=6), st.lists(module_name, min_size=1, max_size=5))
def test_overrides_hold_for_the_modules_for_which_mypy_s_do(
    overrides: dict[str, dict[str, bool]], modules: list[str]
) -> None:
    def ours(key: str, on: bool) -> str | bool:
        return on if key != "promotion" else "strict" if on else "standard"

    config = Config(Options(), {p: {k: ours(k, on) for k, on in values.items()} for p, values in overrides.items()})
    reference = mypy.options.Options()
    for p, values in overrides.items():
        reference.per_module_options[p] = {FLAGS[key]: on for key, on in values.items()}
    for module in modules:
        expected = reference.clone_for_module(module)
        assert config.for_module(module) == Options(
            **{key: ours(key, getattr(expected, flag)) for key, flag in FLAGS.items()}
        )


def test_modes_are_not_inherited_by_systems_without_them(tmp_path: Path, modeless: str) -> None:
    text = f"{TOML}\n[[tool.jaxtyping-promo.overrides]]\nmodule = ['m.*', '*.glob']\nsystem = '{modeless}'\n"
    config = load_config(write(tmp_path, "pyproject.toml", text))
    for module in ("m", "m.sub", "x.glob"):
        assert config.for_module(module) == Options(system=modeless, warn_truncation=True)
        assert config.for_module(module).system_object is get_system(modeless)


# ------------------------------------------------------------------------------------------ systems from a file

MINE = """
[edges]
bool_ = ["weak_int"]
weak_int = ["int8"]
int8 = ["int16"]
"""


def test_a_system_s_file_is_relative_to_the_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules").mkdir()
    declaration = write(tmp_path / "rules", "mine.toml", MINE)
    path = write(tmp_path, "pyproject.toml", "[tool.jaxtyping-promo]\nsystem = 'rules/mine.toml'\n")
    for directory, name in ((tmp_path.parent, path), (tmp_path, Path(path.name))):
        monkeypatch.chdir(directory)
        config = load_config(name)
        assert config.options.system == str(declaration)
        assert join(config.for_module("m").system_object, "int", "int8", "int16") == "int16"


def test_a_change_of_a_system_s_file_changes_the_snapshot(tmp_path: Path) -> None:
    declaration = write(tmp_path, "mine.toml", MINE)
    path = write(tmp_path, "pyproject.toml", f"{OVERRIDES}\nmodule = 'a'\nsystem = 'mine.toml'\n")
    before = load_config(path).snapshot()
    assert load_config(path).snapshot() == before
    declaration.write_text(MINE.replace("int16", "int32"))
    assert load_config(path).snapshot() != before


def test_a_bad_system_s_file_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "pyproject.toml", "[tool.jaxtyping-promo]\nsystem = 'mine.toml'\n")
    assert refusal(path).startswith(f":2: {tmp_path / 'mine.toml'}")
    write(tmp_path, "mine.toml", MINE.replace("int16", "bool_"))
    refused = refusal(path)
    assert refused.startswith(f":2: {tmp_path / 'mine.toml'}")
    assert "cycle" in refused


# -------------------------------------------------------------------------------------------------- which file


def test_the_pyproject_beside_mypy_s_file_is_read(tmp_path: Path) -> None:
    ini = write(tmp_path, "mypy.ini", "[mypy]\n")
    pyproject = write(tmp_path, "pyproject.toml", TOML)
    config = load_config(ini)
    assert config.file == str(pyproject)
    assert config.options.x64


def test_mypy_s_own_file_wins_but_they_must_not_differ(tmp_path: Path) -> None:
    ini = write(tmp_path, "mypy.ini", INI)
    pyproject = write(tmp_path, "pyproject.toml", TOML)
    assert load_config(ini).file == str(ini)
    pyproject.write_text(TOML.replace("x64 = true", "x64 = false"))
    with pytest.raises(ConfigError) as error:
        load_config(ini)
    assert str(error.value) == (
        f"{ini} has [jaxtyping-promo] and {pyproject} has [tool.jaxtyping-promo], and they differ in 'x64'"
        " (true in the one, false in the other); keep one of them"
    )
    pyproject.write_text(TOML.replace("legacy.new", "legacy.newer"))
    with pytest.raises(ConfigError, match="differ in 'overrides'; keep one of them"):
        load_config(ini)


def test_the_file_that_mypy_would_find(tmp_path: Path) -> None:
    inner = tmp_path / "package" / "inner"
    inner.mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    write(tmp_path.parent, "mypy.ini", "[mypy]\n")
    assert find_config_file(inner) is None
    cfg = write(tmp_path, "setup.cfg", "[metadata]\nname = x\n")
    toml = write(tmp_path, "pyproject.toml", "[project]\nname = 'x'\n")
    assert find_config_file(inner) is None
    cfg.write_text("[mypy]\n")
    assert find_config_file(inner) == str(cfg)
    toml.write_text("[tool.jaxtyping-promo]\n")
    assert find_config_file(inner) == str(toml)
    ini = write(inner.parent, ".mypy.ini", "")
    assert find_config_file(inner) == str(ini)
    assert find_config_file(tmp_path) == str(toml)


def test_mypy_finds_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mypy.config_parser import parse_config_file

    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in ("setup.cfg", "pyproject.toml", ".mypy.ini", "mypy.ini"):  # later files win
        write(tmp_path, name, "[tool.mypy]\n" if name.endswith("toml") else "[mypy]\n")
        options = mypy.options.Options()
        parse_config_file(options, lambda: None, None)
        assert options.config_file == name
        assert find_config_file() == str(tmp_path / name)


# ------------------------------------------------------------------------------------------------------ refusals

KEYS = ", ".join(SETTINGS)
SYSTEMS = ", ".join(f'"{name}"' for name in MODULES)
TABLE, OVERRIDES = "[tool.jaxtyping-promo]", "[[tool.jaxtyping-promo.overrides]]"
TOML_SECTIONS = f"sections: {TABLE}, {OVERRIDES}"
INI_SECTIONS = "sections: [jaxtyping-promo], [jaxtyping-promo-PATTERN]"
ARRAY = f"overrides must be an array of tables, each under {OVERRIDES}"
PATTERN = (
    "is not a module pattern: a dotted module name whose parts may be '*', as in 'pkg.module', 'pkg.*' or '*.tests.*'"
)
STAR = "stands for no module; what holds for all belongs in"
PROMOTION = """(did you mean 'strict'?); allowed: "standard", "strict\""""

BAD_TOML = [
    # Keys.
    (f"{TABLE}\n\nx46 = true", f":3: unknown key 'x46' (did you mean 'x64'?) in {TABLE}; keys: {KEYS}"),
    (f"{TABLE}\nX64 = true", f":2: unknown key 'X64' (did you mean 'x64'?) in {TABLE}; keys: {KEYS}"),
    (f"{TABLE}\nfoo = 1", f":2: unknown key 'foo' in {TABLE}; keys: {KEYS}"),
    (f"{TABLE}\nmodule = 'a'", f":2: unknown key 'module' in {TABLE}; keys: {KEYS}"),
    (f"{OVERRIDES}\nmodule = 'a'\nfoo = 1", f":3: unknown key 'foo' in {OVERRIDES}; keys: {KEYS}"),
    (
        f"{OVERRIDES}\nmodule = 'a'\nx64 = true\n# foo\n{OVERRIDES}\nmodule = 'b'\nx64 = true\nfoo = 1",
        f":8: unknown key 'foo' in {OVERRIDES}; keys: {KEYS}",
    ),
    # Values.
    (f"{TABLE}\nx64 = 'true'", f""":2: x64 in {TABLE} can't be "true"; allowed: true, false"""),
    (f"{TABLE}\nx64 = 1", f":2: x64 in {TABLE} can't be 1; allowed: true, false"),
    ("[tool]\njaxtyping-promo = {x64 = 1}", f": x64 in {TABLE} can't be 1; allowed: true, false"),
    (f"{TABLE}\npromotion = 'strickt'", f""":2: promotion in {TABLE} can't be "strickt" {PROMOTION}"""),
    (f"{TABLE}\npromotion = true", f""":2: promotion in {TABLE} can't be true; allowed: "standard", "strict\""""),
    (f"{TABLE}\nsystem = 3", f":2: system in {TABLE} can't be 3; allowed: {SYSTEMS}"),
    (f"{TABLE}\nsystem = ['jax']", f":2: system in {TABLE} can't be ['jax']; allowed: {SYSTEMS}"),
    # Sections.
    ("[tool]\njaxtyping-promo = 3", f": tool.jaxtyping-promo must be a table: {TABLE}"),
    ("\n[tool.jaxtyping-promo.foo]\nx = 1", f":2: unknown section [tool.jaxtyping-promo.foo]; {TOML_SECTIONS}"),
    ("[tool.jaxtyping_promo]\nx64 = true", f":1: unknown section [tool.jaxtyping_promo]; {TOML_SECTIONS}"),
    ("\n[tool.'jaxtyping-promotion']", f":2: unknown section [tool.jaxtyping-promotion]; {TOML_SECTIONS}"),
    ("[tool.JaxTyping-Promo]", f":1: unknown section [tool.JaxTyping-Promo]; {TOML_SECTIONS}"),
    ("[tool.jaxtyping-promo-pkg]", f":1: unknown section [tool.jaxtyping-promo-pkg]; {TOML_SECTIONS}"),
    ("[[tool.jaxtyping_promo.overrides]]", f":1: unknown section [tool.jaxtyping_promo]; {TOML_SECTIONS}"),
    ("[jaxtyping-promo]\nx64 = true", f":1: unknown section [jaxtyping-promo]; {TOML_SECTIONS}"),
    # Overrides.
    ("[tool.jaxtyping-promo.overrides]\nx = 1", f":1: {ARRAY}"),
    (f"{TABLE}\noverrides = [1]", f": {ARRAY}"),
    (f"{OVERRIDES}\nx64 = true", f":1: {OVERRIDES} has no key 'module', which says what modules it is for"),
    (f"{OVERRIDES}\nmodule = 3", f":2: module in {OVERRIDES} must be a module pattern or a list of them, not 3"),
    (f"{OVERRIDES}\nmodule = []", f":2: module in {OVERRIDES} must be a module pattern or a list of them, not []"),
    (f"{OVERRIDES}\nmodule = 'a.b*'", f":2: 'a.b*' in {OVERRIDES} {PATTERN}"),
    (f"{OVERRIDES}\nmodule = ['a', '*']", f":2: the pattern '*' in {OVERRIDES} {STAR} {TABLE}"),
    (
        f"{OVERRIDES}\nmodule = 'a'\nx64 = true\n{OVERRIDES}\nmodule = ['b', 'a']\nx64 = false",
        ":6: 'x64' has two values for the modules 'a': true and false",
    ),
    # Syntax, in the words of the standard library's parser.
    ("[tool.jaxtyping-promo\n", ": is not valid TOML: "),
    (f"{TABLE}\nx64 = yes", ": is not valid TOML: "),
]
BAD_INI = [
    # Keys.
    (
        "[jaxtyping-promo]\nx46 = true",
        f":2: unknown key 'x46' (did you mean 'x64'?) in [jaxtyping-promo]; keys: {KEYS}",
    ),
    ("[jaxtyping-promo]\nmodule = a", f":2: unknown key 'module' in [jaxtyping-promo]; keys: {KEYS}"),
    # Values.
    ("[jaxtyping-promo]\nx64 = maybe", """:2: x64 in [jaxtyping-promo] can't be "maybe"; allowed: true, false"""),
    ("[jaxtyping-promo]\nx64 =", """:2: x64 in [jaxtyping-promo] can't be ""; allowed: true, false"""),
    (
        "[mypy]\n[jaxtyping-promo]\n# promotion\npromotion: Strict",
        f""":4: promotion in [jaxtyping-promo] can't be "Strict" {PROMOTION}""",
    ),
    # Sections.
    ("[jaxtyping_promo]\nx64 = true", f":1: unknown section [jaxtyping_promo]; {INI_SECTIONS}"),
    ("[tool.jaxtyping-promo]\nx64 = true", f":1: unknown section [tool.jaxtyping-promo]; {INI_SECTIONS}"),
    ("[tool:jaxtyping-promo]\nx64 = true", f":1: unknown section [tool:jaxtyping-promo]; {INI_SECTIONS}"),
    ("[jaxtyping_promo-pkg.*]\nx64 = true", f":1: unknown section [jaxtyping_promo-pkg.*]; {INI_SECTIONS}"),
    ("[jaxtyping-promo.pkg]\nx64 = true", f":1: unknown section [jaxtyping-promo.pkg]; {INI_SECTIONS}"),
    # Overrides.
    ("[jaxtyping-promo-]\nx64 = true", f":1: '' in [jaxtyping-promo-] {PATTERN}"),
    ("[jaxtyping-promo-a,b c]\nx64 = true", f":1: 'b c' in [jaxtyping-promo-a,b c] {PATTERN}"),
    ("[jaxtyping-promo-*]\nx64 = true", f":1: the pattern '*' in [jaxtyping-promo-*] {STAR} [jaxtyping-promo]"),
    (
        "[jaxtyping-promo-a]\nx64 = true\n[jaxtyping-promo-b,a]\nx64 = no",
        ":4: 'x64' has two values for the modules 'a': true and false",
    ),
    # Syntax, in the words of the standard library's parser.
    ("[jaxtyping-promo]\nx64 = true\nx64 = true", ": is not a valid ini file: "),
    ("x64 = true", ": is not a valid ini file: "),
]


def refusal(path: Path) -> str:
    with pytest.raises(ConfigError) as error:
        load_config(path)
    message = str(error.value)
    assert "\n" not in message
    assert message.startswith(str(path))
    return message.removeprefix(str(path))


@pytest.mark.parametrize(("text", "message"), BAD_TOML)
def test_bad_toml_is_refused(tmp_path: Path, text: str, message: str) -> None:
    refused = refusal(write(tmp_path, "pyproject.toml", text))
    assert refused.startswith(message) if message.endswith(": ") else refused == message


@pytest.mark.parametrize(("text", "message"), BAD_INI)
@pytest.mark.parametrize("name", ["mypy.ini", "setup.cfg"])
def test_bad_ini_is_refused(tmp_path: Path, name: str, text: str, message: str) -> None:
    refused = refusal(write(tmp_path, name, text))
    assert refused.startswith(message) if message.endswith(": ") else refused == message


def test_unknown_systems_are_refused(tmp_path: Path) -> None:
    refused = refusal(write(tmp_path, "pyproject.toml", "[tool.jaxtyping-promo]\nsystem = 'jaxx'"))
    assert refused.startswith(":2: unknown promotion system 'jaxx'; systems: jax")
    assert refused.endswith(" (did you mean 'jax'?)")


@pytest.mark.parametrize(("line", "mode"), [("x64 = true", "x64"), ("promotion = 'strict'", "strict")])
def test_modes_that_a_system_does_not_have_are_refused(tmp_path: Path, modeless: str, line: str, mode: str) -> None:
    message = f"the promotion system {modeless!r} has no mode {mode!r}; it has: none"
    base = f"[tool.jaxtyping-promo]\nsystem = '{modeless}'\n"
    assert refusal(write(tmp_path, "pyproject.toml", f"{base}{line}")) == f":3: {message}"
    inherits = f"{base}{OVERRIDES}\nmodule = 'a.*'\n{line}"
    assert refusal(write(tmp_path, "pyproject.toml", inherits)) == f":5: {message}"
    overrides = f"[tool.jaxtyping-promo]\n{OVERRIDES}\nmodule = '*.a'\nsystem = '{modeless}'\n{line}"
    assert refusal(write(tmp_path, "pyproject.toml", overrides)) == f":5: {message}"


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "mypy.ini") == ": can't be read: No such file or directory"
    assert refusal(tmp_path) == ": can't be read: Is a directory"
    path = tmp_path / "setup.cfg"
    path.write_bytes(b"[metadata]\nauthor = \xe9\n")
    assert refusal(path) == ": is not UTF-8: invalid continuation byte at byte 20"


# ---------------------------------------------------------------------------------------------- docs and imports


def test_docs_describe_every_key() -> None:
    keys = DOCS.read_text().partition("## Keys\n")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", keys, re.MULTILINE))
    assert list(rows) == list(SETTINGS)
    for name, setting in SETTINGS.items():
        default = f'`"{setting.default}"`' if isinstance(setting.default, str) else f"`{str(setting.default).lower()}`"
        assert rows[name].split(" | ")[0] == default
        assert rows[name].split(" | ")[1] == setting.doc


def test_importing_it_is_cheap() -> None:
    def loaded(code: str) -> set[str]:
        command = [sys.executable, "-c", f"import sys; {code}; print(*sys.modules)"]
        return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())

    dear = {"mypy", "jax", "numpy", "typing", "dataclasses", "enum", "re", "tomllib", "configparser", "difflib"}
    assert not dear & (loaded("import jaxtyping_promo.config") - loaded("pass"))
