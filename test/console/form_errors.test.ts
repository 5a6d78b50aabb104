import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, ownForm } from '../support/console.ts'
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

/** Submits a form of a page and returns the form of the response that has the given text. */
async function refused(path: string, fields: [string, string][], marker: string, from = path) {
  const page = await admin.browser.open(`${brand.root}${from}`)
  const { status, html } = await admin.browser.post(`${brand.root}${path}`, [...ownForm(page), ...fields])
  const forms = [...html.matchAll(/(?:<details[^>]*>\s*<summary[^>]*>[^]*?)?<form[^]*?<\/form>/g)].map(([form]) => form)
  return { status, html, form: forms.find((form) => form.includes(marker)) ?? '' }
}

const key = (fields: [string, string][]) => refused('/keys', [['prefix', 'sk_live_'], ...fields], 'value="sk_live_"')

describe('a refused form', () => {
  test('to create a key is open, keeps its values and has the error beside the field', async () => {
    const { status, html, form } = await key([
      ['name', ' '.repeat(3)],
      ['scope', 'write:webhooks'],
      ['days', '365'],
    ])
    expect(status).toBe(400)
    expect(form).toMatch(/^<details class="form" open>/)
    expect(html.match(/<details class="form" open>/g)).toHaveLength(1)
    expect(form).toMatch(/name="name"[^>]*aria-invalid="true" aria-describedby="sk_live_-name-error"[^>]*autofocus/)
    expect(form).toMatch(/id="sk_live_-name-error" role="alert">Name must not be empty\.</)
    expect([...form.matchAll(/value="([^"]+)"\s+checked/g)].map(([, scope]) => scope)).toEqual(['write:webhooks'])
    expect(form).toMatch(/value="365"\s+selected/)
    expect(html.match(/role="alert"/g)).toHaveLength(1)
  })

  test('to create a key focuses the permissions if none is selected', async () => {
    const { form } = await key([['name', 'Mine']])
    expect(form).toContain('value="Mine"')
    expect(form).toMatch(/name="scope"[^>]*autofocus[^>]*aria-describedby="sk_live_-scopes-error"/)
    expect(form).toContain('Permissions must have at least one scope.')
    expect(form).not.toContain('checked')
  })

  test('to create an endpoint keeps URL, description and types', async () => {
    const { form } = await refused(
      '/webhooks',
      [
        ['url', 'https://169.254.169.254/'],
        ['description', 'Orders'],
        ['type', 'trust.updated'],
      ],
      'name="url"',
    )
    expect(form).toMatch(/name="url"[^>]*value="https:\/\/169\.254\.169\.254\/"[^>]*aria-invalid="true"[^>]*autofocus/)
    expect(form).toContain('role="alert">URL must have a host name')
    expect(form).toContain('value="Orders"')
    expect(form).toMatch(/<details open>[^]*value="trust.updated" checked/)
  })

  test('to decide a proposal keeps the note', async () => {
    const { sql } = scene.database
    const [made] = await sql`
      insert into connector.proposals (brand_id, target, change, rationale, idempotency_key, request_hash, created_by, expires_at)
      values (${brand.brandId}, ${sql.json({ level: 'campaign', platform: 'google', id: '2' })}, ${sql.json({ kind: 'budget', from: 1, to: 2 })},
        'It pays', 'once', '\\x00', 'key_x', '2026-12-04T10:00:00Z')
      returning proposal_id`
    const id = made?.proposal_id as string
    const note = `Why: ${'x'.repeat(1000)}`
    const { status, form } = await refused(
      `/proposals/${id}`,
      [
        ['decision', 'approve'],
        ['note', note],
      ],
      'name="note"',
      '/proposals',
    )
    expect(status).toBe(400)
    expect(form).toContain(`value="${note}"`)
    expect(form).toMatch(/name="note"[^>]*aria-invalid="true"[^>]*autofocus/)
    expect(form).toContain('role="alert">Note must have at most 1000 characters.')
  })

  test('to rotate a secret is open and has the error', async () => {
    const path = '/webhooks'
    const page = await admin.browser.open(`${brand.root}${path}`)
    await admin.browser.submit(page, `${brand.root}${path}`, [['url', 'http://127.0.0.1:9/x']])
    const list = await admin.browser.open(`${brand.root}${path}`)
    const id = /webhooks\/(whe_\w+)/.exec(list.html)?.[1] as string
    const { status, form } = await refused(
      `${path}/${id}/rotate`,
      [['end_previous', 'x']],
      'Rotate secret',
      `${path}/${id}`,
    )
    expect(status).toBe(400)
    expect(form).toMatch(/<details class="ask" open>[^]*role="alert"[^]*Rotate secret/)
  })
})
