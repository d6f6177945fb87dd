"""Diagnostics: the error codes, and the losses of range, precision and kind that they stand for."""
