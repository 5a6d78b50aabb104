/** Negotiations per second, from the first offer to the acceptance, through the HTTP server and with pgbench alone. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '../shared/credentials/keys.ts'
import { freePort } from '../cli/installation/postgres.ts'
import { startProcess } from '../cli/installation/process.ts'
import { importProducts } from './import_products.ts'
import { startCluster } from './cluster.ts'
import type { BenchCluster } from './cluster.ts'
import { untilAnswered } from './until_answered.ts'

const seconds = 10
const agents = 8
const pgbench = globSync('/usr/lib/postgresql/*/bin/pgbench').at(-1)
const opening = { product_id: 'lamp', quantity: 1, offer: { amount: 60, currency: 'USD' } }

interface Agent {
  key: string
  hash: string
}

const cluster = await startCluster()
try {
  const keys = await open(cluster)
  const database = pgbench ? inDatabase(cluster, keys) : null
  const http = await behindServer(cluster, keys)
  const ratio = database ? Math.round((100 * http.negotiations_per_second) / database.pgbench_per_second) / 100 : null
  console.log({ ...http, ...database, ratio })
  if (!pgbench) console.log('pgbench is not installed: no reference (Debian: postgresql-client).')
} finally {
  await cluster.stop()
}

/** Creates a shop with one product and a pricing policy, and agents with their own keys. */
async function open({ sql }: BenchCluster): Promise<Agent[]> {
  await sql`update core.key_kinds set requests_per_minute = 100000000`
  await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
  await sql`select core.create_brand('acc_bench', 'shop', 'Shop', 'USD', 'UTC', 'brd_shop')`
  await importProducts(
    { sql },
    1,
    (transaction) => transaction`
      insert into pg_temp.products (line, product)
      values (1, '{"id": "lamp", "title": "Lamp", "price": 100, "currency": "USD", "availability": "in_stock", "image_links": [], "attributes": {}}')`,
    (transaction) => transaction`
      select commerce.set_pricing_policy('brd_shop', '{"percent": 50}', 80, price_step => 0.01, negotiations_per_day_max => 1000000)`,
  )
  return await Promise.all(
    Array.from({ length: agents }, async () => {
      const { key, hash, display } = createKey('sk_live_')
      await sql`select core.create_key('acc_bench', 'sk_live_', ${hash}, ${display}, 'bench',
        scopes => '{read:commerce,write:negotiation}', all_brands => true)`
      return { key, hash: Buffer.from(hash).toString('hex') }
    }),
  )
}

/** Each agent repeats the negotiation from offer to acceptance. */
async function behindServer({ functionsUrl }: BenchCluster, keys: Agent[]) {
  const port = await freePort()
  const gateway = startProcess('cli/gateway/gateway.ts', {
    DATABASE_URL: functionsUrl,
    PORT: String(port),
    DATABASE_CONNECTIONS_MAX: String(agents),
    QUOTE_SIGNING_KEY: randomBytes(32).toString('base64url'),
  })
  const milliseconds: number[] = []
  try {
    await untilAnswered(`http://127.0.0.1:${port}/openapi.json`)
    const post = async (key: string, path: string, body: object): Promise<{ id: string; status: string }> => {
      const response = await fetch(`http://127.0.0.1:${port}/api/storefront/brd_shop/negotiations${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': randomBytes(12).toString('hex') },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(await response.text())
      return (await response.json()) as { id: string; status: string }
    }
    const endsAt = performance.now() + seconds * 1000
    await Promise.all(
      keys.map(async ({ key }) => {
        while (performance.now() < endsAt) {
          const startedAt = performance.now()
          const { id } = await post(key, '', opening)
          const { status } = await post(key, `/${id}/accept`, {})
          if (status !== 'accepted') throw new Error(`It is ${status}.`)
          milliseconds.push(performance.now() - startedAt)
        }
      }),
    )
  } finally {
    await gateway.stop()
  }
  milliseconds.sort((one, two) => one - two)
  const at = (share: number) => Math.round((milliseconds[Math.floor(milliseconds.length * share)] ?? 0) * 10) / 10
  return {
    negotiations_per_second: Math.round(milliseconds.length / seconds),
    p50_ms: at(0.5),
    p99_ms: at(0.99),
  }
}

/** Runs the same two statements with the same role, without the HTTP server. */
function inDatabase({ functionsUrl, folder }: BenchCluster, keys: Agent[]) {
  const scripts = keys.map(({ hash }, index) => {
    const path = join(folder, `negotiate-${index}.sql`)
    const gate = (operation: string, input: string) =>
      `core.call('commerce.${operation}', '\\x${hash}', '127.0.0.1', ${input})`
    const once = `jsonb_build_object('brand_id', 'brd_shop', 'idempotency_key', gen_random_uuid())`
    const offer = JSON.stringify({ agent: {}, ...opening }).replaceAll('":', '": ')
    writeFileSync(
      path,
      `select quote_literal(body ->> 'id') as id from ${gate('open_negotiation', `${once} || '${offer}'`)} \\gset
       select status from ${gate('accept_counter_offer', `${once} || jsonb_build_object('negotiation_id', :id)`)};\n`,
    )
    return path
  })
  const args = ['-n', '-c', String(agents), '-j', '2', '-T', String(seconds)]
  const output = execFileSync(pgbench as string, [...args, ...scripts.flatMap((path) => ['-f', path]), functionsUrl], {
    encoding: 'utf8',
  })
  return { pgbench_per_second: Math.round(Number(/tps = ([\d.]+)/.exec(output)?.[1])) }
}
