# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jaxtyping_promo.array import _JaxModule
from typing import Any
from typing_extensions import TypeAlias

from jax._src.stages import Compiled as Compiled
from jax._src.stages import Lowered as Lowered
from jax._src.stages import Wrapped as Wrapped
from jax._src.stages import ArgInfo as ArgInfo
from jax._src.stages import Traced as Traced

CompilerOptions: TypeAlias = dict[str, Any]
class _Module(_JaxModule):
    made_from = "0.12.0.1"
