import type { Client } from 'pg'

export interface Table {
  /** Name with schema, quoted where SQL requires it. */
  name: string
  /** Columns that COPY reads and writes. Generated columns are computed again. */
  columns: string[]
}

/** The tables of people and sessions, where the migrations created them. On a hosted platform they belong to the platform. */
const peopleTables = ['auth.users', 'auth.sessions']

/**
 * Returns all tables of the product, each after the tables to which it refers. Partitions are not listed, because their
 * parent returns their rows. The queue of pg-boss is not listed, because due work is scheduled again.
 */
export async function backedUpTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { referenced: string[] }>(
    `
    select pg_class.oid::regclass::text as name,
      array(
        select quote_ident(attname)::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns,
      array(
        select distinct confrelid::regclass::text from pg_constraint
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
      ) as referenced
    from pg_class
    where relkind in ('r', 'p') and not relispartition and (
      relowner = 'vitrine_owner'::regrole
      or (pg_class.oid::regclass::text = any ($1) and pg_has_role(relowner, 'usage'))
    )
    order by 1`,
    [peopleTables],
  )
  const sorted: Table[] = []
  let rest = rows
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ name }) => name))
    const next = rest.filter(({ referenced }) => !referenced.some((name) => waiting.has(name)))
    if (next.length === 0) throw new Error(`The foreign keys of ${[...waiting].join(', ')} form a circle.`)
    sorted.push(...next.map(({ name, columns }) => ({ name, columns })))
    rest = rest.filter((table) => !next.includes(table))
  }
  return sorted
}

export const isOfPeople = ({ name }: { name: string }): boolean => peopleTables.includes(name)
