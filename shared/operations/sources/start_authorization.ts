import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { platformNames } from '../../sources/platform.ts'

export const platformChoice = choice(platformNames)
export const hash = text(64, 64)

export const startAuthorization = operation({
  name: 'sources.start_authorization',
  method: 'post',
  path: '/console/brands/{brand_id}/sources/authorizations',
  scope: 'console',
  summary: 'Start a platform authorization',
  description:
    'Records that the person goes to a platform to give access. The authorization is valid for 10 minutes, for this ' +
    'session, and once. Requires the role admin.',
  input: z.object({
    brand_id: shopId,
    platform: platformChoice,
    state_hash: hash,
    bound_to: hash,
    sealed_verifier: text(1, 500),
    redirect_uri: text(1, 500),
    shop: text(1, 200).optional(),
    source_id: text(1, 100).optional().describe('The source whose access the person renews.'),
  }),
  output: z.object({ platform: z.string() }),
})
