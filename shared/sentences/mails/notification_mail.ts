import type { NotificationKind } from '../../schema/console/notification_kinds.ts'
import type { AlertRuleTerms } from '../../schema/analytics/alert_rule.ts'
import { alertRuleSentence, alertValues, ruleAmount } from '../statements/alert_rule.ts'
import type { RuleWords } from '../statements/alert_rule.ts'
import { page } from '../page_audience.ts'
import { sourceStatements } from '../statements/sources.ts'
import { sentenceFrom } from '../warnings/warning.ts'
import type { Reason } from '../warnings/warning.ts'
import { counted, detectorOf, instantIn, levelOf, quoted, sentenceStart } from './mail_words.ts'
import { oneLine } from './one_line.ts'
import type { Place, Section } from './section.ts'
import { shopItem, shopPlace, waitingInShop } from './shop_items.ts'
import type { ShopCounts } from './shop_items.ts'

/** The content of a mail, as `console.notified` returns it. */
export interface Notified {
  brand: string
  timezone: string
  count: number
  /** The numbers of offers, orders and disputes. Null for other mails. */
  counts: ShopCounts | null
  since: string
  /** The first of them. */
  items: Record<string, unknown>[]
}

export interface NotificationLinks {
  /** The address of the brand. */
  root: string
  settings: string
  unsubscribe: string
}

/**
 * Returns subject and text of a mail about a brand. Texts of platforms, agents and files are one line each, and the mail is
 * plain text, so that none of them adds a header, a line or markup.
 */
export function notificationMail(
  kind: Exclude<NotificationKind, 'digest'>,
  { brand: given, timezone, count, counts, since, items }: Notified,
  links: NotificationLinks,
): { subject: string; text: string } {
  const brand = oneLine(given)
  const { subject, happened, item, place } = kinds[kind]
  const more = count - items.length
  const places = items.map(place)
  const isOnePlace = new Set(places.map(({ path }) => path)).size === 1
  const linkOf = ({ action, path }: Place) => `${action}: ${links.root}${path}`
  const lines = [
    ...items.map((each) => `- ${item(each, timezone)}${isOnePlace ? '' : `\n  ${linkOf(place(each))}`}`),
    ...(more > 0 ? [`- and ${page.number(more)} more`] : []),
  ]
  const text = [
    `Brand: ${brand}\nSince: ${instantIn(since, timezone)}`,
    happened(count, counts),
    lines.join('\n'),
    ...places.slice(0, isOnePlace ? 1 : 0).map(linkOf),
    `You get at most one such mail about this brand in an hour.\nChoose your mails: ${links.settings}\nTurn off these mails: ${links.unsubscribe}`,
  ]
  return { subject: `${brand}: ${subject(count, counts)}`, text: `${text.join('\n\n')}\n` }
}

/** Returns the subject of a message about a brand, and one part for each page on which a person acts. */
export function notificationSections(
  kind: Exclude<NotificationKind, 'digest'>,
  { brand, timezone, count, counts, items }: Notified,
): { subject: string; sections: Section[] } {
  const { subject, happened, item, place } = kinds[kind]
  const places = new Map(items.map((each) => [place(each).path, place(each)]))
  const sections = [...places.values()].map((at, index) => ({
    title: index === 0 ? happened(count, counts) : '',
    lines: items.filter((each) => place(each).path === at.path).map((each) => item(each, timezone)),
    place: at,
  }))
  const more = count - items.length
  return {
    subject: `${oneLine(brand)}: ${subject(count, counts)}`,
    sections: [...sections, ...(more > 0 ? [{ title: '', lines: [`and ${page.number(more)} more`] }] : [])],
  }
}

interface Words {
  subject: (count: number, counts: ShopCounts | null) => string
  happened: (count: number, counts: ShopCounts | null) => string
  item: (given: Record<string, unknown>, timezone: string) => string
  place: (given: Record<string, unknown>) => Place
}

const kinds: Record<Exclude<NotificationKind, 'digest'>, Words> = {
  alerts: {
    subject: (count) => counted(count, 'alert', 'alerts'),
    happened: (count) => (count === 1 ? 'Vitrine raised an alert.' : `Vitrine raised ${page.number(count)} alerts.`),
    item: alertItem,
    place: alertPlace,
  },
  sources: {
    subject: (count) => counted(count, 'account needs attention', 'accounts need attention'),
    happened: (count) => `${counted(count, 'connected account needs', 'connected accounts need')} attention.`,
    place: () => ({ action: 'See the accounts', path: '/sources' }),
    item: ({ name, platform, attention }) =>
      `${quoted(name)} (${page.word(String(platform))}): ${oneLine(sentenceFrom(sourceStatements, attention as Reason, page), 500)}`,
  },
  proposals: {
    subject: (count) => counted(count, 'proposal waits for a decision', 'proposals wait for a decision'),
    happened: (count) => `${counted(count, 'proposal waits', 'proposals wait')} for a decision.`,
    place: () => ({ action: 'Decide', path: '/proposals' }),
    item: proposalItem,
  },
  shop: {
    subject: (_, counts) => waitingInShop(counts),
    happened: (_, counts) => `${waitingInShop(counts)}.`,
    item: shopItem,
    place: shopPlace,
  },
  experiments: {
    subject: (count) => counted(count, 'switch of ads is due', 'switches of ads are due'),
    happened: (count) => `${counted(count, 'switch of an experiment is', 'switches of experiments are')} due.`,
    item: switchItem,
    place: ({ experiment_id }) => ({ action: 'See the experiment', path: `/experiments/${experiment_id}` }),
  },
  imports: {
    subject: (count) => counted(count, 'import ended', 'imports ended'),
    happened: (count) =>
      count === 1
        ? 'An import of a file that you uploaded ended.'
        : `${page.number(count)} imports of files that you uploaded ended.`,
    place: () => ({ action: 'See the imports', path: '/imports' }),
    item: ({ name, is_imported, rows_accepted, rows_rejected }) =>
      is_imported
        ? `${quoted(name)}: imported, ${counted(Number(rows_accepted), 'row', 'rows')} accepted, ${page.number(Number(rows_rejected))} rejected`
        : `${quoted(name)}: nothing was imported. Open the file to see the reasons.`,
  },
}

