import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()
const root = join(import.meta.dirname, '..', '..')

/** Terms of services that hold, move or pay out money. */
const funds =
  /escrow|payout|pay_out|disburse|remit|settlement|balance|wallet_id|iban|card_number|account_number|charge_id|capture|deposit|ledger|withdrawal_of_funds/i

describe('funds', () => {
  test('no column, state, event or constraint of commerce names held or moved funds', async () => {
    const names = await commerce.sql()`
      select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'commerce'
      union all select machine || ':' || from_state || ':' || action || ':' || to_state from commerce.transitions
      union all select type from events.types
      union all select conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'commerce'::regnamespace`
    expect(names.length).toBeGreaterThan(200)
    expect(names.map((row) => row.name as string).filter((name) => funds.test(name))).toEqual([])
  })

  test('no documented path, field or value names held or moved funds', async () => {
    const { body } = await commerce.api().http.get('/openapi.json')
    const paths = Object.entries(body.paths as Record<string, unknown>).filter(([path]) => path.includes('storefront'))
    const found = paths.flatMap(([path, item]) => {
      const names = [...JSON.stringify(item).matchAll(/"(\w+)"/g)].map(([, name = '']) => name)
      return [path, ...names].filter((name) => funds.test(name))
    })
    expect(found).toEqual([])
  })

  test('no source file contains the word escrow', () => {
    const files = globSync('{sql,shared,functions}/**/*.{sql,ts}', { cwd: root })
    expect(files.filter((path) => /escrow/i.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
  })
})
