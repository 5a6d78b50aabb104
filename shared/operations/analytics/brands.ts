import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brand } from '../../schema/brand.ts'
import { meta } from '../../schema/meta.ts'

export const brands = operation({
  name: 'analytics.brands',
  method: 'get',
  path: '/v1/brands',
  scope: 'read:marketing',
  summary: 'List brands',
  description:
    'Returns the brands that the key can access. Other endpoints take the id of a brand as `brand_id`. A key that is ' +
    'limited to one brand lists only that brand.',
  input: z.object({}),
  output: z.object({ data: z.array(brand), meta }),
})
