"""How often the kind of an input is inferred right: ``python -m benchmarks.input_kinds FOLDER...``.

The parameters with jaxtyping annotations are inferred without their annotations, by use and by name, and compared with
what the annotations say.
"""

from __future__ import annotations

import argparse
import ast
from collections import Counter
from pathlib import Path

from jaxtyping_promo.interpreter.definitions import Definition
from jaxtyping_promo.interpreter.input_kinds import kind_of_annotation, kinds_of_parameters


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    counts: Counter[str] = Counter()
    for folder in parser.parse_args().folders:
        for path in sorted(folder.rglob("*.py")):
            for verdict, line in compared(path):
                counts[verdict] += 1
                if verdict == "wrong":
                    print(line)
    print(f"{counts.total()} parameters:", ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()))


def compared(path: Path) -> list[tuple[str, str]]:
    """The verdict on each annotated parameter of a file, with its place."""
    try:
        tree = ast.parse(path.read_text())
    except (SyntaxError, UnicodeDecodeError):
        return []
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        parameters = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        declared = {each.arg: kind_of_annotation(each.annotation) for each in parameters}
        for each in parameters:
            each.annotation = None
        inferred = kinds_of_parameters(Definition(node, str(path), path.stem, node.name))
        for name, kind in declared.items():
            if kind is not None:
                guess = inferred.get(name)
                verdict = "open" if guess is None else "right" if guess == kind else "wrong"
                found.append((verdict, f"{path}:{node.lineno}: {node.name}({name}): {guess}, declared {kind}"))
    return found


if __name__ == "__main__":
    main()
