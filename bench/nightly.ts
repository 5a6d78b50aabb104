/**
 * Processor time of the nightly jobs of a brand, in the database and in the worker, on a sample of brands: 100 ads with 400 days, and 3,000 orders
 * with 30,000 touches in 90 days. The first night reads all days, a later night one new day of a report of seven days.
 */
import { loadavg } from 'node:os'
import { createPool } from '../shared/db/pool.ts'
import { anomalies } from '../functions/worker/queues/anomalies.ts'
import { attribution } from '../functions/worker/queues/attribution.ts'
import { forecasts } from '../functions/worker/queues/forecasts.ts'
import { trust } from '../functions/worker/queues/trust.ts'
import { addDays } from '../shared/calendar/days.ts'
import { processSeconds } from './catalog.ts'
import { startCluster } from './cluster.ts'
import { fillBrands, importFacts } from './facts.ts'
import { countArgument, judgeGoals } from './goals.ts'

const brands = countArgument(4)
const brandIds = Array.from({ length: brands }, (_, index) => `brd_${index + 1}`)
const lastDay = '2026-11-20'
const cluster = await startCluster()
const { sql } = cluster
try {
  await fillBrands(cluster, 1, brands, 400)
  for (const brand of brandIds) await fillOrders(brand)
  await sql`vacuum analyze`
  await sql`alter role vitrine_worker login password 'bench'`
  await sql`grant vitrine_clock to vitrine_worker`
  let seconds = await night(addDays(lastDay, 1))
  for (const day of [1, 2].map((days) => addDays(lastDay, days))) {
    for (const brand of brandIds) await importFacts(cluster, brand, 7, day)
    seconds = await night(addDays(day, 1))
  }
  judgeGoals([{ name: 'minutes for 1,000 brands on two cores', measured: (seconds * 1000) / 2 / 60, atMost: 60 }])
} finally {
  await cluster.stop()
}

async function fillOrders(brand: string): Promise<void> {
  await sql`
    insert into analytics.touchpoints (brand_id, visitor_id, touched_at, kind, channel, touch_id, person_id)
    select ${brand}, v, ${lastDay}::timestamptz - random() * interval '90 days', case when random() < 0.15 then 'view' else 'click' end,
      (array['google', 'meta', 'tiktok', 'email', 'organic', 'direct', 'affiliate', 'bing'])[1 + floor(random() * 8)::int], n::text, v
    from (select n, 'c' || floor(random() * 5000)::int as v from generate_series(1, 30000) as n) as touch`
  await sql`
    insert into analytics.orders (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros, is_new_customer)
    select ${brand}, 'o' || n, v, v, ${lastDay}::timestamptz - random() * interval '90 days', (20 + random() * 200)::bigint * 1000000, random() < 0.5
    from (select n, 'c' || floor(random() * 5000)::int as v from generate_series(1, 3000) as n) as placed`
  await sql`insert into analytics.attribution_settings (brand_id) values (${brand})`
  await sql`
    insert into analytics.data_status (brand_id, kind, first_on, last_on) values (${brand}, 'orders', ${addDays(lastDay, -90)}, ${lastDay})`
  await sql`
    insert into analytics.imports (brand_id, kind, dialect, file_name, rows_read, rows_accepted, rows_rejected)
    values (${brand}, 'journeys', 'vitrine', 'journeys.csv', 30000, 30000, 0)`
}

/** Runs the jobs of all brands in the morning of a day, and returns the processor time of a brand (seconds). */
async function night(day: string): Promise<number> {
  const url = new URL(cluster.url)
  url.username = 'vitrine_worker'
  const pool = createPool({ url: url.href, connectionsMax: 1, now: `${day}T09:00:00Z` })
  const [backend] = await pool`select pg_backend_pid() as pid`
  const used = () => {
    const { user, system } = process.cpuUsage()
    return { database: processSeconds(backend?.pid as number), worker: (user + system) / 1e6 }
  }
  const startedAt = used()
  const table: Record<string, { database: number; worker: number }> = {}
  for (const queue of [attribution, anomalies, forecasts, trust]) {
    const before = used()
    for (const job of (await queue.split?.(pool, brandIds)) ?? []) await queue.run(pool, job)
    table[queue.name] = difference(before, used())
  }
  const total = difference(startedAt, used())
  await pool.end()
  console.log(`Night of ${day}, load ${loadavg()[0]?.toFixed(1)}: seconds of processor time a brand`)
  console.table({ ...table, total })
  return total.database + total.worker
}

function difference(before: { database: number; worker: number }, after: { database: number; worker: number }) {
  const each = (name: 'database' | 'worker') => Math.round(((after[name] - before[name]) / brands) * 1000) / 1000
  return { database: each('database'), worker: each('worker') }
}
