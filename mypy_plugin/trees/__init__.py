"""Pytrees: the types of trees of arrays, and the results of functions that return them unchanged."""
