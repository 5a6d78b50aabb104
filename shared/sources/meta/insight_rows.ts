import { z } from 'zod'
import type { Field, Measure } from '../../ingest/ads/ad_fields.ts'
import type { Call } from '../call.ts'
import { factFields } from '../ads/fact_fields.ts'
import type { Grain } from '../ads/fact_fields.ts'
import type { PlatformAccount, Window } from '../platform.ts'
import { decimalText, digits } from '../reply_form.ts'
import { SourceError } from '../source_error.ts'
import { readPages } from './graph.ts'
import type { Parameters } from './graph.ts'
import { hourlyBreakdown } from './insights_query.ts'
import type { Level } from './insights_query.ts'

/** A row of facts in the order of `fieldsOf`. */
export type Row = (string | undefined)[]

const window = decimalText.optional()
const actions = z
  .array(z.object({ action_type: z.string(), value: decimalText.optional(), '7d_click': window, '1d_view': window }))
  .optional()
type Actions = z.output<typeof actions>

const insight = z.object({
  account_id: digits,
  account_currency: z.string(),
  campaign_id: digits.optional(),
  campaign_name: z.string().optional(),
  adset_id: digits.optional(),
  adset_name: z.string().optional(),
  ad_id: digits.optional(),
  ad_name: z.string().optional(),
  date_start: z.iso.date(),
  date_stop: z.iso.date(),
  [hourlyBreakdown]: z.string().optional(),
  spend: decimalText,
  impressions: digits,
  clicks: digits,
  inline_link_clicks: digits.optional(),
  actions,
  action_values: actions,
})
type Insight = z.output<typeof insight>

const named = { campaign_id: digits, campaign_name: z.string() }
/** What must be present at each level. */
const schemas = {
  account: insight,
  campaign: insight.extend(named),
  ad: insight.extend({ ...named, adset_id: digits, adset_name: z.string(), ad_id: digits, ad_name: z.string() }),
}
const hour = { [hourlyBreakdown]: z.string().regex(/^([01]\d|2[0-3]):00:00 - \d\d:59:59$/) }

const purchase = ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase']

/**
 * The measures that Meta nests in lists: the list, and the types of actions, of which the first one present counts, because Meta
 * repeats an action under several types. An absent action means 0, except for videos, which images do not have.
 */
const nested: Partial<Record<Measure, [list: keyof Insight, types: readonly string[], whenAbsent: '0' | undefined]>> = {
  conversions: ['actions', purchase, '0'],
  purchases: ['actions', purchase, '0'],
  revenue: ['action_values', purchase, '0'],
  leads: ['actions', ['lead', 'onsite_conversion.lead_grouped', 'offsite_conversion.fb_pixel_lead'], '0'],
  installs: ['actions', ['omni_app_install', 'mobile_app_install', 'app_install'], '0'],
  add_to_carts: ['actions', ['omni_add_to_cart', 'add_to_cart', 'offsite_conversion.fb_pixel_add_to_cart'], '0'],
  checkouts: [
    'actions',
    ['omni_initiated_checkout', 'initiate_checkout', 'offsite_conversion.fb_pixel_initiate_checkout'],
    '0',
  ],
  landing_page_views: ['actions', ['omni_landing_page_view', 'landing_page_view'], '0'],
  video_views_3s: ['actions', ['video_view'], undefined],
}

const delivery = ['spend', 'impressions', 'clicks', 'link_clicks'] as const satisfies readonly Measure[]

/** The measures that each report has. Hours lack all actions, so that they never replace the conversions of a day. */
export const measuresOf: Record<Grain, readonly Measure[]> = {
  day: [...delivery, ...(Object.keys(nested) as Measure[])],
  hour: delivery,
}

/** The measures that Meta does not estimate for each level. */
export const exactMeasures = ['spend', 'impressions', 'clicks'] as const satisfies readonly Measure[]

export const fieldsOf: Record<Grain, readonly Field[]> = {
  day: factFields('day', measuresOf.day),
  hour: factFields('hour', measuresOf.hour),
}

export interface RowsRequest {
  /** The edge of a report run, or of an object. */
  path: string
  parameters?: Parameters
  level: Level
  grain: Grain
  account: PlatformAccount
  window: Window
  unknownFields: Set<string>
}

/** Reads all insights of an edge and returns them as rows of facts, checked against account and window. Throws SourceError. */
export async function readInsightRows(call: Call, request: RowsRequest): Promise<Row[]> {
  const { path, parameters = {}, level, grain, account, window, unknownFields } = request
  const schema = grain === 'hour' ? schemas[level].extend(hour) : schemas[level]
  const insights = await readPages(call, path, parameters, schema, { unknownFields })
  const keys = new Set<string>()
  return insights.map((each) => {
    const { account_id, account_currency, date_start, date_stop, [hourlyBreakdown]: hours } = each
    if (account_id !== account.id || account_currency !== account.currency) throw inconsistent('another_account')
    if (date_start !== date_stop || date_start < window.from || date_start > window.to) {
      throw inconsistent('day_outside_window')
    }
    const key = `${date_start} ${hours ?? ''} ${each.ad_id ?? each.campaign_id ?? ''}`
    if (keys.has(key)) throw inconsistent('repeated_row')
    keys.add(key)
    return fieldsOf[grain].map((field) => cellOf(field, each))
  })
}

function cellOf(field: Field, insight: Insight): string | undefined {
  const place = nested[field as Measure]
  if (place) {
    const [list, types, whenAbsent] = place
    const entries = insight[list] as Actions
    const entry = types.map((type) => entries?.find(({ action_type }) => action_type === type)).find(Boolean)
    return entry === undefined ? whenAbsent : (entry.value ?? '0')
  }
  switch (field) {
    case 'date':
      return insight.date_start
    case 'hour':
      return String(Number(insight[hourlyBreakdown]?.slice(0, 2)))
    case 'link_clicks':
      return insight.inline_link_clicks ?? '0'
    default:
      return insight[field as keyof Insight] as string | undefined
  }
}

function inconsistent(problem: string): SourceError {
  return new SourceError('reply_is_inconsistent', 'retry', { problem })
}
