import { AxeBuilder } from '@axe-core/playwright'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser as Chromium, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillBrand } from '../support/console_brand.ts'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { ConsoleScene, hostileName } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import type { Person } from '../support/oauth.ts'
import { connectAccount, workerPool } from '../support/sources.ts'

let scene: ConsoleScene
let chromium: Chromium
let owner: Person
/** The path of every page, by the name of its screenshot. */
let pages: Record<string, string>

const looks = {
  light_1280: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark_1280: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  light_360: { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  dark_360: { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
} as const
type Look = keyof typeof looks
/** axe is slow, so it checks each color scheme and each width once. */
const examined: Look[] = ['light_1280', 'dark_360']

/** Addresses of answers of each form. */
const questions = {
  ask: '',
  ask_total: 'question=spend+and+ROAS+last+week+vs+the+week+before&default_period=last_7_days',
  ask_rows: 'question=top+5+campaigns+by+revenue+last+month&group_by=campaign',
  ask_days: 'question=spend+by+day',
  ask_forecast: 'question=revenue+forecast+for+the+next+30+days',
  ask_attribution: 'question=attribution+by+channel',
  ask_budget: 'question=where+should+I+move+budget',
  ask_anomalies: 'question=any+anomalies+in+the+last+90+days',
  ask_unmatched: 'question=spend+in+the+week+of+fnord',
  ask_refused: `question=${encodeURIComponent(hostileName)}`,
}

beforeAll(async () => {
  if (!chromiumPath) return
  scene = await ConsoleScene.start({ isReachable: true, isDevelopment: true, oauth: { signUp: 'open' } })
  const brand = await fillBrand(scene)
  const { brandId: emptyId } = await createTenant(scene.database.sql, { name: 'Fresh Start' })
  owner = await scene.person({ [brand.brandId]: 'owner', [emptyId]: 'viewer' })
  await brand.connectApp(owner)
  const connectionId = await fillSources(scene, brand.brandId)
  const empty = `/console/brands/${emptyId}`
  const ends = [
    '/performance',
    '/attribution',
    '/forecasts',
    '/plan',
    '/experiments',
    '/experiments/new',
    '/creatives',
    '/anomalies',
    '/proposals',
    '/catalog',
    '/agents',
    '/negotiations',
    '/orders',
    '/sources',
    '/imports',
    '/keys',
    '/webhooks',
    '/apps',
    '/people',
    '/settings/attribution',
    '/settings/targets',
    '/settings/brand',
    '/settings/storefront',
    '/settings/fulfillment',
    '/settings/pricing',
    '/settings/notifications',
    '/settings/notifications/digest',
  ]
  pages = {
    brands: '/console',
    new_brand: '/console/brands/new',
    start: `${brand.root}/start`,
    overview: brand.root,
    ...Object.fromEntries(ends.map((end) => [end.slice(1).replaceAll('/', '_'), brand.root + end])),
    accounts: `${brand.root}/sources/connections/${connectionId}`,
    attribution_preview: `${brand.root}/settings/attribution?model=last_touch&click_days=3&view_days=0&half_life_hours=24&accounting=cash`,
    import_file: `${brand.root}/imports/${brand.importId}`,
    ...(await fillUploads(scene, brand.brandId, brand.root)),
    endpoint: `${brand.root}/webhooks/${brand.endpointId}`,
    empty_overview: empty,
    ...Object.fromEntries(Object.entries(questions).map(([name, asked]) => [name, `${brand.root}/ask?${asked}`])),
    empty_ask: `${empty}/ask`,
    ...Object.fromEntries(ends.map((end) => [`empty_${end.slice(1).replaceAll('/', '_')}`, empty + end])),
    missing: '/console/brands/brd_nowhere',
    components: '/console/_components',
  }
  chromium = await launchChromium()
}, 120_000)
afterAll(async () => {
  if (!chromiumPath) return
  await chromium.close()
  await scene.stop()
})

/** Connects accounts in every state, one with a hostile name. Returns a connection with accounts to choose from. */
async function fillSources({ database }: ConsoleScene, brandId: string): Promise<string> {
  const { sql } = database
  const worker = workerPool(database)
  await connectAccount(worker, brandId, { account: 'connected', platform: 'google_ads' })
  await connectAccount(worker, brandId, { account: 'syncing', platform: 'ga4' })
  await connectAccount(worker, brandId, { account: 'paused', platform: 'tiktok' })
  await connectAccount(worker, brandId, { account: 'acme.myshopify.com', platform: 'shopify' })
  const { connectionId } = await connectAccount(worker, brandId, { account: 'dead' })
  await worker.end()
  await sql`
    update sources.sources
    set data_through = '2026-11-20', last_read_at = '2026-11-20T11:00:00Z', restatement_days = 30, planned = '{"recent": 1}'
    where brand_id = ${brandId} and external_id <> 'acme.myshopify.com'`
  await sql`
    insert into sources.windows (brand_id, source_id, report, purpose, first_on, last_on, state)
    select brand_id, source_id, 'sessions', 'backfill', '2026-11-01'::date + 7 * n, '2026-11-07'::date + 7 * n, case when n < 1 then 'due' else 'read' end
    from sources.sources, generate_series(0, 2) as n where brand_id = ${brandId} and external_id = 'syncing'`
  await sql`update sources.sources set status = 'paused' where brand_id = ${brandId} and external_id = 'paused'`
  await sql`
    update sources.sources
    set status = 'disconnected', disconnected_at = '2026-11-20T11:00:00Z' where brand_id = ${brandId} and external_id = 'acme.myshopify.com'`
  await sql`
    update sources.sources
    set name = ${hostileName}, status = 'needs_attention', attention = '{"reason": "grant_is_dead", "values": {}}', attention_since = '2026-11-19T08:00:00Z'
    where brand_id = ${brandId} and external_id = 'dead'`
  await sql`
    insert into sources.reachable_accounts (connection_id, external_id, name, currency, timezone, manager_id, unavailable)
    values (${connectionId}, '101', 'Aurora DE', 'EUR', 'Europe/Berlin', '77', null), (${connectionId}, '102', ${hostileName}, '', '', '77', 'disabled')`
  return connectionId
}

/** Stores uploads with a known and with an unknown header, and one of which nothing was imported. Returns their pages. */
async function fillUploads({ database }: ConsoleScene, brandId: string, root: string): Promise<Record<string, string>> {
  const known = 'Campaign report\nDay,Campaign,Campaign ID,Cost,Impr.,Clicks,Conv. value,All conv. value\n'
  const day = (number: number) => `2026-11-0${number},${hostileName},77,${number}12.50,9000,310,480.00,512.40\n`
  const unknown = 'Tag;Kampagne;Kosten;Umsatz;Klicks\n2026-11-01;Herbst;1.234,50;2.000,00;3\n'
  const files: Record<string, [name: string, text: string]> = {
    upload: ['google_november.csv', known + [1, 2, 3, 4].map(day).join('')],
    upload_mapping: ['linkedin.csv', unknown],
    upload_failed: [`${hostileName}.csv`, unknown],
  }
  const pages: Record<string, string> = {}
  for (const [name, [fileName, text]] of Object.entries(files)) {
    const [row] = await database.sql`
      insert into analytics.uploads (brand_id, file_name, bytes, state, kind, failure, rejections)
      values (
        ${brandId}, ${fileName}, ${text.length}, ${name === 'upload_failed' ? 'failed' : 'received'}, null,
        ${name === 'upload_failed' ? database.sql.json({ reason: 'file_was_refused', values: { message: 'No row of the file can be imported.' } }) : null},
        ${database.sql.json(name === 'upload_failed' ? [{ line: 2, reason: `The day "${hostileName}" is not readable.` }] : [])}
      )
      returning upload_id`
    await database.sql`
      insert into analytics.upload_chunks (brand_id, upload_id, position, bytes)
      values (${brandId}, ${row?.upload_id as string}, 0, ${Buffer.from(text)})`
    pages[name] = `${root}/imports/uploads/${row?.upload_id}`
  }
  pages.upload_mapping += '?kind=ads'
  return pages
}

async function withPage(look: Look, javaScriptEnabled: boolean, visit: (page: Page) => Promise<void>): Promise<void> {
  // The clock of limits is fixed, so that the person would exceed the pages of a minute.
  await scene.database.sql`delete from core.rate_limits where bucket = ${`person:${owner.id}`}`
  const context = await chromium.newContext({ ...looks[look], javaScriptEnabled, baseURL: scene.api.url })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  const elsewhere: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('request', (request) => !request.url().startsWith(scene.api.url) && elsewhere.push(request.url()))
  await page.goto('/console')
  await page.getByLabel('E-mail address').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname.startsWith('/console'))
  await visit(page)
  await context.close()
  expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([])
  expect(elsewhere).toEqual([])
}

/**
 * Checks that the page fits the window, with details closed and open and with each menu, and that axe finds no violation.
 * The last menu stays open.
 */
async function inspect(page: Page, name: string, look: Look): Promise<void> {
  await expectToFit(page, name)
  await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)))
  await expectToFit(page, `${name}_open`)
  for (const menu of await page.locator('[popover]').all()) {
    const edges = await menu.evaluate((element: HTMLElement) => {
      element.showPopover()
      const { left, right, top } = element.getBoundingClientRect()
      return [left >= 0, right <= window.innerWidth, top >= 0]
    })
    expect([name, await menu.getAttribute('id'), ...edges]).toEqual([name, expect.anything(), true, true, true])
  }
  if (!examined.includes(look)) return
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect([name, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([name, []])
}

async function expectToFit(page: Page, name: string): Promise<void> {
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect([name, isTooWide]).toEqual([name, false])
  await picture(page, name)
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

describe.skipIf(!chromiumPath)('in Chromium', { timeout: 480_000 }, () => {
  test.each(Object.keys(looks) as Look[])(
    'every page passes axe, loads nothing external and fits the width: %s',
    async (look) => {
      await withPage(look, true, async (page) => {
        for (const [name, address] of Object.entries(pages)) {
          await page.goto(address)
          await inspect(page, `${name}_${look}`, look)
        }
      })
    },
  )

  test('all forms and links work without JavaScript', async () => {
    const { overview = '', anomalies = '', keys = '', webhooks = '' } = pages
    await withPage('light_360', false, async (page) => {
      await page.goto(overview)
      await page.getByText('Show table').first().click()
      await page.getByRole('region', { name: 'Revenue claimed by ad platforms by day: table' }).waitFor()
      await page.getByRole('button', { name: 'Period: Last 90 days' }).click()
      await page.getByRole('link', { name: 'Last 28 days' }).click()
      await page.getByRole('navigation').getByRole('link', { name: 'Attribution' }).click()
      await page.waitForURL(/attribution\?period=last_28_days/)
      await page.getByRole('button', { name: 'Last touch' }).click()
      await page.locator('[popover]:popover-open').getByRole('link', { name: 'Linear', exact: true }).click()
      await page.waitForURL(/compared_model=linear/)
      await page.goto(anomalies)
      await page.getByRole('button', { name: 'Confirm' }).first().click()
      await page.getByRole('status').getByText('Confirmed').waitFor()
      await page.goto(keys)
      await page.getByText('Analytics: reads /v1, live').click()
      await page.locator('details[open]').getByLabel('Name').fill('From Chromium')
      await page.locator('details[open]').getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('status').getByText('Copy it now').waitFor()
      await picture(page, 'keys_created_light_360')
      await page.goto(webhooks)
      await page.getByLabel('URL').fill('https://169.254.169.254/')
      await page.getByRole('button', { name: 'Create endpoint' }).click()
      await page.getByRole('alert').waitFor()
      await picture(page, 'webhooks_refused_light_360')
      await page.getByRole('button', { name: 'Brand:' }).click()
      await page.getByRole('link', { name: 'Fresh Start' }).click()
      await page.getByText('No ad data has been ingested').waitFor()
      await page.getByRole('button', { name: 'Signed in: Account' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL(/oauth\/sign-in/)
    })
  })

  test('a name with markup adds no script or image', async () => {
    await withPage('dark_1280', true, async (page) => {
      for (const address of Object.values(pages)) {
        await page.goto(address)
        expect(await page.title()).toMatch(/ - Vitrine$/)
        expect(await page.locator('script:not([src^="/console/"]), img').count()).toBe(0)
      }
    })
  })

  test('a menu closes on Escape, which returns the focus, and on a click outside, without JavaScript', async () => {
    await withPage('light_1280', false, async (page) => {
      await page.goto(pages.overview ?? '')
      const button = page.getByRole('button', { name: 'Period:' })
      const item = page.getByRole('link', { name: 'Last 28 days' })
      await button.focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      expect(await item.isVisible()).toBe(true)
      await picture(page, 'menu_light_1280')
      await page.keyboard.press('Escape')
      expect(await item.isVisible()).toBe(false)
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
      await button.click()
      expect(await item.isVisible()).toBe(true)
      await page.getByRole('heading', { level: 1 }).click()
      expect(await item.isVisible()).toBe(false)
    })
  })

  test('a new key has a copy button with JavaScript only, and the list of keys has none', async () => {
    const create = async (page: Page) => {
      await page.goto(pages.keys ?? '')
      await page.getByText('Analytics: reads /v1, live').click()
      await page.locator('details[open]').getByLabel('Name').fill('To copy')
      await page.locator('details[open]').getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('status').getByText('Copy it now').waitFor()
    }
    const copy = (page: Page) => page.getByRole('button', { name: 'Copy', exact: true })
    await withPage('light_360', true, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await create(page)
      await copy(page).click()
      await page.getByText('Copied to the clipboard.').waitFor({ state: 'attached' })
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toBe(await page.locator('.secret code').innerText())
      expect(copied).toMatch(/^svc_sk_live_\w+$/)
      await expectToFit(page, 'keys_copied_light_360')
      await page.goto(pages.keys ?? '')
      expect(await copy(page).count()).toBe(0)
    })
    await withPage('light_360', false, async (page) => {
      await create(page)
      expect(await copy(page).count()).toBe(0)
    })
  })

  test('the skip link moves keyboard focus to the main content', async () => {
    await withPage('light_1280', true, async (page) => {
      await page.goto(pages.overview ?? '')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
      await page.keyboard.press('Enter')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    })
  })
})
