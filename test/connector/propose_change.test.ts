import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import type { TransactionSql } from 'postgres'
import { describe, expect, test } from 'vitest'
import { useConnector } from '../support/connector_api.ts'
import { createBrand, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

const connector = useConnector()
const request = {
  target: { level: 'campaign', id: '1', platform: 'google' },
  change: { kind: 'budget', from: 100, to: 120.5 },
  rationale: 'It earns more than the others.',
  evidence: ['roas 4.1 in the last 30 days (get_campaign)'],
  idempotency_key: 'proposal-1',
}
const campaign = {
  date: '2026-11-10',
  platform: 'google',
  account_id: 'g',
  campaign_id: '1',
  campaign_name: 'Brand',
  spend: 1,
  daily_budget: 100,
}

async function stocked() {
  const tenant = await connector.open()
  await ingest(connector.database(), tenant.brandId, [{ ...campaign, adset_id: '11', ad_id: '111' }])
  const propose = (input: object = {}, key = tenant.key) =>
    connector.use(key, 'propose_change', { ...request, ...input })
  return { ...tenant, propose }
}

async function held(brandId: string) {
  return await connector.database()
    .sql`select * from connector.proposals where brand_id = ${brandId} order by created_at, idempotency_key`
}

/** A response without its request id. */
function withoutRequestId({ body }: { body: { meta: object } }) {
  return { ...body, meta: { ...body.meta, request_id: '' } }
}

describe('a change that waits for a decision', () => {
  test('is refused a second time, also at the same time, and can be proposed with another value', async () => {
    const { propose, brandId } = await stocked()
    const change = { kind: 'budget', to: 120 }
    const both = await Promise.all(['one', 'two'].map((key) => propose({ change, idempotency_key: `waits-${key}` })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const [waiting] = await held(brandId)
    expect(both.find(({ status }) => status === 400)?.body.error.message).toBe(
      `\`change.to\` is proposed already: ${waiting?.proposal_id} waits for a decision. Decide it, or propose another value.`,
    )
    const other = await propose({ change: { kind: 'budget', to: 130 }, idempotency_key: 'waits-three' })
    expect([other.status, await held(brandId)]).toEqual([200, [expect.anything(), expect.anything()]])
  })
})

describe('a change of a budget', () => {
  test('is refused from another budget than the last reported one', async () => {
    const { propose, brandId } = await stocked()
    const { status, body } = await propose({ change: { kind: 'budget', from: 80, to: 120 } })
    expect([status, body.error.message]).toEqual([
      400,
      '`change.from` is not the last reported daily budget, which is 100.00. Send that one, or leave it out.',
    ])
    expect(await held(brandId)).toEqual([])
    expect((await propose({ change: { kind: 'budget', to: 120 } })).status).toBe(200)
    const { daily_budget: _, ...withoutBudget } = campaign
    const other = {
      ...withoutBudget,
      campaign_id: '2',
      campaign_name: 'Without budget',
      adset_id: '21',
      ad_id: '211',
      spend: 50,
    }
    await ingest(connector.database(), brandId, [other])
    const unknown = await propose({
      target: { ...request.target, id: '2' },
      change: { kind: 'budget', from: 80, to: 90 },
      idempotency_key: 'proposal-other',
    })
    expect(unknown.body).toMatchObject({ status: 'pending_approval' })
  })

  test.each(['PAUSED', 'enabled'])('can have the status %s of a platform', async (to) => {
    const { propose } = await stocked()
    expect((await propose({ change: { kind: 'status', to } })).status).toBe(200)
  })
})

describe('a daily budget far above the present one', () => {
  test.each([
    ['the budget of the campaign', { to: 1000.01 }, '100.00'],
    ['99,999,999', { to: 99_999_999 }, '100.00'],
  ])('is refused until it is confirmed: %s', async (_, { to }, present) => {
    const { propose, brandId } = await stocked()
    const change = { kind: 'budget', to }
    const { status, body } = await propose({ change })
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(body.error.message).toMatch(/^`change\.to` .* more than 10 times/)
    expect(body.error.message).toContain(present)
    expect(await held(brandId)).toEqual([])
    expect((await propose({ change, confirm: true })).body.status).toBe('pending_approval')
  })

  test.each(['adwords', 'Google Ads'])('is refused for a target with the platform name %s', async (platform) => {
    const { propose, brandId } = await stocked()
    await ingest(connector.database(), brandId, [
      { ...campaign, campaign_id: '2', campaign_name: 'Large', adset_id: '22', ad_id: '222', spend: 20_000 },
    ])
    const target = { ...request.target, platform }
    const { status, body } = await propose({ target, change: { kind: 'budget', to: 150_000 } })
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining('more than 10 times 100.00')])
    expect(await held(brandId)).toEqual([])
  })

  test('is accepted for exactly ten times, for a bid and without a present budget', async () => {
    const { propose, ...tenant } = await stocked()
    expect((await propose({ change: { kind: 'budget', to: 1000 } })).status).toBe(200)
    const bid = { change: { kind: 'bid', to: 99_999 }, idempotency_key: 'proposal-2' }
    expect((await propose(bid)).status).toBe(200)
    await connector.database().sql`
      update analytics.entities set daily_budget_micros = null where brand_id = ${tenant.brandId}`
    await connector.database().sql`
      update analytics.rollups_daily set spend_micros = 0 where brand_id = ${tenant.brandId}`
    const unknown = { change: { kind: 'budget', to: 99_999 }, idempotency_key: 'proposal-3' }
    expect((await propose(unknown)).status).toBe(200)
  })
})

describe('propose_change', () => {
  test('creates a pending proposal in the name of the key', async () => {
    const { propose, brandId, keyId } = await stocked()
    const { status, body } = await propose()
    expect(status).toBe(200)
    expect(body).toEqual({
      brand_id: brandId,
      proposal_id: expect.stringMatching(/^prp_[0-9a-f]{32}$/),
      status: 'pending_approval',
      target: request.target,
      change: request.change,
      approval_url: `http://vitrine.test/console/proposals/${body.proposal_id}`,
      created_at: '2026-11-20T12:00:00Z',
      expires_at: '2026-12-04T12:00:00Z',
      meta: { request_id: expect.any(String), simulated: false, data_as_of: '2026-11-20T12:00:00Z' },
    })
    expect(await held(brandId)).toMatchObject([
      {
        proposal_id: body.proposal_id,
        created_by: keyId,
        person_id: null,
        rationale: request.rationale,
        evidence: request.evidence,
        status: 'pending_approval',
      },
    ])
    const [entity] = await connector.database().sql`
      select daily_budget_micros from analytics.entities where brand_id = ${brandId} and level = 'campaign'`
    expect(Number(entity?.daily_budget_micros)).toBe(100e6)
  })

  test('records the grant and the person for a connected app', async () => {
    const { propose, brandId } = await stocked()
    const { token, personId } = await connector.connect([brandId], ['read:marketing', 'write:proposals'])
    expect((await propose({}, token)).status).toBe(200)
    expect(await held(brandId)).toMatchObject([
      { created_by: expect.stringMatching(/^app_[0-9a-f]{32}$/), person_id: personId },
    ])
    const reader = await connector.connect([brandId], ['read:marketing'])
    expect((await propose({}, reader.token)).status).toBe(403)
  })

  test.each([
    [
      { level: 'account', id: 'g', platform: 'google' },
      { kind: 'other', to: 'Pause everything on Sunday.' },
    ],
    [
      { level: 'adset', id: '11', platform: 'Google' },
      { kind: 'status', from: 'active', to: 'paused' },
    ],
    [
      { level: 'ad', id: '111', platform: 'google' },
      { kind: 'creative', to: 'A shorter headline.' },
    ],
    [
      { level: 'campaign', id: '1', platform: 'google' },
      { kind: 'bid', to: 0 },
    ],
  ])('accepts for %o the change %o', async (target, change) => {
    const { propose } = await stocked()
    expect(await propose({ target, change })).toMatchObject({ status: 200, body: { target, change } })
  })
})

describe('idempotency_key of propose_change', () => {
  test('returns the same proposal for the same request with fields in any order', async () => {
    const { propose, brandId } = await stocked()
    const first = await propose()
    expect(withoutRequestId(await propose())).toEqual(withoutRequestId(first))
    const reordered = {
      change: { to: 120.5, from: 100, kind: 'budget' },
      target: { platform: 'google', id: '1', level: 'campaign' },
    }
    expect(withoutRequestId(await propose(reordered))).toEqual(withoutRequestId(first))
    expect(await held(brandId)).toHaveLength(1)
  })

  test('returns the current status of the proposal', async () => {
    const { propose, brandId } = await stocked()
    const { sql } = connector.database()
    const { proposal_id: id } = (await propose()).body
    for (const status of ['approved', 'rejected']) {
      await sql`update connector.proposals set status = ${status}, decided_at = now() where brand_id = ${brandId}`
      expect((await propose()).body).toMatchObject({ proposal_id: id, status })
    }
    await sql`
      update connector.proposals
      set status = 'pending_approval', decided_at = null, created_at = '2026-11-06T11:59:00Z', expires_at = '2026-11-20T11:59:00Z'
      where brand_id = ${brandId}`
    expect((await propose()).body).toMatchObject({ proposal_id: id, status: 'expired' })
  })

  test.each([
    [{ rationale: 'Another reason.' }],
    [{ change: { kind: 'budget', from: 100, to: 120.51 } }],
    [{ change: { kind: 'budget', to: 120.5 } }],
    [{ target: { ...request.target, id: '2' } }],
    [{ evidence: [] }],
    [{ evidence: [...request.evidence, 'more'] }],
  ])('returns 422 for another request: %o', async (input) => {
    const { propose, brandId } = await stocked()
    await propose()
    const { status, body } = await propose(input)
    expect([status, body.error.code]).toEqual([422, 'idempotency_conflict'])
    expect(body.error.message).toMatch(/^`idempotency_key` /)
    expect(await held(brandId)).toHaveLength(1)
  })

  test('is separate for each credential', async () => {
    const { propose, accountId, brandId } = await stocked()
    const { key } = await issueKey(connector.database().sql, accountId, { prefix: 'sk_live_' })
    const one = await propose()
    const two = await propose({ change: { kind: 'budget', to: 140 }, rationale: 'Mine.' }, key)
    expect([one.status, two.status]).toEqual([200, 200])
    expect(two.body.proposal_id).not.toBe(one.body.proposal_id)
    expect(await held(brandId)).toHaveLength(2)
  })

  test('returns 422 for another brand', async () => {
    const { propose, accountId, brandId } = await stocked()
    const second = await createBrand(connector.database().sql, accountId)
    await ingest(connector.database(), second, [campaign])
    expect((await propose()).status).toBe(400)
    expect((await propose({ brand_id: brandId })).status).toBe(200)
    expect((await propose({ brand_id: second })).status).toBe(422)
    expect(await held(second)).toEqual([])
  })

  test('creates one row for twelve concurrent requests', async () => {
    const { propose, brandId } = await stocked()
    const answers = await Promise.all(Array.from({ length: 12 }, () => propose()))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(new Set(answers.map(({ body }) => body.proposal_id)).size).toBe(1)
    expect(await held(brandId)).toHaveLength(1)
  })

  test('creates one row and eleven conflicts for twelve different concurrent requests', async () => {
    const { propose, accountId, brandId } = await stocked()
    const second = await createBrand(connector.database().sql, accountId)
    await ingest(connector.database(), second, [campaign])
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, no) =>
        propose({ brand_id: no % 2 ? second : brandId, rationale: `Reason ${no}` }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(11).fill(422)])
    expect([...(await held(brandId)), ...(await held(second))]).toHaveLength(1)
  })
})

