import { causeAdvice, forecastAdvice } from './advice.ts'
import type { Audience } from './audience.ts'

/** What to do about missing ad data. A page adds its own advice. */
const connect = ({ reader }: Audience) => (reader === 'page' ? '' : ' Connect an ad account or import a report.')

interface MissingDays {
  metric: string
  denominator: string | null
  days_min: number
  days: number
  days_reported: number
  first_on: string
  last_on: string
}

interface EntitiesNotFound {
  level: 'account' | 'campaign' | 'adset'
  ids: string[]
  platforms: string[]
}

const entityNouns = { account: 'ad account', campaign: 'campaign', adset: 'ad set' }
const sourcesOfIds = {
  account: 'Take ids from the rows of GET /v1/breakdown with level=ad_account.',
  campaign: 'Take ids from the rows of level=campaign.',
  adset: 'Take ids from the rows of level=adset.',
}

export const analytics = {
  no_ad_data_is_ingested: (_: object, audience: Audience) =>
    `No ad data has been ingested for this brand yet.${connect(audience)}`,
  no_hourly_ad_data_is_ingested: () =>
    'No hourly ad data has been ingested for this brand. Send granularity=day, or import a report by hour.',
  nothing_was_stored_by_then: (given: { as_of: string; first_stored_on: string }, { day }: Audience) =>
    `No ad data of this brand had been stored by the end of ${day(given.as_of)}. The first report was stored on ${day(given.first_stored_on)}.`,
  nothing_is_ingested: (_: object, audience: Audience) =>
    `Nothing has been ingested for this brand yet.${connect(audience)}`,
  no_orders_are_ingested: (_: object, { reader }: Audience) =>
    `No orders have been ingested for this brand yet.${reader === 'page' ? '' : ' Import orders and journeys, or connect the store.'}`,
  markov_needs_the_windows_of_the_brand: ({ click_days, view_days }: { click_days: number; view_days: number }) =>
    `must be another model than markov for other windows than those of the brand (${click_days} days for clicks, ${view_days} for views).`,
  lost_journeys_are_not_reported: (_: object, { reader }: Audience) =>
    'The journeys of this brand are only those of customers who ordered, because connected shops and GA4 report no others. The model markov compares ' +
    `them with journeys without an order.${reader === 'page' ? '' : ' Use another model, or import journeys.'}`,

  a_running_query_reads_the_facts: () =>
    'The facts are being read, so that no month was dropped. Try again when pg_stat_activity shows no long read of them.',

  is_required: () => 'is required.',
  must_be_at_least: ({ minimum }: { minimum: number }) => `must be at least ${minimum}.`,
  must_be_at_most: ({ maximum }: { maximum: number }) => `must be at most ${maximum}.`,
  must_be_a_day: () => 'must be a day as YYYY-MM-DD.',
  must_be_a_number: () => 'must be a number.',
  must_be_a_list: () => 'must be a JSON array.',
  must_be_an_object: () => 'must be a JSON object.',
  contains_an_unknown_member: ({ unknown, known }: { unknown: string; known: string[] }) =>
    `must not have the unknown member ${unknown}. Valid names: ${known.join(', ')}.`,
  names_no_id: () => 'must have at least one id.',
  names_no_channel: () => 'must have at least one channel.',
  names_no_type: () => 'must have at least one type.',
  must_be_one_of: ({ choices }: { choices: string[] }) => `must be one of ${choices.join(', ')}.`,
  must_be_a_month: () => 'must be a month as YYYY-MM.',
  must_not_be_before_date_from: () => 'must not be before `date_from`.',
  must_not_be_after_today: ({ today }: { today: string }, { day }: Audience) =>
    `must not be after today, ${day(today)}.`,
  is_too_far_after_date_from: ({ days_max }: { days_max: number }) =>
    `must be at most ${days_max} days (${Math.floor(days_max / 30.4)} months) after \`date_from\`.`,
  is_too_far_after_date_from_with_granularity_hour: ({ days_max }: { days_max: number }) =>
    `must be at most ${days_max} days after \`date_from\` with granularity=hour.`,
  contains_an_unknown_metric: ({ unknown, known }: { unknown: string; known: string[] }) =>
    `must not contain the unknown metric ${unknown}. Valid names: ${known.join(', ')}.`,
  names_no_metric: () => 'must name at least one metric.',
  names_no_platform: () => 'must not be empty. Omit it, or send at least one name.',
  names_a_platform_that_is_not_connected: ({ platform, connected }: { platform: string; connected: string[] }) =>
    `must be a connected platform, not ${platform}. Connected platforms: ${connected.join(', ') || 'none'}.`,
  names_no_entity_of_these_platforms: ({ level, ids, platforms }: EntitiesNotFound) =>
    `No ${entityNouns[level]} of ${platforms.join(', ')} has the id ${ids.join(', ')}. ${sourcesOfIds[level]}`,
  contains_an_unknown_channel: ({ unknown, known }: { unknown: string; known: string[] }) =>
    `No touchpoint has the channel ${unknown}. Channels: ${known.join(', ') || 'none'}.`,
  must_not_exceed_max_shift_pct: () => 'must not be above `max_shift_pct`.',

  names_no_anomaly_of_this_brand: ({ anomaly_id }: { anomaly_id: string }, { operation }: Audience) =>
    `This brand has no anomaly ${anomaly_id}. ${operation('analytics.anomalies')} lists them.`,
  cannot_follow_the_present_status: (
    given: { present_status: string; status: string; allowed: string[] | null },
    { word }: Audience,
  ) =>
    `cannot change from ${word(given.present_status)} to ${word(given.status)}. ` +
    (given.allowed ? `Allowed: ${given.allowed.map(word).join(', ')}.` : 'This status is final.'),
  keeps_too_few_months: ({ months_min }: { months_min: number }) =>
    `must be earlier. At least ${months_min} months are kept, so that a year can be compared with the previous one.`,
  markov_is_previewed_with_stored_windows: () =>
    'The model markov is computed from stored journeys, so it cannot be previewed with other windows, half-life or accounting. Preview these with ' +
    'another model.',
  cannot_divide_orders_among_channels: ({ model, models }: { model: string; models: string[] }) =>
    `must be one of ${models.join(', ')}. The model ${model} cannot divide orders among channels.`,

  is_required_for_type_custom: () => 'is required when type is custom.',
  is_only_for_type_custom: () => 'is only valid with type=custom. Omit it, or send type=custom.',
  cannot_be_forecast: ({ metric, metrics }: { metric: string; metrics: string[] }) =>
    `must be one of ${metrics.join(', ')}. ${metric} cannot be forecast, because its daily values cannot be summed.`,
  the_forecast_lacks_reported_metrics: (
    given: { metric: string; unreported: string[]; is_joint: boolean },
    { word }: Audience,
  ) =>
    `There is no forecast of ${word(given.metric)}, because no account of this brand reports ` +
    `${given.unreported.map(word).join(given.is_joint ? ' together with ' : ' and ')}, which it is computed from. ` +
    'Import reports with it, or forecast another metric.',
  the_forecast_needs_more_days: (given: MissingDays, { day, word }: Audience) =>
    `There is no forecast of ${word(given.metric)}: it needs ${given.days_min} days ` +
    (given.denominator === null ? 'of history' : `with a denominator (${word(given.denominator)}) above zero`) +
    `, and this brand has ${given.days}, from ${day(given.first_on)} to ${day(given.last_on)}. ` +
    (given.days_reported >= given.days_min ? 'Forecast its parts instead.' : 'Import earlier days, or wait.'),
  the_forecast_has_failed: (
    given: { metric: string; failed_on: string; error: string },
    { reader, day, word }: Audience,
  ) =>
    `The forecast of ${word(given.metric)} failed on ${day(given.failed_on)} (error ${given.error}). It is retried every night. ${causeAdvice[reader]}`,
  the_forecast_is_not_computed_yet: ({ metric, days }: { metric: string; days: number }, { reader, word }: Audience) =>
    `The forecast of ${word(metric)} has not been computed yet, though there are ${days} days of history. It is computed every night. ` +
    forecastAdvice[reader],
}
