import { isIP } from 'node:net'

/** What both drivers take for TLS. */
export interface Tls {
  /** Whom the certificate must name: an address has no name that could be sent along. */
  host: string
  servername?: string
  rejectUnauthorized: boolean
  ca?: string
  checkServerIdentity?: () => undefined
}

export interface Address {
  /** Without what says how it is encrypted: each driver would understand that in its own way. */
  url: string
  ssl: Tls | false
}

/** What a URL may say, and what comes of it. */
const modes = ['disable', 'require', 'verify-ca', 'verify-full']

/** The authority travels with the address, so that nobody who connects can forget it. */
export function withAuthority(databaseUrl: string, pem: string | undefined): string {
  if (!pem) return databaseUrl
  const url = new URL(databaseUrl)
  url.searchParams.set('sslrootcert', pem)
  return url.href
}

/**
 * Where a database is and how to talk to it: sslmode as libpq means it, so that one URL does the same for psql, the functions
 * and the worker. Without it nothing is encrypted. Throws what to do about a URL that says too little.
 */
export function parseAddress(databaseUrl: string): Address {
  const url = new URL(databaseUrl)
  const ca = url.searchParams.get('sslrootcert') ?? undefined
  const mode = url.searchParams.get('sslmode')
  for (const name of ['sslmode', 'sslrootcert']) url.searchParams.delete(name)
  // postgres.js takes the colons in it for ports, and waits for ever.
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
  // With an authority to query, `require` asks it too, as libpq does.
  return ca === undefined
    ? { ...named, rejectUnauthorized: false }
    : { ...named, rejectUnauthorized: true, checkServerIdentity: () => undefined }
}
