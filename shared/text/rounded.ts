/** A value in a sentence: four significant digits, which suffice for ratios, and all digits before the point. */
export function rounded(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4))
}
