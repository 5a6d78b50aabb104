import { z } from 'zod'
import { productCard } from './product_card.ts'

/**
 * Specification, Storefront rich product card. Fields that the formats `summary` and `minimal` omit are optional. So
 * are links and images, which a shop may lack.
 */
export const richCard = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string().optional(),
  description: z.string().optional(),
  price: productCard.shape.price,
  list_price: productCard.shape.list_price,
  availability: z.object({ status: productCard.shape.availability, quantity: z.int().optional() }),
  rating: z.object({ score: z.number(), count: z.int(), summary: z.string().optional() }).nullable().optional(),
  attributes: productCard.shape.attributes.optional(),
  images: z.object({ primary: z.string().optional(), thumbnails: z.array(z.string()).optional() }).optional(),
  relevance_score: z.number(),
  agent_context: z
    .object({
      why_recommended: z.string(),
      purchase_confidence: z
        .number()
        .describe('From 0 to 1: mean of the known values for stock, rating, match and budget.'),
    })
    .optional(),
  urls: z.object({ product: z.string().optional(), purchase: z.string().optional() }).optional(),
})
