"""Errors with plain JAX are also errors with the stubs, in every checker, and no name of JAX is an error."""

from __future__ import annotations

import importlib
import keyword
import warnings
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from checkers import CHECKERS, Mypy
from checkers.mypy import ini
from jax_names import COVERED, public_names
from made_once import value_made_once
from plain_jax import python
from suites import others_long

from jaxtyping_promo.stubgen.overlay.earlier_names import EARLIER_NAMES

pytestmark = pytest.mark.slow

MISUSES = Path(__file__).parent / "wrong" / "misuses.py"
AFTER = "# Misuses:"
"""Each line after this one is a misuse."""
NUMBER = 200
"""The number of misspelt names to test."""
REMOVED = {
    "jax": (
        "abstract_arrays api curry custom_transforms device_put_replicated device_put_sharded "
        "flatten_fun_nokwargs linear_util mask soft_pmap tree_leaves tree_map tree_multimap tree_structure "
        "tree_unflatten xla xla_computation clear_backends ShapedArray partial_eval util config_flags"
    ),
    "jax.core": (
        "get_aval mapped_aval subjaxprs TraceTag AbstractToken ConcreteArray Primitive JaxprEqn "
        "new_jaxpr_eqn_ raise_to_shaped unit canonicalize_shape"
    ),
    "jax.lax": "tie_in index_update infeed outfeed standard_insert_pbroadcast xmap axis_frame",
    "jax.nn": "normalize",
    "jax.nn.initializers": "kaiming",
    "jax.numpy": (
        "Inf NINF NZERO PZERO Infinity alltrue sometrue asscalar in1d issubsctype msort product cumproduct "
        "row_stack round_ trapz float object string_ DeviceArray NaN"
    ),
    "jax.numpy.linalg": "tensorsolve",
    "jax.numpy.fft": "fftpack",
    "jax.ops": "index index_add index_update",
    "jax.random": "shuffle threefry_2x32 default_prng_impl",
    "jax.scipy.special": "logsumexp_",
    "jax.sharding": "GSPMDSharding OpShardingSharding XLACompatibleSharding",
    "jax.stages": "compile",
    "jax.tree": "tree_map",
    "jax.tree_util": "tree_multimap build_tree",
    "jax.interpreters.xla": "DeviceArray translations",
    "jax.interpreters.ad": "config",
    "jax.interpreters.pxla": "PartitionSpec",
    "jax.interpreters.batching": "AxisSize",
    "jax.dlpack": "to_dlpack",
    "jax.dtypes": "coerce_to_array",
    "jax.errors": "JAXTypeError",
    "jax.experimental": "maps host_callback",
    "jax.lib": "xla_bridge xla_client",
    "jax.profiler": "trace_function",
    "jax.typing": "Array PyTree",
}
"""For each module, names of older JAX versions, and names that users of NumPy, PyTorch or an older JAX expect."""

NAMES = others_long(
    (name for name in ("mypy with the plugin", *CHECKERS) if name not in CHECKERS or CHECKERS[name].executable()),
    kept=("mypy with the plugin", "mypy", "ty"),
)


@cache
def exists(full_name: str) -> bool:
    """Whether the installed JAX, or another supported version, has a name."""
    module, _, name = full_name.rpartition(".")
    if name in {each for names in EARLIER_NAMES.get(module, {}).values() for each in names}:
        return True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            importlib.import_module(full_name)
        except ImportError:
            return hasattr(importlib.import_module(module), name)
        return True


def misspelt(name: str, random: Random) -> str:
    """A name with a typing error."""
    at = random.randrange(len(name))
    forms = [
        name[:at] + name[at + 1 :],
        name[:at] + name[at] + name[at:],
        name[:at] + name[at + 1 : at + 2] + name[at : at + 1] + name[at + 2 :],
        name[:at] + random.choice("aeiostrn") + name[at + 1 :],
        name + "s",
        name.replace("_", ""),
        name.swapcase() if name.islower() else name.lower(),
    ]
    return random.choice(forms)


def is_new(form: str, module: str) -> bool:
    """Whether a text is a possible public name that no supported JAX has."""
    is_public = form.isidentifier() and not keyword.iskeyword(form) and not form.startswith("_")
    return is_public and not exists(f"{module}.{form}")


