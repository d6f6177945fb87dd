"""Finds numbers whose class differs from the class that mypy infers: ``rate: float = 1``.

To mypy, an `int` is also a `float`, and so is NumPy's `float64`. JAX promotes them differently: int32 times `1` is
int32, and int32 times `1.0` is float32. bfloat16 times a NumPy `float64` is float32.

A parameter declared as `float` is trusted. If its default value, an assigned value or an item of its list is of another
class, the number may be of either class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mypy.nodes import (
    GDEF,
    MDEF,
    CallExpr,
    ComplexExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    FloatExpr,
    ForStmt,
    FuncDef,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    OverloadedFuncDef,
    RefExpr,
    SetExpr,
    StarExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    Overloaded,
    TupleType,
    Type,
    UnionType,
    get_proper_type,
)

from ..any_type import ANYTHING
from ..installed_packages import is_of_program
from ..jax_names import SCALARS
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file, loaded_modules
from .assignment_marker import inner_value
from .assignment_record import Assignments, Site, closure
from .assignments import assignments_of
from .generic_results import returns_variable
from .keys import Key, key_of, root_of, root_place
from .number_classes import FLOAT64, LITERALS, NUMBERS, WHOLE, class_of, is_accepted, result_class, without_bool
from .symbols import has_inferred_type, variable
from .untyped_values import is_untyped
from .written_values import is_call_of_jax, items_of, looped, shared_items

SELECTING = frozenset(f"builtins.{name}" for name in ("max", "min", "sum", "next", "abs"))
"""The functions that return an argument, an item of an argument, or a number of the same class."""
ADDING = frozenset(("builtins.sum", "builtins.abs"))
"""The functions among them that return an int for bools."""
TAKING = frozenset(("get", "pop", "popleft", "setdefault"))
"""The methods of containers that return an item, or their second argument."""
CONVERTING = frozenset(("item", "tolist"))
"""The methods of arrays that return Python numbers."""


def shown_number(api: CheckerPluginInterface, t: Type, expression: Expression) -> Type:
    """The type of an operand; a number that may be of other classes becomes a union of classes.

    Args:
        api: the type checker.
        t: the type that mypy infers.
        expression: the operand.
    """
    name = class_of(t)
    if name not in SCALARS or isinstance(expression, IntExpr | FloatExpr | ComplexExpr):
        return t
    sources = _Sources(api)
    found = sources.of(expression)
    # mypy narrows an attribute to the number that it gets, also across a call that assigns it another number.
    may_be_wider = sources.may_be_wider or isinstance(expression, MemberExpr)
    shown = {one for one in found if is_accepted(one, name) or (may_be_wider and one in SCALARS)}
    if sources.may_be_anything or (sources.may_be_narrower and name in ("builtins.float", "builtins.complex")):
        return ANYTHING
    if not shown - {name}:
        return t
    # The declared class remains possible: a caller may pass it to a parameter, for example.
    names = sorted({*shown, name} if sources.may_be_declared else shown, key=NUMBERS.index)
    return UnionType.make_union([api.named_generic_type(one, []) for one in names])


def tree_with_shown_numbers(api: CheckerPluginInterface, t: Type, expression: Expression) -> Type:
    """The type of a number or a tuple of numbers, with `Any` for each number that may be of other classes."""
    proper = get_proper_type(t)
    if isinstance(proper, TupleType) and isinstance(expression, TupleExpr):
        if len(proper.items) != len(expression.items):
            return t
        pairs = zip(proper.items, expression.items, strict=True)
        return proper.copy_modified(items=[tree_with_shown_numbers(api, *pair) for pair in pairs])
    shown = shown_number(api, t, expression)
    return t if shown is t else ANYTHING


def _is_elsewhere(api: CheckerPluginInterface, var: Var) -> bool:
    """Whether another module of the program defines a variable or attribute. Only the interpreter follows it there."""
    module = var.info.module_name if var.info else var.fullname.rpartition(".")[0]  # `info` is false outside classes
    defining = loaded_modules(api).get(module)
    return module != current_file(api).fullname and defining is not None and is_of_program(defining)


class _Sources:
    """Follows numbers back to the values that they come from.

    Attributes:
        may_be_declared: whether the class of some source is known only from a declaration.
        may_be_wider: whether a variable is assigned a number of a wider class than its first one. mypy reports that
            assignment, and Python executes it.
        may_be_narrower: whether a variable is also assigned a part of a value, whose class is unknown.
        may_be_anything: whether a source is of type `Any`. mypy keeps the class of a variable's first number:
            ``total = 0.0``, and then ``total += loss``, is a `float`, although it may be an array.
    """

    def __init__(self, api: CheckerPluginInterface) -> None:
        self._api = api
        self._own: Assignments = assignments_of(current_file(api))
        self._facts = self._own
        self._seen: set[tuple[Assignments, str]] = set()
        self._seen_containers: set[str] = set()
        self._seen_holders: set[str] = set()
        self.may_be_declared = False
        self.may_be_wider = False
        self.may_be_narrower = False
        self.may_be_anything = False

    def of(self, expression: Expression) -> set[str]:
        """The classes that a number may be of, as far as the program shows them."""
        match expression := inner_value(expression):
            case UnaryExpr(op="-" | "+" | "~", expr=inner):
                return without_bool(self.of(inner))
            case ConditionalExpr(if_expr=one, else_expr=other):
                return self.of(one) | self.of(other)
            case NameExpr() | MemberExpr():
                return self._classes_of_values(expression)
            case StarExpr(expr=container):
                self.may_be_anything |= self._holds_anything(container)
                classes = self._classes_in(container) or self._classes_of_items(container)
                return _with_narrower(classes) if self._is_named_tuple(container) else classes
            case IndexExpr(base=base):
                found = self._classes_in(base)
                if found is None:
                    return set()
                classes = found or self._any(self._possible_numbers(base)) or self._inferred_class(expression)
                return _with_narrower(classes) if self._is_named_tuple(base) else classes
            case CallExpr(callee=MemberExpr(expr=base, name=name), args=args) if name in TAKING:
                return (self._classes_in(base) or set()) | self._any(args[1:]) or self._inferred_class(expression)
            case CallExpr(callee=RefExpr(fullname=name), args=args) if name in SELECTING:
                item_lists = [self._items(argument) for argument in args]
                if None in item_lists:
                    return set()
                items = [item for each in item_lists for item in each or ()]
                selected = self._any([*items, *args])
                return (without_bool(selected) if name in ADDING else selected) or self._inferred_class(expression)
            case CallExpr(callee=RefExpr(fullname=name)) if name.startswith("numpy.") and isinstance(
                get_proper_type(stored_type(self._api, expression)), AnyType | None
            ):
                return {FLOAT64}  # mypy infers Any for the result of a universal function
            case CallExpr() if returns_variable(self._api, expression):
                return self._any(self._possible_numbers(expression)) | self._inferred_class(expression)
            case OpExpr(op="or" | "and", left=left, right=right):
                return self.of(left) | self.of(right)
            case OpExpr(left=left, right=right, op=op) if not self._is_checked(expression) or self._inferred_class(
                expression
            ):
                sides = self.of(left), self.of(right)
                if op == "**" and sides[0] | sides[1] <= WHOLE and self._is_checked(expression):
                    return self._inferred_class(expression)  # mypy knows that ``2 ** -1`` is a float
                results = {result_class(op, one, other) for one in sides[0] for other in sides[1]}
                return results or sides[0] | sides[1] | self._inferred_class(expression)
        return self._inferred_class(expression)

    def _classes_in(self, container: Expression) -> set[str] | None:
        """The classes of the items that the program shows in a container; None if the search has been there."""
        items = self._items(container)
        if items is None:
            return None
        is_shared = self._is_declared_for_all(root_place(container))
        self.may_be_declared |= not items or is_shared or not self._shows_all_items(container)
        others = [value for value in self._values_of_root(container) if not _makes_container(value)]
        self.may_be_anything |= any(map(self._holds_anything, others))
        return self._any(items)

    def _shows_all_items(self, container: Expression) -> bool:
        """Whether the program shows all items of a container: it is no parameter, and no function's result."""
        if root_of(container) is None:
            return True
        values = self._values_of_root(container)
        return bool(values) and not _is_parameter(container) and all(map(_makes_container, values))

    def _values_of_root(self, container: Expression) -> list[Expression]:
        """The values of the variable or attribute that holds a container, here and in the module that defines it."""
        return [value for facts, key in self._places_of(root_place(container)) for value in facts.values.get(key, ())]

    def _places_of(self, place: Expression) -> list[tuple[Assignments, Key]]:
        """The facts about a variable or attribute, and its key there. That of another module may be anything."""
        key, var = key_of(place), variable(self._api, place)
        if var is not None and _is_elsewhere(self._api, var):
            self.may_be_anything = True
        return [] if key is None else [(self._facts, key)]

    def _any(self, expressions: Iterable[Expression]) -> set[str]:
        """The classes of all these numbers together."""
        return {name for expression in expressions for name in self.of(expression)}

    def _classes_of_values(self, place: NameExpr | MemberExpr) -> set[str]:
        """The classes of the values assigned to a variable or attribute, here and in the module that defines it."""
        places = self._places_of(place)
        if not places:  # a name that mypy has not analyzed
            return self._inferred_class(place)
        if isinstance(place, MemberExpr) and not self._is_checked(place) and not _is_of_self(place):
            self.may_be_anything = True  # the object is another module's, and its class is unknown
        here, classes = self._facts, set[str]()
        for self._facts, key in places:
            classes |= self._classes_in_module(place, key)
        self._facts = here
        return classes

    def _classes_in_module(self, place: NameExpr | MemberExpr, key: Key) -> set[str]:
        """The classes of the values that the module of the current facts assigns to a variable or attribute."""
        if (self._facts, key) in self._seen:
            return set()
        self._seen.add((self._facts, key))
        values = self._facts.values.get(key, [])
        if not values or _is_parameter(place):
            self.may_be_declared = True
        could_be_anything = self.may_be_anything
        places = self._facts.places.get(key, ())
        unpacked = [item for value in self._facts.unpacked.get(key, ()) for item in self._possible_numbers(value)]
        classes = self._any(values) or self._any(unpacked) or self._inferred_class(place)
        if key in self._facts.unannotated:  # a caller may pass anything in place of the default
            classes |= self._inferred_class(place)
        if self._is_told(place):
            if self.may_be_anything and self._facts is not self._own:  # the class of another module's value is unknown
                classes = _with_narrower(classes | {class_of(stored_type(self._api, place))} - {""})
            self.may_be_anything = could_be_anything
        self.may_be_declared |= self._is_declared_for_all(place)
        var = variable(self._api, place)
        first = class_of(var.type) if var is not None and has_inferred_type(var) else ""
        classes |= self._classes_of_parts(key, values, first)
        if any(_is_division(site) for site in places):
            classes.add("builtins.float")
        if first in SCALARS:  # mypy reports the values of other classes, and Python assigns them
            self.may_be_wider |= any(one in SCALARS and not is_accepted(one, first) for one in classes)
            self.may_be_anything |= any(self._is_object(value) for value in values)
        return classes

    def _is_declared_for_all(self, place: Expression) -> bool:
        """Whether any code may store other numbers in a variable or attribute, as far as its declaration allows."""
        var = variable(self._api, place)
        if var is None or has_inferred_type(var) or var.is_final:
            return False
        return isinstance(place, MemberExpr) or (isinstance(place, NameExpr) and place.kind in (GDEF, MDEF))

    def _is_object(self, value: Expression) -> bool:
        """Whether a value is an object other than a number, such as an array."""
        t = get_proper_type(stored_type(self._api, value))
        return isinstance(t, Instance) and not class_of(t)

    def _classes_of_parts(self, key: Key, values: list[Expression], first: str) -> set[str]:
        """The classes of a variable's values that no expression shows: an item of ``range(3)``, a part of a result.

        Args:
            key: the variable or attribute.
            values: the values that expressions show.
            first: the class of the first value, if mypy infers the variable's type from it.
        """
        classes: set[str] = set()
        for position, site in enumerate(self._facts.places.get(key, ())):
            is_shown = site.value in values or (isinstance(site.statement, ForStmt) and _shows_items(site, key))
            if is_shown:
                continue
            name = first if first and not position else self._class_of_part(site, key)
            classes |= {name} if name else set()
            if self._is_named_tuple(site.value):
                classes = _with_narrower(classes)
            self.may_be_narrower |= not name
            self.may_be_anything |= not name and isinstance(site.statement, ForStmt)
        return classes

    def _class_of_part(self, site: Site, key: Key) -> str:
        """The class of a variable's value by the type of the loop's item or of the unpacked value, if mypy knows it."""
        lvalue, loop = site.lvalues[0], site.statement if isinstance(site.statement, ForStmt) else None
        whole = get_proper_type(stored_type(self._api, site.value) if loop is None else loop.inferred_item_type)
        if isinstance(lvalue, TupleExpr) and isinstance(whole, TupleType) and len(lvalue.items) == len(whole.items):
            types = [t for t, item in zip(whole.items, lvalue.items, strict=True) if key_of(item) == key]
            return class_of(types[0]) if types else ""
        return class_of(whole) if loop is not None and key_of(lvalue) == key else ""

    def _is_named_tuple(self, value: Expression) -> bool:
        """Whether a value is a named tuple, whose fields may have defaults: ``rate: float = 1``."""
        proper = get_proper_type(stored_type(self._api, value))
        return isinstance(proper, TupleType) and proper.partial_fallback.type.is_named_tuple

    def _is_told(self, place: NameExpr | MemberExpr) -> bool:
        """Whether a declaration or a test, and not only the first assigned value, says that a variable is a number."""
        stored = get_proper_type(stored_type(self._api, place))
        var = variable(self._api, place)
        if stored is None and var is not None and isinstance(get_proper_type(var.type), AnyType | None):
            return False  # a function that mypy has not checked yet
        if isinstance(stored, AnyType):
            return False
        return var is None or not has_inferred_type(var) or isinstance(get_proper_type(var.type), AnyType)

    def _items(self, container: Expression) -> list[Expression] | None:
        """The items that the program puts into a list or dict; None if the search has been there: ``x[0] = x[1]``."""
        literal_items = [*items_of(container)]
        key = root_of(container)
        if literal_items or key is None:
            return literal_items
        if key in self._seen_containers:
            return None
        self._seen_containers.add(key)
        return [
            item
            for facts, known_as in self._places_of(root_place(container))
            for holder in sorted(closure({known_as}, facts.linked))
            for item in facts.items.get(holder, ())
        ]

    def _classes_of_items(self, container: Expression) -> set[str]:
        """The classes of numbers that a container may hold, by the type that mypy infers for it."""
        proper = get_proper_type(stored_type(self._api, container))
        items = proper.items if isinstance(proper, TupleType) else proper.args if isinstance(proper, Instance) else ()
        return {name for item in items if (name := class_of(item))}

    def _possible_numbers(self, value: Expression) -> Iterator[Expression]:
        """The expressions for numbers that a value may hold, as an item or as the result of a function's argument."""
        match value:
            case CallExpr(callee=MemberExpr(name=name)) if name in CONVERTING:
                return
            case CallExpr(callee=callee, args=args):
                is_of_numpy = isinstance(callee, RefExpr) and callee.fullname.startswith("numpy.")
                if is_of_numpy or is_call_of_jax(value) or not returns_variable(self._api, value):
                    return  # JAX and NumPy return arrays
                for argument in (*args, callee.expr) if isinstance(callee, MemberExpr) else args:
                    if not isinstance(argument, LambdaExpr):
                        yield argument
                        yield from self._possible_numbers(argument)
            case NameExpr() | MemberExpr() if (key := key_of(value)) is not None and key not in self._seen_holders:
                self._seen_holders.add(key)
                for facts, known_as in self._places_of(value):
                    yield from facts.items.get(known_as, ())
                    for assigned in (*facts.values.get(known_as, ()), *facts.unpacked.get(known_as, ())):
                        yield from self._possible_numbers(assigned)
            case StarExpr(expr=inner):
                yield from self._possible_numbers(inner)
            case _:
                yield from items_of(value)

    def _holds_anything(self, container: Expression) -> bool:
        """Whether a container, or an item of it, is of type `Any`."""
        proper = get_proper_type(stored_type(self._api, container))
        items = (
            proper.items if isinstance(proper, TupleType) else proper.args[-1:] if isinstance(proper, Instance) else ()
        )
        return isinstance(proper, AnyType) or any(isinstance(get_proper_type(item), AnyType) for item in items)

    def _inferred_class(self, expression: Expression) -> set[str]:
        """The class that mypy infers for an expression.

        mypy checks a file's own statements before the bodies of its functions, so the class may have to be declared.
        """
        t = stored_type(self._api, expression) or _declared_type(self._api, expression)
        name = class_of(t) or LITERALS.get(type(expression), "")
        proper = get_proper_type(t)
        is_of_numpy = isinstance(proper, Instance) and proper.type.fullname.startswith("numpy.")
        if not name and (isinstance(proper, AnyType | None) or is_of_numpy or is_untyped(self._api, expression)):
            self.may_be_anything = True
        return {name} if name else set()

    def _is_checked(self, expression: Expression) -> bool:
        return stored_type(self._api, expression) is not None


