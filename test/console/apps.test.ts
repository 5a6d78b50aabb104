import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, hostileName, ownForm } from '../support/console.ts'
import { Client } from '../support/oauth.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start({ isReachable: true })
  brand = await scene.brand()
})
afterAll(() => scene.stop())

async function connected(name: string) {
  const person = await scene.person({ [brand.brandId]: 'viewer' })
  const client = new Client(scene.api.url)
  await client.register({ client_name: name })
  const { body } = await client.connect(person)
  return { client, refreshToken: body.refresh_token as string, ...(await scene.signedIn(person)) }
}

describe('connected apps page', () => {
  test('lists only the apps of the person with their scopes, and escapes names', async () => {
    const mine = await connected(hostileName)
    await connected('Theirs')
    const { html } = await mine.browser.open(`${brand.root}/apps`)
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toMatch(/<script|Theirs/)
    expect(html).toContain('Read marketing data')
    expect(html).toContain('Aurora')
  })

  test('disconnects an app and revokes its refresh token', async () => {
    const { browser, client, refreshToken } = await connected('Companion')
    const page = await browser.open(`${brand.root}/apps`)
    const after = await browser.submit(page, `${brand.root}/apps/disconnect`)
    expect(after.html).toContain('The app is disconnected.')
    expect(after.html).toContain('No app is connected')
    expect(after.html).toContain(`${scene.api.url}/mcp`)
    expect((await client.refresh(refreshToken)).status).toBe(400)
  })

  test('returns 404 for an app of another person', async () => {
    const theirs = await connected('Theirs')
    const [grant] = await scene.database.sql`select grant_id from oauth.grants where person_id = ${theirs.person.id}`
    const { browser } = await scene.member(brand.brandId, 'owner')
    const answered = await browser.post(`${brand.root}/apps/disconnect`, [
      ...ownForm(await browser.open(brand.root)),
      ['grant_id', grant?.grant_id as string],
    ])
    expect(answered.status).toBe(404)
  })
})
