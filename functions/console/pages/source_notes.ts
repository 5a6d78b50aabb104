import { html } from 'hono/html'
import type { z } from 'zod'
import type { sources } from '../../../shared/operations/sources/sources.ts'
import { formatDays } from '../../../shared/pages/day.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { fact } from '../parts/fact.ts'
import { change, day, percent, second } from '../parts/format.ts'

export type Source = z.output<(typeof sources)['output']>['data'][number]

const restatedMetrics = ['spend', 'conversions', 'revenue']

export function accountsOf(number: number): string {
  return number === 1 ? '1 account' : `${number} accounts`
}

/** Names the other accounts that the same access reads, because one renewal repairs all of them. */
export function sharedRepair(source: Source, sources: readonly Source[], title: string): string {
  if (source.needs !== 'reconnect') return ''
  const names = sources
    .filter(
      ({ id, needs, connection_id }) =>
        id !== source.id && needs === 'reconnect' && connection_id === source.connection_id,
    )
    .map(({ name }) => name)
  return names.length === 0
    ? `Reconnect opens ${title}, where you give access to this account again.`
    : `One access at ${title} reads ${accountsOf(names.length + 1)} of this brand. One Reconnect repairs all of them, also ${names.join(', ')}.`
}

/** What the numbers of a platform leave out, and where those are that no page shows. */
export const platformNotes: Readonly<Partial<Record<string, string>>> = {
  tiktok: 'The numbers do not include GMV Max and reservation ads, which TikTok reports separately.',
  ga4: 'Sessions reach as far as the date above. No page shows them: query analytics.ga4_sessions by SQL.',
}

/** Says when the access ends, in the 14 days before. */
export function accessEnd(
  { access_ends_at: end, status }: Source,
  title: string,
  zone: string | undefined,
): Markup | null {
  if (end === null) return null
  const advice = status === 'paused' ? 'Resume or reconnect the account before.' : 'Reconnect the account before.'
  return html`The access at ${title} ends ${second(end, zone)}. ${advice}`
}

export function pauseNote({ data_through }: Source): Markup {
  return html`<p class="note">
    Vitrine does not read this
    account.${data_through === null ? '' : ` Its days after ${day(data_through)} are missing.`}
  </p>`
}

/** The last failed attempt and the next one, also before a person must act. */
export function lastAttempt({ last_attempt: attempt, attention }: Source, zone: string | undefined): Markup | string {
  if (attempt === null) return ''
  const next =
    attempt.next_at === null
      ? 'Vitrine does not try again by itself.'
      : `The next attempt follows after ${second(attempt.next_at, zone)}.`
  return html`<p class="note">
    The last attempt failed: ${second(attempt.at, zone)}. ${attention === null ? attempt.failure : ''} ${next}
  </p>`
}

/** The part is rounded down, because 100% would be the end. */
export function progress({ id, progress: part, planned_from }: Source): Markup {
  const back = planned_from === null ? '' : `, back to ${day(planned_from)}`
  return html`<p class="progress">
    <label for="${id}-progress">${percent(Math.floor((part ?? 0) * 100) / 100)} of the past is read${back}</label>
    <progress id="${id}-progress" max="1" value="${part ?? 0}"></progress>
  </p>`
}

/** How much the numbers of the account of last week were restated, and those of this week are expected to be. */
export function moved({ restatement: stated }: Source): Markup | string {
  if (!stated) return ''
  const of = (part: 'last_week_change' | 'expected_change') =>
    stated.metrics
      .filter((each) => restatedMetrics.includes(each.metric) && each[part] !== null)
      .map((each) => `${each.metric} ${change(each[part])}`)
      .join(', ')
  const [past, expected] = [of('last_week_change'), of('expected_change')]
  const lastWeek = `Last week (${datesOf(stated.last_week)}) changed by`
  return html`
    ${stated.last_week_reason !== null ? fact(lastWeek, 'not known yet') : past === '' ? '' : fact(lastWeek, past)}
    ${expected === '' ? '' : fact(`This week (${datesOf(stated.this_week)}) is expected to change by`, expected)}
  `
}

function datesOf({ date_from, date_to }: { date_from: string; date_to: string }): string {
  return formatDays(date_from, date_to)
}
