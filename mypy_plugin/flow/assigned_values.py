"""Variables that hold arrays of one dtype after another: ``x = x.astype(jnp.bfloat16)``.

mypy gives a variable the type of what it is first assigned, for good, and calls what has another dtype later an error.
So a variable that is assigned more than once is declared as an array of unknown dtype, or as a list, dict or tuple of
some, and mypy's binder, which follows the flow of a program, knows the dtype from one assignment to the next.

mypy asks no hook about an assignment. So as soon as mypy begins to check a file, each value that is assigned to such a
variable is put into a call of a marker (`marker`), and the hooks of that call see every value, whatever expression it
is, and tell mypy what to take it for.
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
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    NoneType,
    PartialType,
    TupleType,
    Type,
    TypeOfAny,
    UnionType,
    get_proper_type,
)

from ..jax_names import ARRAY, ARRAY_DTYPE, NDARRAY, SCALARS
from ..per_file_cache import OfFiles
from ..types.array_types import holds_arrays, holds_containers, unfolded, without_dtypes
from ..types.sequences import iterated_items
from .assignment_marker import inner_value, is_marked, marked, marker_class
from .assignments import Assignments, Site, assignments_of, flattened, is_inferred, key_of
from .binder import declare, redeclare, variable
from .nested_literals import joined, may_be_joined

START = "builtins.str.__len__"
"""The method that the statement calls with which a file begins for us."""

TRANSFORMED = ("jax._src.api.", "jax._src.pjit.", "jax._src.custom_derivatives.")
"""The modules of the classes of transformed functions."""

CONTAINERS = ("list", "dict", "set", "tuple", "defaultdict", "OrderedDict", "deque")
"""The classes whose calls may make a container of which mypy learns later what is in it."""

WRITTEN_OUT = (ListExpr, DictExpr, TupleExpr, SetExpr, ListComprehension, DictionaryComprehension)
"""Those whose type, but for the dtypes, is the same by JAX's own annotations."""
DISPLAYS = (*WRITTEN_OUT, ConditionalExpr, OpExpr)
"""The expressions whose type depends on what is expected of them, and whose items mypy holds against that."""

ELLIPSIS_KINDS = [ARG_STAR, ARG_STAR2]
"""The parameters of a function that takes anything."""

ANYTHING = AnyType(TypeOfAny.special_form)


class AssignedValues:
    """The assignments of the files under check that the plugin looks at."""

    def __init__(self) -> None:
        self._values = OfFiles(_Values)

    def begin(self, ctx: MethodContext) -> Type:
        """Method hook of `START`."""
        self.look(ctx.api)
        return ctx.default_return_type

    def look(self, api: CheckerPluginInterface) -> None:
        """Mark the assignments of the file that mypy checks, if it has come to it just now."""
        values = self._values(api.tree)  # type: ignore[attr-defined]
        if not values.is_complete:
            values.mark(api)

    def evaluated(self, ctx: MethodSigContext) -> FunctionLike:
        """Method signature hook of the marker: the result is what mypy is told of the value, which it asks for once."""
        call, api = ctx.context, ctx.api
        self.look(api)  # mypy's daemon may check a function alone
        tree: MypyFile = api.tree  # type: ignore[attr-defined]
        value = self._values(tree).by_call.get(call) if isinstance(call, CallExpr) else None
        if value is None or not isinstance(call, CallExpr):
            return ctx.default_signature
        told = value.told(api, assignments_of(tree), api.type_context[-1])
        call.args[0] = TempNode(ANYTHING, context=call)
        return ctx.default_signature.copy_modified(ret_type=told)

    def restored(self, ctx: MethodContext) -> Type:
        """Method hook of the marker: the call has its argument again."""
        call = ctx.context
        values = self._values(ctx.api.tree)  # type: ignore[attr-defined]
        value = values.by_call.get(call) if isinstance(call, CallExpr) else None
        if value is not None and isinstance(call, CallExpr):
            call.args[0] = value.site.value
        return ctx.default_return_type


