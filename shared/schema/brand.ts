import { z } from 'zod'
import { text } from './text.ts'

/** Specification, Brand. */
export const brand = z.object({
  id: z.string(),
  name: z.string().nullable(),
  currency: z.string().nullable().describe('ISO 4217 code of every amount of this brand.'),
  timezone: z.string().nullable().describe("IANA zone in which this brand's days begin."),
  status: z.string().nullable().describe('active or paused.'),
  platforms: z.array(z.string()).describe('Platforms of the connected ad accounts; empty when there is none.'),
})

/** Specification, brand_id rule. */
export const brandId = text(1, 100)
  .optional()
  .describe('Required when the key can reach more than one brand; GET /v1/brands lists them.')
