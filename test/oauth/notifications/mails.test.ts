import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendMails } from '../../../functions/worker/mail/send_mails.ts'
import { createPool } from '../../../shared/db/pool.ts'
import { hostileName, ownForm } from '../../support/console.ts'
import { NotificationScene } from '../../support/notifications.ts'
import { issueKey } from '../../support/factories.ts'
import { runImports, sendFile } from '../../support/uploads.ts'

let scene: NotificationScene

beforeAll(async () => {
  scene = await NotificationScene.start()
})
afterAll(() => scene.stop())
beforeEach(async () => {
  await scene.console.database.sql`delete from oauth.notifications`
  await scene.console.database.sql`delete from oauth.notification_mails`
})

const addresses = (mails: { to: string }[]) => mails.map(({ to }) => to).toSorted()

describe('a mail about a brand', () => {
  test('names the brand, what happened, since when, and one page, and can be turned off by a mail program', async () => {
    const { brandId, root } = await scene.brand('Aurora')
    const { person } = await scene.console.member(brandId, 'owner')
    await scene.propose(brandId, 2)
    const [mail, ...others] = await scene.mails()
    expect([others, mail?.to, mail?.subject]).toEqual([[], person.email, 'Aurora: 2 proposals wait for a decision'])
    expect(mail?.text).toMatch(/^Brand: Aurora\r\nSince: 20 Nov 2026, 12:00 UTC\r\n/)
    const links = [...(mail?.text ?? '').matchAll(/http\S+/g)].map(([link]) => link.slice(scene.console.api.url.length))
    expect(links).toEqual([
      `${root}/proposals`,
      `${root}/settings/notifications`,
      expect.stringMatching(/^\/oauth\/unsubscribe\?token=[\w-]{40,}$/),
    ])
    expect(mail?.headers).toContain(`List-Unsubscribe: <${scene.console.api.url}${links[2]}>`)
    expect(mail?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(mail?.headers).toContain('Auto-Submitted: auto-generated')
    expect(mail?.headers).toContain('Content-Type: text/plain; charset=utf-8')
  })

  test('states the amounts of a proposal and who proposed it, in one line', async () => {
    const { brandId } = await scene.brand()
    const { person } = await scene.console.member(brandId, 'owner')
    const { sql } = scene.console.database
    await sql`
      insert into connector.proposals (brand_id, target, change, rationale, idempotency_key, request_hash, created_by, person_id)
      values (${brandId}, '{"level": "campaign", "platform": "google", "id": "2"}', '{"kind": "budget", "from": 70, "to": 100.5}', 'Because',
        'plan_1', '\\x00', ${person.id}, ${person.id}),
        (${brandId}, '{"level": "campaign", "platform": "google", "id": "2"}', '{"kind": "other", "to": "Visit http://x.test"}', 'Because', '2', '\\x00', 'key_x', null)`
    const [mail] = await scene.mails()
    expect(mail?.text).toMatch(
      new RegExp(`- Budget of the campaign ".+" from \\$70 a day to \\$100\\.50 a day, proposed by ${person.email}`),
    )
    expect(mail?.text).toMatch(/- Other of the campaign ".+", proposed by an agent with a key/)
    expect(mail?.text).not.toContain('http://x.test')
  })

  test('is caused by a proposal through the connector', async () => {
    const { brandId } = await scene.brand()
    const [brand] = await scene.console.database.sql`select account_id from core.brands where brand_id = ${brandId}`
    await scene.console.member(brandId, 'admin')
    const { key } = await issueKey(scene.console.database.sql, brand?.account_id as string, {
      prefix: 'sk_live_',
      brandId,
    })
    const response = await fetch(`${scene.console.api.url}/api/mcp/propose_change`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        target: { level: 'campaign', platform: 'google', id: '1' },
        change: { kind: 'budget', to: 130 },
        rationale: 'It earns more.',
        idempotency_key: 'proposal-1',
      }),
    })
    expect(response.status).toBe(200)
    expect((await scene.mails())[0]?.text).toContain('- Budget of the campaign "One"')
  })

  test('names the endpoint of a disabled webhook and the stopped account, each with the link of its page', async () => {
    const { sql } = scene.console.database
    const { brandId, root, page } = await scene.brand()
    await scene.choose(await scene.console.member(brandId, 'admin'), page, { alerts: true })
    const [endpoint] = await sql`
      insert into webhooks.endpoints (account_id, url)
      select account_id, 'https://hooks.example.com/secret-path' from core.brands where brand_id = ${brandId} returning endpoint_id`
    await sql`select webhooks.disable(${endpoint?.endpoint_id}, 'failing', ${brandId})`
    const [alone] = await scene.mails()
    expect(alone?.text).toContain('- The webhook endpoint "https://hooks.example.com" was disabled')
    expect(alone?.text).toContain(`See the endpoint: ${scene.console.api.url}${root}/webhooks/${endpoint?.endpoint_id}`)
    expect(alone?.text).not.toMatch(/secret-path|anomalies/)

    await scene.wait('1 hour')
    await sql`update webhooks.endpoints set status = 'active', disabled_reason = null where endpoint_id = ${endpoint?.endpoint_id}`
    await sql`select webhooks.disable(${endpoint?.endpoint_id}, 'failing', ${brandId})`
    await scene.console.anomaly(brandId)
    const [both] = await scene.mails()
    expect(both?.text).toContain(`See the endpoint: ${scene.console.api.url}${root}/webhooks/${endpoint?.endpoint_id}`)
    expect(both?.text).toContain(`See the anomalies: ${scene.console.api.url}${root}/anomalies`)
  })

  test('names the campaign of an alias of its platform, and an id that two accounts have only by itself', async () => {
    const { sql } = scene.console.database
    const { brandId, root } = await scene.brand()
    const { browser } = await scene.console.member(brandId, 'owner')
    await scene.propose(brandId)
    await sql`update connector.proposals set target = '{"level": "campaign", "platform": "Google Ads", "id": "1"}' where brand_id = ${brandId}`
    expect((await scene.mails())[0]?.text).toContain('- Budget of the campaign "One"')
    expect((await browser.open(`${root}/proposals`)).html).toContain('One')
    const [account] = await sql`
      insert into analytics.entities (brand_id, level, platform, external_id, name)
      values (${brandId}, 'account', 'google', 'second', 'Second') returning entity_id`
    await sql`
      insert into analytics.entities (brand_id, level, platform, external_id, name, account_entity_id)
      values (${brandId}, 'campaign', 'google', '1', 'Other', ${account?.entity_id})`
    const { html } = await browser.open(`${root}/proposals`)
    expect([html.match(/<li id="prp_/g)?.length, html.includes('Other')]).toEqual([1, false])
  })

  test('is not recorded as refused by the mail server if the database fails before or after it', async () => {
    const { brandId } = await scene.brand()
    await scene.console.member(brandId, 'owner')
    await scene.propose(brandId)
    await scene.wait('1 minute')
    for (const failing of ['console.notified', 'oauth.finish_mail']) {
      const worker = Object.assign(async (...given: Parameters<typeof scene.worker>) => {
        if ((given[0] as readonly string[]).join('').includes(failing)) throw new Error('The connection ended.')
        return await scene.worker(...given)
      }, scene.worker)
      expect(await sendMails(worker as never, scene.mailer, () => undefined)).toMatchObject({ failed: 1 })
      const [mail] = await scene.console.database
        .sql`select refusal, next_attempt_at from oauth.notification_mails where brand_id = ${brandId}`
      expect([mail?.refusal, mail?.next_attempt_at]).toEqual([null, expect.any(Date)])
      await scene.console.database.sql`update oauth.notification_mails set next_attempt_at = platform.clock()`
    }
  })

  test('goes by default to admins and owners about accounts and proposals, and about nothing else', async () => {
    const { brandId } = await scene.brand()
    const roles = ['owner', 'admin', 'analyst', 'viewer'] as const
    const members = await Promise.all(roles.map((role) => scene.console.member(brandId, role)))
    await scene.propose(brandId)
    await (await scene.source(brandId)).fail()
    await scene.console.anomaly(brandId)
    const [owner, admin] = members.map(({ person }) => person.email) as [string, string]
    const mails = await scene.mails()
    expect(addresses(mails)).toEqual([owner, owner, admin, admin].toSorted())
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(
      new Set(['Aurora: 1 proposal waits for a decision', 'Aurora: 1 account needs attention']),
    )
    expect(mails.find(({ subject }) => subject.includes('account'))?.text).toContain(
      '- "Main account" (meta): The platform no longer accepts the access. Reconnect the account.',
    )
  })

  test('does not reach a member of another brand', async () => {
    const [own, foreign] = [await scene.brand(), await scene.brand()]
    await scene.console.member(foreign.brandId, 'owner')
    await scene.propose(own.brandId)
    expect(await scene.mails()).toEqual([])
  })

  test('about an anomaly goes to a viewer who chose alerts, and not after it is a false positive', async () => {
    const { brandId, page } = await scene.brand()
    const viewer = await scene.console.member(brandId, 'viewer')
    await scene.choose(viewer, page, { alerts: true })
    await scene.console.anomaly(brandId)
    const [mail] = await scene.mails()
    expect([mail?.to, mail?.subject]).toEqual([viewer.person.email, 'Aurora: 1 alert'])
    expect(mail?.text).toContain('- Spend surge of the campaign "')
    const later = await scene.console.anomaly(brandId)
    await scene.worker.begin(async (transaction) => {
      await transaction`select core.enter_brand(${brandId})`
      await transaction`update analytics.anomalies set status = 'false_positive' where anomaly_id = ${later}`
    })
    await scene.wait('1 hour')
    expect(await scene.mails()).toEqual([])
  })

  test('informs once of an account that needs attention, as an account or as an alert', async () => {
    const { brandId, page } = await scene.brand()
    const [admin, viewer] = [
      await scene.console.member(brandId, 'admin'),
      await scene.console.member(brandId, 'viewer'),
    ]
    for (const member of [admin, viewer]) await scene.choose(member, page, { alerts: true })
    await (await scene.source(brandId)).fail()
    await scene.worker`select sources.raise_stale()`
    const mails = await scene.mails()
    expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
      [
        [admin.person.email, 'Aurora: 1 account needs attention'],
        [viewer.person.email, 'Aurora: 1 alert'],
      ].toSorted(),
    )
    expect(mails.find(({ to }) => to === viewer.person.email)?.text).toContain(
      '- The data of the account "Main account" stopped',
    )
  })

  test('about an import goes only to the person who uploaded the file', async () => {
    const { brandId, root, page } = await scene.brand()
    const [uploader, colleague] = [
      await scene.console.member(brandId, 'admin'),
      await scene.console.member(brandId, 'admin'),
    ]
    for (const member of [uploader, colleague]) await scene.choose(member, page, { imports: true })
    const visit = { brandId, root, browser: uploader.browser, page: await uploader.browser.open(`${root}/imports`) }
    const rows = 'date,platform,account_id,campaign_id,campaign_name,spend\n2026-11-01,google,a,7,Seven,5\n'
    const preview = await sendFile(visit, 'report.csv', rows)
    await uploader.browser.submit(preview, preview.url.pathname)
    await runImports(scene.worker, brandId)
    const [mail, ...others] = await scene.mails()
    expect([mail?.to, mail?.subject, others]).toEqual([uploader.person.email, 'Aurora: 1 import ended', []])
    expect(mail?.text).toContain('- "report.csv": imported, 1 row accepted, 0 rejected')
  })
})

