import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { pageNumber } from './imports.ts'

export const proposals = operation({
  name: 'console.proposals',
  method: 'get',
  path: '/console/brands/{brand_id}/proposals',
  scope: 'console',
  summary: 'List proposals',
  description: 'Returns pending and decided proposals of agents and members.',
  input: z.object({
    brand_id: shopId,
    status: choice(['pending_approval', 'approved', 'rejected', 'expired']).optional(),
    page: pageNumber,
  }),
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        status: z.string(),
        target: z.object({ level: z.string(), platform: z.string(), id: z.string() }),
        target_name: z.string().nullable(),
        is_target_known: z.boolean().describe('Whether the reports of the brand still have the target.'),
        change: z.object({ kind: z.string(), from: z.unknown().optional(), to: z.unknown() }),
        rationale: z.string(),
        evidence: z.array(z.string()),
        proposed_by: z.object({
          in_console: z.boolean().describe('Whether the person made the proposal in the console, without an app.'),
          person: z.string().nullable().describe('The person who made the proposal, or whose app did. Null for a key.'),
          app: z.string().nullable(),
          key: z.string().nullable().describe('Null for a key that the person may not see.'),
          key_display: z.string().nullable(),
        }),
        others: z
          .array(
            z.object({
              id: z.string(),
              status: choice(['pending_approval', 'approved']),
              change: z.object({ kind: z.string(), from: z.unknown().optional(), to: z.unknown() }),
              decided_at: z.string().nullable(),
            }),
          )
          .describe(
            'Of a proposal that waits: others of its kind for its target that wait, or were approved after it was made.',
          ),
        decided_by: z.string().nullable(),
        decided_at: z.string().nullable(),
        note: z.string().nullable().describe('Note of the person who decided.'),
        created_at: z.string(),
        expires_at: z.string(),
      }),
    ),
    page: z.int(),
    pages: z.int(),
  }),
})
