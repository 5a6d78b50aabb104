import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLostConnection } from '../../shared/db/lost_connections.ts'
import { createPool } from '../../shared/db/pool.ts'
import { query } from '../../shared/db/query.ts'
import { ConsoleScene } from '../support/console.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

describe('a query after one that failed between its rows', () => {
  test('returns its own rows, from the first place on', async () => {
    const pool = createPool({ url: scene.database.sessionUrl, connectionsMax: 1 })
    const send = async (divisor: number) =>
      await query(
        pool,
        'caller',
        () => pool`select 6 / (${divisor}::integer - number) as answer from generate_series(1, 3) as number`,
      )
    await expect(send(3)).rejects.toThrow('division by zero')
    const rows = await send(4)
    expect([rows.length, [...rows]]).toEqual([3, [{ answer: 2 }, { answer: 3 }, { answer: 6 }]])
    await pool.end()
  })

  test('of the types of a new connection, which was canceled, ends no process', () => {
    expect([isLostConnection({ code: '57014' }), isLostConnection({ code: '42883' })]).toEqual([true, false])
  })
})

describe('GET /console', () => {
  test('returns 503 if console.call returns no answer', async () => {
    const { sql } = scene.database
    const { browser } = await scene.signedIn(await scene.person())
    expect((await browser.open('/console')).status).toBe(200)
    await sql`
      create or replace function console.call(
        session_hash bytea, client_ip text, brand_id text, access text, requests jsonb, form_id text default null
      ) returns jsonb language sql volatile security definer set search_path = pg_catalog, pg_temp as 'select null::jsonb'`
    const { status, headers, html } = await browser.open('/console')
    expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
    expect(html).toContain('The service is temporarily unavailable.')
  })
})
