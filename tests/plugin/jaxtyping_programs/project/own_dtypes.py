"""Classes of the project's own dtypes, which other files use."""

import re

from jaxtyping import AbstractDtype, Array, Float16


class Half(AbstractDtype):
    dtypes = ["float16", "bfloat16"]


class Halves(Half):
    """The dtypes of its base class."""


class Byte(AbstractDtype):
    dtypes = "uint8"


class Matched(AbstractDtype):
    """Dtypes that no list names, so any dtype is accepted."""

    dtypes = re.compile("float.*")


def half(x: Half[Array, "n"]) -> Half[Array, "n"]:
    return x


def float16(x: Float16[Array, "n"], y: Matched[Array, "n"]) -> Byte[Array, "n"]:
    half(x)
    half(y)
    return x  # wrong


def unfinished(x: Half[Array]) -> None: ...  # wrong


kind: type[Half] = Halves
