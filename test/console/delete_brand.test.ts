import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deleteBrands } from '../../functions/worker/queues/delete_brands.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import type { Visit } from '../support/browser.ts'
import type { Member } from '../support/console.ts'
import { commandLine } from '../support/vitrine.ts'

let scene: ConsoleScene
const { vitrine, json } = commandLine(() => scene.database)

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

async function remove({ browser }: Member, root: string, name: string) {
  const page = await browser.open('/oauth/security')
  return await browser.post(`${root}/settings/brand/deletion`, [...ownForm(page), ['name', name]])
}

async function deletePerson({ browser }: Member, email: string) {
  const page = await browser.open('/oauth/security')
  return await browser.post('/oauth/security/deletion', [...ownForm(page), ['email', email]])
}

/** Repeats a request once that waited for a lock for too long, as its 503 advises. */
async function retried(send: () => Promise<Visit>): Promise<Visit> {
  const visit = await send()
  return visit.status === 503 ? await send() : visit
}

async function statusOf(brandId: string) {
  const [row] = await scene.database.sql`select status from core.brands where brand_id = ${brandId}`
  return row?.status as string | undefined
}

async function makeDue(brandId: string) {
  await scene.database.sql`
    update core.brands set deletion_due_at = deletion_due_at - interval '7 days' where brand_id = ${brandId}`
}

/** Waits until this many sessions wait for a lock in a statement that contains the text. */
async function waiting(count: number, text: string) {
  await vi.waitFor(async () => {
    const rows = await scene.database.sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${text}%`}`
    expect(rows).toHaveLength(count)
  }, 20_000)
}

