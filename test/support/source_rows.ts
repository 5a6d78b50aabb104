import type { Sql } from 'postgres'

/** Fills the tables of connected accounts and of restated facts, so that each has a row of the brand. */
export async function fillSources(sql: Sql, brandId: string, accountId: string): Promise<void> {
  const connectionId = `con_${'0'.repeat(31)}1`
  await sql`
    insert into sources.connections (connection_id, account_id, platform, sealed, connected_by)
    values (${connectionId}, ${accountId}, 'meta', ${`${'k'.repeat(16)}.sealed`}, 'ada@shop.example')`
  await sql`
    insert into sources.sources (brand_id, source_id, connection_id, platform, external_id, name, currency, timezone)
    values (${brandId}, ${`src_${'0'.repeat(31)}1`}, ${connectionId}, 'meta', '1', 'One', 'USD', 'UTC')`
  await sql`
    insert into sources.windows (brand_id, window_id, source_id, report, purpose, first_on, last_on)
    select brand_id, ${`win_${'0'.repeat(31)}1`}, source_id, 'ads_daily', 'recent', '2026-11-01', '2026-11-02'
    from sources.sources where brand_id = ${brandId}`
  await sql`
    insert into sources.due_objects (brand_id, source_id, report, object_id)
    select brand_id, source_id, 'orders', '1' from sources.sources where brand_id = ${brandId}`
  await sql`
    insert into sources.data_requests (brand_id, request_id, shop, customer_id, requested_at)
    values (${brandId}, '1', 'acme.myshopify.com', '1', '2026-11-18T09:00:00Z')`
  await sql`
    insert into sources.authorizations (brand_id, state_hash, platform, bound_to, sealed_verifier, redirect_uri)
    values (${brandId}, decode(${'0'.repeat(64)}, 'hex'), 'meta', 'session', 'sealed', 'https://vitrine.example/callback')`
  await sql`
    insert into analytics.ga4_sessions (brand_id, property_id, hour, source, medium, campaign, sessions, key_events, purchases, revenue_micros)
    values (${brandId}, '1', '2026-11-18T09:00:00Z', 'google', 'cpc', 'One', 3, 1, 1, 9000000)`
  await sql`
    insert into analytics.ga4_transactions (brand_id, property_id, transaction_id, hour, source, medium, campaign)
    values (${brandId}, '1', 't1', '2026-11-18T09:00:00Z', 'google', 'cpc', 'One')`
  await sql`
    insert into analytics.restatement_factors (brand_id, platform, metric, age, factor, days)
    values (${brandId}, 'google', 'spend', 1, 1.1, 30)`
  for (const table of ['analytics.facts_daily', 'analytics.facts_hourly']) {
    await sql.unsafe(`
      insert into ${table}_versions
      select version.*
      from ${table} as held
      cross join jsonb_populate_record(null::${table}_versions, to_jsonb(held) || '{"replaced_at": "2026-11-19T00:00:00Z"}') as version
      where held.brand_id = '${brandId}'
      limit 1`)
  }
}
