"""The stubs of classes: bases, methods and attributes from JAX's source."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from ...jax_source import Function
from .annotations import ARRAY, DTYPE, Annotations
from .signatures import function_lines, named_arguments, type_parameters

KEPT_DECORATORS = {"dataclass": ("dataclasses", "dataclass"), "final": ("typing", "final"),
                   "runtime_checkable": ("typing", "runtime_checkable")}  # fmt: skip


def class_lines(cls: ast.ClassDef, annotations: Annotations, module: str) -> list[str]:
    """The stub of a class."""
    stub = annotations.stub
    outer, annotations.local_variables = annotations.local_variables, dict(annotations.local_variables)
    parameters = type_parameters(cls, annotations, module)
    annotations.local_variables |= parameters
    members = _members(cls.body)
    bases = [_base(b, annotations, module) for b in cls.bases]
    bases = [b for b in dict.fromkeys(bases) if b]
    variables = list(parameters.values())
    if annotations.any() in bases:
        bases = [annotations.any()]
        if not variables:  # the type variables of an unknown generic base
            named = [
                n
                for base in cls.bases
                if isinstance(base, ast.Subscript)
                for n in ast.walk(base.slice)
                if isinstance(n, ast.Name)
            ]
            variables = [v for v in dict.fromkeys(annotations.render(n, module) for n in named) if v in stub.variables]
    is_named_tuple = any(b.split(".")[-1] == "NamedTuple" for b in bases)
    dtypes = _dtypes(members, annotations, module) if is_named_tuple and not variables else {}
    variables += dtypes.values()
    if variables:
        bases.append(f"{stub.use('typing', 'Generic')}[{', '.join(variables)}]")
    lines = [f"@{d}" for d in _decorators(cls, annotations)]
    is_enum = any("Enum" in b or "Flag" in b for b in bases)
    stub.in_class = frozenset(members)
    body = []
    for name, member in members.items():
        has_defaults = bool(lines) or is_named_tuple
        if name in dtypes:
            body.append(f"{name}: {stub.use(*ARRAY)}[{dtypes[name]}]")
            continue
        body += _member(name, member, annotations, module, is_enum=is_enum, has_defaults=has_defaults)
    stub.in_class = frozenset()
    annotations.local_variables = outer
    head = f"class {cls.name}({', '.join(bases)}):" if bases else f"class {cls.name}:"
    return [*lines, *([f"{head} ..."] if not body else [head, *(f"    {line}" for line in body)])]


def _dtypes(members: dict[str, Member], annotations: Annotations, module: str) -> dict[str, str]:
    """A type variable for the dtype of each field of a named tuple of arrays."""
    stub = annotations.stub
    fields = {name: member[0] for name, member in members.items() if isinstance(member, tuple)}
    if not fields or any(annotation is None or ast.unparse(annotation) != "Array" for annotation in fields.values()):
        return {}
    if any(annotations.render(annotation, module) != stub.use(*ARRAY) for annotation in fields.values()):
        return {}
    definition = DTYPE.format(generic=stub.use("jaxtyping_promo.dtypes", "generic"), any=annotations.any())
    return {name: stub.variable(f"_D{index}", definition) for index, name in enumerate(fields)}


def arrays_in(cls: ast.ClassDef) -> int:
    """The number of fields of a named tuple of arrays, whose stub is generic in their dtypes. 0 for any other class."""
    fields = [node for node in cls.body if isinstance(node, ast.AnnAssign)]
    is_named_tuple = any(ast.unparse(base).split(".")[-1] == "NamedTuple" for base in cls.bases)
    return len(fields) if is_named_tuple and all(ast.unparse(f.annotation) == "Array" for f in fields) else 0


def _decorators(cls: ast.ClassDef, annotations: Annotations) -> list[str]:
    decorators = []
    for node in cls.decorator_list:
        for call in [node, *(ast.walk(node) if isinstance(node, ast.Call) else ())]:
            text = (
                ast.unparse(call.func if isinstance(call, ast.Call) else call).split(".")[-1]
                if isinstance(call, ast.expr)
                else ""
            )
            if text not in KEPT_DECORATORS:
                continue
            is_partial = isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "partial"
            called = call if isinstance(call, ast.Call) or not is_partial else node  # `partial(dataclass, frozen=True)`
            keywords = called.keywords if isinstance(called, ast.Call) else []
            arguments = ", ".join(
                ast.unparse(k) for k in keywords if k.arg in ("frozen", "eq", "order", "kw_only", "init")
            )
            local = annotations.stub.use(*KEPT_DECORATORS[text])
            decorators.append(f"{local}({arguments})" if arguments else local)
            break
    return decorators


def _base(node: ast.expr, annotations: Annotations, module: str) -> str:
    rendered = annotations.render(node, module)
    if isinstance(node, ast.Name) and node.id in ("object", "type", "tuple", "dict", "list"):
        return "" if node.id == "object" else annotations.stub.builtin(node.id)
    return rendered


Member = Function | tuple[ast.expr | None, ast.expr | None]
"""A method, or the annotation and value of an attribute."""


def _members(body: Sequence[ast.stmt]) -> dict[str, Member]:
    """The methods and attributes of a class by name."""
    members: dict[str, Any] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            is_more = isinstance(members.get(node.name), list) and (
                any(ast.unparse(d).split(".")[-1] in ("setter", "deleter") for d in node.decorator_list)
                or any("overload" in ast.unparse(d) for d in members[node.name][-1].decorator_list)
            )
            members[node.name] = [*members[node.name], node] if is_more else [node]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            members[node.target.id] = (node.annotation, node.value)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    members[target.id] = (None, node.value)
        elif isinstance(node, ast.If):
            members |= _members(node.body)
    for name in ("__init__", "__new__"):
        for function in members.get(name, ()) if isinstance(members.get(name), list) else ():
            own = {a.arg: a.annotation for a in named_arguments(function)}
            assignments = (node for node in ast.walk(function) if isinstance(node, ast.Assign | ast.AnnAssign))
            for assigned in assignments:
                targets = assigned.targets if isinstance(assigned, ast.Assign) else [assigned.target]
                for target in targets:
                    if (
                        isinstance(target, ast.Attribute)
                        and ast.unparse(target.value) == "self"
                        and target.attr not in members
                    ):
                        annotation = assigned.annotation if isinstance(assigned, ast.AnnAssign) else None
                        if annotation is None and isinstance(assigned.value, ast.Name):
                            annotation = own.get(assigned.value.id)
                        members[target.attr] = (annotation, None)
    for name, member in members.items():
        if (
            isinstance(member, tuple)
            and isinstance(member[1], ast.Name)
            and isinstance(members.get(member[1].id), list)
        ):
            members[name] = members[member[1].id]
    members.pop("__slots__", None)
    members.pop("__match_args__", None)
    return members


def _member(
    name: str, member: Member, annotations: Annotations, module: str, *, is_enum: bool, has_defaults: bool
) -> list[str]:
    if isinstance(member, list):
        properties = [
            f for f in member if any(ast.unparse(d).split(".")[-1] in ("setter", "deleter") for d in f.decorator_list)
        ]
        if properties:
            return [line for f in member for line in function_lines([f], name, annotations, module, method=True)]
        return function_lines(member, name, annotations, module, method=True)
    annotation, value = member
    if is_enum and annotation is None and not name.startswith("_"):
        return [f"{name} = {ast.unparse(value) if isinstance(value, ast.Constant) else '...'}"]
    if name == "__hash__":
        is_none = isinstance(value, ast.Constant) and value.value is None
        return ["__hash__: None  # type: ignore[assignment]" if is_none else "def __hash__(self) -> int: ..."]
    if annotation is None and isinstance(value, ast.Call) and ast.unparse(value.func) == "property":
        return [f"@{annotations.stub.builtin('property')}", f"def {name}(self) -> {annotations.any()}: ..."]
    rendered = annotations.render(annotation, module)
    if has_defaults and annotation is None and value is not None:  # not a field of a dataclass
        return [f"{name}: {annotations.stub.use('typing', 'ClassVar')}[{rendered}]"]
    default = " = ..." if annotation is not None and value is not None and has_defaults else ""
    return [f"{name}: {rendered}{default}"]
