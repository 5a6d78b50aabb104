import { html } from 'hono/html'
import { addDays } from '../../../shared/calendar/days.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { correctionsFor, metricsOf, takesSeveralMetrics } from '../../../shared/question/corrections/correctable.ts'
import type { Correction } from '../../../shared/question/corrections/correctable.ts'
import { groupingOf, isPeriod, isRanked } from '../../../shared/question/corrections/grouping.ts'
import { attributionModels } from '../../../shared/schema/analytics/attribution_models.ts'
import { groupings } from '../../../shared/schema/analytics/corrections.ts'
import { comparisons } from '../../../shared/schema/console/view.ts'
import { address } from '../parts/choices.ts'
import { channelName, day, formatValue, heading, platformName, words } from '../parts/format.ts'
import { menu } from '../parts/menu.ts'
import { comparisonTexts, customDates, hiddenFields, periodMenu } from '../parts/view.ts'
import type { Query } from '../parts/view.ts'
import { definitionOf, levelWord, isReported } from './asked.ts'
import type { Asked } from './asked.ts'
import { changeText } from './scenario.ts'

const kinds: Record<string, string> = {
  anomalies: 'Anomalies',
  explain_change: 'Explanation of a change',
  forecast: 'Forecast',
  attribution: 'Attribution',
  creatives: 'Creatives',
  budget_recommendations: 'Budget recommendations',
  scenario: 'Scenario',
  pacing: 'Pace of this month',
  orders: 'Imported orders',
  targets: 'Targets of the month',
  experiments: 'Experiments',
  list: 'List',
  definition: 'Definition',
}
const operations: Record<string, string> = {
  share: 'Share of the total',
  average_per_day: 'Average per day',
  average_per_week: 'Average per week',
  average_per_month: 'Average per month',
  difference: 'Difference',
  growth: 'Growth',
  count: 'Count',
  ratio: 'Ratio',
  versus_total: 'Compared with the total',
  loss: 'Money lost',
  break_even: 'Break-even',
}
const horizons = [7, 14, 30, 60, 90]
const limits = [1, 3, 5, 10, 20, 50]

/** What was understood of a question: a menu for each part that can be corrected, and a label for each other part. */
export function chips(asked: Asked): Markup {
  const { intent } = asked.interpretation
  const possible = correctionsFor(asked.interpretation)
  const shown: readonly [Correction, (asked: Asked) => Markup | string][] = [
    ['metrics', metricsChip],
    ['date_from', periodChip],
    ['compare_to', comparisonChip],
    ['group_by', groupingChip],
    ['platforms', platformChip],
    ['campaigns', campaignChip],
    ['sort', orderChips],
    ['model', modelChip],
  ]
  return html`<div class="toolbar chips" role="group" aria-label="What was understood">
    ${intent !== null && kinds[intent] ? label(kinds[intent]) : ''}
    ${shown.map(([name, chip]) => (possible.includes(name) ? chip(asked) : ''))} ${otherParts(asked).map(label)}
  </div>`
}

function label(text: string): Markup {
  return html`<span class="chip"><bdi>${text}</bdi></span>`
}

/** Returns the address with changed corrections. */
function linkTo({ pageContext, query }: Asked): (changes: Query) => string {
  return (changes) => address(pageContext.path, { ...query, ...changes })
}

function metricsChip(asked: Asked): Markup {
  const { pageContext, query, definitions, interpretation } = asked
  const to = linkTo(asked)
  const current = interpretation.metrics ?? []
  const possible = metricsOf(interpretation.intent, interpretation.group_by)
  const offered = definitions.filter(({ name }) => isReported(asked, name) && (possible?.includes(name) ?? true))
  return menu({
    name: 'Metrics',
    current: current.map((name) => definitionOf(asked, name)?.label ?? name).join(', ') || 'All metrics',
    items: offered.map(({ name, label }) => ({
      text: label,
      link: to({ metrics: name }),
      isCurrent: current.length === 1 && current[0] === name,
    })),
    ...(takesSeveralMetrics(interpretation.intent ?? '')
      ? {
          end: html`<form method="get" action="${pageContext.path}">
            ${hiddenFields(query, ['metrics'])}
            <fieldset class="columns">
              <legend>Several metrics</legend>
              ${offered.map(
                ({ name, label }) =>
                  html`<label class="pick"
                    ><input
                      type="checkbox"
                      name="metrics"
                      value="${name}"
                      ${current.includes(name) ? html`checked` : ''}
                    />
                    ${label}</label
                  >`,
              )}
            </fieldset>
            <button class="secondary slim">Show</button>
          </form>`,
        }
      : {}),
  })
}

