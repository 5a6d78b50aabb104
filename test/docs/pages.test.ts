import { AxeBuilder } from '@axe-core/playwright'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'

let database: TestDatabase
let api: Api
let chromium: Browser
let key: string
let brandId: string

const looks = {
  'light and wide': { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  'dark and wide': { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  'light and narrow': { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  'dark and narrow': { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
} as const
type Look = keyof typeof looks
/** axe is slow, so it checks each color scheme and each width once. */
const examined: Look[] = ['light and wide', 'dark and narrow']

/** One page of each kind. */
const pages = [
  '/docs',
  '/docs/guides/receive_webhooks',
  '/docs/guides/deploy',
  '/docs/promises',
  '/docs/operations/queryStorefront',
  '/docs/operations/getAccessToken',
  '/docs/nothing',
]

beforeAll(async () => {
  if (!chromiumPath) return
  database = await createDatabase()
  api = await startApi(database, { isReachable: true })
  const tenant = await createTenant(database.sql)
  brandId = tenant.brandId
  key = (await issueKey(database.sql, tenant.accountId, { prefix: 'svc_sk_test_' })).key
  chromium = await launchChromium()
})
afterAll(async () => {
  if (!chromiumPath) return
  await chromium.close()
  await api.stop()
  await database.stop()
})

/** Opens a page and asserts that it requests only this server and reports no error. */
async function withPage(
  options: Parameters<Browser['newContext']>[0],
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await chromium.newContext(options)
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    // The 404 page is among the inspected pages.
    const isOwnAbsence = message.location().url.endsWith('/docs/nothing') && message.text().includes('status of 404')
    if (message.type() === 'error' && !isOwnAbsence) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== api.url)
      complaints.push(request.url())
  })
  await visit(page)
  await context.close()
  expect(complaints).toEqual([])
}

async function inspect(page: Page, path: string, look: Look): Promise<void> {
  const name = `${path} ${look}`
  if (examined.includes(look)) {
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect([name, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([name, []])
  }
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect([name, isTooWide]).toEqual([name, false])
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name.replaceAll(/\W+/g, '_')}.png`) })
}

/** Opens the reference and waits until it shows the operation. Its input fields are ready last. */
async function openReference(page: Page): Promise<void> {
  await page.goto(`${api.url}/docs/reference#?route=get-/v1/metrics`)
  await page.locator('openapi-explorer input[aria-label="date_from"]').first().waitFor()
}

/** Returns the WCAG contrast ratio of text and background after transitions have ended. */
async function contrastOf(element: Locator): Promise<number> {
  const [text, ground] = await element.evaluate(async (node) => {
    await Promise.all(node.getAnimations().map(({ finished }) => finished))
    const { color, backgroundColor } = getComputedStyle(node)
    return [color, backgroundColor]
  })
  const luminance = (color = '') => {
    const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((part) => {
      const value = Number(part) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark = 0, light = 0] = [luminance(text), luminance(ground)].toSorted((one, other) => one - other)
  return (light + 0.05) / (dark + 0.05)
}

async function isFocused(element: Locator): Promise<boolean> {
  return await element.evaluate((node) => (node.getRootNode() as ShadowRoot).activeElement === node)
}

describe.skipIf(!chromiumPath)('documentation pages in Chromium', { timeout: 120_000 }, () => {
  test.each(Object.keys(looks) as Look[])('every kind of page passes axe and fits the width, %s', async (look) => {
    await withPage(looks[look], async (page) => {
      for (const path of pages) {
        await page.goto(api.url + path)
        await inspect(page, path, look)
      }
    })
  })

  test.each(Object.keys(looks) as Look[])('the reference passes axe and fits the width, %s', async (look) => {
    await withPage(looks[look], async (page) => {
      await openReference(page)
      await inspect(page, '/docs/reference', look)
    })
  })

  test('the reference sends a request with the example and a key entered once', async () => {
    await withPage(looks['light and wide'], async (page) => {
      await openReference(page)
      await page.getByLabel('API key').fill(key)
      await page.getByLabel('API key').press('Tab')
      const explorer = page.locator('openapi-explorer')
      await explorer.locator('input[aria-label="brand_id"]').fill(brandId)
      const answered = page.waitForResponse((response) => response.url().includes('/v1/metrics?'))
      await explorer.getByRole('button', { name: /execute/i }).click()
      const response = await answered
      expect(response.status()).toBe(200)
      expect(new URL(response.url()).searchParams.get('date_from')).toBe('2026-11-09')
      await explorer.getByText('"simulated"').first().waitFor()
      await inspect(page, '/docs/reference with a response', 'light and wide')
    })
  })

  test.each(['light and wide', 'dark and wide'] as const)(
    'the request button has a contrast of 4.5 in every state, %s',
    async (look) => {
      await withPage(looks[look], async (page) => {
        await openReference(page)
        const button = page.locator('openapi-explorer').getByRole('button', { name: /execute/i })
        expect(await contrastOf(button)).toBeGreaterThanOrEqual(4.5)
        await button.hover()
        expect(await contrastOf(button)).toBeGreaterThanOrEqual(4.5)
        await page.mouse.move(0, 0)
        await page.locator('openapi-explorer input[aria-label="brand_id"]').focus()
        for (let presses = 0; presses < 60 && !(await isFocused(button)); presses++) await page.keyboard.press('Tab')
        expect(await isFocused(button)).toBe(true)
        expect(await contrastOf(button)).toBeGreaterThanOrEqual(4.5)
      })
    },
  )

  test('table cells break no name across lines in a narrow window', async () => {
    await withPage(looks['light and narrow'], async (page) => {
      for (const path of ['/docs/operations/getMetrics', '/docs/operations/queryStorefront', '/docs/guides/operate']) {
        await page.goto(api.url + path)
        const broken = await page.locator('main td code').evaluateAll((codes) => {
          const isBroken = (text: Text, word: RegExpExecArray) => {
            const range = document.createRange()
            range.setStart(text, word.index)
            range.setEnd(text, word.index + word[0].length)
            return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
          }
          const texts = codes.flatMap((code) => [...code.childNodes].filter((node) => node instanceof Text))
          return texts.flatMap((text) =>
            [...text.data.matchAll(/\w+/g)].filter((word) => isBroken(text, word)).map(([word]) => word),
          )
        })
        expect([path, broken]).toEqual([path, []])
      }
    })
  })

  test('every page and the reference are readable without JavaScript', async () => {
    await withPage({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${api.url}/docs/reference`)
      await page.getByRole('link', { name: 'Get metrics' }).click()
      await page.getByRole('heading', { name: 'Parameters' }).waitFor()
      expect(await page.getByRole('main').innerText()).toContain('date_from')
      await page.goto(`${api.url}/docs`)
      await page.getByRole('link', { name: 'Receive webhooks' }).click()
      await page.getByRole('heading', { level: 1, name: 'Receive webhooks' }).waitFor()
    })
  })

  test('the keyboard reaches the content first and scrolls wide code', async () => {
    await withPage(looks['light and narrow'], async (page) => {
      await page.goto(`${api.url}/docs/guides/first_request`)
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
      const code = page.locator('pre').nth(2)
      await code.focus()
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => code.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    })
  })
})
