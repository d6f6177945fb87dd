"""Gives access to the parts of mypy that its plugin interface does not declare, one small function for each.

No other module of the plugin imports mypy's checker, binder, analyzer or errors, or reads an attribute of theirs, so a
new version of mypy can only break this package. Each function names the version in whose sources the part was last
checked, and the reason for using it.
"""
