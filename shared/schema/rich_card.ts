import { z } from 'zod'
import { productCard } from './product_card.ts'

const link = z.string().nullable()

/** Specification, Storefront rich product card. What summary and minimal leave out is optional. */
export const richCard = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string().optional(),
  description: z.string().optional(),
  price: productCard.shape.price,
  availability: z.object({ status: productCard.shape.availability, quantity: z.int().optional() }),
  rating: z.object({ score: z.number(), count: z.int(), summary: z.string().optional() }).nullable().optional(),
  attributes: productCard.shape.attributes.optional(),
  images: z.object({ primary: link, thumbnails: z.array(z.string()).optional() }).optional(),
  relevance_score: z.number(),
  agent_context: z
    .object({
      why_recommended: z.string(),
      purchase_confidence: z.number().describe('0 to 1: the mean of what is known of stock, rating, match and budget.'),
    })
    .optional(),
  urls: z.object({ product: link, purchase: link }).optional(),
})
