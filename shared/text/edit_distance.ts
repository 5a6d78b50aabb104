/**
 * Returns the number of edits between two words: insertions, deletions, substitutions and swaps of neighbors
 * (Damerau-Levenshtein, optimal string alignment). If it is above `max`, it returns `max + 1`.
 */
export function editDistance(a: string, b: string, max = Infinity): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let edits = Math.min((previous[j] as number) + 1, (row[j - 1] as number) + 1, (previous[j - 1] as number) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (before[j - 2] as number) + 1)
      row.push(edits)
    }
    if (Math.min(...row) > max) return max + 1
    before = previous
    previous = row
  }
  return previous[b.length] as number
}
