import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

const campaigns = 502
const keyOf = (index: number) => `google/a/${'9'.repeat(120)}${1000 + index}`

let scene: ConsoleScene
let brandId: string
let admin: Member
let home: string
let months = 0
let month: string

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brandId = (await createTenant(scene.database.sql)).brandId
  admin = await scene.member(brandId, 'admin')
  home = `/console/brands/${brandId}/settings/targets`
  const rows = Array.from({ length: campaigns }, (_, index) => ({
    date: '2026-11-18',
    platform: 'google',
    account_id: 'a',
    campaign_id: keyOf(index).replace('google/a/', ''),
    campaign_name: `Campaign ${index}`,
    spend: 5,
  }))
  await ingest(scene.database, brandId, rows)
}, 60_000)
afterAll(() => scene.stop())
// Each test has two months of its own, in which all campaigns are listed.
beforeEach(() => {
  months += 2
  month = new Date(Date.UTC(2027, months, 1)).toISOString().slice(0, 7)
})

/** Stores a budget of the first campaigns in a month. */
async function hold(count: number, at = month) {
  await scene.database.sql`
    insert into analytics.targets (brand_id, month, campaign_entity_id, budget_micros)
    select brand_id, ${`${at}-01`}, entity_id, 5000000
    from analytics.entities
    where brand_id = ${brandId} and level = 'campaign'
    order by external_id
    limit ${count}`
}

async function save(changes: string) {
  const page = await admin.browser.open(home)
  return await admin.browser.post(`${home}/campaigns`, [...ownForm(page), ['month', month], ['changes', changes]])
}

async function upload(csv: string) {
  const body = new FormData()
  for (const [name, value] of [...ownForm(await admin.browser.open(home)), ['month', month]] as const)
    body.append(name, value)
  body.append('file', new Blob([csv], { type: 'text/csv' }), 'targets.csv')
  return await admin.browser.open(`${home}/file?month=${month}`, { method: 'POST', body })
}

const fileOf = (count: number) =>
  `campaign,budget\n${Array.from({ length: count }, (_, index) => `${keyOf(index)},7\n`).join('')}`
const tooMany = 'A month has targets of at most 500 campaigns. Remove targets of other campaigns first.'

describe('the limit of 500 campaigns in a month', () => {
  test('counts neither the brand nor removed targets', async () => {
    await hold(499)
    await scene.database.sql`
      insert into analytics.targets (brand_id, month, campaign_entity_id, budget_micros)
      select brand_id, ${`${month}-01`}::date, null, 5000000 from core.brands where brand_id = ${brandId}
      union all
      select brand_id, ${`${month}-01`}::date, entity_id, null from analytics.entities
      where brand_id = ${brandId} and level = 'campaign' and external_id = ${keyOf(501).slice(9)}`
    expect((await save(`${keyOf(499)} 0 - - 7`)).html).toContain('The targets of the campaigns are saved.')
    const full = await save(`${keyOf(500)} 0 - - 7`)
    expect([full.status, full.html.includes(tooMany)]).toEqual([400, true])
    expect((await save(`${keyOf(0)} 1 - - -\n${keyOf(500)} 0 - - 7`)).status).toBe(200)
  })

  test('does not refuse a change of a month that has more', async () => {
    await hold(502)
    expect((await save(`${keyOf(0)} 1 - - 8`)).html).toContain('The targets of the campaigns are saved.')
    expect((await save(`${keyOf(1)} 1 - - -`)).html).toContain('The targets of the campaigns are saved.')
  })

  test('holds for two persons who save at the same time', async () => {
    await hold(499)
    let sent: ReturnType<typeof save> | undefined
    await scene.database.sql.begin(async (transaction) => {
      const targets = [{ campaign: keyOf(499), version: 0, budget: 7 }]
      await transaction`select console.set_targets(${brandId}, ${month}, ${transaction.json(targets)})`
      sent = save(`${keyOf(500)} 0 - - 7`)
      await vi.waitFor(async () => {
        const [waiting] = await scene.database.sql`
          select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect(waiting?.count).toBe(1)
      })
    })
    const late = await sent
    expect([late?.status, late?.html.includes(tooMany)]).toEqual([400, true])
  })
})

describe('a preview that cannot be saved', () => {
  test('is refused if more than 500 campaigns would change', async () => {
    const { status, html } = await upload(fileOf(501))
    expect([status, html.includes('501 campaigns would change, and at most 500 can be saved at once.')]).toEqual([
      400,
      true,
    ])
    await hold(501, new Date(Date.parse(`${month}-01`) - 86_400_000).toISOString().slice(0, 7))
    const copy = await admin.browser.open(`${home}/copy?month=${month}`)
    expect([copy.status, copy.html.includes('501 campaigns would change')]).toEqual([400, true])
  })

  test('is refused if its form would be larger than a request, and saved in parts', async () => {
    const { status, html } = await upload(fileOf(500))
    expect([status, html.includes('The changes of 500 campaigns are too large to be saved at once')]).toEqual([
      400,
      true,
    ])
    const part = await upload(fileOf(300))
    const changes = /name="changes" value="([^"]*)"/.exec(part.html)?.[1] ?? ''
    expect((await save(changes)).status).toBe(200)
  })

  test('is refused if the month would have targets of more than 500 campaigns', async () => {
    await hold(500)
    const { status, html } = await upload(`campaign,budget\n${keyOf(500)},7\n`)
    expect([status, html.includes('The month would have targets of 501 campaigns')]).toEqual([400, true])
  })
})

test('returns faults in the order of the rows', async () => {
  const targets = Array.from({ length: 11 }, (_, index) => ({ campaign: `google/a/none${index}`, version: 0 }))
  const [row] = await scene.database.sql`
    select console.targets_faults(${brandId}, console.given_targets(${brandId}, ${scene.database.sql.json(targets)}))::jsonb[] as faults`
  const faults = row?.faults as { field: string }[]
  expect(faults.map(({ field }) => field)).toEqual(targets.map((_, index) => `targets[${index}].campaign`))
})
