import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser as Chromium, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { startProcess } from '../../cli/installation/process.ts'
import type { RunningProcess } from '../../cli/installation/process.ts'
import { formatDay } from '../../shared/pages/day.ts'
import { registeredSources, tokenKey } from '../support/api.ts'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { ConsoleScene } from '../support/console.ts'
import { addDays, daysBetween } from '../support/platforms/days.ts'
import { startMeta } from '../support/platforms/meta/meta.ts'
import type { Meta } from '../support/platforms/meta/meta.ts'
import { startSmtpSink } from '../support/smtp_sink.ts'
import type { SmtpSink } from '../support/smtp_sink.ts'

// The hour is on the Friday of this week, for data. The digest is due on the Monday after it, by the clock of the worker.
const friday = addDays(new Date().toISOString().slice(0, 10), 5 - (new Date().getUTCDay() || 7))
const now = `${friday}T12:00:00Z`
const yesterday = addDays(friday, -1)
const monday = addDays(friday, 3)
const folder = mkdtempSync(join(tmpdir(), 'vitrine-first-hour-'))

let sink: SmtpSink
let meta: Meta
let accountId: string
let scene: ConsoleScene
let startWorker: (time: string, clock?: string) => RunningProcess
let worker: RunningProcess
let chromium: Chromium

beforeAll(async () => {
  if (!chromiumPath) return
  const port = await freePort()
  const publicBaseUrl = `http://127.0.0.1:${port}`
  sink = await startSmtpSink()
  meta = await startMeta({ redirectUri: `${publicBaseUrl}/console/sources/callback` })
  meta.clock.set(now)
  const account = { currency: 'EUR', timezone: 'Europe/Berlin', name: 'Nordlicht on Meta' }
  accountId = meta.seed({ seed: 5, from: addDays(yesterday, -40), to: yesterday, account }).id
  const registration = { META_CLIENT_ID: meta.app.id, META_CLIENT_SECRET: meta.app.secret, ...meta.environment }
  scene = await ConsoleScene.start({
    port,
    dataNow: now,
    isClockFixed: false,
    sources: registeredSources(registration),
    oauth: { signUp: 'open', mails: 'sent' },
  })
  startWorker = (time, clock) =>
    startProcess('functions/worker/process.ts', {
      DATABASE_URL: `${scene.database.workerUrl}${clock ? `?vitrine.clock=${clock}` : ''}`,
      PUBLIC_BASE_URL: publicBaseUrl,
      SMTP_URL: sink.url,
      MAIL_FROM: 'Vitrine <vitrine@mail.example>',
      SOURCE_TOKEN_KEY: tokenKey,
      SOURCE_WAIT_SCALE: '0.002',
      VITRINE_NOW: time,
      LOG_LEVEL: 'error',
      ...registration,
    })
  worker = startWorker(now)
  chromium = await launchChromium()
}, 120_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  if (!chromiumPath) return
  await chromium.close()
  await worker.stop()
  await scene.stop()
  await meta.stop()
  sink.stop()
})

/** Ends the worker, and starts one whose clocks show this time. */
async function runWorkerAt(time: string): Promise<void> {
  await worker.stop()
  worker = startWorker(time, time)
}

async function waitingDigests(): Promise<number> {
  const rows = await scene.database.sql`select from oauth.notifications where kind = 'digest'`
  return rows.length
}

async function newPage(): Promise<Page> {
  const context = await chromium.newContext({ javaScriptEnabled: false, baseURL: scene.api.url })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  return page
}

/** Waits for a mail to an address that has this text. */
async function mailTo(address: string, text: RegExp): Promise<string> {
  const find = () => sink.messages.find((message) => message.includes(`To: ${address}`) && text.test(message))
  await expect.poll(find, { timeout: 90_000 }).toBeDefined()
  return find() as string
}

/** Waits for the mail to an address, and returns its link. */
async function linkOfMailTo(address: string, path: string): Promise<string> {
  const link = new RegExp(`https?://\\S+${path}\\S+`)
  return link.exec(await mailTo(address, link))?.[0] as string
}

async function signUp(page: Page, address: string, name: string): Promise<void> {
  await page.goto('/oauth/sign-in')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('E-mail address').fill(address)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await finishAccount(page, await linkOfMailTo(address, '/oauth/sign-up/link'), name)
}

