import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anomalies as anomaliesQueue } from '../../functions/worker/queues/anomalies.ts'
import { ownForm, textOf } from '../support/console.ts'
import { ingest } from '../support/ingest.ts'
import { NotificationScene } from '../support/notifications.ts'

let scene: NotificationScene

beforeAll(async () => {
  scene = await NotificationScene.start()
})
afterAll(() => scene.stop())

/** A brand whose ROAS of Meta was 3, and 1.5 on the last two days. */
async function brand(role: 'viewer' | 'analyst' = 'analyst') {
  const { brandId, root } = await scene.brand()
  const rows = [3, 1.5, 1.5].map((roas, index) => ({
    date: `2026-11-${17 + index}`,
    platform: 'meta',
    account_id: 'a1',
    campaign_id: 'c1',
    campaign_name: 'Autumn',
    spend: 100,
    revenue: 100 * roas,
  }))
  await ingest(scene.console.database, brandId, rows)
  const member = await scene.console.member(brandId, role)
  return { brandId, root, member, browser: member.browser, page: `${root}/alert-rules` }
}

const text = 'ROAS of Meta under 2 for two days'
const fields: [string, string][] = [
  ['metric', 'roas'],
  ['comparison', 'below'],
  ['threshold', '2'],
  ['days', '2'],
  ['platform', 'meta'],
]

describe('GET /console/brands/{brand_id}/alert-rules', () => {
  test('names the campaign of a rule in its preview, and links the same rule in place of a second one', async () => {
    const { browser, page } = await brand()
    const words = `${page}?text=${encodeURIComponent('Spend of Autumn above 50')}`
    const preview = await browser.open(words)
    expect(textOf(preview)).toMatch(/Spend of the campaign ("|&quot;)Autumn("|&quot;) on Meta is above \$50/)
    const form: [string, string][] = [
      ['metric', 'spend'],
      ['comparison', 'above'],
      ['threshold', '50'],
      ['days', '1'],
      ['platform', 'meta'],
      ['campaign_id', 'c1'],
    ]
    const saved = await browser.post(page, [...ownForm(preview), ...form])
    const [, ruleId = ''] = /<li id="(rul_\w+)">/.exec(saved.html) ?? []
    const again = await browser.open(words)
    expect(again.html).toContain(`href="#${ruleId}"`)
    expect(again.html).not.toContain('Save the rule')
    const refused = await browser.post(page, [...ownForm(preview), ...form])
    expect([refused.status, refused.url.pathname]).toEqual([409, page])
    expect(textOf(refused)).toContain('This brand has the same alert rule. Change that rule instead.')
    expect(refused.html).toContain(`href="#${ruleId}"`)
  })

  test('previews a rule in words and saves it with the form of the preview', async () => {
    const { browser, page } = await brand()
    const preview = await browser.open(`${page}?text=${encodeURIComponent(text)}`)
    expect(textOf(preview)).toContain('ROAS of Meta is below 2 on each of 2 days')
    expect(textOf(preview)).toContain('It would have raised 1 alert')
    const saved = await browser.post(page, [...ownForm(preview), ...fields, ['name', 'Weak <b>ROAS</b>']])
    expect([saved.status, saved.url.search]).toEqual([200, '?done=created'])
    expect(saved.html).toContain('Weak &lt;b&gt;ROAS&lt;/b&gt;')
    expect(textOf(saved)).toContain('Not judged yet.')
  })

  test.each([
    ['ROAS of bananas under 2', 'These words were not understood: bananas.'],
    ['', 'The text must'],
  ])('shows why "%s" is no rule, beside the field', async (words, message) => {
    const { browser, page } = await brand()
    const shown = await browser.open(`${page}?text=${encodeURIComponent(words)}`)
    expect([shown.status, textOf(shown)]).toEqual([200, expect.stringContaining(message)])
    expect(shown.html).toContain('aria-describedby="rule-text-error"')
  })

  test('says that a rule of a metric without values raises no alert', async () => {
    const { browser, page } = await brand()
    const shown = await browser.open(`${page}?text=${encodeURIComponent('orders under 10 for two days')}`)
    expect(textOf(shown)).toMatch(/None of these \d+ days can be judged, because the reports have no value/)
  })

  test('does not show a rule as healthy while an account is late', async () => {
    const { browser, page, brandId } = await brand()
    await ingest(scene.console.database, brandId, [
      { date: '2026-11-12', platform: 'google', account_id: 'a2', campaign_id: 'g1', spend: 10, revenue: 30 },
    ])
    const anywhere = fields.filter(([name]) => name !== 'platform')
    await browser.post(page, [...ownForm(await browser.open(page)), ...anywhere])
    await anomaliesQueue.run(scene.worker, { brand_id: brandId })
    const shown = textOf(await browser.open(page))
    expect(shown).toContain('Not judged since 13 Nov 2026: an account is late')
    expect(shown).toContain('not judged Not judged since')
  })

  test('a viewer reads the rules and is not offered to change them', async () => {
    const { browser, page } = await brand('viewer')
    const shown = await browser.open(page)
    expect(textOf(shown)).toContain('An analyst, admin or owner of this brand can add and change rules.')
    expect((await browser.post(page, [...ownForm(shown), ...fields])).status).toBe(403)
  })
})

