import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { directoryLimits } from '../../shared/http/signatures/recognize_agents.ts'
import { fetchPublic } from '../../shared/http/outbound/fetch_public.ts'
import { isPublicAddress } from '../../shared/http/outbound/public_address.ts'
import { certify } from './certificates.ts'

export type Respond = (response: ServerResponse, request: IncomingMessage) => unknown

/** A key pair of an agent. `keyId` is the thumbprint of the public key. */
export interface SigningKey {
  privateKey: KeyObject
  jwk: JsonWebKey
  keyId: string
}

export function signingKey(privateKey = generateKeyPairSync('ed25519').privateKey): SigningKey {
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' }) as JsonWebKey
  const { crv, kty, x, y } = jwk
  const members = kty === 'EC' ? { crv, kty, x, y } : { crv, kty, x }
  return { privateKey, jwk, keyId: createHash('sha256').update(JSON.stringify(members)).digest('base64url') }
}

export const platformKey = () => signingKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)

const directoryHeaders = { 'Content-Type': 'application/http-message-signatures-directory+json' }

/** Returns a response with the directory of some keys. */
export function directoryOf(keys: object[], headers: Record<string, string> = {}): Respond {
  return (response) => response.writeHead(200, { ...directoryHeaders, ...headers }).end(JSON.stringify({ keys }))
}

/**
 * Serves the directories of all hosts below agents.example over https on a local port. `responses` are by
 * host, other files by host and path. `resolved` replaces the address of a host;
 * all other rules of the fetch are those of the product.
 */
export async function startDirectories() {
  const { ca, cert, key } = await certify('*.agents.example')
  const responses = new Map<string, Respond>()
  const fetched: string[] = []
  const resolved = new Map<string, string>()
  const server = createServer({ key, cert }, (request, response) => {
    const host = request.headers.host?.split(':')[0] ?? ''
    fetched.push(host)
    const isDirectory = request.url === '/.well-known/http-message-signatures-directory'
    const respond = responses.get(isDirectory ? host : host + request.url)
    if (respond) respond(response, request)
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    port,
    responses,
    resolved,
    fetched,
    name: (host: string) => `${host}.agents.example:${port}`,
    options: {
      fetchKeys: async (address: string) =>
        await fetchPublic(address, {
          ...directoryLimits,
          certificateAuthority: ca,
          isAllowed: (found) => found === '127.0.0.1' || isPublicAddress(found),
          resolve: async (host) => [{ address: resolved.get(host) ?? '127.0.0.1', family: 4 }],
        }),
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** What a signature covers, in the notation of RFC 9421: identifier and value of each component, and the parameters. */
export interface Signing {
  key: SigningKey
  components: [identifier: string, value: string][]
  parameters: Record<string, string | number | undefined>
  label?: string
}

/** Returns the fields of a signature (RFC 9421, section 3.1), with node:crypto alone. */
export function signed({ key, components, parameters, label = 'sig1' }: Signing): Record<string, string> {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const written = given.map(([name, value]) => `;${name}=${typeof value === 'number' ? value : `"${value}"`}`)
  const input = `(${components.map(([identifier]) => identifier).join(' ')})${written.join('')}`
  const lines = [...components.map(([identifier, value]) => `${identifier}: ${value}`), `"@signature-params": ${input}`]
  const isEd25519 = key.privateKey.asymmetricKeyType === 'ed25519'
  const bytes = isEd25519
    ? sign(null, Buffer.from(lines.join('\n')), key.privateKey)
    : sign('sha256', Buffer.from(lines.join('\n')), { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
  return { 'Signature-Input': `${label}=${input}`, Signature: `${label}=:${bytes.toString('base64')}:` }
}

export const now = () => Math.floor(Date.now() / 1000)

/** Returns the fields of a request that an agent signs for Web Bot Auth at http://vitrine.test. */
export function signedForBots(
  agent: string,
  key: SigningKey,
  changes: Partial<Signing> & { field?: string } = {},
): Record<string, string> {
  const { field = `sig1="https://${agent}"`, parameters = {}, ...others } = changes
  const components: Signing['components'] = [
    ['"@authority"', 'vitrine.test'],
    ['"signature-agent";key="sig1"', `"https://${agent}"`],
  ]
  const defaults = { created: now(), expires: now() + 300, keyid: key.keyId, tag: 'web-bot-auth' }
  return {
    'Signature-Agent': field,
    ...signed({ key, components, ...others, parameters: { ...defaults, ...parameters } }),
  }
}

export function digestOf(body: string): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
}
