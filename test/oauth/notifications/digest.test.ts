import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendMails } from '../../../functions/worker/mail/send_mails.ts'
import { addDays } from '../../../shared/calendar/days.ts'
import { createTenant } from '../../support/factories.ts'
import { NotificationScene, tokenOf } from '../../support/notifications.ts'
import type { Received } from '../../support/notifications.ts'
import { openPast } from '../../support/stored_at.ts'

let scene: NotificationScene

beforeAll(async () => {
  scene = await NotificationScene.start()
})
afterAll(() => scene.stop())
beforeEach(async () => {
  await scene.console.database.sql`delete from oauth.notifications`
  await scene.console.database.sql`delete from oauth.notification_mails`
  await scene.console.database.sql`delete from core.notification_choices`
})

// People choose on Friday 2026-11-20 at 12:00 UTC, the fixed clock. The digest of Monday 2026-11-23 is of 16 to 22 November.
const monday = '2026-11-23'

/** A brand with reports of all days from 5 October to 22 November, but for those left out. */
async function brand({ timezone = 'UTC', name = 'Aurora', without = [] as string[] } = {}) {
  const tenant = await createTenant(scene.console.database.sql, { name, timezone })
  const days = Array.from({ length: 49 }, (_, index) => addDays('2026-10-05', index)).filter(
    (day) => !without.includes(day),
  )
  const past = openPast(scene.console.database)
  const rows = days.map((date) => ({
    date,
    platform: 'meta',
    account_id: 'm',
    campaign_id: 'c1',
    campaign_name: 'One',
    spend: date < '2026-11-16' ? 100 : 120,
    clicks: 50,
    conversions: 4,
    revenue: 300,
  }))
  await past.store(`${monday}T00:30:00Z`, tenant.brandId, rows)
  await past.end()
  const root = `/console/brands/${tenant.brandId}`
  return { ...tenant, root, page: `${root}/settings/notifications` }
}

/** Lets workers run until a time: at that time, and two minutes later, when the events of a minute are gathered. */
async function until(time: string): Promise<Received[]> {
  const later = new Date(Date.parse(time) + 120_000).toISOString()
  return [...(await scene.passAt(time)), ...(await scene.passAt(later))]
}

async function reader(page: string, brandId: string) {
  const member = await scene.console.member(brandId, 'viewer')
  expect((await scene.choose(member, page, { digest: true })).status).toBe(200)
  return member
}