describe('POST /console/brands/{brand_id}/alert-rules/{rule_id}', () => {
  test('two people who edit one rule: the second sees what is stored now and keeps what was entered', async () => {
    const { browser, page, brandId } = await brand()
    const other = await scene.console.member(brandId, 'admin')
    await browser.post(page, [...ownForm(await browser.open(page)), ...fields])
    const [{ rule_id }] = await scene.console.database.sql<[{ rule_id: string }]>`
      select rule_id from analytics.alert_rules where brand_id = ${brandId}`
    const [mine, theirs] = [await browser.open(page), await other.browser.open(page)]
    const change = (threshold: string): [string, string][] => [
      ...fields.filter(([name]) => name !== 'threshold'),
      ['threshold', threshold],
      ['version', '1'],
      ['is_on', 'true'],
    ]
    expect((await other.browser.post(`${page}/${rule_id}`, [...ownForm(theirs), ...change('1.8')])).status).toBe(200)
    const refused = await browser.post(`${page}/${rule_id}`, [...ownForm(mine), ...change('1.5')])
    expect(refused.status).toBe(409)
    expect(textOf(refused)).toContain('This alert rule was changed meanwhile.')
    expect(textOf(refused)).toContain('Now: 1.8')
    expect(refused.html).toContain('value="1.5"')
  })

  test('changes a rule and turns it off and on by the forms of the page as they are', async () => {
    const { browser, page, brandId } = await brand()
    await browser.post(page, [...ownForm(await browser.open(page)), ...fields])
    const rise: [string, string][] = [
      ['metric', 'spend'],
      ['comparison', 'rises_by'],
      ['threshold', '0.3'],
      ['days', '2'],
    ]
    await browser.post(page, [...ownForm(await browser.open(page)), ...rise])
    const rules = async () => [
      ...(await scene.console.database.sql`
        select rule_id, metric, threshold::float, is_on from analytics.alert_rules where brand_id = ${brandId} order by metric`),
    ]
    for (const [index, entered, stored] of [
      [0, '1.5', 1.5],
      [1, '40', 0.4],
    ] as const) {
      const action = `${new URL(page, scene.console.api.url).pathname}/${(await rules())[index]?.rule_id}`
      const form: [string, string][] = [
        ['name', ''],
        ['threshold', entered],
        ['days', '2'],
      ]
      expect((await browser.submit(await browser.open(page), action, form)).status).toBe(200)
      expect((await rules())[index]).toMatchObject({ threshold: stored, is_on: true })
      for (const isOn of [false, true]) {
        const shown = await browser.open(page)
        // The second form of a rule is its switch.
        const html = shown.html.split(`action="${action}"`).slice(2).join(`action="${action}"`)
        const [, pressed = ''] = /<button class="link" name="is_on" value="(\w+)">/.exec(html) ?? []
        const visit = { ...shown, html: `<form action="${action}"${html}` }
        expect((await browser.submit(visit, action, [['is_on', pressed]])).status).toBe(200)
        expect((await rules())[index]).toMatchObject({ threshold: stored, is_on: isOn })
      }
    }
  })

  test('refuses a threshold with two meanings, and reads a comma as decimals', async () => {
    const { browser, page, brandId } = await brand()
    const spend: [string, string][] = fields.map(([name, value]) => [name, name === 'metric' ? 'spend' : value])
    await browser.post(page, [...ownForm(await browser.open(page)), ...spend])
    const [{ rule_id }] = await scene.console.database.sql<[{ rule_id: string }]>`
      select rule_id from analytics.alert_rules where brand_id = ${brandId}`
    const change = async (threshold: string) =>
      await browser.post(`${page}/${rule_id}`, [
        ...ownForm(await browser.open(page)),
        ...spend.map(([name, value]): [string, string] => [name, name === 'threshold' ? threshold : value]),
        ['currency', 'USD'],
        ['version', '1'],
        ['is_on', 'true'],
      ])
    expect(textOf(await change('1.200'))).toContain('1.200 can mean thousands or decimals. Write 1200, or 1.20')
    const changed = await change('$12,50')
    expect(textOf(changed)).toContain('Spend of Meta is below $12.50')
  })

  test('does not remove a rule that another person has changed meanwhile', async () => {
    const { browser, page, brandId } = await brand()
    await browser.post(page, [...ownForm(await browser.open(page)), ...fields])
    const [{ rule_id }] = await scene.console.database.sql<[{ rule_id: string }]>`
      update analytics.alert_rules set version = 2 where brand_id = ${brandId} returning rule_id`
    const refused = await browser.post(`${page}/${rule_id}/delete`, [
      ...ownForm(await browser.open(page)),
      ['version', '1'],
    ])
    expect([refused.status, textOf(refused)]).toEqual([
      409,
      expect.stringContaining('Check what it is now before you repeat the action.'),
    ])
    expect(textOf(await browser.open(page))).toContain('ROAS of Meta is below 2')
  })

  test('removes a rule after a confirmation', async () => {
    const { browser, page, brandId } = await brand()
    await browser.post(page, [...ownForm(await browser.open(page)), ...fields])
    const [{ rule_id }] = await scene.console.database.sql<[{ rule_id: string }]>`
      select rule_id from analytics.alert_rules where brand_id = ${brandId}`
    const removed = await browser.post(`${page}/${rule_id}/delete`, ownForm(await browser.open(page)))
    expect(textOf(removed)).toContain('The rule is removed.')
    expect(textOf(removed)).toContain('There are no rules yet.')
  })
})

describe('the mail of an alert', () => {
  test('says what the rule says, with the value, and is left out once the alert has ended', async () => {
    const { browser, page, root, member, brandId } = await brand()
    await scene.choose(member, `${root}/settings/notifications`, { alerts: true })
    await browser.post(page, [...ownForm(await browser.open(page)), ...fields])
    await anomaliesQueue.run(scene.worker, { brand_id: brandId })
    const [mail] = await scene.mails()
    expect(mail?.subject).toBe('Aurora: 1 alert')
    expect(mail?.text).toContain('- ROAS of Meta is below 2 on each of 2 days: 1.5 on 19 Nov 2026')
    expect(mail?.text).toContain(`See the alert rules: `)
    await scene.console.database.sql`
      update analytics.rule_alerts set ended_at = now(), end_reason = 'no_longer_holds' where brand_id = ${brandId}`
    await scene.console.database.sql`
      insert into events.outbox (brand_id, type, data) select brand_id, type, data from events.outbox
      where brand_id = ${brandId} and data ->> 'detector' = 'alert_rule'`
    await scene.wait('1 hour')
    expect(await scene.mails()).toEqual([])
  })
})
