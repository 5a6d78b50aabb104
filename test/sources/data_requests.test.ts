import { afterAll, beforeAll, expect, test } from 'vitest'
import { examineSources } from '../../cli/doctor/sources.ts'
import { createTenant } from '../support/factories.ts'
import { ended, SourceProgram } from '../support/source_program.ts'

let program: SourceProgram
let brandId: string

beforeAll(async () => {
  program = await SourceProgram.open('2026-11-20T12:00:00Z')
  brandId = (await createTenant(program.database.sql)).brandId
  await program.database.sql`
    insert into sources.data_requests (brand_id, request_id, shop, customer_id, order_ids, requested_at)
    values (${brandId}, '9999', 'acme.myshopify.com', '207119551', '{1,2}', '2026-11-18T09:00:00Z')`
})
afterAll(() => program.stop())

async function run(...args: string[]) {
  const { code, stdout, stderr } = await ended(program.start(['requests', ...args]))
  return { code, stderr, rows: code === 0 ? (JSON.parse(stdout) as unknown) : null }
}

test(
  'a request is listed and reported until it is answered, and has no ids afterwards',
  { timeout: 60_000 },
  async () => {
    const { sql } = program.database
    const request = {
      brand_id: brandId,
      request_id: '9999',
      shop: 'acme.myshopify.com',
      customer_id: '207119551',
      order_ids: ['1', '2'],
      requested_at: '2026-11-18T09:00:00Z',
      due_on: '2026-12-18',
    }
    expect(await run()).toMatchObject({ code: 0, rows: [request] })
    expect((await examineSources(sql, undefined)).map(({ finding }) => finding)).toContain(
      'Open requests of customers for their data: 1. Answer the first by 2026-12-18: vitrine sources requests.',
    )
    expect(await run('--answered', '1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no open request 1.'),
    })
    expect(await run('--answered', '9999')).toMatchObject({ code: 0, rows: [] })
    expect(await sql`select customer_id, order_ids from sources.data_requests`).toEqual([
      { customer_id: null, order_ids: [] },
    ])
    expect((await examineSources(sql, undefined)).map(({ finding }) => finding)).toEqual([
      'No connected account needs attention.',
    ])
  },
)
