/** Returns the trimmed, nonempty parts of a text between separators. */
export function listed(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
