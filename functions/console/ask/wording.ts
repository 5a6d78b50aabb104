import type { Operator } from '../../../shared/question/metrics/threshold.ts'
import { count, day, formatValue } from '../parts/format.ts'
import { definitionOf, showsMetrics } from './asked.ts'
import type { Asked, Row } from './asked.ts'

/** The most things whose values a sentence lists. */
export const besideMax = 5

/** The words between a metric and the value of a bound, such as "ROAS below 3". */
export const operatorWords: Record<Operator, string> = {
  '>': 'above',
  '>=': 'of at least',
  '<': 'below',
  '<=': 'of at most',
  '=': 'equal to',
}

/** Metrics that count people once, so that the values of several days or ads are not added up. */
export const ofPeople = ['reach', 'frequency']

export function metricsOf(asked: Asked) {
  return (asked.interpretation.metrics ?? []).flatMap((name) => definitionOf(asked, name) ?? [])
}

export function text(asked: Asked, metric: string | undefined, value: unknown): string {
  const unit = definitionOf(asked, metric ?? '')?.unit ?? 'count'
  if (typeof value !== 'number') return ofPeople.includes(metric ?? '') ? 'not known' : 'not reported'
  return formatValue(value, unit, asked.answer.meta)
}

/** "Clicks were", but "cost of goods was". */
export function wasOf(label: string): string {
  return /[a-z]s$/.test(label.split(/ (?:of |per |\()/)[0] ?? '') ? 'were' : 'was'
}

export function counted(number: number, one: string, several: string): string {
  return number === 1 ? `1 ${one}` : `${number === 0 ? 'No' : count(number)} ${several}`
}

export function dayRange({ date_from, date_to }: Row): string {
  return date_from === date_to ? day(String(date_from)) : `${day(String(date_from))} to ${day(String(date_to))}`
}

/** The days of an answer in numbers end with the data. */
export function daysOf({ interpretation: { time, intent }, answer }: Asked): string {
  if (time === null || intent === 'definition') return ''
  const { data_through: through } = answer.meta
  const { date_from, date_to } = time
  const endsEarlier = showsMetrics(intent) && through && date_from <= through && through < date_to
  return inDays({ date_from, date_to: endsEarlier ? through : date_to })
}

export function inDays(days: Row): string {
  return `${days.date_from === days.date_to ? ' on ' : ' from '}${dayRange(days)}`
}
