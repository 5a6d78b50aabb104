/** Writes demo/: ad reports as the platforms export them, for the demo brands. The same files on every run. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { products, reviews, signals } from './shop.ts'

const folder = join(import.meta.dirname, '..', '..', 'demo')
const lastDay = Date.UTC(2026, 11, 27)
const dayMilliseconds = 86_400_000

interface Campaign {
  id: string
  name: string
  /** On an ordinary day, in the account's currency. */
  spend: number
  cpm: number
  ctr: number
  cvr: number
  aov: number
  /** A day, as its owner set it. */
  budget?: number
}

const google: Campaign[] = [
  { id: '20841553001', name: 'Aurora | Brand search', spend: 240, cpm: 41, ctr: 0.094, cvr: 0.058, aov: 96, budget: 320 },
  { id: '20841553002', name: 'Aurora | Down jackets', spend: 310, cpm: 36, ctr: 0.052, cvr: 0.027, aov: 171, budget: 360 },
  { id: '20841553003', name: 'Aurora | Tents', spend: 190, cpm: 33, ctr: 0.047, cvr: 0.021, aov: 248, budget: 215 },
  { id: '20841553004', name: 'Aurora | Shopping', spend: 460, cpm: 13, ctr: 0.016, cvr: 0.026, aov: 104, budget: 520 },
]
const meta: Campaign[] = [
  { id: '120210000000000101', name: 'Prospecting | Hikers', spend: 390, cpm: 11.5, ctr: 0.013, cvr: 0.017, aov: 92 },
  { id: '120210000000000102', name: 'Retargeting | Visitors', spend: 130, cpm: 18, ctr: 0.021, cvr: 0.041, aov: 98 },
  { id: '120210000000000103', name: 'Winter collection', spend: 210, cpm: 12, ctr: 0.015, cvr: 0.019, aov: 133 },
]
const tiktok: Campaign[] = [
  { id: '1790000000000011', name: 'Trail films', spend: 150, cpm: 6.1, ctr: 0.01, cvr: 0.011, aov: 79 },
  { id: '1790000000000012', name: 'Creators', spend: 120, cpm: 5.7, ctr: 0.012, cvr: 0.012, aov: 81 },
]
const lumen: Campaign[] = [
  { id: '120330000000000201', name: 'Leuchten | Neukunden', spend: 280, cpm: 8.4, ctr: 0.014, cvr: 0.018, aov: 119 },
  { id: '120330000000000202', name: 'Leuchten | Retargeting', spend: 95, cpm: 13, ctr: 0.023, cvr: 0.036, aov: 127 },
]

/** A number from 0 to 1 that follows from the text alone (FNV-1a). */
function chance(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  return (hash % 10_000) / 10_000
}

function performance(campaign: Campaign, day: string, share = 1, seed = '') {
  const date = new Date(`${day}T00:00:00Z`)
  const weekday = [1.06, 0.95, 0.92, 0.96, 0.99, 1.03, 1.11][date.getUTCDay()] ?? 1
  const season = 1 + 0.22 * Math.cos(((date.getUTCMonth() - 11) / 12) * 2 * Math.PI)
  const vary = (what: string, spread: number) => 1 + (chance(campaign.id + seed + day + what) - 0.5) * 2 * spread
  const spend = campaign.spend * share * weekday * season * vary('spend', 0.13)
  const impressions = Math.round((spend / (campaign.cpm * vary('cpm', 0.08))) * 1000)
  const clicks = Math.round(impressions * campaign.ctr * vary('ctr', 0.08))
  const purchases = clicks * campaign.cvr * vary('cvr', 0.15)
  return { spend, impressions, clicks, purchases, revenue: purchases * campaign.aov * vary('aov', 0.09) }
}

function days(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(lastDay - (count - 1 - index) * dayMilliseconds).toISOString().slice(0, 10),
  )
}

/** One campaign spends more and sells no more, every third day of the last week: on whichever weekday a demo begins, it still goes on. */
const surge = { campaign: 'Aurora | Tents', days: days(7).filter((_, index) => index % 3 === 0), times: 2.9 }

const money = (amount: number) => amount.toFixed(2)
const grouped = (amount: number) => `"${amount.toLocaleString('en-US')}"`

