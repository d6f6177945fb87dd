"""The dtype rules of functions and operators, as data. `tables` looks up a rule, and `evaluation` applies it."""
