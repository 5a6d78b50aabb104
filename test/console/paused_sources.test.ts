import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, hostileName, textOf } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, ScriptedPlatform, scriptedOptions, sync, workerPool } from '../support/sources.ts'
import type { Database } from '../../shared/db/pool.ts'

let scene: ConsoleScene
let worker: Database

beforeAll(async () => {
  scene = await ConsoleScene.start()
  worker = workerPool(scene.database, '2026-11-18T12:00:00Z')
})
afterAll(async () => {
  await worker.end()
  await scene.stop()
})

/** A brand with an account that was read on 18 November at noon. The clock of the console is on 20 November. */
async function open({ reads = true } = {}) {
  const { brandId } = await createTenant(scene.database.sql)
  const { browser } = await scene.member(brandId, 'admin')
  const source = await connectAccount(worker, brandId)
  const scripted = new ScriptedPlatform()
  scripted.rows = ['2026-11-10', '2026-11-18'].map((day) => ({ ad: '1', day, spend: '5.00', clicks: '2' }))
  if (reads) await sync(worker, source, scriptedOptions(scripted))
  const set = async (status: string) =>
    await scene.database.sql`update sources.sources set status = ${status} where source_id = ${source.source_id}`
  return { brandId, browser, root: `/console/brands/${brandId}`, source, set }
}

describe('a paused source', () => {
  test.each(['', '/performance', '/creatives', '/attribution'])(
    'is named with the first day that is missing on the page "%s"',
    async (path) => {
      const { browser, root, set } = await open()
      expect(textOf(await browser.open(root + path))).not.toContain('is paused')
      await set('paused')
      const text = textOf(await browser.open(root + path))
      // The day on which it was read had not ended.
      expect(text).toMatch(/Account [\w-]+ \(Meta\) is paused\. Its days from 18 Nov 2026 on are missing\./)
    },
  )

  test('is not named for days that were read before', async () => {
    const { browser, root, set } = await open()
    await set('paused')
    expect(textOf(await browser.open(`${root}?date_from=2026-11-01&date_to=2026-11-17`))).not.toContain('is paused')
    expect(textOf(await browser.open(`${root}?date_from=2026-11-01&date_to=2026-11-18`))).toContain('is paused')
  })

  test('is named without markup of its name, and not in other brands or under another platform', async () => {
    const { browser, root, set, source } = await open()
    await scene.database.sql`update sources.sources set name = ${hostileName} where source_id = ${source.source_id}`
    await set('paused')
    const page = await browser.open(root)
    expect([page.html.includes(hostileName), textOf(page).includes('is paused')]).toEqual([false, true])
    const other = await open()
    expect(textOf(await other.browser.open(other.root))).not.toContain('is paused')
  })

  test('says both what was not read before and what is missing since', async () => {
    const { browser, root, set, source } = await open()
    await scene.database.sql`
      update sources.windows set read_at = null, state = 'due'
      where source_id = ${source.source_id} and purpose = 'backfill' and last_on > '2026-07-01'`
    await set('paused')
    const text = textOf(await browser.open(`${root}?date_from=2026-07-20&date_to=2026-11-19`))
    expect(text).toMatch(/is paused, and \d+% of its past is read\. Its days from 18 Nov 2026 on are missing\./)
  })
})

describe('creatives of accounts that are being read', () => {
  test('are announced in place of the advice to connect an account', async () => {
    const { browser, root } = await open({ reads: false })
    const page = await browser.open(`${root}/creatives`)
    expect(textOf(page)).toMatch(
      /is still being read \(0% is done\)\. Its creatives appear here when its ads are read\./,
    )
    expect(page.html).not.toContain('Connect an account</a>')
  })

  test('are announced in place of an empty wall', async () => {
    const { browser, root, source } = await open()
    await scene.database.sql`
      update sources.windows set read_at = null, state = 'due' where source_id = ${source.source_id} and purpose = 'recent'`
    const page = await browser.open(`${root}/creatives?date_from=2026-10-01&date_to=2026-10-05`)
    expect(textOf(page)).toContain('No creative of these days has been read yet.')
  })
})
