import { z } from 'zod'
import { contract } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { idempotencyKey, platform, platformId, toolMeta } from '../../schema/connector.ts'
import { flag } from '../../schema/flag.ts'
import { text } from '../../schema/text.ts'

const value = z.union(
  [text(1, 2000), z.number().min(-1e12).max(1e12)],
  'must be a text of at most 2000 characters or a number.',
)
export const proposedTarget = z.object({
  level: choice(['account', 'campaign', 'adset', 'ad']),
  id: platformId.describe('Id from list_campaigns.'),
  platform,
})
export const proposedChange = z.object({
  kind: choice(['budget', 'bid', 'status', 'creative', 'other']),
  from: value.optional().describe('Current value.'),
  to: value.describe(
    'New value: the daily amount of a budget, the amount of a bid, `active`, `paused` or `removed` for a status, or text.',
  ),
})
export const rationale = text(1, 4000).describe('Reason, for the person who decides.')
export const evidence = z
  .array(text(1, 1000), 'must be a list of texts.')
  .max(20, 'must have at most 20 items.')
  .default([])
  .describe('Supporting figures, each with its source.')

export const proposeChange = contract({
  name: 'connector.propose_change',
  scope: 'write:proposals',
  input: z.object({
    target: proposedTarget,
    change: proposedChange,
    rationale,
    evidence,
    confirm: flag
      .optional()
      .describe('Must be true for a daily budget above 10 times the current one, after a person agreed.'),
    idempotency_key: idempotencyKey,
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    proposal_id: z.string(),
    status: z.enum(['pending_approval', 'approved', 'rejected', 'expired']),
    target: z.record(z.string(), z.unknown()),
    change: z.record(z.string(), z.unknown()),
    approval_url: z.string().describe('Page on which an authorized person approves or rejects the proposal.'),
    created_at: z.string(),
    expires_at: z.string(),
    meta: toolMeta,
  }),
})
