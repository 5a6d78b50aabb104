import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../shared/db/console.ts'
import type { Api } from '../support/api.ts'
import type { Browser } from '../support/browser.ts'
import { actionsOf, ConsoleScene, hostileName, ownForm, tableOf, textOf } from '../support/console.ts'
import { startApi } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { addEvents, adRow, createExperimenter, design, ExperimentScene, noEffect } from '../support/experiments.ts'

let scene: ExperimentScene

beforeAll(async () => {
  scene = await ExperimentScene.start(await createDatabase(), { trustedProxyHops: 1 })
})
afterAll(() => scene.stop())

/** A browser of a new member of a brand, at the server of one of the times. */
async function member(api: Api, brandId: string, role: Role = 'analyst'): Promise<Browser> {
  return (await new ConsoleScene(scene.database, api).member(brandId, role)).browser
}

async function brand(role: Role = 'analyst') {
  const tenant = await createExperimenter(scene.database)
  const page = `/console/brands/${tenant.brandId}/experiments`
  return { ...tenant, page, browser: await member(scene.planning, tenant.brandId, role) }
}

/** A brand with a planned or running experiment of a key. */
async function withExperiment(status: 'planned' | 'running' = 'planned') {
  const tenant = await createExperimenter(scene.database)
  const { body } = await scene.post(scene.planning, tenant.writer, '', design)
  const id = body.experiment.experiment_id as string
  if (status === 'running') await scene.post(scene.starting, tenant.writer, `/${id}/start`)
  return { ...tenant, id, page: `/console/brands/${tenant.brandId}/experiments/${id}` }
}

async function statusOf(id: string): Promise<string> {
  const [row] = await scene.database.sql`select status from analytics.experiments where experiment_id = ${id}`
  return row?.status as string
}

async function stored(brandId: string) {
  return await scene.database.sql`
    select name, platform, campaign_ids, starts_on::text, pairs, block_days, washout_days, metric, created_by
    from analytics.experiments where brand_id = ${brandId}`
}

const query = (given: Record<string, string>) => `?${new URLSearchParams(given)}`

const fields: Record<string, string> = {
  name: 'Meta off',
  platform: 'meta',
  starts_on: '2026-08-03',
  pairs: '6',
  block_days: '7',
  washout_days: '1',
  metric: 'orders',
}

const filled = (changes: Record<string, string> = {}) => Object.entries({ ...fields, ...changes })

