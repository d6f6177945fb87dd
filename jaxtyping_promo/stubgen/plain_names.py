"""Names in place of members of modules: ``_np_float32`` for ``np.float32``, which makes pyright faster.

For a name in a stub, pyright uses the declaration. For a member of a module, pyright searches every definition since
the import for an assignment, at each evaluation. The types are the same.
"""

from __future__ import annotations

import re

IMPORT = re.compile(r"^import (?P<module>numpy|builtins)(?: as (?P<local>\w+))?$", re.MULTILINE)
PROSE = r'""".*?"""|#[^\n]*'
"""Matches docstrings and comments, which stay as they are."""


def with_plain_names(text: str) -> str:
    """The stub with imported names in place of the members of NumPy and builtins."""
    for imported in IMPORT.finditer(text):
        text = _with_names_of_module(text, imported[0], imported["module"], imported["local"] or imported["module"])
    return text


def _with_names_of_module(text: str, statement: str, module: str, local: str) -> str:
    prefix = f"_{local.lstrip('_')}_"
    member = re.compile(rf"{PROSE}|(?<![\w.]){local}\.(?P<name>\w+)(?![\w.])", re.DOTALL)
    names = sorted({match["name"] for match in member.finditer(text) if match["name"]})
    if not names:
        return text
    text = member.sub(lambda match: f"{prefix}{match['name']}" if match["name"] else match[0], text)
    is_needed = re.search(rf"(?<![\w.]){local}\.", re.sub(PROSE, "", text, flags=re.DOTALL))
    imported = f"from {module} import {', '.join(f'{name} as {prefix}{name}' for name in names)}"
    return text.replace(statement, f"{statement}\n{imported}" if is_needed else imported, 1)
