/** The addresses in cells that hold one or several, parted by commas, bars, semicolons or blanks before the next one. */
export function linksIn(cells: readonly string[]): string[] {
  return cells.flatMap((cell) => cell.split(/[\s,;|]+(?=https?:\/\/)/i)).filter((link) => link !== '')
}
