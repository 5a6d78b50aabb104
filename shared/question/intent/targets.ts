import { period, startOf } from '../../calendar/days.ts'
import { nothingUnderstood, refuse } from '../answer/refusals.ts'
import { fillers } from '../language/words.ts'
import type { Interpretation } from '../interpretation.ts'
import type { QuestionContext } from '../question_context.ts'
import type { QuestionParts } from '../read_question.ts'
import { comingMonth } from '../time/years.ts'
import { isPast } from './choose_intent.ts'

/** What a brand sets for a month. `analytics.targets` has it beside the results. */
const target =
  /\b(?:targets?|goals?|quota|(?:on|over|under|within|below|above|hit|exceed(?:s|ed|ing)?|vs|versus|against) (?:(?:our|the|my|their|its|monthly) )*budgets?|what (?:is|are) (?:(?:our|the|my|monthly) )*budgets?|budget (?:is |do we have )?(?:left|remaining)|(?:will|are|do|did|have|going to) (?:we|i)\b.* overspen[dt]\w*)\b/
const words =
  /\b(?:targets?|goals?|budgets?|spend(?:ing)?|month|monthly|month's|on|over|under|within|above|below|hit(?:ting)?|meet(?:ing)?|met|reach(?:ed|ing)?|exceed(?:s|ed|ing)?|vs|versus|against|compared|left|remaining|which|current|currently|set|so far|actual|actuals|actually|will|overspen[dt]\w*)\b/g
const compared = ['spend', 'roas', 'cpa']
const beyond = /\b(over|above|exceed(?:s|ed|ing)?|under|below) (?:(?:our|the|my|their|its|monthly) )*budgets?\b/

const noneIsSet =
  'The brand has no target and no budget to compare with. An admin or owner of the brand sets them on the page Targets.'
const dailyBudgets =
  'The platforms report daily budgets of campaigns. The overview of the brand shows them with the pace of the month.'
const whereToLook =
  'Questions about targets and budgets are answered for a whole month of the brand, such as "are we on budget this month". ' +
  'The page Targets and the operation List targets have all targets with their results.'

const isNeutral = (word: string) => fillers.has(word) || /^(?:by|per|each)$/.test(word)

/** Returns the answer to a question about the targets and budgets of a month, the refusal of another one about targets, or null. */
export function readTargets(
  parts: QuestionParts,
  { today, timezone, has_targets, has_daily_budgets }: QuestionContext,
): Interpretation | null {
  const { reading, platformSpans, placements, channels, names, excluded, metrics, levels } = parts
  const left = reading.text.replaceAll(words, ' ').match(/[a-z0-9][a-z0-9%.'-]*/g) ?? []
  // "Budget for December" has no other word that a question of another kind would have.
  const isBudget = /\bbudgets?\b/.test(reading.text) && left.every(isNeutral) && metrics.length === 0
  if (!isBudget && !target.test(reading.text)) return null
  if (has_targets !== true)
    return refuse('unsupported_target', { warnings: [noneIsSet, ...(has_daily_budgets ? [dailyBudgets] : [])] })
  const ranges = parts.ranges.map((given) => (isPast(parts.text) ? given : comingMonth(given, today)))
  const [range] = ranges
  const month = startOf('month', range?.date_from ?? today)
  const lastOn = period('month', month).date_to
  const isOfCampaigns = levels.length > 0 && levels.every((level) => level === 'campaign')
  const [asked, side] = beyond.exec(reading.text) ?? []
  const pace = side && (/^(?:under|below)/.test(side) ? 'under' : 'over')
  const isSimple =
    left.every((word) => fillers.has(word)) &&
    ranges.length < 2 &&
    // Targets are those of a whole month, so far or to its end.
    (range === undefined ||
      (range.date_from === month && range.date_to <= lastOn && (range.date_to >= today || range.date_to === lastOn))) &&
    platformSpans.length + placements.length + channels.spans.length + names.length === 0 &&
    excluded.platforms.length + excluded.names.length === 0 &&
    metrics.every((name) => compared.includes(name)) &&
    (isOfCampaigns ? pace !== undefined : levels.every((level) => level === 'account')) &&
    !parts.isBounded &&
    parts.base === null
  if (!isSimple) return refuse('unsupported_target', { warnings: [whereToLook] })
  return {
    ...nothingUnderstood,
    intent: 'targets',
    level: isOfCampaigns ? 'campaign' : 'account',
    filters: isOfCampaigns ? { pace } : {},
    time: {
      date_from: month,
      date_to: range?.date_to ?? today,
      granularity: null,
      preset: range === undefined || month === startOf('month', today) ? 'this_month' : range.preset,
      text: range?.text ?? null,
      timezone,
      defaulted: range === undefined,
      compare_from: null,
      compare_to: null,
      compare_text: null,
    },
    confidence: range === undefined ? 0.9 : 1,
    warnings: [
      ...(isOfCampaigns
        ? [
            `"${asked}" is read as: the spend of the month, projected to its end, is ${pace === 'under' ? 'below' : 'above'} the budget that the brand set for the campaign.`,
          ]
        : []),
      ...(range && range !== parts.ranges[0]
        ? [`"${range.text}" is read as the coming month, from ${range.date_from}.`]
        : []),
    ],
  }
}