describe('errors of propose_change', () => {
  test.each([
    ['target', { target: undefined }],
    ['target', { target: 'campaign 1' }],
    ['target.level', { target: { ...request.target, level: 'keyword' } }],
    ['target.id', { target: { ...request.target, id: '' } }],
    ['target.id', { target: { ...request.target, id: 'x'.repeat(501) } }],
    ['target.platform', { target: { level: 'campaign', id: '1' } }],
    ['change', { change: [] }],
    ['change.kind', { change: { kind: 'delete', to: 'all' } }],
    ['change.to', { change: { kind: 'budget' } }],
    ['change.to', { change: { kind: 'budget', to: -1 } }],
    ['change.to', { change: { kind: 'budget', to: '120' } }],
    ['change.to', { change: { kind: 'budget', to: 1e300 } }],
    ['change.to', { change: { kind: 'budget', from: 120, to: 120 } }],
    ['change.to', { change: { kind: 'status', to: 1 } }],
    ['change.to', { change: { kind: 'status', to: 'approved by the CEO' } }],
    ['change.to', { change: { kind: 'status', to: '' } }],
    ['change.from', { change: { kind: 'budget', from: '100', to: 120 } }],
    ['change.to', { change: { kind: 'other', to: { approve: true } } }],
    ['rationale', { rationale: '' }],
    ['rationale', { rationale: 'x'.repeat(4001) }],
    ['rationale', { rationale: 'a\u0000b' }],
    ['rationale', { rationale: '\u202e\u{e0041}\u200b' }],
    ['evidence', { evidence: ['\u2066'] }],
    ['evidence', { evidence: 'one' }],
    ['evidence', { evidence: Array(21).fill('one') }],
    ['evidence', { evidence: ['x'.repeat(1001)] }],
    ['idempotency_key', { idempotency_key: undefined }],
    ['idempotency_key', { idempotency_key: 'x'.repeat(201) }],
  ])('are 400 with the invalid field %s', async (field, input) => {
    const { propose, brandId } = await stocked()
    const { status, body } = await propose(input)
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringMatching(new RegExp(`^\`?${field}(\\[0\\])?\`?:? `)),
    ])
    expect(await held(brandId)).toEqual([])
  })

  test('are 400 for a status in the request', async () => {
    const { propose, brandId } = await stocked()
    const forged = {
      status: 'approved',
      proposal_id: 'prp_mine',
      created_by: 'key_other',
      expires_at: '2099-01-01',
      base_url: 'https://evil.example',
    }
    const { status, body } = await propose(forged)
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('Unknown member `status`.')])
    expect(await held(brandId)).toEqual([])
  })

  test('are 404 for a target that the brand does not have and 403 for another brand', async () => {
    const [own, foreign] = [await stocked(), await stocked()]
    await ingest(connector.database(), foreign.brandId, [{ ...campaign, campaign_id: '77' }])
    for (const target of [
      { ...request.target, id: '77' },
      { ...request.target, platform: 'meta' },
      { ...request.target, level: 'ad' },
    ]) {
      expect((await own.propose({ target })).body.error).toMatchObject({
        code: 'not_found',
        message: expect.stringMatching(/^This brand has no /),
      })
    }
    expect((await own.propose({ brand_id: foreign.brandId })).status).toBe(403)
    expect([...(await held(own.brandId)), ...(await held(foreign.brandId))]).toEqual([])
  })
})

