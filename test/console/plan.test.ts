import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, hostileName, ownForm, textOf } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

/** A brand with two campaigns of Google, each with a budget of 120 and a spend from 100 to 113 a day, and a member. */
async function brand(role: 'viewer' | 'analyst' | 'admin' = 'analyst') {
  const { brandId, root, key } = await scene.brand()
  const { browser } = await scene.member(brandId, role)
  return { brandId, key, browser, page: `${root}/plan` }
}

function query(changes: Record<string, string>): string {
  return `?${new URLSearchParams({ horizon_days: '30', ...changes })}`
}

async function proposalsOf(brandId: string) {
  return await scene.database.sql<
    {
      proposal_id: string
      target: { id: string }
      change: { to: number }
      rationale: string
      evidence: string[]
      person_id: string
    }[]
  >`
    select proposal_id, target, change, rationale, evidence, person_id from connector.proposals
    where brand_id = ${brandId} order by target ->> 'id'`
}

const change: [string, string] = ['spend/google', '+10 %']

describe('POST /console/brands/{brand_id}/plan/proposals', () => {
  test('refuses a viewer with 403, and offers no form', async () => {
    const { browser, page, brandId } = await brand('viewer')
    const shown = await browser.open(page + query({ 'spend/google': '+10 %' }))
    expect(textOf(shown)).toContain('An analyst, admin or owner of this brand can save the plan as proposals.')
    expect(shown.html).not.toContain('name="rationale"')
    const sent = await browser.post(`${page}/proposals`, [...ownForm(shown), change, ['rationale', 'Because']])
    expect([sent.status, await proposalsOf(brandId)]).toEqual([403, []])
  })

  test('returns 404 for a brand of others', async () => {
    const [{ browser, page }, other] = [await brand(), await brand()]
    const shown = await browser.open(page + query({ 'spend/google': '+10 %' }))
    const sent = await browser.post(`${other.page}/proposals`, [...ownForm(shown), change, ['rationale', 'Because']])
    expect([sent.status, await proposalsOf(other.brandId)]).toEqual([404, []])
  })

  test('saves one proposal for each changed campaign, with the figures of the plan, once for a double submit', async () => {
    const { browser, page, brandId } = await brand()
    const shown = await browser.open(page + query({ 'spend/google': '+10 %' }))
    const form = [...ownForm(shown), change, ['rationale', 'Sales of <i>winter</i>']] as [string, string][]
    const saved = await browser.post(`${page}/proposals`, form)
    expect([saved.status, saved.url.search]).toEqual([200, '?done=planned'])
    expect(textOf(saved)).toContain('on the page Plan')
    expect((await browser.post(`${page}/proposals`, form)).status).toBe(409)
    const stored = await proposalsOf(brandId)
    expect(stored.map(({ target }) => target.id)).toEqual(['1', '2'])
    expect(stored[0]).toMatchObject({ rationale: 'Sales of <i>winter</i>', change: { kind: 'budget' } })
    expect(stored[0]?.evidence.join(' ')).toMatch(/Expected revenue that platforms report: \+\$[\d,.]+, 80% interval/)
    expect(stored[0]?.person_id).not.toBeNull()
  })

  test('saves none of three proposals if one of them waits already, names that one, and saves all once it is left out', async () => {
    const { browser, page, brandId } = await brand()
    const send = async (fields: [string, string][], rationale: string) => {
      const shown = await browser.open(page + query(Object.fromEntries(fields)))
      return await browser.post(`${page}/proposals`, [...ownForm(shown), ...fields, ['rationale', rationale]])
    }
    const first: [string, string][] = [['spend/google/2', '115']]
    expect((await send(first, 'First')).status).toBe(200)
    const [waiting] = await proposalsOf(brandId)
    // Campaign 1 precedes campaign 2, whose proposal waits.
    const refused = await send([['spend/google/1', '115'], ...first], 'Both')
    expect([refused.status, textOf(refused)]).toEqual([
      400,
      expect.stringMatching(
        /Nothing is proposed, because the same change already waits for a decision: .*leave it out/,
      ),
    ])
    expect(await proposalsOf(brandId)).toEqual([waiting])
    const again = await browser.post(`${page}/proposals`, [
      ...ownForm(refused),
      ['spend/google/1', '115'],
      ['rationale', 'Another reason'],
    ])
    expect([again.status, (await proposalsOf(brandId)).map(({ rationale }) => rationale)]).toEqual([
      200,
      ['Another reason', 'First'],
    ])
  })

  test('names the campaign of a refused amount, and saves no other', async () => {
    const { browser, page, brandId } = await brand()
    const fields: [string, string][] = [
      ['spend/google/1', '115'],
      ['spend/google/2', '5000'],
    ]
    const shown = await browser.open(page + query(Object.fromEntries(fields)))
    const sent = await browser.post(`${page}/proposals`, [...ownForm(shown), ...fields, ['rationale', 'Because']])
    expect([sent.status, textOf(sent)]).toEqual([
      400,
      expect.stringMatching(/: The proposed budget is [\d.]+ per day, more than 10 times .* Nothing is saved\./),
    ])
    expect(await proposalsOf(brandId)).toEqual([])
  })

  test('saves no proposal that waits already, after Back', async () => {
    const { browser, page, brandId } = await brand()
    const send = async () => {
      const shown = await browser.open(page + query({ 'spend/google': '+10 %' }))
      const form: [string, string][] = [change, ['rationale', 'Once']]
      return await browser.post(`${page}/proposals`, [...ownForm(shown), ...form])
    }
    expect((await send()).status).toBe(200)
    const again = await send()
    expect([again.status, textOf(again)]).toEqual([400, expect.stringContaining('waits for a decision')])
    expect(await proposalsOf(brandId)).toHaveLength(2)
  })

  test('names a proposal of a changed campaign that waits in its row, and an approved one that the platform does not report', async () => {
    const { browser, page, brandId } = await brand()
    const { sql } = scene.database
    const add = async (id: string, from: number, decidedAt: string | null, platform = 'google') => {
      await sql`
        insert into connector.proposals (brand_id, target, change, rationale, idempotency_key, request_hash, created_by, status, decided_at)
        values (${brandId}, ${sql.json({ level: 'campaign', platform, id })}, ${sql.json({ kind: 'budget', from, to: 90 })}, 'Because',
          gen_random_uuid()::text, '\\x00', 'key_x', ${decidedAt ? 'approved' : 'pending_approval'}, ${decidedAt})`
    }
    await add('1', 120, null)
    const [waiting] = await proposalsOf(brandId)
    expect(textOf(await browser.open(page))).not.toContain('Open proposal')
    await add('2', 300, '2026-11-17T12:00:00Z')
    await add('2', 120, '2026-11-18T12:00:00Z', 'Google Ads')
    // More approved proposals than a page of them has.
    for (let index = 0; index < 26; index += 1) await add(`other ${index}`, 120, '2026-11-19T12:00:00Z')
    const shown = textOf(await browser.open(page + query({ 'spend/google': '+10 %' })))
    expect(shown.match(/Open proposal ?: \$120\.00 per day to \$90\.00 per day/g)).toHaveLength(1)
    const { html } = await browser.open(page + query({ 'spend/google': '+10 %' }))
    expect(html).toContain(`href="/console/proposals/${waiting?.proposal_id}">Open proposal`)
    expect(shown.match(/A proposal \(/g)).toHaveLength(1)
    expect(shown).toContain('The platform still reports the budget before it.')
    // A later decision replaces it.
    await add('2', 90, '2026-11-19T12:00:00Z')
    expect(textOf(await browser.open(page + query({ 'spend/google': '+10 %' })))).not.toContain('A proposal (')
  })

  test('refuses a plan whose campaign is gone with a sentence, and saves nothing of it', async () => {
    const { browser, page, brandId } = await brand()
    const shown = await browser.open(page + query({ 'spend/google/1': '115', 'spend/google/2': '115' }))
    await scene.database.sql`
      delete from analytics.entities where brand_id = ${brandId} and level = 'campaign' and external_id = '2'`
    const sent = await browser.post(`${page}/proposals`, [
      ...ownForm(shown),
      ['spend/google/1', '115'],
      ['spend/google/2', '115'],
      ['rationale', 'Because'],
    ])
    expect([sent.status, textOf(sent)]).toEqual([400, expect.stringContaining('Google has no campaign 2 any more.')])
    expect(await proposalsOf(brandId)).toEqual([])
  })

  test('asks for a confirmation of more than ten times the present spend', async () => {
    const { browser, page, brandId } = await brand()
    const shown = await browser.open(page + query({ 'spend/google/1': '5000' }))
    expect(shown.html).not.toContain('name="confirm"')
    const form: [string, string][] = [
      ['spend/google/1', '5000'],
      ['rationale', 'Because'],
    ]
    const refused = await browser.post(`${page}/proposals`, [...ownForm(shown), ...form])
    expect([refused.status, textOf(refused)]).toEqual([
      400,
      expect.stringContaining('The proposed budget is 5669.93 per day, more than 10 times'),
    ])
    expect(refused.html).toContain('Because')
    expect(refused.html).toContain('name="confirm"')
    const again = await browser.post(`${page}/proposals`, [...ownForm(refused), ...form, ['confirm', 'true']])
    expect([again.status, await proposalsOf(brandId)]).toEqual([
      200,
      [expect.objectContaining({ change: expect.objectContaining({ from: 120, to: 5669.93 }) })],
    ])
  })

  test.each([
    [
      [
        ['spend/google', '+10 %'],
        ['rationale', ' '],
      ],
      'Reason',
    ],
    [[['rationale', 'Because']], 'No campaign has another spend than now.'],
    [
      [
        ['spend/google', 'much'],
        ['rationale', 'Because'],
      ],
      'An amount is not understood.',
    ],
  ] as [[string, string][], string][])('refuses %j with a sentence', async (fields, message) => {
    const { browser, page, brandId } = await brand()
    const sent = await browser.post(`${page}/proposals`, [...ownForm(await browser.open(page)), ...fields])
    expect([sent.status, textOf(sent)]).toEqual([400, expect.stringContaining(message)])
    expect(await proposalsOf(brandId)).toEqual([])
  })
})

describe('GET /console/brands/{brand_id}/plan', () => {
  test.each([
    ['much', 'Enter an amount a day, such as 150, or a change, such as +20 %.'],
    ['€150', 'is an amount in Euro (EUR)'],
    ['1,500', '1,500 can mean thousands or decimals.'],
    ['-101 %', 'A change must be from -100 % to +1000 %.'],
    ['99999999999', 'The amount is too large.'],
    ['-5', 'Enter an amount a day'],
    ['1e3', 'Enter an amount a day'],
  ])('explains the wrong amount "%s" at its field, and computes nothing', async (text, message) => {
    const { browser, page } = await brand()
    const shown = await browser.open(page + query({ 'spend/google/1': text, 'spend/google/2': '115' }))
    expect([shown.status, textOf(shown)]).toEqual([400, expect.stringContaining(message)])
    expect(shown.html).toContain(`value="${text}"`)
    expect(shown.html).not.toContain('Save as')
  })

  test.each([['6'], ['91'], ['x']])('returns 400 for a horizon of %s days', async (horizon_days) => {
    const { browser, page } = await brand()
    expect((await browser.open(page + query({ horizon_days, 'spend/google': '+10 %' }))).status).toBe(400)
  })

  test('shows no number for a spend outside of the known, but the reason', async () => {
    const { browser, page } = await brand()
    const shown = await browser.open(page + query({ 'spend/google/1': '900', 'spend/google/2': '115' }))
    expect(shown.status).toBe(200)
    const text = textOf(shown)
    expect(text).toContain('No estimate: The effect of this spend is not known.')
    expect(text).toContain('1 of 2 changed campaigns have no estimate, and are not in the totals.')
    expect(text).toContain('Expected revenue of 1 of 2 changed campaigns')
  })

  test('saves what was computed, so changed fields disable the button that saves', async () => {
    const { browser, page } = await brand()
    const shown = await browser.open(page + query({ 'spend/google/1': '115' }))
    expect(shown.html).toMatch(/data-computes-plan[^]*data-saves-plan="The fields above have changed\./)
    expect(shown.html).toMatch(/src="\/console\/changed_plan\.js\?/)
    expect((await browser.open(page)).html).not.toContain('changed_plan.js')
  })

  test('shows the effect of POST /v1/scenarios for the same plan', async () => {
    const { browser, page, key } = await brand()
    const shown = await browser.open(page + query({ 'spend/google': '20%' }))
    const { body } = await scene.api.http
      .post('/v1/scenarios')
      .set('Authorization', `Bearer ${key}`)
      .send({ changes: [{ platform: 'google', change_pct: 20 }] })
    expect(shown.html).toContain(`<data value="${body.totals.revenue.change}">`)
    expect(shown.html).not.toContain(hostileName)
    expect(gzipSync(shown.html).length).toBeLessThan(60_000)
  })

  test('shows the return and the profit of the changed spend as the API, and no profit without costs', async () => {
    const { browser, page, key, brandId } = await brand()
    const scenario = async () =>
      (
        await scene.api.http
          .post('/v1/scenarios')
          .set('Authorization', `Bearer ${key}`)
          .send({ changes: [{ platform: 'google', change_pct: 20 }] })
      ).body.totals
    const shown = await browser.open(page + query({ 'spend/google': '20%' }))
    const { incremental_roas } = await scenario()
    expect(shown.html).toContain(`<data value="${incremental_roas.value}">${incremental_roas.value.toFixed(2)}×`)
    expect(textOf(shown)).not.toContain('Expected profit')
    await scene.database
      .sql`update analytics.facts_daily set cogs_micros = revenue_micros / 2 where brand_id = ${brandId}`
    const { profit } = await scenario()
    expect((await browser.open(page + query({ 'spend/google': '20%' }))).html).toContain(
      `<data value="${profit.change}">`,
    )
  })

  test('says that a proposed budget is below the planned spend, also in the proposal', async () => {
    const { browser, page, brandId } = await brand()
    await scene.database.sql`
      update analytics.entities set daily_budget_micros = 50000000 where brand_id = ${brandId} and external_id = '1'`
    const sentence = /The proposed budget of \$45\.\d\d a day is below the planned spend of \$\d+\.\d\d a day/g
    const shown = await browser.open(page + query({ 'spend/google': '-10 %' }))
    expect(textOf(shown).match(sentence)).toHaveLength(1)
    await browser.post(`${page}/proposals`, [...ownForm(shown), ['spend/google', '-10 %'], ['rationale', 'Because']])
    const [below, above] = await proposalsOf(brandId)
    expect(below?.evidence.join(' ')).toMatch(sentence)
    expect(above?.evidence.join(' ')).not.toContain('below the planned spend')
  })

  test('computes the recommended amounts by a link', async () => {
    const { browser, page, key } = await brand()
    const link = /href="([^"]*)"\s*>\s*Fill in the recommended/.exec((await browser.open(page)).html)?.[1] ?? ''
    const shown = await browser.open(link.replaceAll('&amp;', '&'))
    const { body } = await scene.api.http.get('/v1/budget-recommendations').set('Authorization', `Bearer ${key}`)
    expect(shown.status).toBe(200)
    for (const { recommended_daily_spend } of body.data)
      expect(shown.html).toContain(`value="${recommended_daily_spend}"`)
  })

  test('asks a brand without data for an account or a file', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const { browser } = await scene.member(brandId, 'admin')
    expect(textOf(await browser.open(`/console/brands/${brandId}/plan`))).toContain('Connect an account')
  })
})
