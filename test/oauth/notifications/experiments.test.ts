import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendMails } from '../../../functions/worker/mail/send_mails.ts'
import { addDays } from '../../../shared/calendar/days.ts'
import { createTenant } from '../../support/factories.ts'
import { ingest } from '../../support/ingest.ts'
import { tokenOf } from '../../support/notifications.ts'
import type { NotificationScene, Received } from '../../support/notifications.ts'
import { SlackScene } from '../../support/slack.ts'

let slack: SlackScene
let scene: NotificationScene

beforeAll(async () => {
  slack = await SlackScene.start()
  scene = slack.notifications
})
afterAll(() => slack.stop())
beforeEach(async () => {
  const { sql } = scene.console.database
  for (const table of [
    'oauth.notifications',
    'oauth.notification_mails',
    'analytics.experiments',
    'core.slack_receivers',
  ])
    await sql`delete from ${sql(table)}`
})

// A Monday. The seed 2 has the blocks off on, on off, off on, on off, on off and on off.
const first = '2026-11-23'

async function brand({ timezone = 'UTC', name = 'Aurora' } = {}) {
  const tenant = await createTenant(scene.console.database.sql, { name, timezone })
  const root = `/console/brands/${tenant.brandId}`
  return { ...tenant, root, page: `${root}/settings/notifications` }
}

/** Stores an experiment of 6 pairs of two weeks. */
async function experiment(
  brandId: string,
  { status = 'running', name = 'Meta off', campaigns = null as string[] | null, seed = 2, startsOn = first } = {},
): Promise<string> {
  const by = status === 'planned' ? null : 'key_x'
  const [row] = await scene.console.database.sql`
    insert into analytics.experiments
      (brand_id, name, platform, campaign_ids, metric, starts_on, pairs, block_days, washout_days, seed, power, created_by, status, started_at, started_by)
    values (${brandId}, ${name}, 'meta', ${campaigns}, 'orders', ${startsOn}, 6, 7, 1, ${seed}, '{}', 'key_x', ${status},
      ${by === null ? null : '2026-11-20T12:00:00Z'}, ${by})
    returning experiment_id`
  return row?.experiment_id as string
}

async function cancel(id: string) {
  await scene.console.database.sql`
    update analytics.experiments set status = 'canceled', closed_at = platform.now(), closed_by = 'key_x', closed_on = '2026-11-22'
    where experiment_id = ${id}`
}

/** Lets workers run at a time, and two minutes later, when the events of a minute are gathered. */
async function until(time: string): Promise<Received[]> {
  return [...(await scene.passAt(time)), ...(await scene.passAt(new Date(Date.parse(time) + 120_000).toISOString()))]
}

const itemOf = (mail: Received | undefined) => /^- (.*)$/m.exec(mail?.text ?? '')?.[1]?.trim()

