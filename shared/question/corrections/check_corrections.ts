import { invalidInput } from '../../errors/api_error.ts'
import type { ApiError } from '../../errors/api_error.ts'
import type { Corrections } from '../../schema/analytics/corrections.ts'
import type { Intent } from '../intent/intent.ts'
import type { Interpretation } from '../interpretation.ts'
import type { QuestionContext } from '../question_context.ts'
import { correctionsFor, metricsOf, takesSeveralMetrics } from './correctable.ts'
import type { Correction } from './correctable.ts'

/** Returns the error of a correction. `message` is a predicate, such as "must name connected platforms.". */
export function refuseCorrection(name: Correction, message: string): ApiError {
  return invalidInput(`corrections.${name}`, message)
}

/** Throws invalid_request for a correction that the answer could only ignore, and for names that the brand does not have. */
export function checkCorrections(
  { intent, group_by, time }: Pick<Interpretation, 'group_by' | 'time'> & { intent: Intent },
  given: Corrections,
  { names, platforms }: QuestionContext,
): void {
  const possible = correctionsFor({ intent, group_by, time })
  const wrong = (Object.keys(given) as Correction[]).find((name) => !possible.includes(name))
  if (wrong) {
    const noun = intent.replaceAll('_', ' ')
    throw refuseCorrection(wrong, `does not apply to an answer of the kind ${noun}. Possible: ${possible.join(', ')}.`)
  }
  if ((given.date_from === undefined) !== (given.date_to === undefined)) {
    const [sent, other] =
      given.date_from === undefined ? (['date_to', 'date_from'] as const) : (['date_from', 'date_to'] as const)
    throw refuseCorrection(other, `must be sent with \`${sent}\`.`)
  }
  if (given.date_from !== undefined && (given.date_to as string) < given.date_from) {
    throw refuseCorrection('date_to', 'must not be before `date_from`.')
  }
  if (!takesSeveralMetrics(intent) && (given.metrics?.length ?? 0) > 1) {
    throw refuseCorrection('metrics', 'must name one metric for an answer of this kind.')
  }
  const metrics = metricsOf(intent, group_by)
  if (metrics !== null && given.metrics?.some((name) => !metrics.includes(name))) {
    throw refuseCorrection('metrics', `must be one of ${metrics.join(', ')} for an answer of this kind.`)
  }
  if (given.group_by === 'total' && (given.campaigns?.length ?? 0) > 1) {
    throw refuseCorrection('group_by', 'must not be `total` for several campaigns, which have one row each.')
  }
  if (intent === 'explain_change' && given.compare_to === 'none') {
    throw refuseCorrection('compare_to', 'must name a time: a change is explained between two times.')
  }
  if (given.platforms?.some((platform) => !platforms.includes(platform))) {
    throw refuseCorrection('platforms', `must name connected platforms: ${platforms.join(', ')}.`)
  }
  const unknown = given.campaigns?.find(
    (name) => !names.some((known) => known.level === 'campaign' && known.name === name),
  )
  if (unknown !== undefined) throw refuseCorrection('campaigns', 'must be names of campaigns of the brand.')
}
