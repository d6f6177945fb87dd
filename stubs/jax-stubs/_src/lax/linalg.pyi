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
def cholesky(*args: Any, **kwargs: Any) -> Any:
    """Cholesky decomposition."""
def cholesky_update(*args: Any, **kwargs: Any) -> Any:
    """Cholesky rank-1 update."""
def eig(*args: Any, **kwargs: Any) -> Any:
    """Eigendecomposition of a general matrix."""
def eigh(*args: Any, **kwargs: Any) -> Any:
    """Eigendecomposition of a Hermitian matrix."""
def hessenberg(*args: Any, **kwargs: Any) -> Any:
    """Reduces a square matrix to upper Hessenberg form."""
def householder_product(*args: Any, **kwargs: Any) -> Any:
    """Product of elementary Householder reflectors."""
def lu(*args: Any, **kwargs: Any) -> Any:
    """LU decomposition with partial pivoting."""
def lu_pivots_to_permutation(*args: Any, **kwargs: Any) -> Any:
    """Converts the pivots (row swaps) returned by LU to a permutation."""
def ormqr(*args: Any, **kwargs: Any) -> Any:
    """Multiplies a matrix by Q from a QR factorization without materializing Q."""
def qr(*args: Any, **kwargs: Any) -> Any:
    """QR decomposition."""
def schur(*args: Any, **kwargs: Any) -> Any:
    """Schur decomposition."""
def svd(*args: Any, **kwargs: Any) -> Any:
    """Singular value decomposition."""
def symmetric_product(*args: Any, **kwargs: Any) -> Any:
    """Symmetric product."""
def triangular_solve(*args: Any, **kwargs: Any) -> Any:
    """Triangular solve."""
def tridiagonal(*args: Any, **kwargs: Any) -> Any:
    """Reduces a symmetric/Hermitian matrix to tridiagonal form."""
def tridiagonal_solve(*args: Any, **kwargs: Any) -> Any:
    """Computes the solution of a tridiagonal linear system."""
cholesky_p: Any
eig_p: Any
eigh_p: Any
hessenberg_p: Any
householder_product_p: Any
lu_p: Any
qr_p: Any
schur_p: Any
svd_p: Any
triangular_solve_p: Any
tridiagonal_p: Any
tridiagonal_solve_p: Any
def __getattr__(name: str) -> Any: ...
