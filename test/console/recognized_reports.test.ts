import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import { workerPool } from '../support/sources.ts'
import { importThrough, openImports, runImports, sendFile } from '../support/uploads.ts'
import type { Uploader } from '../support/uploads.ts'

let scene: ConsoleScene
let worker: Database

beforeAll(async () => {
  scene = await ConsoleScene.start()
  worker = workerPool(scene.database)
})
afterAll(async () => {
  await worker.end()
  await scene.stop()
})

const plain = (html: string) => html.replaceAll(/\s+/g, ' ')
const importOf = async ({ brandId }: Uploader) =>
  (await scene.database.sql`select * from analytics.imports where brand_id = ${brandId}`)[0]
const totalsOf = async ({ brandId }: Uploader) =>
  await scene.database.sql`
    select entities.platform, sum(facts_daily.spend_micros)::text as spend
    from analytics.facts_daily join analytics.entities using (brand_id, entity_id)
    where brand_id = ${brandId} group by 1 order by 1`

/** Submits columns of a file whose platform is linkedin. */
async function map(visit: Uploader, path: string, columns: Record<string, string>, currency = 'EUR') {
  const page = await visit.browser.open(`${path}?kind=ads`)
  const fields = Object.entries(columns).map(([field, column]): [string, string] => [`column_${field}`, column])
  const fixed: [string, string][] = [
    ['kind', 'ads'],
    ['is_mapped', 'yes'],
    ['platform', 'linkedin'],
    ['currency', currency],
  ]
  return await visit.browser.post(path, [...ownForm(page), ...fixed, ...fields])
}

describe('a recognized report', () => {
  test('with campaign instead of campaign_name keeps its campaigns apart', async () => {
    const visit = await openImports(scene)
    const rows = '2026-11-01,google,One,10,1,20\n2026-11-01,google,Two,5,1,9\n'
    await importThrough(worker, visit, 'a.csv', `date,platform,campaign,spend,clicks,revenue\n${rows}`)
    expect(await importOf(visit)).toMatchObject({ dialect: 'generic', rows_accepted: '2', rows_rejected: '0' })
  })

  test('with a column of platforms is of these platforms, not of TikTok', async () => {
    const visit = await openImports(scene)
    const file = 'Date,Platform,Campaign name,Spend,Revenue\n2026-11-01,google,One,10,20\n2026-11-01,meta,One,5,9\n'
    await importThrough(worker, visit, 'a.csv', file)
    expect(await importOf(visit)).toMatchObject({ dialect: 'generic', rows_accepted: '2' })
    expect(await totalsOf(visit)).toEqual([
      { platform: 'google', spend: '10000000' },
      { platform: 'meta', spend: '5000000' },
    ])
  })

  test('of Meta with a column of platforms needs a mapping', async () => {
    const file = 'Day,Platform,Campaign name,Amount spent (EUR)\n2026-11-01,facebook,One,10\n'
    const { html } = await sendFile(await openImports(scene), 'a.csv', file)
    expect(html).toContain('The header matches no known format.')
  })

  test('with a currency in a column that it does not read is refused', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'a.csv', 'date,platform,spend,Währung\n2026-11-01,tv,10,USD\n')
    const refused = await visit.browser.submit(preview, preview.url.pathname)
    expect([refused.status, plain(refused.html)]).toEqual([
      400,
      expect.stringContaining('The column Währung has the currency USD, and the amounts would be stored as EUR.'),
    ])
  })

  test.each([
    ['USD', 'Day,Campaign,Campaign ID,Currency code,Cost\n2026-11-01,A,7,USD,10\n'],
    ['GBP', 'Day,Campaign name,Amount spent (GBP)\n2026-11-01,A,10\n'],
    ['CHF', 'date,platform,spend,revenue (CHF)\n2026-11-01,tv,10,20\n'],
  ])('in %s says before the import what happens to amounts without a rate', async (code, file) => {
    const { html } = await sendFile(await openImports(scene), 'a.csv', file)
    expect(plain(html)).toContain(`The file has amounts in ${code}, and the currency of the brand is EUR.`)
    expect(plain(html)).toContain(`No rate of ${code} is known. An amount of a day without a rate stays "not reported"`)
  })

  test('in another currency says before the import which rates are known', async () => {
    await scene.database.sql`
      insert into core.exchange_rates (on_day, from_currency, to_currency, rate, source)
      values ('2026-11-01', 'SEK', 'EUR', 0.09, 'test'), ('2026-11-03', 'SEK', 'EUR', 0.09, 'test'), ('2026-11-02', 'SEK', 'USD', 0.1, 'test')`
    const { html } = await sendFile(await openImports(scene), 'a.csv', 'date,platform,spend (SEK)\n2026-11-01,tv,10\n')
    expect(plain(html)).toContain('Rates of SEK are known for 2 days, 1 to 3 Nov 2026.')
  })

  test('says before the import that it replaces numbers of another level', async () => {
    const { html } = await sendFile(await openImports(scene), 'a.csv', 'date,platform,spend\n2026-11-01,tv,10\n')
    expect(plain(html)).toContain('numbers of the same account and day that were imported at another level')
  })

  test('with one currency in the name of its revenue is in this currency, and without a rate it has no amounts', async () => {
    const visit = await openImports(scene)
    await importThrough(worker, visit, 'a.csv', 'date,platform,spend,revenue [USD]\n2026-11-01,google,10,20\n')
    expect(await totalsOf(visit)).toEqual([{ platform: 'google', spend: null }])
  })

  test('with two currencies in its header is refused', async () => {
    const file = 'date,platform,spend (EUR),revenue (USD)\n2026-11-01,tv,10,20\n'
    const { html } = await sendFile(await openImports(scene), 'a.csv', file)
    expect(plain(html)).toContain(
      'The header names amounts in EUR and USD. Export the report with all amounts in one currency.',
    )
  })

  test('with two currencies in its header is refused also with a column of currencies', async () => {
    const file = 'date,platform,currency,spend (EUR),revenue (USD)\n2026-11-01,tv,EUR,10,20\n'
    const { html } = await sendFile(await openImports(scene), 'a.csv', file)
    expect(plain(html)).toContain('The header names amounts in EUR and USD.')
  })

  test('has rejected rows where the column of currencies contradicts the header', async () => {
    const visit = await openImports(scene)
    const file = 'date,platform,currency,spend (EUR)\n2026-11-01,google,EUR,10\n2026-11-02,google,USD,20\n'
    await importThrough(worker, visit, 'a.csv', file)
    expect(await totalsOf(visit)).toEqual([{ platform: 'google', spend: '10000000' }])
    expect(await importOf(visit)).toMatchObject({ rows_accepted: '1', rows_rejected: '1' })
  })

  test('without a currency says which account has another one, and that its amounts are in it', async () => {
    const visit = await openImports(scene)
    await importThrough(worker, visit, 'a.csv', 'Day,Campaign,Campaign ID,Currency code,Cost\n2026-11-01,A,7,SEK,10\n')
    const without = await sendFile(visit, 'b.csv', 'Day,Campaign,Campaign ID,Cost\n2026-11-02,A,7,10\n')
    expect(plain(without.html)).toContain(
      'in the currency that their account had in an earlier report: SEK for the account google of Google.',
    )
    expect(plain(without.html)).toContain('The file has amounts in SEK, and the currency of the brand is EUR.')
    const ofMeta = await sendFile(visit, 'c.csv', 'Day,Campaign name,Campaign ID,Amount spent\n2026-11-02,A,7,10\n')
    expect(plain(ofMeta.html)).toContain('Amounts without a currency are in EUR, the currency of the brand.')
  })

  test('by week says before the import that its rows are stored as days', async () => {
    const visit = await openImports(scene)
    const weekly = await sendFile(
      visit,
      'a.csv',
      'Week,Campaign,Cost\n2026-11-02,A,1\n2026-11-09,A,2\n2026-11-16,A,3\n',
    )
    expect(plain(weekly.html)).toContain('The dates of the column <bdi>Week</bdi> are seven days apart')
    const daily = await sendFile(
      visit,
      'b.csv',
      'date,platform,spend\n2026-11-02,tv,1\n2026-11-03,tv,2\n2026-11-09,tv,3\n',
    )
    expect(daily.html).not.toContain('seven days apart')
  })

  test('of Meta with Clicks (all) is imported, and has no amounts in lek', async () => {
    const visit = await openImports(scene)
    const file = 'Day,Campaign name,Campaign ID,Amount spent,Clicks (all)\n2026-11-01,A,1,10,3\n'
    const preview = await sendFile(visit, 'a.csv', file)
    expect(plain(preview.html)).not.toContain('amounts in ALL')
    const confirmed = await visit.browser.submit(preview, preview.url.pathname)
    await runImports(worker, visit.brandId)
    expect([confirmed.status, await totalsOf(visit)]).toEqual([200, [{ platform: 'meta', spend: '10000000' }]])
  })
})

