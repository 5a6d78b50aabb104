import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>
let admin: Member
let path: string

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
  admin = await scene.member(brand.brandId, 'admin')
  path = `${brand.root}/settings/targets`
})
afterAll(() => scene.stop())

const [one, two] = ['google/a/1', 'google/a/2']

type Row = [campaign: string, version: number, seen: string, roas: string, cpa: string, budget: string]

/** The fields of the table of campaigns. */
function fieldsOf(rows: Row[]): [string, string][] {
  const names = ['campaign', 'version', 'seen', 'roas', 'cpa', 'budget']
  return rows.flatMap((row, index) => row.map((value, at): [string, string] => [`${names[at]}${index}`, String(value)]))
}

async function send(fields: [string, string][], { browser }: Member = admin, at = path) {
  const page = await browser.open(path)
  return await browser.post(`${at}/campaigns`, [...ownForm(page), ...fields])
}

const save = async (month: string, rows: Row[], member = admin) =>
  await send([['month', month], ...fieldsOf(rows)], member)

async function upload(month: string, csv: string, { browser }: Member = admin, pasted = '') {
  const body = new FormData()
  for (const [name, value] of [...ownForm(await browser.open(path)), ['month', month], ['pasted', pasted]] as const)
    body.append(name, value)
  body.append('file', new Blob([csv], { type: 'text/csv' }), 'targets.csv')
  return await browser.open(`${path}/file?month=${month}`, { method: 'POST', body })
}

/** The hidden field of a preview. */
const changesOf = (html: string) => /name="changes" value="([^"]*)"/.exec(html)?.[1] ?? ''

async function stored(month: string, key = brand.key) {
  const { body } = await scene.api.http.get('/v1/targets').query({ month }).set('Authorization', `Bearer ${key}`)
  const campaigns = body.campaigns as { campaign: string; roas_target: number; cpa_target: number; budget: number }[]
  return Object.fromEntries(
    campaigns.map((row) => [row.campaign, [row.roas_target, row.cpa_target, row.budget]] as const),
  )
}

describe('POST /console/brands/{brand_id}/settings/targets/campaigns', () => {
  test('saves the changed rows of the table at once, and leaves the others', async () => {
    const month = '2026-02'
    const sent = await save(month, [
      [one, 0, '||', '3,5', '12.25', '400'],
      [two, 0, '||', '', '', '300'],
    ])
    expect(sent.url.search).toBe(`?month=${month}&done=campaigns`)
    expect(await stored(month)).toEqual({ [one]: [3.5, 12.25, 400], [two]: [null, null, 300] })
    await save(month, [
      [one, 1, '3.5|12.25|400', '', '', ''],
      [two, 7, '||300', '', '', '300.00'],
    ])
    expect(await stored(month)).toEqual({ [two]: [null, null, 300] })
    const none = await save(month, [[two, 1, '||300', '', '', '300']])
    expect(none.html).toContain('No target was changed, so nothing was saved.')
  })

  test('saves nothing if one row is wrong, shows the error beside it and keeps what was typed', async () => {
    const month = '2027-03'
    const wrong = await save(month, [
      [one, 0, '||', '3', '', '500'],
      [two, 0, '||', '', 'cheap', '1.000'],
    ])
    expect(wrong.status).toBe(400)
    expect(wrong.html).toContain('1 campaign has a wrong value, so nothing was saved.')
    expect(wrong.html).toMatch(/id="cpa0-error" role="alert">Target CPA must be a number/)
    expect(wrong.html).toMatch(/id="budget0-error" role="alert">1\.000 can mean thousands or decimals/)
    expect(wrong.html).toMatch(/name="budget1"[^>]*value="500"/)
    expect(wrong.html).toMatch(/name="cpa0"[^>]*value="cheap"/)
    const decimals = await save(month, [[one, 0, '||', '', '', '10.0055']])
    expect(decimals.html).toMatch(/id="budget1-error" role="alert">The value must have at most 2 decimals/)
    expect(await stored(month)).toEqual({})
  })

  test('returns 409 with the row that another person changed, and saves no other row', async () => {
    const month = '2027-04'
    const other = await scene.member(brand.brandId, 'owner')
    await save(month, [[one, 0, '||', '', '', '100']])
    const late = await save(
      month,
      [
        [one, 0, '||', '', '', '900'],
        [two, 0, '||', '', '', '800'],
      ],
      other,
    )
    expect(late.status).toBe(409)
    expect(late.html).toContain('The targets of 1 campaign changed meanwhile, so nothing was saved.')
    expect(late.html.match(/Changed by another person meanwhile\./g)).toHaveLength(1)
    expect(late.html).toMatch(/id="budget1-now">Now: 100</)
    expect(late.html).toMatch(/name="budget1"[^>]*value="900"/)
    expect(late.html).toMatch(/name="version1"\s+value="1"/)
    expect(await stored(month)).toEqual({ [one]: [null, null, 100] })
    const again = [
      [one, 1, '||100', '', '', '900'],
      [two, 0, '||', '', '', '800'],
    ] satisfies Row[]
    expect((await save(month, again, other)).status).toBe(200)
    expect(await stored(month)).toEqual({ [one]: [null, null, 900], [two]: [null, null, 800] })
  })

  test('returns 403 for an analyst, 404 for a brand of others, and 400 for a campaign of another brand', async () => {
    const analyst = await scene.member(brand.brandId, 'analyst')
    expect((await save('2026-05', [[one, 0, '||', '', '', '1']], analyst)).status).toBe(403)
    expect((await analyst.browser.open(path)).html).not.toContain('name="budget0"')
    const foreign = await createTenant(scene.database.sql)
    const theirs = `/console/brands/${foreign.brandId}/settings/targets`
    const fields = fieldsOf([[one, 0, '||', '', '', '1']])
    expect((await send([['month', '2026-05'], ...fields], admin, theirs)).status).toBe(404)
    expect((await save('2026-05', [['google/a/theirs', 0, '||', '', '', '1']])).status).toBe(400)
    expect(await stored('2026-05')).toEqual({})
  })
})

