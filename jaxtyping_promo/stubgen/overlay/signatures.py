"""The signatures of functions in stubs: JAX's parameters, with annotations that the overlay can express."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass

from .annotations import Annotations

KNOWN_RESULTS = {
    "__init__": "None", "__post_init__": "None", "__setattr__": "None", "__delattr__": "None", "__setitem__": "None",
    "__str__": "str", "__repr__": "str", "__hash__": "int", "__len__": "int", "__bool__": "bool", "__contains__": "bool",
    "__eq__": "bool", "__ne__": "bool", "__exit__": "None", "__init_subclass__": "None",
}  # fmt: skip
SUPPLIED = {"_up_and_broadcast": "dtype"}
"""The parameters that JAX's decorators add to the decorated function."""
REPLACED = ("curry", "transformation2", "transformation_with_aux2")
"""The decorators of JAX whose result has other parameters than the decorated function."""
KNOWN_PARAMETERS = {"__eq__": "object", "__ne__": "object"}


@dataclass(frozen=True)
class Parameter:
    """A parameter: its name with its stars, its type, and the code of its default."""

    name: str
    annotation: str
    default: str | None
    kind: str
    """``positional``, ``any``, ``variadic``, ``keyword`` or ``keywords``."""

    def __str__(self) -> str:
        stars = {"variadic": "*", "keywords": "**"}.get(self.kind, "")
        annotated = f"{stars}{self.name}" + (f": {self.annotation}" if self.annotation else "")
        if self.default is None:
            return annotated
        return f"{annotated} = {self.default}" if self.annotation else f"{annotated}={self.default}"


def default_text(node: ast.expr | None) -> str | None:
    """A default as a stub shows it: short literals as they are, anything else as ``...``."""
    if node is None:
        return None
    text = ast.unparse(node)
    try:
        ast.literal_eval(node)
    except ValueError:
        return "..."
    return text if len(text) <= 30 else "..."


def parameters(
    function: ast.FunctionDef, annotations: Annotations, module: str, *, method: bool = False
) -> list[Parameter]:
    """The parameters of one definition."""
    if not set(map(decorator_name, function.decorator_list)).isdisjoint(REPLACED):
        stars = (("args", "variadic"), ("kwargs", "keywords"))
        return [Parameter(name, annotations.any(), None, kind) for name, kind in stars]
    arguments = function.args
    supplied = {SUPPLIED.get(decorator_name(decorator)) for decorator in function.decorator_list}
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    result: list[Parameter] = []

    def add(argument: ast.arg, default: ast.expr | None, kind: str) -> None:
        if method and not result and kind in ("any", "positional"):
            result.append(Parameter(argument.arg, "", None, kind))
            return
        if function.name in KNOWN_PARAMETERS:
            annotation = annotations.stub.builtin("object")
        else:
            annotation = annotations.render(argument.annotation, module)
        text = default_text(default)
        if text == "None" and annotation not in (annotations.any(), "None") and "None" not in annotation.split(" | "):
            annotation = f"{annotation} | None"
        result.append(Parameter(argument.arg, annotation, text, kind))

    for index, (argument, default) in enumerate(zip(positional, defaults, strict=True)):
        add(argument, default, "positional" if index < len(arguments.posonlyargs) else "any")
    if arguments.vararg:
        add(arguments.vararg, None, "variadic")
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if argument.arg not in supplied:
            add(argument, default, "keyword")
    if arguments.kwarg:
        add(arguments.kwarg, None, "keywords")
    return result


def required(function: ast.FunctionDef) -> list[str]:
    """The names of the parameters without defaults."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    keywords = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return [
        *(a.arg for a in positional[: len(positional) - len(arguments.defaults)]),
        *(a.arg for a, default in keywords if default is None),
    ]


def decorator_name(node: ast.expr) -> str:
    """The last part of a decorator's name, without its arguments."""
    return ast.unparse(node).split("(")[0].split(".")[-1]


def parameter_list(parameters: list[Parameter]) -> str:
    """The text of parameters between parentheses."""
    parts = []
    kinds = [p.kind for p in parameters]
    for index, parameter in enumerate(parameters):
        if parameter.kind == "keyword" and "variadic" not in kinds and "*" not in parts:
            parts.append("*")
        parts.append(str(parameter))
        if parameter.kind == "positional" and (index + 1 == len(parameters) or kinds[index + 1] != "positional"):
            parts.append("/")
    return ", ".join(parts)


