# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from typing import Any

def associative_scan(*args: Any, **kwargs: Any) -> Any:
    """Performs a scan with an associative binary operation, in parallel."""
def cond(*args: Any, **kwargs: Any) -> Any:
    """Conditionally apply ``true_fun`` or ``false_fun``."""
def cumlogsumexp(*args: Any, **kwargs: Any) -> Any:
    """Computes a cumulative logsumexp along `axis`."""
def cummax(*args: Any, **kwargs: Any) -> Any:
    """Computes a cumulative maximum along `axis`."""
def cummin(*args: Any, **kwargs: Any) -> Any:
    """Computes a cumulative minimum along `axis`."""
def cumprod(*args: Any, **kwargs: Any) -> Any:
    """Computes a cumulative product along `axis`."""
def cumsum(*args: Any, **kwargs: Any) -> Any:
    """Computes a cumulative sum along `axis`."""
def custom_linear_solve(*args: Any, **kwargs: Any) -> Any:
    """Perform a matrix-free linear solve with implicitly defined gradients."""
def custom_root(*args: Any, **kwargs: Any) -> Any:
    """Differentiably solve for the roots of a function."""
def fori_loop(*args: Any, **kwargs: Any) -> Any:
    """Loop from ``lower`` to ``upper`` by reduction to :func:`jax.lax.while_loop`."""
def map(*args: Any, **kwargs: Any) -> Any:
    """Map a function over leading array axes."""
def platform_dependent(*args: Any, **kwargs: Any) -> Any:
    """Stages out platform-specific code."""
def scan(*args: Any, **kwargs: Any) -> Any:
    """Scan a function over leading array axes while carrying along state."""
def switch(*args: Any, **kwargs: Any) -> Any:
    """Apply exactly one of the ``branches`` given by ``index``."""
def while_loop(*args: Any, **kwargs: Any) -> Any:
    """Call ``body_fun`` repeatedly in a loop while ``cond_fun`` is True."""
cond_p: Any
cumlogsumexp_p: Any
cummax_p: Any
cummin_p: Any
cumprod_p: Any
cumsum_p: Any
linear_solve_p: Any
scan_p: Any
while_p: Any
def __getattr__(name: str) -> Any: ...
