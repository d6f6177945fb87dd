"""The dtypes that the interpreter knows in the files under check, and the types of expressions that have them.

mypy's own types stay what they are where the dtype is known, and where a value may be no array of JAX for mypy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy.nodes import Context, TypeInfo
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import AnyType, Instance, Type, flatten_nested_unions

from .body_findings import findings_by_body
from .contexts import AnyContext
from .jax_names import NODES
from .mypy_compat.modules import current_file
from .run_state import OfRun
from .types.array_types import array_class, array_of, unfolded
from .types.operands import array_dtype, array_info

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..interpreter.lasting_dtypes import Position

DTYPE_NAMES = frozenset(NODES.values())
"""The dtypes that have a class in the stubs; random keys have none."""


class KnownDtypes:
    """The dtypes by file and position."""

    def __init__(self) -> None:
        self._files: dict[str, Mapping[Position, str]] = {}

    def forget(self, path: str) -> None:
        """Forget the dtypes in a file."""
        self._files.pop(path, None)

    def learn(self, path: str, dtypes: Mapping[Position, str]) -> None:
        """Note the dtypes in a file."""
        self._files[path] = dtypes

    def at(self, api: CheckerPluginInterface, place: Context) -> str | None:
        """The dtype of the expression at a place of the file under check; None if it is unknown or has no class."""
        dtypes = self._files.get(current_file(api).path) if self._files else None
        if not dtypes or findings_by_body:
            return None
        dtype = dtypes.get((place.line, place.column, place.end_line, place.end_column))
        return dtype if dtype in DTYPE_NAMES else None


known_dtypes = OfRun(KnownDtypes)


def refined(ctx: AnyContext, t: Type) -> Type:
    """The result of a hook with the dtype that the interpreter knows, if the hook knows none."""
    return refined_at(ctx.api, ctx.context, t)


def refined_default(ctx: MethodContext | FunctionContext) -> Type:
    """The hook of calls about which the plugin knows nothing else: the result with the dtype that the interpreter knows."""
    return refined(ctx, ctx.default_return_type)


def refined_at(api: CheckerPluginInterface, place: Context, t: Type) -> Type:
    """The type of an expression with the dtype that the interpreter knows, if the type leaves it open."""
    dtype = known_dtypes(api).at(api, place)
    info = None if dtype is None else _open_array(api, t)
    return t if dtype is None or info is None else array_of(api, info, [dtype])


def _open_array(api: CheckerPluginInterface, t: Type) -> TypeInfo | None:
    """The class of arrays of a type that leaves the dtype open: of an array, a union of arrays, or anything.

    None if the dtype is known, or if the value may be no array for mypy.
    """
    proper = unfolded(t)
    if isinstance(proper, AnyType):
        return array_class(api)
    members = [unfolded(member) for member in flatten_nested_unions([proper])]
    classes = {array_info(member.type) if isinstance(member, Instance) else None for member in members}
    is_open = len(members) > 1 or (isinstance(proper, Instance) and _is_open(proper))
    return classes.pop() if is_open and len(classes) == 1 else None


def _is_open(array: Instance) -> bool:
    """Whether an array type leaves the dtype open."""
    known = array_dtype(array.args[0]) if array.args else None
    return known is None or (len(known.dtypes) > 1 and known.variable is None)
