import { readFileSync } from 'node:fs'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { paymentMethods } from '../schema/storefront/shop/payment_methods.ts'
import { profileLengths } from '../schema/storefront/shop/profile_lengths.ts'
import { plainMessage } from '../http/input/plain_messages.ts'
import type { Audience } from '../sentences/audience.ts'
import { ImportError } from './import_error.ts'
import { findBrand } from './find_brand.ts'

const line = z.string().trim().min(1).max(profileLengths.line)
const link = z.url({ protocol: /^https?$/, error: 'must be an http or https URL.' }).max(profileLengths.address)
const amount = z.number().min(0).max(1e9)
const days = z.strictObject({ min: z.int().min(0).max(365), max: z.int().min(0).max(365) })
const currency = z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as USD.')
const state = z.enum(['unconfigured', 'configured', 'partial', 'not_offered'])

/**
 * The published data of a shop; `shared/ingest/README.md` has an example. Unknown fields are refused as typing errors.
 */
const shop = z.strictObject({
  website: link.optional(),
  description: z.string().trim().max(profileLengths.description).optional(),
  category: line.optional(),
  legal_name: line.optional(),
  support_contact: line.optional(),
  privacy_policy: link.optional(),
  terms_of_service: link.optional(),
  returns_policy: link.optional(),
  shipping: z
    .strictObject({
      state,
      statement: line.optional(),
      destinations: z
        .array(
          z.strictObject({
            country: z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166 code such as US.'),
            regions: z.array(line).max(500).optional(),
            postal_codes: z.array(line).max(500).optional(),
            service: line,
            price: amount.optional(),
            free_over: amount.optional(),
            currency: currency.optional(),
            handling_days: days.optional(),
            transit_days: days.optional(),
          }),
        )
        .max(500)
        .optional(),
    })
    .optional(),
  payment: z
    .strictObject({
      state,
      statement: line.optional(),
      methods: paymentMethods.optional(),
    })
    .optional(),
  bundles: z
    .array(
      z.strictObject({
        id: z.string().trim().min(1).max(100),
        name: line,
        description: z.string().trim().max(5000).optional(),
        price: amount,
        currency: currency.optional(),
        valid_until: z.iso.datetime({ offset: true }).optional(),
        products: z
          .array(z.string().min(1).max(100))
          .min(2, 'must have at least two products.')
          .max(50)
          .refine((ids) => new Set(ids).size === ids.length, 'contains a product twice.'),
      }),
    )
    .max(1000)
    .refine((bundles) => new Set(bundles.map(({ id }) => id)).size === bundles.length, 'two bundles have the same id.')
    .optional(),
})

/** Imports a JSON file with the published data of a shop, which replaces the earlier data. */
export async function importShop(
  sql: Sql,
  options: { brand: string; path: string; audience: Audience },
): Promise<{ brand_id: string }> {
  const parsed = shop.safeParse(readJson(options.path), { error: plainMessage })
  if (!parsed.success) {
    const messages = parsed.error.issues.map(({ path, message }) =>
      path.length === 0 ? `The file ${message}` : `${path.join('.')}: ${message}`,
    )
    throw new ImportError(messages.join(' '))
  }
  return await sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    const brandId = await findBrand(transaction, options)
    await transaction`select core.enter_brand(${brandId})`
    await transaction`select storefront.configure_shop(${brandId}, ${transaction.json(parsed.data as never)})`
    await transaction`select storefront.score_trust(${brandId})`
    return { brand_id: brandId }
  })
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (thrown) {
    throw new ImportError(`${path} is not a JSON file: ${(thrown as Error).message}`)
  }
}
