"""Follows variables that hold arrays of one dtype after another: ``x = x.astype(jnp.bfloat16)``.

mypy infers a variable's type from its first assignment, and reports a later assignment of another dtype as an error. So
this module declares each variable that is assigned more than once as an array of unknown dtype. A list, dict or tuple
of arrays gets items of unknown dtype. mypy's binder, which follows the control flow, then knows the dtype after each
assignment.

mypy has no hook for assignments. So when mypy begins to check a file, each value assigned to such a variable is wrapped
in a marker call (`marked`). The hooks of that call see every value, and return the type that mypy uses for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mypy.nodes import (
    ARG_STAR,
    ARG_STAR2,
    MDEF,
    AssignmentExpr,
    AssignmentStmt,
    Block,
    CallExpr,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    ForStmt,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    SetExpr,
    StarExpr,
    Statement,
    StrExpr,
    TempNode,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.plugin import CheckerPluginInterface, MethodContext, MethodSigContext
from mypy.subtypes import is_subtype
from mypy.typeops import make_simplified_union
from mypy.types import (
    CallableType,
    FunctionLike,
    Instance,
    NoneType,
    PartialType,
    TupleType,
    Type,
    UnionType,
    get_proper_type,
)

from ..jax_names import ARRAY, ARRAY_DTYPE, NDARRAY, SCALARS
from ..mypy_compat import (
    assign_in_binder,
    current_file,
    forget_partial_type,
    is_deferred,
    loaded_modules,
    narrow_in_binder,
    stored_type,
)
from ..per_file_cache import OfFiles
from ..types.array_types import ANYTHING, has_no_dtypes, holds_arrays, holds_containers, unfolded, without_dtypes
from ..types.operands import dtypes_of, known_dtype
from ..types.sequences import element_types
from ..variables.assignment_marker import inner_value, is_marked, marked, marker_class
from ..variables.assignments import Assignments, Site, assignments_of
from ..variables.keys import flattened, is_inferred, key_of
from ..variables.lambda_defaults import pass_defaults
from .binder import declare, redeclare, set_type, variable
from .nested_literals import joined_literal, may_be_joined

START = "builtins.str.__len__"
"""The method that the statement inserted at the beginning of each file calls."""

TRANSFORMED = ("jax._src.api.", "jax._src.pjit.", "jax._src.custom_derivatives.")
"""The prefixes of the full names of the stubs' classes for transformed functions."""

UNTYPED = ("jax._src.xla_bridge.local_devices", "jax.local_devices", "jax.process_count")
"""The functions of JAX whose type mypy infers as `Any` from JAX's source, although they are annotated."""

CONTAINERS = ("list", "dict", "set", "tuple", "defaultdict", "OrderedDict", "deque")
"""The classes whose calls may create an empty container, for which mypy infers an item type later."""

CONTAINER_LITERALS = (ListExpr, DictExpr, TupleExpr, SetExpr, ListComprehension, DictionaryComprehension)
"""The literals whose type would be the same with JAX's own annotations, apart from the dtypes."""
CONTEXT_DEPENDENT = (*CONTAINER_LITERALS, ConditionalExpr, OpExpr)
"""The expressions whose type depends on the expected type, and whose items mypy checks against it."""

ELLIPSIS_KINDS = [ARG_STAR, ARG_STAR2]
"""The kinds of the parameters of a function that accepts any arguments."""


