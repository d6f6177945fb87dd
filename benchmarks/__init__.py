"""How fast the package is, each time as a ratio to something else in the same run: ``python -m benchmarks``.

Nothing here is a test: on a shared machine a time is no fact. Every figure is a median over rounds in which the two
sides take turns, and for whole processes it is CPU time, which does not count what other processes did meanwhile.
"""
