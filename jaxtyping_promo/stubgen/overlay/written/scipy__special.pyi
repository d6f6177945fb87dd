# Written by hand: what a file stands for says `templates.py`.

from jax.nn import logsumexp as logsumexp
