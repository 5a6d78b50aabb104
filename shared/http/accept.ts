/** Returns whether an Accept header lists a media type before JSON, as browsers do with text/html. */
export function isBeforeJson(accept: string, mediaType: string): boolean {
  const [first = ''] = typesOf(accept).filter((type) => type === mediaType || type.includes('json'))
  return first === mediaType
}

/**
 * Returns whether an Accept header lists a media type and none of the available ones, with ranges such as a wildcard (RFC 9110,
 * section 12.5.1).
 */
export function acceptsOnly(accept: string, mediaType: string, available: readonly string[]): boolean {
  const types = typesOf(accept)
  const matches = (type: string, other: string) =>
    type === other || type === '*/*' || (type.endsWith('/*') && other.startsWith(type.slice(0, -1)))
  const isOther = (type: string) => type.includes('json') || available.some((other) => matches(type, other))
  return types.includes(mediaType) && !types.some(isOther)
}

function typesOf(accept: string): string[] {
  return accept
    .toLowerCase()
    .split(',')
    .map((type) => type.split(';')[0]?.trim() ?? '')
}
