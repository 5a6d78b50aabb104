import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { idempotencyKey, platform, platformId, toolBrandId, toolMeta, toolRoot } from '../../schema/connector.ts'
import { flag } from '../../schema/flag.ts'
import { plainText } from '../../schema/text.ts'

const value = z.union(
  [plainText(1, 2000), z.number().min(-1e12).max(1e12)],
  'must be a text of at most 2000 characters or a number.',
)
const target = z.object({
  level: choice(['account', 'campaign', 'adset', 'ad']),
  id: platformId.describe('From list_campaigns.'),
  platform,
})
const change = z.object({
  kind: choice(['budget', 'bid', 'status', 'creative', 'other']),
  from: value.optional().describe('What it is now.'),
  to: value.describe(
    "What it should become: of a budget the amount for a day, of a bid the amount, in the brand's currency; else words.",
  ),
})

export const proposeChange = operation({
  name: 'connector.propose_change',
  method: 'post',
  path: `${toolRoot}/propose_change`,
  scope: 'write:proposals',
  summary: 'Propose a change to a person',
  description:
    'Puts a suggested change in the queue of those who may approve it. It approves nothing and changes nothing on any platform. Asking again ' +
    'with the same idempotency_key finds the same proposal with its present status. Undecided proposals expire after 14 days.',
  input: z.object({
    target,
    change,
    rationale: plainText(1, 4000).describe('Why, for the person who decides.'),
    evidence: z
      .array(plainText(1, 1000), 'must be a list of texts.')
      .max(20, 'must have at most 20 items.')
      .default([])
      .describe('Figures it rests on, each with its source.'),
    confirm: flag
      .optional()
      .describe('true for a daily budget of more than 10 times the present one, after a person said so.'),
    idempotency_key: idempotencyKey,
    brand_id: toolBrandId,
  }),
  output: z.object({
    brand_id: z.string(),
    proposal_id: z.string(),
    status: z.enum(['pending_approval', 'approved', 'rejected', 'expired']),
    target: z.record(z.string(), z.unknown()),
    change: z.record(z.string(), z.unknown()),
    approval_url: z.string().describe('Where a person with a role decides.'),
    created_at: z.string(),
    expires_at: z.string(),
    meta: toolMeta,
  }),
})