describe('the form of the brand and its campaigns', () => {
  const brandOf = async (month: string, key: string) =>
    (await scene.api.http.get('/v1/targets').query({ month }).set('Authorization', `Bearer ${key}`)).body.brand
  const month = '2026-11'

  /** Opens the page of a new brand, and returns its fields with some values typed. */
  async function typing() {
    const own = await scene.brand()
    const { browser } = await scene.member(own.brandId, 'admin')
    const home = `${own.root}/settings/targets`
    const page = await browser.open(`${home}?month=${month}`)
    const [, form = ''] = /<form id="entered-targets"([^]*?)<\/form>/.exec(page.html) ?? []
    const inputs = [...form.matchAll(/<input\s[^>]*>/g)].map(([input]) => input)
    const hidden = inputs.map((input): [string, string] => [
      /name="(\w+)"/.exec(input)?.[1] ?? '',
      /value="([^"]*)"/.exec(input)?.[1] ?? '',
    ])
    const send = async (end: string, typed: Record<string, string>) => {
      const fields = { roas: '', cpa: '', budget: '', ...Object.fromEntries([...hidden, ...ownForm(page)]), ...typed }
      return await browser.post(home + end, Object.entries(fields))
    }
    return { ...own, page, send }
  }

  test.each(['', '/campaigns'])('saves the values of both with the button of %j', async (end) => {
    const { key, page, send } = await typing()
    expect(page.html).toMatch(/<input name="roas" form="entered-targets"/)
    expect(page.html).toMatch(
      /<button class="primary slim" form="entered-targets" formaction="[^"]*\/settings\/targets"/,
    )
    expect(page.html).toContain('src="/console/unsaved.js?')
    const saved = await send(end, { budget: '900', roas1: '4,5' })
    expect(saved.html).toContain('The targets of the brand and of the campaigns are saved.')
    expect((await brandOf(month, key)).budget).toBe(900)
    expect(Object.values(await stored(month, key))).toEqual([[4.5, null, null]])
  })

  test.each(['', '/campaigns'])('saves only what was changed with the button of %j', async (end) => {
    const { key, send } = await typing()
    expect((await send(end, { roas0: '3' })).html).toContain('The targets of the campaigns are saved.')
    expect((await brandOf(month, key)).version).toBe(0)
  })

  test.each([
    ['a wrong row', { budget: '900', roas1: 'x' }, ['budget', '900'], ['roas1', 'x']],
    ['a wrong target of the brand', { budget: 'x', roas1: '4' }, ['budget', 'x'], ['roas1', '4']],
  ])('saves nothing for %s, and shows the entered values of both', async (_, typed, ...entered) => {
    const { key, send } = await typing()
    const refused = await send('', typed)
    expect(refused.status).toBe(400)
    for (const [name, value] of entered) expect(refused.html).toMatch(new RegExp(`name="${name}"[^>]*value="${value}"`))
    expect(refused.html).toContain('data-unsaved="yes"')
    expect((await brandOf(month, key)).version).toBe(0)
    expect(await stored(month, key)).toEqual({})
  })

  test('says that the brand is saved when another person changed a row meanwhile, and keeps the row', async () => {
    const { brandId, key, page, send } = await typing()
    const other = await scene.member(brandId, 'owner')
    const first = /name="campaign0" value="([^"]*)"/.exec(page.html)?.[1] ?? ''
    const home = `/console/brands/${brandId}/settings/targets`
    await other.browser.post(`${home}/campaigns`, [
      ...ownForm(await other.browser.open(home)),
      ['month', month],
      ...fieldsOf([[first, 0, '||', '7', '', '']]),
    ])
    const late = await send('', { budget: '900', roas0: '5' })
    expect(late.status).toBe(409)
    expect(late.html).toContain('The targets of the brand are saved.')
    expect(late.html).toMatch(/name="roas0"[^>]*value="5"/)
    expect((await brandOf(month, key)).budget).toBe(900)
    expect(await stored(month, key)).toEqual({ [first]: [7, null, null] })
  })
})

