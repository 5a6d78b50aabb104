import { isIP } from 'node:net'

/** TLS options in the form that both drivers accept. */
export interface Tls {
  /** The host name that the certificate must contain. It is set when the host is an IP address. */
  host: string
  servername?: string
  rejectUnauthorized: boolean
  ca?: string
  checkServerIdentity?: () => undefined
}

export interface Address {
  /** The URL without its TLS parameters, which each driver would interpret differently. */
  url: string
  ssl: Tls | false
}

/** The supported values of sslmode. */
const modes = ['disable', 'require', 'verify-ca', 'verify-full']

/** Returns the URL with the certificate authority (PEM) in `sslrootcert`, so that every connection verifies it. */
export function withAuthority(databaseUrl: string, pem: string | undefined): string {
  if (!pem) return databaseUrl
  const url = new URL(databaseUrl)
  url.searchParams.set('sslrootcert', pem)
  return url.href
}

/**
 * Parses a database URL. sslmode has the meaning of libpq, so that one URL works the same in psql, the functions
 * and the worker. Without sslmode the connection is not encrypted. Throws an error that says what to correct.
 */
export function parseAddress(databaseUrl: string): Address {
  const url = new URL(databaseUrl)
  const ca = url.searchParams.get('sslrootcert') ?? undefined
  const mode = url.searchParams.get('sslmode')
  for (const name of ['sslmode', 'sslrootcert']) url.searchParams.delete(name)
  // postgres.js parses the colons of an IPv6 address as port separators and then waits forever.
  if (url.hostname.startsWith('[')) throw new Error('names an IPv6 address. Give it a host name.')
  return { url: url.href, ssl: tls(decodeURIComponent(url.hostname), mode, ca) }
}

function tls(host: string, mode: string | null, ca: string | undefined): Tls | false {
  if (ca !== undefined && !ca.includes('-----BEGIN CERTIFICATE-----')) {
    throw new Error('names a file in sslrootcert. Put the text of the certificate into DATABASE_CA instead.')
  }
  if (mode === null && ca !== undefined) {
    throw new Error(
      `says no sslmode, though DATABASE_CA is set. Add ?sslmode=verify-full, or one of ${modes.join(', ')}.`,
    )
  }
  if (mode === null || mode === 'disable') return false
  if (!modes.includes(mode)) throw new Error(`has sslmode=${mode}. Say one of ${modes.join(', ')}.`)
  if (mode === 'verify-ca' && ca === undefined) {
    throw new Error('has sslmode=verify-ca, which needs DATABASE_CA. Set it, or say verify-full.')
  }
  const named = { host, ...(isIP(host) ? {} : { servername: host }), ...(ca === undefined ? {} : { ca }) }
  if (mode === 'verify-full') return { ...named, rejectUnauthorized: true }
  // With a certificate authority, `require` also verifies the certificate, but not the host name, as in libpq.
  return ca === undefined
    ? { ...named, rejectUnauthorized: false }
    : { ...named, rejectUnauthorized: true, checkServerIdentity: () => undefined }
}