def add_start_statement(tree: MypyFile) -> None:
    """Have a file that mypy reads begin with a statement of ours, so that a hook is asked before all else.

    mypy may be at the file's statements: none of them moves, the first one is put into a block together with ours.
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
    match statement:
        case Block(body=[ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=StrExpr(value=""), name=name))), _]):
            return name == START.rpartition(".")[2]
    return False


class _Value:
    """A value that is assigned, alone or together with others: ``a, b = b, a``.

    Args:
        site: where it is assigned.
    """

    def __init__(self, site: Site) -> None:
        self.site = site
        self.later: list[_Value] = []
        """What the same statement assigns after this value, its first."""
        self._type: Type | None = None
        self.is_only_joined = False
        """Whether nothing else is known of the variable, whose type mypy infers as it always does."""

    def told(self, api: CheckerPluginInterface, facts: Assignments, expected: Type | None) -> Type:
        """What mypy is told of the value."""
        if self.is_only_joined:
            return joined(api, self.site.value, _evaluated(api, self.site, expected))
        for other in self.later:  # which are evaluated before anything is assigned
            other._type = joined(api, other.site.value, _evaluated(api, other.site, _declared(api, other.site)))
        value = self._type or joined(api, self.site.value, _evaluated(api, self.site, expected))
        self._type = None
        return value if api.current_node_deferred else _Assignment(api, facts, self.site).told(value)  # type: ignore[attr-defined]


class _Values:
    """The values that a file assigns, by the calls of the marker that they stand in."""

    def __init__(self, tree: MypyFile) -> None:
        self.by_call: dict[CallExpr, _Value] = {}
        self.is_complete = tree.is_stub
        self._tree = tree

    def mark(self, api: CheckerPluginInterface) -> None:
        """Put the values into calls of the marker, where that has not been done."""
        marker = marker_class(api.modules)  # type: ignore[attr-defined]
        if marker is None:
            return  # there are no arrays yet
        self.is_complete = True
        facts = assignments_of(self._tree)
        for lvalue, is_single in facts.open_firsts():
            var = variable(api, lvalue)
            if var is not None and (not is_single or _overrides(var)):
                declare(lvalue, var, ANYTHING)
        simultaneous: dict[AssignmentStmt, list[Site]] = {}
        for site in facts.sites:
            statement = site.statement
            if isinstance(statement, AssignmentStmt) and inner_value(statement.rvalue) is not site.value:
                simultaneous.setdefault(statement, []).append(site)
            elif _may_be_marked(site.value):
                if _is_followed(facts, site):
                    self._put(site, marker)
                elif may_be_joined(site.value) and getattr(statement, "unanalyzed_type", None) is None:
                    self._put(site, marker).is_only_joined = True
        for sites in simultaneous.values():
            followed = [site for site in sites if _may_be_marked(site.value)]
            if any(_is_followed(facts, site) for site in followed):
                values = [self._put(site, marker) for site in followed]
                values[0].later = values[1:]

    def _put(self, site: Site, marker: TypeInfo) -> _Value:
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
    """The call of the marker around a value, if there is one."""
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


def _is_followed(facts: Assignments, site: Site) -> bool:
    """Whether what is assigned there matters: mypy may say something wrong of what holds it."""
    if isinstance(site.statement, AssignmentStmt) and site.statement.unanalyzed_type is not None:
        return False
    for lvalue in flattened(site.lvalues):
        key = key_of(lvalue)
        if key is not None and (key.startswith(".") or key in facts.repeated or facts.is_changed_unseen(key)):
            var = lvalue.node if isinstance(lvalue, NameExpr) else None
            return var.is_inferred if isinstance(var, Var) else True
    return False


def _may_be_marked(value: Expression) -> bool:
    """Whether mypy looks at nothing but a value's type; some it knows by the expression."""
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


def _declared(api: CheckerPluginInterface, site: Site) -> Type | None:
    """What mypy expects of the value of a single variable."""
    var = variable(api, site.lvalues[0])
    if var is None or is_inferred(site.lvalues[0]) or isinstance(var.type, PartialType):
        return None
    return var.type


def _evaluated(api: CheckerPluginInterface, site: Site, expected: Type | None) -> Type:
    """The type of a value. Of a display nothing is expected where the plugin has declared what it is assigned to."""
    written = site.value.analyzed if isinstance(site.value, CallExpr) else site.value  # dict(x=x) is a display, too
    if expected is not None and isinstance(written, DISPLAYS) and holds_arrays(expected):
        with api.msg.filter_errors(filter_errors=True, save_filtered_errors=True) as errors:
            found = api.get_expression_type(site.value)
        if not errors.has_new_errors() and is_subtype(found, expected):
            return found
        var = variable(api, site.lvalues[0])
        if var is not None and var.is_inferred and is_subtype(without_dtypes(found), without_dtypes(expected)):
            api.msg.add_errors(errors.filtered_errors())
            return found
    return api.get_expression_type(site.value, expected)


