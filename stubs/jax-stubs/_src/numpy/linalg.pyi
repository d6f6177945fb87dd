# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jaxtyping_promo.array import Array
from jaxtyping_promo.dtypes import generic
from typing import Any, Generic
from typing_extensions import NamedTuple, TypeVar

_D0 = TypeVar("_D0", bound=generic, covariant=True, default=Any)
_D1 = TypeVar("_D1", bound=generic, covariant=True, default=Any)
_D2 = TypeVar("_D2", bound=generic, covariant=True, default=Any)

class EigResult(NamedTuple, Generic[_D0, _D1]):
    eigenvalues: Array[_D0]
    eigenvectors: Array[_D1]
class EighResult(NamedTuple, Generic[_D0, _D1]):
    eigenvalues: Array[_D0]
    eigenvectors: Array[_D1]
class QRResult(NamedTuple, Generic[_D0, _D1]):
    Q: Array[_D0]
    R: Array[_D1]
class SVDResult(NamedTuple, Generic[_D0, _D1, _D2]):
    U: Array[_D0]
    S: Array[_D1]
    Vh: Array[_D2]
class SlogdetResult(NamedTuple, Generic[_D0, _D1]):
    sign: Array[_D0]
    logabsdet: Array[_D1]
def cholesky(*args: Any, **kwargs: Any) -> Any:
    """Compute the Cholesky decomposition of a matrix."""
def cond(*args: Any, **kwargs: Any) -> Any:
    """Compute the condition number of a matrix."""
def cross(*args: Any, **kwargs: Any) -> Any:
    """Compute the cross-product of two 3D vectors"""
def det(*args: Any, **kwargs: Any) -> Any:
    """Compute the determinant of an array."""
def diagonal(*args: Any, **kwargs: Any) -> Any:
    """Extract the diagonal of an matrix or stack of matrices."""
def eig(*args: Any, **kwargs: Any) -> Any:
    """Compute the eigenvalues and eigenvectors of a square array."""
def eigh(*args: Any, **kwargs: Any) -> Any:
    """Compute the eigenvalues and eigenvectors of a Hermitian matrix."""
def eigvals(*args: Any, **kwargs: Any) -> Any:
    """Compute the eigenvalues of a general matrix."""
def eigvalsh(*args: Any, **kwargs: Any) -> Any:
    """Compute the eigenvalues of a Hermitian matrix."""
def inv(*args: Any, **kwargs: Any) -> Any:
    """Return the inverse of a square matrix"""
def lstsq(*args: Any, **kwargs: Any) -> Any:
    """Return the least-squares solution to a linear equation."""
def matmul(*args: Any, **kwargs: Any) -> Any:
    """Perform a matrix multiplication."""
def matrix_norm(*args: Any, **kwargs: Any) -> Any:
    """Compute the norm of a matrix or stack of matrices."""
def matrix_power(*args: Any, **kwargs: Any) -> Any:
    """Raise a square matrix to an integer power."""
def matrix_rank(*args: Any, **kwargs: Any) -> Any:
    """Compute the rank of a matrix."""
def matrix_transpose(*args: Any, **kwargs: Any) -> Any:
    """Transpose a matrix or stack of matrices."""
def multi_dot(*args: Any, **kwargs: Any) -> Any:
    """Efficiently compute matrix products between a sequence of arrays."""
def norm(*args: Any, **kwargs: Any) -> Any:
    """Compute the norm of a matrix or vector."""
def outer(*args: Any, **kwargs: Any) -> Any:
    """Compute the outer product of two 1-dimensional arrays."""
def pinv(*args: Any, **kwargs: Any) -> Any:
    """Compute the (Moore-Penrose) pseudo-inverse of a matrix."""
def qr(*args: Any, **kwargs: Any) -> Any:
    """Compute the QR decomposition of an array"""
def slogdet(*args: Any, **kwargs: Any) -> Any:
    """Compute the sign and (natural) logarithm of the determinant of an array."""
def solve(*args: Any, **kwargs: Any) -> Any:
    """Solve a linear system of equations."""
def svd(*args: Any, **kwargs: Any) -> Any:
    """Compute the singular value decomposition."""
def svdvals(*args: Any, **kwargs: Any) -> Any:
    """Compute the singular values of a matrix."""
def tensordot(*args: Any, **kwargs: Any) -> Any:
    """Compute the tensor dot product of two N-dimensional arrays."""
def tensorinv(*args: Any, **kwargs: Any) -> Any:
    """Compute the tensor inverse of an array."""
def tensorsolve(*args: Any, **kwargs: Any) -> Any:
    """Solve the tensor equation a x = b for x."""
def trace(*args: Any, **kwargs: Any) -> Any:
    """Compute the trace of a matrix."""
def vecdot(*args: Any, **kwargs: Any) -> Any:
    """Compute the (batched) vector conjugate dot product of two arrays."""
def vector_norm(*args: Any, **kwargs: Any) -> Any:
    """Compute the vector norm of a vector or batch of vectors."""
def __getattr__(name: str) -> Any: ...
