import type { Sql } from 'postgres'

/** Columns of free text, which accept any value. */
const freeTexts = [
  'name',
  'title',
  'description',
  'headline',
  'body',
  'call_to_action',
  'rationale',
  'note',
  'statement',
  'comment',
  'message',
  'reason',
  'file_name',
  'legal_name',
  'support_contact',
  'shipping_statement',
  'payment_statement',
  'buyer_reference',
  'merchant_order_id',
  'payment_reference',
  'cancellation_reason',
  'author',
  'reply',
  'source_name',
  'product_brand',
  'category',
  'mpn',
  'sku',
  'campaign',
  'channel',
  'answer',
  'gift',
  'model',
  'objective',
  'dialect',
]

export interface TextColumn {
  table: string
  column: string
}

export interface Canary {
  brand: string
  /** The table that contains it, such as `storefront_reviews`. */
  table: string
}

/** Writes a canary into every table of brand data with a text column: CANARY_own_storefront_reviews. */
export async function markCanaries(sql: Sql, brandId: string, strangerId: string): Promise<void> {
  const columns = await sql<{ table: string; column: string; has_maker: boolean }[]>`
    select c.oid::regclass::text as table, a.attname as column,
      exists (select from pg_attribute m where m.attrelid = c.oid and m.attname = 'created_by') and n.nspname = 'commerce' as has_maker
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and a.atttypid = 'text'::regtype and a.attname = any (${freeTexts})
      and exists (select from pg_attribute b where b.attrelid = c.oid and b.attname = 'brand_id')
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f') and a.attnum = any (k.conkey))`
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    for (const { table, column, has_maker } of columns) {
      const word = `_${table.replace('.', '_')}`
      const whose = has_maker ? `case when created_by = '${strangerId}' then 'stranger' else 'own' end` : `'own'`
      await transaction.unsafe(
        `update ${table} set ${column} = 'CANARY_' || ${whose} || '${word}' where brand_id = '${brandId}' and ${column} is not null`,
      )
    }
  })
}

/** Returns the distinct canaries in a text. */
export function canariesIn(text: string): Canary[] {
  const found = new Set(text.match(/canary_[a-z]+_[a-z_]+/gi)?.map((word) => word.toLowerCase()))
  return [...found].map((word) => {
    const [, brand = '', ...table] = word.split('_')
    return { brand, table: table.join('_') }
  })
}
