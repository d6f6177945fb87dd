"""Records the dtypes of a program while it runs: promotions, truncations, casts, refusals, calls and values.

`session.Session` runs a script or a module and collects the records; the command ``jaxtyping-promo trace`` prints them.
JAX is imported by the traced program alone. `jax_hooks` wraps a few of its functions once it is there, and puts the
originals back at the end.
"""
