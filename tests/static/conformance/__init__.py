"""The conformance suite: one set of cases for every type checker, each *right*, *unknown* or *wrong*.

JAX decides which answer is right. `python tests/static/report.py` runs all cases and writes
``docs/evidence/conformance.md``.
"""
