import type { Sql } from 'postgres'
import type { QuoteSigner } from '../../../shared/commerce/quotes.ts'
import { withTimeout } from '../../../shared/db/connections.ts'
import type { FetchOptions } from '../../../shared/http/outbound/fetch_public.ts'
import { merchantProfileAddress, publishesProfile } from '../../../shared/storefront/merchant_profile.ts'

interface Options {
  signer: QuoteSigner
  publicBaseUrl: string
  fetching: Partial<FetchOptions>
}

/**
 * Returns the address of the profile by which platforms find a shop: at the domain of the merchant, else at the host of an installation
 * with one shop. An address counts if it publishes the endpoint of the shop and the key that signs, because a platform verifies an event
 * with the profile that it knows (Universal Commerce Protocol, Order, Authorization). Otherwise it is the profile of the storefront.
 */
export async function businessProfile(
  sql: Sql,
  brandId: string,
  { signer, publicBaseUrl, fetching }: Options,
): Promise<string> {
  const [row] = await withTimeout(
    sql,
    () => sql`select core.enter_brand(${brandId}), storefront.website(${brandId}) as website`,
  )
  const storefront = `${publicBaseUrl}/api/storefront/${brandId}`
  const key = signer.publicKeys.find(({ kid }) => kid === signer.keyId)
  const domain = merchantProfileAddress((row?.website ?? null) as string | null)
  const candidates = [...(domain === null ? [] : [domain]), `${publicBaseUrl}/.well-known/ucp`]
  const published = await Promise.all(
    candidates.map((address) => publishesProfile(address, { endpoint: storefront, key }, fetching)),
  )
  return candidates.find((_, index) => published[index]) ?? `${storefront}/.well-known/ucp`
}
