/**
 * The first synchronization of a large account of Google Ads: rows per second, peak memory of the process that synchronizes, time to the
 * first chart, and the storage of nights of restatements. The references are the same replies fetched and parsed without Vitrine, and a
 * handwritten copy of the stored facts.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openKeyRing } from '../shared/key_ring.ts'
import { googleAds } from '../shared/sources/google_ads/google_ads.ts'
import { sealGrant } from '../shared/sources/sealed_grant.ts'
import { connectGoogle } from '../test/support/google_sources.ts'
import { startGoogleAds } from '../test/support/platforms/google_ads/google_ads.ts'
import { startGoogleIdentity } from '../test/support/platforms/google_identity/google_identity.ts'
import { startCluster } from './cluster.ts'

const ads = Number(process.argv[2] ?? 2000)
const months = Number(process.argv[3] ?? 37)
const nights = Number(process.argv[4] ?? 3)
const today = '2026-11-20'
const first = new Date(`${today}T00:00:00Z`)
first.setUTCMonth(first.getUTCMonth() - months)
const from = first.toISOString().slice(0, 10)
const brandId = `brd_${'0'.repeat(32)}`
const tokenKey = randomBytes(32).toString('base64')

const identity = await startGoogleIdentity({ redirectUri: 'http://127.0.0.1:9/callback' })
const platform = await startGoogleAds(identity)
const account = platform.seed({
  seed: 1,
  from,
  to: dayAfter(nights),
  campaigns: ads / 100,
  groupsPerCampaign: 10,
  adsPerGroup: 10,
})
const cluster = await startCluster()
const { sql } = cluster
try {
  const { call, grant } = await connectGoogle(googleAds, identity, platform.environment)
  console.log({ ads, from, to: today })
  console.log({ reference: 'fetch and parse', ...(await fetchReplies()) })
  await connect()

  const whole = await synchronize(`${today}T12:00:00Z`)
  const [stored] = await sql`
    select (select count(*) from analytics.facts_daily)::integer as days, (select count(*) from analytics.facts_hourly)::integer as hours`
  const rows = (stored?.days as number) + (stored?.hours as number)
  console.log({ synchronization: 'first', ...stored, ...whole, rows_a_second: Math.round(rows / whole.seconds) })
  console.log({ reference: 'insert of the daily facts', ...(await copyFacts()) })

  let before = await bytes()
  console.log({ bytes_a_fact: Math.round(before.facts / rows) })
  for (let night = 1; night <= nights; night++) {
    restate(night)
    const again = await synchronize(`${dayAfter(night)}T12:00:00Z`)
    const after = await bytes()
    console.log({ synchronization: `night ${night}`, ...again, ...changed(before, after) })
    before = after
  }

  async function connect(): Promise<void> {
    const connection = {
      connection_id: 'con_bench',
      platform: 'google_ads',
      scopes: grant.scopes,
      sealed: await sealGrant(await openKeyRing(tokenKey), 'con_bench', grant),
      connected_by: 'bench',
    }
    const { id, name, currency, timezone } = account
    await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
    await sql`select core.create_brand('acc_bench', 'bench', 'Bench', 'USD', 'UTC', ${brandId})`
    await sql.begin(async (transaction) => {
      await transaction`set local role vitrine_worker`
      await transaction`select core.enter_brand(${brandId})`
      await transaction`
        select sources.add_connection(
          ${brandId}, ${JSON.stringify(connection)}::text::jsonb,
          ${JSON.stringify([{ external_id: id, name, currency, timezone }])}::text::jsonb
        )`
      await transaction`select sources.add_sources(${brandId}, 'con_bench', ${[id]})`
    })
  }

  /** Reads the ads of the newest window of 31 days, as the synchronization does, and parses the replies only. */
  async function fetchReplies() {
    const began = performance.now()
    const query = `SELECT campaign.id, ad_group.id, ad_group.name, ad_group_ad.ad.id, ad_group_ad.ad.name, segments.date,
      metrics.cost_micros, metrics.impressions, metrics.clicks, metrics.conversions, metrics.conversions_value
      FROM ad_group_ad WHERE segments.date BETWEEN '${dayAfter(-30)}' AND '${today}'`
    const url = `${platform.environment.GOOGLE_ADS_BASE_URL}/v26/customers/${account.id}/googleAds:search`
    const headers = { authorization: `Bearer ${call.accessToken}`, 'content-type': 'application/json' }
    let count = 0
    let pageToken: string | undefined
    do {
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, pageToken }) })
      const page = (await response.json()) as { results?: unknown[]; nextPageToken?: string }
      count += page.results?.length ?? 0
      pageToken = page.nextPageToken
    } while (pageToken)
    const seconds = (performance.now() - began) / 1000
    return { rows: count, seconds: Math.round(seconds), rows_a_second: Math.round(count / seconds) }
  }
} finally {
  await cluster.stop()
  await Promise.all([platform.stop(), identity.stop()])
}

