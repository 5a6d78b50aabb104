const uriLengthMax = 2048
const loopback = /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?([/?]|$)/
/** A redirect URI with one of these parameters makes the response ambiguous (RFC 6749, section 4.1.2; RFC 9207, section 2). */
const responseParameters = ['code', 'state', 'error', 'error_description', 'iss']
/** Schemes that execute code or read local data in the browser. OAUTH_REDIRECT_SCHEMES cannot allow them. */
const dangerousSchemes = ['javascript', 'data', 'file', 'blob', 'vbscript', 'about', 'ws', 'wss', 'ftp', 'view-source']

/**
 * Returns what is wrong with a redirect URI, or null (specification, Connector 4; RFC 8252, section 7; RFC 9700, section 2.1).
 * The checks use the original string, because the URI is stored, compared and sent without normalization.
 */
export function redirectUriError(uri: string, knownSchemes: readonly string[]): string | null {
  if (uri.length > uriLengthMax) return `is longer than ${uriLengthMax} characters`
  if (!/^[!-~]+$/.test(uri) || /[\\<>"`{}|^*]/.test(uri)) return 'has characters that are not allowed in a redirect URI'
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
  if (dangerousSchemes.includes(scheme.toLowerCase())) return 'has a scheme that is not allowed'
  if (/^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+$/.test(scheme) || knownSchemes.includes(scheme)) return null
  return 'must be https, http on a loopback address, or a private-use scheme (RFC 8252)'
}
