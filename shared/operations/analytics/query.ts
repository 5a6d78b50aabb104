import { z } from 'zod'
import { operation } from '../../operation.ts'
import { interpret } from '../../question/interpret.ts'
import type { QuestionContext } from '../../question/interpret.ts'
import { brandId } from '../../schema/brand.ts'
import { meta } from '../../schema/meta.ts'
import { text } from '../../schema/text.ts'

export const query = operation({
  name: 'analytics.query',
  method: 'post',
  path: '/v1/query',
  scope: 'read:marketing',
  summary: 'A question in plain English',
  description:
    'Read by a grammar of metrics, times, names and comparisons, and answered by the operations that the endpoints answer with; no ' +
    'language model is asked. interpretation shows what was understood, unmatched what was not. What cannot be read is ' +
    'answered with nulls, a reason and suggestions.',
  input: z.object({
    question: text(1, 500).describe('For example: top 5 campaigns by ROAS last month.'),
    brand_id: brandId,
  }),
  prepare: {
    operation: 'analytics.question_context',
    adds: ['interpretation'],
    run: (input, context) => ({
      input: { ...input, interpretation: interpret(input.question as string, context as QuestionContext) },
    }),
  },
  output: z.object({
    question: z.string(),
    brand_id: z.string(),
    interpretation: z
      .object({
        intent: z.string().nullable(),
        metrics: z.array(z.string()).nullable(),
        level: z.string().nullable(),
        time: z.record(z.string(), z.unknown()).nullable(),
      })
      .catchall(z.unknown())
      .describe(
        'Beside these: filters, group_by, sort, limit, threshold, thresholds, model, confidence, unmatched, suggestions, reason.',
      ),
    data: z.array(z.record(z.string(), z.unknown())),
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      data_through: z.string().nullable().describe('Last day with data of the kind that was asked for.'),
      total_rows: z.int(),
      truncated: z.boolean().describe('True when data is cut short of total_rows.'),
      warnings: z.array(z.string()).describe('What the numbers do not show, and what of the question is not in them.'),
    }),
  }),
})
