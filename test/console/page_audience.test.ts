import { describe, expect, test } from 'vitest'
import { page } from '../../shared/sentences/page_audience.ts'
import { sentenceOf } from '../../shared/sentences/sentence.ts'
import { sentenceOfWarning } from '../../shared/sentences/warnings/warning.ts'

describe('sentences for pages', () => {
  test('format days, and keep a date in the name of an account', () => {
    const values = { account_id: '2026-01-05 sale', platform: 'meta', reported_through: '2026-11-02' }
    expect(sentenceOfWarning({ reason: 'account_is_late', values }, page)).toBe(
      'Account 2026-01-05 sale on meta has reported through 2 Nov 2026 only. Later days do not include this account.',
    )
  })

  test('format the days of a warning within a warning', () => {
    const warning = { reason: 'data_ends_earlier', values: { reported_through: '2026-11-02' } }
    const values = { compared_from: '2026-11-01', compared_to: '2026-11-07', warning }
    expect(sentenceOfWarning({ reason: 'compared_days_are_incomplete', values }, page)).toBe(
      'Of the compared days, 1 Nov 2026 to 7 Nov 2026: Nothing was reported after 2 Nov 2026.',
    )
  })

  test('format instants, and name the checkbox of the form in place of the parameter', () => {
    const raised = {
      reason: 'this_endpoint_has_too_many_secrets',
      field: 'id',
      values: { until: '2026-11-02T10:00:00Z' },
    }
    expect(sentenceOf(raised, page)).toMatch(
      / Wait until 2 Nov 2026, 10:00 UTC, or .* with "The secret leaked: stop using it now"\.$/,
    )
  })
})
