import { z } from 'zod'
import { operation } from '../../operation.ts'
import type { Range } from '../../calendar/days.ts'
import { withNamesLeftOut } from '../../question/entities/name_words.ts'
import { interpret } from '../../question/interpret.ts'
import type { QuestionContext } from '../../question/question_context.ts'
import { explanationInAnswer } from '../../schema/analytics/explanation.ts'
import { corrections } from '../../schema/analytics/corrections.ts'
import { forecastTotal } from '../../schema/analytics/forecast.ts'
import { questionLengthMax } from '../../schema/text.ts'
import type { Corrections } from '../../schema/analytics/corrections.ts'
import { brandId } from '../../schema/brand.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'
import { text } from '../../schema/text.ts'

export const query = operation({
  name: 'analytics.query',
  method: 'post',
  path: '/v1/query',
  scope: 'read:marketing',
  summary: 'Ask a question',
  description:
    'Answers a question in plain English. A grammar of metrics, times, names, comparisons and computations parses ' +
    'the question; no language model is used. `interpretation` shows how the question was understood. ' +
    '`interpretation.unmatched` lists the words that the answer does not use, and `interpretation.confidence` is ' +
    'then below 0.5: check such an answer before you use it. A question that cannot be answered returns null values, ' +
    'a `reason` and suggestions.\n\n`corrections` replaces parts of the interpretation exactly, for example the metrics ' +
    'or the days; `interpretation` then shows the corrected parts. A correction that the answer would ignore is ' +
    'refused; a question that is not understood has no answer, also with corrections. Parts of the question that the corrected answer does not contain are in `interpretation.unmatched`.' +
    '\n\nComputed fields of `data`: `<metric>_total` and `<metric>_share` for shares; ' +
    '`<metric>_per_day` (`_week`, `_month`) and `days` (`weeks`, `months`) for averages; `<metric>_change` and ' +
    '`<metric>_change_rate` on the `current` row of two periods; `<metric>_difference` and ' +
    '`<metric>_difference_rate` on the first of two platforms or campaigns; `ratio` or `difference` of two metrics; ' +
    '`<metric>_total` and `<metric>_difference` for one platform or campaign compared with the total; `holds` for ' +
    'whether a total is within a bound; `loss` for the money lost; `break_even_roas`; `counted`, `count` and `of` for counts. Rates and shares are fractions: 0.1 ' +
    'is 10 %.',
  input: z.object({
    question: text(1, questionLengthMax).describe('Example: top 5 campaigns by ROAS last month.'),
    default_days: z
      .object({ date_from: date, date_to: date })
      .refine(({ date_from, date_to }) => date_from <= date_to, '`date_to` must not be before `date_from`.')
      .optional()
      .describe(
        'The days of a question that names no time. Default: the last 30 days. Forecasts and pacing have their own.',
      ),
    corrections: corrections.optional(),
    brand_id: brandId,
  }),
  prepare: {
    operation: 'analytics.question_context',
    reads: ['default_days', 'corrections'],
    adds: ['interpretation'],
    run: async (input, context) => {
      const { corrections, default_days } = input
      const known = { ...(context as QuestionContext), default_days: default_days as Range | undefined }
      const read = withNamesLeftOut(interpret(input.question as string, known), known)
      if (corrections === undefined) return { input: { ...input, interpretation: read } }
      // Few questions are corrected.
      const { correct } = await import('../../question/corrections/correct.ts')
      return { input: { ...input, interpretation: correct(read, corrections as Corrections, known) } }
    },
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
        'Additional fields: filters, group_by (platform, campaign, adset, ad, or a ranked period such as week), within ' +
          '(the level of separate rankings), operation (share, average_per_day, average_per_week, average_per_month, ' +
          'difference, growth, best_period, count, ratio, versus_total, loss, break_even), sort, limit, rank, planned_spend, ' +
          'spend_changes and horizon_days (the changes of POST /v1/scenarios, with campaigns by name), ' +
          'threshold, thresholds, model, confidence, unmatched, lost (what corrections ' +
          'removed), suggestions, reason.',
      ),
    data: z.array(z.record(z.string(), z.unknown())),
    forecast_total: forecastTotal.nullish().describe('Sum of the days of a forecast, with intervals.'),
    forecast_accuracy: z
      .object({ coverage_80: z.number().nullable(), coverage_95: z.number().nullable(), origins: z.int().nullable() })
      .nullish()
      .describe('Share of the days of earlier forecasts within the intervals, and the number of these forecasts.'),
    budget_total: z
      .object({
        current_daily_spend: z.number(),
        recommended_daily_spend: z.number(),
        rows: z.int(),
        raises: z.int(),
        cuts: z.int(),
      })
      .nullish()
      .describe('All recommendations for what the question names.'),
    explanations: z
      .array(explanationInAnswer)
      .nullable()
      .describe('Why each metric changed, for a question with "why". Null for other questions.'),
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      data_through: z.string().nullable().describe('Last day with data of the requested kind.'),
      total_rows: z.int(),
      truncated: z.boolean().describe('True when `data` has fewer rows than `total_rows`.'),
      warnings: z.array(z.string()).describe('Limitations of the numbers and of the answer.'),
    }),
  }),
})
