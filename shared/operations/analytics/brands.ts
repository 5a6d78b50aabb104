import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brand } from '../../schema/brand.ts'
import { meta } from '../../schema/meta.ts'

export const brands = operation({
  name: 'analytics.brands',
  method: 'get',
  path: '/v1/brands',
  scope: 'read:marketing',
  summary: 'List the brands the key can reach',
  description:
    'Every other endpoint speaks of one brand: take its id from here. A key narrowed to one brand lists that one.',
  input: z.object({}),
  output: z.object({ data: z.array(brand), meta }),
})
