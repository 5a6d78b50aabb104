import { z } from 'zod'
import { handoffAddress } from '../../commerce/handoff_address.ts'
import type { HandoffOrder } from '../../commerce/handoff_address.ts'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const openHandoff = operation({
  name: 'commerce.open_handoff',
  method: 'get',
  path: `${storefrontRoot}/handoff/{token}`,
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  summary: 'Open a handoff link',
  description:
    'Redirects the buyer (303) to the page of the merchant, with the order in the query string. `agent_order` is the ' +
    'reference of the order, which gives no access to a checkout session. `agent_quantity` and `agent_price` (per unit) describe a single item; `agent_items` ' +
    '(id:quantity:price, ...) describes several items. `agent_total` and `agent_currency` follow. `agent_quote` has ' +
    'the same data as a compact JWS, which the merchant verifies with the keys of the manifest. For a browser, errors ' +
    'are pages with a link to the shop.',
  input: z.object({ brand_id: shopId, token: text(1, 100) }),
  output: z.object({ transaction_id: z.string(), url: z.string() }),
  complete: async ({ url, order, is_signed, ...answer }, { quotes }) => ({
    ...answer,
    url: await handoffAddress(url as string, order as HandoffOrder, is_signed ? (quotes ?? null) : null),
  }),
  redirect: ({ url }) => url,
})
