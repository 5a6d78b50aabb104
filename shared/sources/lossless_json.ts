type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown

/**
 * Parses JSON and returns each number as the text that the platform wrote, because a double merges ids of 64 bits and rounds money
 * (JSON.parse source text access, ECMAScript 2026). Throws SyntaxError without a part of the text, which can contain a token.
 */
export function parseLossless(text: string): unknown {
  try {
    return parse(text, (_, value, { source }) => (typeof value === 'number' ? source : value))
  } catch {
    throw new SyntaxError('The text is not valid JSON.')
  }
}
