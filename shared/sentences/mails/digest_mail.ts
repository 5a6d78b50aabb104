import type { Digest } from '../../operations/analytics/digest.ts'
import { formatMonth } from '../../pages/day.ts'
import { page } from '../page_audience.ts'
import { causeIsUnknown } from '../statements/explanations.ts'
import { alertRuleSentence, alertValues, ruleAmount } from '../statements/alert_rule.ts'
import type { RuleWords } from '../statements/alert_rule.ts'
import { counted, detectorOf, levelOf, quoted, sentenceStart } from './mail_words.ts'
import type { NotificationLinks } from './notification_mail.ts'
import { oneLine } from './one_line.ts'
import type { Section } from './section.ts'

/** The digest of a mail, as `analytics.digest_to_send` returns it: `GET /v1/digest`, and searches of agents that found nothing. */
export type DigestToSend = Digest & {
  /** Null if nothing is stored about the week. */
  unanswered_requests: { known_from: string; total: number; data: { words: string; requests: number }[] } | null
}

const factsMax = 5
const sentenceMax = 1000

/**
 * Returns subject and text of the weekly digest, whose warnings and statements are sentences. As other mails about a brand, it is plain text, and each
 * text of others is in one line.
 */
export function digestMail(
  given: string,
  digest: DigestToSend,
  links: NotificationLinks,
): { subject: string; text: string } {
  const brand = oneLine(given)
  const week = page.days(digest.week, digest.date_to)
  const text = [
    `Brand: ${brand}\nWeek: ${week}, compared with ${page.days(digest.compared_from, digest.compared_to)}`,
    ...digestSections(digest).map(({ title, lines, place }) =>
      [
        title,
        ...lines.map((line) => `- ${line}`),
        ...(place ? [`${place.action}: ${links.root}${place.path}`] : []),
      ].join('\n'),
    ),
    `You get this mail once a week.\nChoose your mails: ${links.settings}\nTurn off these mails: ${links.unsubscribe}`,
  ]
  return { subject: digestSubject(given, digest), text: `${text.join('\n\n')}\n` }
}

/** Returns the subject of a digest. */
export function digestSubject(brand: string, digest: DigestToSend): string {
  return `${oneLine(brand)}: ${page.days(digest.week, digest.date_to)}`
}

/** Returns the parts of a digest that have something to say, in the order of the mail. */
export function digestSections(digest: DigestToSend): Section[] {
  const sections = digest.is_reported ? [totals(digest), changes(digest)] : [nothing]
  return [
    ...sections,
    anomalies(digest),
    alerts(digest),
    budgets(digest),
    proposals(digest),
    unanswered(digest),
    {
      title: 'What to know about these numbers',
      lines: digest.meta.warnings.map((each) => oneLine(each, sentenceMax)),
    },
  ].filter(({ lines }) => lines.length > 0)
}

const nothing: Section = {
  title: 'Nothing was reported for this week',
  lines: ['No account has a report of these days. Check whether the accounts are still connected.'],
  place: { action: 'See the accounts', path: '/sources' },
}

function totals({ metrics, meta }: Digest): Section {
  const lines = metrics.map(({ label, unit, value, previous, change_rate: rate }) => {
    const show = (amount: number) => ruleAmount(amount, { unit, currency: meta.currency })
    if (value === null) return `${label}: not reported`
    const before = previous === null ? 'the week before: not reported' : `the week before: ${show(previous)}`
    const change = rate === null ? '' : `${rate > 0 ? '+' : ''}${page.percent(Number((rate * 100).toFixed(1)))}, `
    return `${label}: ${show(value)} (${change}${before})`
  })
  const isCompared = metrics.some(({ change_rate }) => change_rate !== null)
  const note = 'Days of the two weeks are missing, or the week before was zero. No change is stated.'
  return {
    title: 'The week',
    lines: isCompared ? lines : [...lines, note],
    place: { action: 'See the overview', path: '' },
  }
}

function changes({ explanations }: Digest): Section {
  const facts = explanations.flatMap((each) => each.facts.filter(({ kind }) => kind !== 'anomaly'))
  const statements = [...new Set(facts.map(({ statement }) => statement))].slice(0, factsMax)
  const summaries = explanations.map(({ summary }) => summary.replace(` ${causeIsUnknown}`, ''))
  const note = statements.length === 0 ? [] : ['Whether these events caused the changes is not known.']
  return {
    title: 'What changed most',
    lines: [...summaries, ...statements, ...note].map((each) => oneLine(each, sentenceMax)),
  }
}

