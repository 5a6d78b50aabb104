import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import chain from 'stream-chain'
import { parser } from 'stream-json/parser.js'
import { pick } from 'stream-json/filters/pick.js'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import { warning } from '../../sentences/warnings/stored_warning.ts'
import { ImportError } from '../import_error.ts'
import type { Field, Measure, RowSource, SourceRow } from './ad_fields.ts'
import { emptyWhenZero } from './meta_ads.ts'
import { readText } from '../files/text_file.ts'
import type { FileSource } from '../files/input_file.ts'

type Insight = Record<string, unknown>
type Action = { action_type?: string; value?: string | number }

const plain: Partial<Record<Field, string>> = {
  date: 'date_start',
  date_end: 'date_stop',
  hour: 'hourly_stats_aggregated_by_advertiser_time_zone',
  account_id: 'account_id',
  account_name: 'account_name',
  currency: 'account_currency',
  campaign_id: 'campaign_id',
  campaign_name: 'campaign_name',
  objective: 'objective',
  adset_id: 'adset_id',
  adset_name: 'adset_name',
  ad_id: 'ad_id',
  ad_name: 'ad_name',
  creative_id: 'creative_id',
  spend: 'spend',
  impressions: 'impressions',
  reach: 'reach',
  clicks: 'clicks',
  link_clicks: 'inline_link_clicks',
}

const purchase = ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase']
const video = ['video_view']

/** Measures that Meta nests: the name of the list, and the action types, of which the first one present counts. */
const nested: Partial<Record<Field, [list: string, types: readonly string[]]>> = {
  conversions: ['actions', purchase],
  purchases: ['actions', purchase],
  revenue: ['action_values', purchase],
  leads: ['actions', ['lead', 'onsite_conversion.lead_grouped', 'offsite_conversion.fb_pixel_lead']],
  installs: ['actions', ['omni_app_install', 'mobile_app_install', 'app_install']],
  add_to_carts: ['actions', ['omni_add_to_cart', 'add_to_cart', 'offsite_conversion.fb_pixel_add_to_cart']],
  checkouts: [
    'actions',
    ['omni_initiated_checkout', 'initiate_checkout', 'offsite_conversion.fb_pixel_initiate_checkout'],
  ],
  landing_page_views: ['actions', ['omni_landing_page_view', 'landing_page_view']],
  video_views_3s: ['actions', video],
  thruplays: ['video_thruplay_watched_actions', video],
  video_p25: ['video_p25_watched_actions', video],
  video_p50: ['video_p50_watched_actions', video],
  video_p75: ['video_p75_watched_actions', video],
  video_p100: ['video_p100_watched_actions', video],
}

const hourIndex = 2
const fields = [...Object.keys(plain), ...Object.keys(nested)] as Field[]
const batchSize = 2000

/**
 * Opens Meta Ads Insights in the format of its API: a list, an object with `data`, or one object per line. The line of
 * a row is its position, from 1, except in JSON Lines.
 */
export function openMetaJson(file: FileSource, head: string): RowSource {
  const isHourly = head.includes(`"${plain.hour}"`)
  return {
    dialect: 'meta_ads',
    columns: fields
      .map((field, index) => ({ field, index, header: nested[field]?.[0] ?? (plain[field] as string) }))
      .filter(({ index }) => isHourly || index !== hourIndex),
    defaults: { platform: 'meta' },
    needsCampaign: true,
    hasDecimalComma: false,
    emptyWhenZero: emptyWhenZero.filter((measure) => isRequested(measure, head)),
    batches: batched(
      isObjectPerLine(head.trimStart()) ? linesOf(file) : itemsOf(file, head.trimStart().startsWith('{')),
    ),
  }
}

/**
 * Whether a measure was requested. Insights omit empty lists and actions, so a measure counts as requested if the
 * beginning of the file contains it.
 */
function isRequested(measure: Measure, head: string): boolean {
  const [list, types] = nested[measure] ?? []
  if (list === undefined) return head.includes(`"${plain[measure]}"`)
  return head.includes(`"${list}"`) && (types ?? []).some((type) => head.includes(`"${type}"`))
}

function isObjectPerLine(start: string): boolean {
  if (!start.startsWith('{')) return false
  try {
    return !('data' in (JSON.parse(start.split('\n', 1)[0] as string) as Insight))
  } catch {
    return false
  }
}

function cellsOf(insight: Insight): (string | undefined)[] {
  return fields.map((field) => {
    const place = nested[field]
    if (!place) return textOf(insight[plain[field] as string])
    const actions = Array.isArray(insight[place[0]]) ? (insight[place[0]] as (Action | null)[]) : []
    const action = place[1].map((type) => actions.find((entry) => entry?.action_type === type)).find(Boolean)
    return textOf(action?.value)
  })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

async function* batched(insights: AsyncIterable<{ line: number; insight: unknown }>): AsyncGenerator<SourceRow[]> {
  let batch: SourceRow[] = []
  for await (const { line, insight } of insights) {
    const isObject = typeof insight === 'object' && insight !== null && !Array.isArray(insight)
    batch.push(
      isObject
        ? { line, cells: cellsOf(insight as Insight) }
        : { line, cells: [], error: warning('insight_is_no_object') },
    )
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  yield batch
}

async function* itemsOf(file: FileSource, isWrapped: boolean): AsyncGenerator<{ line: number; insight: unknown }> {
  const steps = [parser(), ...(isWrapped ? [pick({ filter: 'data' })] : []), streamArray()]
  const items = chain([Readable.from(readText(file)), ...steps] as never) as AsyncIterable<{
    key: number
    value: unknown
  }>
  try {
    for await (const { key, value } of items) yield { line: key + 1, insight: value }
  } catch (cause) {
    if (cause instanceof ImportError) throw cause
    throw new ImportError('The file is truncated or malformed JSON. Export it again.', { cause })
  }
}

async function* linesOf(file: FileSource): AsyncGenerator<{ line: number; insight: unknown }> {
  let line = 0
  for await (const text of createInterface({ input: Readable.from(readText(file)), crlfDelay: Infinity })) {
    line += 1
    if (text.trim() === '') continue
    try {
      yield { line, insight: JSON.parse(text) }
    } catch (cause) {
      throw new ImportError(`Line ${line} is not a JSON object. The file is truncated or malformed. Export it again.`, {
        cause,
      })
    }
  }
}
