import { z } from 'zod'
import { contract } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { flag } from '../../schema/flag.ts'
import { evidence, proposedChange, proposedTarget, rationale } from './propose_change.ts'

/** The most changes that are proposed together. */
export const changesMax = 25

/** Proposes several changes together: all of them, or none. */
export const proposeChanges = contract({
  name: 'connector.propose_changes',
  scope: 'write:proposals',
  input: z.object({
    changes: z
      .array(z.object({ target: proposedTarget, change: proposedChange, evidence }))
      .min(1, 'must have a change.')
      .max(changesMax, `must have at most ${changesMax} changes.`),
    rationale,
    confirm: flag.optional(),
    brand_id: brandId,
  }),
  output: z.object({ brand_id: z.string(), proposals: z.int() }),
})
