# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jaxtyping_promo.array import _JaxModule
from typing import Any

from jax._src.core import InconclusiveDimensionOperation as InconclusiveDimensionOperation
from jax._src.core import JaxprTypeError as JaxprTypeError
from jax._src.errors import JAXTypeError as JAXTypeError
from jax._src.errors import JAXIndexError as JAXIndexError
from jax._src.errors import ConcretizationTypeError as ConcretizationTypeError
from jax._src.errors import NonConcreteBooleanIndexError as NonConcreteBooleanIndexError
from jax._src.errors import TracerArrayConversionError as TracerArrayConversionError
from jax._src.errors import TracerBoolConversionError as TracerBoolConversionError
from jax._src.errors import TracerIntegerConversionError as TracerIntegerConversionError
from jax._src.errors import UnexpectedTracerError as UnexpectedTracerError
from jax._src.errors import KeyReuseError as KeyReuseError

class JaxRuntimeError(RuntimeError):
    """Runtime errors thrown by the JAX runtime. Most exceptions that it throws are instances of this class."""
class _Module(_JaxModule):
    made_from = "0.12.0.1"
