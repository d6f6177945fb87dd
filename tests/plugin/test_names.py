"""Every full name that the plugin looks for exists in the installed mypy, NumPy and stubs.

If a new NumPy moves or renames a class, this test fails. Without it, results would just become unknown.
"""

from __future__ import annotations

import contextlib

import mypy.build
import pytest
from jaxtyping_promo.mypy_plugin import jax_names as names
from jaxtyping_promo.mypy_plugin.jax_names import FINFO
from jaxtyping_promo.mypy_plugin.operators.array_operators import method_hooks
from jaxtyping_promo.mypy_plugin.operators.folding_functions import folding_hooks
from jaxtyping_promo.mypy_plugin.operators.operator_functions import function_hooks
from jaxtyping_promo.mypy_plugin.transformations.derivatives import CLASSES
from jaxtyping_promo.mypy_plugin.transformations.jit import COMPILERS
from jaxtyping_promo.mypy_plugin.transformations.taking_functions import TAKING_FUNCTIONS
from jaxtyping_promo.mypy_plugin.types.operands import numpy_scalar
from mypy.modulefinder import BuildSource
from mypy.nodes import MypyFile, SymbolNode, TypeAlias, TypeInfo
from mypy.options import Options
from mypy.types import Instance, get_proper_type

from jaxtyping_promo.operators import FORWARD, REFLECTED

PROGRAM = "import jax, jax.nn, operator, functools, numpy, numpy.typing, jaxtyping_promo\n"
NUMPY_SCALAR_TYPES = {
    "bool": "bool_",
    "bool_": "bool_",
    **{f"{kind}{bits}": f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)},
    **{name: name for name in ("float16", "float32", "float64", "complex64", "complex128")},
    "half": "float16", "single": "float32", "double": "float64", "csingle": "complex64", "cdouble": "complex128",
    "byte": "int8", "ubyte": "uint8", "short": "int16", "ushort": "uint16", "intc": "int32", "uintc": "uint32",
}  # fmt: skip
"""NumPy's names of scalar types whose dtype is the same on every platform."""


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> dict[str, MypyFile]:
    """mypy's symbol tables, without plugins, of every module of our stubs and NumPy's."""
    folder = tmp_path_factory.mktemp("program")  # mypy would otherwise find sources instead of the stubs
    options = Options()
    options.cache_dir = str(folder / "cache")
    options.incremental = False
    with contextlib.chdir(folder):
        result = mypy.build.build([BuildSource("program.py", "program", PROGRAM)], options)
    assert result.errors == []
    return dict(result.files)


def find(modules: dict[str, MypyFile], fullname: str) -> SymbolNode | None:
    """The definition of a full name, or of the name for which it is an alias."""
    module, _, name = fullname.rpartition(".")
    if module not in modules:
        return None
    symbol = modules[module].names.get(name)
    return symbol.node if symbol else None


def find_class(modules: dict[str, MypyFile], fullname: str) -> TypeInfo | None:
    node = find(modules, fullname)
    return node if isinstance(node, TypeInfo) and node.fullname == fullname else None


@pytest.mark.parametrize(
    "fullname",
    [
        names.ARRAY,
        names.OPERATORS,
        names.INITIALIZER,
        names.NDARRAY,
        names.NUMPY_DTYPE,
        *names.NODES,
        *names.MEMBERS,
        *names.SCALARS,
        *names.NUMPY_OPERATOR_CLASSES,
        *names.NUMPY_KINDS,
        *(name for name in names.NUMPY_SCALARS if name != "numpy.bool_"),
    ],
)
def test_a_class_that_the_plugin_knows_by_name_is_there(fullname, modules):
    assert find_class(modules, fullname)


def test_numpy_bool_has_one_of_its_names(modules):
    node = find(modules, "numpy.bool_")
    info = (
        node
        if isinstance(node, TypeInfo)
        else get_proper_type(node.target).type
        if isinstance(node, TypeAlias)
        else None
    )
    assert info is not None and info.fullname in names.NUMPY_SCALARS


def test_every_width_is_there_once(modules):
    widths = {bits for name, bits in names.NUMPY_WIDTHS.items() if find_class(modules, name)}
    assert widths == set(names.NUMPY_WIDTHS.values())


@pytest.mark.parametrize(("name", "dtype"), NUMPY_SCALAR_TYPES.items())
def test_every_scalar_type_of_numpy_is_understood(name, dtype, modules):
    node = find(modules, f"numpy.{name}")
    scalar = Instance(node, []) if isinstance(node, TypeInfo) else get_proper_type(node.target)
    assert numpy_scalar(scalar) == dtype


def test_every_hook_is_for_a_method_or_function_that_there_is(modules):
    missing = []
    for fullname in method_hooks(lambda api: None):
        owner, _, method = fullname.rpartition(".")
        info = find_class(modules, owner)
        # Some NumPy classes lack operators. A missing operator needs no correction.
        if info is None or (info.get(method) is None and not owner.startswith("numpy.")):
            missing.append(fullname)
    folds = folding_hooks()
    functions = (*function_hooks(lambda api: None), *folds, *COMPILERS, *TAKING_FUNCTIONS, FINFO)
    functions += tuple(name.removesuffix(".__call__") for name in CLASSES)
    missing += [fullname for fullname in functions if find(modules, fullname) is None]
    assert missing == []


def test_every_numpy_class_with_operators_is_hooked(modules):
    """A new NumPy class whose operators accept any operand would also accept our arrays."""
    operators = {*FORWARD, *REFLECTED} - {"__eq__", "__ne__"}
    scalars = {find_class(modules, name) for name in ("numpy.generic", "numpy.ndarray")}
    declaring = {
        symbol.node.fullname
        for symbol in modules["numpy"].names.values()
        if isinstance(symbol.node, TypeInfo)
        and not scalars.isdisjoint(symbol.node.mro)
        and not operators.isdisjoint(symbol.node.names)
    }
    # JAX accepts no text, dates or durations. A matrix has a different product.
    declaring -= {f"numpy.{name}" for name in ("datetime64", "timedelta64", "void", "str_", "bytes_")}
    declaring -= {"numpy.matrixlib.defmatrix.matrix"}
    assert declaring - set(names.NUMPY_OPERATOR_CLASSES) == set()


def test_the_marker_is_a_base_of_the_array(modules):
    array, marker = find_class(modules, names.ARRAY), find_class(modules, names.OPERATORS)
    assert marker in array.mro


def test_a_class_that_jax_has_merged_is_a_type(modules):
    """JAX 0.10 and 0.11 define it here for jax.extend.core, and code uses it in annotations."""
    assert isinstance(modules["jax._src.core"].names["ClosedJaxpr"].node, TypeAlias)
