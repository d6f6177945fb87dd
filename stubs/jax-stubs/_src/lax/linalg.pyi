# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from enum import Enum
from typing import Any

class EigImplementation(Enum):
    CUSOLVER = 'cusolver'
    MAGMA = 'magma'
    LAPACK = 'lapack'
class EighImplementation(Enum):
    QR = 'qr'
    JACOBI = 'jacobi'
    QDWH = 'qdwh'
class SvdAlgorithm(Enum):
    DEFAULT = 'default'
    QR = 'QR'
    JACOBI = 'Jacobi'
    POLAR = 'polar'
    DIVIDE_AND_CONQUER = 'divide_and_conquer'

def __getattr__(name: str) -> Any: ...
