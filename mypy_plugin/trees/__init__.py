"""Pytrees: arguments and results of functions that map a tree of arrays, and the leaves of trees."""
