"""Calls of one function with arrays of given dtypes, for ``jaxtyping-promo rule``.

Each call starts from the program as its modules have left it, and has records and a memo of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Final, NamedTuple

from .attributes import get_attribute
from .call_memo import CallMemo
from .coroutines import finished
from .declared import declared_instance, declared_value
from .input_kinds import holds_array
from .modes import jax_systems
from .named_functions import NamedFunction, alias_of, frame_of
from .origins import chosen
from .places import place_of
from .program import forget_globals
from .program_files import is_installed
from .records import Records
from .run import MOST_STEPS, STEPS_OF_A_TEST
from .value_texts import UNKNOWN, ValueText, value_text
from .values import BOTTOM, Array, Class, External, Function, Object, Value, is_unknown, join, only

if TYPE_CHECKING:
    from .definitions import Definition
    from .modules import Source
    from .run import Run

ERROR: Final = "error"
"""The text of the result if JAX raises an error on each path through the function."""
ANY_CLASSES: Final = frozenset(
    ("typing.Any", "jax.typing.ArrayLike", "jax._src.typing.ArrayLike", "jaxtyping.ArrayLike", "chex.ArrayLike")
)
"""The names in annotations that allow arrays of any dtype, beside the classes of arrays."""
MOST_ALIASES: Final = 8
"""The deepest nesting of unions, and of names that stand for another annotation."""
CALL: Final = ast.Pass()
"""The syntax node of the calls, which no program contains."""


class Parameter(NamedTuple):
    """A parameter without a default.

    Attributes:
        name: its name.
        is_named: whether it is passed by name.
        is_open: whether it takes an array whose dtype its annotation does not state.
        declared: the value that its annotation describes.
    """

    name: str
    is_named: bool
    is_open: bool
    declared: Value


class FunctionCalls:
    """Calls a function with arrays of given dtypes.

    Args:
        run: the run, after the module of the function.
        function: the function.

    Attributes:
        definition: the function's syntax.
        parameters: its parameters without a default, apart from the receiver of a method.
        dtypes: the dtypes that arrays may have in the mode of JAX after the module's imports.
    """

    def __init__(self, run: Run, function: NamedFunction) -> None:
        self.run, self.function = run, function
        self._start = run.live
        with self._entering(0):
            self.definition = run.definition(function.node)
            self.parameters = self._parameters()
        self.dtypes = frozenset(
            dtype for system in jax_systems(run) for dtype in system.nodes if dtype not in system.truncated
        )

    def _entering(self, context: int) -> AbstractContextManager[None]:
        return self.run.entering(frame_of(self.run, self.function.source), self.function.source, None, context)

    def _parameters(self) -> list[Parameter]:
        run, found = self.run, list[Parameter]()
        receiver = self.definition.names[:1] if self.function.is_method else ()
        for parameter, default in self.definition.parameters:
            name, annotation = parameter.arg, parameter.annotation
            if default is not None or name in receiver:
                continue
            declared, is_open = BOTTOM, annotation is None
            for source, member in [] if annotation is None else self._members(self.function.source, annotation):
                with run.entering(frame_of(run, source), source, None, 0):
                    value = declared_value(run, member, name)
                    is_open |= self._takes_open_array(member, value)
                    declared = join(declared, value)
            found.append(Parameter(name, name in self.definition.keyword_only, is_open, declared))
        return found

    def _members(self, source: Source, annotation: ast.expr, depth: int = 0) -> Iterator[tuple[Source, ast.expr]]:
        """The members of a union, with the module that writes each one. A name may stand for another annotation."""
        members: Sequence[ast.expr] = ()
        match annotation:
            case ast.Constant(value=str(text)):
                members = [tree.body] if (tree := _parsed(text)) is not None else []
            case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                members = [left, right]
            case ast.Subscript(value=ast.Name(id="Union") | ast.Attribute(attr="Union"), slice=ast.Tuple(elts=parts)):
                members = parts
            case ast.Subscript(value=ast.Name(id="Optional") | ast.Attribute(attr="Optional"), slice=part):
                members = [part, ast.Constant(None)]
            case ast.Name(id=name):
                alias = alias_of(self.run.finder, source.name, name)
                if alias is not None and self._is_read(alias[0]):
                    source, members = alias[0], [alias[1]]
        if depth == MOST_ALIASES or not members:
            yield source, annotation
            return
        for member in members:
            yield from self._members(source, member, depth + 1)

    def _is_read(self, source: Source) -> bool:
        """Whether aliases of a module are followed: those of the program, and of the function's own package."""
        own = self.function.source.name.partition(".")[0]
        return not is_installed(source.path) or source.name.partition(".")[0] == own

    def _takes_open_array(self, annotation: ast.expr, declared: Value) -> bool:
        """Whether an annotation allows arrays, and states no dtype for them."""
        arrays = [item for item in declared if isinstance(item, Array) and not item.is_struct]
        if arrays:
            return any(item.dtype is None for item in arrays)
        if not is_unknown(declared):
            return False
        if holds_array(annotation):
            return True
        if not isinstance(annotation, (ast.Name, ast.Attribute)):
            return False
        with self.run.records.paused():
            item = only(self.run.evaluate(annotation), External)
        return item is not None and item.name in ANY_CLASSES

    def result(self, dtypes: Mapping[str, str]) -> ValueText:
        """Call the function, and show its result in words.

        Args:
            dtypes: the dtype of each open parameter; of random keys, ``"key<fry>"``.

        Afterwards, `Run.records` has the findings of this call alone.
        """
        run = self.run
        missing = [dtype for dtype in dtypes.values() if dtype not in self.dtypes and not dtype.startswith("key")]
        if missing:
            run.records = Records()
            return ValueText(UNKNOWN, f"{missing[0]} exists only with x64, which is off")
        shown = self._called(dtypes, believes_refusals=False)
        if shown.text == UNKNOWN and run.records.refused:
            records = run.records
            if self._called(dtypes, believes_refusals=True).text == ERROR:
                shown = ValueText(ERROR, "")
            run.records = records
        return shown

    def _called(self, dtypes: Mapping[str, str], *, believes_refusals: bool) -> ValueText:
        run = self.run
        run.records, run.memo = Records(), CallMemo()
        run.heap = self._start.branch()
        run.most_steps = run.budget = run.steps + MOST_STEPS
        cut = run.cut_entries
        if self.function.source.name in run.modules:
            forget_globals(run, self.function.source, run.modules[self.function.source.name])
        shown = ValueText(UNKNOWN, f"{self.definition.name} takes more steps than are followed")
        context = run.child_context(("rule", *dtypes.items(), believes_refusals))
        with run.entry(STEPS_OF_A_TEST), self._entering(context), run.believing_refusals(believes_refusals):
            run.node = self.definition.node
            positional = [self._argument(each, dtypes) for each in self.parameters if not each.is_named]
            named = {each.name: self._argument(each, dtypes) for each in self.parameters if each.is_named}
            called = self._callable()
            value = finished(run, run.call(called, positional, named, node=CALL))
            if run.heap is not None and value:
                shown = value_text(run, value)
            elif run.records.refused:
                shown = ValueText(ERROR, "") if believes_refusals else ValueText(UNKNOWN, "")
            elif run.cut_entries == cut:
                shown = ValueText(UNKNOWN, f"no path through {self.definition.name} returns a value")
        run.heap = self._start
        return shown

    def _argument(self, parameter: Parameter, dtypes: Mapping[str, str]) -> Value:
        dtype = dtypes.get(parameter.name)
        if dtype is None:
            return parameter.declared
        shapes = {item.shape for item in parameter.declared if isinstance(item, Array)}
        shape = () if dtype.startswith("key") else shapes.pop() if len(shapes) == 1 else None
        place = place_of(self.definition.node, self.definition.path)
        return (Array(dtype, shape, chosen(place, f"the argument {parameter.name}")),)

    def _callable(self) -> Value:
        """What a caller calls: the function behind its decorators, or a method of an object."""
        owner, name = self.function.owner, self.function.attribute
        if self.function.kind == "method":
            with self.run.records.paused():
                owner = instance_of(self.run, owner[0])
        return get_attribute(self.run, owner, name)


