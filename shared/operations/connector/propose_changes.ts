import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { flag } from '../../schema/flag.ts'
import { meta } from '../../schema/meta.ts'
import { evidence, proposeChange, proposedChange, proposedTarget, rationale } from './propose_change.ts'

/** The most changes that are proposed together. */
export const changesMax = 25

/** Proposes several changes together: all of them, or none. */
export const proposeChanges = operation({
  name: 'connector.propose_changes',
  method: 'post',
  path: '/v1/proposals',
  scope: 'write:proposals',
  status: 201,
  summary: 'Propose changes',
  description:
    'Submits changes for approval, each as a proposal of its own: all of them, or none. A person decides on each of them ' +
    'in the console. An approval changes nothing on any platform. A change that already waits for a decision refuses the ' +
    'request with its proposal id, so that a repeated request creates nothing.',
  input: z.object({
    changes: z
      .array(z.object({ target: proposedTarget, change: proposedChange, evidence }))
      .min(1, 'must have a change.')
      .max(changesMax, `must have at most ${changesMax} changes.`),
    rationale,
    confirm: flag
      .optional()
      .describe('Must be true for a daily budget above 10 times the current one, after a person agreed.'),
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    proposals: z
      .array(
        proposeChange.output.pick({
          proposal_id: true,
          status: true,
          target: true,
          change: true,
          approval_url: true,
          created_at: true,
          expires_at: true,
        }),
      )
      .describe('In the order of `changes`.'),
    meta,
  }),
})
