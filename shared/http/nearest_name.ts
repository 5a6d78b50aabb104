/** The name among these that a misspelled one most likely means, or null when none is close. */
export function nearestName(given: string, names: readonly string[]): string | null {
  const plain = plainName(given.slice(0, 64))
  const [best] = names
    .map((name) => ({ name, distance: editDistance(plain, plainName(name)) }))
    .filter(
      ({ name, distance }) => distance <= Math.max(1, Math.floor(Math.min(plain.length, plainName(name).length) / 3)),
    )
    .toSorted((one, two) => one.distance - two.distance)
  return best?.name ?? names.find((name) => plain.length >= 4 && plainName(name).startsWith(plain)) ?? null
}

/** `campaignIds`, `campaign-ids` and `campaign_ids` differ in convention only. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** Insertions, deletions, substitutions and swaps of neighbors (Damerau-Levenshtein, optimal string alignment). */
function editDistance(one: string, two: string): number {
  const rows = [Array.from({ length: two.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= two.length; column += 1) {
      const isSame = one[row - 1] === two[column - 1]
      const isSwap = row > 1 && column > 1 && one[row - 1] === two[column - 2] && one[row - 2] === two[column - 1]
      current.push(
        Math.min(
          at(rows, row - 1, column) + 1,
          (current[column - 1] as number) + 1,
          at(rows, row - 1, column - 1) + (isSame ? 0 : 1),
          isSwap ? at(rows, row - 2, column - 2) + 1 : Infinity,
        ),
      )
    }
    rows.push(current)
  }
  return at(rows, one.length, two.length)
}

function at(rows: readonly number[][], row: number, column: number): number {
  return rows[row]?.[column] as number
}
