const separators = ' \t\n,;|'

/** The addresses in cells that hold one or several, parted by commas, bars, semicolons or blanks before the next one. */
export function linksIn(cells: readonly string[]): string[] {
  return cells
    .flatMap((cell) => cell.split(/(?<=[\s,;|])(?=https?:\/\/)/i))
    .map(withoutSeparators)
    .filter((link) => link !== '')
}

/** A pattern would try every start of a long row of them. */
function withoutSeparators(text: string): string {
  let end = text.length
  while (end > 0 && separators.includes(text[end - 1] as string)) end -= 1
  return text.slice(0, end)
}
