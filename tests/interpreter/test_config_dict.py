"""ConfigDict of ml_collections, which `stand_ins/config_dict.txt` stands for."""

from __future__ import annotations

import pytest
from abstract import covers, same

pytest.importorskip("ml_collections")


def test_fields_and_items() -> None:
    same(
        """
        import jax.numpy as jnp
        import ml_collections
        from ml_collections import config_dict

        def get_config():
            config = ml_collections.ConfigDict()
            config.dtype = "bfloat16"
            config.model = ml_collections.ConfigDict()
            config.model.size = 8
            config.model.rate = 0.1
            config.model.rate = 1
            config.optimizer = dict(name="adam", betas=(0.9, 0.99))
            config["steps"] = 10
            config.warmup = config.get_ref("steps") * 2
            config.steps = 20
            config.update({"model": {"size": 16}, "new": 3})
            config.update_from_flattened_dict({"model.size": 32})
            with config.unlocked():
                config.late = True
            return config

        config = get_config()
        reveal_type(config.model.size)
        reveal_type(config.model.rate)
        reveal_type(config.optimizer.betas)
        reveal_type(config["optimizer"]["name"])
        reveal_type(config["model.size"])
        reveal_type(config.warmup)
        reveal_type(config.get("absent", 5))
        reveal_type("late" in config)
        reveal_type(config.keys())
        reveal_type([key for key in config.model])
        reveal_type(config.to_dict())
        reveal_type(jnp.zeros(config.model.size, config.dtype))
        frozen = ml_collections.FrozenConfigDict({"layers": [1, 2], "inner": {"x": 1.0}})
        reveal_type(frozen.layers)
        reveal_type(frozen.inner.x)
        reveal_type(frozen.as_configdict().layers)
        reveal_type(dict(**config.model))
        reveal_type(config_dict.create(a=1).a)
        reveal_type(config_dict.placeholder(int).get())
        reveal_type(len(config.model))
        reveal_type(config.copy_and_resolve_references().warmup)
        """
    )


def test_absent_fields() -> None:
    covers(
        """
        import ml_collections

        config = ml_collections.ConfigDict({"x": 1})
        reveal_type(hasattr(config, "absent"))
        reveal_type(getattr(config, "absent", 4))
        try:
            config.absent
        except AttributeError:
            reveal_type("none")
        """
    )