class AssignedValues:
    """The assigned values that the plugin follows in the files under check."""

    def __init__(self) -> None:
        self._values = OfFiles(_Values)

    def begin(self, ctx: MethodContext) -> Type:
        """Method hook of `START`: mypy begins to check a file."""
        self.look(ctx.api)
        return ctx.default_return_type

    def look(self, api: CheckerPluginInterface) -> None:
        """Mark the assignments of the file that mypy is checking, if that has not been done yet."""
        values = self._values(current_file(api))
        if not values.is_complete:
            values.mark(api)

    def evaluated(self, ctx: MethodSigContext) -> FunctionLike:
        """Method signature hook of the marker: declare the type that mypy uses for the value as the call's result.

        The value is evaluated here, once. Its place in the call is taken by a placeholder until `restored`.
        """
        call, api = ctx.context, ctx.api
        self.look(api)  # mypy's daemon may check a single function, without the file's first statement
        tree: MypyFile = current_file(api)
        value = self._values(tree).by_call.get(call) if isinstance(call, CallExpr) else None
        if value is None or not isinstance(call, CallExpr):
            return ctx.default_signature
        result_type = value.type_for_mypy(api, assignments_of(tree), api.type_context[-1])
        call.args[0] = TempNode(ANYTHING, context=call)
        return ctx.default_signature.copy_modified(ret_type=result_type)

    def restored(self, ctx: MethodContext) -> Type:
        """Method hook of the marker: put the value back into the call as its argument."""
        call = ctx.context
        values = self._values(current_file(ctx.api))
        value = values.by_call.get(call) if isinstance(call, CallExpr) else None
        if value is not None and isinstance(call, CallExpr):
            call.args[0] = value.site.value
        return ctx.default_return_type


def add_start_statement(tree: MypyFile) -> None:
    """Insert a first statement into a file, so that a hook of the plugin runs before all other checks of the file.

    mypy may be iterating over the file's statements, so no statement may change its position. The first statement is
    replaced by a block of the inserted statement and itself.
    """
    if tree.is_stub or not tree.defs or _is_start(tree.defs[0]):
        return
    call = CallExpr(MemberExpr(StrExpr(""), START.rpartition(".")[2]), [], [], [])
    statement, first = ExpressionStmt(call), tree.defs[0]
    block = Block([statement, first])
    for node in (block, statement, call, call.callee):
        node.set_line(first)
    tree.defs[0] = block


def _is_start(statement: Statement) -> bool:
    """Whether a statement is the block that `add_start_statement` inserts."""
    match statement:
        case Block(body=[ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=StrExpr(value=""), name=name))), _]):
            return name == START.rpartition(".")[2]
    return False


class _Value:
    """An assigned value, alone or with the other values of its statement: ``a, b = b, a``.

    Args:
        site: the place of the assignment.
    """

    def __init__(self, site: Site) -> None:
        self.site = site
        self.later: list[_Value] = []
        """For the first value of a statement: the values that the same statement assigns after it."""
        self._type: Type | None = None
        self.is_only_joined = False
        """Whether the plugin only joins the items of a literal, and leaves the variable's type to mypy."""

    def type_for_mypy(self, api: CheckerPluginInterface, assignments: Assignments, expected: Type | None) -> Type:
        """The type that mypy uses for the value."""
        if assignments.is_changed_while_iterated(self.site):
            iterated = without_dtypes(_evaluated(api, self.site, expected))
            return iterated if is_deferred(api) else _Assignment(api, assignments, self.site).type_for_mypy(iterated)
        if self.is_only_joined:
            return joined_literal(api, self.site.value, _evaluated(api, self.site, expected))
        for other in self.later:  # Python evaluates every value before it assigns the first
            other._type = joined_literal(
                api, other.site.value, _evaluated(api, other.site, _expected_type(api, other.site))
            )
        value = self._type or joined_literal(api, self.site.value, _evaluated(api, self.site, expected))
        self._type = None
        return value if is_deferred(api) else _Assignment(api, assignments, self.site).type_for_mypy(value)


