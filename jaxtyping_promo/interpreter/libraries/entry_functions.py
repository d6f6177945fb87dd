"""Functions that call a program's ``main``: ``absl.app.run``, click's and tyro's commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..call import Call
from ..values import ANY_STR, BOTTOM, NONE, External, Function, Value
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("absl.app.run")
def _absl_run(run: Run, call: Call) -> Value:
    arguments = run.allocate("list", rest=ANY_STR, label="argv")
    return run.call(call.get(0, "main"), [arguments], {}, node=call.node, label="main")


@model("tyro.cli", "fire.Fire", "typer.run")
def _cli(run: Run, call: Call) -> Value:
    function = call.get(0, "f")
    if len(function) == 1 and isinstance(function[0], Function):
        lost = run.unknown("an argument of the command line")
        return run.call(function, [], {}, node=call.node, double_star=lost, label="main")
    from ..declared import declared_instance
    from ..values import Class, only

    cls = only(function, Class)
    return declared_instance(run, cls, "cli") if cls is not None else run.unknown("a command line")


@model("click.command", "click.option", "click.argument", "click.group", "hydra.main", "typer.command")
def _decorator(run: Run, call: Call) -> Value:
    function = call.arguments[0] if call.arguments else BOTTOM
    if function and isinstance(function[0], Function):
        return function
    return (External("identity()"),)


@model("absl.logging.info", "builtins.memoryview")
def _nothing(run: Run, call: Call) -> Value:
    return NONE
