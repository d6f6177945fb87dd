"""The conformance suite: cases for every type checker. Each answer is *right*, *unknown* or *wrong*.

JAX decides which answer is right. `python tests/static/conformance_report.py` runs all cases and writes
``docs/evidence/conformance.md``.
"""
