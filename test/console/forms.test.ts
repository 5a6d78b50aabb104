import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConsole } from '../../functions/console/app.ts'
import { parseEnv } from '../../shared/env.ts'
import { sourceOptions } from '../../shared/sources/settings.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import type { Role } from '../../shared/db/console.ts'
import { Browser } from '../support/browser.ts'
import { actionsOf, ConsoleScene, ownForm } from '../support/console.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
})
afterAll(() => scene.stop())

const keyFields = (name: string): [string, string][] => [
  ['prefix', 'svc_sk_live_'],
  ['name', name],
  ['scope', 'read:marketing'],
]

const ruleFields: [string, string][] = [
  ['metric', 'roas'],
  ['comparison', 'below'],
  ['threshold', '2'],
  ['days', '2'],
  ['name', 'n'],
]

async function statusOf(anomalyId: string): Promise<string> {
  const [row] = await scene.database.sql`select status from analytics.anomalies where anomaly_id = ${anomalyId}`
  return row?.status as string
}

/** Every form with the required role and valid fields. */
const writes: [path: string, needs: Role, fields: [string, string][]][] = [
  ['/anomalies/ano_x', 'analyst', [['status', 'resolved']]],
  ['/alert-rules', 'analyst', ruleFields],
  ['/alert-rules/alr_x', 'analyst', [...ruleFields, ['version', '1'], ['is_on', 'true']]],
  ['/alert-rules/alr_x/delete', 'analyst', []],
  [
    '/plan/proposals',
    'analyst',
    [
      ['spend/google', '+10 %'],
      ['rationale', 'r'],
    ],
  ],
  [
    '/experiments',
    'analyst',
    [
      ['name', 'n'],
      ['platform', 'google'],
      ['starts_on', '2026-12-07'],
      ['pairs', '6'],
      ['block_days', '7'],
    ],
  ],
  ['/experiments/exp_x/start', 'analyst', []],
  ['/experiments/exp_x/end', 'analyst', []],
  ['/experiments/exp_x/cancel', 'analyst', []],
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
  ['/catalog/lamp', 'admin', [['action', 'hide']]],
  ['/negotiations/neg_x', 'admin', [['action', 'decline']]],
  ['/orders/txn_x', 'admin', [['action', 'acknowledge']]],
  ['/disputes/dsp_x', 'admin', [['statement', 'Sorry.']]],
  ['/sources/authorizations', 'admin', [['platform', 'meta']]],
  ['/sources/connections/con_x', 'admin', []],
  ['/sources/src_x', 'admin', [['action', 'pause']]],
  [
    '/people',
    'admin',
    [
      ['email', 'a@people.example'],
      ['role', 'viewer'],
    ],
  ],
  ['/people/invitations/inv_x', 'admin', [['action', 'withdraw']]],
  ['/people/x/role', 'admin', [['role', 'viewer']]],
  ['/people/x/transfer', 'owner', []],
  ['/people/x/remove', 'admin', []],
  ['/imports/imp_x/undo', 'admin', []],
  ['/imports/uploads/upl_x', 'admin', [['kind', 'ads']]],
  ['/imports/uploads/upl_x/delete', 'admin', []],
  [
    '/settings/notifications/quiet-hours',
    'admin',
    [
      ['version', '1'],
      ['days', '1'],
    ],
  ],
  ['/settings/notifications/slack', 'admin', [['webhook_url', 'http://127.0.0.1:1/services/T0/B0/x']]],
  ['/settings/notifications/slack/test', 'admin', []],
  ['/settings/notifications/slack/disconnect', 'admin', []],
  ['/webhooks', 'admin', [['url', 'http://127.0.0.1:1/']]],
  ['/webhooks/whe_x/test', 'admin', []],
  ['/webhooks/whe_x/rotate', 'admin', []],
  ['/webhooks/whe_x/delete', 'admin', []],
  ['/webhooks/whe_x/deliveries/dlv_x/replay', 'admin', []],
]

