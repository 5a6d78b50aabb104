import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { issueKey } from '../support/factories.ts'
import type { KeyPrefix } from '../../shared/credentials/keys.ts'
import { secretKey, WebhookScene } from '../support/webhooks.ts'
import type { Account } from '../support/webhooks.ts'

let scene: WebhookScene
let account: Account

beforeAll(async () => {
  scene = await WebhookScene.start()
  account = await scene.account()
})
afterAll(() => scene.stop())

const refusedUrls = `
  http://127.0.0.1/ https://127.0.0.1/ https://localhost/ https://localhost./ https://0x7f.1/ https://2130706433/ https://017700000001/
  https://127.1/ https://①②⑦.⓪.⓪.①/ https://[::1]/ https://[::ffff:127.0.0.1]/ https://[::ffff:a9fe:a9fe]/ https://[2002:7f00:1::]/
  https://[64:ff9b::a9fe:a9fe]/ https://[fe80::1]/ https://[fd00::1]/ https://10.0.0.1/ https://172.16.0.1/ https://192.168.0.1/
  https://169.254.169.254/latest/meta-data https://0.0.0.0/ https://100.64.0.1/ https://168.63.129.16/ https://[::ffff:168.63.129.16]/ https://100.100.100.200/
  https://192.0.0.192/ https://[fd00:ec2::254]/ https://[fd20:ce::254]/ https://224.0.0.1/
  http://example.com/ ftp://example.com/ file:///etc/passwd javascript:alert(1) https://example.com:22/ https://example.com:80/
  https://me@93.184.216.34/ https://me:pass@93.184.216.34/ https://host.invalid/ nonsense https://
`
  .trim()
  .split(/\s+/)

