"""Modules that import each other, and types that are inferred late."""
from __future__ import annotations

import cycle_b
from cycle_b import Second, later
from jaxtyping_promo import *


class First:
    def __init__(self, second: Second) -> None:
        self.second = second
        self.sum = second.value + later(second)

    def both(self):
        return self.sum + self.second.value

    value: Array[int8]


constant = cycle_b.other + cycle_b.other
reveal_type(constant)
reveal_type(First(Second()).sum)