describe('propose_change with a test key', () => {
  const target = { level: 'campaign', id: '70000008', platform: 'meta' }
  const simulated = { target, change: { kind: 'budget', to: 120.5 } }

  test('creates a simulated proposal and none of the brand', async () => {
    const { propose, brandId, testKey } = await stocked()
    const first = await propose(simulated, testKey)
    expect(first).toMatchObject({
      status: 200,
      body: { brand_id: brandId, status: 'pending_approval', meta: { simulated: true } },
    })
    expect(withoutRequestId(await propose(simulated, testKey))).toEqual(withoutRequestId(first))
    expect((await propose({ ...simulated, rationale: 'Another.' }, testKey)).status).toBe(422)
    expect((await propose({ idempotency_key: 'proposal-2' }, testKey)).status).toBe(404)
    expect(await held(brandId)).toEqual([])
  })

  test('shows only its own proposals, which the simulation deletes later', async () => {
    const [one, two] = [await stocked(), await stocked()]
    const { sql } = connector.database()
    await propose(one)
    await propose(two)
    const [mine] = await held('brd_simulated')
    const seen = await as('vitrine_simulated', { credential_id: mine?.created_by as string }, async (transaction) => {
      return await transaction`select distinct created_by from connector.proposals`
    })
    expect(seen).toEqual([{ created_by: mine?.created_by }])
    await sql`update connector.proposals set created_at = created_at - interval '15 days', expires_at = expires_at - interval '15 days'`
    await as('vitrine_worker', {}, async (transaction) => {
      await transaction`set local vitrine.now = '2026-11-21T12:00:00Z'`
      await transaction`select simulate.forget_moves()`
    })
    expect(await held('brd_simulated')).toEqual([])

    async function propose(tenant: typeof one) {
      return await tenant.propose(simulated, tenant.testKey)
    }
  })
})