describe('at the time of sending', () => {
  test('a removed member gets no mail', async () => {
    const { brandId } = await scene.brand()
    const [admin, removed] = [
      await scene.console.member(brandId, 'admin'),
      await scene.console.member(brandId, 'owner'),
    ]
    await scene.propose(brandId)
    await scene.console.leave(removed.person.id, brandId)
    expect(addresses(await scene.mails())).toEqual([admin.person.email])
  })

  test('a member who was removed after a failed attempt gets no mail', async () => {
    const { brandId } = await scene.brand()
    const { person } = await scene.console.member(brandId, 'owner')
    await scene.propose(brandId)
    scene.sink.refusals = 1
    expect(await scene.mails()).toEqual([])
    await scene.console.leave(person.id, brandId)
    await scene.console.join(person.id, brandId, 'owner')
    expect(await scene.mails()).toEqual([])
  })

  test('a member whose role no longer allows the decision gets no mail', async () => {
    const { brandId } = await scene.brand()
    const { person } = await scene.console.member(brandId, 'admin')
    await scene.propose(brandId)
    await scene.console.join(person.id, brandId, 'analyst')
    expect(await scene.mails()).toEqual([])
    await scene.console.join(person.id, brandId, 'admin')
    expect(await scene.mails()).toEqual([])
  })

  test('a person whom the platform has banned gets no mail', async () => {
    const { brandId } = await scene.brand()
    const { person } = await scene.console.member(brandId, 'admin')
    await scene.propose(brandId)
    await scene.console.database.sql`alter table auth.users add column if not exists banned_until timestamptz`
    await scene.console.database.sql`update auth.users set banned_until = 'infinity' where id = ${person.id}`
    expect(await scene.mails()).toEqual([])
  })

  test('a choice that was changed after the event counts', async () => {
    const { brandId, page } = await scene.brand()
    const admin = await scene.console.member(brandId, 'admin')
    await scene.propose(brandId)
    await scene.choose(admin, page, { proposals: false })
    expect(await scene.mails()).toEqual([])
  })

  test('a brand that was archived sends nothing', async () => {
    const { brandId } = await scene.brand()
    await scene.console.member(brandId, 'admin')
    await scene.propose(brandId)
    await scene.console.database.sql`update core.brands set status = 'archived' where brand_id = ${brandId}`
    expect(await scene.mails()).toEqual([])
  })

  test('proposals that were decided and accounts that work again are left out', async () => {
    const { brandId, root } = await scene.brand()
    const { browser } = await scene.console.member(brandId, 'admin')
    const [decided] = await scene.propose(brandId, 2)
    const source = await scene.source(brandId)
    await source.fail()
    await source.recover()
    const page = await browser.open(`${root}/proposals`)
    await browser.post(`${root}/proposals/${decided}`, [...ownForm(page), ['decision', 'reject']])
    expect((await scene.mails()).map(({ subject }) => subject)).toEqual(['Aurora: 1 proposal waits for a decision'])
  })
})