describe('POST /console/brands/{brand_id}/settings/brand/deletion', () => {
  test.each(['viewer', 'analyst', 'admin'] as const)('returns 403 for the role %s, who sees no form', async (role) => {
    const brand = await scene.brand()
    const member = await scene.member(brand.brandId, role)
    expect((await remove(member, brand.root, 'Aurora')).status).toBe(403)
    expect((await member.browser.open(`${brand.root}/settings/brand`)).html).not.toContain('Delete this brand')
    expect(await statusOf(brand.brandId)).toBe('active')
  })

  test('returns 400 for another name, and 403 for a sign-in of more than 30 minutes ago', async () => {
    const brand = await scene.brand()
    const owner = await scene.member(brand.brandId, 'owner')
    const wrong = await remove(owner, brand.root, 'aurora')
    expect([wrong.status, wrong.html.includes('must be the name of the brand, exactly as shown.')]).toEqual([400, true])
    await scene.database.sql`
      update oauth.sessions set created_at = created_at - interval '31 minutes' where person_id = ${owner.person.id}`
    const old = await remove(owner, brand.root, 'Aurora')
    expect([old.status, old.html.includes('This change needs a sign-in of the last 30 minutes.')]).toEqual([403, true])
    expect(old.html).toContain('Sign in again</a>')
    expect(await statusOf(brand.brandId)).toBe('active')
  })

  test('revokes the keys and closes the brand at once, records it, and deletes its data after 7 days', async () => {
    const { sql } = scene.database
    const [brand, other] = [await scene.brand(), await scene.brand()]
    const owner = await scene.member(brand.brandId, 'owner')
    const read = async () =>
      (await scene.api.http.get('/v1/targets').set('Authorization', `Bearer ${brand.key}`)).status
    expect(await read()).toBe(200)
    const shown = await owner.browser.open(`${brand.root}/settings/brand`)
    expect(shown.html).toContain('After 7 days all data of the brand is deleted')
    expect((await remove(owner, brand.root, 'Aurora')).status).toBe(200)
    expect(await read()).toBeGreaterThanOrEqual(401)
    expect((await owner.browser.open(brand.root)).status).toBe(404)
    expect((await scene.api.http.get(`/api/storefront/${brand.brandId}/products`)).status).toBe(404)
    const [event] = await sql`
      select detail ->> 'operation' as operation from oauth.audit_events where detail ->> 'brand_id' = ${brand.brandId}
      order by event_id desc limit 1`
    expect(event?.operation).toBe('console.delete_brand')
    // VITRINE_NOW does not move the date: only the clock of limits does.
    const dueAt = async (setting: string, time: string) =>
      await sql.begin(async (at) => {
        await at`select set_config(${setting}, ${time}, true)`
        return (await deleteBrands.split?.(at as never, []))?.map(({ brand_id }) => brand_id) ?? []
      })
    expect(await dueAt('vitrine.clock', '2026-11-27T11:59:00Z')).not.toContain(brand.brandId)
    expect(await dueAt('vitrine.now', '2026-12-27T12:00:00Z')).not.toContain(brand.brandId)
    expect(await dueAt('vitrine.clock', '2026-11-27T12:00:00Z')).toContain(brand.brandId)
    await makeDue(brand.brandId)
    expect(await deleteBrands.run(sql as never, { brand_id: other.brandId } as never, {} as never)).toEqual({
      deleted: 0,
    })
    await deleteBrands.run(sql as never, { brand_id: brand.brandId } as never, {} as never)
    expect([await statusOf(brand.brandId), await statusOf(other.brandId)]).toEqual([undefined, 'active'])
  })

  test('is undone by the operator until the data is deleted', async () => {
    const { sql } = scene.database
    const brand = await scene.brand()
    const owner = await scene.member(brand.brandId, 'owner')
    const keys = await owner.browser.open(`${brand.root}/keys`)
    await owner.browser.post(`${brand.root}/keys`, [
      ...ownForm(keys),
      ['prefix', 'svc_sk_live_'],
      ['name', 'Reports'],
      ['scope', 'read:marketing'],
    ])
    await remove(owner, brand.root, 'Aurora')
    await sql`select core.restore_brand(${brand.brandId})`
    expect((await owner.browser.open(brand.root)).status).toBe(200)
    const [revoked] = await sql`
      select count(*)::integer as keys, count(revoked_at)::integer as ended from core.api_keys where brand_id = ${brand.brandId}`
    expect(revoked).toEqual({ keys: 1, ended: 1 })
    await expect(sql`select core.restore_brand(${brand.brandId})`).rejects.toThrow()
  })

  test.each(['the import lock', 'the row'] as const)(
    'keeps a brand that is restored while the worker waits for %s',
    async (lock) => {
      const { sql } = scene.database
      const brand = await scene.brand()
      await remove(await scene.member(brand.brandId, 'owner'), brand.root, 'Aurora')
      await makeDue(brand.brandId)
      const deletion = await sql.begin(async (transaction) => {
        if (lock === 'the import lock')
          await transaction`select pg_advisory_xact_lock(hashtextextended('analytics.import/' || ${brand.brandId}, 0))`
        else await transaction`select core.restore_brand(${brand.brandId})`
        const ran = Promise.resolve(deleteBrands.run(sql as never, { brand_id: brand.brandId } as never, {} as never))
        await waiting(1, 'core.delete_due_brand')
        if (lock === 'the import lock') await transaction`select core.restore_brand(${brand.brandId})`
        return { ran }
      })
      expect([await deletion.ran, await statusOf(brand.brandId)]).toEqual([{ deleted: 0 }, 'active'])
    },
  )

  test('is undone with the command that adds an owner, if the only owner deleted their account', async () => {
    const brand = await scene.brand()
    const owner = await scene.member(brand.brandId, 'owner')
    await remove(owner, brand.root, 'Aurora')
    expect((await deletePerson(owner, owner.person.email)).status).toBe(200)
    const { stdout, code } = await vitrine(['brands', 'restore', brand.brandId])
    const addOwner = `vitrine people add <email> --brand ${brand.brandId} --role owner`
    expect([code, stdout.trim()]).toEqual([
      0,
      `Opened ${brand.brandId} again. It has no owner. Add one with: ${addOwner}`,
    ])
    expect(await statusOf(brand.brandId)).toBe('active')
    const kept = await scene.brand()
    await remove(await scene.member(kept.brandId, 'owner'), kept.root, 'Aurora')
    expect(await json('brands', 'restore', kept.brandId)).toEqual({ brand_id: kept.brandId, has_owner: true })
  })
})

