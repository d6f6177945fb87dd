"""Inputs under a policy: the dtypes of open inputs, and the values of the program's own options."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ..assumptions import Assumptions, input_path, module_of
from ..libraries.dtype_values import dtype_name
from ..values import Dtype, Object, Text, Value, is_unknown, of_constant, only
from .declaration import Option, Policy
from .tables import GRADIENTS, PARAMETERS

if TYPE_CHECKING:
    from ..definitions import Definition
    from ..kind_evidence import Kind
    from ..run import Run


class PolicyInputs(Assumptions):
    """The hypothesis that inputs have the dtypes of a policy.

    Floats have the dtype ``compute``; gradients and weights, by their names, ``gradients`` and ``params``.
    """

    def __init__(self, policy: Policy) -> None:
        super().__init__({})
        self.policy = policy

    def __str__(self) -> str:
        return "the policy"

    def names_input(self, definition: Definition) -> bool:
        """Whether the policy binds an option of a function."""
        return any(
            self.policy.option(input_path(definition, name)) is not None
            for name in (*definition.names, *definition.keyword_only)
        )

    def dtype_for(self, definition: Definition, name: str, kind: Kind | None) -> str | None:
        """The dtype of an input; None if it stays open."""
        if kind != "float":
            return None if kind is None else self.dtypes.get(kind)
        fields = ["compute", "params"]
        if name in GRADIENTS:
            fields = ["gradients", "params"]
        elif name in PARAMETERS:
            fields = ["params", "compute"]
        return next((dtype for field in fields if (dtype := self.policy.dtype(field, definition))), None)

    def set_options(self, run: Run, definition: Definition, arguments: dict[str, Value]) -> bool:
        """Give the parameters and attributes of a function the values that the policy binds."""
        changed = False
        for name in arguments:
            bound = self.policy.option(input_path(definition, name))
            if bound is not None:
                arguments[name] = value_of_option(bound, _default(definition, name))
                changed = True
        receiver = only(arguments[definition.names[0]], Object) if definition.names else None
        if receiver is not None and self.policy.options:
            owner = f"{module_of(definition)}.{definition.qualname.rpartition('.')[0]}"
            for field in [key for key in run.object(receiver).fields if isinstance(key, str)]:
                bound = self.policy.option(f"{owner}.{field}")
                if bound is not None:
                    run.write(receiver.site, field, value_of_option(bound, None))
                    changed = True
        return changed

    def counterpart(self) -> Assumptions:
        """The same kinds of inputs with other dtypes."""
        return Assumptions({"float": "float16"}).counterpart()


def bound_attribute(run: Run, policy: Policy, value: Value, name: str) -> Value:
    """The value of an attribute of an unknown object, such as ``config.weight_dtype``, if the policy binds it."""
    if not policy.options or not is_unknown(value):
        return value
    definition = run.stack[-1].definition if run.stack else None
    module = run.source.name.removeprefix("__main__:")
    path = f"{module}.{definition.qualname}.{name}" if definition is not None else f"{module}.{name}"
    bound = policy.option(path)
    return value if bound is None else value_of_option(bound, None)


def value_of_option(option: Option, default: ast.expr | None) -> Value:
    """The value of an option: a string that names a dtype is that dtype, unless the option's default is a string."""
    if isinstance(option, str):
        name = dtype_name((Text(option),))
        if name is not None and not (isinstance(default, ast.Constant) and isinstance(default.value, str)):
            return (Dtype(name, "jax"),)
    return of_constant(option)


def _default(definition: Definition, name: str) -> ast.expr | None:
    """The default of a parameter; a string if its annotation is ``str``."""
    for parameter, default in definition.parameters:
        if parameter.arg == name:
            is_text = isinstance(parameter.annotation, ast.Name) and parameter.annotation.id == "str"
            return ast.Constant("") if is_text else default
    return None