describe('POST /console/brands/{brand_id}/experiments', () => {
  test('refuses a viewer with 403, and offers no form', async () => {
    const { browser, page, brandId } = await brand('viewer')
    const shown = await browser.open(`${page}/new`)
    expect(textOf(shown)).toContain('An analyst, admin or owner of this brand can save the plan.')
    expect(actionsOf(shown).filter((action) => action.startsWith('/console'))).toEqual([])
    expect(textOf(await browser.open(page))).toContain('An analyst, admin or owner of this brand can plan experiments.')
    const sent = await browser.post(page, [...ownForm(shown), ...filled()])
    expect([sent.status, await stored(brandId)]).toEqual([403, []])
  })

  test('returns 404 for a brand of others, also for one that the form names', async () => {
    const [{ browser, page, brandId }, other] = [await brand(), await brand()]
    const shown = await browser.open(`${page}/new`)
    expect((await browser.open(`${other.page}/new`)).status).toBe(404)
    expect((await browser.post(other.page, [...ownForm(shown), ...filled()])).status).toBe(404)
    const sent = await browser.post(page, [...ownForm(shown), ...filled({ brand_id: other.brandId })])
    expect([sent.status, (await stored(brandId)).length, await stored(other.brandId)]).toEqual([200, 1, []])
  })

  test('saves the plan in the name of the person, once for a double submit', async () => {
    const { browser, page, brandId } = await brand()
    const form = [...ownForm(await browser.open(`${page}/new`)), ...filled({ name: hostileName })]
    const saved = await browser.post(page, form)
    expect([saved.status, saved.url.search]).toEqual([200, '?done=planned'])
    expect(textOf(saved)).toContain('The plan is saved.')
    expect(saved.html).not.toContain(hostileName)
    expect((await browser.post(page, form)).status).toBe(409)
    const [row, ...others] = await stored(brandId)
    expect(others).toEqual([])
    const [{ person_id } = {}] = await scene.database
      .sql`select person_id::text from core.memberships where brand_id = ${brandId}`
    expect(row).toEqual({
      name: hostileName,
      platform: 'meta',
      campaign_ids: null,
      starts_on: '2026-08-03',
      pairs: 6,
      block_days: 7,
      washout_days: 1,
      metric: 'orders',
      created_by: person_id,
    })
  })

  test.each([
    [{ starts_on: '2026-08-01' }, 'First day must be after today, 1 Aug 2026'],
    [{ starts_on: '9999-99-99' }, 'First day must be a calendar date'],
    [{ starts_on: '2100-12-31' }, 'not after 2 Aug 2027'],
    [{ starts_on: '' }, 'First day is required.'],
    [{ name: ' ' }, 'Name is required.'],
    [{ name: 'x'.repeat(201) }, 'Name must have'],
    [{ pairs: '5' }, 'Pairs must be a whole number from 6 to 60.'],
    [{ block_days: '1e1' }, 'Days of a block must be a whole number from 2 to 28.'],
    [{ washout_days: '7' }, 'Washout days must be less than'],
    [{ pairs: '30' }, 'at most 366 are possible'],
    [{ platform: 'bananas' }, 'bananas'],
    [{ metric: 'likes' }, 'Metric must be one of'],
  ])('refuses %j with a sentence, keeps what was entered, and saves nothing', async (change, message) => {
    const { browser, page, brandId } = await brand()
    const sent = await browser.post(page, [...ownForm(await browser.open(`${page}/new`)), ...filled(change)])
    expect([sent.status, textOf(sent)]).toEqual([400, expect.stringContaining(message)])
    for (const value of Object.values(change).filter((text) => text.trim() !== '')) {
      expect(sent.html).toContain(`"${value}"`)
    }
    expect(await stored(brandId)).toEqual([])
  })

  test('refuses campaigns of another platform than the chosen one', async () => {
    const { browser, page, brandId } = await brand()
    const send = async (...campaigns: string[]) =>
      await browser.post(page, [
        ...ownForm(await browser.open(`${page}/new`)),
        ...filled(),
        ...campaigns.map((campaign) => ['campaign', campaign] as [string, string]),
      ])
    const refused = await send('meta/campaign of meta', 'google/campaign of google')
    expect([refused.status, textOf(refused)]).toEqual([
      400,
      expect.stringContaining('Campaigns must all be of the chosen platform.'),
    ])
    const unknown = await send('meta/unknown')
    expect([unknown.status, await stored(brandId)]).toEqual([400, []])
    expect(unknown.html).toContain('value="meta/unknown" checked')
    const saved = await send('meta/campaign of meta')
    expect(textOf(saved)).toContain('Meta: Campaign of meta')
    expect(await stored(brandId)).toEqual([expect.objectContaining({ campaign_ids: ['campaign of meta'] })])
  })

  test('shows the form again if another person has planned the same days', async () => {
    const { browser, page, brandId } = await brand()
    const other = await member(scene.planning, brandId, 'admin')
    const [mine, theirs] = [await browser.open(`${page}/new`), await other.open(`${page}/new`)]
    expect((await other.post(page, [...ownForm(theirs), ...filled()])).status).toBe(200)
    const refused = await browser.post(page, [...ownForm(mine), ...filled({ name: 'My own' })])
    expect(refused.status).toBe(409)
    expect(textOf(refused)).toContain('A brand has at most one experiment on a day.')
    expect(refused.html).toContain('value="My own"')
    expect(await stored(brandId)).toHaveLength(1)
    const later = await browser.post(page, [...ownForm(refused), ...filled({ starts_on: '2026-11-02' })])
    expect([later.status, (await stored(brandId)).length]).toEqual([200, 2])
  })
})