function dayAfter(count: number, day = today): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
}

/** Runs `vitrine sources sync` in a process of its own, and measures its time and its peak resident memory. */
async function synchronize(now: string) {
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '..', 'cli', 'vitrine.ts'), 'sources', 'sync', '--all', '--wait', '--json'],
    {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: cluster.url,
        VITRINE_NOW: now,
        SOURCE_TOKEN_KEY: tokenKey,
        GOOGLE_CLIENT_ID: identity.client.id,
        GOOGLE_CLIENT_SECRET: identity.client.secret,
        LOG_LEVEL: 'error',
        ...identity.environment,
        ...platform.environment,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const ended = once(child, 'close')
  let [peak, firstChart] = [0, 0]
  while (child.exitCode === null) {
    peak = Math.max(peak, peakMegabytes(child.pid as number))
    if (firstChart === 0) {
      const [row] = await sql`select exists (select from analytics.facts_daily) as is_stored`
      if (row?.is_stored) firstChart = performance.now() - began
    }
    await Promise.race([ended, delay(250)])
  }
  if (child.exitCode !== 0) throw new Error('The synchronization is not complete.')
  const seconds = (performance.now() - began) / 1000
  return { seconds: Math.round(seconds), seconds_to_first_chart: Math.round(firstChart / 1000), peak_megabytes: peak }
}

/** Returns the peak resident memory of a process, as Linux counts it. */
function peakMegabytes(pid: number): number {
  try {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes) / 1024)
  } catch {
    return 0
  }
}

async function copyFacts() {
  await sql`create table public.copied_facts (like analytics.facts_daily including all)`
  const began = performance.now()
  const { count } = await sql`insert into public.copied_facts select * from analytics.facts_daily`
  const seconds = (performance.now() - began) / 1000
  await sql`drop table public.copied_facts`
  return { seconds: Math.round(seconds), rows_a_second: Math.round(count / seconds) }
}

/** Changes what the platform reports: everything of the two days before, and conversions of every third ad a week ago. */
function restate(night: number): void {
  for (const back of [1, 2]) {
    platform.ledger.restate(account.id, dayAfter(night - back), (measures) => ({
      ...measures,
      clicks: measures.clicks + 1n,
    }))
  }
  platform.ledger.restate(account.id, dayAfter(night - 7), (measures, { id }) =>
    Number(id.slice(-3)) % 3 === 0 ? { ...measures, conversions: measures.conversions + 1_000_000n } : measures,
  )
}

async function bytes() {
  const [held] = await sql`
    select
      sum(pg_total_relation_size(relid)) filter (where parent::text in ('analytics.facts_daily', 'analytics.facts_hourly'))::float as facts,
      sum(pg_total_relation_size(relid)) filter (where parent::text like '%versions')::float as versions,
      (select count(*) from analytics.facts_daily_versions)::integer + (select count(*) from analytics.facts_hourly_versions)::integer as changes
    from unnest(
      array['analytics.facts_daily', 'analytics.facts_hourly', 'analytics.facts_daily_versions', 'analytics.facts_hourly_versions']::regclass[]
    ) as parent, pg_partition_tree(parent)
    where isleaf`
  return held as { facts: number; versions: number; changes: number }
}

/** The storage of one night, and that of a year of such nights. */
function changed(before: Awaited<ReturnType<typeof bytes>>, after: Awaited<ReturnType<typeof bytes>>) {
  const changes = after.changes - before.changes
  const size = after.versions - before.versions
  return {
    changes,
    bytes_a_change: Math.round(size / changes),
    megabytes_of_a_year: Math.round((size * 365) / 1e6),
  }
}