describe('GET /console/brands/{brand_id}/settings/targets/copy', () => {
  test('shows what fills the empty fields, stores nothing, and saves it with one form', async () => {
    await save('2026-06', [
      [one, 0, '||', '4', '', '100'],
      [two, 0, '||', '', '9', '200'],
    ])
    await save('2026-07', [[one, 0, '||', '', '', '150']])
    const shown = await admin.browser.open(`${path}/copy?month=2026-07`)
    expect(changesOf(shown.html)).toBe(`${two} 0 - 9 200\n${one} 1 4 - 150`)
    expect(await stored('2026-07')).toEqual({ [one]: [null, null, 150] })
    await send([
      ['month', '2026-07'],
      ['changes', changesOf(shown.html)],
    ])
    expect(await stored('2026-07')).toEqual({ [one]: [4, null, 150], [two]: [null, 9, 200] })
    const again = await admin.browser.open(`${path}/copy?month=2026-07`)
    expect(again.html).toContain('No empty field has a target in June 2026.')
  })

  test('fills only the fields that are still empty after another person changed a row meanwhile', async () => {
    await save('2025-06', [
      [one, 0, '||', '4', '', '100'],
      [two, 0, '||', '', '', '200'],
    ])
    const { html } = await admin.browser.open(`${path}/copy?month=2025-07`)
    const origin = /name="origin" value="([^"]*)"/.exec(html)?.[1] ?? ''
    const copy = async (changes: string) =>
      await send([
        ['month', '2025-07'],
        ['origin', origin],
        ['changes', changes],
      ])
    await save('2025-07', [
      [one, 0, '||', '', '', '900'],
      [two, 0, '||', '', '', '800'],
    ])
    const late = await copy(changesOf(html))
    expect([late.status, late.html.match(/Changed by another person meanwhile\./g)?.length]).toEqual([409, 2])
    expect(late.html).toContain('What June 2025 would change in July 2025.')
    expect(late.html).not.toContain('>removed<')
    expect(changesOf(late.html)).toBe(`${one} 1 4 - 900`)
    await copy(changesOf(late.html))
    expect(await stored('2025-07')).toEqual({ [one]: [4, null, 900], [two]: [null, null, 800] })
  })

  test('returns 403 for a viewer', async () => {
    const { browser } = await scene.member(brand.brandId, 'viewer')
    expect((await browser.open(`${path}/copy?month=2026-07`)).status).toBe(403)
  })
})

