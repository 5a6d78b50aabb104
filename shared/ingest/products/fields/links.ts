const separators = ' \t\n,;|'

/** Returns the URLs in cells, separated by commas, bars, semicolons or spaces. */
export function linksIn(cells: readonly string[]): string[] {
  return cells
    .flatMap((cell) => cell.split(/(?<=[\s,;|])(?=https?:\/\/)/i))
    .map(withoutSeparators)
    .filter((link) => link !== '')
}

/** A loop, because a pattern would take quadratic time on many separators. */
function withoutSeparators(text: string): string {
  let end = text.length
  while (end > 0 && separators.includes(text[end - 1] as string)) end -= 1
  return text.slice(0, end)
}