class _Values:
    """The assigned values of a file, by their marker calls."""

    def __init__(self, tree: MypyFile) -> None:
        self.by_call: dict[CallExpr, _Value] = {}
        self.is_complete = tree.is_stub
        self._tree = tree

    def mark(self, api: CheckerPluginInterface) -> None:
        """Wrap the assigned values of the file in marker calls."""
        marker = marker_class(loaded_modules(api))
        if marker is None:
            return  # the program has not loaded the stubs yet
        self.is_complete = True
        assignments = assignments_of(self._tree)
        for call in assignments.called_lambdas:
            pass_defaults(call)
        for lvalue, is_single in assignments.open_firsts():
            var = variable(api, lvalue)
            if var is not None and (not is_single or _overrides(var)):
                declare(lvalue, var, ANYTHING)
        simultaneous: dict[AssignmentStmt, list[Site]] = {}
        for site in assignments.sites:
            statement = site.statement
            if isinstance(statement, AssignmentStmt) and inner_value(statement.rvalue) is not site.value:
                simultaneous.setdefault(statement, []).append(site)
            elif _may_be_marked(site.value):
                if _is_followed(assignments, site):
                    self._put(site, marker)
                elif may_be_joined(site.value) and getattr(statement, "unanalyzed_type", None) is None:
                    self._put(site, marker).is_only_joined = True
        for sites in simultaneous.values():
            followed = [site for site in sites if _may_be_marked(site.value)]
            if any(_is_followed(assignments, site) for site in followed):
                values = [self._put(site, marker) for site in followed]
                values[0].later = values[1:]

    def _put(self, site: Site, marker: TypeInfo) -> _Value:
        """Wrap one value in a marker call, or find the call that already wraps it."""
        value, statement = _Value(site), site.statement
        call = _call_around(statement, site.value)
        if call is None:
            call = marked(marker, site.value)
            match statement:
                case AssignmentStmt(rvalue=TupleExpr(items=items) | ListExpr(items=items)) if site.value in items:
                    items[items.index(site.value)] = call
                case AssignmentStmt() | OperatorAssignmentStmt():
                    statement.rvalue = call
                case AssignmentExpr():
                    statement.value = call
                case ForStmt():
                    statement.expr = call
                case MatchStmt():
                    statement.subject = call
        self.by_call[call] = value
        return value


def _call_around(statement: object, value: Expression) -> CallExpr | None:
    """The marker call that wraps a value, or None."""
    match statement:
        case AssignmentStmt(rvalue=TupleExpr(items=items) | ListExpr(items=items)):
            candidates: Sequence[Expression] = items
        case AssignmentStmt(rvalue=one) | OperatorAssignmentStmt(rvalue=one) | AssignmentExpr(value=one):
            candidates = [one]
        case ForStmt(expr=one) | MatchStmt(subject=one):
            candidates = [one]
        case _:
            return None
    return next((one for one in candidates if is_marked(one) and inner_value(one) is value), None)


def _is_followed(assignments: Assignments, site: Site) -> bool:
    """Whether the plugin has to follow an assignment, because mypy's inferred type may be wrong later."""
    if isinstance(site.statement, AssignmentStmt) and site.statement.unanalyzed_type is not None:
        return _is_declared_open(site.lvalues[0])
    if assignments.is_changed_while_iterated(site):
        return True
    for lvalue in flattened(site.lvalues):
        key = key_of(lvalue)
        if key is not None and (
            key.startswith(".") or key in assignments.repeated or assignments.is_changed_unseen(key)
        ):
            var = lvalue.node if isinstance(lvalue, NameExpr) else None
            return not isinstance(var, Var) or var.is_inferred or not assignments.is_followed(key, site.function)
    return False


def _is_declared_open(lvalue: Expression) -> bool:
    """Whether a variable, and no attribute, is declared as an array that may have several dtypes."""
    if not isinstance(lvalue, NameExpr) or lvalue.kind == MDEF or not isinstance(lvalue.node, Var):
        return False
    declared = lvalue.node.type
    return declared is not None and _is_array(declared) and known_dtype(declared) is None


def _is_array(t: Type | None) -> bool:
    """Whether a type is the class `Array`, of any dtype."""
    return _is_instance(t, (ARRAY,))


