"""Benchmarks: the speed of the package as ratios to other software in the same run. ``python -m benchmarks``.

These are no tests, since times vary on a shared machine. Every figure is a median over rounds in which the two sides
take turns. For whole processes it is CPU time, which other processes do not affect.
"""