async function finishAccount(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password').fill('a long new password')
  await page.getByRole('button', { name: 'Create the account' }).click()
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** Loads the page again until it has a text. A person without script does the same. */
async function reloadUntil(page: Page, text: RegExp): Promise<void> {
  const read = async () => {
    await page.reload()
    return await page.locator('main').innerText()
  }
  await expect.poll(read, { timeout: 90_000, interval: 500 }).toMatch(text)
}

/** Chooses a link of a menu by the name of the menu. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  const menu = page.locator('.menu', { has: page.locator('button', { hasText: `${name}:` }) })
  await menu.locator('button').first().click()
  await menu.getByRole('link', { name: text, exact: true }).click()
  await menu.locator('button', { hasText: text }).waitFor()
}

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const totals = (page: Page) => rowOf(page, 'Total')

describe.skipIf(!chromiumPath)('the first hour of a new customer, without script', { timeout: 240_000 }, () => {
  test('leads from the sign-up to a chart for a colleague, a saved proposal, and the digest of Monday', async () => {
    const page = await newPage()
    await signUp(page, 'ada@nordlicht.example', 'Ada')

    await page.getByLabel('Name (required)').fill('Nordlicht')
    await page.getByLabel('Currency').selectOption('EUR')
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await page.getByRole('button', { name: 'Create the brand' }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()

    await page.getByRole('link', { name: 'Choose a file' }).click()
    const days = daysBetween(addDays(yesterday, -59), yesterday)
    const rows = days.flatMap((date) => [`${date};Brand;1.000,50;40;9;4.100,25`, `${date};Generic;500,25;10;2;900,00`])
    const path = join(folder, 'linkedin.csv')
    writeFileSync(path, `Tag;Kampagne;Kosten;Klicks;Conversions;Umsatz\n${rows.join('\n')}\n`)
    await page.getByLabel('File').setInputFiles(path)
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('link', { name: /^Ad report/ }).click()
    await page.getByLabel('Platform of the file').fill('linkedin')
    await page.getByRole('button', { name: 'Import this file' }).click()
    await page.getByText('The file is imported.').waitFor({ timeout: 90_000 })

    await goTo(page, 'Sources')
    await page.getByRole('button', { name: 'Connect Meta Ads' }).click()
    await page.waitForURL((url) => url.origin !== scene.api.url)
    await page.locator('button, input[type="submit"]').first().click()
    await page.getByRole('heading', { name: 'Choose accounts of Meta Ads' }).waitFor()
    await page.getByRole('button', { name: 'Connect accounts' }).click()
    await page.getByText(`account ${accountId},`).waitFor()
    await reloadUntil(page, new RegExp(`Data through\\s+${formatDay(friday)}`))

    await goTo(page, 'People')
    await page.getByLabel('E-mail address').fill('ben@nordlicht.example')
    await page.getByLabel('Role').last().selectOption('viewer')
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText('ben@nordlicht.example').first().waitFor()

    await goTo(page, 'Settings')
    await page.getByRole('link', { name: 'Targets and budgets' }).click()
    await page.getByLabel('Target ROAS').first().fill('4')
    await page.getByRole('button', { name: 'Save the targets of the brand' }).click()
    await page.getByText('The targets of the brand are saved.').waitFor()

    await goTo(page, 'Performance')
    await page.getByRole('navigation', { name: 'Level' }).getByRole('link', { name: 'Campaigns' }).click()
    await choose(page, 'Period', 'Last 28 days')
    await choose(page, 'Compare with', 'Same weekdays last year')
    await choose(page, 'Platform', 'Meta')
    const { spend } = meta.ledger.total(accountId, addDays(yesterday, -27), yesterday)
    await totals(page)
      .getByText(money.format(Number(spend) / 1e6))
      .waitFor()
    await choose(page, 'Platform', 'LinkedIn')
    const saved = page.url()

    const colleague = await newPage()
    await finishAccount(colleague, await linkOfMailTo('ben@nordlicht.example', '/oauth/sign-up/link'), 'Ben')
    await colleague.getByRole('button', { name: 'Accept' }).click()
    await colleague.getByRole('heading', { name: 'Overview' }).waitFor()
    await colleague.goto(saved)
    await colleague.getByText('Same weekdays last year').first().waitFor()
    await rowOf(colleague, 'Generic')
      .getByText(money.format(28 * 500.25))
      .waitFor()
    await rowOf(colleague, 'Brand')
      .getByText(money.format(28 * 1000.5))
      .waitFor()
    await rowOf(colleague, 'Brand').locator('svg').waitFor()
    await totals(colleague)
      .getByText(money.format(28 * 1500.75))
      .waitFor()

    await goTo(page, 'Plan')
    await rowOf(page, 'Generic').getByRole('textbox').fill('+10 %')
    await page.getByRole('button', { name: 'Compute' }).click()
    await rowOf(page, 'Generic')
      .getByText(money.format(1.1 * 500.25))
      .waitFor()
    await page.getByText('Save as one proposal').click()
    await page.getByLabel('Reason').fill('Generic terms earn more in December.')
    await page.getByRole('button', { name: 'Save one proposal' }).click()
    await page.getByRole('heading', { name: 'Proposals', level: 1 }).waitFor()
    await page.getByText('Generic terms earn more in December.').first().waitFor()

    await goTo(page, 'Settings')
    await page.getByRole('link', { name: 'Notifications' }).click()
    await page.getByLabel('Weekly digest').check()
    await page.getByRole('button', { name: 'Save the choice' }).click()
    await page.getByText(/saved/).first().waitFor()
    meta.clock.set(`${monday}T08:30:00Z`)
    await runWorkerAt(`${monday}T08:30:00Z`)
    // A mail is sent a minute after its first event.
    await expect.poll(waitingDigests, { timeout: 60_000 }).toBe(1)
    await runWorkerAt(`${monday}T08:32:00Z`)
    const digest = await mailTo('ada@nordlicht.example', /Week:/)
    const week = Number(meta.ledger.total(accountId, addDays(friday, -4), yesterday).spend) / 1e6 + 4 * 1500.75
    expect(digest).toMatch(
      new RegExp(`Spend: \\S*${week.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} `),
    )
    expect(digest).toContain('1 proposal waits for a decision')
    expect(digest).toContain('Budget of the campaign "Generic"')
  })
})
