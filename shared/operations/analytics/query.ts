import { z } from 'zod'
import { operation } from '../../operation.ts'
import { interpret } from '../../question/interpret.ts'
import { wordNotes } from '../../question/answer/notes.ts'
import type { QuestionContext } from '../../question/question_context.ts'
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
    'A grammar of metrics, times, names, comparisons and computations reads the question; no language model is asked. ' +
    '`interpretation` shows what was understood. Every word that means something and is not in the answer is listed in ' +
    '`interpretation.unmatched`, and `interpretation.confidence` is then below 0.5: do not use such an answer without checking it. ' +
    'A question that cannot be answered returns nulls, a `reason` and suggestions.\n\n' +
    'Computed fields of `data`: `<metric>_total` and `<metric>_share` for shares; `<metric>_per_day` (`_week`, `_month`) and ' +
    '`days` (`weeks`, `months`) for averages; `<metric>_change` and `<metric>_change_rate` on the `current` row of two periods; ' +
    '`<metric>_difference` and `<metric>_difference_rate` on the first of two platforms or campaigns; `ratio` or `difference` of ' +
    'two metrics; `<metric>_total` and `<metric>_difference` beside one platform or campaign that is compared with the whole; `holds` where the question asks whether a total is within a bound; `counted`, `count` and `of` for counts. ' +
    'Rates and shares are fractions: 0.1 is 10 %.',
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
  complete: wordNotes,
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
        'Beside these: filters, group_by (platform, campaign, adset, ad, or day, week, month, quarter, weekday where periods are ranked), ' +
          'within (the level that each has its own ranking), operation (share, average_per_day, average_per_week, average_per_month, ' +
          'difference, growth, best_period, count, ratio, versus_total), sort, limit, rank (2: only the second row), threshold, thresholds, model, ' +
          'confidence (0 to 1; below 0.5 where unmatched is not empty), unmatched, suggestions, reason.',
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
