"""Pytrees: the types of trees of arrays, the results of functions on them, and their leaves.

`pytrees` reads types of trees, `leaf_results` calls functions with leaves, and `tree_functions` and `branch_results`
have the hooks.
"""
