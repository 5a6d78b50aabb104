import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sourcesPage } from '../../functions/console/pages/sources.ts'
import { registeredSources } from '../support/api.ts'
import type { Browser, Visit } from '../support/browser.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import { createBrand, createTenant } from '../support/factories.ts'
import { decide } from '../support/platforms/consent.ts'
import { startMeta } from '../support/platforms/meta/meta.ts'
import type { Meta } from '../support/platforms/meta/meta.ts'
import { connectAccount, workerPool } from '../support/sources.ts'

let meta: Meta
let scene: ConsoleScene
let one: string
let two: string

const redirectUri = 'http://vitrine.test/console/sources/callback'
const month = { from: '2026-10-01', to: '2026-10-31' }

beforeAll(async () => {
  meta = await startMeta({ redirectUri, people: ['Ada'] })
  one = meta.seed({ seed: 1, ...month }).id
  two = meta.seed({ seed: 2, ...month }).id
  const sources = registeredSources({
    META_CLIENT_ID: meta.app.id,
    META_CLIENT_SECRET: meta.app.secret,
    SHOPIFY_CLIENT_ID: 'app',
    SHOPIFY_CLIENT_SECRET: 'secret',
    ...meta.environment,
  })
  scene = await ConsoleScene.start({ sources })
})
afterAll(async () => {
  await scene.stop()
  await meta.stop()
})

/** Creates a brand with an admin in a browser. */
async function open() {
  const brand = await createTenant(scene.database.sql)
  const root = `/console/brands/${brand.brandId}/sources`
  const { browser, person } = await scene.member(brand.brandId, 'admin')
  return { ...brand, root, browser, person }
}

/** Goes to the platform, and returns the address to which it sends the person back, as a path of the console. */
async function authorize(browser: Browser, root: string, decision = { approve: true } as Parameters<typeof decide>[1]) {
  const page = await browser.open(root)
  const sent = await browser.post(`${root}/authorizations`, [...ownForm(page), ['platform', 'meta']])
  expect(sent.status).toBe(303)
  const { pathname, search } = await decide(sent.location as URL, decision)
  return pathname + search
}

const count = async (table: 'connections' | 'sources', brandId: string) => {
  const [row] =
    table === 'sources'
      ? await scene.database.sql`select count(*)::integer as n from sources.sources where brand_id = ${brandId}`
      : await scene.database
          .sql`select count(*)::integer as n from sources.connections join core.brands using (account_id) where brand_id = ${brandId}`
  return row?.n as number
}

const alertOf = ({ html }: Visit) => /<p>([^<]+)<\/p>/.exec(html.split('<h1>')[1] ?? '')?.[1]

