"""How often the kind of an input is inferred right: ``python -m benchmarks.input_kinds FOLDER...``.

The parameters with jaxtyping annotations are inferred as if they were declared as arrays without a dtype, by use and by
name, and compared with what the annotations say.
"""

from __future__ import annotations

import argparse
import ast
from collections import Counter
from pathlib import Path

from jaxtyping_promo.interpreter.definitions import Definition
from jaxtyping_promo.interpreter.input_kinds import ModuleKinds, kind_of_annotation
from jaxtyping_promo.interpreter.kind_evidence import Kind


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
    declared: dict[int, dict[str, Kind]] = {}
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for node in functions:
        for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            kind = kind_of_annotation(each.annotation)
            if kind is not None:
                declared.setdefault(id(node), {})[each.arg] = kind
                each.annotation = ast.Name("Array")
    kinds = ModuleKinds(tree)
    found = []
    for node in functions:
        inferred = kinds.of(Definition(node, str(path), path.stem, node.name))
        for name, kind in declared.get(id(node), {}).items():
            guess = inferred.get(name)
            verdict = "open" if guess is None else "right" if guess == kind else "wrong"
            found.append((verdict, f"{path}:{node.lineno}: {node.name}({name}): {guess}, declared {kind}"))
    return found


if __name__ == "__main__":
    main()
