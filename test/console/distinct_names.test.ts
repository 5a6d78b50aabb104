import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { distinctNames } from '../../functions/console/charts/distinct_names.ts'
import type { Browser, Visit } from '../support/browser.ts'
import { ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let scene: ConsoleScene
let browser: Browser
let root: string

beforeAll(async () => {
  scene = await ConsoleScene.start()
  const { brandId } = await createTenant(scene.database.sql)
  root = `/console/brands/${brandId}`
  browser = (await scene.member(brandId, 'admin')).browser
  const days = ['2026-11-17', '2026-11-18', '2026-11-19']
  const row = (account: string, campaign_name: string, date: string) => ({
    date,
    platform: 'meta',
    account_id: account,
    account_name: `Shop ${account}`,
    campaign_id: `${account}-${campaign_name}`,
    campaign_name,
    spend: 10,
    clicks: 4,
    daily_budget: 20,
  })
  const names: [account: string, name: string][] = [
    ['1', 'Sale'],
    ['2', 'Sale'],
    ['1', 'Brand'],
  ]
  await ingest(
    scene.database,
    brandId,
    days.flatMap((date) => names.map(([account, name]) => row(account, name, date))),
  )
})
afterAll(() => scene.stop())

const textOf = ({ html }: Visit) =>
  html
    .replaceAll(/<(?:svg|style)[^]*?<\/(?:svg|style)>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('campaigns of the same name in two accounts', () => {
  test('have platform and account in the chart of budgets and in the menu of campaigns', async () => {
    const page = await browser.open(root)
    const pacing = page.html.split('data-metric="budgets"')[1]?.split('</table>')[0] as string
    expect([...pacing.matchAll(/<bdi>([^<]+)<\/bdi>/g)].map(([, name]) => name).toSorted()).toEqual([
      'Brand',
      'Sale (Meta, Shop 1)',
      'Sale (Meta, Shop 2)',
    ])
    expect(textOf(page)).toMatch(/All campaigns .*Sale \(Meta, Shop 1\)/)
    expect(textOf(page)).not.toContain('Brand (Meta')
  })

  test('have platform and account in the table of performance', async () => {
    const text = textOf(await browser.open(`${root}/performance?level=campaign`))
    expect([...text.matchAll(/Sale Meta, Shop ([12])\b/g)].map(([, account]) => account).toSorted()).toEqual(['1', '2'])
  })
})

describe('distinct names', () => {
  const named = (id: string, name: string | null, account_id?: string) => ({ id, name, platform: 'tiktok', account_id })

  test('keep a name that is clear alone, and complete one that is generic', () => {
    expect(distinctNames([named('1', 'Sale', 'a'), named('2', 'Campaign 1', 'a'), named('3', 'New campaign')])).toEqual(
      ['Sale', 'Campaign 1 (TikTok account a)', 'New campaign (TikTok)'],
    )
  })

  test('end with the id if platform and account are the same', () => {
    expect(distinctNames([named('1', 'Sale', 'a'), named('2', 'Sale', 'a'), named('3', null)])).toEqual([
      'Sale (TikTok account a, 1)',
      'Sale (TikTok account a, 2)',
      '3',
    ])
  })
})