describe('CSV of targets', () => {
  test('is downloaded, edited and uploaded with a preview of its changes', async () => {
    const month = '2026-11'
    await save('2026-10', [[two, 0, '||', '', '', '70']])
    await save(month, [[one, 0, '||', '2', '', '50']])
    const { html: csv } = await admin.browser.open(`${path}.csv?month=${month}`)
    // The name of the second campaign comes first.
    const [header, second, first] = csv.split('\r\n')
    expect(header).toBe(
      'campaign,platform,account_name,name,roas,cpa,budget,previous_roas,previous_cpa,previous_budget',
    )
    expect(first).toBe(`${one},google,,One,2,,50,,,`)
    expect(second).toMatch(/^google\/a\/2,google,,.*,,,,,,70$/)
    expect((await upload(month, csv)).html).toContain('It changes nothing.')
    const shown = await upload(month, csv.replace(',2,,50,', ',,12,60,'))
    expect(shown.html).toMatch(/<del>\$50\.00<\/del>\s*<ins>\$60\.00<\/ins>/)
    expect(shown.html).toMatch(/<ins>removed<\/ins>/)
    expect(await stored(month)).toEqual({ [one]: [2, null, 50] })
    await send([
      ['month', month],
      ['changes', changesOf(shown.html)],
    ])
    expect(await stored(month)).toEqual({ [one]: [null, 12, 60] })
  })

  test('keeps a target without a column, reads semicolons, and names wrong rows without a button to save', async () => {
    const month = '2026-09'
    await save(month, [[one, 0, '||', '2', '', '50']])
    const shown = await upload(month, `\u{feff}campaign;budget\n${one};1.250,50\n`)
    expect(changesOf(shown.html)).toBe(`${one} 1 =2 =- 1250.5`)
    const wrong = await upload(month, `campaign,budget\n${one},cheap\ngoogle/a/none,5\n`)
    expect(wrong.status).toBe(400)
    expect(wrong.html).toContain('2 rows are wrong, so the file cannot be saved.')
    expect(wrong.html).toContain('Budget of the month must be a number')
    expect(wrong.html).toContain('Line 3: there is no such campaign in this month.')
    expect(changesOf(wrong.html)).toBe('')
    const headless = await upload(month, 'a,b\n1,2\n')
    expect([headless.status, headless.html.includes('The file must have a column campaign')]).toEqual([400, true])
  })

  test('refuses a quotation that is not closed, with its line, and more than 2,000 rows', async () => {
    const open = await upload('2025-09', `campaign,budget\n${one},5\n${two},"Foo,10\n${one},7\n${two},8\n`)
    expect(open.status).toBe(400)
    expect(open.html).toContain('The quotation that begins on line 3 is not closed.')
    expect(changesOf(open.html)).toBe('')
    const many = await upload('2025-09', `campaign,budget\n${`${one},5\n`.repeat(2001)}`)
    expect([many.status, many.html.includes('The file has 2,001 rows, and the maximum is 2,000.')]).toEqual([400, true])
  })

  test.each([
    ['more', '1,250'],
    ['fewer', ''],
  ])('refuses a row with %s cells than the header', async (_, rest) => {
    const row = rest === '' ? one : `${one},${rest}`
    const wrong = await upload('2025-09', `campaign,budget\n${one},5\n${row}\n`)
    expect(wrong.status).toBe(400)
    expect(wrong.html).toContain('Line 3 has')
    expect(changesOf(wrong.html)).toBe('')
  })

  test('names the line of a wrong row after a cell with a line break', async () => {
    const wrong = await upload('2025-09', `campaign,name,budget\n${one},"One\nor more",5\ngoogle/a/none,,5\n`)
    expect(wrong.html).toContain('Line 4: there is no such campaign in this month.')
  })

  test('refuses a preview with an incomplete row', async () => {
    const fields: [string, string][] = [
      ['month', '2025-09'],
      ['changes', `${one} 0 - - 10\n${two} 0 10`],
    ]
    const cut = await send(fields)
    expect([cut.status, cut.html.includes('Row 2 of the changes is incomplete')]).toEqual([400, true])
    expect(await stored('2025-09')).toEqual({})
  })

  test('says which rows of a preview another person changed meanwhile', async () => {
    const month = '2026-08'
    const shown = await upload(month, `campaign,budget\n${one},10\n`)
    await save(month, [[one, 0, '||', '', '', '20']])
    const fields: [string, string][] = [
      ['month', month],
      ['changes', changesOf(shown.html)],
    ]
    const late = await send(fields)
    expect([late.status, late.html.includes('Changed by another person meanwhile.')]).toEqual([409, true])
    expect(changesOf(late.html)).toBe(`${one} 1 =- =- 10`)
    expect(await stored(month)).toEqual({ [one]: [null, null, 20] })
  })

  test('keeps what another person stored in a column that the file does not have', async () => {
    const month = '2028-07'
    await save(month, [[one, 0, '||', '2', '', '50']])
    const shown = await upload(month, `campaign,budget\n${one},60\n`)
    await save(month, [[one, 1, '2||50', '3', '7', '50']])
    const late = await send([
      ['month', month],
      ['changes', changesOf(shown.html)],
    ])
    expect([late.status, changesOf(late.html)]).toEqual([409, `${one} 2 =3 =7 60`])
    await send([
      ['month', month],
      ['changes', changesOf(late.html)],
    ])
    expect(await stored(month)).toEqual({ [one]: [3, 7, 60] })
  })

  test('is refused above 1 MB, which the field names too', async () => {
    const month = '2028-06'
    expect((await admin.browser.open(path)).html).toContain('CSV file, at most 1 MB and 2,000 rows')
    const large = await upload(month, `campaign,budget\n${'x'.repeat(1_100_000)}`)
    expect([large.status, large.url.pathname, large.url.searchParams.get('month')]).toEqual([413, path, month])
    expect(large.html).toContain('The file is larger than 1 MB.')
    expect(large.html).toContain('Or paste the rows, with the header, at most 1 MB')
    const unread = await upload(month, `campaign,budget\n${'x'.repeat(4_100_000)}`, admin, 'typed rows')
    expect([unread.status, unread.html.includes('Rows that you pasted are not shown again')]).toEqual([413, true])
  })

  test('shows pasted rows above 1 MB again, after it refused them', async () => {
    const rows = `campaign,budget\n${'y'.repeat(1_100_000)}`
    const large = await upload('2028-06', '', admin, rows)
    expect([large.status, large.html.includes('The pasted rows are larger than 1 MB. Nothing was saved.')]).toEqual([
      413,
      true,
    ])
    expect(large.html.replaceAll('\r\n', '\n')).toContain(rows)
  })

  test('reads amounts with the sign of the currency of the brand, and names another currency', async () => {
    const month = '2028-05'
    const shown = await upload(month, `campaign;cpa;budget\n${one};USD 12.50;$1,200.50\n`)
    expect(changesOf(shown.html)).toBe(`${one} 0 =- 12.50 1200.5`)
    const wrong = await upload(month, `campaign;budget\n${one};1.200,50 €\n`)
    expect(wrong.status).toBe(400)
    expect(wrong.html).toContain('1.200,50 € is an amount in Euro (EUR), and amounts of this brand are in USD.')
    const typed = await save(month, [[one, 0, '||', '', '£5', '$ 400']])
    expect(typed.html).toMatch(/id="cpa1-error" role="alert">£5 is an amount in another currency \(£\)/)
    expect(typed.html).not.toContain('id="budget1-error"')
    await save(month, [[one, 0, '||', '', '$5', '$1,000.00']])
    expect(await stored(month)).toEqual({ [one]: [null, 5, 1000] })
  })
})

