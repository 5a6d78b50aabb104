import { base64Url, fromBase64 } from './credentials/tokens.ts'

const nonceBytes = 12

/**
 * Keys of an environment variable, newest first, with commas between. The first key seals; each key opens what it sealed.
 * An id is derived from its key, so that an operator writes no ids, the same key has the same id everywhere, and an id can
 * never name another key.
 */
export interface KeyRing {
  /** The ids of all keys, newest first. */
  ids: readonly string[]
  /**
   * Encrypts with AES-256-GCM under the newest key. Returns the id of the key, a dot, and base64url of nonce and
   * ciphertext. `context` names the purpose and the owner of the text. It is authenticated, so that a sealed text cannot be
   * opened for another owner.
   */
  seal: (plaintext: Uint8Array<ArrayBuffer>, context: string) => Promise<string>
  /**
   * Decrypts a sealed text. Throws MissingKey if the ring has no key of its id, and an OperationError if the text was changed
   * or sealed for another context.
   */
  open: (sealed: string, context: string) => Promise<Uint8Array<ArrayBuffer>>
}

/** The ring has no key of this id. */
export class MissingKey extends Error {
  readonly keyId: string

  constructor(keyId: string) {
    super(`The key ${keyId} is missing.`)
    this.name = 'MissingKey'
    this.keyId = keyId
  }
}

/** Returns the ring of a variable that `parseEnv` accepted. */
export async function openKeyRing(text: string): Promise<KeyRing> {
  const keys = await Promise.all(
    ringKeys(text).map(async (bytes) => ({
      id: await keyId(bytes),
      key: await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']),
    })),
  )
  const [newest] = keys
  if (!newest) throw new Error('A key ring needs at least one key.')
  return {
    ids: keys.map(({ id }) => id),
    seal: async (plaintext, context) => {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
      const sealed = await crypto.subtle.encrypt(parameters(nonce, context), newest.key, plaintext)
      return `${newest.id}.${base64Url(new Uint8Array([...nonce, ...new Uint8Array(sealed)]))}`
    },
    open: async (sealed, context) => {
      const [id = '', content = ''] = sealed.split('.')
      const found = keys.find((each) => each.id === id)
      if (!found) throw new MissingKey(id)
      const bytes = fromBase64(content)
      const opened = await crypto.subtle.decrypt(
        parameters(bytes.slice(0, nonceBytes), context),
        found.key,
        bytes.slice(nonceBytes),
      )
      return new Uint8Array(opened)
    },
  }
}

/** Returns the keys of a ring, newest first: 32 bytes each, in base64 or base64url. */
export function ringKeys(text: string): Uint8Array<ArrayBuffer>[] {
  return text.split(',').map((key) => fromBase64(key.trim()))
}

/**
 * Returns the first 16 characters of the thumbprint of a key (RFC 7638). The whole thumbprint has the length of a secret, and
 * logs would redact it. A key has 256 random bits, so its thumbprint reveals nothing.
 */
async function keyId(key: Uint8Array<ArrayBuffer>): Promise<string> {
  const jwk = new TextEncoder().encode(JSON.stringify({ k: base64Url(key), kty: 'oct' }))
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', jwk))).slice(0, 16)
}

function parameters(iv: Uint8Array<ArrayBuffer>, context: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(context) }
}
