/**
 * Latency of `/v1/brands` under a flood of sign-ins from 500 addresses, compared with the same reads without the flood, in the same
 * run. The flood keeps 60 sign-ins open at a time, each with the address of another network. The goal is a p95 below three times
 * the quiet one. `npm run bench -- sign_in 20` measures 20 seconds each.
 */
import { freePort } from '../cli/installation/postgres.ts'
import { startProcess } from '../cli/installation/process.ts'
import { startCluster } from './cluster.ts'
import { fillBrands } from './facts.ts'
import { untilAnswered } from './until_answered.ts'

const seconds = Number(process.argv[2] ?? 15)
const addresses = 500
const concurrent = 60
/** The pause between two reads, so that the reader itself uses little of the processor. */
const pauseMilliseconds = 20

const cluster = await startCluster()
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const gateway = startProcess('cli/gateway/gateway.ts', {
  DATABASE_URL: cluster.functionsUrl,
  PORT: String(port),
  TRUSTED_PROXY_HOPS: '1',
})
try {
  await cluster.sql`update core.plans set requests_per_minute = 100000000`
  const [credential] = await fillBrands(cluster, 1, 1, 30)
  await untilAnswered(`${url}/livez`)
  const key = credential?.key as string
  await readFor(2, key)
  const quiet = await readFor(seconds, key)
  console.log({ sign_ins: 'none', ...quiet })
  const flood = await startFlood()
  const flooded = await readFor(seconds, key)
  const answers = await flood.stop()
  console.log({ sign_ins: `${concurrent} open, ${addresses} addresses`, ...flooded, answers })
  const ratio = Math.round((flooded.p95_ms / quiet.p95_ms) * 100) / 100
  console.log({ ratio, goal: 3, is_met: ratio < 3 && flooded.failed === 0 })
} finally {
  await gateway.stop()
  await cluster.stop()
}

/** Reads one after another, as one caller does. */
async function readFor(duration: number, key: string) {
  const times: number[] = []
  let failed = 0
  const endsAt = performance.now() + duration * 1000
  while (performance.now() < endsAt) {
    const startedAt = performance.now()
    const response = await fetch(`${url}/v1/brands`, { headers: { Authorization: `Bearer ${key}` } })
    await response.text()
    times.push(performance.now() - startedAt)
    if (response.status !== 200) failed += 1
    await new Promise((next) => setTimeout(next, pauseMilliseconds))
  }
  times.sort((one, two) => one - two)
  const at = (part: number) => Math.round((times[Math.floor(times.length * part)] ?? 0) * 10) / 10
  return { reads: times.length, p50_ms: at(0.5), p95_ms: at(0.95), max_ms: at(1 - 1 / times.length), failed }
}

/** Submits the sign-in form with wrong passwords until it is stopped. Returns the number of answers by status. */
async function startFlood() {
  const page = await fetch(`${url}/oauth/sign-in`)
  const cookie = page.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const [token = ''] = /(?<=name="form_token" value=")[^"]+/.exec(await page.text()) ?? []
  const answers: Record<string, number> = {}
  const state = { isOver: false, sent: 0 }
  const senders = Array.from({ length: concurrent }, async () => {
    while (!state.isOver) {
      const index = state.sent++ % addresses
      const response = await fetch(`${url}/oauth/sign-in`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: cookie, 'X-Forwarded-For': `2001:db8:${index.toString(16)}::1` },
        body: new URLSearchParams({ form_token: token, email: `${index}@flood.example`, password: 'wrong password' }),
      })
      await response.text()
      answers[response.status] = (answers[response.status] ?? 0) + 1
    }
  })
  return {
    stop: async () => {
      state.isOver = true
      await Promise.all(senders)
      return answers
    },
  }
}