class _Assignment:
    """What mypy is told of one assignment.

    Args:
        api: of the hook.
        facts: of the file.
        site: where the assignment is.
    """

    def __init__(self, api: CheckerPluginInterface, facts: Assignments, site: Site) -> None:
        self._api, self._facts, self._site = api, facts, site

    def told(self, value: Type) -> Type:
        """What mypy is told of the value."""
        lvalues, statement = self._site.lvalues, self._site.statement
        match statement:
            case OperatorAssignmentStmt(lvalue=lvalue):
                return self._added(lvalue, value)
            case AssignmentExpr(target=target):
                return self._declared(target, value)
            case ForStmt(index=index):
                return self._iterated(index, value)
            case MatchStmt():
                return self._matched(value)
        last = lvalues[-1]
        for other in lvalues[:-1]:
            self._declared(other, value)
        if isinstance(last, TupleExpr | ListExpr):
            return self._unpacked(last.items, value)
        return self._single(last, value)

    def _single(self, lvalue: Expression, value: Type) -> Type:
        """What mypy is told of the value of one variable.

        Where mypy infers the variable's type from it, that is a wide type, and the binder has the value's own.
        """
        var = variable(self._api, lvalue)
        if var is None or not var.is_inferred:
            return value
        is_first = is_inferred(lvalue) or var.type is None
        is_none = isinstance(var.type, PartialType) and var.type.type is None
        if not is_first and not is_none:
            return self._later(lvalue, var, value)
        wide = self._wide(lvalue, value)
        if wide is None or (self._is_redefined(lvalue) and self._stays(lvalue, value)):
            return value
        if not self._stays(lvalue, value):
            return wide
        if is_none:
            for scope in self._api.partial_types:  # type: ignore[attr-defined]
                scope.map.pop(var, None)
            wide = UnionType([wide, NoneType()])
        var.type = wide
        self._api.binder.put(lvalue, value)  # type: ignore[attr-defined]
        return value if is_none else wide

    def _is_redefined(self, lvalue: Expression) -> bool:
        """Whether mypy itself lets a variable be of one type after another (``allow_redefinition``)."""
        is_variable = isinstance(lvalue, NameExpr) and lvalue.kind != MDEF
        return is_variable and self._api.options.allow_redefinition

    def _declared(self, lvalue: Expression, value: Type, *, is_anything: bool = False) -> Type:
        """What mypy is told of the value of a variable whose type it need not infer from it.

        Args:
            lvalue: the variable, or several.
            value: the value.
            is_anything: whether the variable is to be declared as one of anything.
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
        return value if self._stays(lvalue, value) else wide

    def _later(self, lvalue: Expression, var: Var, value: Type) -> Type:
        """What mypy is told of the value of a variable that has a type."""
        declared = get_proper_type(var.type)
        if declared is None or is_subtype(value, declared):
            return value if self._stays(lvalue, value) or not holds_arrays(value) else without_dtypes(value)
        if self._is_returned_by_transformed() and not self._is_redefined(lvalue):
            if isinstance(lvalue, NameExpr | MemberExpr):
                redeclare(self._api, lvalue, var, ANYTHING)
            return ANYTHING
        is_array_next = holds_arrays(value) or _is_transformed(value) or _is_instance(value, (*SCALARS, ARRAY_DTYPE))
        if not is_array_next or not _is_replaceable(declared, value) or not isinstance(lvalue, NameExpr | MemberExpr):
            return value
        is_written_out = isinstance(self._site.value, WRITTEN_OUT)
        if self._is_redefined(lvalue) or (is_written_out and not is_subtype(without_dtypes(value), declared)):
            return value
        if is_subtype(without_dtypes(value), declared):
            redeclare(self._api, lvalue, var, without_dtypes(declared))
            return without_dtypes(value)
        redeclare(self._api, lvalue, var, ANYTHING)
        return ANYTHING

    def _added(self, lvalue: Expression, value: Type) -> Type:
        """What mypy is told of the operand of ``x += value``: a number or an array of NumPy's may become JAX's."""
        var = variable(self._api, lvalue)
        if var is None or not var.is_inferred or var.type is None or not holds_arrays(value):
            return value
        declared = get_proper_type(var.type)
        if _is_instance(declared, [NDARRAY]):
            return value  # which `numpy_in_place` knows
        if not _may_be_number(declared):
            return value if self._stays(lvalue, value) else without_dtypes(value)
        if isinstance(lvalue, NameExpr | MemberExpr):
            redeclare(self._api, lvalue, var, ANYTHING)
            self._api.binder.put(lvalue, ANYTHING)  # type: ignore[attr-defined]
        return ANYTHING

    def _iterated(self, index: Expression, value: Type) -> Type:
        """What mypy is told of an iterable: what comes out of it is what a loop's variable is assigned."""
        proper = unfolded(value)
        api = self._api
        if isinstance(proper, TupleType):  # whose items mypy would join
            item: Type = make_simplified_union(proper.items) if proper.items else ANYTHING
            if not holds_arrays(item):
                return value
            told = self._declared(index, item)
            return api.named_generic_type("builtins.tuple", [told])
        items = iterated_items(api, value, inner_value(self._site.value))
        if not items or not holds_arrays(value):
            return value
        item = make_simplified_union([t for t, _ in items])
        told = self._declared(index, item)
        is_one = len(items) == 1 and told is item
        return value if is_one else api.named_generic_type("builtins.tuple", [told])

    def _matched(self, value: Type) -> Type:
        """What mypy is told of the subject of a `match`: what its patterns capture may be any part of it."""
        if holds_arrays(value):
            for lvalue in flattened(self._site.lvalues):
                var = variable(self._api, lvalue)
                if var is not None and var.is_inferred and var.type is None and key_of(lvalue) in self._facts.repeated:
                    declare(lvalue, var, ANYTHING)
        return value

    def _unpacked(self, lvalues: list[Expression], value: Type) -> Type:
        """What mypy is told of a value whose items are assigned to variables."""
        proper = unfolded(value)
        stars = [position for position, lvalue in enumerate(lvalues) if isinstance(lvalue, StarExpr)]
        if isinstance(proper, UnionType):
            return UnionType([self._unpacked(lvalues, item) for item in proper.items])
        if isinstance(proper, TupleType) and not stars and len(proper.items) == len(lvalues):
            return proper.copy_modified(items=[*map(self._declared, lvalues, proper.items)])
        if not holds_arrays(value):
            return value
        items = [t for t, _ in iterated_items(self._api, value, inner_value(self._site.value)) or []]
        item = make_simplified_union(items) if items else ANYTHING
        is_array = _is_instance(proper, [ARRAY])
        told = []
        for lvalue in lvalues:
            if isinstance(lvalue, StarExpr):
                several = self._api.named_generic_type("builtins.list", [item])
                told.append(self._declared(lvalue.expr, several) is several)
            else:
                # By JAX's own annotations the items of an array may be anything, and what they are assigned to, too.
                is_anything = is_array and key_of(lvalue) in self._facts.others
                told.append(self._declared(lvalue, item, is_anything=is_anything) is item)
        return value if all(told) else ANYTHING

    def _wide(self, lvalue: Expression, value: Type) -> Type | None:
        """The type that a variable gets for good; None if mypy may infer it from the value."""
        key = key_of(lvalue)
        if key is None:
            return None
        is_several = key in self._facts.repeated or _overrides(variable(self._api, lvalue))
        if not is_several and not (holds_containers(value) and self._facts.is_changed_unseen(key)):
            return None
        proper = get_proper_type(value)
        if _is_transformed(value):
            function = self._api.named_generic_type("builtins.function", [])
            return CallableType(
                [ANYTHING, ANYTHING], ELLIPSIS_KINDS, [None, None], ANYTHING, function, is_ellipsis_args=True
            )
        if not holds_arrays(proper):
            return ANYTHING if self._is_returned_by_transformed() else None
        return ANYTHING if key in self._facts.numbers else without_dtypes(value)

    def _is_returned_by_transformed(self) -> bool:
        """Whether a transformed function returns the value: by JAX's own annotations that may be anything."""
        value = self._site.value
        if not isinstance(value, CallExpr) or not self._api.has_type(value.callee):  # type: ignore[attr-defined]
            return False
        return _is_transformed(self._api.lookup_type(value.callee))  # type: ignore[attr-defined]

    def _stays(self, lvalue: Expression, value: Type) -> bool:
        """Whether a variable holds the value until one of the statements that mypy follows assigns another."""
        key = key_of(lvalue)
        if key is None or not self._facts.is_followed(key, self._site.function):
            return False
        return not (holds_containers(value) and self._facts.is_changed_unseen(key))


def _overrides(var: Var | None) -> bool:
    """Whether an attribute is one that a base class has, of a type that no one has declared."""
    if var is None or not var.info:
        return False
    nodes = (base.names[var.name].node for base in var.info.mro[1:] if var.name in base.names)
    return any(isinstance(node, Var) and node.is_inferred for node in nodes)


def _is_instance(t: Type | None, names: Iterable[str]) -> bool:
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and proper.type.fullname in names


def _is_transformed(t: Type | None) -> bool:
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and proper.type.fullname.startswith(TRANSFORMED)


def _may_be_number(t: Type | None) -> bool:
    """Whether it is a number, or an array or a number of NumPy's."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and (
        proper.type.fullname in SCALARS or proper.type.fullname.startswith("numpy.")
    )


def _is_replaceable(declared: Type, value: Type) -> bool:
    """Whether a variable that is inferred to be one may hold the other, which mypy takes for an error."""
    if _is_instance(value, SCALARS):
        return _is_instance(declared, [ARRAY])  # loss = loss.item()
    return _may_be_number(declared) or holds_arrays(declared) or _is_transformed(declared) or holds_containers(value)
