import { z } from 'zod'
import { operation } from '../../operation.ts'
import { page, pagination } from '../../schema/commerce/commerce.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

const verifiedAgentRecord = z.object({
  agent: z.string().describe('Verified name, for example `chatgpt.com`.'),
  score: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe(
      'Trust in the agent: the Wilson lower bound of the share of completed orders among completed and expired ones, shrunk to 70, ' +
        'which weighs as much as 20 orders. Null with fewer than five of them.',
    ),
  requests: z.int().describe('Searches and lookups of the last 7 days. An estimate if the events were sampled.'),
  negotiations: z.int(),
  orders: z.int(),
  completed: z.int(),
  expired: z.int().describe('Orders whose buyer did not order at the merchant.'),
  canceled: z.int().describe('Orders that either side canceled. They do not count for the score.'),
  disputes: z.int(),
  feedback: z.int(),
  last_seen_at: z.string(),
})

export const agents = operation({
  name: 'commerce.agents',
  method: 'get',
  path: `${storefrontRoot}/agents`,
  scope: 'write:storefront',
  summary: 'List verified agents',
  description:
    'Returns the agents that signed their requests to the shop (RFC 9421, Web Bot Auth) and whose signatures were verified, latest ' +
    'first, with their orders of the last 365 days. Requests without a valid signature are not listed.',
  input: z.object({ brand_id: shopId, ...page }),
  output: z.object({ agents: z.array(verifiedAgentRecord), pagination }),
})
