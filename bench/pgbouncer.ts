/** Requests per second of a frequent read through PgBouncer in transaction mode, compared with a direct connection, in turns. */
import autocannon from 'autocannon'
import { freePort } from '../cli/installation/postgres.ts'
import { startProcess } from '../cli/installation/process.ts'
import { createKey } from '../shared/credentials/keys.ts'
import { hasPgbouncer, startPgbouncer, withoutPgbouncer } from '../test/support/pgbouncer.ts'
import { startCluster } from './cluster.ts'

const seconds = 6
const rounds = Number(process.argv[2] ?? 3)
const connections = 8

if (hasPgbouncer) await measure()
else console.log(withoutPgbouncer)

async function measure(): Promise<void> {
  const cluster = await startCluster()
  const logins = { vitrine_functions: 'bench' }
  const pgbouncer = await startPgbouncer({ serverUrl: cluster.url, logins, poolSize: connections })
  const pooled = new URL(cluster.functionsUrl)
  pooled.host = pgbouncer.host
  const ways = [
    { way: 'direct', url: cluster.functionsUrl, isPooled: 'false', figures: [] as Figures[] },
    { way: 'pgbouncer', url: pooled.href, isPooled: 'true', figures: [] as Figures[] },
  ]
  try {
    await cluster.sql`update core.plans set requests_per_minute = 100000000`
    await cluster.sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_1')`
    await cluster.sql`select core.create_brand('acc_1', 'brd-1', 'brd_1', 'USD', 'UTC', 'brd_1')`
    const { key, hash, display } = createKey('svc_sk_live_')
    await cluster.sql`select core.create_key('acc_1', 'svc_sk_live_', ${hash}, ${display}, 'bench')`
    for (let round = 0; round < rounds; round++)
      for (const { url, isPooled, figures } of ways) figures.push(await load(url, isPooled, key))
    const medians = ways.map(
      ({ figures }) => figures.toSorted((one, two) => one.perSecond - two.perSecond)[rounds >> 1],
    )
    ways.forEach(({ way }, index) => console.log({ way, ...medians[index] }))
    console.log({ ratio: Math.round(((medians[1]?.perSecond ?? 0) / (medians[0]?.perSecond ?? 0)) * 100) / 100 })
  } finally {
    await pgbouncer.stop()
    await cluster.stop()
  }
}

interface Figures {
  perSecond: number
  p50_ms: number
  p99_ms: number
}

async function load(databaseUrl: string, isPooled: string, key: string): Promise<Figures> {
  const port = await freePort()
  const server = startProcess('functions/analytics/index.ts', {
    DATABASE_URL: databaseUrl,
    DATABASE_TRANSACTION_POOLER: isPooled,
    DATABASE_CONNECTIONS_MAX: String(connections),
    PORT: String(port),
  })
  const url = `http://127.0.0.1:${port}/v1/brands`
  const headers = { Authorization: `Bearer ${key}` }
  try {
    while (!(await fetch(url, { headers }).catch(() => null))?.ok) await new Promise((next) => setTimeout(next, 50))
    const result = await autocannon({ url, headers, connections: connections * 2, duration: seconds })
    if (result.non2xx > 0) throw new Error(`${result.non2xx} answers were no success.`)
    const { average } = result.requests
    return { perSecond: Math.round(average), p50_ms: result.latency.p50, p99_ms: result.latency.p99 }
  } finally {
    await server.stop()
  }
}
