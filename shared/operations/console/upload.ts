import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { uploadRecord } from './uploads.ts'

export const upload = operation({
  name: 'console.upload',
  method: 'get',
  path: '/console/brands/{brand_id}/imports/uploads/{upload_id}',
  scope: 'console',
  summary: 'Get an upload',
  description:
    'Returns an uploaded file: its state, how much of it is imported, and until it is confirmed its beginning and the known exchange rates.',
  input: z.object({ brand_id: shopId, upload_id: text(1, 100) }),
  output: uploadRecord.extend({
    rates: z
      .array(z.object({ from_currency: z.string(), date_from: z.string(), date_to: z.string(), days: z.int() }))
      .describe('The days with exchange rates to the currency of the brand. Empty after the file was confirmed.'),
    head: z.string().nullable().describe('The first 128 KB in base64. Null after the file was confirmed.'),
  }),
})