describe('console forms', () => {
  test('cover every POST route', () => {
    const services = { database: scene.database.sql, publicBaseUrl: 'http://vitrine.test', trustedProxyHops: 0 }
    const { routes } = createConsole(services, {
      webhooks: webhookOptions(parseEnv()),
      sources: sourceOptions(parseEnv()),
      createsBrands: false,
      mails: 'sent',
      isDevelopment: false,
      uploadBytesMax: 1000,
    })
    // Apps are disconnected, brands created, invitations answered and kept forms discarded without a role in a brand. Uploads and settings have own tests.
    expect(routes.filter(({ method }) => method === 'POST').length).toBe(writes.length + 18)
  })

  test.each(writes)('%s requires the role %s', async (path, needs, fields) => {
    const roles: Role[] = ['viewer', 'analyst', 'admin', 'owner']
    for (const role of roles) {
      const { browser } = await scene.member(brand.brandId, role)
      const page = await browser.open(brand.root)
      const answered = await browser.post(brand.root + path, [...ownForm(page), ...fields])
      const isRefused = roles.indexOf(role) < roles.indexOf(needs)
      expect([role, answered.status === 403]).toEqual([role, isRefused])
    }
  })

  test.each([...writes.map(([path]) => path), '/apps/disconnect'])(
    '%s returns 403 without its own form token or from another site',
    async (path) => {
      const { browser } = await scene.member(brand.brandId, 'owner')
      const page = await browser.open(brand.root)
      const elsewhere = await scene.member(brand.brandId, 'owner')
      const foreign = ownForm(await elsewhere.browser.open(brand.root))
      const action = brand.root + path
      expect((await browser.post(action, [])).status).toBe(403)
      expect((await browser.post(action, [['form_token', 'x']])).status).toBe(403)
      expect((await browser.post(action, foreign)).status).toBe(403)
      const crossSite = { 'Sec-Fetch-Site': 'cross-site' }
      expect((await browser.post(action, ownForm(page), crossSite)).status).toBe(403)
      expect(
        (await browser.open(action, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }))
          .status,
      ).toBe(400)
    },
  )

  test('return 403 for a browser without the session, and change nothing', async () => {
    const anomalyId = await scene.anomaly(brand.brandId)
    const { browser } = await scene.member(brand.brandId, 'owner')
    const page = await browser.open(`${brand.root}/anomalies`)
    const stranger = new Browser(scene.api.url)
    const answered = await stranger.post(`${brand.root}/anomalies/${anomalyId}`, [
      ...ownForm(page),
      ['status', 'resolved'],
    ])
    expect(answered.status).toBe(403)
    expect(await statusOf(anomalyId)).toBe('active')
  })

  test('create one key for two concurrent submissions of one form', async () => {
    const { browser } = await scene.member(brand.brandId, 'admin')
    const form = [...ownForm(await browser.open(`${brand.root}/keys`)), ...keyFields('double')]
    const answers = await Promise.all([1, 2].map(() => browser.post(`${brand.root}/keys`, form)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.html).toContain('<h1>Already submitted</h1>')
    expect(refused?.html).toContain('This form was already submitted')
    expect(refused?.html).toContain(`<a href="${brand.root}/keys">Back to API keys</a>`)
    const [{ made } = {}] = await scene.database
      .sql`select count(*)::integer as made from core.api_keys where name = 'double'`
    expect(made).toBe(1)
  })

  test('accept a corrected submission after a 400', async () => {
    const { browser } = await scene.member(brand.brandId, 'admin')
    const own = ownForm(await browser.open(`${brand.root}/keys`))
    expect((await browser.post(`${brand.root}/keys`, [...own, ...keyFields('')])).status).toBe(400)
    expect(
      (await browser.post(`${brand.root}/keys`, [...own, ['prefix', 'pk_live_'], ['name', 'x'], ['scope', 'console']]))
        .status,
    ).toBe(400)
    expect((await browser.post(`${brand.root}/keys`, [...own, ...keyFields('again')])).status).toBe(200)
  })

  test.each([
    [[]],
    [[['form_id', '']]],
    [[['form_id', 'short']]],
    [[['form_id', `${'x'.repeat(101)}`]]],
    [[['form_id', 'a\0bcdefgh']]],
  ])('return 400 without a valid form_id: %j', async (id) => {
    const { browser } = await scene.member(brand.brandId, 'admin')
    const [token] = ownForm(await browser.open(`${brand.root}/keys`))
    const answered = await browser.post(`${brand.root}/keys`, [token, ...id, ...keyFields('nameless')] as [
      string,
      string,
    ][])
    expect([answered.status, answered.html]).toEqual([400, expect.stringContaining('This form is out of date')])
  })

  test('return an HTML page with 413 for more than 64 KB', async () => {
    const { browser } = await scene.member(brand.brandId, 'owner')
    const large: [string, string][] = [['note', 'x'.repeat(70_000)]]
    const answered = await browser.post(`${brand.root}/proposals/prp_x`, large)
    expect([answered.status, answered.headers.get('content-type')]).toEqual([413, 'text/html; charset=UTF-8'])
    expect(answered.html).toContain('Send a smaller one')
    expect(answered.headers.get('cache-control')).toBe('private, no-store')
    expect(answered.headers.get('x-frame-options')).toBe('DENY')
  })

  test('appear only for roles that may submit them', async () => {
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
