/** The parts of a text between separators, without what is around them and without empty ones. */
export function listed(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
