import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const deleteBrand = operation({
  name: 'console.delete_brand',
  method: 'post',
  path: '/console/brands/{brand_id}/settings/brand/deletion',
  scope: 'console',
  summary: 'Delete a brand',
  description:
    'Closes a brand at once: revokes its keys, disconnects its accounts, and ends its storefront. Its data is deleted after 7 days. ' +
    'Requires the role owner, the name of the brand, and a sign-in of the last 30 minutes.',
  input: z.object({ brand_id: shopId, name: text(1, 100).describe('The name of the brand, to confirm.') }),
  output: z.object({ id: z.string(), deletion_due_at: z.string().describe('When the data is deleted.') }),
})