function googleReport(): string {
  const lines = [
    'Campaign performance by day',
    `"${days(420)[0]} - ${days(420).at(-1)}"`,
    'Day,Campaign,Campaign ID,Campaign state,Campaign type,Currency code,Budget,Cost,Impr.,Clicks,Conversions,Conv. value',
  ]
  let total = 0
  for (const day of days(420)) {
    for (const campaign of google) {
      const usual = performance(campaign, day)
      const { purchases, revenue } = usual
      const times = campaign.name === surge.campaign && surge.days.includes(day) ? surge.times : 1
      const spend = usual.spend * times
      const [impressions, clicks] = [Math.round(usual.impressions * times), Math.round(usual.clicks * times)]
      total += spend
      const start = `${day},${campaign.name},${campaign.id},Enabled,Search,USD,${money(campaign.budget ?? 0)}`
      lines.push(`${start},${money(spend)},${grouped(impressions)},${grouped(clicks)},${money(purchases)},${money(revenue)}`)
    }
  }
  return [...lines, `Total: Campaigns,,,,,USD,,${money(total)},,,,`, `Total: Account,,,,,USD,,${money(total)},,,,`].join('\n')
}

/** Campaign, ad set and ad of a Meta account, two ads to each ad set. */
function metaAds(campaigns: Campaign[], day: string) {
  return campaigns.flatMap((campaign) =>
    [1, 2].map((number) => {
      const result = performance(campaign, day, number === 1 ? 0.6 : 0.4, `ad${number}`)
      return { campaign, number, ...result, purchases: Math.round(result.purchases) }
    }),
  )
}

function metaCsv(campaigns: Campaign[], count: number, currency: string, account: string): string {
  const header =
    'Day,Account ID,Account name,Campaign name,Campaign ID,Ad set name,Ad set ID,Ad name,Ad ID,Impressions,Reach,' +
    `Amount spent (${currency}),Clicks (all),Link clicks,Purchases,Purchases conversion value (${currency}),Adds to cart`
  const lines = days(count).flatMap((day) =>
    metaAds(campaigns, day).map((ad) => {
      const { campaign, number, impressions, spend, clicks, purchases } = ad
      const ids = `${day},${account},${account === '1100220033' ? 'Aurora Meta' : 'Lumen Meta'},${campaign.name},${campaign.id}`
      const names = `Women 25-54,${campaign.id}0,${campaign.name} - film ${number},${campaign.id}0${number}`
      const counts = `${impressions},${Math.round(impressions * 0.74)},${money(spend)},${clicks},${Math.round(clicks * 0.86)}`
      return `${ids},${names},${counts},${purchases || ''},${purchases ? money(purchases * campaign.aov) : ''},${Math.round(clicks * 0.1)}`
    }),
  )
  return [header, ...lines].join('\n')
}

function metaJson(campaigns: Campaign[], count: number): string {
  const insights = days(count).flatMap((day) =>
    metaAds(campaigns, day).map(({ campaign, number, impressions, spend, clicks, purchases }) => ({
      date_start: day,
      date_stop: day,
      account_id: '1100220033',
      account_name: 'Aurora Meta',
      account_currency: 'USD',
      campaign_id: campaign.id,
      campaign_name: campaign.name,
      adset_id: `${campaign.id}0`,
      adset_name: 'Women 25-54',
      ad_id: `${campaign.id}0${number}`,
      ad_name: `${campaign.name} - film ${number}`,
      impressions: String(impressions),
      reach: String(Math.round(impressions * 0.74)),
      spend: money(spend),
      clicks: String(clicks),
      inline_link_clicks: String(Math.round(clicks * 0.86)),
      actions: [
        { action_type: 'add_to_cart', value: String(Math.round(clicks * 0.1)) },
        { action_type: 'video_view', value: String(Math.round(impressions * 0.28)) },
        ...(purchases ? [{ action_type: 'purchase', value: String(purchases) }] : []),
      ],
      action_values: purchases ? [{ action_type: 'purchase', value: money(purchases * campaign.aov) }] : [],
      video_thruplay_watched_actions: [{ action_type: 'video_view', value: String(Math.round(impressions * 0.1)) }],
    })),
  )
  return `{"data":[\n${insights.map((insight) => JSON.stringify(insight)).join(',\n')}\n]}`
}

function tiktokReport(): string {
  const header =
    'By Day,Campaign name,Campaign ID,Ad group name,Ad group ID,Ad name,Ad ID,Currency,Cost,Impressions,Clicks (destination),Conversions,Complete payment,Total complete payment value'
  const lines = days(420).flatMap((day) =>
    tiktok.map((campaign) => {
      const { spend, impressions, clicks, purchases } = performance(campaign, day)
      const names = `${day},${campaign.name},${campaign.id},Everybody,${campaign.id}1,${campaign.name} one,${campaign.id}11,USD`
      const bought = Math.round(purchases)
      return `${names},${money(spend)},${impressions},${clicks},${bought},${bought},${money(bought * campaign.aov)}`
    }),
  )
  return [header, ...lines].join('\n')
}

