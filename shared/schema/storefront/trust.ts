import { z } from 'zod'
import { certification } from './certification.ts'

const score = z.number().min(0).max(100)

/** Specification, Trust: the trust score of a shop. */
export const trustRecord = z.object({
  brand_id: z.string(),
  score: score.nullable(),
  tier: z.enum(['new', 'basic', 'established', 'trusted', 'exemplary']),
  components: z.array(
    z.object({
      key: z.string(),
      score: score.nullable(),
      weight: z
        .number()
        .nullable()
        .describe('Fraction of the total. The weight of unknown components is distributed among the others.'),
      signals: z.int(),
      updated_at: z.string().nullable(),
    }),
  ),
  signals_total: z.int(),
  window_days: z.int(),
  dispute_rate: z.number().nullable(),
  certification,
  method_version: z.string(),
  calculated_at: z.string().nullable(),
  history: z.array(z.object({ date: z.string(), score: score.nullable() })),
  statement: z.string(),
})

/** Specification, Network trust: the trust score across assistants. */
export const networkTrust = z.object({
  score: z.number().nullable(),
  tier: z.string(),
  compound_factor: z.number(),
  category_baseline: z.number(),
  network_rank: z.int().optional().describe('Absent without a score or a category.'),
  verified_platforms: z.int(),
  total_platforms: z.int(),
  total_signals: z.int(),
  platform_scores: z.array(
    z.object({
      platform: z.string(),
      score: z.number().nullable().describe('Null when there are no signals from this assistant.'),
      baseline: z.number().describe('Prior value of the score when there are few signals.'),
      transactions: z.int(),
      avg_feedback: z.number().optional().describe('Absent when there is no feedback.'),
      last_activity: z.string().optional().describe('Absent when there is no activity.'),
    }),
  ),
  calculated_at: z.string().optional().describe('Absent until the score is first calculated.'),
})