def _as_declared(value: Type, declared: Type | None) -> Type:
    """The type of a value without the dtypes that the declaration of its variable leaves open.

    mypy narrows the variable to this type. Code that mypy does not see here may assign another dtype afterwards.
    """
    proper = get_proper_type(declared)
    if proper is None or not is_subtype(value, proper):
        return value
    if _is_array(proper):
        return proper if known_dtype(proper) is None else value
    return without_dtypes(value) if has_no_dtypes(proper) else value


def _may_be_marked(value: Expression) -> bool:
    """Whether mypy uses only the type of a value.

    If it also inspects the expression, a marker call would disturb it.
    """
    match value:
        case LambdaExpr() | TempNode() | StarExpr():
            return False
        case ListExpr(items=[]) | DictExpr(items=[]) | TupleExpr(items=[]):
            return False
        case RefExpr(node=node):
            return isinstance(node, Var) or (isinstance(value, MemberExpr) and node is None)
        case CallExpr(callee=RefExpr(node=TypeInfo() as made), args=args):
            return isinstance(value.analyzed, DictExpr | None) and not (
                made.name in CONTAINERS and (not args or made.name == "defaultdict")
            )
    return getattr(value, "analyzed", None) is None


def _expected_type(api: CheckerPluginInterface, site: Site) -> Type | None:
    """The type that mypy expects of a value that is assigned to a single variable."""
    var = variable(api, site.lvalues[0])
    if var is None or is_inferred(site.lvalues[0]) or isinstance(var.type, PartialType):
        return None
    return var.type


def _evaluated(api: CheckerPluginInterface, site: Site, expected: Type | None) -> Type:
    """The type of an assigned value.

    A container literal is inferred without an expected type where the plugin has declared the variable.
    """
    literal = site.value.analyzed if isinstance(site.value, CallExpr) else site.value  # dict(x=x) becomes a literal
    if expected is not None and isinstance(literal, CONTEXT_DEPENDENT) and holds_arrays(expected):
        with api.msg.filter_errors(filter_errors=True, save_filtered_errors=True) as errors:
            unexpected_type = api.get_expression_type(site.value)
        if not errors.has_new_errors() and is_subtype(unexpected_type, expected):
            return unexpected_type
        var = variable(api, site.lvalues[0])
        if (
            var is not None
            and var.is_inferred
            and is_subtype(without_dtypes(unexpected_type), without_dtypes(expected))
        ):
            api.msg.add_errors(errors.filtered_errors())
            return unexpected_type
    return api.get_expression_type(site.value, expected)