function hourlyReport(): string {
  const header = 'date,hour,platform,account_id,campaign_id,campaign_name,spend,impressions,clicks,conversions,revenue'
  const campaign = { ...(google[0] as Campaign), id: 'ms-1', name: 'Bing brand', spend: 60 }
  const lines = days(21).flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => {
      const share = (1 + Math.sin(((hour - 9) / 24) * 2 * Math.PI)) / 24
      const { spend, impressions, clicks, purchases, revenue } = performance(campaign, day, share, `h${hour}`)
      const numbers = `${money(spend)},${impressions},${clicks},${money(purchases)},${money(revenue)}`
      return `${day},${hour},microsoft,bing-1,${campaign.id},${campaign.name},${numbers}`
    }),
  )
  return [header, ...lines].join('\n')
}

/** What the customers of the last 120 days touched, and what they ordered; a tenth of the orders comes out of nowhere. */
function store(): { journeys: string; orders: string } {
  const journeys = ['customer_id,touched_at,channel,kind']
  const orders = ['order_id,customer_id,ordered_at,revenue,is_new_customer']
  const channels = ['google', 'google', 'meta', 'meta', 'tiktok', 'email', 'organic search', 'direct']
  for (const day of days(120)) {
    for (let number = 0; number < 12; number++) {
      const customer = `c${day.replaceAll('-', '')}${String(number).padStart(2, '0')}`
      const pick = (what: string, count: number) => Math.floor(chance(`${customer}${what}`) * count)
      const visitedAt = Date.parse(`${day}T12:00:00Z`) + pick('minute', 660) * 60_000
      for (let touch = 0; touch < pick('touches', 5) - (pick('none', 10) === 0 ? 5 : 0); touch++) {
        const touchedAt = new Date(visitedAt - (touch * 31 + 1 + pick(`hours${touch}`, 24)) * 3_600_000)
        const kind = pick(`kind${touch}`, 7) === 0 ? 'view' : 'click'
        journeys.push(`${customer},${touchedAt.toISOString()},${channels[pick(`channel${touch}`, 8)]},${kind}`)
      }
      if (pick('buys', 3) === 0) continue
      const amount = money(38 + pick('amount', 16_000) / 100)
      orders.push(`A-${customer.slice(1)},${customer},${new Date(visitedAt).toISOString()},${amount},${pick('new', 5) < 3}`)
    }
  }
  return { journeys: journeys.join('\n'), orders: orders.join('\n') }
}

mkdirSync(folder, { recursive: true })
const write = (name: string, text: string) =>
  writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(`${text}\n`, { level: 9 }) : `${text}\n`)
write('aurora_google_ads.csv', googleReport())
write('aurora_meta_ads.csv.gz', metaCsv(meta, 420, 'USD', '1100220033'))
write('aurora_meta_insights.json', metaJson(meta, 28))
write('aurora_tiktok_ads.csv', tiktokReport())
write('aurora_microsoft_hours.csv', hourlyReport())
write('lumen_meta_ads.csv.gz', metaCsv(lumen, 420, 'EUR', '4400550066'))
write('aurora_journeys.csv.gz', store().journeys)
write('aurora_orders.csv', store().orders)
write('aurora_products.jsonl', products(chance))
write('aurora_reviews.csv', reviews(chance))
write('aurora_signals.csv', signals(chance))
write(
  'manifest.json',
  JSON.stringify(
    [
      { brand_id: 'brd_aurora', path: 'aurora_google_ads.csv', kind: 'ads', dialect: 'google_ads' },
      { brand_id: 'brd_aurora', path: 'aurora_meta_ads.csv.gz', kind: 'ads', dialect: 'meta_ads' },
      { brand_id: 'brd_aurora', path: 'aurora_meta_insights.json', kind: 'ads', dialect: 'meta_ads' },
      { brand_id: 'brd_aurora', path: 'aurora_tiktok_ads.csv', kind: 'ads', dialect: 'tiktok_ads' },
      { brand_id: 'brd_aurora', path: 'aurora_microsoft_hours.csv', kind: 'ads', dialect: 'generic' },
      { brand_id: 'brd_lumen', path: 'lumen_meta_ads.csv.gz', kind: 'ads', dialect: 'meta_ads' },
      { brand_id: 'brd_aurora', path: 'aurora_journeys.csv.gz', kind: 'journeys' },
      { brand_id: 'brd_aurora', path: 'aurora_orders.csv', kind: 'orders' },
      { brand_id: 'brd_aurora', path: 'aurora_products.jsonl', kind: 'products' },
      { brand_id: 'brd_aurora', path: 'aurora_reviews.csv', kind: 'reviews' },
      { brand_id: 'brd_aurora', path: 'aurora_signals.csv', kind: 'signals' },
    ],
    null,
    2,
  ),
)
