"""`Float32[Array, "n"]` with our own `Array` at run time: jaxtyping checks arrays and tracers."""

# jaxtyping and typeguard read the annotations at run time

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from beartype import beartype
from jaxtyping import Float, Float32, Int8, TypeCheckError, jaxtyped
from typeguard import typechecked

from jaxtyping_promo import Array

CHECKERS = {"beartype": beartype, "typeguard": typechecked}


def row(x: Float32[Array, "n m"], y: Float[Array, "m"]) -> Float32[Array, "m"]:  # noqa: F722, F821
    return x[0] + y


def lie(x: Float32[Array, "n m"]) -> Int8[Array, "n m"]:  # noqa: F722
    return x


@pytest.mark.parametrize("checker", CHECKERS.values(), ids=CHECKERS)
@pytest.mark.parametrize("transform", [lambda f: f, jax.jit], ids=["array", "tracer"])
def test_annotation_of_our_own_class(checker: Any, transform: Callable[[Any], Any]):
    checked = transform(jaxtyped(row, typechecker=checker))
    x = jnp.ones((2, 3))
    assert checked(x, x[0]).shape == (3,)
    for wrong in ((x, x), (x, jnp.ones(2)), (x.astype(jnp.int8), x[0])):
        with pytest.raises(TypeCheckError):
            checked(*wrong)
    with pytest.raises(TypeCheckError):
        transform(jaxtyped(lie, typechecker=checker))(x)
    with pytest.raises((TypeCheckError, TypeError)):
        jaxtyped(row, typechecker=checker)(np.ones((2, 3), np.float32), np.ones(3, np.float32))