function anomalies({ anomalies: { total, data, detected_through: checked }, date_to }: Digest): Section {
  const lines = data.map(
    ({ detector, level, entity, date }) =>
      `${detectorOf(detector)} of the ${levelOf(level)} ${quoted(entity.name ?? entity.id)} on ${page.day(date)}`,
  )
  return {
    // Nothing is counted if no day was checked.
    title:
      total === 0 && uncheckedAfter(checked, date_to).length > 0
        ? 'Anomalies'
        : `${counted(total, 'anomaly is', 'anomalies are')} open`,
    lines: [...lines, ...moreThan(data, total), ...uncheckedAfter(checked, date_to)],
    place: { action: 'See the anomalies', path: '/anomalies' },
  }
}

/** States that days of the week were not checked for anomalies. */
function uncheckedAfter(checked: string | null, lastDay: string): string[] {
  if (checked === null) return ['No day was checked for anomalies.']
  return checked < lastDay ? [`Days after ${page.day(checked)} were not checked for anomalies.`] : []
}

function alerts({ alerts: { total, data }, meta }: Digest): Section {
  const lines = data.map((alert) => {
    const campaignName = alert.campaign_name === null ? null : oneLine(alert.campaign_name)
    const words: RuleWords = { label: alert.label, unit: alert.unit, currency: meta.currency, campaignName }
    const named = alert.name === null ? '' : `${quoted(alert.name)}: `
    return `${named}${alertRuleSentence(alert, words)}: ${alertValues(alert, words)} on ${page.day(alert.last_on)}`
  })
  return {
    title: `${counted(total, 'alert of an alert rule is', 'alerts of alert rules are')} open`,
    lines: [...lines, ...moreThan(data, total)],
    place: { action: 'See the alert rules', path: '/alert-rules' },
  }
}

function budgets({
  budgets: { month, data_through, brand, campaigns, campaigns_off_pace: off },
  meta,
}: Digest): Section {
  const through = data_through === null ? '' : ` through ${page.day(data_through)}`
  const paceOf = ({
    budget,
    spend_to_date,
    pacing_percent,
    projected_end_of_period: projected,
  }: NonNullable<typeof brand>) => {
    const show = (amount: number | null) =>
      amount === null ? 'unknown' : ruleAmount(amount, { unit: 'money', currency: meta.currency })
    const pace =
      pacing_percent === null
        ? 'the pace is unknown'
        : `at this pace ${show(projected)}, ${page.percent(pacing_percent)} of the budget`
    return `${show(spend_to_date)} of ${show(budget)} spent${through}, ${pace}`
  }
  return {
    title: `Budgets of ${formatMonth(month)}`,
    lines: [
      ...(brand === null ? [] : [`The brand: ${paceOf(brand)}`]),
      ...campaigns.map((each) => `The campaign ${quoted(each.campaign_name ?? each.campaign_id)}: ${paceOf(each)}`),
      ...moreThan(campaigns, off, 'campaigns that miss their budgets'),
    ],
    place: { action: 'See the targets', path: '/settings/targets' },
  }
}

function proposals({ proposals: { total, data } }: Digest): Section {
  const lines = data.map(
    ({ change, level, name, target_id }) =>
      `${sentenceStart(page.word(change))} of the ${levelOf(level)} ${quoted(name ?? target_id)}`,
  )
  return {
    title: `${counted(total, 'proposal waits', 'proposals wait')} for a decision`,
    lines: [...lines, ...moreThan(data, total)],
    place: { action: 'See the proposals', path: '/proposals' },
  }
}

function unanswered({ unanswered_requests: asked }: DigestToSend): Section {
  const { data = [], total = 0, known_from } = asked ?? {}
  const since = known_from ? `, counted since ${page.instant(known_from)}` : ''
  return {
    title: `${counted(total, 'search of an agent', 'searches of agents')} in the shop found nothing${since}`,
    lines: data
      .map(({ words, requests }) => ({ words: plainWords(words), requests }))
      .filter(({ words }) => words !== '')
      .map(({ words, requests }) => `"${words}": ${counted(requests, 'time', 'times')}`),
    place: { action: 'See what agents asked', path: '/agents' },
  }
}

/** Anyone can search, and a mail program makes links of addresses, so that only letters, digits, spaces and hyphens remain. */
function plainWords(words: string): string {
  return oneLine(words.replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, ' '), 80)
}

function moreThan(shown: readonly unknown[], total: number, noun = 'more'): string[] {
  const others = total - shown.length
  return others > 0 ? [`and ${page.number(others)} ${noun === 'more' ? noun : `more ${noun}`}`] : []
}
