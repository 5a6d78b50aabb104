import { z } from 'zod'

/** Amounts are integers in minor units (Universal Commerce Protocol, Price). */
const price = z.object({ amount: z.int(), currency: z.string() })
const description = z.object({ plain: z.string() })

const variant = z.object({
  id: z.string(),
  sku: z.string().optional(),
  title: z.string(),
  description,
  price,
  list_price: price.optional(),
  barcodes: z.array(z.object({ type: z.string(), value: z.string() })),
  availability: z.object({ available: z.boolean(), status: z.string() }),
  options: z.array(z.object({ name: z.string(), label: z.string() })),
})

export const ucpProduct = z.object({
  id: z.string(),
  title: z.string(),
  description,
  url: z.string().optional(),
  categories: z.array(z.object({ value: z.string(), taxonomy: z.string() })),
  price_range: z.object({ min: price, max: price }),
  media: z.array(z.object({ type: z.string(), url: z.string() })),
  rating: z.object({ value: z.number(), scale_min: z.int(), scale_max: z.int(), count: z.int() }).optional(),
  variants: z.array(variant),
})

export const ucpEnvelope = z.object({
  version: z.string(),
  capabilities: z.record(z.string(), z.array(z.object({ version: z.string() }))),
})

export const ucpMessages = z.array(
  z.object({ type: z.string(), code: z.string(), content: z.string(), path: z.string().optional() }),
)
