import { interpret } from '../../../shared/question/interpret.ts'
import type { QuestionContext } from '../../../shared/question/question_context.ts'
import { platformName } from '../parts/format.ts'
import type { Asked } from './asked.ts'

/** Returns questions that work for the brand: those that are understood completely. */
export function examplesOf({ platforms, campaigns }: Asked['offered'], context: QuestionContext): string[] {
  const [platform] = platforms
  const campaign = campaigns.find(({ name }) => name !== null && /^[\w &|.-]{3,60}$/.test(name))?.name
  const questions = [
    'What was our ROAS last week?',
    'Spend and revenue this month compared with last month',
    ...(platform === undefined ? [] : [`Spend on ${platformName(platform)} by day in the last 30 days`]),
    'Top 5 campaigns by revenue last month',
    ...(campaign ? [`CPA of the campaign "${campaign}" in the last 30 days`] : []),
    'Which campaigns had a ROAS above 2 last month?',
    'Revenue forecast for the next 30 days',
    'Any anomalies in the last 30 days?',
  ]
  return questions.filter((question) => {
    const { intent, unmatched } = interpret(question, context)
    return intent !== null && unmatched.length === 0
  })
}