describe('the reminder of a switch', () => {
  test('is sent once to analysts, admins and owners of the brand from 08:00 on the day before', async () => {
    const [{ brandId, root }, other] = [await brand(), await brand()]
    const members = [
      await scene.console.member(brandId, 'analyst'),
      await scene.console.member(brandId, 'admin'),
      await scene.console.member(brandId, 'owner'),
    ]
    await scene.console.member(brandId, 'viewer')
    await scene.console.member(other.brandId, 'owner')
    const id = await experiment(brandId)
    expect(await until('2026-11-22T07:57:00Z')).toEqual([])
    const mails = await until('2026-11-22T08:00:00Z')
    expect(mails.map(({ to }) => to).toSorted()).toEqual(members.map(({ person }) => person.email).toSorted())
    expect(mails[0]?.subject).toBe('Aurora: 1 switch of ads is due')
    expect(mails[0]?.text).toContain(
      '- Switch all ads of Meta off at the beginning of 23 Nov 2026 (UTC), for the experiment "Meta off".',
    )
    expect(mails[0]?.text).toContain(`See the experiment: ${scene.console.api.url}${root}/experiments/${id}\r\n`)
    for (const time of ['2026-11-22T09:30:00Z', '2026-11-22T23:00:00Z', '2026-11-23T09:00:00Z'])
      expect([time, await until(time)]).toEqual([time, []])
  })

  test.each([
    [2, '0 off, 1 on, 3 off, 5 on, 7 off, 8 on, 9 off, 10 on, 11 off, 12 on'],
    [3, '0 on, 1 off, 3 on, 4 off, 5 on, 6 off, 7 on, 9 off, 11 on'],
  ])(
    'comes before each switch of the calendar of seed %i, and for no block that keeps the state',
    async (seed, switches) => {
      const { brandId } = await brand()
      await scene.console.member(brandId, 'analyst')
      await experiment(brandId, { seed })
      const reminded: string[] = []
      for (let week = 0; week <= 13; week++) {
        const [mail, ...more] = await until(`${addDays(first, 7 * week - 1)}T08:00:00Z`)
        expect(more).toEqual([])
        const state = /^(?:Have|Switch) all ads of Meta (on|off) /.exec(itemOf(mail) ?? '')?.[1]
        if (state) reminded.push(`${week} ${state}`)
      }
      expect(reminded.join(', ')).toBe(switches)
    },
  )

  test('of the first day of a planned experiment asks to record the start, and no other day has one', async () => {
    const { brandId } = await brand()
    await scene.console.member(brandId, 'analyst')
    await experiment(brandId, { status: 'planned' })
    const [mail] = await until('2026-11-22T08:00:00Z')
    expect(itemOf(mail)).toMatch(/Record the start of the experiment at the latest on that day\.$/)
    for (let week = 1; week <= 12; week++) expect(await until(`${addDays(first, 7 * week - 1)}T08:00:00Z`)).toEqual([])
  })

  test('names the campaigns, in one line each', async () => {
    const { brandId } = await brand()
    await scene.console.member(brandId, 'analyst')
    const row = { platform: 'meta', account_id: 'a', spend: 1, date: '2026-11-19' }
    const rows = [1, 2, 3, 4, 5, 6].map((number) => ({
      ...row,
      campaign_id: `c${number}`,
      campaign_name: `Ad ${number}`,
    }))
    await ingest(scene.console.database, brandId, rows)
    await scene.console.database.sql`
      update analytics.entities set name = ${'Evil\nBcc: x@evil.example'} where brand_id = ${brandId} and external_id = 'c1'`
    await experiment(brandId, { campaigns: ['c1', 'c2', 'unknown', 'c4', 'c5', 'c6'] })
    const [mail] = await until('2026-11-29T08:00:00Z')
    expect(itemOf(mail)).toBe(
      'Switch 6 campaigns of Meta ("Evil Bcc: x@evil.example", "Ad 2", "unknown", "Ad 4", "Ad 5" and 1 more) on at the beginning of 30 Nov 2026 (UTC), for the experiment "Meta off".',
    )
  })

  test.each([
    ['America/New_York', first, '2026-11-22T12:57:00Z', '2026-11-22T13:00:00Z'],
    ['Pacific/Auckland', first, '2026-11-21T18:57:00Z', '2026-11-21T19:00:00Z'],
    // Summer time ends on 1 November at 06:00 UTC: at 08:00 of the same day the difference to UTC is 5 hours, no longer 4.
    ['America/New_York', '2026-11-02', '2026-11-01T12:57:00Z', '2026-11-01T13:00:00Z'],
  ])('follows the time zone %s with the first day %s', async (timezone, startsOn, before, time) => {
    const { brandId } = await brand({ timezone })
    await scene.console.member(brandId, 'analyst')
    await experiment(brandId, { startsOn })
    expect(await until(before)).toEqual([])
    expect(await until(time)).toHaveLength(1)
  })

  test('is sent on the day itself if no worker ran before, and not after it', async () => {
    const [late, missed] = [await brand(), await brand()]
    for (const { brandId } of [late, missed]) await scene.console.member(brandId, 'analyst')
    await experiment(late.brandId)
    const mails = await until('2026-11-23T18:00:00Z')
    expect(mails.map(itemOf)).toEqual([
      'Switch all ads of Meta off now: this was due at the beginning of 23 Nov 2026 (UTC), for the experiment "Meta off".',
    ])
    await experiment(missed.brandId)
    expect(await until('2026-11-24T00:10:00Z')).toEqual([])
  })

  test('does not wait for quiet hours, which can end after the switch', async () => {
    const { brandId, page } = await brand()
    const admin = await scene.console.member(brandId, 'admin')
    await experiment(brandId)
    await scene.setHours(page, admin, { starts_at: '07:00', ends_at: '06:00' })
    expect(await until('2026-11-22T08:00:00Z')).toHaveLength(1)
  })

  test.each([
    ['2027-02-14', ['Switch all ads of Meta on at the beginning of 15 Feb 2027 (UTC), for the experiment "Meta off".']],
    ['2027-02-13', []],
  ])('after the last block is sent too if the experiment was ended on %s meanwhile', async (closedOn, items) => {
    const { brandId } = await brand()
    await scene.console.member(brandId, 'analyst')
    const id = await experiment(brandId)
    expect(await scene.passAt('2027-02-14T08:00:00Z')).toEqual([])
    await scene.console.database.sql`
      update analytics.experiments
      set status = 'ended', closed_at = platform.now(), closed_by = 'key_x', closed_on = ${closedOn}, result_at_end = '{}'
      where experiment_id = ${id}`
    expect((await scene.passAt('2027-02-14T08:02:00Z')).map(itemOf)).toEqual(items)
  })

  test('is not sent for an experiment that was canceled meanwhile, nor by an archived brand', async () => {
    const [one, two] = [await brand(), await brand()]
    for (const { brandId } of [one, two]) await scene.console.member(brandId, 'analyst')
    const id = await experiment(one.brandId)
    await experiment(two.brandId)
    await scene.console.database.sql`
      update core.brands set status = 'archived' where brand_id = ${two.brandId}`
    expect(await scene.passAt('2026-11-22T08:00:00Z')).toEqual([])
    await cancel(id)
    expect(await scene.passAt('2026-11-22T08:02:00Z')).toEqual([])
    const rows = await scene.console.database.sql`select from oauth.notifications`
    expect(rows).toHaveLength(0)
  })

  test('is turned off in the settings and by the link of the mail, for this kind only', async () => {
    const { brandId, page } = await brand()
    const [reader, other] = [
      await scene.console.member(brandId, 'analyst'),
      await scene.console.member(brandId, 'admin'),
    ]
    await experiment(brandId)
    const shown = await reader.browser.open(page)
    expect(shown.html).toMatch(/name="experiments"[^>]*checked/)
    expect((await scene.choose(other, page, { experiments: false })).status).toBe(200)
    const [mail, ...more] = await until('2026-11-22T08:00:00Z')
    expect([mail?.to, more]).toEqual([reader.person.email, []])
    const off = await fetch(`${scene.console.api.url}/oauth/unsubscribe?token=${tokenOf(mail)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(off.status).toBe(200)
    expect(await until('2026-11-29T08:00:00Z')).toEqual([])
  })

  test('cannot be chosen by a viewer', async () => {
    const { brandId, page } = await brand()
    const viewer = await scene.console.member(brandId, 'viewer')
    const refused = await scene.choose(viewer, page, { experiments: true })
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('Only analysts, admins and owners of this brand get these mails.'),
    ])
  })
})

describe('several workers', () => {
  test('send each reminder once, by mail and to Slack', async () => {
    const { brandId, page } = await brand()
    const admin = await scene.console.member(brandId, 'admin')
    await slack.connect(page, admin, slack.addressOf('reminder'))
    const id = await experiment(brandId)
    scene.sink.messages.length = 0
    for (const time of ['2026-11-22T08:00:00Z', '2026-11-22T08:01:00Z', '2026-11-22T08:02:00Z']) {
      const workers = Array.from({ length: 4 }, () => scene.workerAt(time))
      await Promise.all(workers.map((worker) => sendMails(worker, scene.mailer, () => undefined)))
      await Promise.all(workers.map((worker) => worker.end({ timeout: 1 })))
      await Promise.all([1, 2, 3].map(() => slack.passAt(time)))
    }
    expect(scene.sink.messages).toHaveLength(1)
    const messages = slack.at(slack.pathOf('reminder'))
    expect(messages.map(({ text }) => text)).toEqual(['Aurora: 1 switch of ads is due'])
    expect(JSON.stringify(messages)).toContain(`/experiments/${id}|See the experiment`)
  })

  test('lose none and repeat none if one of them is killed after the claim', async () => {
    const { brandId } = await brand()
    await scene.console.member(brandId, 'analyst')
    await experiment(brandId)
    const killed = scene.workerAt('2026-11-22T08:00:00Z')
    await killed
      .begin(async (transaction) => {
        await transaction`select oauth.claim_notification('\\x01')`
        throw new Error('The worker was killed.')
      })
      .catch(() => undefined)
    await killed.end({ timeout: 1 })
    expect(await until('2026-11-22T08:05:00Z')).toHaveLength(1)
    expect(await until('2026-11-22T10:00:00Z')).toEqual([])
  })
})
