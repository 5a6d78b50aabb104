/** What is stored of every key, token, code and cookie: they have enough random bits that a plain hash leaves nothing to guess. */
export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
