# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from typing import Any, Protocol

class EventDurationListenerWithMetadata(Protocol):
    def __call__(self, event: str, duration_secs: float, **kwargs: str | int) -> None: ...
class EventListenerWithMetadata(Protocol):
    def __call__(self, event: str, **kwargs: str | int) -> None: ...
class EventTimeSpanListenerWithMetadata(Protocol):
    def __call__(self, event: str, start_time: float, end_time: float, **kwargs: str | int) -> None: ...
class ScalarListenerWithMetadata(Protocol):
    def __call__(self, event: str, value: float | int, **kwargs: str | int) -> None: ...
def clear_event_listeners(*args: Any, **kwargs: Any) -> Any:
    """Clear event listeners."""
def record_event(*args: Any, **kwargs: Any) -> Any:
    """Record an event."""
def record_event_duration_secs(*args: Any, **kwargs: Any) -> Any:
    """Record an event duration in seconds (float)."""
def record_event_time_span(*args: Any, **kwargs: Any) -> Any:
    """Record an event start and end time in seconds (float)."""
def record_scalar(*args: Any, **kwargs: Any) -> Any:
    """Record a scalar summary value."""
def register_event_duration_secs_listener(*args: Any, **kwargs: Any) -> Any:
    """Register a callback to be invoked during record_event_duration_secs()."""
def register_event_listener(*args: Any, **kwargs: Any) -> Any:
    """Register a callback to be invoked during record_event()."""
def register_event_time_span_listener(*args: Any, **kwargs: Any) -> Any:
    """Register a callback to be invoked during record_event_time_span()."""
def register_scalar_listener(*args: Any, **kwargs: Any) -> Any:
    """Register a callback to be invoked during record_scalar()."""
def unregister_event_duration_listener(*args: Any, **kwargs: Any) -> Any:
    """Unregister an event duration listener by callback."""
def unregister_event_listener(*args: Any, **kwargs: Any) -> Any:
    """Unregister an event listener by callback."""
def unregister_event_time_span_listener(*args: Any, **kwargs: Any) -> Any:
    """Unregister an event time span listener by callback."""
def unregister_scalar_listener(*args: Any, **kwargs: Any) -> Any:
    """Unregister a scalar event listener by callback."""
def __getattr__(name: str) -> Any: ...