function periodChip(asked: Asked): Markup {
  const { pageContext, query, today, interpretation } = asked
  const { path } = pageContext
  const shown = interpretation.time as { date_from: string; date_to: string }
  if (interpretation.intent !== 'forecast') return periodMenu({ path, query, shown }, query.period ?? null)
  const to = linkTo(asked)
  return menu({
    name: 'Period',
    current: `${day(shown.date_from)} to ${day(shown.date_to)}`,
    items: horizons.map((days) => {
      const date_to = addDays(today, days)
      const link = to({ period: undefined, date_from: addDays(today, 1), date_to })
      return { text: `Next ${days} days`, link, isCurrent: shown.date_to === date_to }
    }),
    end: customDates(path, query, shown),
  })
}

function comparisonChip(asked: Asked): Markup {
  const { interpretation } = asked
  const { intent, time } = interpretation
  const to = linkTo(asked)
  const current = time?.compare_from ? time.comparison : 'none'
  const days = `${day(time?.compare_from)} to ${day(time?.compare_to)}`
  const isByPeriod = intent !== 'explain_change' && isPeriod(groupingOf(interpretation))
  return menu({
    name: 'Compare with',
    current: current === 'none' ? comparisonTexts.none : `Compared with ${days}`,
    items: comparisons
      .filter((name) => intent !== 'explain_change' || name !== 'none')
      .map((name) => ({
        text: comparisonTexts[name],
        link: to({
          compare_to: name,
          ...(name === 'none'
            ? {}
            : { sort: undefined, limit: undefined, ...(isByPeriod ? { group_by: 'total' } : {}) }),
        }),
        isCurrent: name === current,
      })),
  })
}

function groupingChip(asked: Asked): Markup {
  const { interpretation } = asked
  const { intent, group_by, time } = interpretation
  const to = linkTo(asked)
  const current = groupingOf(interpretation)
  const texts = [group_by, intent === 'timeseries' ? time?.granularity : null]
  const parts = texts.flatMap((name) => (name ? [levelWord(name)] : []))
  const isCompared = typeof time?.compare_from === 'string'
  return menu({
    name: 'Rows',
    current: parts.length === 0 ? 'Total' : `By ${parts.join(' and ')}`,
    items: groupings.map((name) => ({
      text: name === 'total' ? 'Total' : `By ${levelWord(name)}`,
      link: to({
        group_by: name,
        ...(['total', 'day', 'week', 'month', 'weekday'].includes(name) ? { sort: undefined, limit: undefined } : {}),
        ...(isPeriod(name) && isCompared ? { compare_to: 'none' } : {}),
      }),
      isCurrent: name === current && parts.length < 2,
    })),
  })
}

function platformChip(asked: Asked): Markup | string {
  const { interpretation, offered } = asked
  const isOfChannels = interpretation.intent === 'attribution'
  const [key, nameOf] = isOfChannels ? (['channel', channelName] as const) : (['platform', platformName] as const)
  const [only, without] = [textsOf(asked, key), textsOf(asked, `${key}_not`)]
  if (offered.platforms.length < 2 && only.length + without.length === 0) return ''
  const to = linkTo(asked)
  return menu({
    name: isOfChannels ? 'Channel' : 'Platform',
    current: filterText(isOfChannels ? 'All channels' : 'All platforms', only.map(nameOf), without.map(nameOf)),
    items: [
      {
        text: isOfChannels ? 'All channels' : 'All platforms',
        link: to({ platforms: '' }),
        isCurrent: only.length + without.length === 0,
      },
      ...offered.platforms.map((name) => ({
        text: platformName(name),
        link: to({ platforms: name }),
        isCurrent: without.length === 0 && only.length === 1 && only[0] === name,
      })),
    ],
  })
}

