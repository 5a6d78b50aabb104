import { expect } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'

/** Fails unless analytics.coverage of a brand is what a scan of its facts finds. Returns the number of its rows. */
export async function expectCoverage(sql: Pick<Database, 'unsafe'>, brandId: string): Promise<number> {
  const held = await sql.unsafe(
    `select entity_id::text, measure, days::text from analytics.coverage where brand_id = '${brandId}' order by 1, 2`,
  )
  const scanned = await sql.unsafe(`
    with facts as (
      select coalesce(entities.account_entity_id, entities.entity_id) as entity_id, held.day, to_jsonb(held) as columns
      from analytics.facts_daily as held
      join analytics.entities on entities.brand_id = held.brand_id and entities.entity_id = held.entity_id
      where held.brand_id = '${brandId}'
    ),
    days as (
      select facts.entity_id, 'any' as measure, facts.day from facts
      union
      select facts.entity_id, 'active', facts.day from facts
      where (facts.columns ->> 'spend_micros')::bigint > 0 or (facts.columns ->> 'store_revenue_micros')::bigint > 0
      union
      select facts.entity_id, base.name, facts.day
      from facts
      join analytics.metric_definitions as base on facts.columns ->> base.source_column is not null
    )
    select days.entity_id::text, days.measure, range_agg(daterange(days.day, days.day, '[]'))::text as days
    from days
    -- The reach of several rows is not known.
    where days.measure <> 'reach'
    group by 1, 2 order by 1, 2`)
  expect(held.filter(({ measure }) => measure !== 'reach')).toEqual([...scanned])
  return held.length
}
