import { createHash } from 'node:crypto'
import type { Sql } from 'postgres'
import type { Ids } from './scene.ts'

interface Copy {
  from: { brandId: string; accountId: string }
  to: string
  toAccount: string
  /** The name in the canaries. */
  name: string
  ids: Ids
}

/** Tables of credentials and of memberships, which a copy does not share. */
const notCopied = [
  'core.brands',
  'core.api_keys',
  'core.memberships',
  'core.notification_choices',
  'oauth.notifications',
  'oauth.notification_mails',
  'oauth.unsubscribe_tokens',
  'core.analyst_grants',
  'core.idempotent_requests',
]

/** Copies every row of a brand to another brand, with new ids and canaries in all references. */
export async function copyBrand(sql: Sql, { from, to, toAccount, name, ids }: Copy): Promise<Ids> {
  const translate = (text: string) =>
    text
      .replaceAll(from.brandId, to)
      .replaceAll(from.accountId, toAccount)
      .replaceAll('CANARY_own', `CANARY_${name}`)
      .replaceAll('canary_own', `canary_${name}`)
      .replaceAll('CANARY_stranger', `CANARY_${name}`)
      .replace(
        /\b((?!brd|acc)[a-z]{2,5}_)([0-9a-f]{32})\b/g,
        (_, prefix: string, rest: string) =>
          prefix +
          createHash('md5')
            .update(rest + to)
            .digest('hex'),
      )
  const empty: string[] = []
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    for (const { table, owner, columns } of await brandTables(sql)) {
      const rows = await transaction.unsafe<{ row: string }[]>(
        `select to_jsonb(held)::text as row from ${table} as held where ${owner} = '${from.brandId}'`,
      )
      if (rows.length === 0) empty.push(table)
      const copied = translate(`[${rows.map(({ row }) => row).join(',')}]`)
      // Deletes the rows that triggers and factories created for the target brand.
      await transaction.unsafe(`delete from ${table} as held where ${owner} = '${to}'`)
      await transaction.unsafe(
        `insert into ${table} (${columns}) overriding system value
         select ${columns} from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
        [copied],
      )
    }
    await transaction`update core.brands set name = ${`CANARY_${name}_core_brands`} where brand_id = ${to}`
  })
  if (empty.length > 0) throw new Error(`test/tenants/scene.ts gives no brand a row in ${empty.join(', ')}.`)
  return Object.fromEntries(Object.entries(ids).map(([noun, id]) => [noun, translate(id)]))
}

/** Returns the tables of brand data and the expression for the brand of a row. */
export async function brandTables(sql: Sql): Promise<{ table: string; owner: string; columns: string }[]> {
  return await sql`
    select c.oid::regclass::text as table,
      case when c.oid = 'webhooks.secrets'::regclass
        then '(select endpoints.brand_id from webhooks.endpoints where endpoints.endpoint_id = held.endpoint_id)'
        else 'held.brand_id'
      end as owner,
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace <> 'pg_catalog'::regnamespace
      and (c.oid = 'webhooks.secrets'::regclass or exists (select from pg_attribute b where b.attrelid = c.oid and b.attname = 'brand_id'))
      and not c.oid::regclass::text = any (${notCopied})
    group by c.oid
    order by c.oid::regclass::text = 'webhooks.secrets', 1`
}
