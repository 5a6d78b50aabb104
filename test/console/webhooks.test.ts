import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverWebhooks } from '../../functions/worker/webhooks/deliver_webhooks.ts'
import { createPool } from '../../shared/db/pool.ts'
import { actionsOf, ConsoleScene, foreignScript, hostileName, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import { startReceiver, verify } from '../support/receiver.ts'
import type { Received, Receiver } from '../support/receiver.ts'
import { secretKey } from '../support/webhooks.ts'

let scene: ConsoleScene
let receiver: Receiver
let brand: Awaited<ReturnType<ConsoleScene['brand']>>
let admin: Member

beforeAll(async () => {
  scene = await ConsoleScene.start()
  receiver = await startReceiver()
  brand = await scene.brand()
  admin = await scene.member(brand.brandId, 'admin')
})
afterAll(async () => {
  await receiver.stop()
  await scene.stop()
})

async function post(path: string, fields: [string, string][] = [], { browser } = admin) {
  const page = await browser.open(`${brand.root}/webhooks`)
  return await browser.post(`${brand.root}/webhooks${path}`, [...ownForm(page), ...fields])
}

async function deliver(): Promise<void> {
  const pool = createPool({ url: scene.database.workerUrl, connectionsMax: 2, now: '2026-11-20T12:00:00Z' })
  await deliverWebhooks(pool, { secretKey, allowsLoopback: true })
  await pool.end()
}

const secretOf = (html: string) =>
  /<code data-copy>(whsec_[^<]+)<\/code>/.exec(html)?.[1]?.replaceAll('&#x2F;', '/') ?? ''

async function added(path: string): Promise<{ id: string; secret: string }> {
  const url = `${receiver.url}${path}`
  const page = await post('', [['url', url]])
  const [row] = await scene.database.sql`select endpoint_id from webhooks.endpoints where url = ${url}`
  return { id: row?.endpoint_id as string, secret: secretOf(page.html) }
}

describe('webhooks page', () => {
  test('creates an endpoint of this brand and shows its secret once', async () => {
    const url = `${receiver.url}/added`
    const page = await post('', [
      ['url', url],
      ['description', hostileName],
      ['type', 'trust.updated'],
      ['type', 'alert.triggered'],
    ])
    expect([page.status, secretOf(page.html)]).toEqual([200, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)])
    expect(page.html).not.toMatch(foreignScript)
    expect(page.html).not.toContain('<img')
    const [row] = await scene.database.sql`select brand_id, types from webhooks.endpoints where url = ${url}`
    expect(row).toEqual({ brand_id: brand.brandId, types: ['trust.updated', 'alert.triggered'] })
    expect((await admin.browser.open(`${brand.root}/webhooks`)).html).not.toContain('whsec_')
  })

  test('rejects an invalid URL or type with 400 and keeps the entered value', async () => {
    const page = await post('', [['url', 'https://169.254.169.254/latest']])
    expect([page.status, page.html]).toEqual([
      400,
      expect.stringContaining('must have a host name that exists in public DNS and resolves to public addresses only'),
    ])
    expect(page.html).toContain('value="https://169.254.169.254/latest"')
    expect(
      (
        await post('', [
          ['url', `${receiver.url}/x`],
          ['type', 'no.such'],
        ])
      ).html,
    ).toContain('must contain event types, not no.such')
  })

  test('names the labels of the form and pages in errors, never parameters or addresses of the API', async () => {
    const texts = await Promise.all([
      post('', [['url', `https://${'x'.repeat(2001)}`]]),
      post('', [['url', 'no address']]),
      post('', [
        ['url', `${receiver.url}/x`],
        ['type', 'no.such'],
      ]),
      post('', [
        ['url', `${receiver.url}/x`],
        ['description', 'x'.repeat(501)],
      ]),
    ])
    const alerts = texts.map(({ html }) => /role="alert">([^<]*)</.exec(html)?.[1] ?? '')
    expect(alerts).toEqual([
      expect.stringMatching(/^URL must /),
      expect.stringMatching(/^URL must /),
      expect.stringMatching(/^Event types must .* The form lists the types/),
      expect.stringMatching(/^Description must /),
    ])
    for (const text of alerts) expect(text).not.toMatch(/`|GET |POST |\/api|\/v1/)
  })

  test('returns 404 for every action on an endpoint of another brand', async () => {
    const { id } = await added('/own')
    const other = await scene.brand()
    const { browser } = await scene.member(other.brandId, 'owner')
    expect((await browser.open(`${other.root}/webhooks/${id}`)).status).toBe(404)
    const page = await browser.open(other.root)
    for (const verb of ['test', 'rotate', 'delete']) {
      const answered = await browser.post(`${other.root}/webhooks/${id}/${verb}`, ownForm(page))
      expect([verb, answered.status]).toEqual([verb, 404])
    }
    expect((await admin.browser.open(`${brand.root}/webhooks/${id}`)).status).toBe(200)
  })

  test('deletes an endpoint', async () => {
    const { id } = await added('/gone')
    expect((await post(`/${id}/delete`)).html).toContain('The endpoint was deleted')
    expect((await admin.browser.open(`${brand.root}/webhooks/${id}`)).status).toBe(404)
  })

  test('shows a viewer an endpoint without forms', async () => {
    const { id } = await added('/seen')
    const { browser } = await scene.member(brand.brandId, 'viewer')
    const page = await browser.open(`${brand.root}/webhooks/${id}`)
    expect([page.status, actionsOf(page)]).toEqual([200, ['/oauth/sign-out']])
  })
})

describe('endpoint page', () => {
  test('lists deliveries with attempts and replays one', async () => {
    const { id, secret } = await added('/log')
    const after = await post(`/${id}/test`)
    expect(after.html).toContain('A test event was sent')
    await deliver()
    expect(verify(receiver.at('/log')[0] as Received, secret)).toMatchObject({ type: 'webhook.test' })
    const page = await admin.browser.open(`${brand.root}/webhooks/${id}`)
    expect(page.html).toContain('class="state delivered"')
    expect(page.html).toContain('1 attempt')
    const [replay] = actionsOf(page).filter((action) => action.endsWith('/replay'))
    await admin.browser.submit(page, replay as string)
    await deliver()
    expect(receiver.at('/log').map(({ headers }) => headers['webhook-id'])).toHaveLength(2)
    expect(new Set(receiver.at('/log').map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await admin.browser.open(`${brand.root}/webhooks/${id}?status=failed`)).html).toContain(
      'No delivery is failed.',
    )
  })

  test('rotates the secret once per form, and ends the previous one with end_previous', async () => {
    const { id, secret } = await added('/once')
    const page = await admin.browser.open(`${brand.root}/webhooks/${id}`)
    const form = ownForm(page)
    const rotate = `${brand.root}/webhooks/${id}/rotate`
    const answers = [await admin.browser.post(rotate, form), await admin.browser.post(rotate, form)]
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    expect(secretOf(answers[1]?.html ?? '')).toBe('')
    await post(`/${id}/test`)
    await deliver()
    expect(verify(receiver.at('/once')[0] as Received, secret)).toMatchObject({ type: 'webhook.test' })
    const last = await post(`/${id}/rotate`, [['end_previous', 'true']])
    await post(`/${id}/test`)
    await deliver()
    const received = receiver.at('/once')[1] as Received
    expect(verify(received, secretOf(last.html))).toMatchObject({ type: 'webhook.test' })
    expect(() => verify(received, secret)).toThrow('No matching signature')
  })

  test('signs with the new and the previous secret after a rotation', async () => {
    const { id, secret } = await added('/rotated')
    const page = await post(`/${id}/rotate`)
    const next = secretOf(page.html)
    expect([next === secret, page.html.replace(/\s+/g, ' ').includes('also signed with the previous secret')]).toEqual([
      false,
      true,
    ])
    expect(page.html).toContain(`href="${brand.root}/webhooks/${id}?status=failed"`)
    await post(`/${id}/test`)
    await deliver()
    const [received] = receiver.at('/rotated')
    for (const known of [secret, next])
      expect(verify(received as Received, known)).toMatchObject({ type: 'webhook.test' })
  })
})
