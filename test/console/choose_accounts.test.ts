import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registeredSources } from '../support/api.ts'
import type { Browser, Visit } from '../support/browser.ts'
import { ConsoleScene, hostileName, ownForm, textOf } from '../support/console.ts'
import { createBrand, createTenant } from '../support/factories.ts'
import { decide } from '../support/platforms/consent.ts'
import { startGoogleAds } from '../support/platforms/google_ads/google_ads.ts'
import type { GoogleAds } from '../support/platforms/google_ads/google_ads.ts'
import { startGoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'
import type { GoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'

const [ada, ben] = ['ada@example.com', 'ben@example.com']
const day = { from: '2026-10-31', to: '2026-10-31' }
let identity: GoogleIdentity
let ads: GoogleAds
let scene: ConsoleScene

beforeAll(async () => {
  identity = await startGoogleIdentity({
    redirectUri: 'http://vitrine.test/console/sources/callback',
    people: [ada, ben],
  })
  ads = await startGoogleAds(identity)
  const registration = { GOOGLE_CLIENT_ID: identity.client.id, GOOGLE_CLIENT_SECRET: identity.client.secret }
  scene = await ConsoleScene.start({
    sources: registeredSources({ ...registration, ...identity.environment, ...ads.environment }),
  })
})
afterAll(async () => {
  await Promise.all([ads.stop(), identity.stop()])
  await scene.stop()
})

const rootOf = (brandId: string) => `/console/brands/${brandId}/sources`

/** Creates the brand Aurora with an admin in a browser, and further brands of its account. */
async function open(...names: string[]) {
  const brand = await createTenant(scene.database.sql, { name: 'Aurora' })
  const { browser, person } = await scene.member(brand.brandId, 'admin')
  const others: string[] = []
  for (const name of names) {
    const id = await createBrand(scene.database.sql, brand.accountId, { name })
    await scene.join(person.id, id, 'admin')
    others.push(id)
  }
  return { ...brand, root: rootOf(brand.brandId), browser, person, others }
}

let seeds = 100
const seed = () => ads.seed({ seed: (seeds += 1), ...day }).id

/** Gives access at the platform, and returns the page to which it leads. With a source, its access is renewed. */
async function authorize(browser: Browser, root: string, sourceId?: string, as = ada): Promise<Visit> {
  const form: [string, string][] = [...ownForm(await browser.open(root)), ['platform', 'google_ads']]
  if (sourceId !== undefined) form.push(['source_id', sourceId])
  const sent = await browser.post(`${root}/authorizations`, form)
  const { pathname, search } = await decide(sent.location as URL, { approve: true, choices: { person: as } })
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

describe('the choice of accounts', () => {
  test('connects an account to several brands with one authorization, and counts the accounts of each brand', async () => {
    const { browser, root, brandId, others } = await open('Borealis', 'Cirrus')
    const [one, two] = [seed(), seed()]
    ads.customers.allow(ada, [one, two])
    const picker = await authorize(browser, root)
    const done = await choose(browser, picker, [
      [one, brandId],
      [one, others[0] as string],
      [two, brandId],
    ])
    expect(textOf(done)).toContain('Connected: 2 accounts to Aurora, 1 account to Borealis.')
    const [first, other, none] = (await Promise.all([brandId, ...others].map(held))).map((rows) => [...rows])
    expect([first?.[0], other?.[0]]).toMatchObject([{ external_id: one }, { external_id: one }])
    expect(first?.[0]?.connection_id).toBe(other?.[0]?.connection_id)
    expect(none).toEqual([])
  })

  test('counts nothing for brands that the person does not see', async () => {
    const [own, foreign] = [await open(), await open()]
    const page = await own.browser.open(
      `${own.root}?done=connected&to=${foreign.brandId}.3&to=${own.brandId}.x&to=Call+us.2`,
    )
    expect([page.status, textOf(page)]).toEqual([
      200,
      expect.stringContaining('The accounts are connected. Their data'),
    ])
    expect(page.html).not.toContain('Call us')
  })

  test('lists manager accounts by name, and accounts that cannot be read last, with the reason', async () => {
    const { browser, root, brandId } = await open()
    const [direct, below, closed] = [seed(), seed(), seed()]
    ads.customers.addManager('9000000001', hostileName)
    ads.customers.link(below, ['9000000001'])
    ads.customers.link(closed, ['9000000001'])
    ads.customers.setStatus(closed, 'CANCELED')
    ads.customers.allow(ada, ['9000000001', direct])
    const picker = await authorize(browser, root)
    expect(picker.html).not.toContain(hostileName)
    const text = textOf(picker)
    const places = ['Direct access', 'Manager account &lt;script', '(9000000001)', 'Accounts that cannot be read'].map(
      (each) => text.indexOf(each),
    )
    expect(places.every((place) => place > 0)).toBe(true)
    expect(text.split('Accounts that cannot be read')[1]).toMatch(
      new RegExp(`${closed}, manager account .* \\(9000000001\\)\\. Cannot be read\\. Status: Canceled`),
    )
    expect(picker.html).not.toContain(`name="account:${closed}"`)
    expect((await choose(browser, picker, [[closed, brandId]])).status).toBe(400)
  })

  test('names connected accounts that a renewal does not reach in any managed brand, before it changes anything', async () => {
    const { browser, root, brandId, others } = await open('Borealis')
    const [one, two] = [seed(), seed()]
    ads.customers.allow(ada, [one, two])
    await choose(browser, await authorize(browser, root), [
      [one, brandId],
      [two, others[0] as string],
    ])
    await scene.database.sql`update sources.sources set name = ${hostileName} where external_id = ${two}`
    const before = await Promise.all([brandId, others[0] as string].map(held))
    await fail(brandId)
    await fail(others[0] as string)
    ads.customers.allow(ada, [one])
    const picker = await authorize(browser, root, before[0]?.[0]?.source_id as string)
    expect(picker.url.pathname).toMatch(/\/connections\/con_\w+$/)
    expect(picker.html).not.toContain(hostileName)
    expect(textOf(picker)).toMatch(
      new RegExp(`cannot open 1 account that you may expect.*\\(${two}\\), brand Borealis , still needs attention`),
    )
    const after = await Promise.all([brandId, others[0] as string].map(held))
    expect(after.flat().map(({ connection_id }) => connection_id)).toEqual(
      before.flat().map(({ connection_id }) => connection_id),
    )
    const done = await choose(browser, picker, [[one, brandId]])
    expect(textOf(done)).toContain('Accounts of these brands keep their old access: Borealis.')
  })

  test('names an account that another login reached and that still works, and none of a brand that the person left', async () => {
    const { browser, root, brandId, others, person } = await open('Borealis', 'Secret')
    const [one, two, three] = [seed(), seed(), seed()]
    ads.customers.allow(ada, [one, three])
    ads.customers.allow(ben, [two])
    await choose(browser, await authorize(browser, root), [
      [one, brandId],
      [three, others[1] as string],
    ])
    await scene.leave(person.id, others[1] as string)
    const picker = await authorize(browser, root, undefined, ben)
    expect(textOf(picker)).toMatch(new RegExp(`cannot open 1 account.*\\(${one}\\), brand Aurora , works as before`))
    expect(picker.html).not.toContain('Secret')
    expect(picker.html).not.toContain(three)
  })

  test('offers many brands in a list that opens, with the chosen ones outside of it', async () => {
    const names = ['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7']
    const { browser, root, brandId, others } = await open(...names)
    const one = seed()
    ads.customers.allow(ada, [one])
    const picker = await authorize(browser, root)
    const [shown = '', hidden = ''] = (picker.html.split('<form class="form"')[1] as string).split('<details>')
    expect(shown).toContain(`value="${brandId}" checked`)
    for (const id of others)
      expect([shown.includes(`value="${id}"`), hidden.includes(`value="${id}"`)]).toEqual([false, true])
  })
})

describe('several accounts of one dead access', () => {
  test('name the platform and each other, on their cards and in the banner', async () => {
    const { browser, root, brandId } = await open()
    const [one, two] = [seed(), seed()]
    ads.customers.allow(ada, [one, two])
    await choose(browser, await authorize(browser, root), [
      [one, brandId],
      [two, brandId],
    ])
    await fail(brandId)
    await scene.database.sql`update sources.sources set name = 'Kept ' || external_id where brand_id = ${brandId}`
    const page = await browser.open(root)
    const [banner = '', ...cards] = textOf(page).split('The source has needed attention since')
    expect(banner).toContain(`Kept ${one} , Kept ${two} (Google Ads) have needed attention since`)
    expect(banner.match(/no longer accepts the access/g)).toHaveLength(2)
    const repairs = 'One access at Google Ads reads 2 accounts of this brand. One Reconnect repairs all of them, also '
    expect(cards[0]).toContain(`${repairs}Kept ${two}.`)
    expect(cards[1]).toContain(`${repairs}Kept ${one}.`)
    // An account of another access is not repaired.
    await scene.database.sql`
      update sources.sources set connection_id = (
        select connection_id from sources.connections where connection_id not in (select connection_id from sources.sources where brand_id = ${brandId})
        limit 1
      ) where brand_id = ${brandId} and external_id = ${two}`
    expect(textOf(await browser.open(root))).not.toContain('One Reconnect repairs')
  })
})
