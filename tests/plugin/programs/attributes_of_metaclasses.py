"""Attributes of instances with the names of attributes that the class object has from its metaclass."""

import jax
import jax.numpy as jnp


class Layer:
    def __init__(self, name: str) -> None:
        self.__name__ = name
        self.__doc__ = f"The layer {name}."
        self.w = jnp.ones(3, jnp.bfloat16)

    def kind(self) -> str:
        return type(self).__name__


class Labelled(type):
    label: str = "a class"
    scale: jax.Array = jnp.ones(2, jnp.float16)


class Model(metaclass=Labelled):
    def __init__(self) -> None:
        self.label = 3
        self.scale = jnp.ones(2)

    def text(self) -> str:
        return type(self).label + Layer("dense").kind()


def main() -> None:
    layer, model = Layer("dense"), Model()
    reveal_type(layer.w * len(layer.kind()))
    reveal_type(model.scale * len(model.text()))
    reveal_type(type(model).scale)
