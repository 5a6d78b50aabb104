import { z } from 'zod'
import { operation } from '../../operation.ts'
import { acpOperation, acpRoot, acpSessionId } from '../../schema/storefront/acp_session.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

/** Agentic Commerce Protocol, retrieve a checkout session. */
export const acpCheckoutSession = operation({
  ...acpOperation,
  name: 'storefront.acp_checkout_session',
  method: 'get',
  path: `${acpRoot}/checkout_sessions/{checkout_session_id}`,
  summary: 'Get an ACP checkout session',
  description:
    'Returns a checkout session with present prices. A session expires after six hours and is deleted a day later.',
  input: z.object({ brand_id: shopId, checkout_session_id: acpSessionId }),
})
