import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { parseAddress } from '../../shared/db/address.ts'
import type { Env } from '../../shared/env.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'
import { failures, jobs, schedules } from './jobs.ts'

const skewSecondsMax = 2
const heardMilliseconds = 3000

/** Whether what should go on goes on. */
export async function examineWork(sql: Sql, env: Env, hasWebhookKey: boolean): Promise<Finding[]> {
  return [
    await skew(sql),
    await schedules(sql),
    await jobs(sql),
    await failures(sql),
    await outbox(sql),
    await webhooks(sql, hasWebhookKey),
    ...(env.DATABASE_SESSION_URL ? [await listening(sql, env.DATABASE_SESSION_URL)] : []),
    ...(env.DATABASE_URL_READ ? [await replica(sql, env.DATABASE_URL_READ, env.REPLICA_LAG_SECONDS_MAX)] : []),
  ]
}

/** Signatures, tokens and the minutes of Redis are dated here, keys and limits there. */
async function skew(sql: Sql): Promise<Finding> {
  const before = Date.now()
  const [row] = await sql`select extract(epoch from clock_timestamp())::float as seconds`
  const here = (before + Date.now()) / 2000
  const seconds = Math.round(Math.abs(here - (row?.seconds as number)) * 10) / 10
  if (seconds <= skewSecondsMax) return fine('clocks', 'This machine and the database agree.')
  return wrong('clocks', `This machine and the database are ${seconds} s apart. Set both by NTP.`)
}

async function outbox(sql: Sql): Promise<Finding> {
  const [row] = await sql`select unplaced::integer, unplaced_seconds::integer from events.measure_outbox()`
  if (!row?.unplaced || row.unplaced_seconds <= 60) return fine('events', 'All have their place.')
  return wrong(
    'events',
    `${row.unplaced} have had no place for ${row.unplaced_seconds} s, so that nobody is told of them. ` +
      'Start the worker; if it runs, look in its log for "The order of events".',
  )
}

async function webhooks(sql: Sql, hasKey: boolean): Promise<Finding> {
  const [row] = await sql`
    select (select count(*)::integer from webhooks.endpoints) as endpoints, due::integer, due_seconds::integer from events.measure_outbox()`
  if (row?.endpoints > 0 && !hasKey) {
    return wrong(
      'webhooks',
      `There are ${row?.endpoints} endpoints, and no WEBHOOK_SECRET_KEY to sign with. Set it where the functions and the worker run, as it was.`,
    )
  }
  if (!row?.due || row.due_seconds <= 600) return fine('webhooks', 'Delivered as they come due.')
  return wrong(
    'webhooks',
    `${row.due} deliveries are due, the oldest for ${row.due_seconds} s. Start the worker, with WEBHOOK_SECRET_KEY.`,
  )
}

/** A word that is sent must come out where streams listen: behind a transaction pooler it does not, or is refused. */
async function listening(sql: Sql, url: string): Promise<Finding> {
  const remedy = 'Name the same database past any transaction pooler in DATABASE_SESSION_URL, or unset it.'
  const address = parseAddress(url)
  const session = postgres(address.url, { ssl: address.ssl, max: 1, connect_timeout: 5, onnotice: () => undefined })
  const word = randomUUID()
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const isHeard = await new Promise<boolean>((resolve, reject) => {
      timer = setTimeout(() => resolve(false), heardMilliseconds)
      session
        .listen('vitrine_doctor', (heard) => void (heard === word && resolve(true)))
        .then(async () => await sql.notify('vitrine_doctor', word))
        .catch(reject)
    })
    if (isHeard) return fine('streams', 'They are told at once.')
    return wrong('streams', `Who listens there hears nothing, so that streams are late. ${remedy}`)
  } catch (error) {
    return wrong(
      'streams',
      `Nobody can listen (${(error as Error).message}), so that streams look every second. ${remedy}`,
    )
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
      return wrong('replica', 'DATABASE_URL_READ names a primary, which is never read so. Name a replica, or unset it.')
    }
    const [own] = await sql`select system_identifier::text as system from pg_control_system()`
    if (own?.system !== there.system) {
      return wrong(
        'replica',
        'It follows another server than DATABASE_URL. Name a replica of this one in DATABASE_URL_READ.',
      )
    }
    const [here] = await sql`
      select coalesce(${there.lsn as string}::pg_lsn >= pg_current_wal_lsn(), false) as is_level,
        (extract(epoch from clock_timestamp()) - ${there.heard_at as number | null}::float)::integer as seconds`
    if (here?.is_level || here?.seconds <= lagSecondsMax) return fine('replica', 'It follows.')
    return wrong(
      'replica',
      `It is ${here?.seconds ?? 'unknown'} s behind, so that the primary is read instead. See pg_stat_replication there, or raise REPLICA_LAG_SECONDS_MAX.`,
    )
  } catch (error) {
    return wrong('replica', `It does not answer (${(error as Error).message}). Start it, or unset DATABASE_URL_READ.`)
  } finally {
    await copy.end({ timeout: 1 })
  }
}