describe('GET /console/sources/callback', () => {
  test.each([
    ['a state of another session', (address: string) => address, true],
    ['an unknown state', (address: string) => address.replace(/state=../, 'state=zz'), false],
    ['no state', (address: string) => address.replace(/state=[^&]*/, ''), false],
    ['two states', (address: string) => `${address}&state=second`, false],
  ])('refuses %s, and exchanges no code', async (_, change, isOther) => {
    const { browser, root, brandId } = await open()
    const address = await authorize(browser, root)
    const asker = isOther ? (await scene.member(brandId, 'admin')).browser : browser
    const requests = meta.recorder.requests.length
    const page = await asker.open(change(address))
    expect([page.status, alertOf(page)]).toEqual([400, expect.stringContaining('was not started here')])
    expect(page.html).toMatch(/href="\/console(\/brands\/[\w-]+)?\/sources"/)
    expect([await count('connections', brandId), meta.recorder.requests.length]).toEqual([0, requests])
  })

  test('refuses a state of a brand that the person is not a member of', async () => {
    const [own, other] = [await open(), await open()]
    const address = await authorize(own.browser, own.root)
    const page = await own.browser.open(address.replaceAll(own.brandId, other.brandId))
    expect(page.status).toBe(404)
    expect([await count('connections', own.brandId), await count('connections', other.brandId)]).toEqual([0, 0])
  })

  test('says that a state was used, with a link to the sources of the brand, also after a new sign-in', async () => {
    const { browser, root, brandId, person } = await open()
    const other = await createTenant(scene.database.sql)
    await scene.join(person.id, other.brandId, 'admin')
    const address = await authorize(browser, root)
    expect((await browser.open(address)).url.pathname).toMatch(/\/sources\/connections\/con_\w+$/)
    const expectUsed = (page: Visit) => {
      expect([page.status, alertOf(page)]).toEqual([400, expect.stringContaining('This link was used already.')])
      expect(page.html).toContain(`href="${root}"`)
    }
    expectUsed(await browser.open(address))
    for (const name of browser.cookies.keys()) if (name.endsWith('session')) browser.cookies.delete(name)
    const asked = await browser.open(address)
    const to = asked.url.searchParams.get('to') as string
    expect(to).not.toContain('code=')
    await scene.signIn(browser, person, '/console')
    expectUsed(await browser.open(to))
    expect(await count('connections', brandId)).toBe(1)
  })

  test('refuses a state that another person used in another brand', async () => {
    const { browser, root, brandId } = await open()
    const address = await authorize(browser, root)
    await browser.open(address)
    const stranger = await open()
    const page = await stranger.browser.open(address)
    expect([page.status, page.html.includes(brandId), page.html.includes('href="/console/sources"')]).toEqual([
      404,
      false,
      true,
    ])
  })

  test('refuses a state after ten minutes', async () => {
    const { browser, root, brandId } = await open()
    const address = await authorize(browser, root)
    await scene.database
      .sql`update sources.authorizations set expires_at = platform.clock() where brand_id = ${brandId}`
    expect((await browser.open(address)).status).toBe(400)
  })

  test('redirects to sign-in without the code if the session ended, and refuses the state in the new session', async () => {
    const { browser, root, person, brandId } = await open()
    const address = await authorize(browser, root)
    for (const name of browser.cookies.keys()) if (name.endsWith('session')) browser.cookies.delete(name)
    const asked = await browser.open(address)
    const to = asked.url.searchParams.get('to') as string
    expect([asked.url.pathname, to]).toEqual([
      '/oauth/sign-in',
      expect.stringMatching(/^\/console\/sources\/callback\?state=[\w.-]+$/),
    ])
    await scene.signIn(browser, person, '/console')
    for (const path of [to, address]) {
      const refused = await browser.open(path)
      expect([refused.status, alertOf(refused)]).toEqual([400, expect.stringContaining('its session has ended')])
      expect(refused.html).toContain(`href="${root}"`)
    }
    expect(await count('connections', brandId)).toBe(0)
  })

  test('refuses a person who lost the role in the meantime', async () => {
    const { browser, root, person, brandId } = await open()
    const address = await authorize(browser, root)
    await scene.database.sql`update core.memberships set role = 'viewer' where person_id = ${person.id}`
    expect((await browser.open(address)).status).toBe(403)
    expect(await count('connections', brandId)).toBe(0)
  })

  test.each([
    [{ approve: false }, 403, 'was denied at the platform'],
    [{ approve: true, scopes: [] }, 400, 'lacks a permission'],
  ])('says what to do after %j', async (decision, status, sentence) => {
    const { browser, root, brandId } = await open()
    const page = await browser.open(await authorize(browser, root, decision))
    expect([page.status, alertOf(page)]).toEqual([status, expect.stringContaining(sentence)])
    expect(page.html).toContain('The account was not connected')
    expect(await count('connections', brandId)).toBe(0)
  })

  test('returns 503 if the platform does not answer, and logs no code', async () => {
    const { browser, root } = await open()
    const address = await authorize(browser, root)
    meta.faults.arm({ kind: 'cut' }, { on: /access_token/, times: 99 })
    const page = await browser.open(address)
    meta.faults.clear()
    expect([page.status, alertOf(page)]).toEqual([503, expect.stringContaining('did not answer')])
    const code = new URL(address, redirectUri).searchParams.get('code') as string
    expect(JSON.stringify(scene.api.log)).not.toContain(code)
  })
})

