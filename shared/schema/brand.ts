import { z } from 'zod'
import { text } from './text.ts'

/** Specification, Brand. */
export const brand = z.object({
  id: z.string(),
  name: z.string().nullable(),
  currency: z.string().nullable().describe('ISO 4217 code of all amounts of this brand.'),
  timezone: z.string().nullable().describe('IANA time zone of the days of this brand.'),
  status: z.string().nullable().describe('`active` or `paused`.'),
  platforms: z.array(z.string()).describe('Platforms of the connected ad accounts. Empty when there are none.'),
})

/** Specification, brand_id rule. */
export const brandId = text(1, 100)
  .optional()
  .describe('Required when the key can access more than one brand. GET /v1/brands lists them.')
