import { describe, expect, test } from 'vitest'
import { change, channelName, day, dayOfYear, instant, percent } from '../../functions/console/parts/format.ts'
import { notes } from '../../functions/console/parts/notices.ts'
import { accountTitle, placeOf } from '../../shared/pages/account_title.ts'
import { page } from '../../shared/sentences/page_audience.ts'
import { sentencesOfWarnings } from '../../shared/sentences/warnings/warning.ts'

describe('formats of pages', () => {
  test('name each month with three letters', () => {
    const date = new Date('2026-09-02T10:00:00Z')
    expect([day('2026-09-02'), dayOfYear(date), instant(date.toISOString()), page.instant(date.toISOString())]).toEqual(
      ['2 Sep 2026', '2 Sep', '2 Sep 2026, 10:00 UTC', '2 Sep 2026, 10:00 UTC'],
    )
  })

  test('have one decimal of a percentage and no space before its sign', () => {
    expect([percent(0.862, 1), percent(1, 1), change(0.1), change(-0.0912), page.percent(2)]).toEqual([
      '86.2%',
      '100.0%',
      '+10.0%',
      '-9.1%',
      '2%',
    ])
  })

  test('write channels in small letters with a capital, and imported names as they are', () => {
    expect(channelName('tiktok ads')).toBe('TikTok ads')
    expect(['organic search', 'google', 'paid-social', 'Affiliate DE'].map(channelName)).toEqual([
      'Organic search',
      'Google',
      'Paid-social',
      'Affiliate DE',
    ])
  })

  test('name an account without a name by platform and id', () => {
    const account = { platform: 'snapchat', account_id: '123' }
    expect(accountTitle(account)).toBe('Snapchat account 123')
    expect(accountTitle({ platform: 'snapchat', account_id: 'snapchat' })).toBe('Snapchat account')
    expect(placeOf({ ...account, account_name: 'Aurora' })).toBe('Snapchat, Aurora')
    expect(placeOf(account)).toBe('Snapchat account 123')
  })
})

describe('notes of a page', () => {
  test('have each warning once, in one list', () => {
    const shown = String(notes(['First.', 'Second.'], undefined, ['Second.', 'Third.']))
    expect([...shown.matchAll(/<li>([^<]*)<\/li>/g)].map(([, text]) => text)).toEqual(['First.', 'Second.', 'Third.'])
    expect(notes([], undefined)).toBe('')
  })

  test('begin with incomplete numbers', () => {
    const late = { account_id: '1', platform: 'meta', reported_through: '2026-11-18' }
    const warnings = [
      { reason: 'compared_days_are_not_read_yet', values: { ...late, date_from: '2026-11-01', date_to: '2026-11-02' } },
      { reason: 'reach_cannot_be_added_up', values: {} },
      { reason: 'account_is_late', values: late },
    ]
    expect(sentencesOfWarnings(warnings, page).map((text) => text.split(' ').slice(0, 3).join(' '))).toEqual([
      'Meta account 1',
      'reach and frequency',
      'Nothing is compared:',
    ])
  })
})
