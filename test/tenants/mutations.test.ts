import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCells, askAll } from './matrix/ask_all.ts'
import { filters } from './filters.ts'
import type { Filter } from './filters.ts'
import { openTenants } from './scene.ts'
import type { TenantScene } from './scene.ts'

/** `npm run mutate` removes every filter; other runs remove only the one that limits keys to their brands. */
const tried = process.env.MUTATE === 'all' ? filters : filters.slice(0, 1)

/** The credentials that can gain access; the others are invalid. */
const gaining = ['none', 'revoked', 'expired', 'analytics', 'secret', 'two_brands', 'app', 'lost_app', 'viewer']

let scene: TenantScene

beforeAll(async () => {
  scene = await openTenants()
}, 120_000)
afterAll(() => scene.stop())

/** The same requests every time, none of which ends a session or deletes a row. */
function cellsOf() {
  return allCells().filter(
    ({ name, row, credential, isSpoken }) =>
      gaining.includes(credential) &&
      !isSpoken &&
      (!row.writes || row.surface === 'page' || name.includes('handoff')) &&
      !/sign-out|disconnect/.test(name),
  )
}

async function isMissed({ routine, condition, without }: Filter): Promise<boolean> {
  const { sql } = scene.console.database
  const [row] = await sql`select pg_get_functiondef(${routine}::regprocedure) as definition`
  const definition = row?.definition as string
  expect(definition.split(condition)).toHaveLength(2)
  await sql.unsafe(definition.replace(condition, without))
  try {
    return (await askAll(scene, cellsOf())).wrong.length === 0
  } finally {
    await sql.unsafe(definition)
  }
}

describe('the tenant matrix', () => {
  test('passes with all filters', { timeout: 120_000 }, async () => {
    expect((await askAll(scene, cellsOf())).wrong).toEqual([])
  })

  test.each(tried)(
    'fails without a condition that $routine needs: $condition',
    { timeout: 120_000 },
    async (filter) => {
      expect(await isMissed(filter)).toBe(filter.held !== undefined)
    },
  )
})
