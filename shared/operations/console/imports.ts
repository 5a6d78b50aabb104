import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const importRecord = z.object({
  id: z.string(),
  kind: z.string(),
  dialect: z.string(),
  file_name: z.string(),
  rows_read: z.int(),
  rows_accepted: z.int(),
  rows_rejected: z.int(),
  first_on: z.string().nullable(),
  last_on: z.string().nullable(),
  warnings: z.array(z.string()),
  imported_at: z.string(),
  undone_at: z.string().nullable(),
})

export const pageNumber = integer(1, 100_000).default(1)

export const imports = operation({
  name: 'console.imports',
  method: 'get',
  path: '/console/brands/{brand_id}/imports',
  scope: 'console',
  summary: 'List imports',
  description: 'Returns the imported files of a brand, newest first, with the numbers of accepted and rejected rows.',
  input: z.object({ brand_id: shopId, kinds: z.array(text(1, 40)).optional(), page: pageNumber }),
  output: z.object({ data: z.array(importRecord), page: z.int(), pages: z.int(), total: z.int() }),
})
