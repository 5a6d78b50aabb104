/** Returns the GTIN (8, 12, 13 or 14 digits) in a text, or undefined if length or check digit is wrong. */
export function readGtin(text: string): string | undefined {
  // Shopify writes an apostrophe before it, so that spreadsheets keep it as text.
  const digits = text.replace(/^'/, '').replace(/[\s-]/g, '')
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return undefined
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    sum += Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 1 : 3)
  }
  return sum % 10 === 0 && Number(digits) > 0 ? digits : undefined
}
