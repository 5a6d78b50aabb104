import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { actionsOf, ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

const valid = {
  action: 'save',
  version: '0',
  is_enabled: 'true',
  answered_by: 'policy',
  floor: '61.25',
  target_percent: '80',
  price_step: '1',
}
const offered = { action: 'simulate', subject: 'product/lamp', quantity: '2', offers: '60; 75' }
/** What the page of a stored policy sends without an edit. */
const unedited = {
  ...offered,
  version: '1',
  is_enabled: 'true',
  answered_by: 'policy',
  floor: '61.25',
  target_percent: '80',
  price_step: '1',
  rounds_max: '3',
  hold_minutes: '60',
  negotiations_per_day_max: '100',
}

/** Creates a brand with a lamp for 100 dollars, and signs in an admin. */
async function shop() {
  const tenant = await createTenant(scene.database.sql)
  await stock(scene.database, tenant.brandId, [
    { id: 'lamp', title: 'Lamp & Co', price: 100 },
    { id: 'desk', title: 'Desk', price: 250 },
  ])
  const path = `/console/brands/${tenant.brandId}/settings/pricing`
  const admin = await scene.member(tenant.brandId, 'admin')
  const send = async (fields: Record<string, string>, { browser }: Member = admin, at = path) => {
    const page = await browser.open(path)
    return await browser.post(at, [...ownForm(page), ...Object.entries(fields)])
  }
  const stored = async () =>
    await scene.database.sql`
      select product_id, version, floor_percent::float as floor_percent, floor_micros::float as floor_micros, target_percent::float as target_percent,
        (select count(*) from commerce.quantity_tiers as tiers where tiers.policy_id = held.policy_id)::int as tiers
      from commerce.pricing_policies as held where brand_id = ${tenant.brandId} order by product_id nulls first`
  return { ...tenant, path, admin, send, stored }
}

describe('GET /console/brands/{brand_id}/settings/pricing', () => {
  test.each(['viewer', 'analyst'] as const)('shows a %s no limit and no form', async (role) => {
    const { brandId, path, send } = await shop()
    await send({ ...valid, quantity_tiers: '10: 7.75' })
    const { browser } = await scene.member(brandId, role)
    for (const address of [path, `${path}?product=lamp`]) {
      const page = await browser.open(address)
      expect([page.status, actionsOf(page)]).toEqual([200, ['/oauth/sign-out']])
      expect(page.html).toContain('Only admins and owners of this brand see the pricing policy.')
      expect(page.html).not.toMatch(/61\.25|7\.75|Accept at once/)
    }
  })

  test('finds products by title and by id, and links to their policies', async () => {
    const { path, admin } = await shop()
    const found = async (find: string) => {
      const { html } = await admin.browser.open(`${path}?find=${encodeURIComponent(find)}`)
      return [...html.matchAll(/\?product=(\w+)"><bdi>/g)].map(([, id]) => id)
    }
    expect([await found('Desk'), await found('lamp'), await found('xylophone')]).toEqual([['desk'], ['lamp'], []])
  })

  test('shows the floor to an admin, and 404 for an unknown product', async () => {
    const { path, send, admin } = await shop()
    await send(valid)
    expect((await admin.browser.open(path)).html).toMatch(/name="floor"[^>]*value="61.25"/)
    expect((await admin.browser.open(`${path}?product=nothing`)).status).toBe(404)
    const own = await admin.browser.open(`${path}?product=lamp`)
    expect(own.html).toContain('Lamp &amp; Co')
    expect(own.html).toContain('This product has no policy of its own, so the policy of all products applies.')
  })

  test('says that agents cannot negotiate about a product, if neither it nor the brand has a policy', async () => {
    const { path, admin } = await shop()
    const { html } = await admin.browser.open(`${path}?product=lamp`)
    expect(html).toContain('Agents cannot negotiate, because no policy is stored.')
    expect(html).not.toContain('so the policy of all products applies')
  })

  test('says that the policy of all products is turned off, also for a product without its own', async () => {
    const { path, admin, send } = await shop()
    await send({ ...valid, is_enabled: 'false' })
    for (const address of [path, `${path}?product=lamp`])
      expect((await admin.browser.open(address)).html).toContain('because the policy is turned off.')
  })

  test('shows a floor in the currency in which it was set, and saves it in no other', async () => {
    const { path, admin, send, stored, brandId } = await shop()
    await send({ ...valid, product_id: 'lamp', floor: '70', floor_unit: 'USD' })
    await scene.database.sql`
      update storefront.catalog_products set currency = 'EUR' where brand_id = ${brandId} and product_id = 'lamp'`
    const { html } = await admin.browser.open(`${path}?product=lamp`)
    expect(html).toContain('The stored floor is 70 USD.')
    expect(html).toMatch(/name="floor"[^>]*value=""/)
    const again = await send({ ...valid, product_id: 'lamp', version: '1', floor: '', floor_unit: 'EUR' })
    expect(again.status).toBe(400)
    expect(await stored()).toMatchObject([{ version: 1, floor_micros: 70000000 }])
  })
})

describe('POST /console/brands/{brand_id}/settings/pricing', () => {
  test.each(['viewer', 'analyst'] as const)('returns 403 for a %s, who saves and simulates nothing', async (role) => {
    const { brandId, send, stored } = await shop()
    const member = await scene.member(brandId, role)
    for (const fields of [valid, { ...valid, ...offered }]) expect((await send(fields, member)).status).toBe(403)
    expect(await stored()).toEqual([])
  })

  test('returns 404 for a brand of others', async () => {
    const [own, foreign] = [await shop(), await shop()]
    for (const fields of [valid, { ...valid, ...offered }])
      expect((await own.send(fields, own.admin, foreign.path)).status).toBe(404)
    expect(await foreign.stored()).toEqual([])
  })

  test('saves the policy of all products and that of one product', async () => {
    const { send, stored, path, admin } = await shop()
    const saved = await send({ ...valid, quantity_tiers: '10: 5; 50: 8' })
    expect([saved.url.pathname, saved.url.search]).toEqual([path, '?done=saved'])
    const own = { ...valid, product_id: 'lamp', floor: '70.50', floor_unit: 'USD' }
    expect((await send(own)).url.search).toBe('?product=lamp&done=saved')
    expect(await stored()).toEqual([
      { product_id: null, version: 1, floor_percent: 61.25, floor_micros: null, target_percent: 80, tiers: 2 },
      { product_id: 'lamp', version: 1, floor_percent: null, floor_micros: 70500000, target_percent: 80, tiers: 0 },
    ])
    const page = await admin.browser.open(path)
    expect(page.html).toMatch(/name="quantity_tiers"[^>]*value="10: 5; 50: 8"/)
    expect(page.html).toContain('?product=lamp')
  })

  test('returns 409 to the second of two admins, with the entered values, and overwrites nothing', async () => {
    const { brandId, send, stored } = await shop()
    const other = await scene.member(brandId, 'owner')
    await send(valid)
    for (const version of ['0', '7']) {
      const late = await send({ ...valid, version, target_percent: '77' }, other)
      expect(late.status).toBe(409)
      expect(late.html).toContain('The pricing policy changed meanwhile, so your change was not saved.')
      expect(late.html).toMatch(/name="target_percent"[^>]*value="77"/)
    }
    expect(await stored()).toMatchObject([{ version: 1, target_percent: 80 }])
    expect((await send({ ...valid, version: '1', target_percent: '77' }, other)).status).toBe(200)
  })

  test('saves once for a form that is sent twice', async () => {
    const { path, admin, stored } = await shop()
    const form = [...ownForm(await admin.browser.open(path)), ...Object.entries(valid)] as [string, string][]
    const sent = [await admin.browser.post(path, form), await admin.browser.post(path, form)]
    expect(sent.map(({ status }) => status)).toEqual([200, 409])
    expect(await stored()).toMatchObject([{ version: 1 }])
  })

  test.each([
    [{ floor: '81' }, 'floor', 'must not be above Target (last counter-offer) reduced by'],
    [{ floor: '' }, 'floor', 'required'],
    [{ floor: 'low' }, 'floor', 'must be'],
    [{ target_percent: '100' }, 'target_percent', 'must be above 0 and below 100.'],
    [{ accept_percent: '79' }, 'accept_percent', 'must be from'],
    [{ rounds_max: '11' }, 'rounds_max', 'must be a whole number from 1 to 10.'],
    [{ price_step: '0.001' }, 'price_step', 'at most 2 decimals'],
    [{ ...offered, floor: '' }, 'floor', 'Floor is required.'],
    [{ ...offered, target_percent: 'high' }, 'target_percent', 'must be a number'],
    [{ ...offered, rounds_max: '11' }, 'rounds_max', 'must be a whole number from 1 to 10.'],
    [{ ...offered, subject: ' ' }, 'subject', 'Product or bundle is required.'],
    [{ quantity_tiers: '10' }, 'quantity_tiers', 'must have a quantity and a percentage'],
    [{ quantity_tiers: '10, 5' }, 'quantity_tiers', 'such as 10: 5.'],
    [{ floor: '70,5' }, 'floor', 'Floor must be a percentage of the list price from 0 to 100,'],
    [{ quantity_tiers: '10: 5: 3' }, 'quantity_tiers', 'such as 10: 5.'],
    [{ quantity_tiers: '10: 5; 10: 6' }, 'quantity_tiers', 'must contain each Quantity once'],
    [{ answered_by: 'robot' }, 'answered_by', 'must be'],
    [{ ...offered, floor: '81' }, 'floor', 'must not be above Target (last counter-offer) reduced by'],
    [{ ...offered, offers: '100' }, 'offers', 'must be below the list price'],
    [{ ...offered, offers: '75; 60' }, 'offers', 'Offers must each be above the previous one.'],
    [
      { ...offered, offers: '1,200' },
      'offers',
      '1,200 can mean thousands or decimals. Write 1200, or 1.20 for decimals.',
    ],
    [{ ...offered, offers: '60, 75' }, 'offers', 'must be separated by semicolons'],
    [{ ...offered, offers: '60,75,80' }, 'offers', 'must be separated by semicolons'],
    [
      { ...offered, offers: '60; €75' },
      'offers',
      '€75 is an amount in Euro (EUR), and amounts of this brand are in USD.',
    ],
    [{ quantity_tiers: '10: 5, 50: 8' }, 'quantity_tiers', 'such as 10: 5.'],
    [{ ...offered, offers: '' }, 'offers', 'must have at least 1 price'],
    [{ ...offered, quantity: '-1' }, 'quantity', 'must be a whole number'],
  ])('returns 400 for %j beside its field', async (fields, name, sentence) => {
    const { send, stored } = await shop()
    const sent = await send({ ...valid, ...fields })
    expect(sent.status).toBe(400)
    expect(sent.html.split(`id="form-${name}-error"`)[1]?.split('</span>')[0]).toContain(sentence)
    expect(await stored()).toEqual([])
  })

  test('returns 400 for a floor in a unit that is no currency', async () => {
    const { send, stored } = await shop()
    for (const floor_unit of ['zz', 'x'.repeat(500), 'usd']) {
      expect((await send({ ...valid, product_id: 'lamp', floor: '70', floor_unit })).status).toBe(400)
    }
    expect(await stored()).toEqual([])
  })

  test('returns 400 for an unknown action, and 404 for an unknown product with the entered values', async () => {
    const { send } = await shop()
    expect((await send({ ...valid, action: 'delete' })).status).toBe(400)
    const unknown = await send({ ...valid, ...offered, subject: 'product/nothing' })
    expect(unknown.status).toBe(404)
    expect(unknown.html).toMatch(/name="floor"[^>]*value="61.25"/)
    expect(unknown.html).toMatch(/name="subject"[^>]*value="product\/nothing"[^>]*aria-invalid="true"[^>]*autofocus/)
    for (const subject of ['zzz/lamp', 'lamp', 'product/'])
      expect((await send({ ...valid, ...offered, subject })).status).toBe(400)
  })

  test('finds a product to simulate without losing an entered value, and keeps the earlier choice', async () => {
    const { send, stored } = await shop()
    const found = await send({ ...valid, ...offered, action: 'find', find: 'desk', target_percent: '77' })
    expect(found.status).toBe(200)
    const values = [...found.html.matchAll(/name="subject"\s+value="([^"]*)"\s*(checked)?/g)]
    expect(values.map(([, value, checked]) => [value, checked])).toEqual([
      ['product/lamp', 'checked'],
      ['product/desk', undefined],
    ])
    expect(found.html).toContain('$250.00, desk')
    expect(found.html).toMatch(/name="target_percent"[^>]*value="77"/)
    expect(found.html).toMatch(/name="offers"[^>]*value="60; 75"/)
    const nothing = await send({ ...valid, ...offered, action: 'find', find: 'xylophone', subject: '' })
    expect(nothing.html).toContain('Nothing matches. Try fewer or other words, or the id.')
    expect(await stored()).toEqual([])
  })

  test('reads decimal commas in offers', async () => {
    const { send } = await shop()
    const { status, html } = await send({ ...valid, ...offered, offers: '25,5; $60,75' })
    expect(status).toBe(200)
    expect([...html.matchAll(/<th scope="row">\d\. ([^<]*)/g)].map(([, offer]) => offer)).toEqual(['$25.50', '$60.75'])
  })

  test('names the policy that answers, and focuses the result', async () => {
    const { send, path } = await shop()
    await send(valid)
    const own = await send(unedited)
    expect(own.html).toContain('The values above are those of the stored policy.')
    expect(own.html).toContain('Stored policy of all products')
    expect(own.html).toMatch(/<h2 id="simulation"[^>]*autofocus/)
    await send({ ...valid, product_id: 'lamp', target_percent: '90' })
    for (const fields of [unedited, { ...unedited, target_percent: '70' }]) {
      const other = await send(fields)
      expect(other.html).toContain('The policy above does not apply to this product')
      expect(other.html).toContain(`<a href="${path}?product=lamp">its own policy</a>`)
      expect(other.html).toContain('Stored policy of this product')
      expect(other.html).not.toContain('The values above are those of the stored policy.')
      expect(other.html).not.toContain('Edited policy, not saved')
    }
  })

  test('simulates the policy of all products for a product without its own, before anything is entered', async () => {
    const { send } = await shop()
    await send(valid)
    const empty = { floor: '', target_percent: '', floor_unit: 'percent', version: '0' }
    const page = await send({ ...unedited, ...empty, product_id: 'lamp' })
    expect(page.status).toBe(200)
    expect(page.html).toContain('This product has no policy of its own, so the answers are those of')
    expect(page.html).toContain('Stored policy of all products')
    const edited = await send({ ...unedited, product_id: 'lamp', version: '0', floor_unit: 'percent' })
    expect(edited.html).toContain('Edited policy, not saved')
  })

  test('shows the defaults of empty fields, and changes them with the one who answers', async () => {
    const { send, path, admin } = await shop()
    await send({ ...valid, rounds_max: '', hold_minutes: '' })
    const { html } = await admin.browser.open(path)
    expect(html).toMatch(/name="hold_minutes"[^>]*placeholder="60"[^>]*value="60"/)
    expect(html).toMatch(/name="answer_minutes"[^>]*placeholder="15, by a person 2880"[^>]*value=""/)
    expect(html.replaceAll(/\s+/g, ' ')).toContain('An empty field has the default that it shows.')
    await send({ ...valid, version: '1', answered_by: 'merchant', answer_minutes: '' })
    const [row] = await scene.database.sql`
      select answer_minutes from commerce.pricing_policies where brand_id = ${path.split('/')[3] as string}`
    expect(row?.answer_minutes).toBe(2880)
  })

  test('simulates the stored policy beside the edited one and stores nothing', async () => {
    const { send, stored } = await shop()
    await send(valid)
    const page = await send({ ...valid, ...offered, version: '1', target_percent: '70' })
    expect(page.status).toBe(200)
    const table = page.html.split('data-metric="simulation"')[1]?.split('</table>')[0] ?? ''
    expect(table).toContain('Edited policy, not saved')
    expect(table).toMatch(/Counter-offer of \$94\.00[\s\S]*Counter-offer of \$90\.00/)
    expect(page.html).toMatch(/name="target_percent"[^>]*value="70"/)
    expect(await stored()).toMatchObject([{ version: 1, target_percent: 80 }])
  })

  test('keeps the form of a session that ended', async () => {
    const { send, path, admin, stored } = await shop()
    await send(valid)
    const page = await admin.browser.open(path)
    await scene.database.sql`delete from oauth.sessions where person_id = ${admin.person.id}`
    const hidden = [...page.html.matchAll(/name="(form_\w+)" value="([^"]*)"/g)].slice(-3)
    const asked = await admin.browser.post(
      path,
      [
        ...hidden.map(([, name = '', value = '']) => [name, value] as [string, string]),
        ...Object.entries({ ...valid, version: '1', target_percent: '77' }),
      ],
      { 'Sec-Fetch-Site': 'same-origin' },
    )
    expect([asked.status, asked.url.pathname]).toEqual([200, '/oauth/sign-in'])
    const { email, password } = admin.person
    const shown = await admin.browser.submit(asked, '/oauth/sign-in', [
      ['email', email],
      ['password', password],
    ])
    expect([shown.url.pathname, shown.html.includes('77')]).toEqual(['/console/kept-form', true])
    expect(await stored()).toMatchObject([{ version: 1 }])
  })
})

test('a price step has the sign of the currency of the brand, and another currency is named', async () => {
  const { send, stored } = await shop()
  const wrong = await send({ ...valid, price_step: '2 €' })
  expect([wrong.status, wrong.html.includes('2 € is an amount in Euro (EUR)')]).toEqual([400, true])
  expect(await stored()).toEqual([])
  expect((await send({ ...valid, price_step: '$2.50' })).url.search).toBe('?done=saved')
})