describe('texts of others', () => {
  const injection = 'Summer\r\nBcc: victim@people.example\r\n\r\n<a href="https://evil.example">Sign in</a>\u202e'

  test('add no header, no line and no markup', async () => {
    const { sql } = scene.console.database
    const { brandId } = await scene.brand('Shop\r\nBcc: victim@people.example')
    const { person } = await scene.console.member(brandId, 'admin')
    await sql`alter table analytics.entities disable trigger user`
    await sql`update analytics.entities set name = ${injection} where brand_id = ${brandId} and external_id = '2' and level = 'campaign'`
    await sql`alter table analytics.entities enable trigger user`
    await scene.propose(brandId)
    await (await scene.source(brandId, injection)).fail()
    const mails = await scene.mails()
    expect(mails).toHaveLength(2)
    for (const { to, headers, text, subject } of mails) {
      expect(to).toBe(person.email)
      expect(headers.filter((line) => /^(bcc|cc|to):/i.test(line))).toEqual([`To: ${person.email}`])
      expect(subject).toMatch(/^Shop Bcc: victim@people\.example: 1 /)
      expect(text.split('\r\n').filter((line) => line.startsWith('Bcc') || line.startsWith('<'))).toEqual([])
      expect(text).toContain('"Summer Bcc: victim@people.example <a href="https://evil.example">Sign in</a>"')
      expect(text).not.toContain('\u202e')
      expect(headers.some((line) => line.includes('text/html'))).toBe(false)
    }
  })

  test('are cut', async () => {
    const { brandId } = await scene.brand('B'.repeat(90))
    await scene.console.member(brandId, 'admin')
    await (await scene.source(brandId, 'x'.repeat(2000))).fail()
    const [mail] = await scene.mails()
    expect(mail?.text).toContain(`"${'x'.repeat(99)}…"`)
    expect(mail?.text).not.toContain('x'.repeat(100))
    expect(hostileName.length).toBeLessThan(100)
  })
})

