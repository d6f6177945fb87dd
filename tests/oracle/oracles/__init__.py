"""The results of the real libraries next to the results of our systems, cell by cell. Each library has one module."""
