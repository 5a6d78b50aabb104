import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import chain from 'stream-chain'
import { parser } from 'stream-json/parser.js'
import { pick } from 'stream-json/filters/pick.js'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import { ImportError } from './ad_fields.ts'
import type { Field, RowSource, SourceRow } from './ad_fields.ts'
import { readText } from './text_file.ts'

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

/** Measures that Meta nests: the list they stand in, and the action types, the first one present counting. */
const nested: Partial<Record<Field, [list: string, types: readonly string[]]>> = {
  conversions: ['actions', ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase']],
  purchases: ['actions', ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase']],
  revenue: ['action_values', ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase']],
  leads: ['actions', ['lead', 'onsite_conversion.lead_grouped', 'offsite_conversion.fb_pixel_lead']],
  installs: ['actions', ['omni_app_install', 'mobile_app_install', 'app_install']],
  add_to_carts: ['actions', ['omni_add_to_cart', 'add_to_cart', 'offsite_conversion.fb_pixel_add_to_cart']],
  checkouts: [
    'actions',
    ['omni_initiated_checkout', 'initiate_checkout', 'offsite_conversion.fb_pixel_initiate_checkout'],
  ],
  landing_page_views: ['actions', ['omni_landing_page_view', 'landing_page_view']],
  video_views_3s: ['actions', ['video_view']],
  thruplays: ['video_thruplay_watched_actions', ['video_view']],
  video_p25: ['video_p25_watched_actions', ['video_view']],
  video_p50: ['video_p50_watched_actions', ['video_view']],
  video_p75: ['video_p75_watched_actions', ['video_view']],
  video_p100: ['video_p100_watched_actions', ['video_view']],
}

/** Opens Meta Ads Insights as its API gives them: a list, an object with `data`, or one object a line. */
export function openMetaJson(path: string, head: string): RowSource {
  const start = head.trimStart().replace(/^\ufeff/, '')
  // What the report asked for: a list that is there speaks of all its action types, one that is absent of none.
  const fields = ([...Object.keys(plain), ...Object.keys(nested)] as Field[]).filter((field) =>
    head.includes(`"${nested[field]?.[0] ?? plain[field]}"`),
  )
  const insights = isObjectPerLine(start) ? linesOf(path) : itemsOf(path, start.startsWith('{'))
  return {
    dialect: 'meta_ads',
    columns: fields.map((field, index) => ({ field, index })),
    defaults: { platform: 'meta' },
    hasDecimalComma: false,
    batches: batched(insights, fields),
  }
}

function isObjectPerLine(start: string): boolean {
  if (!start.startsWith('{')) return false
  try {
    return !('data' in (JSON.parse(start.split('\n', 1)[0] as string) as Insight))
  } catch {
    return false
  }
}

function cellsOf(insight: Insight, fields: Field[]): (string | undefined)[] {
  return fields.map((field) => {
    const place = nested[field]
    if (!place) return textOf(insight[plain[field] as string])
    const actions = Array.isArray(insight[place[0]]) ? (insight[place[0]] as Action[]) : []
    const action = place[1].map((type) => actions.find((entry) => entry?.action_type === type)).find(Boolean)
    return textOf(action?.value)
  })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

async function* batched(insights: AsyncIterable<Insight>, fields: Field[]): AsyncGenerator<SourceRow[]> {
  let batch: SourceRow[] = []
  let line = 0
  for await (const insight of insights) {
    line += 1
    batch.push({ line, cells: cellsOf(insight ?? {}, fields) })
    if (batch.length < 2000) continue
    yield batch
    batch = []
  }
  yield batch
}

async function* itemsOf(path: string, isWrapped: boolean): AsyncGenerator<Insight> {
  const steps = [parser(), ...(isWrapped ? [pick({ filter: 'data' })] : []), streamArray()]
  const items = chain([Readable.from(readText(path)), ...steps] as never) as AsyncIterable<{ value: Insight }>
  try {
    for await (const { value } of items) yield value
  } catch (cause) {
    if (cause instanceof ImportError) throw cause
    throw new ImportError('The file is not whole JSON: it is cut short or malformed. Export it again.', { cause })
  }
}

async function* linesOf(path: string): AsyncGenerator<Insight> {
  let line = 0
  for await (const text of createInterface({ input: Readable.from(readText(path)), crlfDelay: Infinity })) {
    line += 1
    if (text.trim() === '') continue
    try {
      yield JSON.parse(text) as Insight
    } catch (cause) {
      throw new ImportError(`Line ${line} is not a JSON object. Export the file again.`, { cause })
    }
  }
}
