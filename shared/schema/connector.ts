import { z } from 'zod'
import { meta } from './meta.ts'
import { text } from './text.ts'

/** Every tool is also served at its own path (the mirror of POST /api/mcp/brands). */
export const toolRoot = '/api/mcp'

/** Specification, brand_id rule, in the words of the connector. */
export const toolBrandId = text(1, 100)
  .optional()
  .describe('Required when this connection can access more than one brand; list_brands lists them.')

export const platform = text(1, 60).describe(
  'A connected platform, such as google, meta or tiktok. Common names such as facebook or google_ads are accepted.',
)

/** The platforms' own ids; where a source gives names only, the name. */
export const platformId = text(1, 500)

export const cursor = text(1, 200).optional().describe('next_cursor of the previous response, with the same arguments.')

/** On every answer of the connector: as of when it holds. */
export const toolMeta = meta.extend({
  data_as_of: z
    .string()
    .nullable()
    .describe('Time of the last import of the underlying data. Null when there was none.'),
})

export const marketingMeta = toolMeta.extend({ currency: z.string(), timezone: z.string() })

/** How a list goes on. */
export const page = {
  next_cursor: z.string().nullable().describe('Send as cursor to get the next page. Null on the last page.'),
  total: z.int().describe('Total number of rows.'),
  truncated: z.boolean().describe('True when there are more rows.'),
}

/** Chosen by the caller so that asking twice does a thing once. */
export const idempotencyKey = text(8, 200).describe(
  'Unique text, such as a UUID. A repeated call with the same key has no further effect.',
)
