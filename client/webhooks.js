import { VitrineError } from './errors.js'

/**
 * Returns the event of a delivery, or throws a VitrineError `invalid_webhook`. The signature is that of Standard Webhooks:
 * HMAC-SHA-256 of `id.timestamp.body`. WebCrypto compares it in constant time.
 */
export async function verifyWebhook(body, headers, secrets, { toleranceSeconds = 300 } = {}) {
  const bytes = bytesOf(body)
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = signaturesIn(header(headers, 'webhook-signature'))
  if (!/^\d{1,12}$/.test(timestamp)) throw invalid('The header webhook-timestamp is not a time in seconds.')
  const age = Math.floor(Date.now() / 1000) - Number(timestamp)
  if (Math.abs(age) > toleranceSeconds)
    throw invalid(
      `The timestamp is ${Math.abs(age)} s ${age > 0 ? 'old' : 'in the future'}, and ${toleranceSeconds} s are allowed.`,
    )
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  if (!(await hasMatch(signed, signatures, Array.isArray(secrets) ? secrets : [secrets])))
    throw invalid('No signature matches. Pass the secret of the endpoint, and the body exactly as received.')
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new VitrineError('invalid_webhook', 'The body is not JSON.', { cause })
  }
}

async function hasMatch(signed, signatures, secrets) {
  if (secrets.length === 0) throw invalid('Pass at least one secret.')
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ])
    for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

function keyOf(secret) {
  const key = typeof secret === 'string' ? fromBase64(secret.replace(/^whsec_/, '')) : undefined
  if (!key?.length) throw invalid('The secret is not whsec_ and base64.')
  return key
}

/** Returns the signatures of version 1. During the rotation of a secret, a delivery has two. */
function signaturesIn(value) {
  return value
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => fromBase64(each.slice(3)))
    .filter((each) => each !== undefined)
}

function header(headers, name) {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value !== 'string' || !value) throw invalid(`The header ${name} is missing.`)
  return value
}

function bytesOf(body) {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw invalid('Pass the body as received (text or bytes), not the parsed JSON.')
}

function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (each) => each.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(one, other) {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

function invalid(message) {
  return new VitrineError('invalid_webhook', message)
}
