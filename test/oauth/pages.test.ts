import { AxeBuilder } from '@axe-core/playwright'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createBrand, createTenant } from '../support/factories.ts'
import { Client, createPerson } from '../support/oauth.ts'
import type { Person } from '../support/oauth.ts'

/** The fixed clock of the server. */
const now = Date.parse('2026-11-20T12:00:00Z')

let database: TestDatabase
let api: Api
let chromium: Browser
let person: Person
let callback: { url: string; asked: URL[]; stop: () => void }

const looks = {
  'light and wide': { colorScheme: 'light', viewport: { width: 1100, height: 900 } },
  'dark and narrow': { colorScheme: 'dark', viewport: { width: 320, height: 700 } },
} as const

/** The local callback server of an app. */
async function startCallback() {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://127.0.0.1'))
    response.end('<!doctype html><title>Back</title><p>Back at the app')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  return { url, asked, stop: () => server.close() }
}

beforeAll(async () => {
  if (!chromiumPath) return
  database = await createDatabase()
  api = await startApi(database, { isReachable: true })
  callback = await startCallback()
  const { accountId, brandId } = await createTenant(database.sql, { name: 'Aurora Outdoor' })
  const others = ['Lumen Home', 'Fresh Start'].map((name) => createBrand(database.sql, accountId, { name }))
  person = await createPerson(database.sql, [brandId, ...(await Promise.all(others))])
  chromium = await launchChromium()
})
afterAll(async () => {
  if (!chromiumPath) return
  await chromium.close()
  callback.stop()
  await api.stop()
  await database.stop()
})

async function registered(metadata: Record<string, unknown> = {}): Promise<Client> {
  const client = new Client(api.url)
  await client.register({ client_name: 'Campaign Companion', redirect_uris: [callback.url], ...metadata })
  return client
}

const addressOf = (client: Client) =>
  client.authorizeUrl({ redirect_uri: callback.url, scope: 'read:marketing write:proposals' })

async function withPage(look: keyof typeof looks, visit: (page: Page) => Promise<void>): Promise<void> {
  const context: BrowserContext = await chromium.newContext(looks[look])
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await visit(page)
  await context.close()
  expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([])
}

/** Asserts that axe finds no violation and that nothing overflows the window. Takes a screenshot on request. */
async function inspect(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect([name, isTooWide]).toEqual([name, false])
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/consent|connections/)
}

