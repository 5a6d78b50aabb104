import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import type { TransactionSql } from 'postgres'
import { findBrand } from '../../shared/ingest/find_brand.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { confirmId } from '../erasure/confirm.ts'
import { printOutcome } from '../terminal/print.ts'
import { asWorker } from './database.ts'

interface Erased {
  visitors: number
  orders: number
  touches: number
  transactions: number
  reviews: number
}

const personArgument = ['<person>', 'a customer id of the store, or device: and a device id'] as const

/** Data subject requests of the customers of a brand. */
export function customersCommand(): Command {
  const customers = new Command('customers').description('answer data subject requests of the customers of a brand')
  customers
    .command('export')
    .description('print what is stored of a customer: a JSON object for each row')
    .argument('<brand>', 'id or slug')
    .argument(...personArgument)
    .option('--out <file>', 'write to a new file instead')
    .action(async (brand: string, person: string, { out }: { out?: string }, command: Command) => {
      const rows = await inBrand(
        brand,
        (sql, brandId) => sql<{ table_name: string; record: object }[]>`
          select table_name, record from analytics.person_data(${brandId}, ${person})`,
      )
      const lines = rows
        .map(({ table_name, record }) => `${JSON.stringify({ table: table_name, ...record })}\n`)
        .join('')
      if (out === undefined) {
        process.stdout.write(lines)
        return
      }
      await writeFile(out, lines, { mode: 0o600, flag: 'wx' })
      printOutcome(command, { file: out, rows: rows.length }, `Wrote ${rows.length} rows to ${out}.`)
    })
  customers
    .command('erase')
    .description('remove a customer from touches, links and commerce data; orders keep their amounts without a person')
    .argument('<brand>', 'id or slug')
    .argument(...personArgument)
    .option('--yes <person>', 'the person again, to confirm without a question')
    .action(async (brand: string, person: string, { yes }: { yes?: string }, command: Command) => {
      await confirmId(person, `${person} will be removed from all data of ${brand}. This cannot be undone.`, yes)
      const [row] = await inBrand(
        brand,
        (sql, brandId) => sql<{ erased: Erased }[]>`select analytics.erase_person(${brandId}, ${person}) as erased`,
      )
      const erased = row!.erased
      printOutcome(
        command,
        erased,
        `Erased ${person}, with ${erased.visitors} ids: ${erased.touches} touches deleted, ${erased.orders} orders, ` +
          `${erased.transactions} orders of agents and ${erased.reviews} reviews made anonymous.`,
      )
    })
  return customers
}

async function inBrand<Rows>(
  brand: string,
  query: (sql: TransactionSql, brandId: string) => Promise<Rows>,
): Promise<Rows> {
  return (await asWorker((sql) =>
    sql.begin(async (transaction) => {
      const brandId = await findBrand(transaction, { brand, audience: shell })
      await transaction`select core.enter_brand(${brandId})`
      return await query(transaction, brandId)
    }),
  )) as Rows
}
