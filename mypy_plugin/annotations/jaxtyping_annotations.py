"""Annotations of jaxtyping: ``Float32[Array, "batch dim"]`` is an array of float32.

To every checker it is ``Annotated[Array, "batch dim"]``: the dtype is gone. mypy asks a hook with the name as it is
spelled, before it forgets the name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mypy.nodes import MypyFile, TypeAlias, TypeInfo
from mypy.plugin import AnalyzeTypeContext
from mypy.types import AnyType, Instance, Type, TypeOfAny, TypeVarType, UnionType, get_proper_type

from ...diagnostics.codes import JAXTYPING_SYNTAX
from ...jaxtyping.dimensions import AxisError, parse_axes
from ...jaxtyping.names import CATEGORIES, EXACT, NAMES, dtypes_of_name, name_of
from ...system import PYTHON_SCALARS
from ..any_type import ANYTHING
from ..jax_names import ARRAY, DTYPES_MODULE, NDARRAY, NUMPY_DTYPE, RANDOM_KEY
from ..mypy_codes import mypy_code
from ..mypy_compat.analysis import analyzed_file, analyzer_of
from ..types.operands import BY_CLASS, array_dtype
from .jaxtyping_axes import axes_text, string_of, with_axes
from .jaxtyping_classes import category_of
from .jaxtyping_imports import jaxtyping_name
from .subscripted_aliases import alias_that_raises


class JaxtypingAnnotations:
    """Gives jaxtyping's annotations the dtypes that they name."""

    def __init__(self) -> None:
        self._is_left_to_mypy = False

    def hook(self) -> Callable[[AnalyzeTypeContext], Type] | None:
        """The hook of ``Annotated``, by whatever name."""
        if self._is_left_to_mypy:
            self._is_left_to_mypy = False
            return None
        return self._annotated

    def class_hook(self, info: TypeInfo) -> Callable[[AnalyzeTypeContext], Type] | None:
        """The hook of a class, if it is a program's own class of dtypes."""
        category = category_of(info)
        if category is None or self._is_left_to_mypy:
            self._is_left_to_mypy = False
            return None

        def hook(ctx: AnalyzeTypeContext) -> Type:
            if not ctx.type.args:  # a base class, or the class itself as in ``type[Half]``
                self._is_left_to_mypy = True
                return ctx.api.analyze_type(ctx.type)
            return _array_type(ctx, info.name, category)

        return hook

    def _annotated(self, ctx: AnalyzeTypeContext) -> Type:
        """The type of an annotation `Annotated[...]`, or of a name of jaxtyping, which mypy reads as `Annotated`."""
        name = jaxtyping_name(ctx.type.name, analyzed_file(ctx), analyzer_of(ctx).modules)
        if name is None or name not in NAMES:
            self._is_left_to_mypy = True
            return ctx.api.analyze_type(ctx.type)
        return _array_type(ctx, name, name)


def _array_type(ctx: AnalyzeTypeContext, shown: str, name: str) -> Type:
    """The type of an annotation.

    Args:
        ctx: the annotation.
        shown: the class that it subscripts, for messages.
        name: the jaxtyping name that stands for the dtypes.
    """
    if len(ctx.type.args) != 2:
        _report_misuse(ctx, f'{shown} takes an array type and a string: {shown}[Array, "..."]')
        return AnyType(TypeOfAny.from_error)
    text = string_of(ctx.type.args[1])
    array = ctx.api.analyze_type(ctx.type.args[0])
    problem = _problem(name, text, array)
    alias = alias_that_raises(ctx, array) if problem is None else None
    if alias is not None:
        problem = f"{alias}[...] is an alias of a type statement, which it cannot read; write np.ndarray"
    if problem is not None:
        _report_misuse(ctx, f'jaxtyping rejects {shown}[..., "{text}"]: {problem}')
    return with_dtype(array, name, analyzer_of(ctx).modules, text)


def _report_misuse(ctx: AnalyzeTypeContext, message: str) -> None:
    ctx.api.fail(message, ctx.context, code=mypy_code(JAXTYPING_SYNTAX))


def _problem(name: str, text: str | None, array: Type) -> str | None:
    """Why jaxtyping rejects an annotation when Python evaluates it; None if it accepts the annotation."""
    if text is None:
        return None
    try:
        axes = parse_axes(text)
    except AxisError as error:
        return str(error)
    proper = get_proper_type(array)
    if not isinstance(proper, Instance):
        return None
    scalar = proper.type.fullname.removeprefix("builtins.")
    if scalar in PYTHON_SCALARS and proper.type.fullname.startswith("builtins."):
        dtypes = dtypes_of_name(name)
        if not all(axis.is_variadic for axis in axes):
            return f"a Python {scalar} has no axes"
        if name == "Key" or (dtypes is not None and not any(dtype.startswith(scalar) for dtype in dtypes)):
            return f"a Python {scalar} is no {name}"
    inner = axes_text(proper)
    if inner is None:
        return None
    own, dtypes = array_dtype(proper.args[0]) if proper.args else None, dtypes_of_name(name)
    if own is not None and dtypes is not None and not {*own.dtypes} & {*dtypes}:
        return "A jaxtyping annotation cannot be extended with no overlapping dtypes."
    if any(axis.is_variadic for axis in axes):
        try:
            has_variadic = any(axis.is_variadic for axis in parse_axes(inner))
        except AxisError:
            return None
        if has_variadic:
            return "Cannot use variadic specifiers (`*name` or `...`) in both the original array and the extended array"
    return None


