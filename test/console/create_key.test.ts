import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, foreignScript, hostileName, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>
let admin: Member

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
  admin = await scene.member(brand.brandId, 'admin')
})
afterAll(() => scene.stop())

async function make(fields: Record<string, string | string[]>, member = admin) {
  const page = await member.browser.open(`${brand.root}/keys`)
  const given = Object.entries({ prefix: 'svc_sk_live_', name: 'Reports', scope: 'read:marketing', ...fields })
  return await member.browser.post(`${brand.root}/keys`, [
    ...ownForm(page),
    ...given.flatMap(([name, value]) => [value].flat().map((one) => [name, one] as [string, string])),
  ])
}

const keyOf = (html: string) =>
  /<code data-copy>((?:svc_)?[a-z]+_(?:live_|test_)?[0-9A-Za-z]{38})<\/code>/.exec(html)?.[1] ?? ''

async function ask(key: string, path = '/v1/brands') {
  return await scene.api.http.get(path).set('Authorization', `Bearer ${key}`)
}

describe('POST /console/brands/{brand_id}/keys', () => {
  test('shows the key once, and the key reads only this brand', async () => {
    const made = await make({})
    const key = keyOf(made.html)
    const { status, body } = await ask(key)
    expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, [brand.brandId]])
    const again = await admin.browser.open(`${brand.root}/keys`)
    expect(again.html).toContain(`svc_sk_live_...${key.slice(-4)}`)
    expect(again.html).not.toContain(key)
    const [row] = await scene.database.sql`select array(select k::text from core.api_keys k)::text as text`
    expect(row?.text).not.toContain(key)
  })

  test('creates a key with the selected scopes and lifetime', async () => {
    const made = await make({ prefix: 'sk_live_', scope: ['read:commerce', 'write:webhooks'], days: '30' })
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(keyOf(made.html)))
    const [row] = await scene.database
      .sql`select scopes, expires_at, brand_id from core.api_keys where hash = ${Buffer.from(hash)}`
    expect(row).toEqual({
      scopes: ['read:commerce', 'write:webhooks'],
      expires_at: new Date('2026-12-20T12:00:00Z'),
      brand_id: brand.brandId,
    })
  })

  test.each([
    ['no scope', { scope: [] }, 'Permissions must have at least one scope.'],
    [
      'a scope of another kind',
      { scope: 'read:commerce' },
      'must contain only scopes of this kind of key: read:marketing',
    ],
    ['a scope of people', { scope: 'console' }, 'must contain only scopes of this kind of key: read:marketing'],
    ['no kind', { prefix: 'x' }, 'Kind of key must be one of'],
    ['no name', { name: '  ' }, 'Name must not be empty.'],
    ['a name of a page', { name: 'n'.repeat(101) }, 'Name must have at most 100 characters.'],
    ['no lifetime', { days: '0' }, 'Days must be a whole number'],
  ])('rejects %s with 400 on the same page', async (_, fields, reason) => {
    const refused = await make(fields)
    expect([refused.status, refused.url.pathname]).toEqual([400, `${brand.root}/keys`])
    expect(refused.html).toContain(reason)
    expect(keyOf(refused.html)).toBe('')
  })

  test('preselects read scopes and a lifetime of 90 days', async () => {
    const { html } = await admin.browser.open(`${brand.root}/keys`)
    const form = html.split('name="prefix" value="sk_live_"')[1]?.split('</form>')[0] ?? ''
    const scopes = [...form.matchAll(/name="scope"\s+value="([^"]+)"\s+(checked)?/g)].map(([, scope, ticked]) => [
      scope,
      ticked,
    ])
    expect(scopes).toEqual([
      ['read:marketing', 'checked'],
      ['read:commerce', 'checked'],
      ['write:negotiation', undefined],
      ['write:proposals', undefined],
      ['write:webhooks', undefined],
      ['write:storefront', undefined],
    ])
    expect(form).toMatch(/<legend>Act as the shop<\/legend>[^]*write:storefront/)
    expect(form).toMatch(/value="90"\s+selected/)
  })

  test('escapes a name with markup', async () => {
    const made = await make({ name: hostileName })
    expect(keyOf(made.html)).not.toBe('')
    expect(made.html).not.toMatch(foreignScript)
    expect(made.html).not.toContain('<img')
  })

  test('rejects the 51st active key of a brand with 400', async () => {
    const own = await scene.brand()
    const { browser } = await scene.member(own.brandId, 'admin')
    await scene.database.sql`
      insert into core.api_keys (account_id, brand_id, prefix, hash, display, name, scopes)
      select ${own.accountId}, ${own.brandId}, 'svc_sk_live_', sha256(('many' || n)::bytea), 'd', 'n', '{read:marketing}'
      from generate_series(1, 50) as n`
    const page = await browser.open(`${own.root}/keys`)
    const refused = await browser.submit(page, `${own.root}/keys`, [
      ['prefix', 'svc_sk_live_'],
      ['name', 'one more'],
      ['scope', 'read:marketing'],
    ])
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('the maximum of 50 active keys')])
  })
})
