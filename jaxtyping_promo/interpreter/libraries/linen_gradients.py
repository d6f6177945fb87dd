"""Derivatives inside of modules of flax.linen: `nn.grad`, `nn.value_and_grad`, `nn.vjp` and `nn.custom_vjp`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..call import Call
from ..iteration import known_items
from ..values import BOTTOM, FALSE, Object, Partial, Transformed, Tuple, Value, constant_of, of_constant, only
from .custom_derivatives import STATE, Differentiation, differentiating
from .derivatives import gradient_of
from .derivatives import vjp as vjp_of_function
from .linen_mapped_variables import Target
from .registry import model
from .transformations import CALLERS

if TYPE_CHECKING:
    from ..run import Run


def _with_module(call: Call) -> Value:
    """The function without its first argument, the module."""
    return (Partial(call.get(0, "fn"), (call.get(1, "mdl"),), ()),)


@model("flax.linen.grad", "flax.linen.value_and_grad")
def _grad(run: Run, call: Call) -> Value:
    """``nn.grad(fn, module, *primals)``: the gradients with respect to all primals, as a tuple."""
    primals = call.arguments[2:]
    if not call.is_exact:
        return run.unknown(f"nn.{call.short_name} of arguments that are not known")
    options = [("argnums", of_constant(tuple(range(len(primals))))),
               ("transformation", of_constant(f"jax.{call.short_name}"))]  # fmt: skip
    if "has_aux" in call.keywords:
        options.append(("has_aux", call.keywords["has_aux"]))
    item = Transformed(call.short_name, _with_module(call), tuple(options))
    return run.call((item,), primals, {}, node=call.node, label=("nn.grad", call.label))


@model("flax.linen.vjp")
def _vjp(run: Run, call: Call) -> Value:
    """``nn.vjp(fn, module, *primals)``: the pullback also gives the gradients of the module's variables."""
    module = only(call.get(1, "mdl"), Object)
    if module is None or not call.is_exact:
        return run.unknown("nn.vjp of a module that is not known")
    has_aux = call.keywords.get("has_aux", FALSE)
    given = [_with_module(call), *call.arguments[2:]]
    inner = Call(given, {"has_aux": has_aux}, call.node, label=("nn.vjp", call.label))
    inner.name = "jax.vjp"
    with differentiating(run) as rules:
        result = vjp_of_function(run, inner)
    parts = known_items(run, result) if run.heap is not None else None
    pullback = None if parts is None else only(parts[1], Transformed)
    if parts is None or pullback is None:
        return result
    gradients = only(pullback.function, Tuple)
    variables = _variable_gradients(run, module, call, rules)
    if gradients is None:
        return run.unknown("the gradients of nn.vjp")
    changed = Transformed("constant", (Tuple((variables, *gradients.items)),), pullback.options)
    return (Tuple((parts[0], (changed,), *parts[2:])),)


def _variable_gradients(run: Run, module: Object, call: Call, rules: Differentiation) -> Value:
    """The gradients of a module's variables, which have the dtypes of the variables."""
    fields = run.object(module).fields
    root, path = only(fields.get(("root",), BOTTOM), Object), constant_of(fields.get(("path",), BOTTOM))
    if root is None or not isinstance(path, tuple) or rules.is_unclear:
        return run.unknown("the gradients of variables that are not known")
    pattern = call.keywords.get("vjp_variables", of_constant("params"))
    view = Target(run, root, path, pattern).view("vjp")
    marker = Transformed("grad", (), (("filtered", of_constant(True)),))
    return gradient_of(run, view, call, marker, rules, False)


@model("flax.linen.custom_vjp")
def _custom_vjp(run: Run, call: Call) -> Value:
    """``nn.custom_vjp(fn, forward_fn, backward_fn)``: the function itself, whose gradients are not followed."""
    for position, name in enumerate(("fn", "forward_fn", "backward_fn")):
        if not call.get(position, name):
            return BOTTOM
    return (Transformed("linen custom_vjp", call.get(0, "fn")),)


def _call_custom(run: Run, item: Transformed, call: Call) -> Value:
    run.memo.spoil()
    state = run.models.get(STATE)
    if state is not None:
        state.is_unclear = True
    return run.call(item.function, call.arguments, call.keywords, node=call.node, star=call.star,
                    double_star=call.double_star, label=("custom_vjp", call.label))  # fmt: skip


CALLERS["linen custom_vjp"] = _call_custom
