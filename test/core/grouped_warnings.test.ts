import { describe, expect, test } from 'vitest'
import { withSentences } from '../../shared/db/warnings.ts'
import { api } from '../../shared/sentences/audience.ts'
import { page } from '../../shared/sentences/page_audience.ts'
import { groupedSentences } from '../../shared/sentences/warnings/grouped.ts'
import { warning } from '../../shared/sentences/warnings/stored_warning.ts'

const late = (account: number, reported_through = '2026-11-18') =>
  warning('account_is_late', { account_id: String(account), platform: 'meta', reported_through })
const sentences = async (warnings: unknown[], audience = api) =>
  (await withSentences({ warnings }, audience)).warnings as string[]

describe('warnings of one reason', () => {
  test('about several accounts are one sentence, in the place of the first', async () => {
    const today = warning('today_is_not_over', { today: '2026-11-20' })
    const currency = warning('account_has_another_currency', { account_id: '1', platform: 'meta', currency: 'EUR' })
    expect(await sentences([late(1), today, late(2, '2026-11-17'), currency])).toEqual([
      '2 accounts report late. Later days do not include them: 1 on meta (through 2026-11-18), 2 on meta (through 2026-11-17).',
      'Today, 2026-11-20, is not over. Its numbers cover a part of the day.',
      'Account 1 on meta reports amounts in EUR. They are converted at the rate of their day, and null where no rate is known.',
    ])
  })

  test('name ten accounts at most, and the number of the others', async () => {
    const accounts = Array.from({ length: 500 }, (_, number) => late(number))
    const [sentence, ...others] = await sentences(accounts)
    expect(others).toEqual([])
    expect(sentence).toContain('9 on meta (through 2026-11-18) and 490 more.')
    expect(sentence).not.toContain('10 on meta')
    expect(sentence?.length).toBeLessThan(500)
  })

  test('name an account once, with three of its days at most', async () => {
    const early = Array.from({ length: 40 }, (_, day) =>
      warning('account_reported_too_early', {
        account_id: '1',
        platform: 'meta',
        day: new Date(Date.UTC(2026, 9, 1 + day)).toISOString().slice(0, 10),
      }),
    )
    expect(await sentences(early)).toEqual([
      '1 account reported days before they had ended. A part of these days is missing: 1 on meta (2026-10-01, 2026-10-02, 2026-10-03 and 37 more).',
    ])
  })

  test('are one sentence inside of a warning about the compared days too', async () => {
    const compared = (account: number) =>
      warning('compared_days_are_incomplete', {
        compared_from: '2026-11-01',
        compared_to: '2026-11-07',
        warning: late(account),
      } as never)
    expect(await sentences([compared(1), compared(2), compared(3)])).toEqual([
      'Of the compared days, 2026-11-01 to 2026-11-07: 3 accounts report late. Later days do not include them: ' +
        '1 on meta (through 2026-11-18), 2 on meta (through 2026-11-18), 3 on meta (through 2026-11-18).',
    ])
  })

  test('that are the same appear once', async () => {
    const today = warning('today_is_not_over', { today: '2026-11-20' })
    expect(await sentences([today, today])).toHaveLength(1)
    expect(await sentences(['a stored text', 'a stored text', 'another'])).toEqual(['a stored text', 'another'])
  })

  test('with texts of a hostile account stay one sentence', async () => {
    const hostile = ['$&', '__proto__', 'constructor'].map((account_id) =>
      warning('account_reports_no_hours', { account_id, platform: 'meta' }),
    )
    expect(await sentences([...hostile, 'constructor'])).toEqual([
      '3 accounts report by day only. Hours do not include them: $& on meta, __proto__ on meta, constructor on meta.',
      'constructor',
    ])
  })
})

test.each(Object.keys(groupedSentences))('%s has a sentence about two for each reader', async (reason) => {
  const given = (id: string) => ({
    reason,
    values: {
      account_id: id,
      platform: id,
      currency: 'EUR',
      spend: '1',
      timezone: 'UTC',
      bases: ['revenue'],
      metrics: ['roas'],
      periods: [['2026-11-01', '2026-11-02']],
      more_periods: 0,
      status: 'connected',
      progress: 0.5,
      date_from: '2026-11-01',
      date_to: '2026-11-02',
      days: 3,
      reported_through: '2026-11-03',
      day: '2026-11-04',
      unreported: '2026-11-05',
    },
  })
  for (const audience of [api, page]) {
    const [sentence, ...others] = await sentences([given('one'), given('two')], audience)
    expect(others).toEqual([])
    expect(sentence).toMatch(/^(?=.*\bone\b)(?=.*\btwo\b).*\.$/i)
    expect(sentence).not.toMatch(/undefined|NaN|null where no rate is known: \.|\.\)/)
  }
})
