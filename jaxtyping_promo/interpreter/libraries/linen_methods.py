"""The methods of flax.linen modules: parameters and variables, `init` and `apply`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..attributes import get_attribute
from ..call import Call
from ..classes import class_of
from ..values import (
    ABSENT,
    BOTTOM,
    FALSE,
    NONE,
    BoundMethod,
    Object,
    Transformed,
    Tuple,
    Value,
    constant_of,
    each,
    is_unknown,
    join,
    of_bool,
    of_constant,
    only,
)
from . import flax_scopes as scopes
from .flax_scopes import NOT_GIVEN, Path
from .instance_attributes import METHODS
from .linen_modules import MODULE, bind, clone, construct, ensure_bound, without_active_methods
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


def _place(run: Run, item: Object) -> tuple[Object, Path]:
    """The root and path of a module."""
    ensure_bound(run, item)
    fields = run.object(item).fields
    root = next(one for one in fields["root",] if isinstance(one, Object))
    path = constant_of(fields["path",])
    return root, path if isinstance(path, tuple) else ()


# ------------------------------------------------------------------------------------------- parameters, variables


def param(run: Run, item: Object, call: Call) -> Value:
    """``self.param(name, init_fn, *init_args)``."""
    root, path = _place(run, item)
    name = constant_of(call.get(0, "name"))
    keywords = {key: value for key, value in call.keywords.items() if key not in ("name", "init_fn", "unbox")}
    initializer = call.get(1, "init_fn")
    if not isinstance(name, str):
        return run.unknown("a parameter whose name is not known")
    key = scopes.random_key(run, root, "params")
    if not key:
        key = run.unknown("the random key of a module is not known")
    stored = scopes.current_variable(run, root, "params", (*path, name))
    made = run.call(initializer, [key, *call.arguments[2:]], keywords, node=call.node, star=call.star,
                    double_star=call.double_star, label=("param", call.label))  # fmt: skip
    if run.heap is None:
        return BOTTOM
    if run.policy is not None:
        run.policy.on_parameter(run, name, made)
    if stored is not None:
        return scopes.stored_like(run, stored, made, ("param", id(call.node), call.label))
    if scopes.is_mutable(run, root, "params") is False:
        return BOTTOM
    scopes.put_variable(run, root, "params", (*path, name), made)
    return made


def variable(run: Run, item: Object, call: Call) -> Value:
    """``self.variable(collection, name, init_fn, *init_args)``: an object with an attribute ``value``."""
    root, path = _place(run, item)
    collection, name = constant_of(call.get(0, "col")), constant_of(call.get(1, "name"))
    if not isinstance(collection, str) or not isinstance(name, str):
        return run.unknown("a variable whose name is not known")
    key: Any = ("reference", collection, (*path, name))
    known = run.object(root).fields.get(key)
    initializer = call.get(2, "init_fn", NONE)
    if known and collection != "params":
        if initializer != NONE and scopes.is_initializing(run, root) is not True:
            _initial(run, initializer, call)
        return known
    stored = scopes.current_variable(run, root, collection, (*path, name))
    if stored is not None and is_unknown(stored):
        made = _initial(run, initializer, call) if initializer != NONE else BOTTOM
        value = scopes.stored_like(run, stored, made, ("variable", id(call.node), call.label))
    elif stored is not None:
        value = stored
    elif initializer == NONE or scopes.is_mutable(run, root, collection) is False:
        return BOTTOM
    else:
        value = _initial(run, initializer, call)
    if run.heap is None:
        return BOTTOM
    reference = run.allocate("instance", {"value": value}, label=("variable", root.site, key))
    run.write(root.site, key, reference)
    return reference


def _initial(run: Run, initializer: Value, call: Call) -> Value:
    keywords = {key: value for key, value in call.keywords.items() if key not in ("col", "name", "init_fn", "unbox")}
    return run.call(initializer, call.arguments[3:], keywords, node=call.node, star=call.star,
                    double_star=call.double_star, label=("variable", call.label))  # fmt: skip


def get_variable(run: Run, item: Object, call: Call) -> Value:
    """``self.get_variable(collection, name, default)``."""
    root, path = _place(run, item)
    collection, name = constant_of(call.get(0, "col")), constant_of(call.get(1, "name"))
    if not isinstance(collection, str) or not isinstance(name, str):
        return run.unknown("a variable whose name is not known")
    return scopes.current_variable(run, root, collection, (*path, name)) or call.get(2, "default", NONE)


def put_variable(run: Run, item: Object, call: Call) -> Value:
    """``self.put_variable(collection, name, value)``."""
    root, path = _place(run, item)
    collection, name = constant_of(call.get(0, "col")), constant_of(call.get(1, "name"))
    if isinstance(collection, str) and isinstance(name, str):
        scopes.put_variable(run, root, collection, (*path, name), call.get(2, "value"))
    return NONE


def has_variable(run: Run, item: Object, call: Call) -> Value:
    """``self.has_variable(collection, name)``."""
    root, path = _place(run, item)
    collection, name = constant_of(call.get(0, "col")), constant_of(call.get(1, "name"))
    if not isinstance(collection, str) or not isinstance(name, str):
        return of_bool(None)
    stored = scopes.current_variable(run, root, collection, (*path, name))
    return of_bool(None if stored is not None and is_unknown(stored) else stored is not None)


def sow(run: Run, item: Object, call: Call) -> Value:
    """``self.sow(collection, name, value)``: append a value to a tuple."""
    root, path = _place(run, item)
    collection, name = constant_of(call.get(0, "col")), constant_of(call.get(1, "name"))
    if not isinstance(collection, str) or not isinstance(name, str):
        return of_bool(None)
    mutable = scopes.is_mutable(run, root, collection)
    if mutable is False:
        return FALSE
    value = call.get(2, "value")
    old = scopes.current_variable(run, root, collection, (*path, name))
    reduce, start = call.get(3, "reduce_fn"), call.get(4, "init_fn")
    if reduce:
        first = old or (run.call(start, [], label="sow init") if start else (Tuple(()),))
        new = run.call(reduce, [first, value], label="sow")
    else:
        before = only(old or (Tuple(()),), Tuple)
        new = run.unknown("what a module stores") if before is None else (Tuple((*before.items, value)),)
    if run.heap is not None:
        scopes.put_variable(run, root, collection, (*path, name), new)
    return of_bool(mutable)


def perturb(run: Run, item: Object, call: Call) -> Value:
    """``self.perturb(name, value)``: the value, plus a perturbation if one is passed."""
    from ..operators import binary

    root, path = _place(run, item)
    name, value = constant_of(call.get(0, "name")), call.get(1, "value")
    collection = constant_of(call.get(2, "collection", of_constant("perturbations")))
    if not isinstance(collection, str) or not isinstance(name, str):
        return run.unknown("a perturbation whose name is not known")
    stored = scopes.current_variable(run, root, collection, (*path, name))
    if stored is None:
        if scopes.is_mutable(run, root, collection) is not False and scopes.is_initializing(run, root):
            scopes.put_variable(run, root, collection, (*path, name), value)
        return value
    return binary(run, "add", value, stored, call.node)


def make_rng(run: Run, item: Object, call: Call) -> Value:
    """``self.make_rng(name)``."""
    root, _ = _place(run, item)
    name = constant_of(call.get(0, "name", of_constant("params")))
    return scopes.random_key(run, root, name if isinstance(name, str) else "params")


def has_rng(run: Run, item: Object, call: Call) -> Value:
    """``self.has_rng(name)``."""
    root, _ = _place(run, item)
    name = constant_of(call.get(0, "name"))
    return of_bool(scopes.has_random_key(run, root, name) if isinstance(name, str) else None)


def is_initializing(run: Run, item: Object, call: Call) -> Value:
    """``self.is_initializing()``."""
    return of_bool(scopes.is_initializing(run, _place(run, item)[0]))


def is_mutable(run: Run, item: Object, call: Call) -> Value:
    """``self.is_mutable_collection(collection)``."""
    name = constant_of(call.get(0, "col"))
    return of_bool(scopes.is_mutable(run, _place(run, item)[0], name) if isinstance(name, str) else None)


# ----------------------------------------------------------------------------------------------------- running


def run_module(
    run: Run, item: Object, call: Call, given: Value, rngs: Value, mutable: Value, first: int, *, initializing: bool
) -> tuple[Value, Object]:
    """Bind a copy of a module to variables, and call one of its methods. Returns the result and the root."""
    root = scopes.new_root(
        run, given, mutable=mutable, rngs=rngs, initializing=initializing, label=(id(call.node), call.label)
    )
    bound = clone(run, item, {"parent": NONE, "name": NONE}, ("run", id(call.node), call.label))
    keywords = {name: value for name, value in call.keywords.items() if name not in OPTIONS}
    arguments = call.arguments[first:]
    method = call.keywords.get("method", NONE)
    name = constant_of(method)
    with without_active_methods(run):
        bind(run, bound, (root,), ())
        if name is None or isinstance(name, str):
            function = get_attribute(run, (bound,), name or "__call__")
        else:
            function = each(method, lambda one: (one.function,) if isinstance(one, BoundMethod) else (one,))
            arguments = [(bound,), *arguments]
        result = run.call(function, arguments, keywords, node=call.node, star=call.star, double_star=call.double_star,
                          label=("run", call.label))  # fmt: skip
    return result, root


OPTIONS: Final = frozenset(("variables", "rngs", "method", "mutable", "capture_intermediates"))


def init_with_output(run: Run, item: Object, call: Call) -> Value:
    """``module.init_with_output(rngs, *args)``: the result, and the variables."""
    mutable = call.keywords.get("mutable") or deny(run, of_constant("intermediates"))
    result, root = run_module(
        run, item, call, BOTTOM, call.get(0, "rngs"), mutable, int("rngs" not in call.keywords), initializing=True
    )
    if run.heap is None:
        return BOTTOM
    return (Tuple((result, scopes.collected(run, root, mutable, ("init", id(call.node))))),)


def init(run: Run, item: Object, call: Call) -> Value:
    """``module.init(rngs, *args)``: the variables."""
    pair = init_with_output(run, item, call)
    return pair[0].items[1] if pair else BOTTOM


def apply(run: Run, item: Object, call: Call) -> Value:
    """``module.apply(variables, *args, rngs=..., mutable=...)``."""
    given = call.get(0, "variables") or run.unknown(NOT_GIVEN)
    mutable = call.keywords.get("mutable", FALSE)
    rngs = call.keywords.get("rngs", NONE)
    result, root = run_module(
        run, item, call, given, rngs, mutable, int("variables" not in call.keywords), initializing=False
    )
    if run.heap is None:
        return BOTTOM
    constant = constant_of(mutable)
    captures = constant_of(call.keywords.get("capture_intermediates", FALSE)) is not False
    if constant is False and not captures:
        return result
    if constant is ABSENT and len(mutable) != 1:
        return join(result, run.unknown("mutable is not known"))
    if captures:
        return (Tuple((result, run.unknown("captured intermediates"))),)
    return (Tuple((result, scopes.collected(run, root, mutable, ("apply", id(call.node))))),)


def bind_variables(run: Run, item: Object, call: Call) -> Value:
    """``module.bind(variables)``: a copy of the module with variables."""
    root = scopes.new_root(
        run, call.get(0, "variables"), mutable=call.keywords.get("mutable", FALSE),
        rngs=call.keywords.get("rngs", NONE), initializing=False, label=("bind", id(call.node), call.label),
    )  # fmt: skip
    bound = clone(run, item, {"parent": NONE}, ("bind", id(call.node), call.label))
    bind(run, bound, (root,), ())
    return (bound,)


def unbind(run: Run, item: Object, call: Call) -> Value:
    """``module.unbind()``: the module without variables, and the variables."""
    root, _ = _place(run, item)
    free = clone(run, item, {"parent": NONE, "name": NONE}, ("unbind", id(call.node)))
    return (Tuple(((free,), scopes.variables(run, root, label=("unbind", id(call.node))))),)


def copied(run: Run, item: Object, call: Call) -> Value:
    """``module.clone(**changes)`` and ``module.copy(...)``."""
    changes = {name: value for name, value in call.keywords.items() if name != "_deep_clone"}
    if not call.is_exact:
        return run.unknown("a copy of a module with changes that are not known")
    free = clone(
        run, item, {"parent": run.object(item).fields.get("parent", NONE), **changes}, ("clone", id(call.node))
    )
    info = class_of(run, free)
    if info is not None and ("root",) in run.object(item).fields:
        construct(run, info, free)
    return (free,)


def post_init(run: Run, item: Object, call: Call) -> Value:
    """``super().__post_init__()``."""
    info = class_of(run, item)
    if info is not None:
        construct(run, info, item)
    return NONE


METHODS[MODULE] = {
    "param": param, "variable": variable, "get_variable": get_variable, "put_variable": put_variable,
    "has_variable": has_variable, "sow": sow, "perturb": perturb, "make_rng": make_rng, "has_rng": has_rng,
    "is_initializing": is_initializing, "is_mutable_collection": is_mutable, "init": init,
    "init_with_output": init_with_output, "lazy_init": init, "apply": apply, "bind": bind_variables, "unbind": unbind,
    "clone": copied, "copy": copied, "__post_init__": post_init,
}  # fmt: skip


# ------------------------------------------------------------------------------------------------ module functions


@model("flax.core.DenyList")
def _deny_list(run: Run, call: Call) -> Value:
    return deny(run, call.get(0, "deny"))


def deny(run: Run, names: Value) -> Value:
    """``DenyList(names)``: every collection but these."""
    return run.allocate("instance", {("deny",): names}, label="deny list")


@model("flax.linen.compact", "flax.linen.compact_name_scope")
def _compact(run: Run, call: Call) -> Value:
    return each(call.get(0, "fun"), lambda one: (Transformed("compact", (one,)),))


@model("flax.linen.nowrap")
def _nowrap(run: Run, call: Call) -> Value:
    return each(call.get(0, "fun"), lambda one: (Transformed("nowrap", (one,)),))


@model("flax.linen.merge_param")
def _merge_param(run: Run, call: Call) -> Value:
    """``merge_param(name, a, b)``: the one of two values that is not None."""
    first, second = call.get(1, "a"), call.get(2, "b")
    if first == NONE:
        return second if second != NONE else BOTTOM
    if second == NONE:
        return first
    return join(first, second)


@model("flax.linen.share_scope")
def _share_scope(run: Run, call: Call) -> Value:
    """``share_scope(module, other)``: the other module's variables are the module's."""
    module, other = only(call.get(0, "module"), Object), only(call.get(1, "other"), Object)
    if module is None or other is None:
        return NONE
    root, path = _place(run, module)
    bind(run, other, (root,), path)
    return NONE
