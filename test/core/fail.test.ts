import type { PostgresError } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raisedOf, databaseErrorOf } from '../../shared/errors/refusal.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { raisedReasons } from '../support/raised_reasons.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.stop())

type Given = Record<string, unknown>

async function sentenceOf(reason: string, field: string | null, given: Given): Promise<string> {
  const rows =
    await database.sql`select platform.sentence(${reason}, ${field}, ${database.sql.json(given as never)}) as sentence`
  return (rows[0] as { sentence: string }).sentence
}

async function errorOf(statement: string): Promise<PostgresError> {
  return (await database.sql.unsafe(statement).catch((thrown: unknown) => thrown)) as PostgresError
}

describe('platform.fail', () => {
  test('raises a plain sentence, and the reason, field and values for programs', async () => {
    const values = { campaign_id: '7', platforms: ['meta', 'google'], none: null, flag: true, object: {} }
    const error = await errorOf(
      `select platform.fail('NTFND', 'names_no_entity_of_these_platforms', 'campaign_id', '${JSON.stringify(values)}')`,
    )
    expect(error).toMatchObject({
      code: 'NTFND',
      message: '`campaign_id` names no entity of these platforms; it is "7"; platforms: meta, google.',
    })
    expect(error.detail).toBeUndefined()
    expect(raisedOf(databaseErrorOf(error))).toEqual({
      reason: 'names_no_entity_of_these_platforms',
      field: 'campaign_id',
      values,
    })
  })

  test('raises a reason without a field and values', async () => {
    const error = await errorOf(`select platform.fail('NTRDY', 'no_ad_data_is_ingested')`)
    expect(error).toMatchObject({ code: 'NTRDY', message: 'No ad data is ingested.' })
    expect(raisedOf(databaseErrorOf(error))).toEqual({ reason: 'no_ad_data_is_ingested', field: null, values: {} })
  })

  test('keeps values of 100,000 characters for programs and shortens them in the sentence', async () => {
    const error = await errorOf(
      `select platform.fail('BADRQ', 'is_no_slug', 'slug', json_build_object('slug', repeat('x', 100000)))`,
    )
    expect(error.message.length).toBeLessThan(250)
    expect(raisedOf(databaseErrorOf(error))?.values).toEqual({ slug: 'x'.repeat(100_000) })
  })
})

describe('platform.sentence', () => {
  const choices = ['account', 'campaign']
  test.each([
    ['must_be_one_of', 'level', { choices, level: 'junk' }, '`level` must be one of account, campaign; it is "junk".'],
    ['must_be_one_of', 'level', { choices, level: null }, '`level` must be one of account, campaign; it is null.'],
    ['must_not_be_before_date_from', 'date_to', {}, '`date_to` must not be before `date_from`.'],
    [
      'is_too_far_after_date_from',
      'date_to',
      { days_max: 31 },
      '`date_to` is too far after `date_from`; at most 31 days.',
    ],
    ['must_not_be_after', 'month', { this_month: '2026-11' }, '`month` must not be after "2026-11".'],
    ['is_no_slug', 'slug', { slug: 'a\u001b[31mb\u202ec' }, '`slug` is no slug; it is "a[31mbc".'],
    ['quantity_min_is_repeated', 'quantity_tiers', {}, '`quantity_min` is repeated.'],
  ])('of %s for %s', async (reason, field, given: Given, sentence) => {
    expect(await sentenceOf(reason, field, given)).toBe(sentence)
  })

  test('of several faults contains each of them', async () => {
    const error = await errorOf(
      `select platform.fail_for(array[platform.fault('is_required_for_the_type', 'gift'), null, platform.fault('must_be_above_0', 'offer.amount')])`,
    )
    expect(error.message).toBe('`gift` is required for the type. `offer.amount` must be above 0.')
  })

  test('of each reason in SQL is a sentence with a subject and a verb', async () => {
    const raised = raisedReasons().filter(({ reason }) => reason !== 'has_faults')
    expect(raised.length).toBeGreaterThan(200)
    const texts = await Promise.all(
      raised.map(async ({ path, reason, field, values }) => {
        const given = Object.fromEntries(values.map((name) => [name, name === 'choices' ? ['a', 'b'] : 'a']))
        return { path, reason, text: await sentenceOf(reason, field, given) }
      }),
    )
    const verb =
      /^(?:`[a-z0-9_.]+`|[A-Z].*?) (?:is|are|acts|has|have|was|were|must|may|can|cannot|does|names?|needs|lacks|contains|exceeds|exists|costs?|changes|keeps|reaches|reads|come|match|changed|own|remove)\b/
    expect(
      texts.filter(({ text }) => !verb.test(text) || !text.endsWith('.') || / (?:of|after)\.$/.test(text)),
    ).toEqual([])
    expect(texts.filter(({ text }) => /`[^`]*_[^`]*`/.test(text) === false && /_/.test(text))).toEqual([])
  })
})

test('an operation raises no field that psql prints besides the sentence', async () => {
  const error = await errorOf(`select analytics.metrics('brd_x', '2026-11-02', '2026-11-01')`)
  expect(error.message).toBe('`date_to` must not be before `date_from`.')
  expect([error.detail, error.hint, error.where]).toEqual([undefined, undefined, expect.not.stringContaining('reason')])
})
