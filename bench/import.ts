/** Rows per second and memory of `vitrine import ads`, compared with a bare COPY of the same bytes in the same run. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import { startCluster } from './cluster.ts'
import { countArgument, judgeGoals } from './goals.ts'

const rows = countArgument(1_000_000)
const ads = 2000
const header =
  'date,platform,account_id,account_name,campaign_id,campaign_name,adset_id,adset_name,ad_id,ad_name,impressions,clicks,spend,conversions,revenue\n'

const cluster = await startCluster()
try {
  const path = join(cluster.folder, 'ads.csv')
  await writeAds(path)
  const megabytes = (await stat(path)).size / 1e6

  await cluster.sql`create unlogged table public.bytes (line text)`
  const copySeconds = await timed(async () => {
    const copy =
      (await cluster.sql`copy public.bytes from stdin with (format csv, delimiter e'\x01', quote e'\x02')`.writable()) as Writable
    await pipeline(createReadStream(path, { highWaterMark: 262_144 }), copy)
  })
  await cluster.sql`drop table public.bytes`

  await cluster.sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
  await cluster.sql`select core.create_brand('acc_bench', 'bench', 'Bench', 'USD', 'UTC', 'brd_bench')`
  const { seconds: importSeconds, memoryMegabytesMax } = await runImport(path)
  const report = {
    rows,
    megabytes: Math.round(megabytes),
    import_rows_per_second: Math.round(rows / importSeconds),
    copy_rows_per_second: Math.round(rows / copySeconds),
    import_to_copy: Math.round((copySeconds / importSeconds) * 100) / 100,
    import_seconds: Math.round(importSeconds * 10) / 10,
    memory_megabytes_max: memoryMegabytesMax,
  }
  console.log(JSON.stringify(report, null, 2))
  judgeGoals([
    { name: 'rows imported a second', measured: report.import_rows_per_second, atLeast: 150_000 },
    { name: 'megabytes of memory', measured: report.memory_megabytes_max, atMost: 300 },
  ])
} finally {
  await cluster.stop()
}

async function writeAds(path: string): Promise<void> {
  const file = createWriteStream(path, { highWaterMark: 1 << 20 })
  file.write(header)
  for (let row = 0; row < rows; row++) {
    const ad = row % ads
    const day = new Date(Date.UTC(2024, 0, 1 + Math.floor(row / ads))).toISOString().slice(0, 10)
    const names = `meta,act_${ad % 5},"Account, ${ad % 5}",c${ad % 40},Campaign ${ad % 40},s${ad % 400},Ad set ${ad % 400},a${ad},Ad ${ad}`
    const line = `${day},${names},${1000 + (row % 977)},${row % 50},${(row % 10_000) / 100},${row % 7},${(row % 30_000) / 100}\n`
    if (!file.write(line)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

/** Runs the command line and returns its time and peak memory (VmHWM). */
async function runImport(path: string): Promise<{ seconds: number; memoryMegabytesMax: number }> {
  const args = ['cli/vitrine.ts', 'import', 'ads', path, '--brand', 'brd_bench', '--json']
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { env: { ...process.env, DATABASE_URL: cluster.url }, stdio: 'inherit' })
  let kilobytes = 0
  const timer = setInterval(() => {
    const status = existsSync(`/proc/${child.pid}/status`) ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : ''
    kilobytes = Math.max(kilobytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
  }, 50)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  if (code !== 0) throw new Error('The import failed.')
  return { seconds: (performance.now() - startedAt) / 1000, memoryMegabytesMax: Math.round(kilobytes / 1000) }
}
