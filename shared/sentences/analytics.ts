import { causeAdvice, forecastAdvice } from './advice.ts'
import type { Account, Audience } from './audience.ts'
import { listDays } from './warnings/account.ts'

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

type UnreadDays = Account & { date_from: string; date_to: string }

interface EntitiesNotFound {
  level: 'account' | 'campaign' | 'adset' | 'ad'
  ids: string[]
  platforms: string[]
}

const entityNouns = { account: 'ad account', campaign: 'campaign', adset: 'ad set', ad: 'ad' }
/** A limit of days with its months. */
const daysAndMonths = (days: number) => `${days} days (${Math.floor(days / 30.4)} months)`

const amountKinds = {
  money: 'an amount of money',
  count: 'a number',
  fraction: 'a fraction or a percentage',
  multiple: 'a multiple',
}

const effectOfPlan = ({ field }: Audience) => `effect of ${field('planned_spend')}`
const omitPlan = ({ field }: Audience) => `Without ${field('planned_spend')}, the forecast assumes the usual spend.`

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
  markov_needs_the_windows_of_the_brand: (
    { click_days, view_days }: { click_days: number; view_days: number },
    { reader }: Audience,
  ) =>
    `must be another model than ${reader === 'page' ? 'Markov' : 'markov'} for other windows than those of the brand (${click_days} days for clicks, ${view_days} for views).`,
  lost_journeys_are_not_reported: (_: object, { reader }: Audience) =>
    `The journeys of this brand are only those of customers who ordered, because connected shops and GA4 report no others. ${reader === 'page' ? 'Markov' : 'The model markov'} compares ` +
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
  must_be_a_monday: () => 'must be a Monday, with which a week begins.',
  must_be_a_complete_week: ({ last_week }: { last_week: string }, { day }: Audience) =>
    `must be a week that has ended. The last one begins on ${day(last_week)}.`,
  must_be_a_month: () => 'must be a month as YYYY-MM.',
  must_not_be_sent_with_dates: (_: object, { reader }: Audience) =>
    reader === 'page'
      ? 'must be empty if the days have a start and an end.'
      : 'must not be sent with `date_from` and `date_to`.',
  must_not_be_before_date_from: (_: object, { reader }: Audience) =>
    reader === 'page' ? 'The end must not be before the start.' : 'must not be before `date_from`.',
  must_not_be_before_first_on: () => 'must not be before `first_on`.',
  must_not_precede_the_first_report: ({ first_on }: { first_on: string }, { day }: Audience) =>
    `must not be before ${day(first_on)}, the day of the first report.`,
  days_to_compare_are_not_read: (given: UnreadDays, audience: Audience) =>
    `Nothing can be compared: ${listDays(given, audience)} of ${audience.listedAccount(given)} is not read yet, or waits for exchange rates. Choose other days.`,
  days_to_compare_are_no_longer_kept: (given: UnreadDays, audience: Audience) =>
    `Nothing can be compared: ${listDays(given, audience)} of ${audience.listedAccount(given)} was not read, and the platform no longer keeps it. Choose other days.`,
  must_not_be_before_compared_from: (_: object, { reader }: Audience) =>
    reader === 'page'
      ? 'The end of the compared days must not be before their start.'
      : 'must not be before `compared_from`.',
  is_too_far_after_compared_from: ({ days_max }: { days_max: number }, { reader }: Audience) =>
    reader === 'page'
      ? `The compared days can be at most ${daysAndMonths(days_max)}. Choose a later start or an earlier end.`
      : `must be at most ${days_max} days after \`compared_from\`.`,
  must_not_be_beside_compared_days: () => 'must be absent if `compared_from` and `compared_to` are given.',
  is_of_the_whole_brand: ({ metric }: { metric: string }, { word }: Audience) =>
    `must be another metric for some platforms or campaigns, because ${word(metric)} is of the whole store.`,
  must_not_be_after_today: ({ today }: { today: string }, { day }: Audience) =>
    `must not be after today, ${day(today)}.`,
  is_too_far_after_date_from: ({ days_max }: { days_max: number }, { reader }: Audience) =>
    reader === 'page'
      ? `A page shows at most ${daysAndMonths(days_max)}. Choose a later start or an earlier end.`
      : `must be at most ${daysAndMonths(days_max)} after \`date_from\`.`,
  is_too_far_after_date_from_with_granularity_hour: ({ days_max }: { days_max: number }, { reader }: Audience) =>
    reader === 'page'
      ? `A page shows at most ${days_max} days by hour. Choose a later start or an earlier end.`
      : `must be at most ${days_max} days after \`date_from\` with granularity=hour.`,
  contains_an_unknown_metric: ({ unknown, known }: { unknown: string; known: string[] }) =>
    `must not contain the unknown metric ${unknown}. Valid names: ${known.join(', ')}.`,
  names_no_metric: () => 'must name at least one metric.',
  names_no_platform: () => 'must not be empty. Omit it, or send at least one name.',
  names_a_platform_that_is_not_connected: ({ platform, connected }: { platform: string; connected: string[] }) =>
    `must be a connected platform, not ${platform}. Connected platforms: ${connected.join(', ') || 'none'}.`,
  names_no_entity_of_these_platforms: (
    { level, ids, platforms }: EntitiesNotFound,
    { reader, platform, operation }: Audience,
  ) => {
    const missing = `No ${entityNouns[level]} of ${platforms.map(platform).join(', ')} has the id ${ids.join(', ')}.`
    if (reader === 'page') return `${missing} Choose one on the page Performance.`
    const source = `${operation('analytics.breakdown')} with level=${level === 'account' ? 'ad_account' : level}`
    return `must be ids of ${entityNouns[level]}s. ${missing} Take ids from the rows of ${source}.`
  },
  contains_an_unknown_channel: ({ unknown, known }: { unknown: string; known: string[] }) =>
    `must name channels with touchpoints. No touchpoint has the channel ${unknown}. Channels: ${known.join(', ') || 'none'}.`,
  names_a_channel_twice: ({ channel }: { channel: string }) => `must name the channel ${channel} once.`,
  must_be_a_channel_with_days: () =>
    'must be channels with days for clicks, and optionally for views, such as email:7 or meta:28/1.',
  must_have_one_kind_of_change: () => 'must have either a change in percent (change_pct) or an amount (daily_spend).',
  must_name_a_platform_for_an_amount: () =>
    'must name a platform, because an amount cannot be divided among platforms. Send change_pct for the whole brand.',
  must_name_the_platform_of_the_campaign: () => 'must name the platform of the campaign.',
  names_no_campaign_of_the_platform: (
    given: { campaign_id: string; platform: string },
    { reader, platform, operation }: Audience,
  ) =>
    reader === 'page'
      ? `${platform(given.platform)} has no campaign ${given.campaign_id} any more. Its change is left out: compute the plan again.`
      : `must name a campaign of the brand. ${platform(given.platform)} has no campaign ${given.campaign_id}. ${operation('analytics.breakdown')} with level=campaign lists them.`,
  is_a_repeated_change: () => 'has the same target as an earlier change. Send one change of each target.',
  platform_has_no_recent_spend: (given: { platform: string }, { reader, platform }: Audience) =>
    reader === 'page'
      ? `${platform(given.platform)} has not spent in the last 14 days. Plan its campaigns instead.`
      : `is of a platform without spend in the last 14 days: ${platform(given.platform)}. Send changes of its campaigns.`,
  has_no_campaign_for_the_rest: (
    given: { platform: string; campaigns: number },
    { reader, platform, number }: Audience,
  ) => {
    const rest = `amounts of its campaigns add up to ${number(given.campaigns, 2)}, and no other campaign spent in the last 14 days.`
    return reader === 'page'
      ? `The amount of ${platform(given.platform)} cannot be divided: the ${rest} Clear it, or plan another campaign.`
      : `cannot be divided: the ${rest} Leave it out, or send the change of another campaign.`
  },
  is_below_the_amounts_of_its_campaigns: (
    given: { platform: string; campaigns: number },
    { reader, platform, number }: Audience,
  ) =>
    reader === 'page'
      ? `The amount of ${platform(given.platform)} is below the planned amounts of its campaigns, which add up to ${number(given.campaigns, 2)}.`
      : `is below the amounts of its own campaigns, which add up to ${number(given.campaigns, 2)}. Send at least this amount, or leave it out.`,
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
  markov_is_previewed_with_stored_windows: (_: object, { reader }: Audience) =>
    reader === 'page'
      ? 'Markov is computed from stored journeys, so it cannot be previewed with other windows, half-life or accounting. Save these first, and then preview Markov.'
      : 'The model markov is computed from stored journeys, so it cannot be previewed with other windows, half-life or accounting. Preview these with ' +
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
    reader === 'page'
      ? forecastAdvice.page
      : `The forecast of ${word(metric)} has not been computed yet, though there are ${days} days of history. It is computed after an upload in the console, every night, and after data of an account was deleted. ` +
        forecastAdvice[reader],

  is_only_for_type_revenue: () => 'is possible only for `type=revenue`.',
  must_be_near_earlier_spend: ({ low, high }: { low: number; high: number }, { number }: Audience) =>
    `must be a mean amount a day from ${number(low)} to ${number(high)}: half of the least to twice the most of earlier weeks. Beyond, the effect is not known.`,
  the_plan_is_not_computed_yet: (_: object, audience: Audience) =>
    `The ${effectOfPlan(audience)} has not been computed yet. It is computed with the forecast every night. ${omitPlan(audience)}`,
  the_plan_needs_spend: (_: object, audience: Audience) =>
    `The ${effectOfPlan(audience)} is not known: this brand reports no spend in the last four weeks. ${omitPlan(audience)}`,
  the_plan_needs_more_weeks: ({ weeks, weeks_min }: { weeks: number; weeks_min: number }, audience: Audience) =>
    `The ${effectOfPlan(audience)} is not known: that needs ${weeks_min} weeks with spend and with reports of four common weekdays or more, without Black Friday, Christmas and promotions in them and beside them, and this brand has ${weeks}. ` +
    `Import earlier days, or wait. ${omitPlan(audience)}`,
  the_plan_needs_varied_spend: ({ weeks }: { weeks: number }, audience: Audience) =>
    `The ${effectOfPlan(audience)} is not known: the spend of ${weeks} weeks varied too little, compared with the revenue. ` +
    `An experiment measures the effect of ads. ${omitPlan(audience)}`,

  must_be_less_than_block_days: (_: object, { field }: Audience) => `must be less than ${field('block_days')}.`,
  must_not_make_the_experiment_too_long: (
    { days, days_max }: { days: number; days_max: number },
    { field }: Audience,
  ) =>
    `must be smaller, or ${field('block_days')} must be: the experiment takes ${days} days, and at most ${days_max} are possible.`,
  must_be_a_day_of_the_next_year: (given: { today: string; last_on: string }, { day }: Audience) =>
    `must be after today, ${day(given.today)}, and not after ${day(given.last_on)}.`,
  must_name_one_whole_platform: () =>
    'must be one platform as a whole, because the spend of its parts is not reported alone.',
  must_not_overlap_another_experiment: (
    given: { experiment_id: string; name: string; first_on: string; last_on: string },
    { reader, day }: Audience,
  ) =>
    `must not overlap the experiment "${given.name}"${reader === 'page' ? '' : ` (${given.experiment_id})`}, from ${day(given.first_on)} to ${day(given.last_on)}. A brand has at most one experiment on a day. ` +
    'Choose a later day, or cancel that experiment.',
  the_experiment_needs_more_days_of_orders: ({ days, days_min }: { days: number; days_min: number }) =>
    `The power of this experiment is not known: it needs ${days_min} days of orders, and this brand has ${days}. ` +
    'Import earlier orders, or choose shorter blocks.',
  names_no_experiment_of_this_brand: ({ experiment_id }: { experiment_id: string }, { operation }: Audience) =>
    `This brand has no experiment ${experiment_id}. ${operation('analytics.experiments')} lists them.`,
  experiment_has_another_status: ({ from, action, allowed }: { from: string; action: string; allowed: string[] }) =>
    `The experiment is ${from}, and ${action} is not possible in this status. Possible: ${allowed.join(', ') || 'nothing'}.`,
  experiment_should_have_started: ({ starts_on }: { starts_on: string }, { day }: Audience) =>
    `The experiment should have started on ${day(starts_on)}. Cancel it, and create one with a later first day.`,
  experiment_has_no_days_yet: ({ starts_on }: { starts_on: string }, { day }: Audience) =>
    `The experiment has no finished day yet: its first day is ${day(starts_on)}. Cancel it if it should not take place.`,
  must_have_a_visible_character: () => 'must have a visible character.',
  must_not_be_before_starts_on: () => 'must not be before `starts_on`.',
  must_be_within_days_of_starts_on: ({ days_max, last_on }: { days_max: number; last_on: string }, { day }: Audience) =>
    `must not be after ${day(last_on)}: a promotion has at most ${days_max} days.`,
  must_not_overlap_the_same_promotion: (
    given: { promotion_id: string; first_on: string; last_on: string },
    { day }: Audience,
  ) =>
    `must not overlap promotion ${given.promotion_id}, which has the same name, from ${day(given.first_on)} to ${day(given.last_on)}. ` +
    'Remove that promotion first, or choose another name.',
  names_no_promotion_of_this_brand: ({ promotion_id }: { promotion_id: string }, { operation }: Audience) =>
    `This brand has no promotion ${promotion_id}. ${operation('analytics.promotions')} lists them.`,
  must_be_a_fraction_of_a_fall: () => 'must be above 0 and at most 1 for a fall: 0.2 is 20 %.',
  must_be_a_fraction_of_a_rise: () => 'must be above 0 and at most 100 for a rise: 0.2 is 20 %.',
  is_no_amount: () => 'must be a number from -1,000,000,000,000 to 1,000,000,000,000.',
  is_no_amount_of_the_metric: ({ label, unit }: { label: string; unit: keyof typeof amountKinds }) =>
    `must name ${amountKinds[unit]} for ${label}. A change is written as "${label} rises by 20 %".`,
  names_no_campaign: ({ campaign }: { campaign: string }) =>
    `must name a campaign of this brand; no campaign is "${campaign}".`,
  names_campaigns_of_several_platforms: ({ campaign, platforms }: { campaign: string; platforms: string[] }) =>
    `must name one campaign; "${campaign}" is the id of campaigns of ${platforms.join(' and ')}. Add \`platform\`.`,
  names_several_campaigns: ({ campaign, ids }: { campaign: string; ids: string[] }) =>
    `must name one campaign; "${campaign}" is the name of ${ids.length}. Send campaign_id: ${ids.join(', ')}.`,
  the_same_alert_rule_exists: ({ rule_id }: { rule_id: string }, { reader }: Audience) =>
    `This brand has the same alert rule${reader === 'page' ? '' : `: ${rule_id}`}. Change that rule instead.`,
  the_brand_has_too_many_alert_rules: ({ rules_max }: { rules_max: number }) =>
    `A brand has at most ${rules_max} alert rules. Remove one that is not needed first.`,
  the_alert_rule_changed_meanwhile: ({ version }: { version: number }, { reader }: Audience) =>
    `This alert rule was changed meanwhile. ${reader === 'page' ? 'Check what it is now before you repeat the action.' : `Read it again: its version is ${version}.`}`,
  names_no_alert_rule_of_this_brand: ({ rule_id }: { rule_id: string }, { operation }: Audience) =>
    `This brand has no alert rule ${rule_id}. ${operation('analytics.alert_rules')} lists them.`,
  test_keys_cannot_change_alert_rules: () =>
    'Test keys cannot change alert rules, because all test keys share the simulated brand. Use a live key.',
  test_keys_cannot_change_anomalies: () =>
    'Test keys cannot set the status of anomalies, because all test keys share the simulated brand. Use a live key.',
  test_keys_cannot_change_promotions: () =>
    'Test keys cannot add or remove promotions, because all test keys share the simulated brand. Use a live key.',
  test_keys_cannot_run_experiments: () =>
    'Test keys cannot create or change experiments, because simulated ads cannot be switched off. Use a live key.',
}