describe('GET /console/brands/{brand_id}/experiments/new', () => {
  test('states the power of the preview of the API, before anything is stored', async () => {
    const { browser, page, key, brandId } = await brand()
    const shown = await browser.open(`${page}/new${query({ pairs: '8', block_days: '7', washout_days: '2' })}`)
    const { body } = await scene.planning.http
      .get('/v1/experiment-preview?pairs=8&block_days=7&washout_days=2')
      .set('Authorization', `Bearer ${key}`)
    for (const { detectable } of body.plan.effects) expect(shown.html).toContain(`<data value="${detectable}">`)
    expect(textOf(shown)).toContain('chance to find such an effect, at a level of 10%')
    expect(textOf(shown)).toContain('3 Aug to 22 Nov 2026')
    // The button saves what was computed, so a changed form disables it.
    expect(shown.html).toMatch(/data-saves-plan="The form above has changed\.[^]*src="\/console\/changed_plan\.js\?/)
    expect(await stored(brandId)).toEqual([])
  })

  test.each([
    [{ pairs: '99' }, 'Pairs must be a whole number from 6 to 60.'],
    [{ washout_days: '7' }, 'Washout days must be less than'],
    [{ block_days: '28', pairs: '60' }, 'the experiment takes 3360 days'],
    [{ platform: 'meta', campaign: 'google/1' }, 'Campaigns must all be of the chosen platform.'],
  ])('shows no power for the impossible design %j, but its error', async (change, message) => {
    const { browser, page } = await brand()
    const shown = await browser.open(`${page}/new${query(change)}`)
    expect([shown.status, textOf(shown)]).toEqual([400, expect.stringContaining(message)])
    expect(textOf(shown)).not.toContain('What this plan can detect')
    expect(actionsOf(shown).filter((action) => action.startsWith('/console'))).toEqual([])
  })

  test('says what the plan can find and costs, and names the experiment on the same days with a link, as the page Plan', async () => {
    const { browser, page, writer } = await brand()
    const shown = textOf(await browser.open(`${page}/new`))
    const { body: preview } = await scene.planning.http
      .get(`/v1/experiment-preview?platform=google&starts_on=2026-08-03&pairs=6&block_days=7`)
      .set('Authorization', `Bearer ${writer}`)
    const [{ metric, statement }] = preview.stakes.outcomes
    expect([metric, statement]).toEqual(['orders', expect.stringContaining('This plan probably finds an effect')])
    // Pages write names of platforms and percentages in their own form.
    expect(shown).toContain(statement.replace('google', 'Google').replace(' %', '%'))
    expect(shown).toContain('Spend switched off $4,200.00 in 42 days without the ads, $100.00 a day')
    expect(shown).not.toContain('This plan cannot be saved')
    const { body } = await scene.post(scene.planning, writer, '', { ...design, name: hostileName })
    const overlapping = await browser.open(`${page}/new${query({ platform: 'google', starts_on: '2026-10-25' })}`)
    expect(overlapping.html).toContain(`<a href="${page}/${body.experiment.experiment_id}"><bdi>`)
    expect(overlapping.html).not.toContain(hostileName)
    expect(textOf(overlapping)).toContain('(planned, 3 Aug to 25 Oct 2026)')
    const plan = await browser.open(`${page.replace('/experiments', '/plan')}`)
    expect(plan.html).toContain(`<a href="${page}/${body.experiment.experiment_id}"><bdi>`)
    expect(textOf(plan)).toContain(
      '(planned, 3 Aug to 25 Oct 2026) switches the ads of Meta off on some of these days.',
    )
  })

  test('names the holidays and promotions in its days, before and after it is saved', async () => {
    const { browser, page, brandId } = await brand()
    await addEvents(scene.database, brandId)
    const sentence = '(8 to 12 Aug 2026), Labor Day (7 Sep 2026). The random calendar keeps the test valid'
    const shown = await browser.open(`${page}/new`)
    expect(textOf(shown)).toContain(sentence)
    const saved = await browser.post(page, [...ownForm(shown), ...filled()])
    expect(textOf(saved)).toContain(sentence)
    const named = [...saved.html.matchAll(/<th scope="row">([^]*?)<\/th>/g)].map(
      ([, cell = '']) => /<bdi>(.*)<\/bdi>/.exec(cell)?.[1],
    )
    expect(named.slice(0, 7)).toEqual([
      'Summer sale',
      'Summer sale',
      undefined,
      undefined,
      undefined,
      'Labor Day',
      undefined,
    ])
  })

  test.each([['9999-99-99'], ['0001-01-01'], ["'><img>"]])(
    'shows the form again for the first day %s',
    async (starts_on) => {
      const { browser, page } = await brand()
      const shown = await browser.open(`${page}/new${query({ starts_on })}`)
      expect([shown.status, shown.html.includes('<img>')]).toEqual([400, false])
      expect(textOf(shown)).toContain('First day must be a calendar date')
    },
  )

  test('says which orders are missing, and offers no form to save', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const browser = await member(scene.planning, brandId, 'admin')
    const shown = await browser.open(`/console/brands/${brandId}/experiments/new`)
    expect([shown.status, textOf(shown)]).toEqual([200, expect.stringContaining('No ad platform has reported yet')])
    expect(textOf(shown)).toContain('Connect an account')
    const list = textOf(await browser.open(`/console/brands/${brandId}/experiments`))
    expect(list).toContain('Platforms claim orders that would also come without their ads.')
    expect(list).toContain('It needs the orders of the shop')
  })

  test('says how many days of orders a design needs', async () => {
    const { browser, page, brandId } = await brand()
    await scene.database.sql`
      update analytics.data_status set first_on = '2026-05-01' where brand_id = ${brandId} and kind = 'orders'`
    const shown = await browser.open(`${page}/new`)
    expect([shown.status, textOf(shown)]).toEqual([
      200,
      expect.stringContaining('it needs 154 days of orders, and this brand has 92'),
    ])
    expect(textOf(shown)).not.toContain('Save the plan')
  })
})

