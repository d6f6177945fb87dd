# An error of XLA, from a module without stubs.

class JaxRuntimeError(RuntimeError):
    """Runtime errors thrown by the JAX runtime. Most exceptions that it throws are instances of this class."""
