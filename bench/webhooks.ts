/**
 * Deliveries per second of one worker to local endpoints that respond immediately, from the sequenced event to the recorded
 * attempt; compared with the same POSTs by fetch alone.
 */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deliverWebhooks } from '../functions/worker/webhooks/deliver_webhooks.ts'
import { createPool } from '../shared/db/pool.ts'
import { openKeyRing } from '../shared/key_ring.ts'
import { newSecret, secretContext } from '../shared/webhooks/secret.ts'
import { startCluster } from './cluster.ts'
import type { BenchCluster } from './cluster.ts'

const events = Number(process.argv[2] ?? 500)
const secretKey = randomBytes(32).toString('base64')

const cluster = await startCluster()
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(204).end())
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
try {
  for (const endpoints of [1, 3, 16]) console.log({ endpoints, ...(await measure(cluster, endpoints)) })
  console.log({ reference: 'fetch alone, 16 at once', requests_per_second: await fetchAlone(events) })
} finally {
  server.close()
  await cluster.stop()
}

async function measure({ sql, url: adminUrl }: BenchCluster, endpoints: number) {
  const account = `acc_${endpoints}`
  const brand = `brd_${endpoints}`
  await sql`select core.create_account('Bench', 'ENTERPRISE', ${account})`
  await sql`select core.create_brand(${account}, 'bench', 'Bench', 'USD', 'UTC', ${brand})`
  const ring = await openKeyRing(secretKey)
  for (let number = 0; number < endpoints; number++) {
    const id = `whe_${endpoints}_${number}`
    const sealed = await ring.seal(newSecret(), secretContext(id))
    await sql`insert into webhooks.endpoints (endpoint_id, account_id, url) values (${id}, ${account}, ${url + id})`
    await sql`insert into webhooks.secrets (endpoint_id, sealed) values (${id}, ${sealed})`
  }
  await sql`
    insert into events.outbox (brand_id, type, data)
    select ${brand}, 'product.deleted', jsonb_build_object('product_id', number::text) from generate_series(1, ${events}::integer) as number`
  const workerUrl = new URL(adminUrl)
  workerUrl.username = 'vitrine_worker'
  await sql`alter role vitrine_worker password 'bench'`
  const pool = createPool({ url: workerUrl.href, connectionsMax: 2 })
  const startedAt = performance.now()
  const pass = await deliverWebhooks(pool, { secretKey, allowsLoopback: true, passSecondsMax: 600 })
  const seconds = (performance.now() - startedAt) / 1000
  await pool.end()
  return { ...pass, deliveries_per_second: Math.round(pass.delivered / seconds) }
}

async function fetchAlone(count: number): Promise<number> {
  const startedAt = performance.now()
  let left = count
  const send = async () => {
    while (left-- > 0) await fetch(url, { method: 'POST', body: '{}' })
  }
  await Promise.all(Array.from({ length: 16 }, send))
  return Math.round(count / ((performance.now() - startedAt) / 1000))
}