/** Runs work as a database role, with the scope that a request would set. */
async function as<Result>(
  role: string,
  scope: Record<string, string>,
  work: (transaction: TransactionSql) => Promise<Result>,
) {
  return (await connector.database().sql.begin(async (transaction) => {
    for (const [name, value] of Object.entries(scope))
      await transaction`select set_config(${`vitrine.${name}`}, ${value}, true)`
    await transaction.unsafe(`set local role ${role}`)
    return await work(transaction)
  })) as Result
}

describe('connector.proposals in the database', () => {
  const insert = (
    transaction: TransactionSql,
    brandId: string,
    createdBy: string,
    personId: string | null = null,
  ) => transaction`
    insert into connector.proposals (brand_id, target, change, rationale, idempotency_key, request_hash, created_by, person_id)
    values (
      ${brandId}, '{"level":"campaign","platform":"google","id":"1"}', '{"kind":"other","to":"x"}', 'r', 'k', '', ${createdBy}, ${personId}
    )`

  test('denies the login of the functions all access', async () => {
    const { brandId } = await stocked()
    const sql = postgres(connector.database().functionsUrl, { max: 1, onnotice: () => undefined })
    for (const statement of [
      'select * from connector.proposals',
      `insert into connector.proposals (brand_id) values ('${brandId}')`,
      `select connector.propose_change('${brandId}', '{}', '{}', 'r', 'k')`,
      `update connector.proposals set status = 'approved'`,
    ]) {
      await expect(sql.unsafe(statement)).rejects.toThrow(/permission denied/)
    }
    await sql.end()
  })

  test.each(['vitrine_anonymous', 'vitrine_analyst', 'vitrine_worker'])('denies inserts by %s', async (role) => {
    const { brandId, keyId } = await stocked()
    const scope = { brand_ids: `{${brandId}}`, credential_id: keyId }
    await expect(as(role, scope, (transaction) => insert(transaction, brandId, keyId))).rejects.toThrow(
      /permission denied/,
    )
  })

  test('limits vitrine_person to proposals in their own name, in brands where the role is at least analyst', async () => {
    const [own, foreign] = [await stocked(), await stocked()]
    const personId = randomUUID()
    const scope = { brand_ids: `{${own.brandId}}`, person_id: personId, role: 'analyst' }
    const write = (brandId: string, createdBy: string, given: Record<string, string>) =>
      as('vitrine_person', given, (transaction) => insert(transaction, brandId, createdBy, createdBy))
    for (const [brandId, createdBy, given] of [
      [foreign.brandId, personId, scope],
      [own.brandId, randomUUID(), scope],
      [own.brandId, personId, { ...scope, role: 'viewer' }],
      [own.brandId, personId, { ...scope, role: '' }],
    ] as const) {
      await expect(write(brandId, createdBy, given)).rejects.toThrow(/row-level security/)
    }
  })

  test('limits vitrine_key to pending proposals of its brands and credential', async () => {
    const [own, foreign] = [await stocked(), await stocked()]
    const scope = { brand_ids: `{${own.brandId}}`, credential_id: own.keyId }
    const policy = /row-level security/
    const write = (brandId: string, createdBy: string, given: Record<string, string> = scope) =>
      as('vitrine_key', given, (transaction) => insert(transaction, brandId, createdBy))
    await expect(write(foreign.brandId, own.keyId)).rejects.toThrow(policy)
    await expect(write(own.brandId, foreign.keyId)).rejects.toThrow(policy)
    await expect(
      write(own.brandId, own.keyId, { ...scope, person_id: '00000000-0000-4000-8000-000000000000' }),
    ).rejects.toThrow(policy)
    await expect(write(own.brandId, own.keyId, {})).rejects.toThrow(policy)
    await write(own.brandId, own.keyId)
    for (const statement of [
      `update connector.proposals set status = 'approved'`,
      'delete from connector.proposals',
      `insert into connector.proposals (brand_id, status) values ('${own.brandId}', 'approved')`,
    ]) {
      await expect(as('vitrine_key', scope, (transaction) => transaction.unsafe(statement))).rejects.toThrow(
        /permission denied/,
      )
    }
    const theirs = { brand_ids: `{${foreign.brandId}}`, credential_id: foreign.keyId }
    expect(await as('vitrine_key', theirs, (transaction) => transaction`select from connector.proposals`)).toHaveLength(
      0,
    )
  })

  test('limits deletes by the worker to simulated proposals', async () => {
    const { propose, brandId } = await stocked()
    await propose()
    await as(
      'vitrine_worker',
      { brand_ids: `{${brandId}}` },
      (transaction) => transaction`delete from connector.proposals`,
    )
    expect(await held(brandId)).toHaveLength(1)
  })
})
