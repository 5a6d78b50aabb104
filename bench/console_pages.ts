/**
 * Times and sizes of the pages of the console, on the demo of the running `npm start`. Each row has the page, the times of 12
 * requests one after another, the compressed size, and whether the page meets the goals: 100 ms and 60 kB. The load of the
 * machine is printed before and after, because other programs lengthen the times. `npm run bench -- console_pages 5` measures
 * 5 requests each. A person may open 300 pages a minute, so more than 14 each are refused.
 */
import { loadavg } from 'node:os'
import { gzipSync } from 'node:zlib'
import { parseEnv } from '../shared/env.ts'
import { Home } from '../cli/installation/home.ts'
import { Browser } from '../test/support/browser.ts'

const rounds = Number(process.argv[2] ?? 12)
const goal = { milliseconds: 100, kilobytes: 60 }
const ends = [
  '',
  '?period=last_365_days',
  '/performance',
  '/performance?level=ad',
  '/attribution',
  '/attribution?level=campaign',
  '/forecasts',
  '/creatives',
  '/anomalies',
  '/proposals',
  '/catalog',
  '/sources',
  '/imports',
  '/keys',
  '/webhooks',
  '/apps',
  '/people',
  '/settings/attribution',
  '/settings/targets',
]

const installation = new Home(parseEnv().VITRINE_HOME).readInstallation()
if (!installation) {
  console.error('There is no installation here. Start one with npm start.')
  process.exit(1)
}
const { base_url, brands, person } = installation
const browser = new Browser(base_url)
await browser.submit(await browser.open('/oauth/sign-in?to=/console'), '/oauth/sign-in', [
  ['email', person.email],
  ['password', person.password],
])
console.log({ load: loadavg().map(rounded), rounds, goal })
const rows = []
for (const end of ends) rows.push(await measure(end))
console.table(rows)
console.log({ load: loadavg().map(rounded), is_met: rows.every(({ is_met }) => is_met) })

/** Requests a page one time to load its modules, and then `rounds` times. */
async function measure(end: string) {
  const path = `/console/brands/${brands[0]?.id}${end}`
  const { status, html } = await browser.open(path)
  if (status !== 200) throw new Error(`${path} returned ${status}.`)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    await browser.open(path)
    times.push(performance.now() - startedAt)
  }
  times.sort((one, two) => one - two)
  const at = (part: number) => rounded(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0)
  const kilobytes = rounded(gzipSync(html).length / 1000)
  const is_met = at(0.5) <= goal.milliseconds && kilobytes <= goal.kilobytes
  return { page: end || '/', p50_ms: at(0.5), p95_ms: at(0.95), gzip_kb: kilobytes, is_met }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
