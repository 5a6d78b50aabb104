const nonceBytes = 12
const secretBytes = 32

/**
 * Encrypts secrets with AES-256-GCM. The endpoint id is authenticated, so that a secret cannot be decrypted for another
 * endpoint.
 */
export interface SecretBox {
  seal: (secret: Uint8Array<ArrayBuffer>, endpointId: string) => Promise<string>
  /** Throws if the text was encrypted with another key or for another endpoint, or was changed. */
  open: (sealed: string, endpointId: string) => Promise<Uint8Array<ArrayBuffer>>
}

/** Returns a box for `secretKey`, 32 bytes in base64 or base64url (WEBHOOK_SECRET_KEY). */
export async function openSecretBox(secretKey: string): Promise<SecretBox> {
  const key = await crypto.subtle.importKey('raw', fromBase64(secretKey), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const parameters = (nonce: Uint8Array<ArrayBuffer>, endpointId: string) => ({
    name: 'AES-GCM',
    iv: nonce,
    additionalData: new TextEncoder().encode(endpointId),
  })
  return {
    seal: async (secret, endpointId) => {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
      const sealed = await crypto.subtle.encrypt(parameters(nonce, endpointId), key, secret)
      return hex(nonce) + hex(new Uint8Array(sealed))
    },
    open: async (text, endpointId) => {
      const bytes = fromHex(text)
      const parts = parameters(bytes.slice(0, nonceBytes), endpointId)
      return new Uint8Array(await crypto.subtle.decrypt(parts, key, bytes.slice(nonceBytes)))
    },
  }
}

export function newSecret(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(secretBytes))
}

/** Returns a secret as text for its holder (Standard Webhooks 1.0.0). */
export function secretText(secret: Uint8Array): string {
  return `whsec_${btoa(String.fromCharCode(...secret))}`
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
