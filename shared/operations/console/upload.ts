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
    'Returns an uploaded file: its state, how much of it is imported, and until it is confirmed its beginning, the known exchange rates and the accounts with another currency.',
  input: z.object({ brand_id: shopId, upload_id: text(1, 100) }),
  output: uploadRecord.extend({
    account_currencies: z
      .array(z.object({ platform: z.string(), account_id: z.string(), currency: z.string() }))
      .describe(
        'The ad accounts with another currency than the brand. It is that of their rows without a currency. Empty after the file was confirmed.',
      ),
    rates: z
      .array(z.object({ from_currency: z.string(), date_from: z.string(), date_to: z.string(), days: z.int() }))
      .describe('The days with exchange rates to the currency of the brand. Empty after the file was confirmed.'),
    head: z.string().nullable().describe('The first 128 KB in base64. Null after the file was confirmed.'),
  }),
})
