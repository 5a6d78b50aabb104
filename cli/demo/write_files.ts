import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { dayNumber } from '../../shared/simulation/calendar.ts'
import { World } from '../../shared/simulation/world.ts'
import type { AdDay } from '../../shared/simulation/world.ts'
import { auroraWorld } from '../../shared/simulation/worlds/aurora.ts'
import { lumenWorld } from '../../shared/simulation/worlds/lumen.ts'
import type { ImportAdsOptions } from '../../shared/ingest/ads/ads.ts'
import { costsReport, genericReport, googleReport, metaInsights, metaReport, tiktokReport } from './ad_reports.ts'
import { creativesFile, journeysFile, ordersFile, productsFile, reviewsFile, signalsFile } from './shop_files.ts'

type Dialect = NonNullable<ImportAdsOptions['dialect']>

export interface DemoFile {
  brand: 'brd_aurora' | 'brd_lumen'
  name: string
  kind: 'ads' | 'creatives' | 'journeys' | 'orders' | 'products' | 'reviews' | 'signals'
  dialect?: Dialect
  text: () => string
}

/** 26 months, which always contain two Black Fridays. */
const historyDays = 791
/** The numbers of latest days that are in the response of the Meta API and in the hourly report of Microsoft. */
const insightDays = 28
const hourlyDays = 60

/** Returns the demo files in import order. Their history ends on `lastDate` (YYYY-MM-DD). */
export function demoFiles(lastDate: string): DemoFile[] {
  const lastDay = dayNumber(lastDate)
  const firstDay = lastDay - historyDays + 1
  return [...auroraFiles(new World(auroraWorld(lastDate)), firstDay, lastDay), ...lumenFiles(firstDay, lastDay)]
}

/** Writes a file into a folder and returns its path. The same history gives the same bytes. */
export function writeDemoFile(folder: string, { name, text }: DemoFile): string {
  const path = join(folder, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(`${text()}\n`) : `${text()}\n`)
  return path
}

function auroraFiles(world: World, firstDay: number, lastDay: number): DemoFile[] {
  const brand = 'brd_aurora'
  const report = once(() => world.adDays(firstDay, lastDay))
  const of = (platform: string) => report().filter(({ ad }) => ad.campaign.platform === platform)
  const isLast = (days: number) => (adDay: AdDay) => adDay.day > lastDay - days
  const isBefore = (days: number) => (adDay: AdDay) => adDay.day <= lastDay - days
  const account = { id: '1100220033', name: 'Aurora Meta' }
  const bing = 'bing-1'
  const ads = (name: string, dialect: Dialect, text: () => string): DemoFile => ({ brand, name, kind: 'ads', dialect, text })
  return [
    ads('aurora_google_ads.csv', 'google_ads', () => googleReport(of('google'), 'USD')),
    ads('aurora_meta_ads.csv.gz', 'meta_ads', () => metaReport(of('meta').filter(isBefore(insightDays)), 'USD', account)),
    ads('aurora_meta_insights.json', 'meta_ads', () => metaInsights(of('meta').filter(isLast(insightDays)), 'USD', account)),
    ads('aurora_tiktok_ads.csv', 'tiktok_ads', () => tiktokReport(of('tiktok'), 'USD')),
    ads('aurora_microsoft_days.csv', 'generic', () => genericReport(of('microsoft').filter(isBefore(hourlyDays)), bing, false)),
    ads('aurora_microsoft_hours.csv', 'generic', () => genericReport(of('microsoft').filter(isLast(hourlyDays)), bing, true)),
    ads('aurora_costs.csv', 'generic', () =>
      costsReport(report().filter(({ ad }) => ad.campaign.platform !== 'microsoft'), { meta: account.id }),
    ),
    ...customerFiles(world, brand, 'aurora', firstDay, lastDay),
    { brand, name: 'aurora_products.jsonl', kind: 'products', text: () => productsFile(world, lastDay) },
    { brand, name: 'aurora_reviews.csv', kind: 'reviews', text: () => reviewsFile(world, lastDay) },
    { brand, name: 'aurora_signals.csv', kind: 'signals', text: () => signalsFile(world, lastDay) },
  ]
}

function lumenFiles(firstDay: number, lastDay: number): DemoFile[] {
  const brand = 'brd_lumen'
  const world = new World(lumenWorld)
  const report = once(() => world.adDays(firstDay, lastDay))
  const of = (platform: string) => report().filter(({ ad }) => ad.campaign.platform === platform)
  const account = { id: '4400550066', name: 'Lumen Meta' }
  const ads = (name: string, dialect: Dialect, text: () => string): DemoFile => ({ brand, name, kind: 'ads', dialect, text })
  return [
    ads('lumen_meta_ads.csv.gz', 'meta_ads', () => metaReport(of('meta'), 'EUR', account)),
    ads('lumen_google_ads.csv', 'google_ads', () => googleReport(of('google'), 'EUR')),
    ads('lumen_costs.csv', 'generic', () => costsReport(report(), { meta: account.id })),
    ...customerFiles(world, brand, 'lumen', firstDay, lastDay),
  ]
}

function customerFiles(world: World, brand: DemoFile['brand'], slug: string, firstDay: number, lastDay: number): DemoFile[] {
  return [
    { brand, name: `${slug}_creatives.jsonl`, kind: 'creatives', text: () => creativesFile(world, slug, firstDay, lastDay) },
    // Journeys are imported before orders, so that each order is attributed once.
    { brand, name: `${slug}_journeys.csv.gz`, kind: 'journeys', text: () => journeysFile(world, firstDay, lastDay) },
    { brand, name: `${slug}_orders.csv.gz`, kind: 'orders', text: () => ordersFile(world, firstDay, lastDay) },
  ]
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
