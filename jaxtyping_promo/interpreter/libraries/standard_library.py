"""Functions of the standard library for contexts, time, texts and the system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..call import Call
from ..coroutines import awaited, run_tasks
from ..values import ANY_BOOL, ANY_FLOAT, ANY_INT, ANY_STR, BOTTOM, NONE, Opaque, Transformed, Value
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("contextlib.contextmanager", "contextlib.asynccontextmanager")
def _contextmanager(run: Run, call: Call) -> Value:
    return (Transformed("makes contexts", call.get(0, "func")),)


@model("contextlib.nullcontext")
def _nullcontext(run: Run, call: Call) -> Value:
    return (Transformed("contextmanager", call.get(0, "enter_result", NONE)),)


@model("contextlib.suppress")
def _suppress(run: Run, call: Call) -> Value:
    return (Opaque("contextlib.suppress"),)


@model("random.random", "random.uniform", "random.gauss", "time.time", "time.perf_counter", "time.monotonic",
       "random.normalvariate", "time.process_time")  # fmt: skip
def _float(run: Run, call: Call) -> Value:
    return ANY_FLOAT


@model("random.randint", "random.randrange", "random.getrandbits", "time.time_ns", "os.getpid", "sys.getsizeof",
       "os.cpu_count")  # fmt: skip
def _int(run: Run, call: Call) -> Value:
    return ANY_INT


@model("os.path.join", "os.path.basename", "os.path.dirname", "os.getcwd", "os.path.abspath", "time.strftime",
       "textwrap.dedent", "re.sub", "os.path.expanduser", "inspect.getsource", "json.dumps",
       "pprint.pformat")  # fmt: skip
def _text(run: Run, call: Call) -> Value:
    return ANY_STR


@model("os.path.exists", "os.path.isfile", "os.path.isdir", "inspect.isclass", "inspect.isfunction", "math.isclose")
def _bool(run: Run, call: Call) -> Value:
    return ANY_BOOL


@model("asyncio.run")
def _asyncio_run(run: Run, call: Call) -> Value:
    value = awaited(run, call.get(0, "main"))
    run_tasks(run)  # those that are not at their end are cancelled
    return BOTTOM if run.heap is None else value


@model("sys.exit", "os._exit", "os.abort", "builtins.exit", "builtins.quit", "pytest.skip", "pytest.fail")
def _exit(run: Run, call: Call) -> Value:
    run.may_raise()
    run.is_end_meant = True
    run.heap = None
    return BOTTOM
