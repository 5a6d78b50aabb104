import { describe, expect, test } from 'vitest'
import { withSentences } from '../shared/db/warnings.ts'
import { requireRows } from '../shared/ingest/import_report.ts'
import { api, shell } from '../shared/sentences/audience.ts'
import { page } from '../shared/sentences/page_audience.ts'
import { warning } from '../shared/sentences/warnings/stored_warning.ts'

const currencies = { from_currency: 'USD', to_currency: 'EUR' }

const missingRate = () => ({
  warnings: [
    warning('exchange_rate_is_missing', {
      ...currencies,
      days: 2,
      date_from: '2026-11-01',
      date_to: '2026-11-02',
      rows: 3,
    }),
  ],
  rejections: [{ line: 2, reason: [warning('row_lacks_exchange_rate', currencies), warning('order_is_repeated')] }],
})

describe('the advice of a warning and of a rejected row', () => {
  test.each([
    ['shell', shell, 'Import the rates (vitrine import rates), then import the file again.'],
    ['API', api, 'Ask the operator of the installation to import the rates and then the file again.'],
    ['page', page, 'Ask the owner of the installation to import the rates and then the file again.'],
  ])('is for a reader of the %s', async (_, audience, advice) => {
    expect(await withSentences(missingRate(), audience)).toEqual({
      warnings: [
        `No rate from USD to EUR is known for 2 of the days from ${audience.day('2026-11-01')} to ${audience.day('2026-11-02')}. The amounts of 3 rows are not known. ${advice}`,
      ],
      rejections: [
        {
          line: 2,
          reason: `currency: no rate from USD to EUR is known for that day. ${advice} order_id: is on an earlier line too. Keep one line for each order.`,
        },
      ],
    })
  })

  test.each([
    [
      warning('cac_counts_claimed_customers', {}),
      'analytics.monthly_acquisition',
      'GET /v1/attribution with metric=cac',
    ],
    [
      warning('forecast_was_not_renewed', { failed_on: '2026-11-19', error: '22012' }),
      'The log of the worker',
      'ask the operator',
    ],
    [warning('price_is_ambiguous', { column: 'price', text: '1,234' }), '--decimal comma', 'Write it as 1234.50.'],
  ])('of %j names a command or a view to the shell only', async (given, forShell, forApi) => {
    const [shown, requested] = [
      await withSentences({ warnings: [given] }, shell),
      await withSentences({ warnings: [given] }, api),
    ]
    expect(shown.warnings[0]).toContain(forShell)
    expect(requested.warnings[0]).toContain(forApi)
    expect(requested.warnings[0]).not.toContain(forShell)
  })

  test('names --strict to the shell only', () => {
    const report = { rows_accepted: 1, rows_rejected: 1, rejections: [{ line: 2, reason: 'x' }] }
    expect(() => requireRows(report, { audience: shell, strict: true })).toThrow('1 row is wrong and --strict is set.')
    expect(() => requireRows(report, { audience: page, strict: true })).toThrow(
      '1 row is wrong and the import is strict.',
    )
  })

  test('replaces the reasons of rows by sentences', async () => {
    const reasons = [
      warning('last_unit_earns_more_here'),
      warning('more_spend_brings_more', { spend_pct: 10, outcome_pct: '5.0', objective: 'revenue' }),
    ]
    expect(await withSentences({ data: [{ reasons }] })).toEqual({
      data: [
        {
          reasons: [
            'The last unit spent here earns more than elsewhere.',
            'Spending 10 % more brings about 5.0 % more revenue.',
          ],
        },
      ],
    })
  })
})