class _Assignment:
    """Computes the type that mypy uses for the value of one assignment.

    Args:
        api: the type checker.
        assignments: the assignments of the file.
        site: the place of the assignment.
    """

    def __init__(self, api: CheckerPluginInterface, assignments: Assignments, site: Site) -> None:
        self._api, self._assignments, self._site = api, assignments, site

    def type_for_mypy(self, value: Type) -> Type:
        """The type that mypy uses for the value."""
        lvalues, statement = self._site.lvalues, self._site.statement
        match statement:
            case OperatorAssignmentStmt(lvalue=lvalue):
                return self._augmented(lvalue, value)
            case AssignmentExpr(target=target):
                return self._declare(target, value)
            case ForStmt(index=index):
                return self._iterated(index, value)
            case MatchStmt():
                return self._matched(value)
        last = lvalues[-1]
        for other in lvalues[:-1]:
            self._declare(other, value)
        if not all(self._keeps_value(other, value) for other in flattened(lvalues[:-1])):
            value = without_dtypes(value)  # mypy narrows all variables of ``a = b = value`` to one type
        if isinstance(last, TupleExpr | ListExpr):
            return self._unpacked(last.items, value)
        return self._single(last, value)

    def _single(self, lvalue: Expression, value: Type) -> Type:
        """The type that mypy uses for the value of a single variable.

        If mypy infers the variable's type from this value, that is the declared type, without dtypes. The binder gets
        the value's own type.
        """
        var = variable(self._api, lvalue)
        if var is None:
            return value
        if not var.is_inferred:
            self._narrow(lvalue, var, value)
            return value if self._keeps_value(lvalue, value) else _as_declared(value, var.type)
        is_first = is_inferred(lvalue) or var.type is None
        is_none = isinstance(var.type, PartialType) and var.type.type is None
        if not is_first and not is_none:
            return self._later(lvalue, var, value)
        wide = self._wide(lvalue, value)
        if wide is None or (self._is_redefined(lvalue) and self._keeps_value(lvalue, value)):
            return value
        if not self._keeps_value(lvalue, value):
            return wide
        if is_none:
            forget_partial_type(self._api, var)
            wide = UnionType([wide, NoneType()])
        set_type(var, wide)
        assign_in_binder(self._api, lvalue, value)
        return value if is_none else wide

    def _narrow(self, lvalue: Expression, var: Var, value: Type) -> None:
        """Narrow a variable that ``x: jax.Array = value`` declares to the dtype of its value.

        mypy narrows such a variable by each later assignment itself, but not by the one that declares it.
        """
        statement = self._site.statement
        is_declaration = isinstance(statement, AssignmentStmt) and statement.unanalyzed_type is not None
        if is_declaration and _is_declared_open(lvalue) and dtypes_of(value) and self._keeps_value(lvalue, value):
            narrow_in_binder(self._api, lvalue, value, var.type)

    def _is_redefined(self, lvalue: Expression) -> bool:
        """Whether mypy's option ``allow_redefinition`` lets the variable change its type."""
        is_variable = isinstance(lvalue, NameExpr) and lvalue.kind != MDEF
        return is_variable and self._api.options.allow_redefinition

    def _declare(self, lvalue: Expression, value: Type, *, is_anything: bool = False) -> Type:
        """Declare a variable before its first assignment; the result is the type that mypy uses for the value.

        Args:
            lvalue: the variable, or a tuple of variables.
            value: the type of the value.
            is_anything: whether to declare the variable as `Any`.
        """
        if isinstance(lvalue, TupleExpr | ListExpr):
            return self._unpacked(lvalue.items, value)
        var = variable(self._api, lvalue)
        if var is None or not var.is_inferred:
            return value
        if isinstance(var.type, PartialType):
            return value
        if not is_inferred(lvalue) and var.type is not None:
            return self._later(lvalue, var, value)
        wide = self._wide(lvalue, value)
        if wide is None:
            return value
        if not self._is_redefined(lvalue):
            declare(lvalue, var, ANYTHING if is_anything else wide)
        return value if self._keeps_value(lvalue, value) else wide

    def _later(self, lvalue: Expression, var: Var, value: Type) -> Type:
        """The type that mypy uses for a value that is assigned to a variable with a declared type."""
        declared = get_proper_type(var.type)
        if declared is None or is_subtype(value, declared):
            return value if self._keeps_value(lvalue, value) or not holds_arrays(value) else without_dtypes(value)
        if self._is_returned_by_transformed() and not self._is_redefined(lvalue):
            if isinstance(lvalue, NameExpr | MemberExpr):
                redeclare(self._api, lvalue, var, ANYTHING)
            return ANYTHING
        is_array_next = holds_arrays(value) or _is_transformed(value) or _is_instance(value, (*SCALARS, ARRAY_DTYPE))
        if not is_array_next or not _is_replaceable(declared, value) or not isinstance(lvalue, NameExpr | MemberExpr):
            return value
        is_whole = not isinstance(self._site.statement, ForStmt) and any(one is lvalue for one in self._site.lvalues)
        is_written_out = is_whole and isinstance(self._site.value, CONTAINER_LITERALS)
        if self._is_redefined(lvalue) or (is_written_out and not is_subtype(without_dtypes(value), declared)):
            return value
        if is_subtype(without_dtypes(value), declared):
            redeclare(self._api, lvalue, var, without_dtypes(declared))
            return without_dtypes(value)
        redeclare(self._api, lvalue, var, ANYTHING)
        return ANYTHING

    def _augmented(self, lvalue: Expression, value: Type) -> Type:
        """The type that mypy uses for the operand of ``x += value``, which may turn a number into an array."""
        var = variable(self._api, lvalue)
        if var is None or not var.is_inferred or var.type is None or not holds_arrays(value):
            return value
        declared_type = get_proper_type(var.type)
        if _is_instance(declared_type, [NDARRAY]):
            return value  # `numpy_in_place` handles this case
        if not _may_be_number(declared_type):
            return value if self._keeps_value(lvalue, value) else without_dtypes(value)
        if isinstance(lvalue, NameExpr | MemberExpr):
            redeclare(self._api, lvalue, var, ANYTHING)
            assign_in_binder(self._api, lvalue, ANYTHING)
        return ANYTHING

    def _iterated(self, index: Expression, value: Type) -> Type:
        """The type that mypy uses for the iterable of a loop, whose items the loop variable is assigned."""
        proper = unfolded(value)
        api = self._api
        if isinstance(proper, TupleType):  # mypy would join its items
            item: Type = make_simplified_union(proper.items) if proper.items else ANYTHING
            if not holds_arrays(item):
                return value
            item_for_mypy = self._declare(index, item)
            return api.named_generic_type("builtins.tuple", [item_for_mypy])
        items = element_types(api, value, inner_value(self._site.value))
        if not items or not holds_arrays(value):
            return value
        item = make_simplified_union(items)
        item_for_mypy = self._declare(index, item)
        is_one = len(items) == 1 and item_for_mypy is item
        return value if is_one else api.named_generic_type("builtins.tuple", [item_for_mypy])

    def _matched(self, value: Type) -> Type:
        """The type that mypy uses for the subject of a `match`, whose patterns may capture any part."""
        if holds_arrays(value):
            for lvalue in flattened(self._site.lvalues):
                var = variable(self._api, lvalue)
                if var is None or not var.is_inferred or key_of(lvalue) not in self._assignments.repeated:
                    continue
                if var.type is None:
                    declare(lvalue, var, ANYTHING)
                elif _is_instance(var.type, [ARRAY]) and isinstance(lvalue, NameExpr | MemberExpr):
                    redeclare(self._api, lvalue, var, ANYTHING)
        return value

    def _unpacked(self, lvalues: list[Expression], value: Type) -> Type:
        """The type that mypy uses for a value whose items are assigned to several variables."""
        proper = unfolded(value)
        stars = [position for position, lvalue in enumerate(lvalues) if isinstance(lvalue, StarExpr)]
        if isinstance(proper, UnionType):
            if (items := _joined_items(proper, len(lvalues))) is None or stars:
                return UnionType([self._unpacked(lvalues, item) for item in proper.items])
            tuple_class = self._api.named_generic_type("builtins.tuple", [ANYTHING])
            # mypy declares variables that are unpacked from a union as `Any`, and so does the plugin.
            declared = [
                self._declare(lvalue, item, is_anything=isinstance(unfolded(item), UnionType))
                for lvalue, item in zip(lvalues, items, strict=True)
            ]
            return TupleType(declared, tuple_class)
        if isinstance(proper, TupleType) and not stars and len(proper.items) == len(lvalues):
            return proper.copy_modified(items=[*map(self._declare, lvalues, proper.items)])
        if not holds_arrays(value):
            return value
        items = element_types(self._api, value, inner_value(self._site.value))
        item = make_simplified_union(items) if items else ANYTHING
        is_array = _is_instance(proper, [ARRAY])
        items_stay = []
        for lvalue in lvalues:
            if isinstance(lvalue, StarExpr):
                several = self._api.named_generic_type("builtins.list", [item])
                items_stay.append(self._declare(lvalue.expr, several) is several)
            else:
                # JAX annotates the items of an array as Any, so plain JAX code infers Any for these variables.
                is_anything = is_array and key_of(lvalue) in self._assignments.others
                items_stay.append(self._declare(lvalue, item, is_anything=is_anything) is item)
        return value if all(items_stay) else ANYTHING

    def _wide(self, lvalue: Expression, value: Type) -> Type | None:
        """The declared type that a variable needs; None if mypy may infer it from the value."""
        key = key_of(lvalue)
        if key is None:
            return None
        is_several = key in self._assignments.repeated or _overrides(variable(self._api, lvalue))
        if not is_several and not (holds_containers(value) and self._assignments.is_changed_unseen(key)):
            return None
        proper = get_proper_type(value)
        if _is_transformed(value):
            function = self._api.named_generic_type("builtins.function", [])
            return CallableType(
                [ANYTHING, ANYTHING], ELLIPSIS_KINDS, [None, None], ANYTHING, function, is_ellipsis_args=True
            )
        is_named = isinstance(proper, TupleType) and not _is_plain_tuple(proper)
        if (is_named or not holds_arrays(proper)) and self._is_returned_by_transformed():
            return ANYTHING
        if not holds_arrays(proper):
            return None
        return ANYTHING if key in self._assignments.numbers else without_dtypes(value)

    def _is_returned_by_transformed(self) -> bool:
        """Whether the value is the result of a transformed function, which is `Any` with JAX's own annotations."""
        value = self._site.value
        if isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and value.callee.fullname in UNTYPED:
            return True
        return isinstance(value, CallExpr) and _is_transformed(stored_type(self._api, value.callee))

    def _keeps_value(self, lvalue: Expression, value: Type) -> bool:
        """Whether the variable holds the value until a later assignment that mypy's binder sees."""
        key = key_of(lvalue)
        if key is None or not self._assignments.is_followed(key, self._site.function):
            return False
        return not (holds_containers(value) and self._assignments.is_changed_unseen(key))


