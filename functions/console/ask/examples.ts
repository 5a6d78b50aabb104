import { breakdown } from '../../../shared/operations/analytics/breakdown.ts'
import { interpret } from '../../../shared/question/interpret.ts'
import type { QuestionContext } from '../../../shared/question/question_context.ts'
import { request } from '../page_context.ts'
import type { Result } from '../page_context.ts'
import { platformName } from '../parts/format.ts'
import type { Asked } from './asked.ts'

const metrics = ['spend', 'revenue', 'roas', 'cpa']

/** The request of what the brand reports: the metrics of the examples, by ad account, highest spend first. */
export const reportedRequest = () =>
  request(breakdown, { period: 'last_90_days', level: 'ad_account', metrics: metrics.join(','), limit: 50 })

/** Returns questions that work for the brand: those that are understood completely, of metrics and platforms that have reports. */
export function examplesOf(
  { campaigns }: Asked['offered'],
  context: QuestionContext,
  { body }: Result<typeof breakdown>,
): string[] {
  const platform = body?.data[0]?.platform as string | undefined
  const isReported = (metric: string) => typeof body?.totals?.[metric] === 'number'
  const campaign = campaigns.find(({ name }) => name !== null && /^[\w &|.-]{3,60}$/.test(name))?.name
  const questions = [
    'What was our ROAS last week?',
    'Spend and revenue this month compared with last month',
    'Spend this month compared with last month',
    ...(platform === undefined ? [] : [`Spend on ${platformName(platform)} by day in the last 30 days`]),
    'Top 5 campaigns by revenue last month',
    'Top 5 campaigns by spend last month',
    ...(campaign ? [`CPA of the campaign "${campaign}" in the last 30 days`] : []),
    'Which campaigns had a ROAS above 2 last month?',
    'Revenue forecast for the next 30 days',
    'Any anomalies in the last 30 days?',
  ]
  // Spend alone is asked only where revenue is not reported.
  const isNeeded = (question: string) => !isReported('revenue') || !/^(?:Spend this|Top 5 .* spend)/.test(question)
  return questions.filter((question) => {
    const { intent, unmatched, metrics } = interpret(question, context)
    return isNeeded(question) && intent !== null && unmatched.length === 0 && (metrics ?? []).every(isReported)
  })
}