describe('the choice of accounts', () => {
  test('connects the chosen accounts, and a form sent twice has no further effect', async () => {
    const { browser, root, brandId } = await open()
    const picker = await browser.open(await authorize(browser, root))
    const { pathname } = picker.url
    const form: [string, string][] = [...ownForm(picker), [`account:${one}`, brandId]]
    const done = await browser.post(pathname, form)
    expect([done.url.pathname, done.html.includes('Connected: 1 account to')]).toEqual([root, true])
    expect((await browser.post(pathname, form)).status).toBe(409)
    expect(await count('sources', brandId)).toBe(1)
    expect((await browser.post(pathname, ownForm(picker))).status).toBe(400)
    expect((await browser.post(pathname, [...ownForm(picker), ['account:999', brandId]])).status).toBe(400)
  })

  test('gives each account a brand, and refuses a brand of another account or role', async () => {
    const { browser, root, brandId, accountId, person } = await open()
    const [second, viewed] = [
      await createBrand(scene.database.sql, accountId),
      await createBrand(scene.database.sql, accountId),
    ]
    const foreign = await createTenant(scene.database.sql)
    await scene.join(person.id, second, 'owner')
    await scene.join(person.id, viewed, 'viewer')
    await scene.join(person.id, foreign.brandId, 'owner')
    const picker = await browser.open(await authorize(browser, root))
    expect(picker.html).toContain(`name="account:${one}" value="${second}"`)
    expect(picker.html).not.toContain(`value="${viewed}"`)
    expect(picker.html).not.toContain(`value="${foreign.brandId}"`)
    const choose = async (brand: string) =>
      await browser.post(picker.url.pathname, [...ownForm(picker), [`account:${one}`, brand]])
    expect((await choose(foreign.brandId)).status).toBe(404)
    expect((await choose(viewed)).status).toBe(403)
    for (const [refused, status] of [
      [foreign.brandId, 404],
      [viewed, 403],
    ] as const) {
      const chosen: [string, string][] = [
        [`account:${one}`, brandId],
        [`account:${two}`, refused],
      ]
      expect((await browser.post(picker.url.pathname, [...ownForm(picker), ...chosen])).status).toBe(status)
      expect(await count('sources', brandId)).toBe(0)
    }
    const done = await browser.post(picker.url.pathname, [
      ...ownForm(picker),
      [`account:${one}`, brandId],
      [`account:${two}`, second],
    ])
    expect(done.status).toBe(200)
    const counts = [brandId, second, viewed, foreign.brandId].map((brand) => count('sources', brand))
    expect(await Promise.all(counts)).toEqual([1, 1, 0, 0])
  })

  test('shows why an account cannot be chosen, and no connection of another account', async () => {
    const { browser, root, brandId } = await open()
    const picker = await browser.open(await authorize(browser, root))
    const connectionId = picker.url.pathname.split('/').at(-1) as string
    await scene.database.sql`
      update sources.reachable_accounts set unavailable = 'disabled', manager_id = '77'
      where connection_id = ${connectionId} and external_id = ${two}`
    const shown = await browser.open(picker.url.pathname)
    expect(shown.html).toMatch(
      /Accounts that cannot be read[^]*, manager account 77\.[^]*Cannot be read. Status: Disabled/,
    )
    expect(shown.html).not.toContain(`name="account:${two}"`)
    const form: [string, string][] = [...ownForm(shown), [`account:${two}`, brandId]]
    expect((await browser.post(picker.url.pathname, form)).status).toBe(400)
    const stranger = await open()
    expect((await stranger.browser.open(`${stranger.root}/connections/${connectionId}`)).status).toBe(404)
  })
})