def _parsed(text: str) -> ast.Expression | None:
    """The expression of an annotation in quotes; None if it can't be read."""
    try:
        return ast.parse(text, mode="eval")
    except SyntaxError:
        return None


def instance_of(run: Run, cls: Class) -> Value:
    """An object of a class: made by its ``__init__`` with arguments as declared, or with its declared fields."""
    info = run.classes[cls.site]
    function = only(info.find(run, "__init__") or BOTTOM, Function)
    start = run.live
    if function is not None and not info.inherits("flax.linen.Module"):
        definition = function.definition
        source = run.models.get(("source", definition.path), run.source)
        owner = function.frame if function.frame in start else info.frame
        run.heap = start.branch()
        with run.entering(owner, source, None, run.context):
            arguments = _required(run, definition)
        prepared = run.live
        for believes in (True, False):
            run.heap = prepared.branch()
            with run.believing_refusals(believes):
                made = run.call((cls,), [], arguments, node=CALL, label=("receiver", cls.site))
            if run.heap is not None and only(made, Object) is not None:
                return made
        run.heap = start
    with run.entering(info.frame, run.source, None, run.context):
        return declared_instance(run, cls, "self")


def _required(run: Run, definition: Definition) -> dict[str, Value]:
    """The arguments of an ``__init__`` without the receiver, as declared; parameters with a default get none."""
    found: dict[str, Value] = {}
    for parameter, default in [*definition.parameters][1:]:
        if default is None:
            found[parameter.arg] = (
                run.unknown(f"the parameter {parameter.arg!r} of {definition.name} declares no type")
                if parameter.annotation is None
                else declared_value(run, parameter.annotation, parameter.arg)
            )
    return found
