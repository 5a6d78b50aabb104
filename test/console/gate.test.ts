import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConsole } from '../../functions/console/app.ts'
import type { Role } from '../../shared/db/console.ts'
import { Browser } from '../support/browser.ts'
import type { Visit } from '../support/browser.ts'
import { createTenant } from '../support/factories.ts'
import { actionsOf, ConsoleScene } from '../support/console.ts'

const pages = ['', '/anomalies', '/proposals', '/catalogue', '/imports', '/keys', '/webhooks', '/apps']
let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
})
afterAll(() => scene.stop())

const signInPage = (visit: Visit) => [visit.status, visit.url.pathname]

describe('without a session', () => {
  test.each(pages)('%s asks for a sign-in and leads back', async (page) => {
    const browser = new Browser(scene.api.url)
    const asked = await browser.open(brand.root + page)
    expect(signInPage(asked)).toEqual([200, '/oauth/sign-in'])
    expect(asked.url.searchParams.get('to')).toBe(brand.root + page)
    expect(asked.html).not.toContain('Aurora')
    const person = await scene.person({ [brand.brandId]: 'viewer' })
    const fields = [
      ['email', person.email],
      ['password', person.password],
    ] as [string, string][]
    const back = await browser.submit(asked, '/oauth/sign-in', fields)
    expect([back.status, back.url.pathname]).toEqual([200, brand.root + page])
  })

  test.each(['junk', 'x'.repeat(43), 'A'.repeat(43), '', "' or true --"])(
    'a forged cookie (%s) opens nothing',
    async (cookie) => {
      const browser = new Browser(scene.api.url)
      browser.cookies.set('vitrine_session', cookie)
      expect(signInPage(await browser.open(brand.root))).toEqual([200, '/oauth/sign-in'])
    },
  )

  test('a form is answered by the sign-in, and changes nothing', async () => {
    const anomalyId = await scene.anomaly(brand.brandId)
    const { browser } = await scene.member(brand.brandId, 'owner')
    const page = await browser.open(`${brand.root}/anomalies`)
    const [token] = /(?<=name="form_token" value=")[^"]+/.exec(page.html) ?? []
    const stranger = new Browser(scene.api.url)
    const answered = await stranger.post(`${brand.root}/anomalies/${anomalyId}`, [
      ['form_token', token as string],
      ['status', 'resolved'],
    ])
    expect(answered.status).toBe(403)
    const [row] = await scene.database.sql`select status from analytics.anomalies where anomaly_id = ${anomalyId}`
    expect(row?.status).toBe('active')
  })

  test('the sign-in leads to pages of the console only', async () => {
    const person = await scene.person({ [brand.brandId]: 'viewer' })
    for (const to of [
      '//evil.example/console',
      'https://evil.example/console',
      '/console/../oauth/connections',
      '/console?x=//evil',
      '/consolex',
    ]) {
      const browser = new Browser(scene.api.url)
      const page = await browser.open(`/oauth/sign-in?to=${encodeURIComponent(to)}`)
      const visit = await browser.submit(page, '/oauth/sign-in', [
        ['email', person.email],
        ['password', person.password],
        ['to', to],
      ])
      expect([to, visit.url.origin, visit.url.pathname, visit.location]).toEqual([
        to,
        scene.api.url,
        '/oauth/connections',
        null,
      ])
    }
  })
})