describe('the list of sources', () => {
  test('shows viewers and analysts the status without forms', async () => {
    const { brandId, root } = await open()
    const worker = workerPool(scene.database)
    await connectAccount(worker, brandId, { account: one })
    await worker.end()
    for (const role of ['viewer', 'analyst'] as const) {
      const { browser } = await scene.member(brandId, role)
      const page = await browser.open(root)
      expect(page.html).toContain(`Account ${one}`)
      expect(page.html).toContain('0% of the past is read')
      expect(page.html).not.toContain(`action="${root}`)
      const refused = await browser.post(`${root}/authorizations`, [...ownForm(page), ['platform', 'meta']])
      expect(refused.status).toBe(403)
    }
  })

  test('names the platforms that the operator has not set up, and starts none of them', async () => {
    const { browser, root } = await open()
    const page = await browser.open(root)
    expect([...page.html.matchAll(/(\w[\w ]+) is not set up\./g)].map(([, title]) => title)).toEqual([
      'Google Ads',
      'TikTok Ads',
      'Google Analytics 4',
    ])
    const sent = await browser.post(`${root}/authorizations`, [...ownForm(page), ['platform', 'tiktok']])
    expect([sent.status, alertOf(sent)]).toEqual([
      404,
      'TikTok Ads is not set up. Ask the operator of the installation to register Vitrine at the platform.',
    ])
  })

  test('asks for the domain of a shop at Shopify', async () => {
    const { browser, root } = await open()
    const page = await browser.open(root)
    const send = async (shop: string) =>
      await browser.post(`${root}/authorizations`, [...ownForm(page), ['platform', 'shopify'], ['shop', shop]])
    const refused = await send('shop.example/x')
    expect([refused.status, refused.html.includes('value="shop.example/x"')]).toEqual([400, true])
    expect(refused.html).toContain('Domain of the shop must be that of a shop at Shopify')
    expect((await send('https://acme.myshopify.com/')).location?.host).toBe('acme.myshopify.com')
    const admin = await send('https://admin.shopify.com/store/acme/settings')
    expect(admin.location?.host).toBe('acme.myshopify.com')
    expect((await send('acme')).location?.host).toBe('acme.myshopify.com')
    expect((await send('Acme.myshopify.com')).location?.host).toBe('acme.myshopify.com')
  })

  test('pauses, resumes, reads and disconnects a source, and refuses a source of another brand', async () => {
    const { browser, root, brandId } = await open()
    const worker = workerPool(scene.database)
    const { source_id } = await connectAccount(worker, brandId)
    const move = async (action: string, more: [string, string][] = []) =>
      await browser.post(`${root}/${source_id}`, [...ownForm(await browser.open(root)), ['action', action], ...more])
    expect((await move('explode')).status).toBe(400)
    expect((await move('pause')).html).toMatch(/state paused">\s*Paused/)
    const paused = await move('sync')
    expect([paused.status, paused.html.includes('within a minute')]).toEqual([409, false])
    expect(paused.html).toContain('The source is paused. Resume it first.')
    expect((await move('resume')).html).toMatch(/state syncing">\s*Syncing/)
    expect((await move('sync')).html).toContain('within a minute')
    const stranger = await open()
    const page = await stranger.browser.open(stranger.root)
    const refused = await stranger.browser.post(`${stranger.root}/${source_id}`, [
      ...ownForm(page),
      ['action', 'pause'],
    ])
    expect(refused.status).toBe(404)
    expect((await move('disconnect', [['delete_data', 'true']])).html).toMatch(/state disconnected">\s*Disconnected/)
    expect((await move('sync')).status).toBe(409)
    const [held] = await worker`
      select core.enter_brand(${brandId}), (select is_deletion_due from sources.sources where source_id = ${source_id}) as is_due`
    expect(held?.is_due).toBe(true)
    expect((await move('resume')).status).toBe(409)
    await worker.end()
  })

  test('offers to delete the data of a disconnected source, and asks before', async () => {
    const { browser, root, brandId } = await open()
    const worker = workerPool(scene.database)
    const { source_id } = await connectAccount(worker, brandId)
    await worker.end()
    const send = async (...more: [string, string][]) =>
      await browser.post(`${root}/${source_id}`, [
        ...ownForm(await browser.open(root)),
        ['action', 'disconnect'],
        ...more,
      ])
    const kept = await send()
    expect(kept.html).toContain('Its data stays.')
    expect(kept.html).toMatch(/Vitrine deletes all data of this account. This cannot be undone\./)
    expect((await send()).status).toBe(409)
    const deleted = await send(['delete_data', 'true'])
    expect([deleted.status, deleted.html.includes('its data is deleted within minutes')]).toEqual([200, true])
    const [held] = await scene.database.sql`select is_deletion_due from sources.sources where source_id = ${source_id}`
    expect(held?.is_deletion_due).toBe(true)
  })

  test('ends the alert of a stale source with a new access, and at the first read', async () => {
    const { browser, root, brandId } = await open()
    const worker = workerPool(scene.database)
    const { source_id } = await connectAccount(worker, brandId, { account: one })
    await scene.database.sql`
      update sources.sources
      set status = 'needs_attention', attention = '{"reason": "grant_is_dead", "values": {}}', attention_since = '2026-11-18T08:00:00Z',
        stale_since = '2026-11-19T08:00:00Z', last_read_at = '2026-11-18T07:00:00Z'
      where source_id = ${source_id}`
    const picker = await browser.open(await authorize(browser, root))
    const done = await browser.post(picker.url.pathname, [...ownForm(picker), [`account:${one}`, brandId]])
    expect(done.html).not.toContain('has not been read since')
    const resolved = await scene.database.sql`
      select data ->> 'source_id' as source from events.outbox where brand_id = ${brandId} and type = 'alert.resolved'`
    expect(resolved).toEqual([{ source: source_id }])
    // The last read is days ago, but the access is new.
    await worker`select sources.raise_stale()`
    expect((await browser.open(root)).html).not.toContain('has not been read since')
    await worker.end()
  })

  test('shows how much last week changed, or that it is not known', () => {
    const shown = (last_week_change: number | null, last_week_reason: string | null) =>
      String(
        sourcesPage({
          pageContext: { brand: { id: 'b', timezone: 'UTC', may: [] }, brands: [], path: '/', formToken: '' } as never,
          platforms: [{ name: 'meta', title: 'Meta', isSetUp: true }],
          sources: [
            {
              id: 's',
              status: 'connected',
              platform: 'meta',
              limitations: [],
              attention: null,
              last_attempt: null,
              access_ends_at: null,
              restatement: {
                last_week: { date_from: '2026-11-09', date_to: '2026-11-15' },
                this_week: { date_from: '2026-11-16', date_to: '2026-11-22' },
                metrics: [{ metric: 'spend', last_week_change, expected_change: null }],
                last_week_reason,
              },
            } as never,
          ],
        }),
      )
        .split('Last week (9 to 15 Nov 2026) changed by')[1]
        ?.split('<dd>')[1]
        ?.split('</dd>')[0]
    expect(shown(0, null)).toBe('spend 0.0%')
    expect(shown(0.02, null)).toBe('spend +2.0%')
    expect(shown(null, 'once')).toBe('not known yet')
    expect(shown(null, null)).toBeUndefined()
  })

  test('has one button for what a source needs, and every page of the brand says it', async () => {
    const { browser, root, brandId } = await open()
    const worker = workerPool(scene.database)
    const { source_id } = await connectAccount(worker, brandId)
    const attend = async (reason: string) => {
      await scene.database.sql`
        update sources.sources set status = 'needs_attention', attention = ${scene.database.sql.json({ reason, values: {} })},
          attention_since = '2026-11-19T08:00:00Z'
        where source_id = ${source_id}`
      return await browser.open(root)
    }
    const primary = ({ html }: Visit) =>
      [...html.matchAll(/class="primary slim" aria-label="([^:]+)/g)].map(([, text]) => text)
    expect(primary(await attend('grant_is_dead'))).toEqual(['Reconnect'])
    expect(primary(await attend('reply_is_incomplete'))).toEqual(['Try again'])
    expect(primary(await attend('token_is_refused'))).toEqual(['Reconnect'])
    expect((await attend('grant_is_dead')).html).toContain('The source has needed attention since 19 Nov 2026')
    for (const end of ['', '/anomalies', '/keys', '/imports']) {
      const page = await browser.open(`/console/brands/${brandId}${end}`)
      expect([end, page.html]).toEqual([end, expect.stringContaining('no longer accepts the access')])
    }
    await scene.database.sql`
      update sources.sources set status = 'connected', attention = null, attention_since = null, stale_since = '2026-11-19T08:00:00Z'
      where source_id = ${source_id}`
    expect((await browser.open(`/console/brands/${brandId}`)).html).toContain('has not been read since')
    await scene.database.sql`update sources.sources set status = 'paused' where source_id = ${source_id}`
    expect((await browser.open(`/console/brands/${brandId}`)).html).not.toContain('has not been read since')
    await worker.end()
  })

  test('leads to the sources of the only brand, or lists the brands', async () => {
    const { browser, root, person } = await open()
    expect((await browser.open('/console/sources')).url.pathname).toBe(root)
    const other = await createTenant(scene.database.sql)
    await scene.join(person.id, other.brandId, 'viewer')
    expect((await browser.open('/console/sources')).html).toContain(`/console/brands/${other.brandId}/sources`)
  })
})
