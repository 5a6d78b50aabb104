import { z } from 'zod'
import { dateOrders } from '../../ingest/fields/date_order.ts'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

const uploadOptions = {
  columns: z.record(z.string(), z.string()).optional(),
  platform: z.string().optional(),
  currency: z.string().optional(),
  dates: z.enum(dateOrders).optional(),
}

export const uploadRecord = z.object({
  id: z.string(),
  file_name: z.string(),
  bytes: z.int(),
  state: z
    .string()
    .describe('`receiving`, `received`, `confirmed`, `importing`, `imported`, or `failed` if nothing was imported.'),
  kind: z.string().nullable(),
  options: z.object(uploadOptions).describe('How the file is read, as it was confirmed.'),
  rows_read: z.int(),
  part_read: z.number().describe('The part of the file that is read, from 0 to 1.'),
  failure: z.string().nullable(),
  rejections: z
    .array(z.object({ line: z.int(), reason: z.string() }))
    .describe('The first rejected rows of a failed import.'),
  import_id: z.string().nullable(),
  uploaded_at: z.string(),
})

export const uploads = operation({
  name: 'console.uploads',
  method: 'get',
  path: '/console/brands/{brand_id}/imports/uploads',
  scope: 'console',
  summary: 'List uploads',
  description: 'Returns the uploaded files of a brand that are not imported yet, newest first.',
  input: z.object({ brand_id: shopId }),
  output: z.object({ data: z.array(uploadRecord) }),
})
