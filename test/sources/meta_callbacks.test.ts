import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handleWebhooks } from '../../functions/worker/sources/handle_webhooks.ts'
import type { Database } from '../../shared/db/pool.ts'
import { proofOf } from '../../shared/sources/webhooks/proof.ts'
import { registeredSources, startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { startMeta } from '../support/platforms/meta/meta.ts'
import type { Meta } from '../support/platforms/meta/meta.ts'
import { connectAccount, shownSource, workerPool } from '../support/sources.ts'

let database: TestDatabase
let api: Api
let meta: Meta
let sql: Database
let sources: ReturnType<typeof registeredSources>

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  meta = await startMeta({ redirectUri: 'http://vitrine.test/console/sources/callback' })
  sources = registeredSources({ META_CLIENT_ID: meta.app.id, META_CLIENT_SECRET: meta.app.secret })
  api = await startApi(database, { sources })
  sql = workerPool(database)
})
afterAll(async () => {
  await sql.end()
  await api.stop()
  await meta.stop()
  await database.stop()
})

const send = (path: string, signed_request: string) =>
  api.http.post(`/api/sources/meta/${path}`).type('form').send({ signed_request })

const log: Record<string, unknown>[] = []
const handle = () => handleWebhooks(sql, { ...sources, log: (fields) => log.push(fields) })

/** Sends a request of Meta, and does what the worker does after it. */
async function sendAndHandle(path: string, signed_request: string) {
  const answer = await send(path, signed_request)
  await handle()
  return answer
}

/** Two Vitrine accounts that one person of Meta gave access to, and one of another person. */
async function connectPersons(person: string) {
  const [one, two, other] = await Promise.all([1, 2, 3].map(() => createTenant(database.sql)))
  const connect = (brandId: string, subject: string, client_id = meta.app.id) =>
    connectAccount(sql, brandId, { stored: { subject, client_id } })
  return {
    own: [await connect(one!.brandId, person), await connect(two!.brandId, person)],
    others: [await connect(other!.brandId, `${person}9`), await connect(other!.brandId, person, 'another app')],
  }
}

async function stored(connectionId: string) {
  const [row] = await database.sql`
    select subject, sealed is not null as has_grant, ended_for,
      (select count(*)::integer from sources.reachable_accounts as r where r.connection_id = c.connection_id) as accounts
    from sources.connections as c where connection_id = ${connectionId}`
  return { ...row }
}

/** Returns, for each text, the tables of sources with a row that has it in any column. */
async function tablesWith(texts: string[]): Promise<string[][]> {
  const tables = await database.sql`select tablename from pg_tables where schemaname = 'sources' order by 1`
  const found: string[][] = texts.map(() => [])
  for (const { tablename } of tables) {
    const [row] = await database.sql`
      select coalesce(string_agg(to_jsonb(held)::text, ' '), '') as rows from ${database.sql(`sources.${tablename}`)} as held`
    for (const [index, text] of texts.entries()) if (row?.rows.includes(text)) found[index]?.push(tablename as string)
  }
  return found
}

describe.each(['deauthorize', 'delete-data'])('POST /api/sources/meta/%s', (path) => {
  const payload = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', user_id: '71' })).toString('base64url')
  const sign = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64url')

  test.each([
    ['another secret', () => `${sign(payload, 'guessed')}.${payload}`],
    ['no signature', () => `.${payload}`],
    ['the signature of another payload', () => `${sign('x', meta.app.secret)}.${payload}`],
    ['a part behind the payload', () => `${sign(payload, meta.app.secret)}.${payload}.x`],
    ['no dot', () => payload],
    ['another algorithm', () => meta.signedRequest({ user_id: '71', algorithm: 'none' })],
    ['no person', () => meta.signedRequest({})],
    ['a person that is no id', () => meta.signedRequest({ user_id: "71' or true" })],
  ])('returns 401 for %s, and changes nothing', async (_, signed) => {
    const { own } = await connectPersons('71')
    const answer = await sendAndHandle(path, signed())
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized'])
    for (const source of own) {
      expect(await stored(source.connectionId)).toMatchObject({ subject: '71', has_grant: true, ended_for: null })
      expect(await shownSource(database, source)).toMatchObject({ status: 'syncing' })
    }
  })

  test('returns 400 without a signed request, and 405 for another method', async () => {
    expect((await api.http.post(`/api/sources/meta/${path}`).type('form').send({})).status).toBe(400)
    expect((await api.http.post(`/api/sources/meta/${path}`).send({ signed_request: 'x' })).status).toBe(400)
    expect((await api.http.get(`/api/sources/meta/${path}`)).status).toBe(405)
  })

  test('ends every connection of the person for this app, and no other', async () => {
    const person = path === 'deauthorize' ? '9007199254740993' : '9007199254740995'
    const { own, others } = await connectPersons(person)
    expect((await sendAndHandle(path, meta.signedRequest({ user_id: person }))).status).toBe(200)
    for (const source of own) {
      expect(await stored(source.connectionId)).toEqual({
        subject: path === 'deauthorize' ? person : null,
        has_grant: false,
        ended_for: 'deauthorized',
        accounts: path === 'deauthorize' ? 1 : 0,
      })
      const shown = await shownSource(database, source)
      expect(shown).toMatchObject({ status: 'needs_attention', needs: 'reconnect' })
    }
    for (const source of others) {
      expect(await stored(source.connectionId)).toMatchObject({ has_grant: true, ended_for: null, accounts: 1 })
      expect(await shownSource(database, source)).toMatchObject({ status: 'syncing' })
    }
  })

  test('leaves an access that the person gave after the request was signed', async () => {
    const person = path === 'deauthorize' ? '81' : '82'
    const { own } = await connectPersons(person)
    const [row] = await database.sql`select extract(epoch from platform.clock())::integer as now`
    const issued_at = (row?.now as number) - 3600
    expect((await sendAndHandle(path, meta.signedRequest({ user_id: person, issued_at }))).status).toBe(200)
    expect(await stored(own[0]!.connectionId)).toMatchObject({ subject: person, has_grant: true, ended_for: null })
  })

  test('logs neither the signed request nor the person', async () => {
    const signed = meta.signedRequest({ user_id: '60606060606' })
    await sendAndHandle(path, signed)
    expect(JSON.stringify([api.log, log])).not.toContain('60606060606')
    expect(JSON.stringify(api.log)).not.toContain(signed.slice(0, 20))
  })
})