describe('a mapping', () => {
  test.each([
    ['EUR', 400],
    ['USD', 200],
  ])('of a column in USD with the currency %s returns %s', async (currency, status) => {
    const visit = await openImports(scene)
    const { url } = await sendFile(visit, 'a.csv', 'Tag;Kosten [USD]\n13.11.2026;10,00\n')
    const mapped = await map(visit, url.pathname, { date: 'Tag', spend: 'Kosten [USD]' }, currency)
    expect(mapped.status).toBe(status)
    if (status === 400) expect(plain(mapped.html)).toContain('The column Kosten [USD] has amounts in USD')
  })

  const file = (code: string) =>
    `Tag;Kampagne;Kosten;Whg\n01.11.2026;Eins;10,00;${code}\n13.11.2026;Eins;5,00;${code}\n`
  const columns = { date: 'Tag', campaign_name: 'Kampagne', spend: 'Kosten' }

  test('without the column of another currency is refused, and with that of the same one is not', async () => {
    const visit = await openImports(scene)
    const dollars = await map(visit, (await sendFile(visit, 'a.csv', file('USD'))).url.pathname, columns)
    expect([dollars.status, dollars.html]).toEqual([
      400,
      expect.stringContaining('The column Whg has the currency USD'),
    ])
    const euros = await map(visit, (await sendFile(visit, 'b.csv', file('EUR'))).url.pathname, columns)
    expect(euros.status).toBe(200)
  })

  test('is not refused for a column of words that are codes too', async () => {
    const visit = await openImports(scene)
    expect((await map(visit, (await sendFile(visit, 'a.csv', file('ALL'))).url.pathname, columns)).status).toBe(200)
  })

  test('rejects only the row of a day that does not exist', async () => {
    const visit = await openImports(scene)
    const dates = 'Tag;Kosten\n03.02.2026;1,00\n31.02.2026;2,00\n27.02.2026;3,00\n'
    const { url } = await sendFile(visit, 'a.csv', dates)
    expect((await map(visit, url.pathname, { date: 'Tag', spend: 'Kosten' })).status).toBe(200)
    await runImports(worker, visit.brandId)
    expect(await importOf(visit)).toMatchObject({ rows_accepted: '2', rows_rejected: '1' })
    expect((await visit.browser.open(url.pathname)).html).toContain('31.02.2026 does not exist.')
  })
})
