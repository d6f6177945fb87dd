# A function of two modules. Its overloads are evaluated once if a program uses both.

from jax.nn import logsumexp as logsumexp