def _declared_type(api: CheckerPluginInterface, expression: Expression) -> Type | None:
    """The type of an expression as declarations say it, or None."""
    match expression:
        case NameExpr() | MemberExpr() if (var := variable(api, expression)) is not None:
            return var.type
        case CallExpr(callee=RefExpr(node=TypeInfo() as info)) if info.fullname in NUMBERS:
            return api.named_generic_type(info.fullname, [])
        case CallExpr(callee=RefExpr(node=FuncDef() as function)):
            functions = [function]
        case CallExpr(callee=RefExpr(node=OverloadedFuncDef(type=Overloaded(items=items)))):
            numbers = {name: t.ret_type for t in items if (name := class_of(t.ret_type))}
            return next(iter(numbers.values())) if len(numbers) == 1 else None
        case CallExpr(callee=MemberExpr(node=None, name=name)):
            functions = assignments_of(current_file(api)).methods.get(name, [])
        case _:
            functions = []
    results = [f.type.ret_type if isinstance(f.type, CallableType) else None for f in functions]
    return results[0] if len(set(map(class_of, results))) == 1 else None


def _with_narrower(classes: set[str]) -> set[str]:
    """Classes of numbers, with `int` for each `float`, and `bool` for each `int`: mypy accepts them there."""
    narrower = {"builtins.float": "builtins.int", "builtins.int": "builtins.bool"}
    return classes | {narrower[name] for name in classes if name in narrower}


def _is_division(site: Site) -> bool:
    """Whether ``x /= y`` or ``x **= y`` may turn an int into a float."""
    return isinstance(site.statement, OperatorAssignmentStmt) and site.statement.op in ("/", "**")


def _makes_container(value: Expression) -> bool:
    """Whether a value is a container whose items the program shows."""
    return isinstance(value, DictExpr | ListExpr | TupleExpr | SetExpr) or any(True for _ in shared_items(value))


def _shows_items(site: Site, key: Key) -> bool:
    """Whether the program shows the items that a loop assigns to a variable."""
    return any(
        key_of(target) == key and any(True for _ in shared_items(container))
        for target, container in looped(site.lvalues[0], site.value)
    )


def _is_of_self(attribute: MemberExpr) -> bool:
    """Whether an attribute belongs to a method's own object."""
    return isinstance(attribute.expr, NameExpr) and getattr(attribute.expr.node, "is_self", False)


def _is_parameter(expression: Expression) -> bool:
    return isinstance(expression, NameExpr) and getattr(expression.node, "is_argument", False)