describe('POST /oauth/security/deletion', () => {
  test('deletes the person, and keeps the brand of another owner', async () => {
    const brand = await scene.brand()
    const [gone] = [await scene.member(brand.brandId, 'owner'), await scene.member(brand.brandId, 'owner')]
    const wrong = await deletePerson(gone, 'other@people.example')
    expect([wrong.status, wrong.html.includes('This is not the address')]).toEqual([400, true])
    const done = await deletePerson(gone, gone.person.email.toUpperCase())
    expect([done.status, done.url.pathname]).toEqual([200, '/oauth/sign-in'])
    expect((await gone.browser.open('/console')).url.pathname).toBe('/oauth/sign-in')
    const rows = await scene.database.sql`select from auth.users where id = ${gone.person.id}`
    expect([rows.length, await statusOf(brand.brandId)]).toEqual([0, 'active'])
    const [event] = await scene.database.sql`select person_id from oauth.audit_events where event = 'person_deleted'`
    expect(event).toEqual({ person_id: null })
  })

  test('names the brands to transfer or delete first, and needs a recent sign-in', async () => {
    const brand = await scene.brand({ name: 'Only & mine' })
    const owner = await scene.member(brand.brandId, 'owner')
    const page = await owner.browser.open('/oauth/security')
    expect(page.html).toContain('You are the only owner of <bdi>Only &amp; mine</bdi>.')
    expect(page.html).not.toContain('action="/oauth/security/deletion"')
    const refused = await deletePerson(owner, owner.person.email)
    expect(refused.html).toContain('You are the only owner of Only &amp; mine. Transfer the ownership')
    await scene.member(brand.brandId, 'owner')
    await scene.database.sql`
      update oauth.sessions set created_at = created_at - interval '31 minutes' where person_id = ${owner.person.id}`
    expect((await deletePerson(owner, owner.person.email)).status).toBe(403)
    expect((await owner.browser.open('/oauth/security')).status).toBe(200)
  })

  test('withdraws the invitations of the person, so that no one accepts them', async () => {
    const { sql } = scene.database
    const brand = await scene.brand()
    const [gone, stays] = [await scene.member(brand.brandId, 'owner'), await scene.member(brand.brandId, 'owner')]
    const invited = async ({ browser }: Member, email: string) => {
      const page = await browser.open('/oauth/security')
      const fields: [string, string][] = [
        ['email', email],
        ['role', 'owner'],
      ]
      await browser.post(`${brand.root}/people`, [...ownForm(page), ...fields])
      const [row] = await sql`
        select invitation_id from core.invitations where brand_id = ${brand.brandId} and email = ${email}`
      return row?.invitation_id as string
    }
    const [second, guest] = [await scene.signedIn(await scene.person()), await scene.signedIn(await scene.person())]
    const [withdrawn, open] = [await invited(gone, second.person.email), await invited(stays, guest.person.email)]
    const shown = async ({ browser }: Member, id: string) => (await browser.open(`/console/invitations/${id}`)).status
    expect([await shown(second, withdrawn), await shown(guest, open)]).toEqual([200, 200])
    expect((await deletePerson(gone, gone.person.email)).status).toBe(200)
    expect([await shown(second, withdrawn), await shown(guest, open)]).toEqual([404, 200])
    const page = await second.browser.open('/oauth/security')
    await second.browser.post(`/console/invitations/${withdrawn}`, [...ownForm(page), ['answer', 'accept']])
    expect((await second.browser.open(brand.root)).status).toBe(404)
  })

  test.each(['an invitation', 'the deletion'] as const)(
    'leaves no open invitation when the sender invites and deletes the account at once, and %s is first',
    async (first) => {
      const { sql } = scene.database
      const brand = await scene.brand()
      const [gone] = [await scene.member(brand.brandId, 'owner'), await scene.member(brand.brandId, 'owner')]
      const people = await gone.browser.open(`${brand.root}/people`)
      const invite = () =>
        gone.browser.post(`${brand.root}/people`, [
          ...ownForm(people),
          ['email', 'late@people.example'],
          ['role', 'viewer'],
        ])
      const remove = () => deletePerson(gone, gone.person.email)
      const sent = await sql.begin(async (transaction) => {
        await transaction`select from core.brands where brand_id = ${brand.brandId} for update`
        const steps = first === 'an invitation' ? [invite, remove] : [remove, invite]
        const names = steps.map((step) => (step === invite ? 'console.call' : 'oauth.delete_person'))
        const begun = retried(steps[0] as () => Promise<Visit>)
        await waiting(1, names[0] ?? '')
        const next = retried(steps[1] as () => Promise<Visit>)
        await waiting(1, names[1] ?? '')
        return { all: Promise.all([begun, next]) }
      })
      await sent.all
      expect(await sql`select from core.memberships where person_id = ${gone.person.id}`).toHaveLength(0)
      expect(await sql`select from core.invitations where brand_id = ${brand.brandId}`).toHaveLength(0)
    },
  )

  test('leaves one owner when the two owners of a brand delete their accounts at once', async () => {
    const { sql } = scene.database
    const brand = await scene.brand()
    const owners = [await scene.member(brand.brandId, 'owner'), await scene.member(brand.brandId, 'owner')]
    const deletions = await sql.begin(async (transaction) => {
      await transaction`select from core.brands where brand_id = ${brand.brandId} for no key update`
      const answers = owners.map((owner) => deletePerson(owner, owner.person.email))
      await waiting(2, 'oauth.delete_person')
      return { answers }
    })
    const pages = await Promise.all(deletions.answers)
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(pages.find(({ status }) => status === 400)?.html).toContain('You are the only owner of Aurora.')
    const left = await sql`select from core.memberships where brand_id = ${brand.brandId} and role = 'owner'`
    expect(left).toHaveLength(1)
  })
})
