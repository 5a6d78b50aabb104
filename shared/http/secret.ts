/** Whether two secrets are the same, in a time that tells nothing of where they differ. */
export async function sameSecret(given: string, expected: string): Promise<boolean> {
  const [a, b] = await Promise.all([digest(given), digest(expected)])
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] as number)), 0) === 0
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
