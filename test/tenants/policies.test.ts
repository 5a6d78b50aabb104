import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkTable } from './check_table.ts'
import type { Tenants } from './check_table.ts'
import { copyBrand } from './copy_brand.ts'
import { policiesOf, mutantsOf } from './mutants.ts'
import { openTenants } from './scene.ts'
import type { TenantScene } from './scene.ts'

let scene: TenantScene
let tenants: Tenants
const analyst = `analyst_${randomUUID().replaceAll('-', '')}`

beforeAll(async () => {
  scene = await openTenants()
  const { sql } = scene.console.database
  const { own, foreign } = scene.brands
  const [brand] = await sql`select account_id from core.brands where brand_id = ${own}`
  const accountId = brand?.account_id as string
  // Test keys have business with the simulated shop, each with its own.
  await copyBrand(sql, {
    from: { brandId: own, accountId },
    to: 'brd_simulated',
    toAccount: accountId,
    name: 'simulated',
    ids: {},
  })
  await sql.unsafe(`create role ${analyst} login in role vitrine_analyst`)
  await sql`insert into core.analyst_grants (role_name, brand_id) values (${analyst}, ${own})`
  const [simulated] = await sql`select created_by from commerce.negotiations where brand_id = 'brd_simulated' limit 1`
  tenants = {
    brandId: own,
    foreignId: foreign,
    accountId,
    agentKeyId: scene.credentials.secretId,
    shopKeyId: scene.credentials.shopId,
    testKeyId: simulated?.created_by as string,
    analyst,
  }
}, 60_000)
afterAll(async () => {
  await scene.console.database.sql`delete from core.analyst_grants where role_name = ${analyst}`
  await scene.console.database.sql.unsafe(`drop role ${analyst}`)
  await scene.stop()
})

class Undone extends Error {}

async function undone(run: (sql: TransactionSql) => Promise<void>): Promise<void> {
  await scene.console.database.sql
    .begin(async (transaction) => {
      await run(transaction)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
}

describe('row-level security, as each role of the database', () => {
  test('shows and lets write what is one’s own, in every table that has it', async () => {
    const faults: string[] = []
    await undone(async (sql) => {
      const tables = new Set((await policiesOf(sql)).map(({ table }) => table))
      for (const table of tables)
        faults.push(...(await checkTable(sql, table, tenants)).map((fault) => `${table}, ${fault}`))
    })
    expect(faults).toEqual([])
  })

  test('is missed wherever a policy lets through everything', { timeout: 300_000 }, async () => {
    const survived: string[] = []
    const counts: Record<string, number> = {}
    await undone(async (sql) => {
      for (const policy of await policiesOf(sql)) {
        for (const mutant of await mutantsOf(sql, policy)) {
          counts[mutant.kind] = (counts[mutant.kind] ?? 0) + 1
          if (!mutant.statement) continue
          const { statement, roles } = mutant
          await sql
            .savepoint(async (inner) => {
              await inner.unsafe(statement)
              const faults = await checkTable(inner, policy.table, tenants, roles)
              if (faults.length === 0) survived.push(statement)
              throw new Undone()
            })
            .catch((error: unknown) => {
              if (!(error instanceof Undone)) throw error
            })
        }
      }
    })
    console.log(counts)
    expect(survived).toEqual([])
  })
})
