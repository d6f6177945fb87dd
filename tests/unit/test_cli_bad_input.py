"""Bad input to the command: exit code 1 and one clear line on standard error, never a traceback."""

from __future__ import annotations

import pytest

from jaxtyping_promo.cli import main

TOML = {
    "cycle.toml": '[edges]\nint8 = ["int16"]\nint16 = ["int32"]\nint32 = ["int8"]',
    "unknown.toml": '[edges]\nint8 = ["int_16"]',
    "ambiguous.toml": (
        '[edges]\nuint8 = ["int16", "float16"]\nint8 = ["int16", "float16"]\nint16 = ["float32"]\nfloat16 = ["float32"]'
    ),
    "unbounded.toml": '[edges]\nint8 = ["int16"]\nuint8 = ["uint16"]',
    "empty.toml": "",
    "no_edges.toml": "[edges]",
    "both.toml": '[edges]\nint8 = []\n[table.int8]\nint8 = "int8"',
    "no_toml.toml": "[edges\nint8 = 3",
    "latin.toml": b'name = "\xe9"',
    "key.toml": '[edge]\nint8 = ["int16"]',
    "type.toml": '[edges]\nint8 = "int16"',
    "name.toml": "name = 3\n[edges]\nint8 = []",
    "unlisted.toml": 'nodes = ["int8"]\n[edges]\nint8 = ["int16"]',
    "twice.toml": 'nodes = ["int8", "int8"]\n[edges]\nint8 = []',
    "result.toml": '[table.int8]\nint8 = "int9"',
    "row.toml": '[table]\nint8 = "int8"',
    "scalar.toml": '[edges]\nint8 = []\n[scalars]\nstr = "int8"',
    "scalar_dtype.toml": '[edges]\nint8 = []\n[scalars]\nint = "int16"',
    "default.toml": '[edges]\nint8 = []\n[defaults]\nweak_int = "int8"',
    "operator.toml": '[edges]\nint8 = []\n[operators.plus]\nrejects = ["int8"]',
    "operator_key.toml": '[edges]\nint8 = []\n[operators.add]\nreject = ["int8"]',
    "rejects.toml": '[edges]\nint8 = []\n[operators.add]\nrejects = ["int16"]',
    "exception.toml": '[edges]\nint8 = []\n[operators.add]\nexceptions = [{ left = "int8" }]',
    "like.toml": 'like = "jacks"\n[edges]\nint8 = []',
}

