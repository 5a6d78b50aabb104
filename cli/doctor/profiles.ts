import type { Sql } from 'postgres'
import type { Env } from '../../shared/env.ts'
import { openQuoteSigner } from '../../shared/commerce/quotes.ts'
import { checkMerchantProfile } from '../../shared/storefront/merchant_profile.ts'
import { negotiationExtension } from '../../shared/storefront/negotiation_extension.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

/** Bounds the time of the check: each domain takes up to 3 s, and 8 are checked at a time. */
const shopsMax = 40
const shopsAtOnce = 8

/** Compares the UCP profiles at the domains of published shops with those that this installation serves. */
export async function examineProfiles(sql: Sql, env: Env): Promise<Finding[]> {
  const check = 'ucp profiles'
  const [login] =
    await sql`select row_security_active('core.brands') or row_security_active('storefront.shops') as is_filtered`
  if (login?.is_filtered) {
    return [fine(check, 'Not checked: the login of DATABASE_URL cannot read the shops of all brands.')]
  }
  const baseUrl = env.PUBLIC_BASE_URL ?? ''
  const extension = baseUrl === '' ? null : negotiationExtension(baseUrl)
  const rows = await sql<{ brand_id: string; name: string; website: string; ucp: Record<string, unknown> }[]>`
    select brands.brand_id, brands.name, storefront.web_address(shops.website) as website,
      storefront.ucp(brands.brand_id, base_url => ${baseUrl}, extension => ${extension === null ? null : sql.json({ ...extension })}) -> 'ucp' as ucp
    from core.brands join storefront.shops using (brand_id)
    where brands.status <> 'archived' and not brands.is_simulated and brands.is_storefront_published
      and storefront.web_address(shops.website) is not null
    order by brands.brand_id`
  if (rows.length === 0) return [fine(check, 'No published storefront has a website.')]
  if (baseUrl === '') {
    return [fine(check, 'Not checked: PUBLIC_BASE_URL is not set. Set it to the value that the functions have.')]
  }
  const quotes = await openQuoteSigner(env)
  const findings: Finding[] = []
  const checked = rows.slice(0, shopsMax)
  for (let first = 0; first < checked.length; first += shopsAtOnce) {
    findings.push(
      ...(await Promise.all(
        checked.slice(first, first + shopsAtOnce).map(async ({ brand_id, name, website, ucp }) => {
          const served = `${baseUrl}/api/storefront/${brand_id}/.well-known/ucp`
          const document = { ucp, ...(quotes ? { keys: quotes.publicKeys } : {}) }
          const { state, sentence } = await checkMerchantProfile({ website, served, document })
          // A merchant chooses whether to publish on its own domain, so an absent profile is no problem of the installation.
          return (state === 'differs' ? wrong : fine)(check, `${name} (${brand_id}): ${sentence}`)
        }),
      )),
    )
  }
  if (quotes === null) {
    findings.push(fine(check, 'Signing keys were not compared, because QUOTE_SIGNING_KEY is not set for this command.'))
  }
  const rest = rows.length - checked.length
  return rest > 0 ? [...findings, fine(check, `Not checked: ${rest} more shops.`)] : findings
}
