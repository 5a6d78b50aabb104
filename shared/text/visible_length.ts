const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu

/** Returns the length of a text without characters that people cannot see. Spaces and line ends count. */
export function visibleLength(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  return text.replace(/[\t\n\r]/g, ' ').replace(hidden, '').length
}

/** Whether a text has a character that people can see. */
export function isVisible(text: string): boolean {
  return /[!-~]/.test(text) || text.replace(hidden, '').trim() !== ''
}
