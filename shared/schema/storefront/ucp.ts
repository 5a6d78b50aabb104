import { z } from 'zod'
import type { Operation } from '../../operation.ts'
import { integer } from '../number.ts'
import { text } from '../text.ts'
import { uriOf } from './uri.ts'

/** The versions of the Universal Commerce Protocol, and the one that discovery shows. */
export const ucpVersions = ['2026-04-08', '2026-08-22'] as const
export type UcpVersion = (typeof ucpVersions)[number]
export const ucpVersion: UcpVersion = '2026-04-08'
/** Versions whose texts are not released. They may change, and discovery must not show them (Pre-release Versions). */
export const ucpDrafts: readonly string[] = ['2026-08-22']

const uri = z.string().overwrite(uriOf)

/** Amounts are integers in minor units (Universal Commerce Protocol, Price). */
const price = z.object({ amount: z.int(), currency: z.string() })
const description = z.object({ plain: z.string() })
const option = z.object({ name: z.string(), label: z.string() })

const variant = z.object({
  id: z.string(),
  sku: z.string().optional(),
  title: z.string(),
  description,
  url: uri.optional(),
  price,
  list_price: price.optional(),
  barcodes: z.array(z.object({ type: z.string(), value: z.string() })).optional(),
  availability: z.object({ available: z.boolean(), status: z.string() }),
  options: z.array(option).optional(),
})

const lookupVariant = variant.extend({
  inputs: z
    .array(z.object({ id: z.string(), match: z.enum(['exact', 'featured']) }))
    .describe('The requested ids that this variant answers.'),
})

const product = z.object({
  id: z.string(),
  title: z.string(),
  description,
  url: uri.optional(),
  categories: z.array(z.object({ value: z.string(), taxonomy: z.string() })).optional(),
  price_range: z.object({ min: price, max: price }),
  media: z.array(z.object({ type: z.string(), url: uri })).optional(),
  options: z.array(z.object({ name: z.string(), values: z.array(z.object({ label: z.string() })) })).optional(),
  rating: z.object({ value: z.number(), scale_min: z.int(), scale_max: z.int(), count: z.int() }).optional(),
})

export const ucpProduct = product.extend({ variants: z.array(variant) })
export const ucpLookupProduct = product.extend({ variants: z.array(lookupVariant) })

const detailValue = z.object({
  label: z.string(),
  available: z.boolean().describe('Whether a variant with it and the other selected options can be bought.'),
  exists: z.boolean().describe('Whether such a variant exists.'),
})

export const ucpDetailProduct = ucpProduct.extend({
  options: z.array(z.object({ name: z.string(), values: z.array(detailValue) })).optional(),
  selected: z.array(option).describe('The options that the variants have.'),
})

export const ucpEnvelope = z.object({
  version: z.string(),
  capabilities: z.record(z.string(), z.array(z.object({ version: z.string() }))),
})

export const ucpMessages = z.array(
  z.object({
    type: z.enum(['error', 'warning', 'info']),
    code: z.string(),
    content: z.string(),
    severity: z.string().optional().describe('Present on errors.'),
    path: z.string().optional().describe('JSONPath of the part of the request or the response.'),
  }),
)

/** The response if there is no result (Universal Commerce Protocol, Error Handling). */
const ucpErrorResponse = z.object({
  ucp: ucpEnvelope.extend({ status: z.literal('error') }),
  messages: ucpMessages.describe('Why there is no result.'),
})

/** Returns the schema of a response that is a result or an error of the protocol. */
export function orUcpError<Result extends z.ZodObject>(result: Result) {
  return z.union([result, ucpErrorResponse])
}

const minor = integer(0, 1e15).optional().describe('In minor units of `context.currency`.')

/** Ids are compared, not stored. An id that cannot exist is unknown, as any other. */
export const ucpId = z
  .string()
  .max(500, 'must have at most 500 characters.')
  .refine((id) => id.isWellFormed() && !id.includes('\u0000'), 'must not contain control characters.')

export const ucpFilters = z
  .object({
    categories: z.array(text(1, 200)).max(10).optional(),
    price: z.object({ min: minor, max: minor }).catchall(z.unknown()).optional(),
  })
  .catchall(z.unknown())
  .default({})
  .describe('A variant must pass all of them. A message names filters that the shop does not have.')

export const ucpContext = z
  .object({ currency: text(3, 3).optional().describe('Currency of the price filter.') })
  .default({})

const profile = {
  description:
    'The address of the profile of the platform (RFC 8941, Dictionary). Version and capabilities are negotiated with it.',
  example: 'profile="https://platform.example/.well-known/ucp"',
  isOptional: true,
} as const
const signatureInput = {
  description: 'What the signature covers (RFC 9421). Checked with a key of the profile.',
  example: 'sig1=("@method" "@authority" "@path" "ucp-agent");created=1796000000;keyid="platform-1"',
  isOptional: true,
} as const
const signature = {
  description: 'The signature of Signature-Input (RFC 9421).',
  example: 'sig1=:MEQCIHd7Y2Z0b3J5:',
  isOptional: true,
} as const
const digest = {
  description: 'The digest of the body (RFC 9530). Required in a signed request with a body.',
  example: 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
  isOptional: true,
} as const

/** What the operations of the Universal Commerce Protocol have in common. */
export const ucpRead = {
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  headers: { 'UCP-Agent': profile, 'Signature-Input': signatureInput, Signature: signature },
} satisfies Partial<Operation>

/** A request with a body, which a signature covers by its digest. */
export const ucpCatalog = {
  ...ucpRead,
  headers: { ...ucpRead.headers, 'Content-Digest': digest },
} satisfies Partial<Operation>

/** A change of a cart or a checkout session. */
export const ucpChange = {
  ...ucpCatalog,
  inputHeaders: { idempotency_key: 'Idempotency-Key' },
} satisfies Partial<Operation>
