import { z } from 'zod'

/** A product that the shop hides, as GET /hidden-products lists it. */
export const hiddenProduct = z.object({
  product_id: z.string(),
  title: z.string(),
  hidden_at: z.string(),
  hidden_by: z
    .string()
    .nullable()
    .describe('The id of the key that hid it. The console has the e-mail address of a member. Null otherwise.'),
  is_in_newest_import: z
    .boolean()
    .describe('Whether a restore shows it: the newest complete file, or the connected shop, still has it.'),
  updated_at: z.string().describe('When an import last changed the product.'),
})