describe('a burst', () => {
  test('of 100 proposals is one mail that states their number', async () => {
    const { brandId } = await scene.brand()
    await scene.console.member(brandId, 'admin')
    for (let round = 0; round < 10; round++) await scene.propose(brandId, 10)
    const [mail, ...others] = await scene.mails()
    expect([others, mail?.subject]).toEqual([[], 'Aurora: 100 proposals wait for a decision'])
    expect(mail?.text.match(/^- /gm)).toHaveLength(6)
    expect(mail?.text).toContain('- and 95 more')
  })

  test('in the hour after a mail is one mail at its end', async () => {
    const { brandId } = await scene.brand()
    await scene.console.member(brandId, 'admin')
    await scene.propose(brandId)
    expect(await scene.mails()).toHaveLength(1)
    await scene.propose(brandId, 3)
    expect(await scene.mails()).toEqual([])
    await scene.wait('1 hour')
    expect((await scene.mails()).map(({ subject }) => subject)).toEqual(['Aurora: 3 proposals wait for a decision'])
    await scene.wait('1 hour')
    expect(await scene.mails()).toEqual([])
  })

  test('waits a minute, so that its first event is not a mail of its own', async () => {
    const { brandId } = await scene.brand()
    await scene.console.member(brandId, 'admin')
    await scene.propose(brandId)
    expect(await scene.pass()).toEqual([])
    expect(await scene.mails()).toHaveLength(1)
  })
})

