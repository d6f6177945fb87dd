# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from typing import Any
from typing_extensions import TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])
def annotate_function(func: _F, name: str | None = None, **decorator_kwargs: Any) -> _F: ...
class PGLEProfiler:
    def __init__(self, retries: int, percentile: int) -> None: ...
    def consume_fdo_profile(self) -> bytes | None: ...
    def is_fdo_consumed(self) -> Any: ...
    def disable(self) -> Any: ...
    def is_enabled(self) -> Any: ...
    def is_running(self) -> Any: ...
    @classmethod
    @contextmanager
    def trace(cls, runner: PGLEProfiler | None) -> Iterator[Any]: ...
    retries: int
    percentile: int
    collected_fdo: bytes | None
    called_times: int
    fdo_profiles: list[Any]
    current_session: Any
class ProfileOptions(Any): ...
class ProfileSession:
    def __init__(self, log_dir: PathLike | str | None = None, create_perfetto_link: bool = False, create_perfetto_trace: bool = False, profiler_options: ProfileOptions | None = None) -> None: ...
    def start(self) -> ProfileSession: ...
    def stop(self) -> Any: ...
    def export_profile_data(self, log_dir: PathLike | str, create_perfetto_link: bool = False, create_perfetto_trace: bool = False, session_id: str | None = None) -> None: ...
    @property
    def is_running(self) -> bool: ...
    @property
    def profile_data(self) -> Any: ...
    def __enter__(self) -> ProfileSession: ...
    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None: ...
    log_dir: str | None
    create_perfetto_link: bool
    create_perfetto_trace: bool
    profiler_options: ProfileOptions | None
    _raw_session: Any
    _profile_data: Any
    _is_running: bool
class StepTraceAnnotation(TraceAnnotation):
    def __init__(self, name: str, **kwargs: Any) -> None: ...
class TraceAnnotation(Any): ...
def device_memory_profile(*args: Any, **kwargs: Any) -> Any:
    """Captures a JAX device memory profile as ``pprof``-format protocol buffer."""
def export_profile_data(*args: Any, **kwargs: Any) -> Any:
    """Exports captured profile data to the specified directory."""
def register_subprocess(*args: Any, **kwargs: Any) -> Any:
    """Registers a subprocess's profiler server to be profiled alongside the current process."""
def save_device_memory_profile(*args: Any, **kwargs: Any) -> Any:
    """Collects a device memory profile and writes it to a file."""
def start_server(*args: Any, **kwargs: Any) -> Any:
    """Starts the profiler server on port `port`."""
def start_trace(*args: Any, **kwargs: Any) -> Any:
    """Starts a profiler trace."""
def stop_server(*args: Any, **kwargs: Any) -> Any:
    """Stops the running profiler server."""
def stop_trace(*args: Any, **kwargs: Any) -> Any:
    """Stops the currently-running profiler trace."""
def trace(*args: Any, **kwargs: Any) -> Any:
    """Context manager to take a profiler trace."""

def __getattr__(name: str) -> Any: ...
