"""``python -m jaxtyping_promo.cli`` runs the command ``jaxtyping-promo``."""

from __future__ import annotations

import sys

from . import main

sys.exit(main())
