"""Whole programs: what mypy reveals in a program is compared with what the program computes when it runs."""
