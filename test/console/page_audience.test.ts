import { describe, expect, test } from 'vitest'
import { page } from '../../shared/sentences/page_audience.ts'
import { sentenceOf } from '../../shared/sentences/sentence.ts'
import { sentenceOfWarning } from '../../shared/sentences/warnings/warning.ts'

describe('sentences for pages', () => {
  test('format days, and keep a date in the name of an account', () => {
    const values = { account_id: '2026-01-05 sale', platform: 'meta', reported_through: '2026-11-02' }
    expect(sentenceOfWarning({ reason: 'account_is_late', values }, page)).toBe(
      'Meta account 2026-01-05 sale has reported through 2 Nov 2026 only. Later days do not include this account.',
    )
  })

  test('format the days of a warning within a warning', () => {
    const warning = { reason: 'data_ends_earlier', values: { reported_through: '2026-11-02' } }
    const values = { compared_from: '2026-11-01', compared_to: '2026-11-07', warning }
    expect(sentenceOfWarning({ reason: 'compared_days_are_incomplete', values }, page)).toBe(
      'Of the compared days, 1 Nov 2026 to 7 Nov 2026: Nothing was reported after 2 Nov 2026.',
    )
  })

  test('name no parameter of the API for days and ids that are refused', () => {
    const days = { field: 'date_to', values: { days_max: 1127 } }
    expect(sentenceOf({ ...days, reason: 'is_too_far_after_date_from' }, page)).toBe(
      'A page shows at most 1127 days (37 months). Choose a later start or an earlier end.',
    )
    const ids = { level: 'campaign', ids: ['c9'], platforms: ['google', 'meta'] }
    const unknown = { reason: 'names_no_entity_of_these_platforms', field: 'campaign_ids', values: ids }
    expect(sentenceOf(unknown, page)).toBe(
      'No campaign of Google, Meta has the id c9. Choose one on the page Performance.',
    )
  })

  test('format amounts, counts and names', () => {
    const budgets = { rows: 1200, budgets_unknown: 3, spend_without_budget: 12345.6, currency: 'EUR' }
    expect(sentenceOfWarning({ reason: 'some_budgets_are_unknown', values: budgets }, page)).toBe(
      'Totals: the budget of 3 of 1,200 rows is not known. Budget, pacing and status are of the other rows. ' +
        'The spend of rows without a known budget is €12,345.60.',
    )
    const bases = { account_id: 'a', platform: 'meta', bases: ['conversions'], metrics: ['cpa', 'roas'] }
    expect(sentenceOfWarning({ reason: 'account_never_reports_bases', values: bases }, page)).toContain(
      'Computed without this account: CPA, ROAS.',
    )
    const spend = { platform: 'x', spend: '1234.50', currency: 'USD' }
    expect(sentenceOfWarning({ reason: 'spend_has_no_single_channel', values: spend }, page)).toContain('$1,234.50')
    const secrets = {
      reason: 'this_endpoint_has_too_many_secrets',
      field: 'id',
      values: { until: '2026-11-02T10:00:00Z' },
    }
    expect(sentenceOf(secrets, page)).toContain('Wait until 2 Nov 2026, 10:00 UTC,')
  })

  test.each([
    ['money', '2026-11-30', 'Cyber Monday, 27 to 30 Nov 2026. On 28 Nov 2025 the value was $13,689.73; ', '$2,742.90.'],
    ['count', '2026-12-01', 'Cyber Monday, 27 Nov to 1 Dec 2026. On 28 Nov 2025 the value was 13,689.73; ', '2,742.9.'],
    ['fraction', '2027-01-02', '27 Nov 2026 to 2 Jan 2027. On 28 Nov 2025 the value was 1,368,973%; ', '274,290%.'],
  ])('format a value by its unit %s, and the days of a holiday until %s', (unit, date_to, start, end) => {
    const values = {
      holiday: 'black_friday',
      date_from: '2026-11-27',
      date_to,
      day: '2025-11-28',
      value: 13689.73,
      median: 2742.9,
      weeks: 8,
      currency: 'USD',
      units: { value: unit, numerator: unit, denominator: null },
    }
    const sentence = sentenceOfWarning({ reason: 'holiday_is_not_forecast', values }, page)
    expect(sentence).toContain(start)
    expect(sentence.endsWith(` had a median of ${end}`)).toBe(true)
  })

  test('format an outlier by the unit of its part', () => {
    const days = [{ day: '2026-11-02', value: 5000, limit: 1200.5 }]
    const units = { value: 'multiple', numerator: 'money', denominator: 'money' }
    const values = { part: 'numerator', days, earlier_days: 0, currency: 'EUR', units }
    expect(sentenceOfWarning({ reason: 'outliers_were_limited', values }, page)).toContain(
      'the numerator of 2 Nov 2026 (€5,000.00, limited to €1,200.50).',
    )
  })

  test('name the checkbox of the form in place of the parameter', () => {
    const raised = {
      reason: 'this_endpoint_has_too_many_secrets',
      field: 'id',
      values: { until: '2026-11-02T10:00:00Z' },
    }
    expect(sentenceOf(raised, page)).toMatch(/ with "The secret leaked: stop using it now"\.$/)
  })
})
