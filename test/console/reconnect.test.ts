import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registeredSources } from '../support/api.ts'
import type { Browser, Visit } from '../support/browser.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import { createBrand, createTenant } from '../support/factories.ts'
import { decide } from '../support/platforms/consent.ts'
import { startMeta } from '../support/platforms/meta/meta.ts'
import type { Meta } from '../support/platforms/meta/meta.ts'

let meta: Meta
let scene: ConsoleScene
let one: string
let two: string

const month = { from: '2026-10-01', to: '2026-10-31' }

beforeAll(async () => {
  meta = await startMeta({ redirectUri: 'http://vitrine.test/console/sources/callback', people: ['Ada'] })
  one = meta.seed({ seed: 1, ...month }).id
  two = meta.seed({ seed: 2, ...month }).id
  const registration = { META_CLIENT_ID: meta.app.id, META_CLIENT_SECRET: meta.app.secret }
  scene = await ConsoleScene.start({ sources: registeredSources({ ...registration, ...meta.environment }) })
})
afterAll(async () => {
  await scene.stop()
  await meta.stop()
})

/** Creates a brand with an admin in a browser. */
async function open() {
  const brand = await createTenant(scene.database.sql)
  const { browser, person } = await scene.member(brand.brandId, 'admin')
  return { ...brand, root: rootOf(brand.brandId), browser, person }
}

const rootOf = (brandId: string) => `/console/brands/${brandId}/sources`

/** Gives access at the platform, and returns the page to which it leads. With a source, its access is renewed. */
async function authorize(browser: Browser, root: string, sourceId?: string): Promise<Visit> {
  const form: [string, string][] = [...ownForm(await browser.open(root)), ['platform', 'meta']]
  if (sourceId !== undefined) form.push(['source_id', sourceId])
  const sent = await browser.post(`${root}/authorizations`, form)
  const { pathname, search } = await decide(sent.location as URL, { approve: true })
  return await browser.open(pathname + search)
}

const choose = async (browser: Browser, picker: Visit, chosen: [account: string, brandId: string][]) =>
  await browser.post(picker.url.pathname, [
    ...ownForm(picker),
    ...chosen.map(([account, brandId]): [string, string] => [`account:${account}`, brandId]),
  ])

const held = async (brandId: string) =>
  await scene.database.sql`
    select source_id, external_id, connection_id, status from sources.sources where brand_id = ${brandId} order by external_id`

const fail = async (brandId: string) =>
  await scene.database.sql`
    update sources.sources
    set status = 'needs_attention', attention = '{"reason": "grant_is_dead", "values": {}}', attention_since = '2026-11-18T08:00:00Z'
    where brand_id = ${brandId}`

/** The values of the fields that are selected when the page opens. */
const proposed = ({ html }: Visit) =>
  [...html.matchAll(/name="account:(\d+)" value="([^"]+)" checked/g)].map(([, account, brand]) => [account, brand])

/** The notice of what was done. */
const noticeOf = ({ html }: Visit) => /<p class="notice"[^>]*>\s*([^<]*?)\s*<\/p>/.exec(html)?.[1]

describe('an access that is renewed', () => {
  test('connects the same accounts of all managed brands again, without a choice', async () => {
    const { browser, root, brandId, accountId, person } = await open()
    const [second, viewed] = [
      await createBrand(scene.database.sql, accountId, { name: 'Borealis' }),
      await createBrand(scene.database.sql, accountId, { name: 'Cirrus' }),
    ]
    await scene.join(person.id, second, 'admin')
    await scene.join(person.id, viewed, 'admin')
    await choose(browser, await authorize(browser, root), [
      [one, brandId],
      [two, second],
      [two, viewed],
    ])
    await scene.database
      .sql`update core.memberships set role = 'viewer' where person_id = ${person.id} and brand_id = ${viewed}`
    const [before] = await held(brandId)
    for (const brand of [brandId, second, viewed]) await fail(brand)
    const done = await authorize(browser, root, before?.source_id as string)
    expect([done.url.pathname, noticeOf(done)]).toEqual([
      root,
      'The accounts that the new access reaches use it. Accounts of these brands keep their old access: Cirrus.',
    ])
    const [[own], [other], [unmanaged]] = await Promise.all([held(brandId), held(second), held(viewed)])
    expect(own).toMatchObject({ source_id: before?.source_id as string, status: 'connected' })
    expect([own?.connection_id, other?.status]).toEqual([other?.connection_id, 'connected'])
    expect(own?.connection_id).not.toBe(before?.connection_id)
    // A brand that the person may not change keeps its access.
    expect(unmanaged).toMatchObject({ status: 'needs_attention', connection_id: before?.connection_id as string })
  })

  test('leads to the choice if it does not reach an account that was connected', async () => {
    const { browser, root, brandId } = await open()
    await choose(browser, await authorize(browser, root), [
      [one, brandId],
      [two, brandId],
    ])
    const before = await held(brandId)
    meta.settings.reach.set('Ada', [one])
    const picker = await authorize(browser, root, before[0]?.source_id as string)
    meta.settings.reach.clear()
    expect(picker.url.pathname).toMatch(/\/connections\/con_\w+$/)
    expect(proposed(picker)).toEqual([[one, brandId]])
    expect(await held(brandId)).toEqual(before)
    const name = '<b>Kept</b>'
    await scene.database
      .sql`update sources.sources set name = ${name} where brand_id = ${brandId} and external_id = ${two}`
    const done = await choose(browser, picker, [[one, brandId]])
    expect(noticeOf(done)).toBe(
      'The chosen accounts use the new access. These accounts keep their old access: &lt;b&gt;Kept&lt;/b&gt;.',
    )
  })

  test('names only accounts and brands that the person sees', async () => {
    const [own, foreign] = [await open(), await open()]
    await choose(foreign.browser, await authorize(foreign.browser, foreign.root), [[one, foreign.brandId]])
    const [source] = await held(foreign.brandId)
    const page = await own.browser.open(
      `${own.root}?done=renewed&kept=${source?.source_id as string}&kept=${foreign.brandId}&kept=Call+us`,
    )
    expect(noticeOf(page)).toBe('The accounts that the new access reaches use it.')
  })

  test('names the brands that are done if a later one fails', async () => {
    const { browser, root, brandId, accountId, person } = await open()
    const other = await createBrand(scene.database.sql, accountId, { name: 'Borealis' })
    await scene.join(person.id, other, 'admin')
    await scene.database.sql`update core.brands set name = 'Aurora' where brand_id = ${brandId}`
    const picker = await authorize(browser, root)
    const failed = await choose(browser, picker, [
      [one, brandId],
      ['act_unknown', other],
    ])
    expect(failed.status).toBe(400)
    expect(failed.html).toContain('The chosen accounts of these brands are connected: Aurora.')
    expect([await held(brandId), await held(other)]).toMatchObject([[{ external_id: one }], []])
  })

  test('keeps a paused source paused', async () => {
    const { browser, root, brandId } = await open()
    await choose(browser, await authorize(browser, root), [[one, brandId]])
    await scene.database.sql`update sources.sources set status = 'paused' where brand_id = ${brandId}`
    const [before] = await held(brandId)
    await authorize(browser, root, before?.source_id as string)
    const [after] = await held(brandId)
    expect([after?.status, after?.connection_id === before?.connection_id]).toEqual(['paused', false])
  })

  test('of a source of another brand is a choice of accounts', async () => {
    const [own, foreign] = [await open(), await open()]
    await choose(foreign.browser, await authorize(foreign.browser, foreign.root), [[one, foreign.brandId]])
    const [source] = await held(foreign.brandId)
    const picker = await authorize(own.browser, own.root, source?.source_id as string)
    expect(picker.url.pathname).toMatch(/\/connections\/con_\w+$/)
    expect(await held(foreign.brandId)).toEqual([source])
    expect(await held(own.brandId)).toEqual([])
  })
})

