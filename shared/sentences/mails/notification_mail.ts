import type { NotificationKind } from '../../schema/console/notification_kinds.ts'
import { page } from '../page_audience.ts'
import { sourceStatements } from '../statements/sources.ts'
import { sentenceFrom } from '../warnings/warning.ts'
import type { Reason } from '../warnings/warning.ts'

/** The content of a mail, as `console.notified` returns it. */
export interface Notified {
  brand: string
  timezone: string
  count: number
  since: string
  /** The first of them. */
  items: Record<string, unknown>[]
}

export interface NotificationLinks {
  page: string
  settings: string
  unsubscribe: string
}

/**
 * Returns subject and text of a mail about a brand. Texts of platforms, agents and files are one line each, and the mail is
 * plain text, so that none of them adds a header, a line or markup.
 */
export function notificationMail(
  kind: NotificationKind,
  { brand: given, timezone, count, since, items }: Notified,
  links: NotificationLinks,
): { subject: string; text: string } {
  const brand = oneLine(given)
  const { subject, happened, action, item } = kinds[kind]
  const more = count - items.length
  const lines = [...items.map((each) => `- ${item(each)}`), ...(more > 0 ? [`- and ${page.number(more)} more`] : [])]
  const text = [
    `Brand: ${brand}\nSince: ${instantIn(since, timezone)}`,
    happened(count),
    lines.join('\n'),
    `${action}: ${links.page}`,
    `You get at most one such mail about this brand in an hour.\nChoose your mails: ${links.settings}\nTurn off these mails: ${links.unsubscribe}`,
  ]
  return { subject: `${brand}: ${subject(count)}`, text: `${text.join('\n\n')}\n` }
}

interface Words {
  subject: (count: number) => string
  happened: (count: number) => string
  /** The text before the link. */
  action: string
  item: (given: Record<string, unknown>) => string
}

const kinds: Record<NotificationKind, Words> = {
  alerts: {
    subject: (count) => counted(count, 'alert', 'alerts'),
    happened: (count) => (count === 1 ? 'Vitrine raised an alert.' : `Vitrine raised ${page.number(count)} alerts.`),
    action: 'See the anomalies',
    item: alertItem,
  },
  sources: {
    subject: (count) => counted(count, 'account needs attention', 'accounts need attention'),
    happened: (count) => `${counted(count, 'connected account needs', 'connected accounts need')} attention.`,
    action: 'See the accounts',
    item: ({ name, platform, attention }) =>
      `${quoted(name)} (${page.word(String(platform))}): ${oneLine(sentenceFrom(sourceStatements, attention as Reason, page), 500)}`,
  },
  proposals: {
    subject: (count) => counted(count, 'proposal waits for a decision', 'proposals wait for a decision'),
    happened: (count) => `${counted(count, 'proposal of an agent waits', 'proposals of agents wait')} for a decision.`,
    action: 'Decide',
    item: ({ change, level, name }) =>
      `${sentenceStart(page.word(String(change)))} of the ${levelOf(level)} ${quoted(name)}`,
  },
  imports: {
    subject: (count) => counted(count, 'import ended', 'imports ended'),
    happened: (count) =>
      count === 1
        ? 'An import of a file that you uploaded ended.'
        : `${page.number(count)} imports of files that you uploaded ended.`,
    action: 'See the imports',
    item: ({ name, is_imported, rows_accepted, rows_rejected }) =>
      is_imported
        ? `${quoted(name)}: imported, ${page.number(Number(rows_accepted))} rows accepted, ${page.number(Number(rows_rejected))} rejected`
        : `${quoted(name)}: nothing was imported. Open the file to see the reasons.`,
  },
}

function alertItem({ detector, level, name, day }: Record<string, unknown>): string {
  if (detector === 'webhook_disabled') return 'A webhook endpoint was disabled'
  if (detector === 'data_stale') return `The data of the account ${quoted(name)} stopped`
  const what = sentenceStart(
    String(detector)
      .replaceAll('_', ' ')
      .replace(/^(cpa|roas)\b/, (word) => word.toUpperCase()),
  )
  return `${what} of the ${levelOf(level)} ${quoted(name)} on ${page.day(String(day))}`
}

function levelOf(level: unknown): string {
  return { account: 'ad account', adset: 'ad set' }[String(level)] ?? String(level)
}

function counted(count: number, one: string, several: string): string {
  return `${page.number(count)} ${count === 1 ? one : several}`
}

function sentenceStart(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function quoted(text: unknown): string {
  return `"${oneLine(String(text))}"`
}

/** Returns a text in one line without control characters, cut to a length. */
function oneLine(text: string, lengthMax = 100): string {
  const line = [...text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()]
  return line.length > lengthMax ? `${line.slice(0, lengthMax - 1).join('')}…` : line.join('')
}

/** Formats an instant in the time zone of the brand. */
function instantIn(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(at))
}
