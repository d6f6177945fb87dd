"""Diagnostics: the error codes, and the losses of range, precision and kind that they stand for.

Each module ``*_losses`` finds one kind of loss and returns findings; the mypy plugin reports them.
"""
