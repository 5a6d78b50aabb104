import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Visit } from './browser.ts'

/** The options of a passkey page, with bytes in base64url. */
export interface PasskeyOptions {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string; name: string }
  excludeCredentials?: { id: string }[]
  allowCredentials?: { id: string }[]
}

/** What a hostile or faulty authenticator or browser does differently. */
export interface Deviation {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  isVerified?: boolean
  isPresent?: boolean
  /** The signature counter. Without it, the counter grows. */
  counter?: number
  mayBeSynced?: boolean
  userHandle?: string | null
  attestation?: { fmt: string; attStmt: Record<string, unknown> }
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** An authenticator in software with one passkey: ES256, or RS256 as some of Windows. */
export class Authenticator {
  readonly origin: string
  readonly id = randomBytes(32)
  readonly algorithm: 'ES256' | 'RS256'
  counter = 0
  userHandle: string | null = null
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject

  constructor(origin: string, algorithm: 'ES256' | 'RS256' = 'ES256') {
    this.origin = origin
    this.algorithm = algorithm
    const pair =
      algorithm === 'ES256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('rsa', { modulusLength: 2048 })
    this.#privateKey = pair.privateKey
    this.#publicKey = pair.publicKey
  }

  /** Returns the response of navigator.credentials.create as the script of the page sends it. */
  create(options: PasskeyOptions, deviation: Deviation = {}): string {
    this.userHandle = options.user?.id ?? null
    const clientData = this.#clientData('webauthn.create', options, deviation)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey()])
    const authData = this.#authenticatorData(options.rp?.id ?? '', deviation, attested)
    const { fmt, attStmt } = deviation.attestation ?? { fmt: 'none', attStmt: {} }
    return this.#credential({
      clientDataJSON: base64url(clientData),
      attestationObject: base64url(cbor({ fmt, attStmt, authData })),
    })
  }

  /** Returns the response of navigator.credentials.get. */
  get(options: PasskeyOptions, deviation: Deviation = {}): string {
    const clientData = this.#clientData('webauthn.get', options, deviation)
    const authData = this.#authenticatorData(options.rpId ?? '', deviation)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#privateKey)
    const userHandle = deviation.userHandle === undefined ? this.userHandle : deviation.userHandle
    return this.#credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      ...(userHandle === null ? {} : { userHandle }),
    })
  }

  #clientData(type: string, options: PasskeyOptions, deviation: Deviation): string {
    const { challenge = options.challenge, origin = this.origin } = deviation
    return JSON.stringify({ type: deviation.type ?? type, challenge, origin, crossOrigin: false })
  }

  #authenticatorData(rpId: string, deviation: Deviation, attested?: Buffer): Buffer {
    const { isPresent = true, isVerified = true, mayBeSynced = false } = deviation
    this.counter = deviation.counter ?? this.counter + 1
    const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | (mayBeSynced ? 8 : 0) | (attested ? 64 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const head = [sha256(deviation.rpId ?? rpId), Buffer.from([flags]), counter]
    return Buffer.concat([...head, ...(attested ? [attested] : [])])
  }

  /** The public key as COSE_Key (RFC 9052). */
  #coseKey(): Buffer {
    const { x = '', y = '', n = '' } = this.#publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => Buffer.from(text, 'base64url')
    return this.algorithm === 'ES256'
      ? cbor(
          new Map<number, unknown>([
            [1, 2],
            [3, -7],
            [-1, 1],
            [-2, bytes(x)],
            [-3, bytes(y)],
          ]),
        )
      : cbor(
          new Map<number, unknown>([
            [1, 3],
            [3, -257],
            [-1, bytes(n)],
            [-2, Buffer.from([1, 0, 1])],
          ]),
        )
  }

  #credential(response: Record<string, string>): string {
    const id = base64url(this.id)
    return JSON.stringify({ id, rawId: id, type: 'public-key', response })
  }
}

/** Returns the options in the form of a passkey page. */
export function optionsOf({ html }: Visit): PasskeyOptions {
  const text = /data-options="([^"]*)"/.exec(html)?.[1] ?? 'null'
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as PasskeyOptions
}

/** Encodes a value in CBOR (RFC 8949): numbers, text, bytes, lists and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const entries = value instanceof Map ? [...value] : Object.entries(value as object)
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