describe('a session', () => {
  const opens = async (browser: Browser) => (await browser.open(brand.root)).url.pathname === brand.root

  test('ends twelve hours after the sign-in, whatever was done meanwhile', async () => {
    const { person, browser } = await scene.member(brand.brandId, 'viewer')
    await scene.database
      .sql`update oauth.sessions set expires_at = '2026-11-20T12:00:00Z' where person_id = ${person.id}`
    expect(await opens(browser)).toBe(false)
  })

  test('ends after two hours without a page, and a page puts that off', async () => {
    const { person, browser } = await scene.member(brand.brandId, 'viewer')
    await scene.database.sql`update oauth.sessions set used_at = '2026-11-20T10:00:01Z' where person_id = ${person.id}`
    expect(await opens(browser)).toBe(true)
    const [row] = await scene.database.sql`select used_at from oauth.sessions where person_id = ${person.id}`
    expect(row?.used_at).toEqual(new Date('2026-11-20T12:00:00Z'))
    await scene.database.sql`update oauth.sessions set used_at = '2026-11-20T10:00:00Z' where person_id = ${person.id}`
    expect(await opens(browser)).toBe(false)
  })

  test('ends with signing out, for whoever kept the cookie too', async () => {
    const { browser } = await scene.member(brand.brandId, 'viewer')
    const page = await browser.open(brand.root)
    const kept = new Map(browser.cookies)
    const left = await browser.submit(page, '/oauth/sign-out')
    expect([left.url.pathname, left.url.searchParams.get('to')]).toEqual(['/oauth/sign-in', '/console'])
    for (const [name, value] of kept) browser.cookies.set(name, value)
    expect(await opens(browser)).toBe(false)
  })

  test('is in a cookie that scripts cannot read and other sites do not send, by its hash in the database', async () => {
    const { browser, person } = await scene.member(brand.brandId, 'viewer')
    const page = await new Browser(scene.api.url).open('/oauth/sign-in')
    const cookies = page.headers.getSetCookie()
    expect(cookies.every((cookie) => /HttpOnly/.test(cookie) && /SameSite=Lax/.test(cookie))).toBe(true)
    const [row] = await scene.database
      .sql`select array(select s::text from oauth.sessions s where person_id = ${person.id})::text as text`
    expect(row?.text).not.toContain(browser.cookies.get('vitrine_session'))
  })

  test('is kept to https and to this very host where the site is on https', async () => {
    const secure = await ConsoleScene.start({ publicBaseUrl: 'https://vitrine.example' })
    const page = await new Browser(secure.api.url).open('/console')
    expect(page.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-vitrine_browser=.*; Secure; .*SameSite=Lax/),
    ])
    await secure.stop()
  })

  test('is limited to 300 pages a minute', async () => {
    const { person, browser } = await scene.member(brand.brandId, 'viewer')
    await scene.database.sql`
      insert into core.rate_limits (bucket, window_start, used) values (${`person:${person.id}`}, '2026-11-20T12:00:00Z', 300)
      on conflict (bucket) do update set used = 300`
    const page = await browser.open(brand.root)
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '60'])
  })
})

describe('a brand', () => {
  test.each(pages)('of others is not found, and no other than one that does not exist (%s)', async (page) => {
    const other = await createTenant(scene.database.sql, { name: 'Secret brand' })
    const { browser } = await scene.member(brand.brandId, 'owner')
    const theirs = await browser.open(`/console/brands/${other.brandId}${page}`)
    const nowhere = await browser.open(`/console/brands/brd_nowhere${page}`)
    expect([theirs.status, nowhere.status]).toEqual([404, 404])
    const without = ({ html }: Visit) => html.replace(/req_\w+/, '')
    expect(without(theirs)).toBe(without(nowhere))
    expect(theirs.html).not.toContain('Secret brand')
  })

  test('that is archived is not found', async () => {
    const old = await scene.brand()
    const { browser } = await scene.member(old.brandId, 'owner')
    expect((await browser.open(old.root)).status).toBe(200)
    await scene.database.sql`update core.brands set status = 'archived' where brand_id = ${old.brandId}`
    expect((await browser.open(old.root)).status).toBe(404)
  })

  test('is lost with the membership, at once', async () => {
    const { person, browser } = await scene.member(brand.brandId, 'owner')
    expect((await browser.open(brand.root)).status).toBe(200)
    await scene.leave(person.id, brand.brandId)
    expect((await browser.open(brand.root)).status).toBe(404)
    expect((await browser.open('/console')).html).toContain('member of no brand yet')
  })

  test('is written to within what the person is now, not what they were', async () => {
    const { person, browser } = await scene.member(brand.brandId, 'admin')
    const page = await browser.open(`${brand.root}/keys`)
    await scene.join(person.id, brand.brandId, 'viewer')
    const fields = [
      ['name', 'mine'],
      ['scope', 'read:marketing'],
      ['prefix', 'svc_sk_live_'],
    ] as [string, string][]
    const refused = await browser.submit(page, `${brand.root}/keys`, fields)
    expect([refused.status, refused.html]).toEqual([
      403,
      expect.stringContaining('You are viewer of this brand; this takes admin.'),
    ])
  })

  test('is chosen from a list, unless there is only one', async () => {
    const second = await scene.brand({ name: 'Lumen' })
    const both = await scene.signedIn(await scene.person({ [brand.brandId]: 'viewer', [second.brandId]: 'admin' }))
    const list = await both.browser.open('/console')
    expect(list.html).toContain(`href="${second.root}"`)
    expect(list.html).toContain('you are admin')
    const { browser } = await scene.member(second.brandId, 'viewer')
    expect((await browser.open('/console')).url.pathname).toBe(second.root)
    expect((await browser.open('/console/')).headers.get('location')).toMatch(/\/console$/)
  })
})

