"""An abstract interpreter of Python's values: it follows dtypes through whole programs that declare nothing.

`program.interpret` runs it on files. It reads source text and imports nothing of what it reads; it imports neither mypy
nor JAX nor NumPy. How it works: docs/how-it-works/interpreter.md.
"""
