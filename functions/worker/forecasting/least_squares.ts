/** The normal equations of a linear regression, for any number of its first columns. */
export interface Regression {
  /**
   * Returns the coefficients of the first columns that minimize the squared errors plus the penalties, which weigh the square of
   * each coefficient (ridge regression, Hoerl and Kennard 1970).
   */
  solve: (penalties: readonly number[]) => number[]
  /** Returns the sum of the squared errors of the coefficients of the first columns. */
  errorOf: (coefficients: readonly number[]) => number
}

/** Returns the regression of the targets on columns of the same length. */
export function regression(columns: readonly Float64Array[], targets: Float64Array): Regression {
  const products = columns.map((one, index) => columns.slice(0, index + 1).map((other) => dot(one, other)))
  const right = columns.map((column) => dot(column, targets))
  const squares = dot(targets, targets)
  const productOf = (one: number, other: number) =>
    (one >= other ? products[one]?.[other] : products[other]?.[one]) as number
  return {
    solve: (penalties) => {
      // A share of the largest product keeps columns that depend on each other solvable.
      const least = 1e-10 * Math.max(0, ...penalties.map((_, index) => productOf(index, index)))
      const matrix = penalties.map((penalty, row) =>
        Float64Array.from({ length: row + 1 }, (_, column) =>
          row === column ? productOf(row, row) + penalty + least : productOf(row, column),
        ),
      )
      return solve(matrix, right.slice(0, penalties.length))
    },
    errorOf: (coefficients) =>
      coefficients.reduce(
        (sum, one, row) =>
          sum +
          one *
            (coefficients.reduce((inner, other, column) => inner + other * productOf(row, column), 0) -
              2 * (right[row] as number)),
        squares,
      ),
  }
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += (one[index] as number) * (other[index] as number)
  return sum
}

/** Solves a symmetric positive definite system by a Cholesky decomposition. Overwrites `matrix`, which has the lower triangle. */
function solve(matrix: readonly Float64Array[], right: readonly number[]): number[] {
  const solved = [...right]
  for (const [row, line] of matrix.entries()) {
    for (let column = 0; column <= row; column++) {
      const other = matrix[column] as Float64Array
      let sum = line[column] as number
      for (let inner = 0; inner < column; inner++) sum -= (line[inner] as number) * (other[inner] as number)
      line[column] = column === row ? Math.sqrt(Math.max(sum, 1e-300)) : sum / (other[column] as number)
    }
    let rest = solved[row] as number
    for (let inner = 0; inner < row; inner++) rest -= (line[inner] as number) * (solved[inner] as number)
    solved[row] = rest / (line[row] as number)
  }
  for (let row = matrix.length - 1; row >= 0; row--) {
    let rest = solved[row] as number
    for (let below = row + 1; below < matrix.length; below++)
      rest -= ((matrix[below] as Float64Array)[row] as number) * (solved[below] as number)
    solved[row] = rest / ((matrix[row] as Float64Array)[row] as number)
  }
  return solved
}
