"""Imports: a module whose source is found is interpreted once, at its first import; others are modelled by name."""

from __future__ import annotations

import ast
import sys

from . import module_effects
from .call_memo import CallMemo
from .flows import FunctionFlow
from .heap import Heap, HeapObject
from .libraries.modelled_modules import MODELLED_PACKAGES, is_modelled_module, is_modelled_part
from .modes import keep_modes
from .module_dependencies import note_import
from .modules import Source
from .records import Records
from .run import STEPS_OF_AN_IMPORT, BudgetError, Run
from .values import External, Module, Site, Value, of_constant


def is_interpreted(run: Run, name: str) -> bool:
    """Whether the source of a module is read."""
    if name in run.modules:
        return True
    return not _is_modelled(run, name) and run.finder.find(name) is not None


def is_namespace(run: Run, name: str) -> bool:
    """Whether a module is a folder without ``__init__.py``, whose modules are read."""
    top = name.partition(".")[0]
    return not _is_modelled(run, name) and top not in sys.stdlib_module_names and run.finder.is_namespace(name)


def _is_modelled(run: Run, name: str) -> bool:
    top = name.partition(".")[0]
    is_package = top in MODELLED_PACKAGES and top not in run.packages
    return is_package or is_modelled_module(name) or is_modelled_part(name)


def load_module(run: Run, name: str) -> Site | None:
    """The frame of a module, which is interpreted first if this is its first import."""
    if name in run.modules:
        return run.modules[name]
    source = run.finder.load(name)
    if source is None:
        return None
    return run_module(run, source, None if source.path in run.program_files else STEPS_OF_AN_IMPORT)


def run_module(run: Run, source: Source, steps: int | None = None) -> Site:
    """Interpret the top level of a module. What it leaves behind is found from every path from then on.

    Args:
        run: the run.
        source: the module.
        steps: the budget of the module, which is no part of the budget of the code around; None for no own budget.
    """
    site: Site = ("module", source.name)
    run.modules[source.name] = site
    run.models["source", source.path] = source
    run.memo.spoil()
    outer = run.heap
    records, memo, watch = run.records, run.memo, run.base.watch
    if run.module_records is not None:
        run.records = run.module_records[source.name] = Records(records)
        run.memo, run.base.watch = CallMemo(), None  # a result from the memo leaves no records here
    if outer is not None:
        module_effects.publish_unfinished(run, outer.objects)  # the new module may import the one that runs now
    heap = Heap(run.base)
    name = source.name.partition(":")[0]  # a script has the name `__main__`
    frame = HeapObject("frame", {"__name__": of_constant(name), "__file__": of_constant(source.path)})
    frame.fields["__doc__"] = of_constant("")
    heap.add(site, frame)
    run.base[site] = frame
    module_effects.begin(run, source, site)
    saved = run.fixpoint, run.uncertainty, run.guards, run.handlers, run.journal, run.stack, run.unrolled
    expected, run.expected_errors = run.expected_errors, 0
    run.fixpoint = run.uncertainty = run.guards = run.unrolled = 0
    run.handlers, run.journal, run.stack = [], None, []
    run.heap = heap
    flow = FunctionFlow(0)
    began, most_steps = run.steps, run.most_steps
    if steps is not None:
        run.most_steps = min(run.steps + steps, run.budget)
    is_cut = False
    with run.entering(site, source, flow, run.child_context(("module", source.name))):
        try:
            run.execute(source.tree.body)
        except BudgetError:
            is_cut, run.heap = True, heap
            run.writable(site).rest = run.unknown(f"{source.name} is too large to be interpreted to its end")
    if steps is not None:
        run.most_steps = min(most_steps + run.steps - began, run.budget)
    run.records, run.memo, run.base.watch = records, memo, watch
    end = run.heap
    run.fixpoint, run.uncertainty, run.guards, run.handlers, run.journal, run.stack, run.unrolled = saved
    run.expected_errors = expected
    run.heap = outer
    for one in (end, flow.heap):
        if one is not None:
            module_effects.publish(run, source, one.objects)
            for key, found in one.objects.items():
                if outer is not None and (key in outer.objects or run.base[key] is not found):
                    outer.objects[key] = found
                    outer.log.append(key)
    for key, found in heap.objects.items():
        run.base.setdefault(key, found)
    module_effects.end(run, source)
    if is_cut or (end is None and flow.heap is None):
        keep_modes(run, source.path)
    if run.steps > run.most_steps:
        raise BudgetError
    return site