describe.skipIf(!chromiumPath)('OAuth pages in Chromium', { timeout: 90_000 }, () => {
  test.each(Object.keys(looks) as (keyof typeof looks)[])(
    'every page of account security has no accessibility violation, %s',
    async (look) => {
      const suffix = look.replaceAll(' ', '_')
      const owner = await createPerson(database.sql)
      await withPage(look, async (page) => {
        await page.goto(`${api.url}/oauth/reset`)
        await inspect(page, `reset_${suffix}`)
        await page.getByLabel('E-mail address').fill(owner.email)
        await page.keyboard.press('Enter')
        await page.getByRole('status').waitFor()
        await inspect(page, `reset_requested_${suffix}`)
        await page.goto(`${api.url}/oauth/security`)
        await page.getByLabel('E-mail address').fill(owner.email)
        await page.getByLabel('Password').fill(owner.password)
        await page.keyboard.press('Enter')
        await page.waitForURL(`${api.url}/oauth/security`)
        await inspect(page, `security_${suffix}`)
        await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
        await inspect(page, `authenticator_app_${suffix}`)
        const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
        const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
        await page.getByLabel('Code').fill(code)
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
        await inspect(page, `recovery_codes_${suffix}`)
        await page.getByRole('link', { name: 'I have copied the codes' }).click()
        await page.getByText('10 of 10').waitFor()
        await page.getByText('Change the password').first().click()
        await inspect(page, `security_with_app_${suffix}`)
        await page.getByRole('button', { name: 'Sign out' }).click()
        await page.getByLabel('E-mail address').fill(owner.email)
        await page.getByLabel('Password').fill(owner.password)
        await page.keyboard.press('Enter')
        await page.waitForURL(/\/oauth\/second-factor/)
        await inspect(page, `second_factor_${suffix}`)
      })
    },
  )

  test.each(Object.keys(looks) as (keyof typeof looks)[])(
    'every page has no accessibility violation, %s',
    async (look) => {
      const client = await registered()
      const suffix = look.replaceAll(' ', '_')
      await withPage(look, async (page) => {
        await page.goto(addressOf(client))
        await inspect(page, `sign_in_${suffix}`)
        await page.getByLabel('E-mail address').fill(person.email)
        await page.getByLabel('Password').fill('wrong')
        await page.keyboard.press('Enter')
        await page.getByRole('alert').waitFor()
        await inspect(page, `sign_in_wrong_${suffix}`)
        await signIn(page)
        await inspect(page, `consent_${suffix}`)
        await page.getByRole('button', { name: 'Select all 3 brands' }).click()
        await inspect(page, `consent_ticked_${suffix}`)
        await page.getByRole('button', { name: 'Allow' }).click()
        await page.waitForURL(`${callback.url}?**`)
        const code = new URL(page.url()).searchParams.get('code') as string
        expect((await client.exchange(code, { redirect_uri: callback.url })).status).toBe(200)
        await page.goto(`${api.url}/oauth/connections`)
        await inspect(page, `connections_${suffix}`)
        await page.getByRole('button', { name: 'Disconnect Campaign Companion' }).click()
        await page.getByRole('status').waitFor()
        await inspect(page, `connections_empty_${suffix}`)
        await page.goto(`${api.url}/oauth/authorize?client_id=unknown`)
        await inspect(page, `failure_${suffix}`)
      })
    },
  )

  test('a hostile client name runs no script and keeps the layout', async () => {
    const names = [
      '<script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'">',
      'W'.repeat(200),
      '\u05d0\u05d1\u05d2 \u202e gnihsihp',
    ]
    for (const [index, client_name] of names.entries()) {
      const client = await registered({ client_name })
      await withPage('dark and narrow', async (page) => {
        await page.goto(addressOf(client))
        await signIn(page)
        await inspect(page, `hostile_${index}`)
        expect(await page.title()).toBe('Allow access - Vitrine')
        expect(await page.locator('script, img').count()).toBe(0)
      })
    }
  })

  test('the Content-Security-Policy blocks an injected script', async () => {
    const context = await chromium.newContext()
    const page = await context.newPage()
    await page.goto(`${api.url}/oauth/sign-in`)
    const isStopped = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.owned = true'
      document.body.append(script)
      return !('owned' in window)
    })
    expect(isStopped).toBe(true)
    await context.close()
  })

  test('no other page can frame them', async () => {
    const context = await chromium.newContext()
    const page = await context.newPage()
    await page.goto(callback.url)
    await page.setContent(`<iframe src="${api.url}/oauth/sign-in"></iframe>`)
    await page.waitForTimeout(500)
    const text = await page
      .frames()[1]
      ?.evaluate(() => document.body?.textContent ?? '')
      .catch(() => '')
    expect(text).not.toContain('Sign in')
    await context.close()
  })

  test('the keyboard is sufficient, and Enter in the list does not allow access', async () => {
    const client = await registered()
    await withPage('light and wide', async (page) => {
      await page.goto(addressOf(client))
      await page.locator('[name=email]:focus').waitFor()
      await page.keyboard.type(person.email)
      await page.keyboard.press('Tab')
      await page.locator('[name=password]:focus').waitFor()
      await page.keyboard.type(person.password)
      await page.keyboard.press('Enter')
      await page.waitForURL(/consent/)
      await page.keyboard.press('Tab')
      await page.locator('[name=scope]:focus').waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/decision/)
      expect(await page.getByRole('checkbox', { name: 'Lumen Home' }).isChecked()).toBe(true)
      const before = callback.asked.length
      await page.getByRole('button', { name: 'Deny' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(`${callback.url}?**`)
      expect(callback.asked.slice(before)[0]?.searchParams.get('error')).toBe('access_denied')
    })
  })
})