describe('POST /api/webhooks', () => {
  test('creates an endpoint and returns its secret', async () => {
    const { status, body } = await scene.ask(account.key, 'post', '', { url: `${scene.receiver.url}/a#part` })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id: expect.stringMatching(/^whe_[0-9a-f]{32}$/),
      url: `${scene.receiver.url}/a`,
      brand_id: null,
      types: ['*'],
      status: 'active',
      disabled_reason: null,
      created_at: '2026-11-20T12:00:00Z',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    expect(body.meta.simulated).toBe(false)
  })

  test('encrypts the secret and omits it from other responses and the log', async () => {
    const endpoint = await scene.endpoint(account, '/kept')
    const raw = Buffer.from(endpoint.secret.slice('whsec_'.length), 'base64')
    const rows = await scene.database.sql`select sealed from webhooks.secrets where endpoint_id = ${endpoint.id}`
    const [row] = rows
    expect(rows).toHaveLength(1)
    const sealed = Buffer.from(row?.sealed.split('.')[1] as string, 'base64url')
    expect([sealed.length, sealed.includes(raw)]).toEqual([12 + 32 + 16, false])
    const shown = [
      (await scene.ask(account.key, 'get')).text,
      (await scene.ask(account.key, 'get', `/${endpoint.id}`)).text,
      (await scene.ask(account.key, 'patch', `/${endpoint.id}`, { status: 'nonsense' })).text,
      (await scene.ask(account.key, 'patch', `/${endpoint.id}`, { description: 'x' })).text,
      JSON.stringify(scene.api.log),
    ].join()
    expect(shown).toContain(endpoint.id)
    expect([shown.includes(endpoint.secret), /whsec|sealed/.test(shown)]).toEqual([false, false])
  })

  test('grants read access to encrypted secrets to the gate, the owner and the backup only', async () => {
    const rows = await scene.database.sql`
      select rolname from pg_roles
      where rolname like 'vitrine\\_%' and has_column_privilege(oid, 'webhooks.secrets', 'sealed', 'select') order by rolname`
    expect(rows.map((row) => row.rolname)).toEqual(['vitrine_backup', 'vitrine_gate', 'vitrine_owner'])
  })

  test.each(refusedUrls)('rejects %s with 400', async (url) => {
    const strict = await startApi(scene.database, { webhooks: { secretKey, allowsLoopback: false } })
    const request = strict.http.post('/api/webhooks').set('Authorization', `Bearer ${account.key}`)
    const { status, body } = await request.send({ url })
    await strict.stop()
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(body.error.message).toMatch(/^`url` must /)
  })

  test.each([
    ['example.com/hooks', ['must be a complete URL']],
    ['http://example.com:81/', ['must begin with https', 'port 443 or 8443, not 81']],
    ['https://u:p@example.com/', ['must not contain a user name']],
    ['https://127.0.0.1/', ['must have a host name that exists in public DNS and resolves to public addresses only']],
  ])('names each rule that %s breaks, and no other', async (url, rules) => {
    const strict = await startApi(scene.database, { webhooks: { secretKey, allowsLoopback: false } })
    const request = strict.http.post('/api/webhooks').set('Authorization', `Bearer ${account.key}`)
    const { body } = await request.send({ url })
    await strict.stop()
    expect(body.error.message.split(/(?<=\.) (?=`url`)/)).toEqual(rules.map((rule) => expect.stringContaining(rule)))
  })

  test.each([
    [
      'one of several addresses is private',
      [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
      400,
    ],
    ['a name leads to the metadata of a cloud', [{ address: '169.254.169.254', family: 4 }], 400],
    ['a name leads nowhere', [], 400],
    ['all addresses are public', [{ address: '93.184.216.34', family: 4 }], 200],
  ])('resolves host names: %s (%#)', async (_, addresses, expected) => {
    const api = await startApi(scene.database, {
      webhooks: { secretKey, allowsLoopback: false, resolve: async () => addresses },
    })
    const request = api.http.post('/api/webhooks').set('Authorization', `Bearer ${account.key}`)
    const { status } = await request.send({ url: 'https://hooks.example.com:8443/in' })
    await api.stop()
    expect(status).toBe(expected)
  })

  test('rejects http to other private addresses when loopback is allowed', async () => {
    const { status } = await scene.ask(account.key, 'post', '', { url: 'http://10.0.0.1:8080/' })
    expect(status).toBe(400)
  })

  test('counts a rejected URL against the rate limit', async () => {
    const { key } = await scene.account()
    const remaining = async (url: string) =>
      Number((await scene.ask(key, 'post', '', { url })).headers['x-ratelimit-remaining'])
    expect([
      await remaining('nonsense'),
      await remaining('https://10.0.0.1/'),
      await remaining(scene.receiver.url),
    ]).toEqual([599, 598, 597])
  })

  test.each([
    [{}, 'url'],
    [{ url: 1 }, 'url'],
    [{ url: `https://a.example/${'x'.repeat(2000)}` }, 'url'],
    [{ url: 'http://127.0.0.1/', types: [] }, 'types'],
    [{ url: 'http://127.0.0.1/', types: ['product.exploded'] }, 'types'],
    [{ url: 'http://127.0.0.1/', types: ['webhook.test'] }, 'types'],
    [{ url: 'http://127.0.0.1/', types: 'product.created' }, 'types'],
    [{ url: 'http://127.0.0.1/', description: 'x'.repeat(501) }, 'description'],
  ])('returns 400 for %j and names %s', async (body, field) => {
    const answer = await scene.ask(account.key, 'post', '', body)
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      expect.stringMatching(new RegExp(`\`?${field}\`?:? `)),
    ])
  })

  test('returns 403 for a brand of another account and for an unknown brand', async () => {
    const other = await scene.account()
    const answers = [other.brandId, 'brd_nowhere'].map((brand_id) =>
      scene.ask(account.key, 'post', '', { url: scene.receiver.url, brand_id }),
    )
    const [one, two] = await Promise.all(answers)
    expect([one?.status, two?.status]).toEqual([403, 403])
    expect(one?.body.error).toEqual(two?.body.error)
    // A key with the scope write:webhooks alone cannot list brands.
    expect(one?.body.error.message).toBe('`brand_id` must be a brand of this key.')
  })

  test('creates endpoints of the brand for a key of one brand', async () => {
    const { key } = await issueKey(scene.database.sql, account.accountId, {
      prefix: 'sk_live_',
      brandId: account.brandId,
    })
    const { body } = await scene.ask(key, 'post', '', { url: scene.receiver.url })
    expect(body.data.brand_id).toBe(account.brandId)
  })

  test('returns a simulated endpoint for a test key and stores nothing', async () => {
    const { key } = await issueKey(scene.database.sql, account.accountId, { prefix: 'sk_test_' })
    const { status, body } = await scene.ask(key, 'post', '', { url: scene.receiver.url })
    expect([status, body.meta.simulated]).toEqual([200, true])
    expect(body.data.secret).toMatch(/^whsec_/)
    expect((await scene.ask(key, 'get', `/${body.data.id}`)).status).toBe(404)
    const [row] = await scene.database.sql`
      select count(*)::integer as count from webhooks.endpoints where endpoint_id = ${body.data.id}`
    expect(row?.count).toBe(0)
  })

  test.each(['svc_sk_live_', 'svc_sk_test_', 'pk_live_', 'svc_ak_'] satisfies KeyPrefix[])(
    'returns 401 for a key with the prefix %s',
    async (prefix) => {
      const { key } = await issueKey(scene.database.sql, account.accountId, { prefix })
      expect((await scene.ask(key, 'post', '', { url: scene.receiver.url })).status).toBe(401)
    },
  )

  test('rejects the 51st endpoint of an account with 400', async () => {
    const { key, accountId } = await scene.account()
    await scene.database.sql`
      insert into webhooks.endpoints (account_id, url) select ${accountId}, 'https://a.example/' from generate_series(1, 50)`
    const { status, body } = await scene.ask(key, 'post', '', { url: scene.receiver.url })
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringContaining('The maximum of 50 endpoints is reached'),
    ])
  })

  test('limits an account to 50 endpoints for concurrent requests of a key of one brand', async () => {
    const { accountId, brandId } = await scene.account()
    await scene.database.sql`
      insert into webhooks.endpoints (account_id, url) select ${accountId}, 'https://a.example/' from generate_series(1, 48)`
    const { key } = await issueKey(scene.database.sql, accountId, { prefix: 'sk_live_', brandId })
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await scene.ask(key, 'post', '', { url: scene.receiver.url })).status),
    )
    expect(statuses.toSorted()).toEqual([200, 200, 400, 400, 400, 400, 400, 400])
  })

  test('returns 503 without WEBHOOK_SECRET_KEY', async () => {
    const api = await startApi(scene.database, { webhooks: { secretKey: undefined, allowsLoopback: true } })
    const request = api.http.post('/api/webhooks').set('Authorization', `Bearer ${account.key}`)
    const { status, body } = await request.send({ url: scene.receiver.url })
    await api.stop()
    expect([status, body.error.code]).toEqual([503, 'service_unavailable'])
  })
})