def import_modules(run: Run, node: ast.Import) -> None:
    """``import a.b as c``."""
    for alias in node.names:
        name = alias.name
        if alias.asname is not None:
            run.assign_name(alias.asname, module_value(run, name))
            continue
        top = name.partition(".")[0]
        parts = name.split(".")
        for count in range(1, len(parts) + 1):
            prefix = ".".join(parts[:count])
            if is_interpreted(run, prefix):
                load_module(run, prefix)
        run.assign_name(top, module_value(run, top))


def modules_named(statement: ast.AST) -> list[str]:
    """The full names of the modules that a statement imports; none for a relative import."""
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names]
    if isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
        return [statement.module]
    return []


def module_value(run: Run, name: str) -> Value:
    """A module as a value. The module and its packages are interpreted first."""
    if is_modelled_module(name):
        return (External(name),)
    parts = name.split(".")
    for count in range(1, len(parts) + 1):
        prefix = ".".join(parts[:count])
        if is_interpreted(run, prefix):
            load_module(run, prefix)
    if is_interpreted(run, name) or is_namespace(run, name):
        return (Module(name),)
    return (External(name),)


def imported_module(source: Source, statement: ast.ImportFrom) -> str:
    """The full name of the module from which a statement imports."""
    if not statement.level:
        return statement.module or ""
    package = source.package.split(".") if source.package else []
    return ".".join([*package[: len(package) - statement.level + 1], *filter(None, [statement.module])])


def import_from(run: Run, node: ast.ImportFrom) -> None:
    """``from a import b``."""
    module = imported_module(run.source, node)
    if module == "__future__":
        return
    for alias in node.names:
        if alias.name == "*":
            import_all(run, module)
            continue
        value = imported_name(run, module, alias.name)
        run.node = node
        if run.heap is None:
            return
        if value is None:
            value = run.unknown(f"{module} has no name {alias.name!r} that is known")
        note_import(run, alias.asname or alias.name, module, alias.name, value)
        run.assign_name(alias.asname or alias.name, value)


def imported_name(run: Run, module: str, name: str) -> Value | None:
    """``from module import name``."""
    owner = module_value(run, module) if module else ()
    if owner and isinstance(owner[0], Module):
        site = run.modules.get(module)
        if site is not None and run.live.get(site) is not None:
            found = run.live[site].get(name)
            if found is not None:
                return found
        full = f"{module}.{name}"
        if is_interpreted(run, full) or is_modelled_part(full) or is_namespace(run, full):
            return module_value(run, full)
        if site is not None:
            return module_attribute(run, module, name)
        return None
    from .libraries.names import external_attribute
    from .replaced_attributes import replaced_attribute

    return replaced_attribute(run, (module,), name) or external_attribute(run, module, name)


def module_attribute(run: Run, module: str, name: str) -> Value | None:
    """An attribute of an interpreted module; None if it has none."""
    site = run.modules.get(module)
    if site is not None:
        found = run.live.get(site)
        if found is not None:
            value = found.get(name)
            if value is not None:
                return value
    full = f"{module}.{name}"
    if full in run.modules or is_interpreted(run, full) or is_modelled_part(full) or is_namespace(run, full):
        return module_value(run, full)
    if site is not None:
        frame = run.live.get(site)
        getter = None if frame is None else frame.fields.get("__getattr__")
        if getter is not None:
            return run.call(getter, [of_constant(name)], label="__getattr__")
        if frame is not None and frame.rest:
            return frame.rest
    return None


def import_all(run: Run, module: str) -> None:
    """``from module import *``."""
    owner = module_value(run, module)
    if not isinstance(owner[0], Module) or module not in run.modules:
        from .libraries.names import star_names

        names = star_names(module)
        if names is None:
            frame = run.writable(run.frame)
            frame.rest = run.unknown(f"every name of {module} is imported")
            return
        for name in names:
            value = imported_name(run, module, name)
            if value is not None:
                run.assign_name(name, value)
        return
    from .iteration import known_items
    from .values import Text

    frame = run.live[run.modules[module]]
    exported = frame.fields.get("__all__")
    listed = known_items(run, exported) if exported is not None else None
    names_of_module = [key for key in frame.fields if isinstance(key, str) and not key.startswith("_")]
    if listed is not None:
        names_of_module = [item[0].constant for item in listed if item and isinstance(item[0], Text)]
    for name in names_of_module:
        value = imported_name(run, module, name)
        if value is not None:
            note_import(run, name, module, name, value)
            run.assign_name(name, value)
