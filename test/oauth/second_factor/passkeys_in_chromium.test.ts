import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { startApi } from '../../support/api.ts'
import type { Api } from '../../support/api.ts'
import { chromiumPath, launchChromium } from '../../support/chromium.ts'
import { createDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'
import { createPerson } from '../../support/oauth.ts'
import type { Person } from '../../support/oauth.ts'

let database: TestDatabase
let api: Api
let chromium: Browser
let site: string

beforeAll(async () => {
  if (!chromiumPath) return
  database = await createDatabase({ isSimulated: false })
  api = await startApi(database, { isReachable: true, host: 'localhost' })
  site = api.url.replace('127.0.0.1', 'localhost')
  chromium = await launchChromium()
})
afterAll(async () => {
  if (!chromiumPath) return
  await chromium.close()
  await api.stop()
  await database.stop()
})

/** Opens a page with an authenticator of Chromium (Web Authentication, level 3, section 11), and collects its complaints. */
async function openPage(isUserVerified: boolean) {
  const context = await chromium.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => new URL(request.url()).origin === site || complaints.push(request.url()))
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
  return { page, complaints, close: () => context.close() }
}

async function enterPassword(page: Page, person: Person): Promise<void> {
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe.skipIf(!chromiumPath)('passkeys in Chromium', { timeout: 60_000 }, () => {
  test('are added, sign in without a password, and pass the second factor', async () => {
    const person = await createPerson(database.sql)
    const { page, complaints, close } = await openPage(true)
    await page.goto(`${site}/oauth/security`)
    await enterPassword(page, person)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name of the passkey').fill('Test device')
    await page.getByRole('button', { name: 'Create the passkey' }).click()
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
    await page.getByRole('link', { name: 'I have copied the codes' }).click()
    await page.getByRole('heading', { name: 'Test device' }).waitFor()

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Create the passkey' }).click()
    await page.getByText('already has a passkey').waitFor()
    await page.goto(`${site}/oauth/security`)

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL(`${site}/console`)
    expect(await page.getByText(person.email).count()).toBeGreaterThan(0)

    await page.getByRole('button', { name: 'Signed in: Account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto(`${site}/oauth/sign-in?to=/oauth/security`)
    await enterPassword(page, person)
    await page.waitForURL(/second-factor/)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL(`${site}/oauth/security`)
    expect(complaints).toEqual([])
    await close()
  })

  test('are not created by an authenticator that does not verify the person', async () => {
    const person = await createPerson(database.sql)
    const { page, close } = await openPage(false)
    await page.goto(`${site}/oauth/security`)
    await enterPassword(page, person)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Create the passkey' }).click()
    await page.getByText('Try again').waitFor()
    await page.goto(`${site}/oauth/security`)
    expect(await page.getByText('A password alone protects this account').count()).toBe(1)
    await close()
  })
})