describe('workers', () => {
  test('that run at the same time send a mail once', async () => {
    const { brandId } = await scene.brand()
    const members = await Promise.all(Array.from({ length: 8 }, () => scene.console.member(brandId, 'admin')))
    await scene.propose(brandId, 3)
    await scene.wait('1 minute')
    scene.sink.messages.length = 0
    const pools = Array.from({ length: 4 }, () =>
      createPool({ url: scene.console.database.workerUrl, connectionsMax: 1, now: '2026-11-20T12:00:00Z' }),
    )
    const passes = await Promise.all(pools.map((pool) => sendMails(pool, scene.mailer, () => undefined)))
    await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })))
    expect(passes.reduce((sum, { sent }) => sum + sent, 0)).toBe(8)
    const received = scene.sink.messages.map((message) => /^To: (.+)\r$/m.exec(message)?.[1])
    expect(received.toSorted()).toEqual(members.map(({ person }) => person.email).toSorted())
  })

  test('that fail are followed by an attempt after 30 seconds and longer, with the same id and content', async () => {
    const { brandId } = await scene.brand()
    await scene.console.member(brandId, 'admin')
    await scene.propose(brandId)
    scene.sink.refusals = 1
    expect(await scene.mails()).toEqual([])
    const [first] = await scene.console.database.sql`
      select mail_id, extract(epoch from next_attempt_at - platform.clock())::integer as seconds, refusal from oauth.notification_mails`
    expect(first).toMatchObject({ seconds: 30, refusal: { smtp_code: 451 } })
    expect(await scene.pass()).toEqual([])
    // A later event waits for the next mail.
    await scene.propose(brandId)
    const [mail, ...others] = await scene.mails()
    expect([mail?.subject, others]).toEqual(['Aurora: 1 proposal waits for a decision', []])
    expect(mail?.headers).toContain(`Message-ID: <${first?.mail_id}@vitrine.example>`)
    expect(scene.log.at(-1)).toMatchObject({ mail: 'proposals', attempt: 1 })
    await scene.wait('1 hour')
    expect(await scene.mails()).toHaveLength(1)
  })

  test('end a mail at once if the mail server has no such mailbox, and send the next one', async () => {
    const { brandId, page } = await scene.brand()
    const { browser } = await scene.console.member(brandId, 'admin')
    await scene.propose(brandId)
    scene.sink.recipientRefusals = ['550-5.1.1 no such mailbox\r\n550 5.1.1 at this host']
    expect(await scene.mails()).toEqual([])
    expect((await browser.open(page)).html).toMatch(/did not reach you\.[^]*\(code 550\)/)
    const [held] = await scene.console.database.sql`
      select mail_id, next_attempt_at from oauth.notification_mails where brand_id = ${brandId} and kind = 'proposals'`
    expect(held).toEqual({ mail_id: null, next_attempt_at: null })
    await scene.propose(brandId)
    await scene.wait('1 hour')
    expect(await scene.mails()).toHaveLength(1)
  })

  test.each([
    ['a relay that is denied', '554 5.7.1 Relay access denied'],
    ['the address of the sender', '550 5.1.7 Bad sender address syntax'],
    ['the domain of the sender', '550 5.1.8 Bad sender domain'],
    ['a reason that it does not tell', '550 rejected'],
    ['a mailbox for now', '450 4.1.1 mailbox unavailable'],
  ])('try a mail again if the mail server refuses the recipient because of %s', async (_, refusal) => {
    const { brandId } = await scene.brand()
    await scene.console.member(brandId, 'admin')
    await scene.propose(brandId)
    scene.sink.recipientRefusals = [refusal]
    expect(await scene.mails()).toEqual([])
    const [held] = await scene.console.database.sql`
      select extract(epoch from next_attempt_at - platform.clock())::integer as seconds, refusal
      from oauth.notification_mails where brand_id = ${brandId} and kind = 'proposals'`
    expect(held).toEqual({ seconds: 30, refusal: { smtp_code: Number(refusal.slice(0, 3)) } })
    expect(await scene.mails()).toHaveLength(1)
  })

  test('give up after a day, and the page says so until a mail is sent', async () => {
    const { brandId, page } = await scene.brand()
    const { browser } = await scene.console.member(brandId, 'admin')
    await scene.propose(brandId)
    scene.sink.refusals = 1
    await scene.mails()
    expect((await browser.open(page)).html).toContain('A mail has not reached you yet.')
    await scene.wait('1 day')
    expect(await scene.pass()).toEqual([])
    expect((await browser.open(page)).html).toMatch(/did not reach you\.[^]*\(code 451\)/)
    const [count] = await scene.console.database.sql`select oauth.count_failed_notifications()::integer as failed`
    expect(count).toEqual({ failed: 1 })
    await scene.propose(brandId)
    await scene.wait('1 hour')
    expect(await scene.mails()).toHaveLength(1)
    expect((await browser.open(page)).html).not.toContain('did not reach you')
  })
})