@cache
def unknown_names() -> list[str]:
    """Misspelt names of all public modules, and removed names."""
    random = Random(0)
    removed = [f"{module}.{name}" for module, names in REMOVED.items() for name in names.split()]
    all_names = {name: None for name in removed if not exists(name)}
    assert len(all_names) > 80
    modules = [name for name in COVERED if public_names(name)]
    places = [*modules, *random.choices(modules, [len(public_names(name)) for name in modules], k=10 * NUMBER)]
    number = len(all_names) + NUMBER
    for module in places:
        if len(all_names) == number:
            break
        forms = (misspelt(random.choice(sorted(public_names(module))), random) for _ in range(20))
        new = next((form for form in forms if is_new(form, module)), None)
        if new:
            all_names[f"{module}.{new}"] = None
    assert len(all_names) == number
    return list(all_names)


def program_of_unknown_names() -> str:
    """A line for each name, by turns as an attribute and as an import."""
    modules = sorted({name.rpartition(".")[0] for name in unknown_names()})
    lines = [f"import {module}" for module in modules]
    for number, full_name in enumerate(unknown_names()):
        module, _, name = full_name.rpartition(".")
        lines.append(full_name if number % 2 else f"from {module} import {name}")
    return "\n".join(lines) + "\n"


def program_of_known_names() -> str:
    """A line for each name that the installed JAX has."""
    lines = [f"import {module}" for module in COVERED]
    lines += [f"{module}.{name}" for module in COVERED for name in sorted(public_names(module))]
    return "\n".join(lines) + "\n"


def misuses() -> list[tuple[int, str]]:
    """The numbers of the lines that are misuses."""
    lines = list(enumerate(MISUSES.read_text().splitlines(), start=1))
    return lines[lines.index((next(n for n, line in lines if line == AFTER), AFTER)) + 1 :]


PROGRAMS = {"unknown.py": program_of_unknown_names, "misuses.py": MISUSES.read_text, "known.py": program_of_known_names}


@value_made_once
def errors(name: str, *files: str, with_package: bool = True) -> dict[tuple[str, int], list[str]]:
    """The errors of a checker in the programs, by file and line."""
    with TemporaryDirectory() as folder:
        for file in files:
            (Path(folder) / file).write_text(PROGRAMS[file]())
        if name not in CHECKERS:
            (Path(folder) / "mypy.ini").write_text(ini())
        checker = CHECKERS.get(name, Mypy)(**({} if with_package else {"python": python()}))
        report = checker.check(*files, folder=Path(folder))
    return {place: [text for _, text in line.errors] for place, line in report.lines.items() if line.errors}


def hidden(name: str, file: str) -> list[str]:
    """The lines of a program with an error with plain JAX, and without an error with the stubs."""
    plain = errors(name if name in CHECKERS else "mypy", "unknown.py", "misuses.py", with_package=False)
    ours = errors(name, *PROGRAMS)
    lines = PROGRAMS[file]().splitlines()
    error_lines = [number for at, number in plain if at == file]
    assert len(error_lines) > 150  # errors of plain JAX
    return [lines[number - 1] for number in error_lines if (file, number) not in ours]


@pytest.mark.filterwarnings("ignore")
def test_misuses_raise() -> None:
    text = MISUSES.read_text()
    names: dict[str, object] = {}
    exec(text[: text.index(AFTER)], names)
    assert len(misuses()) > 200
    for _, line in misuses():
        with pytest.raises(Exception):  # noqa: B017, PT011 each has its own
            exec(line, dict(names))


@pytest.mark.parametrize("name", NAMES)
def test_unknown_names_are_errors(name: str) -> None:
    assert hidden(name, "unknown.py") == []
    # Plain JAX reports no error for names that its modules import without export. The stubs make all of them errors.
    first = len({name.rpartition(".")[0] for name in unknown_names()})
    error_lines = {line for file, line in errors(name, *PROGRAMS) if file == "unknown.py"}
    silent = [full_name for line, full_name in enumerate(unknown_names(), first + 1) if line not in error_lines]
    assert silent == []


@pytest.mark.parametrize("name", NAMES)
def test_misuses_are_errors(name: str) -> None:
    assert hidden(name, "misuses.py") == []


@pytest.mark.parametrize("name", NAMES)
def test_known_names_are_no_errors(name: str) -> None:
    lines = PROGRAMS["known.py"]().splitlines()
    wrong = {lines[line - 1]: text for (file, line), text in errors(name, *PROGRAMS).items() if file == "known.py"}
    assert wrong == {}


def test_every_module_is_misspelt() -> None:
    modules = {name.rpartition(".")[0] for name in unknown_names()}
    assert modules >= {name for name in COVERED if len(public_names(name)) > 3}
