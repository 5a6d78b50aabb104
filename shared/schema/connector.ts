import { z } from 'zod'
import { meta } from './meta.ts'
import { text } from './text.ts'

export const platform = text(1, 60).describe(
  'A connected platform, such as google, meta or tiktok. Common names such as facebook or google_ads are accepted.',
)

/** An id of the platform. If the source has only names, it is the name. */
export const platformId = text(1, 500)

export const cursor = text(1, 200).optional().describe('next_cursor of the previous response, with the same arguments.')

/** The `meta` of every tool result. */
export const toolMeta = meta.extend({
  data_as_of: z.string().nullable().describe('Last day or time that the data covers. Null when unknown.'),
})

export const marketingMeta = toolMeta.extend({ currency: z.string(), timezone: z.string() })

/** The members that an operation with a cursor returns besides its rows. */
export const page = {
  next_cursor: z.string().nullable(),
  total: z.int(),
  truncated: z.boolean(),
}

/** The idempotency key of a tool call, chosen by the caller. */
export const idempotencyKey = text(8, 200).describe(
  'Unique text, such as a UUID. A repeated call with the same key has no further effect.',
)
