import type { Browser as Chromium, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { registeredSources } from '../support/api.ts'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { startMeta } from '../support/platforms/meta/meta.ts'
import type { Meta } from '../support/platforms/meta/meta.ts'

let meta: Meta
let scene: ConsoleScene
let chromium: Chromium
let accountId: string

beforeAll(async () => {
  if (!chromiumPath) return
  const port = await freePort()
  const publicBaseUrl = `http://127.0.0.1:${port}`
  meta = await startMeta({ redirectUri: `${publicBaseUrl}/console/sources/callback` })
  accountId = meta.seed({ seed: 1, from: '2026-10-01', to: '2026-10-31' }).id
  const registration = { META_CLIENT_ID: meta.app.id, META_CLIENT_SECRET: meta.app.secret }
  scene = await ConsoleScene.start({ port, sources: registeredSources({ ...registration, ...meta.environment }) })
  chromium = await launchChromium()
}, 60_000)
afterAll(async () => {
  if (!chromiumPath) return
  await chromium.close()
  await scene.stop()
  await meta.stop()
})

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/console/sources')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sources' }).waitFor()
}

describe.skipIf(!chromiumPath)('connecting an account in Chromium', { timeout: 60_000 }, () => {
  test('goes to the platform and back, and lists the chosen account', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const { email, password } = await scene.person({ [brandId]: 'admin' })
    const context = await chromium.newContext({ javaScriptEnabled: false, baseURL: scene.api.url })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    await signIn(page, email, password)
    await page.getByRole('button', { name: 'Connect Meta Ads' }).click()
    await page.waitForURL((url) => url.origin === new URL(meta.environment.META_WWW_BASE_URL).origin)
    await page.locator('button, input[type="submit"]').first().click()
    await page.getByRole('heading', { name: 'Choose accounts of Meta Ads' }).waitFor()
    expect(page.url()).not.toContain('code=')
    await page.getByRole('button', { name: 'Connect accounts' }).click()
    await page.getByText('Connected: 1 account to').waitFor()
    await page.getByText(`account ${accountId},`).waitFor()
    await page.locator('details.ask summary').click()
    await page.getByLabel('Also delete the data of this account.').check()
    await page.getByRole('button', { name: 'Disconnect account' }).click()
    await page.getByText('The source is disconnected, and its data is deleted within minutes.').waitFor()
    await context.close()
  })
})
