/** Returns a text in one line without control characters, cut to a length, so that it adds no header and no line to a mail. */
export function oneLine(text: string, lengthMax = 100): string {
  const line = [...text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()]
  return line.length > lengthMax ? `${line.slice(0, lengthMax - 1).join('')}…` : line.join('')
}
