import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { text } from '../../schema/text.ts'

/** The most products of a preview. It reads the beginning of a file, and must stay fast for a large one. */
export const previewedMax = 1000
/** The most fields that a preview compares. A file with more has nearly one name for each product. */
export const statedMax = 2000

export const emptiedFields = operation({
  name: 'console.emptied_fields',
  method: 'get',
  path: '/console/brands/{brand_id}/imports/emptied-fields',
  scope: 'console',
  summary: 'List the values that a file of products empties',
  description: 'Returns the fields in which stored products have values and a file with the same products has none.',
  input: z.object({
    product_ids: z.array(text(1, 100)).max(previewedMax),
    stated_fields: z.array(text(1, 100)).max(statedMax),
    brand_id: brandId,
  }),
  output: z.object({
    emptied: z
      .object({
        products: z.int(),
        fields: z.array(z.object({ field: z.string(), products: z.int() })),
        more: z.int().describe('Number of further fields.'),
      })
      .nullable(),
  }),
})