describe('the weekly digest', () => {
  test('is sent once on Monday from 08:00, and the next one a week later', async () => {
    const { brandId, page } = await brand()
    const { person } = await reader(page, brandId)
    expect(await until(`${monday}T07:57:00Z`)).toEqual([])
    const mails = await until(`${monday}T08:00:00Z`)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[person.email, 'Aurora: 16 to 22 Nov 2026']])
    expect(await until(`${monday}T09:30:00Z`)).toEqual([])
    expect(await until('2026-11-29T23:00:00Z')).toEqual([])
    const next = await until('2026-11-30T08:00:00Z')
    expect(next.map(({ subject }) => subject)).toEqual(['Aurora: 23 to 29 Nov 2026'])
  })

  test('states the week and its change, in plain text, with one link to turn it off', async () => {
    const { brandId, root, page } = await brand()
    await reader(page, brandId)
    await scene.propose(brandId)
    const [mail] = await until(`${monday}T08:00:00Z`)
    expect(mail?.text).toMatch(/^Brand: Aurora\r\nWeek: 16 to 22 Nov 2026, compared with 9 to 15 Nov 2026\r\n/)
    expect(mail?.text).toContain('- Spend: $840 (+20%, the week before: $700)')
    expect(mail?.text).toContain('- Revenue: $2,100 (0%, the week before: $2,100)')
    expect(mail?.text).toContain('- ROAS: 2.5 (-16.7%, the week before: 3)')
    expect(mail?.text).toContain('- Conversions: 28 (0%, the week before: 28)')
    expect(mail?.text).toContain(
      '- Spend went up by 20% from $700.00 (9 to 15 Nov 2026) to $840.00 (16 to 22 Nov 2026).',
    )
    expect(mail?.text).toContain(`See the overview: ${scene.console.api.url}${root}\r\n`)
    expect(mail?.headers).toContain('Content-Type: text/plain; charset=utf-8')
    expect(mail?.headers).toContain(
      `List-Unsubscribe: <${scene.console.api.url}/oauth/unsubscribe?token=${tokenOf(mail)}>`,
    )
    expect(mail?.text).toContain('Anomalies\r\n- No day was checked for anomalies.')
    expect(mail?.text).not.toMatch(/undefined|null|NaN/)
    expect(mail?.text).not.toContain('What else happened')
    const off = await fetch(`${scene.console.api.url}/oauth/unsubscribe?token=${tokenOf(mail)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(off.status).toBe(200)
    expect(await until('2026-11-30T08:00:00Z')).toEqual([])
  })

  test('is sent to no member who did not ask for it, and to none who left', async () => {
    const { brandId, page } = await brand()
    for (const role of ['owner', 'admin', 'analyst', 'viewer'] as const) await scene.console.member(brandId, role)
    const { person } = await reader(page, brandId)
    await scene.console.leave(person.id, brandId)
    expect(await until(`${monday}T08:00:00Z`)).toEqual([])
  })

  test('is sent in the morning of the time zone of the brand', async () => {
    const { brandId, page } = await brand({ timezone: 'America/New_York' })
    await reader(page, brandId)
    expect(await until(`${monday}T12:57:00Z`)).toEqual([])
    expect(await until(`${monday}T13:00:00Z`)).toHaveLength(1)
  })

  test('is sent at 08:00 after a change of the clock', async () => {
    const { brandId, page } = await brand({ timezone: 'America/New_York' })
    const { person } = await reader(page, brandId)
    const at = async (now: string) => {
      const worker = scene.workerAt(now)
      const [row] = await worker`select oauth.has_due_mail() as due`
      await worker.end({ timeout: 1 })
      return row?.due
    }
    await scene.console.database
      .sql`update core.notification_choices set chosen_at = '2026-01-01' where person_id = ${person.id}`
    expect([await at('2026-03-02T12:59:00Z'), await at('2026-03-02T13:00:00Z')]).toEqual([false, true])
    expect([await at('2026-03-09T11:59:00Z'), await at('2026-03-09T12:00:00Z')]).toEqual([false, true])
  })

  test('of a member who turns it on after Monday morning is the next one', async () => {
    const { brandId, page } = await brand()
    const { person } = await reader(page, brandId)
    await scene.console.database.sql`
      update core.notification_choices set chosen_at = ${`${monday}T08:05:00Z`} where person_id = ${person.id}`
    expect(await until(`${monday}T09:00:00Z`)).toEqual([])
    expect(await until('2026-11-30T08:00:00Z')).toHaveLength(1)
  })

  test('is sent later in the week if no worker ran on Monday', async () => {
    const { brandId, page } = await brand()
    await reader(page, brandId)
    expect((await until('2026-11-25T15:00:00Z')).map(({ subject }) => subject)).toEqual(['Aurora: 16 to 22 Nov 2026'])
  })

  test('is sent once by four workers that run at the same time', async () => {
    const { brandId, page } = await brand()
    await reader(page, brandId)
    scene.sink.messages.length = 0
    for (const time of [`${monday}T08:00:00Z`, `${monday}T08:01:00Z`, `${monday}T08:02:00Z`]) {
      const workers = Array.from({ length: 4 }, () => scene.workerAt(time))
      await Promise.all(workers.map((worker) => sendMails(worker, scene.mailer, () => undefined)))
      await Promise.all(workers.map((worker) => worker.end({ timeout: 1 })))
    }
    expect(scene.sink.messages).toHaveLength(1)
  })

  test('is neither lost nor begun twice if the worker ends after it began the digest, and has one Message-ID', async () => {
    const { brandId, page } = await brand()
    await reader(page, brandId)
    const killed = scene.workerAt(`${monday}T08:00:00Z`)
    await killed
      .begin(async (transaction) => {
        await transaction`select oauth.claim_notification('\\x01')`
        throw new Error('The worker was killed.')
      })
      .catch(() => undefined)
    await killed.end({ timeout: 1 })
    await scene.passAt(`${monday}T08:00:00Z`)
    scene.sink.refusals = 1
    expect(await scene.passAt(`${monday}T08:02:00Z`)).toEqual([])
    const [begun] = await scene.console.database
      .sql`select mail_id from oauth.notification_mails where brand_id = ${brandId}`
    const mails = await until(`${monday}T08:05:00Z`)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.headers).toContain(`Message-ID: <${begun?.mail_id}@vitrine.example>`)
    expect(await until(`${monday}T10:00:00Z`)).toEqual([])
  })
})

describe('searches of agents that found nothing', () => {
  test('are counted by their weights, of the week only, from the events that are kept', async () => {
    const { brandId, root, page } = await brand()
    await reader(page, brandId)
    const ask = async (id: string, words: string, results: number, at: string) => {
      const received = { queryId: id, query: words, operation: 'search', platform: 'x', sampling_rate: 0.5 }
      await scene.console.database.sql`
        insert into events.outbox (brand_id, type, data, occurred_at)
        values (${brandId}, 'query.received', ${JSON.stringify(received)}::text::jsonb, ${at}),
          (${brandId}, 'query.responded', ${JSON.stringify({ queryId: id, total_results: results })}::text::jsonb, ${at})`
    }
    await ask('a', 'Red Umbrella', 0, '2026-11-18T10:00:00Z')
    await ask('b', 'red umbrella ', 0, '2026-11-18T11:00:00Z')
    await ask('c', 'lamp', 4, '2026-11-18T11:00:00Z')
    await ask('d', 'later', 0, '2026-11-23T01:00:00Z')
    await ask('e', 'too early', 0, '2026-11-16T07:00:00Z')
    const [mail] = await until(`${monday}T08:00:00Z`)
    const link = `See what agents asked: ${scene.console.api.url}${root}/agents`
    const [found, ...lines] = (
      mail?.text.split('\r\n\r\n').find((part) => part.includes('searches of agents')) ?? ''
    ).split('\r\n')
    expect(found).toMatch(/^4 searches of agents in the shop found nothing, counted since 16 Nov 2026, \d\d:\d\d UTC$/)
    expect(lines).toEqual(['- "red umbrella": 4 times', link])
  })
})

describe('what is not reported', () => {
  test('is named, and no change is stated for a week with a missing day', async () => {
    const { brandId, page } = await brand({ without: ['2026-11-18'] })
    await reader(page, brandId)
    const [mail] = await until(`${monday}T08:00:00Z`)
    expect(mail?.text).toContain('- Spend: $720 (the week before: $700)')
    expect(mail?.text).toContain('No change is stated.')
    expect(mail?.text).toContain('18 Nov 2026')
  })

  test('of a whole week is one line with the page of the accounts, once', async () => {
    const { brandId, root, page } = await brand({
      without: Array.from({ length: 7 }, (_, index) => addDays('2026-11-16', index)),
    })
    await reader(page, brandId)
    const [mail] = await until(`${monday}T08:00:00Z`)
    expect(mail?.text).toContain('Nothing was reported for this week')
    expect(mail?.text).toContain(`See the accounts: ${scene.console.api.url}${root}/sources`)
    expect(mail?.text).not.toContain('Spend:')
    expect(await until('2026-11-30T08:00:00Z')).toEqual([])
  })

  test('of a brand that never had data is no mail', async () => {
    const { brandId } = await createTenant(scene.console.database.sql)
    await reader(`/console/brands/${brandId}/settings/notifications`, brandId)
    expect(await until(`${monday}T08:00:00Z`)).toEqual([])
  })
})

describe('texts of others in a digest', () => {
  test('add no header, no line, and no address of an agent', async () => {
    const { brandId, page } = await brand({
      name: 'Shop\r\nBcc: victim@people.example',
    })
    const { sql } = scene.console.database
    await sql`alter table analytics.entities disable trigger user`
    await sql`
      update analytics.entities set name = ${'Summer\r\n\r\nBcc: victim@people.example'} where brand_id = ${brandId} and level = 'campaign'`
    await sql`alter table analytics.entities enable trigger user`
    await reader(page, brandId)
    const data = {
      queryId: 'a',
      query: 'Refund? Sign in at https://evil.example/login\r\n- Spend: $0',
      operation: 'search',
      platform: 'x',
      sampling_rate: 1,
    }
    await scene.console.database.sql`
      insert into events.outbox (brand_id, type, data, occurred_at)
      values (${brandId}, 'query.received', ${JSON.stringify(data)}::text::jsonb, '2026-11-20T10:00:00Z'),
        (${brandId}, 'query.responded', '{"queryId": "a", "total_results": 0}', '2026-11-20T10:00:00Z')`
    const [mail] = await until(`${monday}T08:00:00Z`)
    expect(mail?.headers.filter((line) => /^Bcc/i.test(line))).toEqual([])
    expect(mail?.text).not.toMatch(/^Bcc/m)
    expect(mail?.text).toContain('1 search of an agent in the shop found nothing')
    expect(mail?.text).toContain('- "refund sign in at https evil example login - spend 0": 1 time')
    expect(mail?.text).not.toContain('evil.example')
  })
})