describe('the choice of accounts', () => {
  test('names the brands to which an account is connected, if the person sees them, and proposes them again', async () => {
    const { browser, root, brandId, accountId, person } = await open()
    const [second, hidden] = [
      await createBrand(scene.database.sql, accountId),
      await createBrand(scene.database.sql, accountId),
    ]
    await scene.join(person.id, second, 'owner')
    await scene.join(person.id, hidden, 'owner')
    for (const [brand, name] of [
      [brandId, 'Aurora'],
      [second, 'Borealis'],
      [hidden, 'Secret'],
    ] as const) {
      await scene.database.sql`update core.brands set name = ${name} where brand_id = ${brand}`
    }
    await choose(browser, await authorize(browser, root), [
      [one, brandId],
      [one, second],
      [two, hidden],
    ])
    await scene.database.sql`delete from core.memberships where person_id = ${person.id} and brand_id = ${hidden}`
    const picker = await authorize(browser, root)
    expect(picker.html).toContain('Connected to <bdi>Aurora, Borealis</bdi>.')
    expect(picker.html).not.toContain('Secret')
    expect(proposed(picker)).toEqual([
      [one, brandId],
      [one, second],
    ])
    const renewed = await choose(browser, picker, [
      [one, brandId],
      [one, second],
    ])
    // The brand that the person no longer sees is not named.
    expect(noticeOf(renewed)).toBe('The chosen accounts use the new access.')
    const more = await choose(browser, await authorize(browser, root), [[two, brandId]])
    expect(more.html).toContain('Connected: 1 account to Aurora.')
  })

  test('says which rates an account in another currency needs', async () => {
    const { browser, root, brandId } = await open()
    expect((await authorize(browser, root)).html).not.toContain('exchange rates')
    await scene.database.sql`update core.brands set name = 'Aurora', currency = 'EUR' where brand_id = ${brandId}`
    const text = (await authorize(browser, root)).html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')
    expect(text).toContain(
      'Aurora shows amounts in EUR. Accounts in USD need the exchange rate from USD to EUR of each day.',
    )
    expect(text).toContain('Ask the people who run Vitrine for you to add the rates.')
    expect(text).not.toContain('vitrine import')
  })

  test('says what to do if the person has no ad account, or none that can be read', async () => {
    const { browser, root } = await open()
    meta.settings.reach.set('Ada', [])
    const empty = await authorize(browser, root)
    meta.settings.reach.set('Ada', [one])
    meta.settings.accountStatuses.set(one, 101)
    const closed = await authorize(browser, root)
    meta.settings.reach.clear()
    meta.settings.accountStatuses.clear()
    expect([empty.status, empty.html]).toEqual([
      200,
      expect.stringContaining('This Facebook profile has no ad account.'),
    ])
    expect(closed.html).toContain('No account of this access can be read.')
    expect(closed.html).toContain('Activate an account at Meta Ads, or connect again')
    expect(closed.html).toContain('Status: Closed.')
    for (const page of [empty, closed]) {
      expect(page.html).toContain(`href="${root}"`)
      expect(page.html).not.toContain('Connect accounts</button>')
    }
  })
})
