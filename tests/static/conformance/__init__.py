"""The conformance suite: one set of cases for every type checker, each *right*, *unknown* or *wrong*.

What is right is what JAX computes. `python tests/static/report.py` runs all of it and writes ``docs/checkers.md``.
"""
