import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start({ oauth: { signUp: 'open' } })
})
afterAll(() => scene.stop())

const newcomer = async () => await scene.signedIn(await scene.person())

async function create({ browser }: Member, fields: Record<string, string> = {}) {
  const page = await browser.open('/console/brands/new')
  return await browser.post('/console/brands', [
    ...ownForm(page),
    ...Object.entries({ name: 'Aurora', currency: 'EUR', timezone: 'Europe/Berlin', ...fields }),
  ])
}

const brandsOf = async ({ person }: Member) =>
  await scene.database.sql`
    select brands.slug, brands.name, currency, timezone, role, accounts.plan, accounts.account_id
    from core.memberships
    join core.brands using (brand_id)
    join core.accounts using (account_id)
    where person_id = ${person.id} order by brands.slug`

describe('POST /console/brands', () => {
  test('creates an account with the first brand of a newcomer, and leads on', async () => {
    const member = await newcomer()
    const first = await member.browser.open('/console')
    expect([first.url.pathname, first.html]).toEqual(['/console/brands/new', expect.stringContaining('first brand')])
    const made = await create(member, { name: ' Aurora & <b>Söhne ' })
    expect([made.status, made.url.pathname]).toEqual([
      200,
      expect.stringMatching(/^\/console\/brands\/brd_\w+\/start$/),
    ])
    expect(made.html).toContain('/sources')
    expect(await brandsOf(member)).toEqual([
      {
        slug: 'aurora-b-sohne',
        name: 'Aurora & <b>Söhne',
        currency: 'EUR',
        timezone: 'Europe/Berlin',
        role: 'owner',
        plan: 'TRIAL',
        account_id: expect.stringMatching(/^acc_/),
      },
    ])
    const [event] = await scene.database
      .sql`select event, detail from oauth.audit_events where person_id = ${member.person.id} and event = 'changed'`
    expect(event?.detail).toMatchObject({ operation: 'console.create_brand' })
  })

  test('publishes nothing of a new brand before the person decides it', async () => {
    const member = await newcomer()
    const made = await create(member)
    expect(made.html).toContain('Publish the storefront')
    const brandId = made.url.pathname.split('/')[3] as string
    const [brand] = await scene.database
      .sql`select is_storefront_published from core.brands where brand_id = ${brandId}`
    expect(brand?.is_storefront_published).toBe(false)
    const { html } = await member.browser.open(`/console/brands/${brandId}/settings/storefront`)
    expect(html).not.toMatch(/>\s*Published\s*</)
  })

  test('creates further brands in the same account, with distinct slugs', async () => {
    const member = await newcomer()
    for (const name of ['Aurora', 'aurora!', 'Aurora', '東京'])
      expect((await create(member, { name })).status).toBe(200)
    const brands = await brandsOf(member)
    expect(brands.map(({ slug }) => slug)).toEqual(['aurora', 'aurora-2', 'aurora-3', 'brand'])
    expect(new Set(brands.map(({ account_id }) => account_id)).size).toBe(1)
  })

  test('creates an account of their own for a member of brands of others', async () => {
    const theirs = await scene.brand()
    for (const role of ['viewer', 'admin'] as const) {
      const member = await scene.member(theirs.brandId, role)
      await create(member, { name: 'Mine' })
      const [mine] = (await brandsOf(member)).filter(({ name }) => name === 'Mine')
      expect(mine?.account_id).not.toBe(theirs.accountId)
    }
  })

  test('creates one brand when the form is sent twice', async () => {
    const member = await newcomer()
    const page = await member.browser.open('/console/brands/new')
    const fields = [...ownForm(page), ['name', 'Twice'], ['currency', 'USD'], ['timezone', 'UTC']] as [string, string][]
    const both = await Promise.all([1, 2].map(() => member.browser.post('/console/brands', fields)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await brandsOf(member)).toHaveLength(1)
  })

  test.each([
    ['name', '', 'Name must not be empty.'],
    ['name', '\u200b', 'Name must not be empty.'],
    ['name', 'x'.repeat(101), 'Name must have at most 100 characters.'],
    ['currency', 'XXX', 'Currency must be an ISO 4217 code'],
    ['timezone', 'Mars/Olympus', 'Time zone must be an IANA zone'],
  ])('returns 400 for the %s %j, and shows the form with the entered values', async (field, value, message) => {
    const member = await newcomer()
    const page = await create(member, { name: 'Kept', [field]: value })
    expect([page.status, page.html]).toEqual([400, expect.stringContaining(message)])
    expect(page.html).toContain('<option value="EUR" selected'.slice(0, field === 'currency' ? 7 : 99))
    expect(await brandsOf(member)).toEqual([])
  })

  test('returns 400 beyond 10 brands of an owner, also for concurrent requests', async () => {
    const member = await newcomer()
    await create(member)
    const [first] = await brandsOf(member)
    await scene.database.sql`
      select core.create_brand(${first?.account_id as string}, 'more-' || n, 'More', 'USD', 'UTC') from generate_series(1, 8) as n`
    const made = await Promise.all([1, 2, 3].map(() => create(member)))
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    expect(await brandsOf(member)).toHaveLength(10)
  })

  test('returns 403 where the operator creates the brands, and the newcomer reads whom to ask', async () => {
    const closed = await ConsoleScene.start()
    const member = await closed.signedIn(await closed.person())
    const page = await member.browser.open('/console')
    expect(page.html).toContain('Ask an owner of a brand to invite')
    expect((await member.browser.open('/console/brands/new')).status).toBe(403)
    const fields = [...ownForm(page), ['name', 'Mine'], ['currency', 'USD'], ['timezone', 'UTC']] as [string, string][]
    expect((await member.browser.post('/console/brands', fields)).status).toBe(403)
    await closed.stop()
  })
})

describe('GET /console/brands/new', () => {
  test.each([
    ['de-DE,de;q=0.9', 'EUR'],
    ['en-GB', 'GBP'],
    ['ja', 'JPY'],
    ['*', 'USD'],
    ['x;;,-', 'USD'],
    ['bg', 'EUR'],
    ['en-GB-oed,de-DE', 'EUR'],
  ])('offers for the languages %s the currency %s', async (languages, currency) => {
    const { browser } = await scene.signedIn(await scene.person())
    const { html } = await browser.open('/console/brands/new', { headers: { 'Accept-Language': languages } })
    expect(html).toContain(`<option value="${currency}" selected>`)
    expect(html).toContain('<option value="UTC" selected>')
    expect(html).toMatch(/<script type="module" src="\/console\/zone\.js/)
  })

  test('asks for the platforms, which the first steps name', async () => {
    const { browser } = await scene.signedIn(await scene.person())
    const page = await browser.open('/console/brands/new')
    const created = await browser.submit(page, '/console/brands', [
      ['name', 'Platforms'],
      ['currency', 'EUR'],
      ['timezone', 'UTC'],
      ['platform', 'meta'],
      ['platform', 'shopify'],
      ['platform', 'unknown'],
    ])
    expect(created.url.search).toBe('?platforms=meta%2Cshopify')
    expect(created.html).toContain('Meta Ads and Shopify. Vitrine reads')
  })
})
