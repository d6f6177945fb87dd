# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jax._src.random.prng import PRNGImpl
from typing import Any

class PRNGSpec:
    _impl: PRNGImpl
    def __init__(self, impl: Any) -> None: ...
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...
def PRNGKey(*args: Any, **kwargs: Any) -> Any:
    """Create a legacy PRNG key given an integer seed."""
def ball(*args: Any, **kwargs: Any) -> Any:
    """Sample uniformly from the unit Lp ball."""
def bernoulli(*args: Any, **kwargs: Any) -> Any:
    """Sample Bernoulli random values with given shape and mean."""
def beta(*args: Any, **kwargs: Any) -> Any:
    """Sample Beta random values with given shape and float dtype."""
def binomial(*args: Any, **kwargs: Any) -> Any:
    """Sample Binomial random values with given shape and float dtype."""
def bits(*args: Any, **kwargs: Any) -> Any:
    """Sample uniform bits in the form of unsigned integers."""
def categorical(*args: Any, **kwargs: Any) -> Any:
    """Sample random values from categorical distributions."""
def cauchy(*args: Any, **kwargs: Any) -> Any:
    """Sample Cauchy random values with given shape and float dtype."""
def chisquare(*args: Any, **kwargs: Any) -> Any:
    """Sample Chisquare random values with given shape and float dtype."""
def choice(*args: Any, **kwargs: Any) -> Any:
    """Generates a random sample from a given array."""
def clone(*args: Any, **kwargs: Any) -> Any:
    """Clone a key for reuse"""
def dirichlet(*args: Any, **kwargs: Any) -> Any:
    """Sample Dirichlet random values with given shape and float dtype."""
def double_sided_maxwell(*args: Any, **kwargs: Any) -> Any:
    """Sample from a double sided Maxwell distribution."""
def exponential(*args: Any, **kwargs: Any) -> Any:
    """Sample Exponential random values with given shape and float dtype."""
def f(*args: Any, **kwargs: Any) -> Any:
    """Sample F-distribution random values with given shape and float dtype."""
def fold_in(*args: Any, **kwargs: Any) -> Any:
    """Folds in data to a PRNG key to form a new PRNG key."""
def gamma(*args: Any, **kwargs: Any) -> Any:
    """Sample Gamma random values with given shape and float dtype."""
def generalized_normal(*args: Any, **kwargs: Any) -> Any:
    """Sample from the generalized normal distribution."""
def geometric(*args: Any, **kwargs: Any) -> Any:
    """Sample Geometric random values with given shape and float dtype."""
def gumbel(*args: Any, **kwargs: Any) -> Any:
    """Sample Gumbel random values with given shape and float dtype."""
def key(*args: Any, **kwargs: Any) -> Any:
    """Create a pseudo-random number generator (PRNG) key given an integer seed."""
def key_data(*args: Any, **kwargs: Any) -> Any:
    """Recover the bits of key data underlying a PRNG key array."""
def key_dtype(*args: Any, **kwargs: Any) -> Any:
    """Get the dtype corresponding to a PRNG implementation."""
def key_impl(*args: Any, **kwargs: Any) -> Any: ...
def laplace(*args: Any, **kwargs: Any) -> Any:
    """Sample Laplace random values with given shape and float dtype."""
def loggamma(*args: Any, **kwargs: Any) -> Any:
    """Sample log-gamma random values with given shape and float dtype."""
def logistic(*args: Any, **kwargs: Any) -> Any:
    """Sample logistic random values with given shape and float dtype."""
def lognormal(*args: Any, **kwargs: Any) -> Any:
    """Sample lognormal random values with given shape and float dtype."""
def maxwell(*args: Any, **kwargs: Any) -> Any:
    """Sample from a one sided Maxwell distribution."""
def multinomial(*args: Any, **kwargs: Any) -> Any:
    """Sample from a multinomial distribution."""
def multivariate_normal(*args: Any, **kwargs: Any) -> Any:
    """Sample multivariate normal random values with given mean and covariance."""
def normal(*args: Any, **kwargs: Any) -> Any:
    """Sample standard normal random values with given shape and float dtype."""
def orthogonal(*args: Any, **kwargs: Any) -> Any:
    """Sample uniformly from the orthogonal group O(n)."""
def pareto(*args: Any, **kwargs: Any) -> Any:
    """Sample Pareto random values with given shape and float dtype."""
def permutation(*args: Any, **kwargs: Any) -> Any:
    """Returns a randomly permuted array or range."""
def poisson(*args: Any, **kwargs: Any) -> Any:
    """Sample Poisson random values with given shape and integer dtype."""
def rademacher(*args: Any, **kwargs: Any) -> Any:
    """Sample from a Rademacher distribution."""
def randint(*args: Any, **kwargs: Any) -> Any:
    """Sample uniform random values in [minval, maxval) with given shape/dtype."""
def rayleigh(*args: Any, **kwargs: Any) -> Any:
    """Sample Rayleigh random values with given shape and float dtype."""
def split(*args: Any, **kwargs: Any) -> Any:
    """Splits a PRNG key into `num` new keys by adding a leading axis."""
def t(*args: Any, **kwargs: Any) -> Any:
    """Sample Student's t random values with given shape and float dtype."""
def triangular(*args: Any, **kwargs: Any) -> Any:
    """Sample Triangular random values with given shape and float dtype."""
def truncated_normal(*args: Any, **kwargs: Any) -> Any:
    """Sample truncated standard normal random values with given shape and dtype."""
def uniform(*args: Any, **kwargs: Any) -> Any:
    """Sample uniform random values in [minval, maxval) with given shape/dtype."""
def wald(*args: Any, **kwargs: Any) -> Any:
    """Sample Wald random values with given shape and float dtype."""
def weibull_min(*args: Any, **kwargs: Any) -> Any:
    """Sample from a Weibull distribution."""
def wrap_key_data(*args: Any, **kwargs: Any) -> Any:
    """Wrap an array of key data bits into a PRNG key array."""
random_gamma_p: Any
def __getattr__(name: str) -> Any: ...