/** Every form there is, with what somebody might send. */
const writes: [path: string, needs: Role, fields: [string, string][]][] = [
  ['/anomalies/ano_x', 'analyst', [['status', 'resolved']]],
  [
    '/keys',
    'admin',
    [
      ['prefix', 'svc_sk_live_'],
      ['name', 'n'],
      ['scope', 'read:marketing'],
    ],
  ],
  ['/keys/key_x/revoke', 'admin', []],
  ['/proposals/prp_x', 'admin', [['decision', 'approve']]],
  ['/webhooks', 'admin', [['url', 'http://127.0.0.1:1/']]],
  ['/webhooks/whe_x/test', 'admin', []],
  ['/webhooks/whe_x/rotate', 'admin', []],
  ['/webhooks/whe_x/delete', 'admin', []],
  ['/webhooks/whe_x/deliveries/dlv_x/replay', 'admin', []],
]

describe('a form', () => {
  test('of every kind is tried here', () => {
    const services = { database: scene.database.sql, publicBaseUrl: 'http://vitrine.test', trustedProxyHops: 0 }
    const { routes } = createConsole(services, { secretKey: undefined, allowsLoopback: false })
    expect(routes.filter(({ method }) => method === 'POST').length).toBe(writes.length + 1)
  })

  test.each(writes)('to %s takes %s', async (path, needs, fields) => {
    const roles: Role[] = ['viewer', 'analyst', 'admin', 'owner']
    for (const role of roles) {
      const { browser } = await scene.member(brand.brandId, role)
      const page = await browser.open(brand.root)
      const [token] = /(?<=name="form_token" value=")[^"]+/.exec(page.html) ?? []
      const answered = await browser.post(brand.root + path, [['form_token', token as string], ...fields])
      const isRefused = roles.indexOf(role) < roles.indexOf(needs)
      expect([role, answered.status === 403]).toEqual([role, isRefused])
    }
  })

  test.each([...writes.map(([path]) => path), '/apps/disconnect'])(
    'to %s is refused without its token, with another, and from another site',
    async (path) => {
      const { browser } = await scene.member(brand.brandId, 'owner')
      const page = await browser.open(brand.root)
      const [token] = /(?<=name="form_token" value=")[^"]+/.exec(page.html) ?? []
      const elsewhere = await scene.member(brand.brandId, 'owner')
      const [foreign] =
        /(?<=name="form_token" value=")[^"]+/.exec((await elsewhere.browser.open(brand.root)).html) ?? []
      const action = brand.root + path
      expect((await browser.post(action, [])).status).toBe(403)
      expect((await browser.post(action, [['form_token', 'x']])).status).toBe(403)
      expect((await browser.post(action, [['form_token', foreign as string]])).status).toBe(403)
      const crossSite = { 'Sec-Fetch-Site': 'cross-site' }
      expect((await browser.post(action, [['form_token', token as string]], crossSite)).status).toBe(403)
      expect(
        (await browser.open(action, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }))
          .status,
      ).toBe(400)
    },
  )

  test('is offered to whoever may send it only', async () => {
    await scene.anomaly(brand.brandId)
    const offered = async (role: Role) => {
      const { browser } = await scene.member(brand.brandId, role)
      const shown = await Promise.all(
        ['/anomalies', '/keys', '/webhooks'].map((page) => browser.open(brand.root + page)),
      )
      return shown.map((page) => actionsOf(page).filter((action) => action.startsWith('/console/')).length > 0)
    }
    expect(await offered('viewer')).toEqual([false, false, false])
    expect(await offered('analyst')).toEqual([true, false, false])
    expect(await offered('admin')).toEqual([true, true, true])
  })
})

