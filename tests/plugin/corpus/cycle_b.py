"""The other half of the import cycle."""
from __future__ import annotations

import cycle_a
from jaxtyping_promo import *


class Second:
    value: Array[float16]

    def __init__(self) -> None:
        self.first = cycle_a.First(self)
        self.sum = self.first.sum + self.value

    def both(self):
        return self.first.both() - self.sum


def later(x: Second):
    return x.value * cycle_a.constant


other: Array[uint8]
unknown = cycle_a.constant + unknown
reveal_type(unknown)
reveal_type(Second().sum)
