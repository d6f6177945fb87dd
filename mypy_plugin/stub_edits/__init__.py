"""Changes that the plugin makes to the stubs' syntax trees before mypy checks the program."""
