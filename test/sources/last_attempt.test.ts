import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { source as listed } from '../../shared/operations/sources/sources.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import type { SourceReason } from '../../shared/sources/source_error.ts'
import type { Database } from '../../shared/db/pool.ts'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import { ConsoleScene, ownForm, textOf } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, ScriptedPlatform, scriptedOptions, sync, workerPool } from '../support/sources.ts'

type Shown = z.output<typeof listed>

let scene: ConsoleScene
let worker: Database

beforeAll(async () => {
  scene = await ConsoleScene.start()
  worker = workerPool(scene.database, '2026-11-20T12:00:00Z')
})
afterAll(async () => {
  await worker.end()
  await scene.stop()
})

async function open() {
  const { brandId, key } = await createTenant(scene.database.sql)
  const { browser } = await scene.member(brandId, 'admin')
  const source = await connectAccount(worker, brandId, { account: 'acc' })
  const scripted = new ScriptedPlatform()
  scripted.rows = [{ ad: '1', day: '2026-11-10', spend: '5.00' }]
  const shown = async () => {
    const { body } = await scene.api.http.get('/v1/sources').set('authorization', `Bearer ${key}`)
    return body.data[0] as Shown
  }
  const fail = (reason: SourceReason | null, remedy: SourceError['remedy'] = 'retry', more = {}) => {
    scripted.onRead = () => {
      if (reason !== null) throw new SourceError(reason, remedy, more)
    }
  }
  return { brandId, key, browser, source, scripted, shown, fail, root: `/console/brands/${brandId}/sources` }
}

/** One pass, in which the waits before further attempts are long. */
const passOnce = async (source: { brand_id: string; source_id: string }, scripted: ScriptedPlatform) =>
  await syncSource(worker, source, scriptedOptions(scripted, { waitScale: 1 }))

describe('the last failed attempt of a source', () => {
  test('is shown before a person must act, with its reason and the next attempt, and not after a read', async () => {
    const { browser, root, source, scripted, shown, fail } = await open()
    expect((await shown()).last_attempt).toBeNull()
    expect(textOf(await browser.open(root))).not.toContain('The last attempt failed')
    fail('platform_is_unavailable')
    await passOnce(source, scripted)
    const held = await shown()
    expect(held).toMatchObject({
      status: 'syncing',
      attention: null,
      last_attempt: { failure: 'The platform does not respond.' },
    })
    const { at, next_at } = held.last_attempt as { at: string; next_at: string }
    expect(Date.parse(next_at)).toBeGreaterThan(Date.parse(at))
    expect(textOf(await browser.open(root))).toMatch(
      /The last attempt failed: \d+ \w+ 20\d\d, \d\d:\d\d:\d\d \w+\. The platform does not respond\. The next attempt follows after \d+ \w+ 20\d\d, \d\d:\d\d:\d\d \w+\./,
    )
    fail(null)
    await browser.post(`${root}/${source.source_id}`, [...ownForm(await browser.open(root)), ['action', 'sync']])
    await sync(worker, source, scriptedOptions(scripted))
    expect(await shown()).toMatchObject({ status: 'connected', last_attempt: null })
    expect(textOf(await browser.open(root))).not.toContain('The last attempt failed')
  })

  test('names the wait that a platform asked for as the next attempt', async () => {
    const { source, scripted, shown, fail } = await open()
    fail('limit_is_reached', 'retry', { retryAfterSeconds: 7200 })
    await passOnce(source, scripted)
    const { at, next_at, failure } = (await shown()).last_attempt as Record<string, string>
    expect(failure).toBe('The platform limits the number of requests.')
    expect(Date.parse(next_at!) - Date.parse(at!)).toBeGreaterThanOrEqual(7_190_000)
  })

  test('says that no attempt follows if a person must act', async () => {
    const { browser, root, source, scripted, shown, fail } = await open()
    fail('account_is_unavailable', 'stop')
    await passOnce(source, scripted)
    expect(await shown()).toMatchObject({ status: 'needs_attention', last_attempt: { next_at: null } })
    expect(textOf(await browser.open(root))).toContain('Vitrine does not try again by itself.')
  })

  test('is not shown of a paused source, and not to another brand', async () => {
    const { browser, root, source, scripted, shown, fail } = await open()
    fail('platform_is_unavailable')
    await passOnce(source, scripted)
    await browser.post(`${root}/${source.source_id}`, [...ownForm(await browser.open(root)), ['action', 'pause']])
    expect(await shown()).toMatchObject({ status: 'paused', last_attempt: null })
    const other = await open()
    expect((await other.shown()).last_attempt).toBeNull()
  })
})

describe('the progress of a source', () => {
  const progressOf = async (shown: () => Promise<Shown>) => (await shown()).progress ?? 1

  /** Reads so many windows, and fails the others. */
  async function readSome(opened: Awaited<ReturnType<typeof open>>, windows: number) {
    let left = windows
    opened.scripted.onRead = () => {
      if (left-- <= 0) throw new SourceError('platform_is_unavailable', 'retry')
    }
    await passOnce(opened.source, opened.scripted)
  }

  test('does not fall after the access is renewed, or after the source is disconnected and connected again', async () => {
    const opened = await open()
    const { brandId, browser, root, source, scripted, shown } = opened
    await readSome(opened, 2)
    const before = await progressOf(shown)
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(1)
    const again = async () =>
      await worker`
        select core.enter_brand(${brandId}), sources.add_sources(${brandId}, ${source.connectionId}, ${['acc']}) as added`
    await again()
    expect(await progressOf(shown)).toBeGreaterThanOrEqual(before)
    await readSome(opened, 0)
    const renewed = await progressOf(shown)
    expect(renewed).toBeGreaterThanOrEqual(before)
    // The connection of a disconnected source would end, so that it is kept in use by another account.
    await scene.database.sql`
      update sources.sources set status = 'disconnected', disconnected_at = now() where source_id = ${source.source_id}`
    await again()
    expect((await shown()).status).toBe('syncing')
    expect(await progressOf(shown)).toBeGreaterThanOrEqual(renewed)
    await readSome(opened, 0)
    expect(await progressOf(shown)).toBeGreaterThanOrEqual(renewed)
    scripted.onRead = () => undefined
    await browser.post(`${root}/${source.source_id}`, [...ownForm(await browser.open(root)), ['action', 'sync']])
    await sync(worker, source, scriptedOptions(scripted))
    expect(await shown()).toMatchObject({ status: 'connected', progress: null })
  })

  test('names the first day that is read, which says why it falls if earlier days are added', async () => {
    const opened = await open()
    await readSome(opened, 1)
    expect((await opened.shown()).planned_from).toBe('2026-07-23')
    expect(textOf(await opened.browser.open(opened.root))).toMatch(/\d+% of the past is read, back to 23 Jul 2026/)
  })
})
