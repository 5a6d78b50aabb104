import { z } from 'zod'
import { operation } from '../../operation.ts'
import { text } from '../../schema/text.ts'

export const createBrand = operation({
  name: 'console.create_brand',
  method: 'post',
  path: '/console/brands',
  scope: 'console',
  summary: 'Create a brand',
  description:
    'Creates a brand and makes the signed-in person its owner. It belongs to the account whose brands the person owns, otherwise to a new ' +
    'account. A person can own 10 brands.',
  input: z.object({
    name: text(1, 100),
    currency: text(1, 3).describe('ISO 4217 code of all amounts of the brand.'),
    timezone: text(1, 100).describe('IANA time zone of the days of the brand.'),
  }),
  output: z.object({ id: z.string(), account_id: z.string(), name: z.string() }),
})