# Arguments, and the parts of the error: the wrong thing, its place, and what is allowed.
CASES = [
    ("jion int8 int16", "unknown command 'jion'", "commands: check, join, explain"),
    ("join int8 int12", "unknown dtype 'int12'", "int16"),
    ("join int8 bfloat", "unknown dtype 'bfloat' (did you mean 'bfloat16'?)", "int16"),
    ("join int8 number", "unknown dtype 'number'", "dtypes: bool_"),
    ("join int8", "at least two dtypes", "int8 alone"),
    ("join", "join: missing A B [C ...]", "usage"),
    ("join int8 int16 --system jacks", "unknown promotion system 'jacks'", "systems: jax"),
    ("join int8 int16 --x65", "no such option --x65", "--x64"),
    ("join int8 int16 --system", "Option '--system' requires an argument", "--system"),
    ("join int8 int16 -s numpy --x64", "'numpy' has no mode 'x64'", "none"),
    ("join int8 int16 -s jax.lax --strict", "'jax.lax' has no mode 'strict'", "x64"),
    ("join int8 int16 -s jax+x32", "unknown mode 'x32'", "x64, strict"),
    ("join bfloat16 int8 -s numpy", "'bfloat16' is not a dtype of numpy", "float16"),
    ("join int8 int16 -o plus", "unknown operator 'plus'", "add"),
    ("join int8 int16 int32 -o +", "--operator takes two operands", "3"),
    ("join int4 uint4", "int4 and uint4", ".astype("),
    ("join int8 float16 --strict", "int8 and float16", "jax_numpy_dtype_promotion is strict"),
    ("join bool_ bool_ -o -", '"-" is not defined for bool_ arrays', 'use "^"'),
    ("join int8 int64 -s array-api -o /", '"/" is not defined for int8 and int64', "array-api"),
    ("join int8 uint8[]] ", "unknown dtype 'uint8[]]'", "int8[]"),
    ("explain int8", "explain: missing B", "usage"),
    ("explain int8 int16 int32", "unexpected extra argument", "int32"),
    ("explain int8 complex32", "'complex32' is not a dtype of jax", "complex64"),
    ("table --format pdf", "'pdf' is not one of", "'html'"),
    ("table --against jacks", "unknown promotion system 'jacks'", "systems: jax"),
    ("table --dtypes int8,", "unknown dtype ''", "dtypes"),
    ("table --dtypes int8 --documents", "--dtypes and --documents", "exclude"),
    ("table int8", "unexpected extra argument", "int8"),
    ("diff jax", "diff: missing S2", "usage"),
    ("diff jax torhc", "unknown promotion system 'torhc'", "torch"),
    ("lattice", "lattice: missing S", "usage"),
    ("lattice jax --format png", "'png' is not one of", "'svg'"),
    ("lattice jax --output no/such/folder/x.svg", "no/such/folder/x.svg", "No such file"),
    ("laws", "laws: missing S", "usage"),
    ("laws numpy --dtypes bfloat16", "'bfloat16' is not a dtype of numpy", "float16"),
    ("laws missing.toml", "missing.toml", "No such file"),
    ("laws folder.toml", "folder.toml", "directory"),
    ("laws cycle.toml", "cycle: int8 -> int16 -> int32 -> int8", "drop one"),
    ("laws unknown.toml", "unknown dtype 'int_16'", "did you mean 'int16'"),
    ("laws ambiguous.toml", "uint8 and int8 have several least upper bounds", "add the edge int16 -> float16"),
    ("laws unbounded.toml", "uint8 and int8 have no common upper bound", "add the edge uint16 -> int16"),
    ("laws empty.toml", "neither of [edges] and [table]", "empty.toml"),
    ("laws no_edges.toml", "edges: is empty", "int8 ="),
    ("laws both.toml", "both of [edges] and [table]", "both.toml"),
    ("laws no_toml.toml", "is not TOML", "line 1"),
    ("laws latin.toml", "is not UTF-8 text", "byte 8"),
    ("laws key.toml", "unknown key 'edge'", "did you mean 'edges'"),
    ("laws type.toml", "edges.int8: is 'int16'", "a list"),
    ("laws name.toml", "name: is 3", "a string"),
    ("laws unlisted.toml", "edges.int8: unknown dtype 'int16'", "dtypes: int8"),
    ("laws twice.toml", "nodes: int8 is listed twice", "twice.toml"),
    ("laws result.toml", "table.int8.int8: unknown dtype 'int9'", "int8"),
    ("laws row.toml", "table.int8: is 'int8'", "a table"),
    ("laws scalar.toml", "scalars: unknown key 'str'", "bool, int, float, complex"),
    ("laws scalar_dtype.toml", "scalars.int: unknown dtype 'int16'", "dtypes: int8"),
    ("laws default.toml", "defaults: unknown key 'weak_int'", "none"),
    ("laws operator.toml", "operators: unknown key 'plus'", "add"),
    ("laws operator_key.toml", "operators.add: unknown key 'reject'", "did you mean 'rejects'"),
    ("laws rejects.toml", "operators.add.rejects: unknown dtype 'int16'", "int8"),
    ("laws exception.toml", "operators.add.exceptions: lacks 'right'", "left = DTYPE"),
    ("laws like.toml", "like: unknown promotion system 'jacks'", "systems: jax"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.toml").mkdir()
    for name, text in TOML.items():
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize(("arguments", "thing", "remedy"), CASES, ids=[case[0] for case in CASES])
def test_one_clear_line(arguments, thing, remedy, capsys):
    assert main(arguments.split()) == 1
    output, error = capsys.readouterr()
    assert output == ""
    assert error.startswith("error: ")
    assert error.count("\n") == 1
    assert thing in error
    assert remedy in error
    assert "Traceback" not in error
