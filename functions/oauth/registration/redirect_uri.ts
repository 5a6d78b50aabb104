const uriLengthMax = 2048
const loopback = /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?([/?]|$)/
/** A redirect URI that holds one of these would make the response ambiguous (RFC 6749, section 4.1.2; RFC 9207, section 2). */
const responseParameters = ['code', 'state', 'error', 'error_description', 'iss']
/** Schemes that run or read something where the browser stands, with or without a list that names them. */
const dangerousSchemes = ['javascript', 'data', 'file', 'blob', 'vbscript', 'about', 'ws', 'wss', 'ftp', 'view-source']

/**
 * What is wrong with a redirect URI, or null (specification, Connector 4; RFC 8252, section 7; RFC 9700, section 2.1).
 * It is looked at as it will be compared and sent: character for character, before any parser has mended it.
 */
export function redirectUriFault(uri: string, knownSchemes: readonly string[]): string | null {
  if (uri.length > uriLengthMax) return `is longer than ${uriLengthMax} characters`
  if (!/^[!-~]+$/.test(uri) || /[\\<>"`{}|^*]/.test(uri)) return 'has characters that a redirect URI must not have'
  if (uri.includes('#')) return 'must not have a fragment'
  if (!URL.canParse(uri)) return 'is not an absolute URI'
  const { searchParams } = new URL(uri)
  const reserved = responseParameters.find((name) => searchParams.has(name))
  if (reserved) return `must not contain the parameter ${reserved}, which the authorization response sets`
  const scheme = uri.slice(0, uri.indexOf(':'))
  const [, authority] = /^[^:]+:\/\/([^/?]*)/.exec(uri) ?? []
  if (authority?.includes('@')) return 'must not have user information'
  if (scheme === 'https') return authority ? null : 'has no host'
  if (scheme === 'http') return loopback.test(uri) ? null : 'must be https, or http on a loopback address'
  if (dangerousSchemes.includes(scheme.toLowerCase())) return 'has a scheme that is never redirected to'
  if (/^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+$/.test(scheme) || knownSchemes.includes(scheme)) return null
  return 'has a scheme that is neither https, nor http on a loopback address, nor private-use (RFC 8252)'
}
