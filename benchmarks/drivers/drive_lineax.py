"""Linear operators and solvers of lineax with float32 and bfloat16 arrays."""

import jax
import jax.numpy as jnp
import lineax


def shaped(*shape: int, dtype: str = "float32") -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))


def products(matrix, diagonal, vector):
    dense = lineax.MatrixLinearOperator(matrix)
    scaled = dense * 2.0 + lineax.DiagonalLinearOperator(diagonal)
    function = lineax.FunctionLinearOperator(lambda v: v * 3.0, jax.eval_shape(lambda: vector))
    return dense.mv(vector), scaled.mv(vector), (dense @ function).as_matrix(), scaled.T.mv(vector), -dense.mv(vector)


def solved(solver, matrix, vector, tag=()):
    operator = lineax.MatrixLinearOperator(matrix, tag)
    return lineax.linear_solve(operator, vector, solver=solver).value


def main() -> None:
    for dtype in ("float32", "bfloat16"):
        matrix, vector = shaped(4, 4, dtype=dtype), shaped(4, dtype=dtype)
        jax.eval_shape(products, matrix, vector, vector)
        jax.eval_shape(lambda d, v: lineax.linear_solve(lineax.DiagonalLinearOperator(d), v).value, vector, vector)
        positive = lineax.positive_semidefinite_tag
        jax.eval_shape(lambda a, b: solved(lineax.CG(1e-3, 1e-3), a, b, positive), matrix, vector)
        jax.eval_shape(lambda a, b: solved(lineax.BiCGStab(1e-3, 1e-3), a, b), matrix, vector)
        tridiagonal = (vector, shaped(3, dtype=dtype), shaped(3, dtype=dtype))
        jax.eval_shape(
            lambda d, lower, upper: lineax.TridiagonalLinearOperator(d, lower, upper).as_matrix(), *tridiagonal
        )
    for solver in (lineax.LU(), lineax.QR(), lineax.SVD(), lineax.GMRES(1e-3, 1e-3)):
        jax.eval_shape(lambda a, b: solved(solver, a, b), shaped(4, 4), shaped(4))


if __name__ == "__main__":
    main()