function alertItem({ detector, level, name, day, rule }: Record<string, unknown>): string {
  if (detector === 'webhook_disabled') {
    return name ? `The webhook endpoint ${quoted(name)} was disabled` : 'A webhook endpoint was disabled'
  }
  if (detector === 'alert_rule') return ruleItem(rule as AlertOfRule)
  if (detector === 'data_stale') return `The data of the account ${quoted(name)} stopped`
  return `${detectorOf(detector)} of the ${levelOf(level)} ${quoted(name)} on ${page.day(String(day))}`
}

/** States amounts and statuses only: other values are texts of agents, which are read on the page. */
function proposalItem({
  change,
  level,
  name,
  from,
  to,
  currency,
  in_console,
  person,
  app,
}: Record<string, unknown>): string {
  const isAmount = change === 'budget' || change === 'bid'
  const show = (value: unknown) =>
    `${ruleAmount(Number(value), { unit: 'money', currency: String(currency) })}${change === 'budget' ? ' a day' : ''}`
  const before = isAmount && typeof from === 'number' ? ` from ${show(from)}` : ''
  const after =
    isAmount && typeof to === 'number' ? ` to ${show(to)}` : change === 'status' ? ` to ${oneLine(String(to), 40)}` : ''
  const by = person ? oneLine(String(person)) : 'a former member'
  const isOfKey = !person && !in_console
  const proposer = isOfKey
    ? 'an agent with a key'
    : in_console
      ? by
      : `${app ? quoted(app) : 'an app'}, connected by ${by}`
  return `${sentenceStart(page.word(String(change)))} of the ${levelOf(level)} ${quoted(name)}${before}${after}, proposed by ${proposer}`
}

/** The most names of campaigns in an item. */
const campaignsMax = 5

function switchItem(given: Record<string, unknown>, timezone: string): string {
  const { name, status, platform, day, state, is_first, is_today } = given
  const campaigns = given.campaigns as { id: string; name: string | null }[] | null
  const of = `of ${page.platform(String(platform))}`
  const more = (campaigns?.length ?? 0) - campaignsMax
  const named = campaigns
    ?.slice(0, campaignsMax)
    .map(({ id, name }) => quoted(name ?? id))
    .join(', ')
  const ads = campaigns
    ? `${counted(campaigns.length, 'campaign', 'campaigns')} ${of} (${named}${more > 0 ? ` and ${page.number(more)} more` : ''})`
    : `all ads ${of}`
  const begin = `the beginning of ${page.day(String(day))} (${timezone})`
  const isKept = is_first && state === 'on'
  const what = is_today
    ? `${isKept ? 'Have' : 'Switch'} ${ads} ${String(state)} now: this was due at ${begin}`
    : isKept
      ? `Have ${ads} on from ${begin}`
      : `Switch ${ads} ${String(state)} at ${begin}`
  const start = status === 'planned' ? ' Record the start of the experiment at the latest on that day.' : ''
  return `${what}, for the experiment ${quoted(name)}.${start}`
}

function alertPlace({ detector, endpoint_id, source_id }: Record<string, unknown>): Place {
  if (detector === 'webhook_disabled') return { action: 'See the endpoint', path: `/webhooks/${endpoint_id}` }
  if (detector === 'data_stale') return { action: 'See the account', path: `/sources#${source_id}` }
  if (detector === 'alert_rule') return { action: 'See the alert rules', path: '/alert-rules' }
  return { action: 'See the anomalies', path: '/anomalies' }
}

/** The event of an alert of a rule, with the words of its metric. */
interface AlertOfRule extends AlertRuleTerms {
  name: string | null
  day: string
  value: number
  base?: number
  label: string
  unit: RuleWords['unit']
  currency: string
  campaign_name: string | null
}

function ruleItem({ label, unit, currency, campaign_name, ...alert }: AlertOfRule): string {
  const words = { label, unit, currency, campaignName: campaign_name === null ? null : oneLine(campaign_name) }
  const named = alert.name === null ? '' : `${quoted(alert.name)}: `
  return `${named}${alertRuleSentence(alert, words)}: ${alertValues(alert, words)} on ${page.day(alert.day)}`
}
