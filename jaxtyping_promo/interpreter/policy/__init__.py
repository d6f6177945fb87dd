"""The dtype policy of a program, ``[tool.jaxtyping-promo.policy]``: its open inputs, and what is checked against it.

`declaration` reads the table, `inputs` sets open inputs and options, and `checks` and `entries` compare what the
interpreter finds with the policy, by the functions and names in `tables`. The interpreter calls them through
`Run.policy`.
"""