describe('the deletion that Meta requests', () => {
  test('has a status page, which knows no other code', async () => {
    const { body } = await send('delete-data', meta.signedRequest({ user_id: '5' }))
    expect(body).toEqual({
      url: `http://vitrine.test/api/sources/meta/deletions/${body.confirmation_code}`,
      confirmation_code: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    const waiting = await api.http.get(new URL(body.url).pathname)
    expect([waiting.status, waiting.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(waiting.text).toMatch(/^The deletion was requested at 20\d\d-.* and is not done yet\./)
    await handle()
    const shown = await api.http.get(new URL(body.url).pathname)
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(shown.text).toMatch(/^The access that this person gave, .* were deleted at 20\d\d-/)
    expect(shown.text).toContain('does not delete sign-ins of people at Vitrine, with their e-mail addresses')
    expect((await api.http.get(`/api/sources/meta/deletions/${'0'.repeat(32)}`)).status).toBe(404)
    expect(await tablesWith([body.confirmation_code])).toEqual([[]])
    const age = (days: number) =>
      database.sql`update sources.webhooks set handled_at = platform.clock() - make_interval(days => ${days}) where handled_at is not null`
    const statusAfter = async (days: number) => {
      await age(days)
      await database.sql`select sources.prune_webhooks()`
      return (await api.http.get(new URL(body.url).pathname)).status
    }
    expect([await statusAfter(360), await statusAfter(370)]).toEqual([200, 404])
  })

  test('leaves the id, the grant and the list of accounts in no column', async () => {
    const person = '9007199254740997'
    const account = '1203456789012345'
    const { brandId } = await createTenant(database.sql)
    const { connectionId } = await connectAccount(sql, brandId, {
      account: '1203456789012346',
      stored: { subject: person, client_id: meta.app.id },
    })
    await database.sql`
      insert into sources.reachable_accounts (connection_id, external_id, name, currency, timezone)
      values (${connectionId}, ${account}, 'Not chosen', 'USD', 'UTC')`
    const [grant] = await database.sql`select sealed from sources.connections where connection_id = ${connectionId}`
    const secrets = [person, account, grant?.sealed as string]
    expect(await tablesWith(secrets)).toEqual([['connections'], ['reachable_accounts'], ['connections']])
    await sendAndHandle('delete-data', meta.signedRequest({ user_id: person }))
    expect(await tablesWith(secrets)).toEqual([[], [], []])
  })

  test('keeps the numbers and the sources of the brand', async () => {
    const { own } = await connectPersons('6')
    await sendAndHandle('delete-data', meta.signedRequest({ user_id: '6' }))
    const [row] = await database.sql`
      select count(*)::integer as n from sources.sources where source_id in ${database.sql(own.map((each) => each.source_id))}`
    expect(row?.n).toBe(2)
  })
})

test('a stored request without the proof of a signature ends no access, for any change of it', async () => {
  const { own } = await connectPersons('91')
  await connectPersons('92')
  const granted_by = '2999-01-01T00:00:00.000Z'
  const said = JSON.stringify({ kind: 'deauthorize', subject: '92', granted_by: '2001-01-01T00:00:00.000Z' })
  const forged = JSON.stringify({ kind: 'delete_data', subject: '91', granted_by })
  const proof = proofOf({ platform: 'meta', webhook_id: 'sent', content: said }, meta.app.secret)
  const store = (id: string, given: string) =>
    api.database`select sources.receive_webhook('meta', ${id}, ${forged}, ${given})`
  await store('sent', proof)
  await store('guessed', proofOf({ platform: 'meta', webhook_id: 'guessed', content: forged }, 'a guess'))
  await store('unproven', '')
  expect(await handle()).toEqual({ webhooks: 0, webhooks_failed: 3 })
  for (const source of own) {
    expect(await stored(source.connectionId)).toMatchObject({ subject: '91', has_grant: true, ended_for: null })
  }
  await database.sql`delete from sources.webhooks`
})

test('a platform that is not set up has no callback', async () => {
  const bare = await startApi(database, { sources: registeredSources({}) })
  const answer = await bare.http
    .post('/api/sources/meta/deauthorize')
    .type('form')
    .send({ signed_request: meta.signedRequest({ user_id: '1' }) })
  expect([answer.status, answer.body.error.message]).toEqual([404, expect.stringContaining('Meta Ads is not set up.')])
  await bare.stop()
})

test('the functions can neither end a connection nor read one', async () => {
  const [row] = await database.sql`
    select
      has_table_privilege('vitrine_functions', 'sources.connections', 'select, insert, update, delete') as connections,
      has_table_privilege('vitrine_functions', 'sources.webhooks', 'select, insert, update, delete') as webhooks,
      (
        select array_agg(proname::text order by proname) from pg_proc
        where pronamespace = 'sources'::regnamespace and has_function_privilege('vitrine_functions', oid, 'execute')
      ) as functions`
  expect({ ...row }).toEqual({
    connections: false,
    webhooks: false,
    functions: ['deletion_status', 'receive_webhook'],
  })
})