def result_annotation(function: ast.FunctionDef, annotations: Annotations, module: str) -> str:
    """The type of the result: JAX's annotation, or Python's type for a special method, or ``Any``."""
    if function.returns is None:
        returned = {ast.unparse(n.value) for n in ast.walk(function) if isinstance(n, ast.Return) and n.value}
        if returned == {"self"} or function.name == "__new__":
            return annotations.stub.use("typing_extensions", "Self")
        if is_context_manager(function):
            return f"{annotations.stub.use('collections.abc', 'Iterator')}[{annotations.any()}]"
    if function.returns is None and function.name in KNOWN_RESULTS:
        name = KNOWN_RESULTS[function.name]
        return name if name == "None" else annotations.stub.builtin(name)
    rendered = annotations.render(function.returns, module)
    # A result that may be None stays so even if other parts are unknown: callers must check for None.
    may_be_none = isinstance(function.returns, ast.BinOp) and ast.unparse(function.returns).endswith("| None")
    return f"{rendered} | None" if rendered == annotations.any() and may_be_none else rendered


def is_context_manager(function: ast.FunctionDef) -> bool:
    """Whether a decorator turns a generator into a context manager."""
    return any(ast.unparse(d).endswith("contextmanager") for d in function.decorator_list)


def type_parameters(node: ast.FunctionDef | ast.ClassDef, annotations: Annotations, module: str) -> dict[str, str]:
    """The type parameters of PEP 695 as type variables, by their names in the code."""
    bounds = {}
    for parameter in getattr(node, "type_params", ()):
        if isinstance(parameter, ast.ParamSpec):
            bounds[parameter.name] = annotations.stub.variable(parameter.name, "ParamSpec()")
            continue
        arguments = []
        if parameter.bound is not None and not isinstance(parameter.bound, ast.Tuple):  # constraints are no bound
            arguments.append(f"bound={annotations.render(parameter.bound, module)}")
        if isinstance(node, ast.ClassDef):
            arguments.append(f"default={annotations.any()}")
        bounds[parameter.name] = annotations.stub.variable(parameter.name, f"TypeVar({', '.join(arguments)})")
    return bounds


def decorators(function: ast.FunctionDef, annotations: Annotations, source_module: str) -> list[str]:
    """The decorators that checkers need."""
    needed_decorators = []
    for node in function.decorator_list:
        text = ast.unparse(node).split("(")[0]
        last = text.split(".")[-1]
        if last in ("staticmethod", "classmethod", "property"):
            needed_decorators.append(f"@{annotations.stub.builtin(last)}")
        elif last in ("cached_property", "use_cpp_property"):
            needed_decorators.append(f"@{annotations.stub.builtin('property')}")
        elif last in ("setter", "deleter"):
            needed_decorators.append(f"@{text}")
        elif last == "overload":
            needed_decorators.append(f"@{annotations.stub.use('typing', 'overload')}")
        elif last == "contextmanager":
            needed_decorators.append(f"@{annotations.stub.use('contextlib', 'contextmanager')}")
        elif last == "abstractmethod":
            needed_decorators.append(f"@{annotations.stub.use('abc', 'abstractmethod')}")
    return needed_decorators


def function_lines(
    function: list[ast.FunctionDef], name: str, annotations: Annotations, module: str, *, method: bool = False
) -> list[str]:
    """The stub of a function or method."""
    lines = []
    definitions = function
    if len(function) > 1 and not any("overload" in ast.unparse(d) for d in function[-1].decorator_list):
        definitions = function[:-1]  # the implementation of the overloads before it
    if len(definitions) > 1 and _told_apart_by_unknown(definitions, annotations, module):
        only = deepcopy(function[-1])  # the implementation, if there is one
        only.returns, only.decorator_list = None, []
        differing = {name for name, texts in _annotations(definitions).items() if len(texts) > 1}
        for argument in named_arguments(only):
            if argument.arg in differing:
                argument.annotation = None
        definitions = [only]
    for definition in definitions:
        outer = dict(annotations.local_variables)
        annotations.local_variables |= type_parameters(definition, annotations, module)
        is_static = any(ast.unparse(d) == "staticmethod" for d in definition.decorator_list)
        definition_parameters = parameters(definition, annotations, module, method=method and not is_static)
        lines += decorators(definition, annotations, module)
        lines.append(
            f"def {name}({parameter_list(definition_parameters)}) -> {result_annotation(definition, annotations, module)}: ..."
        )
        annotations.local_variables = outer
    return lines


