"""Reads the syntax of a file: the assignments of its variables, and the values that they may hold."""
