import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { findUnreadableSecrets, unreadableSentence } from '../../functions/worker/webhooks/unreadable_secrets.ts'
import { parseAddress } from '../../shared/db/address.ts'
import type { Env } from '../../shared/env.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'
import { failures, jobs, schedules } from './jobs.ts'

const skewSecondsMax = 2
const notificationTimeoutMilliseconds = 3000

/** Checks the running parts: clocks, worker, jobs, events, webhooks, LISTEN and the replica. */
export async function examineWork(sql: Sql, env: Env, webhookKeys: string | undefined): Promise<Finding[]> {
  return [
    await skew(sql),
    await schedules(sql),
    await jobs(sql),
    await failures(sql),
    await outbox(sql),
    await webhooks(sql, webhookKeys),
    ...(env.DATABASE_SESSION_URL ? [await listening(sql, env.DATABASE_SESSION_URL)] : []),
    ...(env.DATABASE_URL_READ ? [await replica(sql, env.DATABASE_URL_READ, env.REPLICA_LAG_SECONDS_MAX)] : []),
  ]
}

/** Checks the clock skew: signatures and Redis limits use the clock of this machine, keys and limits that of the database. */
async function skew(sql: Sql): Promise<Finding> {
  const before = Date.now()
  const [row] = await sql`select extract(epoch from clock_timestamp())::float as seconds`
  const here = (before + Date.now()) / 2000
  const seconds = Math.round(Math.abs(here - (row?.seconds as number)) * 10) / 10
  if (seconds <= skewSecondsMax) return fine('clocks', 'This machine and the database are in sync.')
  return wrong('clocks', `This machine and the database are ${seconds} s apart. Synchronize both with NTP.`)
}

async function outbox(sql: Sql): Promise<Finding> {
  const [row] = await sql`select unplaced::integer, unplaced_seconds::integer from events.measure_outbox()`
  if (!row?.unplaced || row.unplaced_seconds <= 60) return fine('events', 'All sequenced.')
  return wrong(
    'events',
    `${row.unplaced} have not been sequenced for ${row.unplaced_seconds} s and are not delivered. ` +
      'Start the worker. If it runs, search its log for "The order of events".',
  )
}

async function webhooks(sql: Sql, keys: string | undefined): Promise<Finding> {
  const [row] = await sql`
    select (select count(*)::integer from webhooks.endpoints) as endpoints, due::integer, due_seconds::integer from events.measure_outbox()`
  if (row?.endpoints > 0 && keys === undefined) {
    return wrong(
      'webhooks',
      `${row?.endpoints} ${row?.endpoints === 1 ? 'endpoint exists' : 'endpoints exist'}, but WEBHOOK_SECRET_KEY is not set. Set its original value for the functions and the worker.`,
    )
  }
  const unreadable = await findUnreadableSecrets(sql, keys)
  if (unreadable.length > 0) return wrong('webhooks', unreadable.map(unreadableSentence).join(' '))
  if (!row?.due || row.due_seconds <= 600) return fine('webhooks', 'Delivered on time.')
  return wrong(
    'webhooks',
    `${row.due} deliveries are due, the oldest for ${row.due_seconds} s. Start the worker with WEBHOOK_SECRET_KEY.`,
  )
}

/** Checks that a notification arrives at DATABASE_SESSION_URL. Behind a transaction pooler, LISTEN fails or receives nothing. */
async function listening(sql: Sql, url: string): Promise<Finding> {
  const remedy =
    'Set DATABASE_SESSION_URL to a direct connection to the same database, without a transaction pooler, or unset it.'
  const address = parseAddress(url)
  const session = postgres(address.url, { ssl: address.ssl, max: 1, connect_timeout: 5, onnotice: () => undefined })
  const payload = randomUUID()
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const isReceived = await new Promise<boolean>((resolve, reject) => {
      timer = setTimeout(() => resolve(false), notificationTimeoutMilliseconds)
      session
        .listen('vitrine_doctor', (received) => void (received === payload && resolve(true)))
        .then(async () => await sql.notify('vitrine_doctor', payload))
        .catch(reject)
    })
    if (isReceived) return fine('streams', 'Notifications arrive.')
    return wrong('streams', `Notifications do not arrive, so events are late. ${remedy}`)
  } catch (error) {
    return wrong('streams', `LISTEN failed (${(error as Error).message}), so streams poll every second. ${remedy}`)
  } finally {
    clearTimeout(timer)
    await session.end({ timeout: 1 })
  }
}

async function replica(sql: Sql, url: string, lagSecondsMax: number): Promise<Finding> {
  const address = parseAddress(url)
  const copy = postgres(address.url, { ssl: address.ssl, max: 1, connect_timeout: 5, onnotice: () => undefined })
  try {
    const [there] = await copy`
      select pg_is_in_recovery() as is_replica, extract(epoch from pg_last_xact_replay_timestamp())::float as heard_at,
        pg_last_wal_replay_lsn()::text as lsn, (select system_identifier::text from pg_control_system()) as system`
    if (!there?.is_replica) {
      return wrong('replica', 'DATABASE_URL_READ is a primary. Set it to a replica, or unset it.')
    }
    const [own] = await sql`select system_identifier::text as system from pg_control_system()`
    if (own?.system !== there.system) {
      return wrong(
        'replica',
        'DATABASE_URL_READ is a replica of another server than DATABASE_URL. Set it to a replica of this one, or unset it.',
      )
    }
    const [here] = await sql`
      select coalesce(${there.lsn as string}::pg_lsn >= pg_current_wal_lsn(), false) as is_level,
        (extract(epoch from clock_timestamp()) - ${there.heard_at as number | null}::float)::integer as seconds`
    if (here?.is_level || here?.seconds <= lagSecondsMax) return fine('replica', 'Up to date.')
    return wrong(
      'replica',
      `Lags by ${here?.seconds ?? 'an unknown number of'} s, so reads use the primary. Check pg_stat_replication on the primary, or raise REPLICA_LAG_SECONDS_MAX.`,
    )
  } catch (error) {
    return wrong('replica', `Not reachable (${(error as Error).message}). Start it, or unset DATABASE_URL_READ.`)
  } finally {
    await copy.end({ timeout: 1 })
  }
}
