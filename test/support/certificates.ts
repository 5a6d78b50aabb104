import { generate } from 'selfsigned'

export interface Certificate {
  /** The certificate of the authority. */
  ca: string
  cert: string
  key: string
}

/** Creates a certificate authority and a certificate for a host. */
export async function certify(host: string): Promise<Certificate> {
  const day = 86_400_000
  const dates = { notBeforeDate: new Date(Date.now() - day), notAfterDate: new Date(Date.now() + 30 * day) }
  const authority = await generate([{ name: 'commonName', value: 'Authority of a test' }], {
    ...dates,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const server = await generate([{ name: 'commonName', value: host }], {
    ...dates,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  })
  return { ca: authority.cert, cert: server.cert, key: server.private }
}
