import { AxeBuilder } from '@axe-core/playwright'
import type { Browser as Chromium, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { ConsoleScene } from '../support/console.ts'

let scene: ConsoleScene
let chromium: Chromium

/** Opens the overview of a new brand with an anomaly. */
async function openOverview(options: BrowserContextOptions): Promise<Page> {
  const brand = await scene.brand()
  await scene.anomaly(brand.brandId)
  const person = await scene.person({ [brand.brandId]: 'viewer' })
  const context = await chromium.newContext({ baseURL: scene.api.url, ...options })
  const page = await context.newPage()
  await page.goto(brand.root)
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.keyboard.press('Enter')
  await page.locator('svg.drawing').first().waitFor()
  return page
}

beforeAll(async () => {
  if (!chromiumPath) return
  scene = await ConsoleScene.start({ isReachable: true })
  chromium = await launchChromium()
}, 60_000)
afterAll(async () => {
  if (!chromiumPath) return
  await chromium.close()
  await scene.stop()
})

describe.skipIf(!chromiumPath)('charts of the overview in Chromium', { timeout: 120_000 }, () => {
  test('show the value of the day under the pointer without JavaScript, within the drawing', async () => {
    for (const width of [1280, 360]) {
      const page = await openOverview({ javaScriptEnabled: false, viewport: { width, height: 800 } })
      const drawing = page.locator('svg.drawing').first()
      const columns = drawing.locator('.column')
      const shown = drawing.locator('.value:visible')
      expect(await shown.count()).toBe(0)
      const texts: string[] = []
      for (const index of [0, 30, (await columns.count()) - 1]) {
        await columns.nth(index).hover()
        expect(await shown.count()).toBe(1)
        texts.push((await shown.textContent()) ?? '')
        const [text, frame] = [await shown.boundingBox(), await drawing.boundingBox()]
        if (!text || !frame) throw new Error('The value has no box.')
        // The outline of the letters is 4 pixels wide.
        expect(text.x).toBeGreaterThanOrEqual(frame.x - 4)
        expect(text.x + text.width).toBeLessThanOrEqual(frame.x + frame.width + 4)
      }
      expect(new Set(texts).size).toBe(3)
      for (const text of texts) expect(text).toMatch(/^\d{1,2} \w+ \d{4}: .*\$[\d,.]+/)
      if (process.env.SCREENSHOTS) {
        await columns.nth(30).hover()
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/value_${width}.png` })
      }
      await page.context().close()
    }
  })

  test('show and announce the value of each day by keyboard, with one tab stop', async () => {
    for (const width of [1280, 360]) {
      const page = await openOverview({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })
      const complaints: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      const chart = page.getByRole('slider', { name: /^Revenue claimed by ad platforms by day/ })
      const value = () => chart.getAttribute('aria-valuetext')
      const shown = chart.locator('.value:visible')
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key)
        expect(await shown.count()).toBe(1)
        expect((await shown.textContent())?.trim()).toBe(await value())
        return await value()
      }
      const table = await page
        .locator('[data-metric="revenue"] time')
        .evaluateAll((days) => days.map((day) => day.textContent))
      await chart.focus()
      expect(await press('Home')).toMatch(new RegExp(`^${table.at(-1)}: \\$[\\d,.]+`))
      expect(await press('ArrowRight')).toContain(`${table.at(-2)}: $`)
      expect(await press('ArrowUp', 'PageDown', 'ArrowLeft', 'PageUp')).toContain(`${table.at(-8)}: $`)
      const last = await press('End')
      expect(await press('ArrowRight')).toBe(last)
      const [text, frame] = [await shown.boundingBox(), await chart.boundingBox()]
      if (!text || !frame) throw new Error('The value has no box.')
      expect(text.x + text.width).toBeLessThanOrEqual(frame.x + frame.width + 4)
      if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/keyboard_${width}.png` })

      await page.keyboard.press('Escape')
      expect(await shown.count()).toBe(0)
      expect(await chart.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await press('ArrowLeft')).toBe(last)
      // One tab stop: the next one is the table of the chart, and the value is hidden.
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Show table')
      expect(await shown.count()).toBe(0)
      // The pointer replaces the value of the keyboard.
      await page.keyboard.press('Shift+Tab')
      expect(await shown.count()).toBe(1)
      await chart.locator('.column').nth(5).hover()
      expect(await shown.count()).toBe(1)
      expect(await shown.textContent()).not.toContain(last)
      expect(complaints).toEqual([])
      const { violations } = await new AxeBuilder({ page }).include('.charts').analyze()
      expect(violations.map(({ id }) => id)).toEqual([])
      await page.context().close()
    }
  })

  test('announce anomalies of a day, and each bar with its exact value', async () => {
    const page = await openOverview({ viewport: { width: 1280, height: 800 } })
    const spend = page.getByRole('slider', { name: /^Spend by day/ })
    // The script of the page makes it a slider.
    await spend.waitFor()
    const texts = await spend.locator('.value').allTextContents()
    expect(texts.filter((text) => text.includes(', 1 anomaly'))).toHaveLength(1)
    const pacing = page.getByRole('slider', { name: /^Budget pacing this month/ })
    await pacing.focus()
    await page.keyboard.press('End')
    expect(await pacing.getAttribute('aria-valuetext')).toMatch(/^Projected: \$[\d,.]+ of \$[\d,.]+, \S/)
    expect(await pacing.locator('.value:visible').count()).toBe(1)
    if (process.env.SCREENSHOTS) await pacing.screenshot({ path: `${process.env.SCREENSHOTS}/bars.png` })
    await page.context().close()
  })

  test('have no tab stop without JavaScript, where the table has all values', async () => {
    const page = await openOverview({ javaScriptEnabled: false })
    expect(await page.getByRole('slider').count()).toBe(0)
    expect(await page.locator('.plot[tabindex]').count()).toBe(0)
    expect(await page.getByText('Show table').count()).toBeGreaterThan(2)
    await page.context().close()
  })
})
