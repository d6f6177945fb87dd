"""``python -m jaxtyping_promo`` runs the command ``jaxtyping-promo``."""

from __future__ import annotations

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
