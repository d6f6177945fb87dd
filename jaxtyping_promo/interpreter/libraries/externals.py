"""Calls of library functions by full name: a model, a rule of the core, or unknown."""

from __future__ import annotations

import builtins

from ..call import Call
from ..coroutines import holds_coroutine
from ..enum_members import with_data
from ..run import Run
from ..values import NONE, Array, Class, External, Function, Object, Opaque, Tuple, Unknown, Value, is_unknown, only
from ..weak_derivatives import forget_trail
from .registry import MODELS

QUIET = frozenset(
    ("absl", "argparse", "atexit", "contextlib", "ctypes", "datetime", "gc", "glob", "importlib", "io", "json",
     "logging", "multiprocessing", "os", "pathlib", "pdb", "pickle", "pprint", "psutil", "pytest", "queue", "random",
     "re", "rich", "shutil", "signal", "socket", "subprocess", "sys", "tempfile", "textwrap", "threading", "time",
     "traceback", "tqdm", "typing", "typing_extensions", "unittest", "uuid", "wandb", "warnings", "weakref", "abc",
     "types", "inspect", "collections", "dataclasses", "enum", "numbers", "hashlib", "matplotlib", "yaml", "platform",
     "beartype", "jaxtyping", "orbax", "tensorboardX", "concurrent", "csv", "gzip", "locale", "struct", "string",
     "zlib", "base64", "heapq", "bisect")
)  # fmt: skip
"""Packages whose functions change no array. Those that hold or return objects of the program have models."""
QUIET_RESULTS = frozenset(
    ("argparse", "logging", "absl", "warnings", "wadler_lindig", "typing", "typing_extensions", "abc", "jaxtyping")
)
CHECKING_DECORATORS = frozenset(
    ("kauldron.typing.typechecked", "kauldron.ktyping.typechecked", "kauldron.kd.typing.typechecked",
     "kauldron.kd.ktyping.typechecked", "typeguard.typechecked", "beartype.beartype")
)  # fmt: skip
"""The decorators that compare arguments with annotations, and change nothing."""
QUIET_JAX = ("jax.debug.", "jax.profiler.", "jax.distributed.", "jax.monitoring.", "jax.config.", "jax.sharding.",
             "jax.experimental.mesh_utils", "jax.experimental.multihost_utils", "jax.devices", "jax.local_devices",
             "jax.experimental.compilation_cache", "jax.make_mesh",
             "jax.named_scope", "jax.P", "jax.transfer_guard",
             "jax.debug_nans", "jax.process_", "jax.default_backend", "jax.log_compiles", "jax.checking_leaks",
             "jax.tree_util.register_", "jax.tree_util.Key", "jax.checkpoint_policies",
             "jax.typing.", "jax.experimental.io_callback",
             "jax.experimental.layout", "jax.stages.")  # fmt: skip
UNITTEST_MARKS = ("unittest.skip", "unittest.skipIf", "unittest.skipUnless", "unittest.expectedFailure")
"""Decorators of tests that return the test, or a test that does not run; see `test_entries`."""


FOLLOWED = ("builtins.", "operator.", "functools.")
"""The modules whose functions call the operators, which are followed themselves."""


def call_external(run: Run, item: External, call: Call) -> Value:
    """Call a library function."""
    name = call.name = item.name
    call = with_data(run, call)
    transfer = MODELS.get(name)
    if transfer is not None:
        result = transfer(run, call)
        is_followed = name.startswith(FOLLOWED) or (not name.startswith("jax.") and only(result, Array) is None)
        return result if is_followed else forget_trail(run, call.everything(), result)
    top = name.partition(".")[0]
    if top == "jax":
        if name.startswith(QUIET_JAX):
            return _quiet(run, name, call)
        from .custom_derivatives import followed
        from .jax_functions import call_jax

        result = call_jax(run, name, call)
        return followed(run, call.short_name, call, (), result)
    if top == "numpy":
        from .numpy_functions import call_numpy

        return call_numpy(run, name, call)
    if top == "builtins":
        return _builtin(run, name, call)
    if name.startswith("pytest.mark.") or name in UNITTEST_MARKS:
        return call.arguments[0] if _is_decorator(call) else (External("identity()"),)
    if top in QUIET_RESULTS or name in CHECKING_DECORATORS:
        return _quiet(run, name, call)
    return unknown_call(run, name, call)


def _quiet(run: Run, name: str, call: Call) -> Value:
    """A function without effect on arrays, which may also be a decorator."""
    return call.arguments[0] if _is_decorator(call) else (Opaque(f"{name}()"),)


def _is_decorator(call: Call) -> bool:
    """Whether the only argument of a call is a function or class of the program."""
    if len(call.arguments) != 1 or call.keywords:
        return False
    return bool(call.arguments[0]) and all(isinstance(one, (Function, Class)) for one in call.arguments[0])


def _builtin(run: Run, name: str, call: Call) -> Value:
    short = name.removeprefix("builtins.")
    if short.startswith("object."):
        return NONE
    cls = getattr(builtins, short, None)
    if isinstance(cls, type) and issubclass(cls, BaseException):
        return (Opaque(name),)
    return unknown_call(run, name, call)


def unknown_call(run: Run, name: str, call: Call) -> Value:
    """A call of a function that has no model: what it gets may change, and its result is unknown."""
    top = name.partition(".")[0]
    keeps_arguments = top in QUIET or top in ("jax", "numpy", "scipy", "math", "einops")
    for value in call.everything():
        if is_unknown(value):
            continue
        if keeps_arguments:
            for one in value:
                if not isinstance(one, (Object, Tuple)) or holds_coroutine(run, one):
                    run.escape((one,), f"{name} is called with it")
        else:
            run.escape(value, f"{name} is called with it")
    return (Unknown(f"{name} has no model", run.place),)
