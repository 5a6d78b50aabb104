import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser as Chromium, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProcess } from '../../cli/installation/process.ts'
import type { RunningProcess } from '../../cli/installation/process.ts'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
let chromium: Chromium
let worker: RunningProcess
const folder = mkdtempSync(join(tmpdir(), 'vitrine-upload-'))

beforeAll(async () => {
  if (!chromiumPath) return
  scene = await ConsoleScene.start({ isReachable: true, uploadBytesMax: 100_000_000 })
  worker = startProcess('functions/worker/process.ts', { DATABASE_URL: scene.database.workerUrl })
  chromium = await launchChromium()
}, 120_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  if (!chromiumPath) return
  await chromium.close()
  await worker.stop()
  await scene.stop()
})

/** Opens the imports of a new brand as its admin, without script. */
async function openImports(): Promise<{ page: Page; brandId: string }> {
  const { brandId } = await createTenant(scene.database.sql, { currency: 'EUR' })
  const person = await scene.person({ [brandId]: 'admin' })
  const context = await chromium.newContext({ javaScriptEnabled: false, baseURL: scene.api.url })
  const page = await context.newPage()
  await page.goto(`/console/brands/${brandId}/imports`)
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/imports/)
  return { page, brandId }
}

describe.skipIf(!chromiumPath)('in Chromium without script', { timeout: 120_000 }, () => {
  test('a file is uploaded, mapped, imported by the worker on Deno, and shown with its rejected rows', async () => {
    const { page, brandId } = await openImports()
    const path = join(folder, 'linkedin.csv')
    const rows = Array.from(
      { length: 20_000 },
      (_, index) => `2026-11-${String((index % 18) + 1).padStart(2, '0')};C${index};1.234,50;9`,
    )
    writeFileSync(path, `Tag;Kampagne;Kosten;Klicks\n${rows.join('\n')}\n2026-13-01;C;1,00;1\n`)
    await page.getByLabel('File').setInputFiles(path)
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('link', { name: /^Ad report/ }).click()
    await page.getByLabel('Platform of the file').fill('linkedin')
    await page.getByRole('button', { name: 'Import this file' }).click()
    await page.getByText(/The import begins|of the file is read/).waitFor()
    await page.getByText('20,000 of 20,001 rows are imported, 1 rejected.').waitFor({ timeout: 90_000 })
    await page.getByText('2026-13-01').waitFor()
    const [facts] = await scene.database
      .sql`select count(*)::integer as rows, sum(spend_micros)::text as spend from analytics.facts_daily where brand_id = ${brandId}`
    expect(facts).toEqual({ rows: 20_000, spend: '24690000000000' })
    await page.getByRole('link', { name: 'See the overview' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
  })

  test('a file of 300 MB is refused with a sentence', async () => {
    const { page, brandId } = await openImports()
    const path = join(folder, 'large.csv')
    writeFileSync(path, 'date,platform,spend\n')
    truncateSync(path, 300_000_000)
    await page.getByLabel('File').setInputFiles(path)
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('alert').getByText('The file is larger than 100 MB.').waitFor()
    expect(await scene.database.sql`select from analytics.uploads where brand_id = ${brandId}`).toHaveLength(0)
  })
})