function campaignChip(asked: Asked): Markup | string {
  const only = [...textsOf(asked, 'campaign_name'), ...textsOf(asked, 'adset_name')]
  const without = [...textsOf(asked, 'campaign_name_not'), ...textsOf(asked, 'adset_name_not')]
  const names = [...new Set(asked.offered.campaigns.flatMap(({ name }) => name ?? []))]
  if (names.length < 2 && only.length + without.length === 0) return ''
  const to = linkTo(asked)
  return menu({
    name: 'Campaign',
    current: filterText('All campaigns', only, without),
    items: [
      { text: 'All campaigns', link: to({ campaigns: '' }), isCurrent: only.length + without.length === 0 },
      ...names.map((name) => ({
        text: name,
        link: to({ campaigns: name }),
        isCurrent: without.length === 0 && only.length === 1 && only[0] === name,
      })),
    ],
  })
}

function orderChips(asked: Asked): Markup | string {
  const { intent, sort, limit } = asked.interpretation
  if (intent !== 'creatives' && !isRanked(asked.interpretation)) return ''
  const to = linkTo(asked)
  const texts = { desc: 'Highest first', asc: 'Lowest first' }
  return html`${menu({
    name: 'Order',
    current: texts[sort ?? 'desc'],
    items: (['desc', 'asc'] as const).map((name) => ({
      text: texts[name],
      link: to({ sort: name }),
      isCurrent: name === (sort ?? 'desc'),
    })),
  })}
  ${menu({
    name: 'Number of rows',
    current: limit === null ? 'Up to 50 rows' : limit === 1 ? '1 row' : `${limit} rows`,
    items: limits.map((number) => ({
      text: number === 1 ? '1 row' : `${number} rows`,
      link: to({ limit: String(number) }),
      isCurrent: number === limit,
    })),
  })}`
}

function modelChip(asked: Asked): Markup {
  const to = linkTo(asked)
  const { model } = asked.interpretation
  return menu({
    name: 'Model',
    current: model === null ? 'Model of the brand' : model.map(heading).join(', '),
    items: attributionModels.map((name) => ({
      text: heading(name),
      link: to({ model: name }),
      isCurrent: model?.length === 1 && model[0] === name,
    })),
  })
}

/** The understood parts that only other words of the question change. */
function otherParts(asked: Asked): string[] {
  const { interpretation } = asked
  const { operation, thresholds, within, rank, planned_spend: planned } = interpretation
  const { currency } = asked.answer.meta
  return [
    ...(operation !== null && operations[operation] ? [operations[operation]] : []),
    ...thresholds.map(({ metric, operator, value, or_without_conversions }) => {
      const definition = definitionOf(asked, metric)
      const bound = `${operator} ${formatValue(value, definition?.unit ?? 'count', { currency })}`
      return `${definition?.label ?? metric} ${bound}${or_without_conversions ? ', or no conversion' : ''}`
    }),
    ...(planned === undefined ? [] : [`Spend of ${formatValue(planned, 'money', { currency })} a day`]),
    ...(interpretation.spend_changes ?? []).map((change) => changeText(change, asked)),
    ...(interpretation.filters.is_active === true ? ['Only active'] : []),
    ...(interpretation.intent === 'orders' ? textsOf(asked, 'channel').map(channelName) : []),
    ...(within === null ? [] : [`For each ${levelWord(within)}`]),
    ...(rank === null ? [] : [`Only number ${rank}`]),
    ...['format', 'fatigue', 'change', 'status'].flatMap((of) => textsOf(asked, of)).map((of) => heading(words(of))),
  ]
}

function textsOf({ interpretation: { filters } }: Asked, name: string): string[] {
  const given = filters[name] ?? []
  return Array.isArray(given) ? given.map(String) : [String(given)]
}

function filterText(all: string, only: readonly string[], without: readonly string[]): string {
  if (only.length > 0) return only.join(', ')
  return without.length > 0 ? `Without ${without.join(', ')}` : all
}
