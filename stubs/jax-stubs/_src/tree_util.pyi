# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from functools import partial
from typing import Any
from typing_extensions import Self

class Partial(partial):
    def __new__(klass, func: Any, *args: Any, **kw: Any) -> Self: ...
class Unspecified: ...

def __getattr__(name: str) -> Any: ...
