import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { ConsoleScene, foreignScript, hostileName, ownForm, textOf } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import { createTenant, issueKey } from '../support/factories.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

const id = '../50% é/b "c"'

async function shop() {
  const tenant = await createTenant(scene.database.sql)
  await stock(scene.database, tenant.brandId, [
    { id, title: hostileName },
    { id: 'lamp', title: 'Lamp' },
  ])
  const list = `/console/brands/${tenant.brandId}/catalog`
  const path = `${list}/${encodeURIComponent(id)}`
  const admin = await scene.member(tenant.brandId, 'admin')
  const send = async (action: string, { browser }: Member = admin, at = path) =>
    await browser.post(at, [...ownForm(await browser.open(list)), ['action', action]])
  const { key } = await issueKey(scene.database.sql, tenant.accountId, { prefix: 'sk_live_' })
  const read = async () => {
    const headers = { Authorization: `Bearer ${key}` }
    const address = `${scene.api.url}/api/storefront/${tenant.brandId}/products/${encodeURIComponent(id)}`
    return (await fetch(address, { headers })).status
  }
  return { ...tenant, list, path, admin, send, read }
}

describe('POST /console/brands/{brand_id}/catalog/{product_id}', () => {
  test('hides the product, names who did it, and restores it', async () => {
    const { path, list, admin, send, read, brandId } = await shop()
    const before = await admin.browser.open(path)
    expect(textOf(before)).toContain('An import updates it and does not show it again: only Restore does.')
    const hidden = await send('hide')
    expect([hidden.status, await read()]).toEqual([200, 404])
    expect(textOf(hidden)).toContain(`by ${admin.person.email}`)
    expect(hidden.html).not.toMatch(foreignScript)
    const listed = await admin.browser.open(`${list}?show=hidden`)
    expect(textOf(listed)).toContain('Hidden (1)')
    expect(listed.html).not.toMatch(foreignScript)
    expect(textOf(await admin.browser.open(list))).toContain('1 product, as agents see them.')
    expect(hidden.html).toMatch(/<p class="price">\s*\$10\.00/)
    const restored = await send('restore')
    expect([restored.url.search, await read()]).toEqual(['?done=restored', 200])
    const changes = await scene.database.sql`
      select detail ->> 'operation' as operation from oauth.audit_events where detail ->> 'brand_id' = ${brandId} order by 1`
    expect(changes.map(({ operation }) => operation)).toEqual(['storefront.hide_product', 'storefront.restore_product'])
  })

  test('finds hidden products by the words of their title and id, and keeps the filter', async () => {
    const { list, admin, send } = await shop()
    await send('hide')
    await send('hide', admin, `${list}/lamp`)
    const found = async (q: string) => {
      const { html } = await admin.browser.open(`${list}?show=hidden&q=${encodeURIComponent(q)}`)
      expect(html).toMatch(/role="search"[^]*name="show" value="hidden"[^]*<\/form>/)
      return [...html.matchAll(/<th scope="row">\s*<a href="[^"]*\/catalog\/([^"/]*)"/g)].map(([, name]) =>
        decodeURIComponent(name ?? ''),
      )
    }
    expect(await found('LAMP')).toEqual(['lamp'])
    expect(await found(' b "c" 50% ')).toEqual([id])
    expect((await found('')).toSorted()).toEqual([id, 'lamp'])
    for (const q of ['lamp tent', '_', '%%', "'; drop"]) expect([q, await found(q)]).toEqual([q, []])
    expect(textOf(await admin.browser.open(`${list}?show=hidden&q=tent`))).toContain(
      'No hidden product has these words',
    )
  })

  test('leads to the hidden products when no file has the restored product', async () => {
    const { brandId, send, path, admin } = await shop()
    await send('hide')
    await stock(scene.database, brandId, [{ id: 'lamp', title: 'Lamp' }], { replaces: true })
    expect(textOf(await admin.browser.open(path))).toContain('no longer has this product')
    const restored = await send('restore')
    expect(restored.url.search).toBe('?show=hidden&done=not_in_newest_import')
    expect(textOf(restored)).toContain('The next import that has it shows it. ')
    expect((await admin.browser.open(path)).status).toBe(404)
  })

  test.each(['viewer', 'analyst'] as const)('returns 403 for a %s, who sees what is hidden', async (role) => {
    const { brandId, list, path, send, read } = await shop()
    const member = await scene.member(brandId, role)
    expect([(await send('hide', member)).status, await read()]).toEqual([403, 200])
    expect((await member.browser.open(path)).html).not.toContain('Hide product')
    await send('hide')
    const listed = await member.browser.open(`${list}?show=hidden`)
    expect(textOf(listed)).toContain(id.replaceAll('"', '&quot;'))
    expect(listed.html).not.toContain('Restore</button>')
    expect([(await send('restore', member)).status, await read()]).toEqual([403, 404])
  })

  test('returns 404 for a brand of others, and 403 without the token of the form', async () => {
    const [own, foreign] = [await shop(), await shop()]
    expect((await own.send('hide', own.admin, foreign.path)).status).toBe(404)
    expect((await own.admin.browser.post(own.path, [['action', 'hide']])).status).toBe(403)
    expect((await own.send('remove')).status).toBe(400)
    expect([await own.read(), await foreign.read()]).toEqual([200, 200])
  })
})
