/** The escapes of NUL and of lone surrogates in the text of JSON, and rarely of a text that contains such an escape. */
const unstorable = /\\u(0000|d[89a-f])/

/** Returns a value as JSON without NUL characters and lone surrogates, which jsonb cannot hold. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  // A replacer is slow, and replies have many cells.
  if (!unstorable.test(json)) return json
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' ? member.replaceAll('\0', '').toWellFormed() : member,
  )
}

/** Returns a value of JSON without these characters. */
export function storable<Value>(value: Value): Value {
  return JSON.parse(storableJson(value)) as Value
}
