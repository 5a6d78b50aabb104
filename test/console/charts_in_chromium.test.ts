import type { Browser as Chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { ConsoleScene } from '../support/console.ts'

let scene: ConsoleScene
let chromium: Chromium

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
    const brand = await scene.brand()
    const person = await scene.person({ [brand.brandId]: 'viewer' })
    for (const width of [1280, 360]) {
      const context = await chromium.newContext({
        javaScriptEnabled: false,
        baseURL: scene.api.url,
        viewport: { width, height: 800 },
      })
      const page = await context.newPage()
      await page.goto(brand.root)
      await page.getByLabel('E-mail address').fill(person.email)
      await page.getByLabel('Password').fill(person.password)
      await page.keyboard.press('Enter')
      const drawing = page.locator('svg.drawing').first()
      await drawing.waitFor()
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
      await context.close()
    }
  })
})