describe('POST /console/brands/{brand_id}/experiments/{experiment_id}/start, end and cancel', () => {
  test.each([['start'], ['end'], ['cancel']])('refuses a viewer to %s with 403, and offers no form', async (action) => {
    const { page, brandId, id } = await withExperiment(action === 'end' ? 'running' : 'planned')
    const before = await statusOf(id)
    const viewer = await member(scene.starting, brandId, 'viewer')
    const shown = await viewer.open(page)
    expect(textOf(shown)).toContain('An analyst, admin or owner of this brand records the start and the end.')
    expect(actionsOf(shown).filter((each) => each.startsWith('/console'))).toEqual([])
    expect([(await viewer.post(`${page}/${action}`, ownForm(shown))).status, await statusOf(id)]).toEqual([403, before])
  })

  test.each([['start'], ['end'], ['cancel']])('returns 404 for %s of an experiment of others', async (action) => {
    const [{ page }, { id }] = [await withExperiment(), await withExperiment()]
    const [, root = '', brandId = ''] = /^(.*\/brands\/(.*)\/experiments)\//.exec(page) ?? []
    const browser = await member(scene.starting, brandId)
    const own = ownForm(await browser.open(page))
    expect((await browser.post(`${root}/${id}/${action}`, own)).status).toBe(404)
    expect(await statusOf(id)).toBe('planned')
    expect((await browser.open(`${root}/${id}`)).status).toBe(404)
  })

  test('records the start, and says what to do today and next', async () => {
    const { page, brandId, id } = await withExperiment()
    await scene.database.sql`update analytics.experiments set seed = 2 where experiment_id = ${id}`
    const browser = await member(scene.starting, brandId)
    const started = await browser.submit(await browser.open(page), `${page}/start`)
    expect([started.status, started.url.search, await statusOf(id)]).toEqual([200, '?done=running', 'running'])
    expect(textOf(started)).toContain(
      'Today, 3 Aug 2026, the ads must be off. Switch them on at the beginning of 10 Aug 2026.',
    )
    expect(textOf(started)).toContain('Next switch: off today, 3 Aug 2026.')
    const list = await browser.open(`/console/brands/${brandId}/experiments`)
    expect(textOf(list)).toContain('Next switch: off today, 3 Aug 2026.')
    // The first day is not over.
    expect(actionsOf(started)).not.toContain(`${page}/end`)
    expect(textOf(started)).not.toContain('Result')
  })

  test.each([
    // With the seed 2 the ads are off in the first block, on in the two after it, and off in the fourth.
    ['cancel', '2026-08-03', 2, true],
    ['cancel', '2026-08-03', 3, false],
    ['cancel', '2026-08-12', 2, false],
    ['end', '2026-08-26', 2, true],
    ['end', '2026-08-20', 2, false],
  ])('%s on %s with the seed %i says whether the ads are left off: %s', async (action, day, seed, isLeftOff) => {
    const { page, brandId, id } = await withExperiment('running')
    await scene.database.sql`update analytics.experiments set seed = ${seed} where experiment_id = ${id}`
    const api = await startApi(scene.database, { now: `${day}T12:00:00Z`, trustedProxyHops: 1 })
    try {
      const browser = await member(api, brandId)
      const running = await browser.open(page)
      expect(textOf(running)).not.toContain('Switch the ads on again')
      const closed = await browser.submit(running, `${page}/${action}`)
      for (const shown of [closed, await browser.open(page)]) {
        expect(textOf(shown).split('Switch the ads on again: today')).toHaveLength(isLeftOff ? 2 : 1)
      }
    } finally {
      await api.stop()
    }
    expect(textOf(await (await member(scene.ending, brandId)).open(page))).not.toContain('Switch the ads on again')
  })

  test('refuses a start after the first day with a sentence, and does not offer it', async () => {
    const { page, brandId, id } = await withExperiment()
    const browser = await member(scene.ending, brandId)
    const shown = await browser.open(page)
    expect(textOf(shown)).toContain('The experiment was to be started on 3 Aug 2026.')
    expect(actionsOf(shown)).not.toContain(`${page}/start`)
    const sent = await browser.post(`${page}/start`, ownForm(shown))
    expect([sent.status, textOf(sent)]).toEqual([409, expect.stringContaining('should have started on 3 Aug 2026')])
    expect(await statusOf(id)).toBe('planned')
  })

  test('two people who end and cancel one experiment: the second sees what the first has done', async () => {
    const { page, brandId, id } = await withExperiment('running')
    const [one, two] = [await member(scene.ending, brandId), await member(scene.ending, brandId, 'admin')]
    const [mine, theirs] = [await one.open(page), await two.open(page)]
    expect((await two.submit(theirs, `${page}/end`)).status).toBe(200)
    const refused = await one.submit(mine, `${page}/cancel`)
    expect([refused.status, textOf(refused)]).toEqual([
      409,
      expect.stringContaining('The experiment is ended, and cancel is not possible'),
    ])
    // The page of the experiment, with its result.
    expect(textOf(refused)).toContain('Calendar')
    expect(textOf(refused)).toContain('There is no result: only 0 pairs')
    expect(actionsOf(refused).filter((action) => action.startsWith('/console'))).toEqual([])
    expect(await statusOf(id)).toBe('ended')
  })

  test('two people who cancel one experiment at once both see it canceled', async () => {
    const { page, brandId, id } = await withExperiment()
    const open = await Promise.all(
      [await member(scene.planning, brandId), await member(scene.planning, brandId)].map(async (browser) => ({
        browser,
        shown: await browser.open(page),
      })),
    )
    const answers = await Promise.all(open.map(({ browser, shown }) => browser.submit(shown, `${page}/cancel`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const answer of answers) expect(textOf(answer)).toContain('It was canceled and has no result.')
    expect(await statusOf(id)).toBe('canceled')
  })

  test('says what an early end means, and that there is no result of fewer than 6 pairs', async () => {
    const { brandId, writer } = await createExperimenter(scene.database)
    const { id } = await scene.run(writer, { pairs: 10 })
    const page = `/console/brands/${brandId}/experiments/${id}`
    const browser = await member(scene.ending, brandId)
    const shown = await browser.open(page)
    expect(textOf(shown)).toContain('7 of 10 pairs are over, and no other counts.')
    const ended = await browser.submit(shown, `${page}/end`)
    expect([ended.status, textOf(ended)]).toEqual([200, expect.stringContaining('There is no result: only 0 pairs')])
  })
})

describe('GET /console/brands/{brand_id}/experiments/{experiment_id}', () => {
  test('names the campaigns, also one that has spent nothing for long', async () => {
    const { brandId, writer } = await createExperimenter(scene.database)
    const old = { ...adRow('meta', '2026-01-05'), campaign_id: 'old', campaign_name: 'Winter' }
    await ingest(scene.database, brandId, [old])
    const { body } = await scene.post(scene.planning, writer, '', { ...design, campaign_ids: ['old'] })
    const path = `/console/brands/${brandId}/experiments/${body.experiment.experiment_id}`
    expect((await (await member(scene.planning, brandId)).open(path)).html).toContain('<bdi>Winter</bdi>')
  })

  test('shows the calendar of the API', async () => {
    const { page, brandId, id, key } = await withExperiment()
    const { body } = await scene.get(scene.planning, key, `/${id}`)
    const shown = await (await member(scene.planning, brandId, 'viewer')).open(page)
    const rows = [...shown.html.matchAll(/<span class="state (?:on|paused)">(on|off)<\/span>/g)].map(
      ([, state]) => state,
    )
    expect(rows).toEqual(body.blocks.map(({ state }: { state: string }) => state))
    expect(textOf(shown)).toContain('Not over')
    expect(tableOf(shown, 'calendar').flat()).toEqual(body.blocks.map(() => null))
  })

  test('reads an ended experiment out as the API does', async () => {
    const { brandId, id, body } = await scene.end(6)
    const browser = await member(scene.ending, brandId, 'viewer')
    const shown = await browser.open(`/console/brands/${brandId}/experiments/${id}`)
    const { result } = body
    const { per_day, lower, upper, off_per_day, p_value } = result.orders
    expect(tableOf(shown, 'effect-orders').flat()).toEqual([per_day, lower, upper, off_per_day, p_value])
    expect(textOf(shown)).toContain(`The ads cause ${per_day} orders a day`)
    const { revenue, orders } = result.calibration
    const valuesOf = (compared: typeof orders) => [
      compared.claimed,
      compared.attributed,
      compared.incremental.value,
      compared.incremental_per_claimed.value,
    ]
    expect(tableOf(shown, 'compared')).toEqual([valuesOf(revenue), valuesOf(orders)])
    expect(shown.html).toContain(`<data value="${result.cost_per_incremental_order.value}">`)
    expect(gzipSync(shown.html).length).toBeLessThan(60_000)
    const list = await browser.open(`/console/brands/${brandId}/experiments`)
    expect(textOf(list)).toContain(`The ads cause ${per_day} orders a day`)
    expect(list.html).not.toContain('<strong></strong>')
    expect(textOf(list)).toContain('all ads of Meta, 3 Aug to 25 Oct 2026, 6 pairs of blocks of 7 days')
  })

  test('says that a result with 0 in its interval is not conclusive, and has no cost', async () => {
    const { brandId, id } = await scene.end(noEffect)
    const browser = await member(scene.ending, brandId, 'viewer')
    const shown = await browser.open(`/console/brands/${brandId}/experiments/${id}`)
    expect(textOf(shown)).toContain('The result is not conclusive: the ads may cause nothing.')
    expect(textOf(shown)).toMatch(/Cost per incremental order – Not known\. Why/)
    expect(textOf(shown)).toContain('because the interval of the effect on orders is not above 0')
  })

  test('says that all pairs are alike if they are, also in the list', async () => {
    // The scene adds pair % 3 - 1.
    const { brandId, id, body } = await scene.end(({ pair }) => 1 - (pair % 3))
    expect([body.result.pairs, body.result.orders, body.result.conclusion]).toEqual([6, null, 'not_conclusive'])
    const browser = await member(scene.ending, brandId, 'viewer')
    for (const path of [`/${id}`, '']) {
      const text = textOf(await browser.open(`/console/brands/${brandId}/experiments${path}`))
      expect(text).toContain(
        'The result is not conclusive: the difference of orders is the same in all 6 pairs, so there is no interval.',
      )
    }
  })

  test('claims no cause if the ads were not switched, also in the list', async () => {
    // More orders in the blocks that were planned as on, although the ads ran in all of them.
    const lift = ({ state, pair }: { state: string; pair: number }) => (state === 'on' ? 6 + (pair % 2) : 0)
    const { brandId, id, body } = await scene.end(lift, { isOn: () => true })
    expect([body.result.conclusion, body.experiment.result_at_end.conclusion]).toEqual(['not_executed', 'not_executed'])
    expect(body.result.orders.lower).toBeGreaterThan(0)
    const browser = await member(scene.ending, brandId, 'viewer')
    for (const path of [`/${id}`, '']) {
      const text = textOf(await browser.open(`/console/brands/${brandId}/experiments${path}`))
      expect(text).toContain(
        'There is no result: the ads were not switched as planned. They spent $100.00 a day in the on blocks and $100.00 a day in the off blocks.',
      )
      expect(text).not.toContain('The ads cause')
    }
  })

  test('shows no cost and no comparison without reports of the platform, and says so', async () => {
    const { brandId, id } = await scene.end(6, {
      report: (platform, day) => (platform === 'google' ? adRow(platform, day) : null),
    })
    const shown = await (await member(scene.ending, brandId)).open(`/console/brands/${brandId}/experiments/${id}`)
    expect(textOf(shown)).toContain('The data are not complete: the spend of 12 of 12 blocks is not reported.')
    expect(textOf(shown)).toContain('There is no result: the spend of the ads is not known')
    expect(textOf(shown)).not.toContain('The ads cause')
    expect(textOf(shown)).toMatch(/Incremental ROAS – Not known/)
    expect(textOf(shown)).toContain('What the platform claims is not known')
    expect(tableOf(shown, 'compared')).toEqual([])
  })

  test('keeps the result of the end when orders are restated', async () => {
    const { brandId, id } = await scene.end(6)
    await scene.database.sql`
      update analytics.data_status set first_on = '2026-08-06' where brand_id = ${brandId} and kind = 'orders'`
    const shown = await (await member(scene.ending, brandId)).open(`/console/brands/${brandId}/experiments/${id}`)
    expect(textOf(shown)).toContain('There is no result: only 5 pairs')
    expect(textOf(shown)).toMatch(/At the end, 20 Nov 2026, 12:00 UTC, it was: The ads cause 6 orders a day/)
  })
})
