import type { AppCredentials } from '../../platform.ts'

/**
 * The client secrets, newest first. SHOPIFY_CLIENT_SECRET holds two, with a comma between, while the secret is rotated: Shopify signs with
 * the old one for up to an hour. Throws an Error if one is empty.
 */
export function clientSecrets({ clientSecret }: AppCredentials): [newest: string, ...older: string[]] {
  const secrets = clientSecret.split(',').map((secret) => secret.trim())
  // Anyone can sign with an empty secret.
  if (secrets.includes('')) throw new Error('SHOPIFY_CLIENT_SECRET contains an empty secret.')
  return secrets as [string, ...string[]]
}