def with_dtype(t: Type, name: str, modules: Mapping[str, MypyFile], text: str | None) -> Type:
    """An array type with the dtype of a jaxtyping name; any other type stays as it is.

    Args:
        t: the type.
        name: the name.
        modules: the files that mypy has read.
        text: the axes in the annotation, or None if they are unknown.
    """
    proper = get_proper_type(t)
    if isinstance(proper, UnionType):
        items = [with_dtype(item, name, modules, text) for item in proper.items]
        return UnionType(items, proper.line, proper.column, uses_pep604_syntax=proper.uses_pep604_syntax)
    if not isinstance(proper, Instance):
        return t
    if proper.type.fullname not in (ARRAY, NDARRAY):
        return t
    # In the definition of an alias mypy fills in missing type arguments later.
    arguments = proper.args or [v.default for v in proper.type.defn.type_vars if isinstance(v, TypeVarType)]
    if not arguments:
        return t
    array = with_axes(proper, text)
    if array.type.fullname == ARRAY:
        dtype = _narrowed(arguments[0], name, modules)
        return array if dtype is None else _with_arguments(array, [dtype])
    scalar, dtype = _numpy_scalar(name, modules), get_proper_type(arguments[-1])
    if scalar is None or not isinstance(dtype, Instance) or dtype.type.fullname != NUMPY_DTYPE:
        return array
    if dtype.args and not isinstance(get_proper_type(dtype.args[0]), AnyType):
        return array
    return _with_arguments(array, [*arguments[:-1], dtype.copy_modified(args=[scalar])])


def _with_arguments(array: Instance, arguments: list[Type]) -> Instance:
    result = array.copy_modified(args=arguments)
    result.extra_attrs = array.extra_attrs
    return result


def _narrowed(dtype: Type, name: str, modules: Mapping[str, MypyFile]) -> Type | None:
    """The dtype of an array inside an annotation; None if it stays."""
    nodes = dtypes_of_name(name)
    proper = get_proper_type(dtype)
    if nodes is None:
        return _random_key(modules) if name == "Key" and isinstance(proper, AnyType) else None
    if not isinstance(proper, AnyType):  # an annotation within an annotation
        annotation = BY_CLASS.get(proper.type.fullname) if isinstance(proper, Instance) else None
        if annotation is None:
            return None
        common = frozenset(annotation.dtypes) & {*nodes}
        if not common:
            return None
        if len(common) == 1:
            return dtype_class(f"{DTYPES_MODULE}.{next(iter(common))}", modules)
        narrowest = name_of(common)
        name = narrowest or name
    return dtype_class(
        f"{DTYPES_MODULE}.{EXACT[name]}" if name in EXACT else f"{DTYPES_MODULE}._Jaxtyping.{name}", modules
    )


def _random_key(modules: Mapping[str, MypyFile]) -> Type | None:
    """The class that stands for the dtype of random keys, which takes no part in promotion."""
    module, name = RANDOM_KEY.rsplit(".", 1)
    symbol = modules[module].names.get(name) if module in modules else None
    return Instance(symbol.node, []) if symbol is not None and isinstance(symbol.node, TypeInfo) else None


def dtype_class(fullname: str, modules: Mapping[str, MypyFile]) -> Instance | None:
    """The class of a dtype or of a category."""
    module = modules.get(DTYPES_MODULE)
    names = None if module is None else module.names
    definition: TypeInfo | None = None
    for part in fullname.removeprefix(f"{DTYPES_MODULE}.").split("."):
        symbol = names.get(part) if names is not None else None
        if symbol is None or not isinstance(symbol.node, TypeInfo):
            return None
        definition, names = symbol.node, symbol.node.names
    return None if definition is None else Instance(definition, [])


def _numpy_scalar(name: str, modules: Mapping[str, MypyFile]) -> Type | None:
    """NumPy's scalar class of a name that stands for one dtype, if NumPy has it."""
    module = modules.get("numpy")
    symbol = module.names.get(EXACT[name]) if module is not None and name in EXACT else None
    match symbol.node if symbol is not None else None:
        case TypeInfo(type_vars=[]) as info:
            return Instance(info, [])
        case TypeInfo(type_vars=variables) as info:  # older releases: `numpy.bool_` is generic
            return Instance(info, [ANYTHING] * len(variables))
        case TypeAlias(target=target, alias_tvars=[]):
            return target
    return None


__all__ = ["CATEGORIES", "JaxtypingAnnotations", "with_dtype"]
