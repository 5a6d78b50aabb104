import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { describe, expect, test } from 'vitest'
import { parseEnv } from '../../shared/env.ts'
import { MissingKey, openKeyRing } from '../../shared/key_ring.ts'

const [older, newer] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64url')]
const text = new TextEncoder().encode('refresh token')

describe('a key ring', () => {
  test('seals with the newest key and opens what each of its keys sealed', async () => {
    const sealed = await (await openKeyRing(older)).seal(text, 'a')
    const ring = await openKeyRing(`${newer}, ${older}`)
    expect(await ring.open(sealed, 'a')).toEqual(text)
    const again = await ring.seal(text, 'a')
    expect(again.split('.')[0]).toBe(ring.ids[0])
    expect(await (await openKeyRing(newer)).open(again, 'a')).toEqual(text)
    expect(await ring.seal(text, 'a')).not.toBe(again)
  })

  test('refuses another context, a changed text and the id of another key', async () => {
    const ring = await openKeyRing(`${newer},${older}`)
    const sealed = await ring.seal(text, 'endpoint 1')
    const [id, content = ''] = sealed.split('.')
    await expect(ring.open(sealed, 'endpoint 2')).rejects.toMatchObject({ name: 'OperationError' })
    const changed = content.slice(0, 30) + (content[30] === 'A' ? 'B' : 'A') + content.slice(31)
    await expect(ring.open(`${id}.${changed}`, 'endpoint 1')).rejects.toMatchObject({ name: 'OperationError' })
    await expect(ring.open(`${ring.ids[1]}.${content}`, 'endpoint 1')).rejects.toMatchObject({ name: 'OperationError' })
  })

  test('names a missing key by its id', async () => {
    const sealed = await (await openKeyRing(older)).seal(text, 'a')
    const failure = await (await openKeyRing(newer)).open(sealed, 'a').catch((thrown: unknown) => thrown)
    expect(failure).toBeInstanceOf(MissingKey)
    expect(failure).toMatchObject({ keyId: (await openKeyRing(older)).ids[0] })
    await expect((await openKeyRing(newer)).open('', 'a')).rejects.toBeInstanceOf(MissingKey)
  })

  test('derives ids from thumbprints, equal for base64 and base64url', async () => {
    const bytes = randomBytes(32)
    const spellings = [bytes.toString('base64'), bytes.toString('base64url'), `${bytes.toString('base64url')}=`]
    const ids = await Promise.all(spellings.map(async (key) => (await openKeyRing(key)).ids[0]))
    const thumbprint = await calculateJwkThumbprint({ kty: 'oct', k: bytes.toString('base64url') })
    expect(ids).toEqual(Array(3).fill(thumbprint.slice(0, 16)))
  })
})

describe('a variable with a key ring', () => {
  const message = 'must be one or more keys of 32 bytes in base64, newest first, with commas between.'

  test.each([
    ['a key that is not base64', `${'!'.repeat(43)},${older}`, message],
    ['a key of 31 bytes', `${randomBytes(31).toString('base64')},${older}`, message],
    ['a key of 33 bytes', `${older},${randomBytes(33).toString('base64')}`, message],
    ['an empty key', `${older},`, message],
    ['a key twice', `${older},${newer},${older}`, 'must not contain a key twice.'],
  ])('rejects %s by the name of the variable, without the value', (_, value, expected) => {
    for (const name of ['WEBHOOK_SECRET_KEY', 'QUOTE_SIGNING_KEY']) {
      expect(() => parseEnv({ [name]: value })).toThrow(new Error(`${name}: ${expected}`))
    }
  })

  test('accepts one or several keys, also with spaces', () => {
    expect(parseEnv({ WEBHOOK_SECRET_KEY: older }).WEBHOOK_SECRET_KEY).toBe(older)
    expect(parseEnv({ QUOTE_SIGNING_KEY: `${newer}, ${older}` }).QUOTE_SIGNING_KEY).toContain(older)
  })
})
