/** Returns a value as JSON without NUL characters and lone surrogates, which jsonb cannot hold. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' ? member.replaceAll('\0', '').toWellFormed() : member,
  )
}
