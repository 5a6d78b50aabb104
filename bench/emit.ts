/**
 * The cost of waking the event stream, for transactions that write one event each: with and without the trigger, without and with
 * an open stream (whose sequencer also uses the machine), and with NOTIFY in every transaction. Also the cost of an idle stream.
 * It reports the rate and the processor time of the writers' server processes, which does not depend on other load.
 */
import { readFileSync } from 'node:fs'
import postgres from 'postgres'
import { Wakes } from '../shared/db/wakes.ts'
import { createPool } from '../shared/db/pool.ts'
import { startCluster } from './cluster.ts'

const clients = Number(process.argv[2] ?? 8)
const rounds = Number(process.argv[3] ?? 15)
/** The transactions of each client in each round. */
const transactions = 400
const variants = {
  'no listener, without the trigger': { trigger: false, stream: false, always: false },
  'no listener': { trigger: true, stream: false, always: false },
  'a stream is open, without the trigger': { trigger: false, stream: true, always: false },
  'a stream is open': { trigger: true, stream: true, always: false },
  'a stream is open, and every transaction notifies': { trigger: false, stream: true, always: true },
}
type Variant = keyof typeof variants
interface Measured {
  rate: number
  microseconds: number
  notified: number
  placed: number
}

const cluster = await startCluster()
const { sql } = cluster
const writing = postgres(cluster.url, { max: clients, onnotice: () => undefined })
const reading = createPool({ url: cluster.functionsUrl, connectionsMax: 2 })
const listening = postgres(cluster.url, { max: 1, onnotice: () => undefined })
let heard = 0
try {
  await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
  await sql`select core.create_brand('acc_bench', 'shop', 'Shop', 'USD', 'UTC', 'brd_shop')`
  await sql.unsafe(`
    create function public.always() returns trigger language plpgsql as $$ begin notify vitrine_outbox; return null; end $$;
    create trigger always after insert on events.outbox for each statement execute function public.always();
    alter table events.outbox disable trigger always;
    create procedure public.write(count integer) language plpgsql as $$ begin
      for number in 1..count loop
        perform core.enter_brand('brd_shop');
        perform events.emit('brd_shop', 'trust.updated', '{"number": 1}');
        commit;
      end loop;
    end $$`)
  await listening.listen('vitrine_outbox', () => void (heard += 1))
  const wakes = new Wakes(reading, reading)
  const pids = await Promise.all(
    Array.from({ length: clients }, async () => {
      const [row] = await writing`select pg_backend_pid() as pid, pg_sleep(0.2)`
      return row?.pid as number
    }),
  )
  const measured = new Map<Variant, Measured[]>()
  const state = (isOn: boolean) => (isOn ? 'enable' : 'disable')
  // The order alternates, so that no variant profits from quieter minutes of the machine.
  for (let round = 0; round <= rounds; round++) {
    const turns = Object.entries(variants)
    for (const [variant, { trigger, stream, always }] of round % 2 ? turns : turns.toReversed()) {
      await sql.unsafe(`
        truncate events.outbox;
        alter table events.outbox ${state(trigger)} trigger outbox_written;
        alter table events.outbox ${state(always)} trigger always`)
      const stop = stream ? wakes.use() : undefined
      const result = await write(new Set(pids))
      stop?.()
      await new Promise((next) => setTimeout(next, 500))
      if (round > 0) measured.set(variant as Variant, [...(measured.get(variant as Variant) ?? []), result])
    }
  }
  for (const [variant, { stream }] of Object.entries(variants)) {
    const results = measured.get(variant as Variant) as Measured[]
    const references = measured.get(`${stream ? 'a stream is open' : 'no listener'}, without the trigger`) as Measured[]
    const against = (of: (one: Measured) => number) =>
      rounded(median(results.map((each, round) => of(each) / of(references[round] as Measured))) - 1, 3)
    console.log({
      variant,
      transactions_per_second: Math.round(median(results.map(({ rate }) => rate))),
      rate_against_its_reference: against(({ rate }) => rate),
      processor_microseconds: Math.round(median(results.map(({ microseconds }) => microseconds))),
      processor_against_its_reference: against(({ microseconds }) => microseconds),
      share_in_order_at_the_end: rounded(median(results.map(({ placed }) => placed)), 2),
      share_that_notified: rounded(median(results.map(({ notified }) => notified)), 4),
    })
  }
  console.log({ idle_transactions_per_second: await idle(wakes) })
} finally {
  await Promise.all([writing, reading, listening].map((each) => each.end({ timeout: 1 })))
  await cluster.stop()
}

async function write(pids: Set<number>): Promise<Measured> {
  const [heardBefore, usedBefore, startedAt] = [heard, processorTime(pids), performance.now()]
  await Promise.all(Array.from({ length: clients }, () => writing`call public.write(${transactions})`))
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  const count = clients * transactions
  const microseconds = (processorTime(pids) - usedBefore) / count
  const [row] = await sql`select count(seq) / count(*)::float as placed from events.outbox`
  return {
    rate: count / elapsedSeconds,
    microseconds,
    placed: row?.placed as number,
    notified: (heard - heardBefore) / count,
  }
}

/** Returns the processor time of server processes so far, in microseconds (proc_pid_schedstat). */
function processorTime(pids: Set<number>): number {
  const times = [...pids].map((pid) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000)
  return times.reduce((sum, time) => sum + time, 0)
}

/** Measures an idle listener. A server process reports its transactions within ten seconds of the last one. */
async function idle(wakes: Wakes): Promise<number> {
  const commits = async () => {
    const [row] = await sql`select xact_commit from pg_stat_database where datname = current_database()`
    return Number(row?.xact_commit)
  }
  await sql`truncate events.outbox`
  const stop = wakes.use()
  await new Promise((next) => setTimeout(next, 12_000))
  const before = await commits()
  await new Promise((next) => setTimeout(next, 30_000))
  stop()
  return rounded(((await commits()) - before) / 30, 2)
}

function median(values: number[]): number {
  return values.toSorted((one, two) => one - two)[values.length >> 1] as number
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
