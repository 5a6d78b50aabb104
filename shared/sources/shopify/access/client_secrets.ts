import { readSecrets } from '../../../credentials/secret_list.ts'
import type { AppCredentials } from '../../platform.ts'

/**
 * The client secrets, newest first. SHOPIFY_CLIENT_SECRET holds two, with a comma between, while the secret is rotated: Shopify signs with
 * the old one for up to an hour. Throws an Error if one is empty.
 */
export function clientSecrets({ clientSecret }: AppCredentials): [newest: string, ...older: string[]] {
  return readSecrets(clientSecret)
}
