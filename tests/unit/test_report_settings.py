"""The severities of error codes in the configuration: presets, single codes, overrides, and invalid values."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from jaxtyping_promo import ConfigError
from jaxtyping_promo.config import Config, load_config
from jaxtyping_promo.diagnostics.codes import CODES, ERROR, NOTE, OFF, PRESETS

TABLE = "[tool.jaxtyping-promo.reports]"


def config(folder: Path, text: str, name: str = "pyproject.toml") -> Config:
    (folder / name).write_text(text)
    return load_config(folder / name)


def test_every_code_has_its_severity_by_default() -> None:
    options = Config().options
    assert {name: options.severity(name) for name in CODES} == {name: code.severity for name, code in CODES.items()}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("form", ['[tool.jaxtyping-promo]\nreports = "{}"', f'{TABLE}\npreset = "{{}}"'])
def test_presets(tmp_path: Path, preset: str, form: str) -> None:
    options = config(tmp_path, form.format(preset)).options
    for name, code in CODES.items():
        severity = options.severity(name)
        if preset == "strict":
            assert severity == (OFF if code.severity == OFF else ERROR)
            continue
        assert (severity == ERROR) == (code.severity == ERROR)
        if preset == "certain" and code.severity != ERROR:
            assert severity == OFF
        if preset == "all":
            assert severity != OFF


def test_a_code_goes_before_the_preset_and_an_override_before_both(tmp_path: Path) -> None:
    text = f"""
{TABLE}
preset = "all"
dtype-range = "error"
[[tool.jaxtyping-promo.overrides]]
module = "a.*"
reports = "certain"
[[tool.jaxtyping-promo.overrides]]
module = "b.*"
[tool.jaxtyping-promo.overrides.reports]
dtype-range = "off"
"""
    configuration = config(tmp_path, text)
    codes = ("dtype-range", "dtype-precision", "dtype-overflow")
    severities = {m: [configuration.for_module(m).severity(code) for code in codes] for m in ("x", "a.b", "b.c")}
    assert severities == {"x": [ERROR, NOTE, ERROR], "a.b": [OFF, OFF, ERROR], "b.c": [OFF, NOTE, ERROR]}


def test_a_preset_of_an_override_replaces_the_strict_preset(tmp_path: Path) -> None:
    text = """
[tool.jaxtyping-promo.reports]
preset = "strict"
dtype-scatter = "note"
[[tool.jaxtyping-promo.overrides]]
module = "old.*"
reports = "default"
[[tool.jaxtyping-promo.overrides]]
module = "older.*"
[tool.jaxtyping-promo.overrides.reports]
dtype-range = "off"
"""
    configuration = config(tmp_path, text)
    codes = ("dtype-range", "dtype-scatter", "dtype-kind", "dtype-overflow")
    severities = {m: [configuration.for_module(m).severity(code) for code in codes] for m in ("x", "old.a", "older.a")}
    assert severities == {
        "x": [ERROR, NOTE, OFF, ERROR],
        "old.a": [NOTE, NOTE, OFF, ERROR],
        "older.a": [OFF, NOTE, OFF, ERROR],
    }


def test_an_ini_file_has_the_codes_in_the_section(tmp_path: Path) -> None:
    text = "[jaxtyping-promo]\nreports = all\ndtype-range = error\n[jaxtyping-promo-b.*]\ndtype-range = off\n"
    configuration = config(tmp_path, text, "mypy.ini")
    assert [configuration.for_module(m).severity("dtype-range") for m in ("a", "b.c")] == [ERROR, OFF]
    assert configuration.for_module("b.c").severity("dtype-kind") == NOTE


@pytest.mark.parametrize(("value", "severity"), [("true", ERROR), ("false", OFF)])
def test_warn_truncation_sets_the_severity_of_truncation(tmp_path: Path, value: str, severity: str) -> None:
    options = config(tmp_path, f"[tool.jaxtyping-promo]\nwarn_truncation = {value}").options
    assert options.severity("dtype-truncation") == severity


REFUSED = (
    (f'{TABLE}\ndtype-rang = "error"', ":2: unknown key 'dtype-rang' (did you mean 'dtype-range'?) in " + TABLE),
    (f'{TABLE}\ndtype-range = "eror"', f""":2: dtype-range in {TABLE} can't be "eror" (did you mean 'error'?)"""),
    (f"{TABLE}\ndtype-range = true", f""":2: dtype-range in {TABLE} can't be true; allowed: "error", "note", "off\""""),
    (
        f'{TABLE}\npreset = "none"',
        f':2: preset in {TABLE} can\'t be "none"; allowed: "default", "strict", "certain", "all"',
    ),
    ("[tool.jaxtyping-promo]\nreports = 3", ":2: reports in [tool.jaxtyping-promo] can't be 3; allowed:"),
)


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_an_error_for_a_bad_value_lists_the_allowed_values(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as error:
        config(tmp_path, text)
    assert str(error.value).removeprefix(f"{tmp_path}{os.sep}pyproject.toml").startswith(message)


def test_every_code_has_a_page():
    pages = Path(__file__).parents[2] / "docs/errors"
    assert {path.stem for path in pages.glob("*.md")} - {"index"} == set(CODES)
