"""Writes the answers of language servers into docs/guides/editors.md: ``python tests/lsp/editor_page.py``.

With ``--check`` it only reports whether the page would change.
"""

from __future__ import annotations

import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from language_servers import CURSOR, SERVERS, Document, LanguageServer, environment

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "editors.md"
BEGIN, END = "<!-- generated: python tests/lsp/editor_page.py -->", "<!-- end of what is generated -->"
HEAD = """\
import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, float16, int8

x: Array[float16] = jnp.zeros(3, jnp.float16)

@jax.jit
def halved(x: Array[float16]) -> Array[float16]:
    \"\"\"Half of it.\"\"\"
    return x / 2

"""
MOST = 14
"""The number of lines of an answer that are shown."""
DTYPES = ("bool", "bfloat16", "float16", "int8")
MEMBERS = ("astype", "at", "dtype", "reshape", "sum")

SCENES: tuple[tuple[str, str, str], ...] = (
    ("The result of an operator", "hover", f"y{CURSOR} = jnp.zeros(3, jnp.int8) + x"),
    ("A function", "hover", f"jnp.ze{CURSOR}ros(3)"),
    ("A method", "hover", f"x.su{CURSOR}m()"),
    ("A function that is jitted", "hover", f"halved{CURSOR}(x)"),
    ("A dtype", "hover", f"y: Array[flo{CURSOR}at16]"),
    ("The members of a result", "members", f"(jnp.zeros(3, jnp.int8) + x).{CURSOR}"),
    ("A dtype in a string", "strings", f'jnp.zeros(3, dtype="{CURSOR}")'),
    ("A call that is being written", "signature", f"jnp.zeros(3, {CURSOR})"),
    ("A definition", "definition", f"jnp.si{CURSOR}n(x)"),
    ("A wrong dtype", "diagnostics", "y: Array[int8] = jnp.zeros(3, jnp.int8) + x"),
)
"""For each scene: the title, the request, and the line with the cursor."""


def answer(document: Document, asked: str) -> str:
    """The server's answer to a request, as text."""
    if asked == "hover":
        shown = document.hover().split("\n\nGo to [")[0].replace("```python\n", "").replace("```xml\n", "")
        shown = shown.replace("&nbsp;", " ")
        return "\n".join(line for line in shown.replace("\n```", "").splitlines() if line != "---")
    if asked in ("members", "strings"):
        offered = [label.strip('"') for label in document.completions()]
        named = [name for name in (MEMBERS if asked == "members" else DTYPES) if name in offered]
        return f"{', '.join(named)} and {len(offered) - len(named)} more" if named else ""
    if asked == "signature":
        first = document.signatures()[0]
        return f"{first.label}\n{' ' * first.label.find(first.parameter)}{'^' * len(first.parameter)}"
    if asked == "definition":
        places = [place.path.as_posix().partition("site-packages/")[2] for place in document.definitions()]
        return "\n".join(sorted(dict.fromkeys(places)))
    first_line = document.text.count("\n", 0, document.text.rindex("y:")) + 1
    return "\n".join(m.partition(": ")[2] for m in document.diagnostics() if m.startswith(f"{first_line}: "))


def shortened(text: str) -> str:
    lines = text.rstrip().splitlines()
    return "\n".join([*lines[:MOST], *(["..."] if len(lines) > MOST else [])])


def transcript(running: dict[str, LanguageServer]) -> str:
    """All scenes with the answers. Servers with the same answer share one block."""
    lines = [f"With {', '.join(f'{name} {SERVERS[name].version}' for name in running)} and JAX {version('jax')}."]
    for title, asked, line in SCENES:
        lines += ["", f"### {title}", "", "```python", line.replace(CURSOR, "▮"), "```"]
        answers: dict[str, list[str]] = {}
        for name, server in running.items():
            document = server.open(f"{HEAD}{line}\n")
            answers.setdefault(shortened(answer(document, asked)), []).append(name)
            document.close()
        for text, names in answers.items():
            lines += ["", f"{', '.join(names)}:", "", "```text", text or "(nothing)", "```"]
    return "\n".join(lines)


def main() -> int:
    """Ask the servers, and put their answers between the marks of the page."""
    with tempfile.TemporaryDirectory() as temporary:
        python = environment(Path(temporary).resolve() / "environment")
        running = {}
        for name, server in SERVERS.items():
            folder = Path(temporary).resolve() / name
            folder.mkdir()
            running[name] = server.start(folder, python)
        written = transcript(running)
        for server_running in running.values():
            server_running.stop()
    before = PAGE.read_text()
    start, rest = before.split(BEGIN)
    after = f"{start}{BEGIN}\n\n{written}\n\n{END}{rest.split(END)[1]}"
    if "--check" not in sys.argv:
        PAGE.write_text(after)
    elif before != after:
        print(f"{PAGE} is not what the servers answer: run `python tests/lsp/editor_page.py`")
    return int(before != after)


if __name__ == "__main__":
    main() if "--check" not in sys.argv else sys.exit(main())
