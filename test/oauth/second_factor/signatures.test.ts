import { generateKeyPairSync, sign } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
})
afterAll(() => database.stop())

const message = Buffer.from('a message')

/** The public key as COSE_Key. */
const es256 = (x: Uint8Array, y: Uint8Array) =>
  Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y])

async function isSignature(key: Uint8Array, signature: Uint8Array, signed: Uint8Array = message): Promise<boolean> {
  const [row] = await database.sql`select oauth.is_signature(${key}, ${signed}, ${signature}) as is_valid`
  return row?.is_valid as boolean
}

/** A key of P-256 and a signature of Node. */
function signedByNode() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const [px, py] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return { x: px, y: py, key: es256(px, py), signature: sign('sha256', message, privateKey) }
}

/** Encodes two positive numbers of at most 32 bytes in DER. */
function der(r: bigint, s: bigint): Buffer {
  const integers = [r, s].map((number) => {
    const hex = number.toString(16)
    const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
    const unsigned = (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes
    return Buffer.concat([Buffer.from([2, unsigned.length]), unsigned])
  })
  const content = Buffer.concat(integers)
  return Buffer.concat([Buffer.from([0x30, content.length]), content])
}

describe('oauth.is_signature with ES256', () => {
  test('accepts signatures of Node, and none of another message or key', async () => {
    for (let count = 0; count < 12; count++) {
      const [one, other] = [signedByNode(), signedByNode()]
      expect(await isSignature(one.key, one.signature)).toBe(true)
      expect(await isSignature(one.key, one.signature, Buffer.from('a messag'))).toBe(false)
      expect(await isSignature(other.key, one.signature)).toBe(false)
    }
  })

  test('refuses each changed byte of a signature', async () => {
    const { key, signature } = signedByNode()
    for (let at = 0; at < signature.length; at++) {
      const changed = Buffer.from(signature)
      changed[at] = (changed[at] as number) ^ 1
      expect([at, await isSignature(key, changed)]).toEqual([at, false])
    }
    for (const part of [signature.subarray(1), signature.subarray(0, -1), Buffer.concat([signature, Buffer.alloc(1)])])
      expect(await isSignature(key, part)).toBe(false)
    expect(await isSignature(key, Buffer.alloc(0))).toBe(false)
  })

  test('refuses numbers outside 1 to n - 1, and a key outside the curve', async () => {
    const { n } = p256.Point.CURVE()
    const { x, y, key, signature } = signedByNode()
    const [r, s] = [1n, n - 1n]
    for (const [a, b] of [
      [0n, s],
      [r, 0n],
      [0n, 0n],
      [n, s],
      [r, n],
    ] as const)
      expect([a, b, await isSignature(key, der(a, b))]).toEqual([a, b, false])
    const off = Buffer.from(y)
    off[31] = (off[31] as number) ^ 1
    expect(await isSignature(es256(x, off), signature)).toBe(false)
    expect(await isSignature(es256(Buffer.alloc(32), Buffer.alloc(32)), signature)).toBe(false)
  })

  test('agrees with another implementation for keys and numbers at the ends of their range', async () => {
    const { n } = p256.Point.CURVE()
    for (const secret of [2n, 3n, n / 2n, n - 2n]) {
      const bytes = Buffer.from(secret.toString(16).padStart(64, '0'), 'hex')
      const point = p256.Point.BASE.multiply(secret).toBytes(false)
      const key = es256(point.subarray(1, 33), point.subarray(33))
      const signature = p256.sign(message, bytes, { format: 'der' })
      expect([secret, await isSignature(key, signature)]).toEqual([secret, true])
      const { r, s } = p256.Signature.fromBytes(signature, 'der')
      // Both s and n - s are valid (FIPS 186-5 does not restrict s).
      expect([secret, await isSignature(key, der(r, n - s))]).toEqual([secret, true])
      expect(await isSignature(key, der(s, r))).toBe(false)
    }
  })
})

describe('oauth.is_signature with RS256', () => {
  test('accepts signatures of Node, and no other padding, hash or message', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const modulus = Buffer.from(publicKey.export({ format: 'jwk' }).n as string, 'base64url')
    const head = Buffer.from('a401030339010020590100', 'hex')
    const key = Buffer.concat([head, modulus, Buffer.from('2143010001', 'hex')])
    const signature = sign('sha256', message, privateKey)
    expect(await isSignature(key, signature)).toBe(true)
    expect(await isSignature(key, signature, Buffer.from('other'))).toBe(false)
    expect(await isSignature(key, sign('sha1', message, privateKey))).toBe(false)
    expect(await isSignature(key, sign('sha256', message, { key: privateKey, padding: 6 }))).toBe(false)
    expect(await isSignature(key, modulus)).toBe(false)
    expect(await isSignature(key, Buffer.alloc(0))).toBe(false)
    expect(await isSignature(key, Buffer.concat([Buffer.alloc(1), signature]))).toBe(false)
  })
})

describe('oauth.is_rs256', () => {
  test('refuses a signature of another length at once, before it computes with it', async () => {
    const startedAt = performance.now()
    const [row] = await database.sql`
      select oauth.is_rs256(${Buffer.alloc(256, 1)}, ${Buffer.alloc(32)}, ${Buffer.alloc(20_000, 1)}) as is_valid`
    expect(row?.is_valid).toBe(false)
    expect(performance.now() - startedAt).toBeLessThan(100)
  })
})
