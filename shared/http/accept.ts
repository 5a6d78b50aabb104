/** Returns whether an Accept header prefers a media type to JSON: by its weight, then by its place, as browsers do with text/html. */
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

/** The media types of an Accept header by weight, then by place. A weight of 0 refuses a type (RFC 9110, section 12.4.2). */
function typesOf(accept: string): string[] {
  return accept
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { type, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ type }) => type)
}