test(
  '400 campaigns are shown in pages below 60 kB, searched, copied and saved at once',
  { timeout: 60_000 },
  async () => {
    const large = await createTenant(scene.database.sql, {})
    const owner = await scene.member(large.brandId, 'owner')
    const rows = Array.from({ length: 400 }, (_, index) => ({
      date: '2026-11-18',
      platform: 'google',
      account_id: 'a',
      campaign_id: `12345678901234${1000 + index}`,
      campaign_name: `Autumn ${1000 + index} prospecting`,
      spend: 5,
    }))
    await ingest(scene.database, large.brandId, rows)
    await scene.database.sql`
    insert into analytics.targets (brand_id, month, campaign_entity_id, budget_micros)
    select brand_id, '2026-10-01', entity_id, 5000000 from analytics.entities where brand_id = ${large.brandId} and level = 'campaign'`
    // As autovacuum does after an import of this size.
    await scene.database.sql`analyze analytics.entities, analytics.rollups_daily, analytics.targets`
    const home = `/console/brands/${large.brandId}/settings/targets`
    const page = await owner.browser.open(`${home}?page=4`)
    expect(page.html.match(/name="campaign\d+"/g)).toHaveLength(100)
    expect(gzipSync(page.html).length).toBeLessThan(60_000)
    const found = await owner.browser.open(`${home}?search=1399`)
    expect(found.html.match(/name="campaign\d+"/g)).toHaveLength(1)
    const copy = await owner.browser.open(`${home}/copy`)
    expect(gzipSync(copy.html).length).toBeLessThan(60_000)
    const saved = await owner.browser.post(`${home}/campaigns`, [
      ...ownForm(copy),
      ['month', '2026-11'],
      ['changes', changesOf(copy.html)],
    ])
    expect(saved.html).toContain('The targets of the campaigns are saved.')
    expect(Object.keys(await stored('2026-11', large.key))).toHaveLength(400)
  },
)