def _joined_items(union: UnionType, count: int) -> list[Type] | None:
    """The union of the tuples' first items, of their second items, and so on; None if a member is no such tuple."""
    tuples = [proper for proper in map(unfolded, union.items) if isinstance(proper, TupleType)]
    if len(tuples) < len(union.items) or any(len(each.items) != count for each in tuples):
        return None
    return [make_simplified_union(items) for items in zip(*(each.items for each in tuples), strict=True)]


def _overrides(var: Var | None) -> bool:
    """Whether an attribute overrides an attribute of a base class whose type is inferred, too."""
    if var is None or not var.info:
        return False
    nodes = (base.names[var.name].node for base in var.info.mro[1:] if var.name in base.names)
    return any(isinstance(node, Var) and node.is_inferred for node in nodes)


def _is_instance(t: Type | None, names: Iterable[str]) -> bool:
    """Whether a type is an instance of one of the classes, not counting subclasses."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and proper.type.fullname in names


def _is_plain_tuple(t: TupleType) -> bool:
    """Whether a type is a tuple and no named tuple."""
    return t.partial_fallback.type.fullname == "builtins.tuple"


def _is_transformed(t: Type | None) -> bool:
    """Whether a type is a function that JAX has transformed."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and proper.type.fullname.startswith(TRANSFORMED)


def _may_be_number(t: Type | None) -> bool:
    """Whether a type is a Python number, or a NumPy array or scalar."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and (
        proper.type.fullname in SCALARS or proper.type.fullname.startswith("numpy.")
    )


def _may_hold_number(t: Type) -> bool:
    """Whether a type is a number, or a tuple with a number: a loop turns a carry `(0, key)` into arrays."""
    proper = get_proper_type(t)
    return any(map(_may_hold_number, proper.items)) if isinstance(proper, TupleType) else _may_be_number(proper)


def _is_replaceable(declared: Type, value: Type) -> bool:
    """Whether the plugin lets a variable with this inferred type hold a value that mypy would reject."""
    if _is_instance(value, SCALARS):
        return _is_instance(declared, [ARRAY])  # loss = loss.item()
    return _may_hold_number(declared) or holds_arrays(declared) or _is_transformed(declared) or holds_containers(value)
