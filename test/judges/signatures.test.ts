import { describe, expect, test } from 'vitest'
import { faultOfSignature, readSignatures, thumbprint } from '../../shared/http/signatures/signed_request.ts'
import type { MessageSignature } from '../../shared/http/signatures/signed_request.ts'
import { judge } from './judge.ts'

/** The key test-key-ed25519 (RFC 9421, appendix B.1.4). */
const key = { kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' }
/** The key test-key-ecc-p256 (RFC 9421, appendix B.1.3), public part. */
const p256 = {
  kty: 'EC',
  crv: 'P-256',
  x: 'qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA',
  y: 'Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0',
}

/** The request of appendix B.2. */
const url = new URL('https://example.com/foo?param=Value&Pet=dog')
const body = new TextEncoder().encode('{"hello": "world"}')
const digest = 'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:'
const fields = {
  Date: 'Tue, 20 Apr 2021 02:07:55 GMT',
  'Content-Type': 'application/json',
  'Content-Digest': digest,
  'Content-Length': '18',
}
const input =
  'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"'
const signature = 'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:'

async function faultOf(changes: Record<string, string> = {}, method = 'POST', by: JsonWebKey = key) {
  const headers = new Headers({ ...fields, 'Signature-Input': input, Signature: signature, ...changes })
  const [read] = readSignatures(headers) as MessageSignature[]
  return await faultOfSignature({ method, url, headers, body }, read as MessageSignature, by)
}

judge({ judge: 'RFC 9421', version: 'appendix B.2.6', checks: 'HTTP message signatures with Ed25519' }, () => {
  test('the vector of B.2.6 (ed25519) is valid', async () => {
    expect(await faultOf()).toBeNull()
  })

  test.each([
    ['another date', faultOf({ Date: 'Tue, 20 Apr 2021 02:07:56 GMT' })],
    ['another method', faultOf({}, 'GET')],
    ['another type', faultOf({ 'Content-Type': 'text/plain' })],
    ['another instant', faultOf({ 'Signature-Input': input.replace('1618884473', '1618884474') })],
    [
      'another order of components',
      faultOf({ 'Signature-Input': input.replace('"date" "@method"', '"@method" "date"') }),
    ],
    ['another signature', faultOf({ Signature: signature.replace('wqcA', 'wqcB') })],
    ['another key', faultOf({}, 'POST', { ...key, x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' })],
  ])('the vector of B.2.6 with %s is not valid', async (_, fault) => {
    expect(await fault).toBe('signature_invalid')
  })

  test('a digest of the body in B.2 is compared with the body', async () => {
    const covered = input.replace('"date"', '"date" "content-digest"')
    // The signature no longer matches, which is found after the digest.
    expect(await faultOf({ 'Signature-Input': covered })).toBe('signature_invalid')
    const wrong = { 'Signature-Input': covered, 'Content-Digest': digest.replace('WZDP', 'WZDQ') }
    expect(await faultOf(wrong)).toBe('digest_mismatch')
    const unknown = { 'Signature-Input': covered, 'Content-Digest': 'md5=:AAAA:' }
    expect(await faultOf(unknown)).toBe('digest_mismatch')
  })

  test('a key of another algorithm is not used', async () => {
    expect(await faultOf({}, 'POST', { kty: 'RSA', n: 'AQAB', e: 'AQAB' })).toBe('algorithm_unsupported')
    expect(await faultOf({ 'Signature-Input': `${input};alg="hmac-sha256"` })).toBe('algorithm_unsupported')
    expect(await faultOf({}, 'POST', p256)).toBe('signature_invalid')
  })
})

/** The appendix signs no request with ES256. OpenSSL 3.0 signed the components of B.2.6 with test-key-ecc-p256 (`openssl dgst -sha256 -sign`). */
judge({ judge: 'OpenSSL', version: '3.0', checks: 'HTTP message signatures with ES256' }, () => {
  const ofP256 = {
    'Signature-Input': input.replace('test-key-ed25519', 'test-key-ecc-p256'),
    Signature: 'sig-b26=:hRJ6wCSYF6Dn2gz/K96fw4vR0D32G9jAB73YbOUgls+GmoXbOz5ARAiCjMypgd9Lh/oH8b/i1b5UDk4Mfi3OHQ==:',
  }

  test('a signature of the request in B.2 is valid', async () => {
    expect(await faultOf(ofP256, 'POST', p256)).toBeNull()
  })

  test.each([
    ['another date', { ...ofP256, Date: 'Tue, 20 Apr 2021 02:07:56 GMT' }],
    ['another instant', { ...ofP256, 'Signature-Input': ofP256['Signature-Input'].replace('473', '474') }],
    ['another signature', { ...ofP256, Signature: ofP256.Signature.replace('hRJ6', 'hRJ7') }],
  ])('a signature of the request in B.2 with %s is not valid', async (_, changes) => {
    expect(await faultOf(changes, 'POST', p256)).toBe('signature_invalid')
  })
})

describe('the thumbprint of a key', () => {
  test('of RFC 8037, appendix A.3, is that of the text', async () => {
    const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
    expect(await thumbprint({ kty: 'OKP', crv: 'Ed25519', x })).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
  })

  test('of the key in the Web Bot Auth drafts is that of the drafts', async () => {
    expect(await thumbprint(key)).toBe('poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U')
  })

  test('of a key of another type is null', async () => {
    expect(await thumbprint({ kty: 'RSA', n: 'AQAB', e: 'AQAB' })).toBeNull()
    expect(await thumbprint({ kty: 'OKP', crv: 'Ed25519' })).toBeNull()
  })
})
