import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { stock } from '../support/catalog_rows.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { startOwnCluster } from '../support/own_cluster.ts'
import type { OwnCluster } from '../support/own_cluster.ts'

const polling = { timeout: 20_000, interval: 50 }
const megabytes = 16

let cluster: OwnCluster
let api: Api

beforeAll(async () => {
  cluster = await startOwnCluster()
  await cluster.database
    .sql`update core.key_kinds set requests_per_minute = 1000000 where requests_per_minute is not null`
  await cluster.database.sql`grant vitrine_clock to vitrine_functions`
  api = await startApi(cluster.database)
})
afterAll(async () => {
  await api.stop()
  await cluster.database.stop()
})

async function openShop() {
  const { accountId, brandId } = await createTenant(cluster.database.sql)
  await stock(cluster.database, brandId, [{ id: 'lamp', title: 'Lamp', price: 100, link: 'https://shop.example/lamp' }])
  const scopes = ['read:commerce', 'write:negotiation']
  const { key } = await issueKey(cluster.database.sql, accountId, { prefix: 'sk_live_', scopes })
  const send = async (path: string, idempotencyKey?: string) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${api.url}/api/storefront/${brandId}${path}`, {
      headers: idempotencyKey ? { ...headers, 'Idempotency-Key': idempotencyKey } : headers,
      ...(idempotencyKey ? { method: 'POST', body: JSON.stringify({ items: [{ product_id: 'lamp' }] }) } : {}),
    })
    const body = (await response.json()) as { id?: string; code?: string }
    return { ...body, status: response.status, retryAfter: response.headers.get('retry-after') }
  }
  const orders = async () => {
    const rows = await cluster.database
      .sql`select transaction_id from commerce.transactions where brand_id = ${brandId}`
    return rows.map(({ transaction_id }) => transaction_id as string).toSorted()
  }
  return { send, orders }
}

describe('a Postgres server', () => {
  test('that crashes keeps every acknowledged order, and each order is created once', { timeout: 60_000 }, async () => {
    const { send, orders } = await openShop()
    const keys = Array.from({ length: 40 }, () => randomUUID())
    let acknowledged = 0
    let crash: Promise<number> | undefined
    const during = await Promise.all(
      keys.map(async (each) => {
        const answer = await send('/transactions', each)
        if (answer.status === 201 && ++acknowledged === 5)
          crash = cluster.restart('crash').then(() => performance.now())
        return answer
      }),
    )
    const restartedAt = (await crash) as number
    // The server returns 429 if one caller has too many waiting requests.
    for (const { status } of during) expect([201, 429, 503]).toContain(status)
    const done = await Promise.all(
      keys.map((each) =>
        vi.waitUntil(async () => {
          const answer = await send('/transactions', each)
          return answer.status === 201 && answer.id
        }, polling),
      ),
    )
    if (process.env.FAULTS_MEASURED) {
      const lost = during.filter(({ status }) => status !== 201).length
      console.log(
        `crash: ${lost} of 40 were refused; all done ${Math.round(performance.now() - restartedAt)} ms after it ran again`,
      )
    }
    during.forEach(({ status, id }, index) => status === 201 && expect(done[index]).toBe(id))
    expect(await orders()).toEqual(done.toSorted())
  })

  const mount = mountSmallDisk()
  if (!mount) console.log('Not run: nothing can be mounted here (mount -t tmpfs), so no disk can be filled.')
  test.skipIf(!mount)(
    'with a full disk returns 503 for writes and 200 for reads, and accepts writes after space is freed',
    async () => {
      const folder = mount as string
      onTestFinished(() => unmount(folder))
      const { send, orders } = await openShop()
      const space = join(folder, 'space')
      mkdirSync(space, { mode: 0o700 })
      const { uid, gid } = statSync(cluster.directory)
      chownSync(space, uid, gid)
      const { sql } = cluster.database
      await sql.unsafe(`create tablespace small location '${space}'`)
      await sql`truncate commerce.transactions cascade`
      await sql`alter table commerce.transactions set tablespace small`
      fill(join(folder, 'filler'))
      const idempotencyKey = randomUUID()
      const refused = await send('/transactions', idempotencyKey)
      expect(refused).toMatchObject({ status: 503, code: 'service_unavailable', retryAfter: '5' })
      expect((await send('/products')).status).toBe(200)
      expect((await send('/transactions')).status).toBe(200)
      expect(await orders()).toEqual([])
      rmSync(join(folder, 'filler'))
      const { status, id } = await send('/transactions', idempotencyKey)
      expect([status, await orders()]).toEqual([201, [id]])
      await sql`alter table commerce.transactions set tablespace pg_default`
      await sql`drop tablespace small`
    },
  )
})

/** Mounts a disk of a few megabytes. Returns null if this user may not mount. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder])
  rmSync(folder, { recursive: true })
}

function fill(file: string): void {
  const chunk = Buffer.alloc(2 ** 16)
  try {
    for (let written = 0; written <= megabytes * 2 ** 20; written += chunk.length) appendFileSync(file, chunk)
  } catch (thrown) {
    if ((thrown as { code?: string }).code !== 'ENOSPC') throw thrown
    // Fills the last page.
    for (let page = 0; page < 16; page++) {
      try {
        appendFileSync(file, Buffer.alloc(4096))
      } catch {
        return
      }
    }
  }
}
