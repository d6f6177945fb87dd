# Of the submodules that ``import jax`` makes available, those that cost a checker little; the others are unknown until
# they are imported. They are JAX's own.
from jax.interpreters import ad as ad
from jax.interpreters import partial_eval as partial_eval
