/** Rate and delay of events from commit to 500 readers, with lost and duplicated events; and the cost of events for an import. */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { createKey } from '../shared/credentials/keys.ts'
import { freePort } from '../cli/installation/postgres.ts'
import { startProcess } from '../cli/installation/process.ts'
import { importProducts } from './import_products.ts'
import { startCluster } from './cluster.ts'
import { untilAnswered } from './until_answered.ts'

const readers = Number(process.argv[2] ?? 500)
const events = Number(process.argv[3] ?? 400)
const perKey = 5

const cluster = await startCluster()
const { sql } = cluster
const port = await freePort()
try {
  await sql`update core.plans set requests_per_minute = 1000000`
  await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
  await sql`select core.create_brand('acc_bench', 'shop', 'Shop', 'USD', 'UTC', 'brd_shop')`
  const keys: string[] = []
  for (let count = 0; count < readers / perKey; count++) {
    const { key, hash, display } = createKey('svc_ak_')
    await sql`select core.create_key('acc_bench', 'svc_ak_', ${hash}, ${display}, 'bench', all_brands => true)`
    keys.push(key)
  }
  const gateway = startProcess('cli/gateway/gateway.ts', {
    DATABASE_URL: cluster.functionsUrl,
    PORT: String(port),
    CONNECTIONS_PER_ADDRESS_MAX: '2000',
  })
  try {
    await untilAnswered(`http://127.0.0.1:${port}/openapi.json`)
    console.log(await measureStream(keys))
  } finally {
    await gateway.stop()
  }
  console.log(await measureImport())
} finally {
  await cluster.stop()
}

async function measureStream(keys: string[]) {
  const delays: number[] = []
  const seen = Array.from({ length: readers }, () => new Map<number, number>())
  const sockets = await Promise.all(seen.map((mine, index) => open(keys[index % keys.length] as string, mine, delays)))
  const startedAt = performance.now()
  for (let number = 0; number < events; number++) {
    await sql.begin(async (transaction) => {
      await transaction`select core.enter_brand('brd_shop')`
      await transaction`select events.emit('brd_shop', 'trust.updated', ${transaction.json({ number, at: Date.now() })})`
    })
    await new Promise((next) => setTimeout(next, 20))
  }
  const deadline = performance.now() + 20_000
  while (seen.some((mine) => mine.size < events) && performance.now() < deadline)
    await new Promise((next) => setTimeout(next, 50))
  const seconds = (performance.now() - startedAt) / 1000
  for (const socket of sockets) socket.destroy()
  delays.sort((one, two) => one - two)
  return {
    readers,
    events,
    deliveries_per_second: Math.round(delays.length / seconds),
    p50_ms: delays[delays.length >> 1],
    p99_ms: delays[Math.floor(delays.length * 0.99)],
    lost: seen.reduce((sum, mine) => sum + events - mine.size, 0),
    doubled: seen.reduce((sum, mine) => sum + [...mine.values()].filter((times) => times > 1).length, 0),
  }
}

async function open(key: string, mine: Map<number, number>, delays: number[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8')
  socket.write(`GET /api/storefront/brd_shop/events/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  let rest = ''
  socket.on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() as string
    for (const block of blocks) {
      const found = /"at":(\d+),"number":(\d+)|"number":(\d+),"at":(\d+)/.exec(block)
      if (!found) continue
      delays.push(Date.now() - Number(found[1] ?? found[4]))
      const number = Number(found[2] ?? found[3])
      mine.set(number, (mine.get(number) ?? 0) + 1)
    }
  })
  return socket
}

/** Measures the share of events in an import that changes 20,000 prices. */
async function measureImport() {
  const products = 20_000
  const fill = async (price: number) => {
    const startedAt = performance.now()
    await importProducts(
      { sql },
      products,
      (transaction) => transaction`
        insert into pg_temp.products (line, product)
        select number, jsonb_build_object('id', 'p' || number, 'title', 'Lamp ' || number, 'price', ${price}::integer + number % 50, 'currency', 'USD',
          'availability', 'in_stock', 'image_links', '[]'::jsonb, 'attributes', '{}'::jsonb)
        from generate_series(1, ${products}::integer) as number`,
    )
    return performance.now() - startedAt
  }
  await fill(10)
  const withEvents = await fill(11)
  await sql`
    create or replace function storefront.emit_product_events(brand_id text) returns void language sql volatile as 'select'`
  const withoutEvents = await fill(12)
  return {
    products,
    import_with_events_ms: Math.round(withEvents),
    import_without_events_ms: Math.round(withoutEvents),
    cost: Math.round((withEvents / withoutEvents - 1) * 100) / 100,
  }
}