def _told_apart_by_unknown(overloads: list[ast.FunctionDef], annotations: Annotations, module: str) -> bool:
    """Whether overloads differ only in a parameter of unknown type, so that the first one would always match."""
    texts = _annotations(overloads)
    for overload in overloads[:-1]:
        own = type_parameters(overload, annotations, module)
        for argument in named_arguments(overload):
            text = ast.unparse(argument.annotation) if argument.annotation is not None else "Any"
            unknown = text.split(".")[-1] != "Any" and text not in own
            if (
                unknown
                and len(texts[argument.arg]) > 1
                and annotations.render(argument.annotation, module) == annotations.any()
            ):
                return True
    return False


def _annotations(overloads: list[ast.FunctionDef]) -> dict[str, set[str]]:
    """The annotations of each parameter in all overloads."""
    texts: dict[str, set[str]] = {}
    for overload in overloads:
        for argument in named_arguments(overload):
            if argument.annotation is not None:
                texts.setdefault(argument.arg, set()).add(ast.unparse(argument.annotation))
    return texts


def named_arguments(function: ast.FunctionDef) -> list[ast.arg]:
    """The parameters that accept one argument each."""
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


def defaults(function: ast.FunctionDef) -> dict[str, str]:
    """The code of the defaults, by parameter."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    last = positional[len(positional) - len(arguments.defaults) :]
    pairs = [
        *zip(last, arguments.defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    return {argument.arg: ast.unparse(default) for argument, default in pairs if default is not None}


def required_keywords(function: ast.FunctionDef) -> list[str]:
    """The parameters that are required by keyword."""
    arguments = function.args
    return [a.arg for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is None]


def up_to_date(definitions: list[ast.FunctionDef], code: ast.FunctionDef) -> list[ast.FunctionDef]:
    """The signatures of a function in the stub that JAX ships, with the optional parameters that the stub lacks.

    The added parameters are passed by keyword. Two kinds are left out. Parameters that accept only None exist for
    compatibility with NumPy. A parameter before a positional one of the shipped stub is an old parameter with another
    name.

    Args:
        definitions: the shipped signatures.
        code: the definition that runs.
    """
    shipped = {argument.arg for part in definitions for argument in named_arguments(part)}
    optional = defaults(code)
    positional = code.args.args
    behind = max((i + 1 for i, argument in enumerate(positional) if argument.arg in shipped), default=0)
    new = [
        argument
        for argument in [*positional[behind:], *code.args.kwonlyargs]
        if argument.arg in {*optional} - shipped and ast.unparse(argument.annotation or ast.Constant(None)) != "None"
    ]
    if not new:
        return definitions
    updated = deepcopy(definitions)
    for part in updated:
        part.args.kwonlyargs += new
        part.args.kw_defaults += [ast.parse(optional[argument.arg], mode="eval").body for argument in new]
    return updated


def told_by_literals(part: ast.FunctionDef, before: Sequence[ast.FunctionDef]) -> list[str]:
    """The optional parameters that distinguish an overload from an earlier one, in which they have a literal type."""
    annotated = _annotated(part)
    for other in map(_annotated, before):
        different = [name for name, (text, _) in annotated.items() if other.get(name, ("",))[0] != text]
        if different and all(
            annotated[name][1] and name in other and other[name][1] and "Literal[" in other[name][0]
            for name in different
        ):
            return different
    return []


def _annotated(function: ast.FunctionDef) -> dict[str, tuple[str, bool]]:
    """The code of each parameter's type, and whether the parameter is optional."""
    arguments = named_arguments(function)
    optional = defaults(function)
    return {a.arg: (ast.unparse(a.annotation) if a.annotation else "", a.arg in optional) for a in arguments}
