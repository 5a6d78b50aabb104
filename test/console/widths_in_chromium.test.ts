import type { Browser as Chromium, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { ConsoleScene } from '../support/console.ts'

let scene: ConsoleScene
let chromium: Chromium
let page: Page
let root: string

beforeAll(async () => {
  if (!chromiumPath) return
  scene = await ConsoleScene.start({ isReachable: true })
  chromium = await launchChromium()
  const brand = await scene.brand()
  root = brand.root
  await scene.anomaly(brand.brandId)
  const person = await scene.person({ [brand.brandId]: 'viewer' })
  page = await (await chromium.newContext({ baseURL: scene.api.url })).newPage()
  await page.goto(root)
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.keyboard.press('Enter')
  await page.locator('svg.drawing').first().waitFor()
}, 60_000)
afterAll(async () => {
  if (!chromiumPath) return
  await chromium.close()
  await scene.stop()
})

const comparison = 'compare spend revenue roas cpa conversions clicks ctr this month vs last month by campaign'

describe.skipIf(!chromiumPath)('pages of numbers in Chromium', { timeout: 120_000 }, () => {
  test.each([
    '',
    '/performance?sort=roas',
    '/performance?level=adset&campaign_ids=1',
    '/attribution',
    '/anomalies',
    '/creatives',
    `/ask?question=${encodeURIComponent(comparison)}`,
  ])('are not wider than the window: %s', async (path) => {
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(root + path)
      const [content, window] = await page.evaluate(() => [document.scrollingElement?.scrollWidth, innerWidth])
      expect(content, `${path} at ${width} pixels`).toBeLessThanOrEqual(window as number)
    }
  })

  test('fit the sorted table into 1280 pixels, and keep its first column in view at 360', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${root}/performance?sort=roas`)
    const table = page.locator('.scroll').last()
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await page.setViewportSize({ width: 360, height: 800 })
    const name = table.locator('tbody th').first()
    const before = await name.boundingBox()
    expect(await table.evaluate((element) => (element.scrollLeft = 200))).toBe(200)
    expect((await name.boundingBox())?.x).toBeCloseTo(before?.x ?? -1, 0)
  })

  test('scroll a wide comparison inside its box with the first column in view, and show each chip on one line', async () => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${root}/ask?question=${encodeURIComponent(comparison)}`)
      const table = page.locator('.scroll', { has: page.locator('[data-metric="answer"]') })
      const name = table.locator('tbody th').first()
      const before = await name.boundingBox()
      expect(before?.width).toBeLessThan(width / 2)
      expect(await table.evaluate((element) => (element.scrollLeft = 200))).toBe(200)
      expect((await name.boundingBox())?.x).toBeCloseTo(before?.x ?? -1, 0)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    const heights = await page
      .locator('.chips button:visible')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height))
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(2)
  })
})