describe('the database itself', () => {
  const call = async (sessionHash: Buffer, access: string, requests: object[]) => {
    const sql = scene.database.sql
    const [row] = await sql`
      select console.call(${sessionHash}, '::1', ${brand.brandId}, ${access}, ${sql.json(requests as never)}) as answer`
    return row?.answer
  }

  async function sessionOf(role: Role): Promise<Buffer> {
    const { person } = await scene.member(brand.brandId, role)
    const [row] = await scene.database.sql`select session_hash from oauth.sessions where person_id = ${person.id}`
    return row?.session_hash as Buffer
  }

  test('writes nothing for a page that is looked at', async () => {
    const anomalyId = await scene.anomaly(brand.brandId)
    const requests = [{ operation: 'console.move_anomaly', input: { anomaly_id: anomalyId, status: 'resolved' } }]
    const answer = await call(await sessionOf('owner'), 'read', requests)
    expect(answer.answers).toEqual([{ status: 'DNIED', message: 'Looking at a page changes nothing.' }])
  })

  test('refuses a person what only keys may do', async () => {
    const input = { target: {}, change: {}, rationale: 'x', idempotency_key: 'x' }
    const answer = await call(await sessionOf('owner'), 'write', [{ operation: 'connector.propose_change', input }])
    expect(answer.answers[0].status).toBe('42501')
  })

  test('keeps a key from what only people may do', async () => {
    const [row] = await scene.database.sql`
      select status, message from core.call('console.keys', (select hash from core.api_keys where key_id = ${brand.keyId}), '::1',
        ${scene.database.sql.json({ brand_id: brand.brandId })})`
    expect(row).toEqual({ status: 'DNIED', message: 'this key does not carry the scope console.' })
  })

  test.each([
    ["update analytics.anomalies set status = 'resolved' where true"],
    ['update core.api_keys set revoked_at = now() where true'],
    ['delete from webhooks.endpoints where true'],
  ])('shows the role of people no row to change where they are viewers: %s', async (statement) => {
    await scene.anomaly(brand.brandId)
    const changed = await scene.database.sql.begin(async (transaction) => {
      await transaction`select set_config('vitrine.brand_ids', ${`{${brand.brandId}}`}, true), set_config('vitrine.role', 'viewer', true)`
      await transaction`set local role vitrine_person`
      return (await transaction.unsafe(statement)).count
    })
    expect(changed).toBe(0)
  })

  test('keeps an audit of what people changed', async () => {
    const anomalyId = await scene.anomaly(brand.brandId)
    const requests = [{ operation: 'console.move_anomaly', input: { anomaly_id: anomalyId, status: 'resolved' } }]
    await call(await sessionOf('analyst'), 'write', requests)
    const [row] = await scene.database.sql`
      select detail from oauth.audit_events where event = 'changed' order by event_id desc limit 1`
    expect(row?.detail).toEqual({ operation: 'console.move_anomaly', brand_id: brand.brandId })
  })
})

describe('every answer', () => {
  test.each([...pages, '/nothing', '?days=1'])(
    '%s forbids scripts, frames, guesses of its type, and copies',
    async (page) => {
      const { browser } = await scene.member(brand.brandId, 'owner')
      const { headers, html } = await browser.open(brand.root + page)
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self'; form-action 'self'; .*frame-ancestors 'none'$/,
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(html).not.toMatch(/<script|<img|(?:src|href)="https?:\/\//)
      // What stands in quotation marks is a value, whatever it looks like.
      expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\s(?:style|on\w+)=/)
    },
  )

  test.each([
    '?days=0',
    '?days=366',
    '?days=abc',
    '?days=1e9',
    '?days=90&compare=%00',
    '?days=%F0%9F%A6%84',
    '?days[]=1',
    '/anomalies?status=gone',
    '/anomalies?days=-1',
    '/proposals?status=x',
    '/imports?page=0',
    '/imports?page=99999999999999999999',
    '/catalogue?page=x',
    `/catalogue?q=${'a'.repeat(501)}`,
    '/catalogue?q=%00',
    '/webhooks/whe_x?status=x',
    '/imports/imp_x?page=-1',
  ])('%s is told what it takes, on a page', async (query) => {
    const { browser } = await scene.member(brand.brandId, 'owner')
    const page = await browser.open(brand.root + query)
    expect([query, page.status]).toEqual([query, query === '?days[]=1' ? 200 : 400])
    expect(page.headers.get('content-type')).toContain('text/html')
  })

  test.each(['/imports/imp_x', '/webhooks/whe_x', '/nothing', '/keys/x', '/%2e%2e/%2e%2e/etc/passwd'])(
    '%s is no page',
    async (path) => {
      const { browser } = await scene.member(brand.brandId, 'owner')
      expect((await browser.open(brand.root + path)).status).toBe(404)
    },
  )
})
