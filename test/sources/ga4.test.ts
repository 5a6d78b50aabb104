import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ga4 } from '../../shared/sources/ga4/ga4.ts'
import { runReport } from '../../shared/sources/ga4/run_report.ts'
import type { PlatformAccount, SessionsReply, TransactionsReply, Window } from '../../shared/sources/platform.ts'
import type { Fault } from '../support/platforms/faults.ts'
import { startGa4 } from '../support/platforms/ga4/ga4.ts'
import type { Ga4, Ga4Refusal } from '../support/platforms/ga4/ga4.ts'
import { startGoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'
import type { GoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'
import { connectGoogle, errorOf, millionths, redirectUri } from '../support/google_sources.ts'
import type { GoogleSource } from '../support/google_sources.ts'

const ada = 'ada@example.com'
const october: Window = { from: '2026-10-01', to: '2026-10-31' }
const week: Window = { from: '2026-10-01', to: '2026-10-07' }
let identity: GoogleIdentity
let server: Ga4
let source: GoogleSource
let property: PlatformAccount

function seed(number: number): PlatformAccount {
  const { id, displayName, currency, timezone } = server.seed({ seed: number, ...october })
  return { id, name: displayName, currency, timezone }
}

beforeAll(async () => {
  identity = await startGoogleIdentity({ redirectUri })
  server = await startGa4(identity)
  property = seed(1)
  source = await connectGoogle(ga4, identity, server.environment)
})
afterEach(() => {
  expect(server.faults.left()).toBe(0)
  expect([server.recorder.violations, server.recorder.crashes, identity.recorder.violations]).toEqual([[], [], []])
})
afterAll(async () => {
  await Promise.all([identity.stop(), server.stop()])
})

async function readSessions(window = week, of = property): Promise<SessionsReply> {
  return (await ga4.reports[0]?.read(source.call, of, window)) as SessionsReply
}

async function readTransactions(window = week, of = property): Promise<TransactionsReply> {
  return (await ga4.reports[1]?.read(source.call, of, window)) as TransactionsReply
}

const failed = (window?: Window, of?: PlatformAccount) => errorOf(readSessions(window, of), source)

interface Cell {
  sessions: bigint
  key_events: bigint
  purchases: bigint
  revenue: bigint
}

/** Returns what the ledger has by hour and channel. A purchase is a key event too. */
function ledgerCells(id: string, { from, to }: Window): [string, Cell][] {
  const cells = new Map<string, Cell>()
  const cellOf = (key: { day: string; hour: number; source: string; medium: string; campaign: string }) => {
    const name = [key.day, key.hour, key.source, key.medium, key.campaign].join('|')
    const cell = cells.get(name) ?? { sessions: 0n, key_events: 0n, purchases: 0n, revenue: 0n }
    cells.set(name, cell)
    return cell
  }
  const isInside = ({ day }: { day: string }) => day >= from && day <= to
  for (const each of server.ledger.sessions(id).filter(isInside)) {
    const cell = cellOf(each)
    cell.sessions += BigInt(each.sessions)
    cell.key_events += BigInt(each.keyEvents) * 1_000_000n
  }
  for (const each of server.ledger.transactions(id).filter(isInside)) {
    const cell = cellOf(each)
    cell.key_events += 1_000_000n
    cell.purchases += 1n
    cell.revenue += each.revenue
  }
  return [...cells].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function cellsOf({ rows }: SessionsReply): [string, Cell][] {
  const cells = rows.map(({ day, hour, source: from, medium, campaign, ...numbers }): [string, Cell] => [
    [day, hour, from, medium, campaign].join('|'),
    {
      sessions: BigInt(numbers.sessions),
      key_events: millionths(numbers.key_events),
      purchases: BigInt(numbers.purchases),
      revenue: millionths(numbers.revenue),
    },
  ])
  expect(new Set(cells.map(([key]) => key)).size).toBe(cells.length)
  return cells.toSorted(([one], [other]) => (one < other ? -1 : 1))
}

describe('the consent for GA4', () => {
  test('gives a grant with the read-only scope', () => {
    expect(source.grant).toMatchObject({ refreshToken: expect.any(String), scopes: ga4.scopes })
    expect(ga4.scopes).toEqual(['https://www.googleapis.com/auth/analytics.readonly'])
  })

  test('that is denied, or revoked later, says so', async () => {
    const denied = await source.consent({ approve: false })
    expect(await errorOf(ga4.exchangeCode(source.call, denied), source)).toEqual({
      reason: 'access_denied',
      remedy: 'stop',
    })
    identity.grants.revoke(ada)
    expect(await errorOf(ga4.refresh!(source.call, source.grant), source)).toEqual({
      reason: 'grant_is_dead',
      remedy: 'reconnect',
    })
    expect(await failed()).toEqual({ reason: 'token_is_refused', remedy: 'refresh' })
    await source.connect()
  })
})

describe('sessions of GA4', () => {
  test('equal the ledger of a month', async () => {
    const reply = await readSessions(october)
    expect(cellsOf(reply)).toEqual(ledgerCells(property.id, october))
    expect(reply.rows.length).toBeGreaterThan(200)
    expect([reply.limitations, reply.unknownFields]).toEqual([[], []])
  })

  test('are the same in one page and in many', async () => {
    const report = { dimensions: ['dateHour', 'sessionSource'], metrics: ['sessions'] }
    const whole = await runReport(source.call, property, october, report)
    server.recorder.clear()
    expect(await runReport(source.call, property, october, report, 50)).toEqual(whole)
    expect(server.recorder.requests).toHaveLength(Math.ceil(whole.rows.length / 50))
  })

  test('follow restated numbers and late attribution', async () => {
    const mine = seed(2)
    server.ledger.restate(mine.id, '2026-10-02', (cell) => ({ ...cell, sessions: cell.sessions * 2, keyEvents: 0 }))
    const { id } = server.ledger.transactions(mine.id).find(({ day }) => day <= week.to)!
    server.ledger.attribute(mine.id, id, { source: 'tiktok', medium: 'paid_social', campaign: 'Late' })
    expect(cellsOf(await readSessions(week, mine))).toEqual(ledgerCells(mine.id, week))
  })

  test('of an empty window have no rows', async () => {
    expect((await readSessions({ from: '2020-01-01', to: '2020-01-31' })).rows).toEqual([])
  })

  test('say what limits their completeness', async () => {
    Object.assign(server.settings, { dataLossFromOtherRow: true, subjectToThresholding: true, isSampled: true })
    const [{ limitations }, transactions] = [await readSessions(), await readTransactions()]
    Object.assign(server.settings, { dataLossFromOtherRow: false, subjectToThresholding: false, isSampled: false })
    const expected = ['data_loss_from_other_row', 'subject_to_thresholding', 'sampled']
    expect([limitations, transactions.limitations]).toEqual([expected, expected])
  })

  test('in another currency or time zone than the account are not used', async () => {
    const another = { reason: 'reply_has_another_form', remedy: 'stop' }
    expect(await failed(week, { ...property, currency: 'EUR' })).toEqual({ ...another, field: 'metadata.currencyCode' })
    expect(await failed(week, { ...property, timezone: 'Asia/Tokyo' })).toEqual({
      ...another,
      field: 'metadata.timeZone',
    })
  })
})

describe('transactions of GA4', () => {
  test('equal the ledger of a month, without rows that have no id', async () => {
    const { rows } = await readTransactions(october)
    const expected = server.ledger
      .transactions(property.id)
      .map(({ id, day, hour, source: from, medium, campaign }) => ({
        transaction_id: id,
        day,
        hour,
        source: from,
        medium,
        campaign,
      }))
    const byId = (one: { transaction_id: string }, other: { transaction_id: string }) =>
      one.transaction_id < other.transaction_id ? -1 : 1
    expect(rows.toSorted(byId)).toEqual(expected.toSorted(byId))
    expect(rows.length).toBeGreaterThan(10)
  })
})

describe('a reply of GA4', () => {
  /** Changes the next reply. */
  function change(edit: (reply: Reply) => void): void {
    const { send } = source.call
    source.call.send = async (request) => {
      source.call.send = send
      const reply = await send(request)
      const body = JSON.parse(reply.text) as Reply
      edit(body)
      return { ...reply, text: JSON.stringify(body) }
    }
  }
  interface Value {
    value: string
  }
  interface Row {
    dimensionValues: Value[]
    metricValues: Value[]
  }
  interface Reply {
    rows: Row[]
    rowCount: number
    metadata: Record<string, unknown>
  }

  test('without the revenue that the role of the person hides is not used', async () => {
    change(({ metadata }) => {
      metadata['schemaRestrictionResponse'] = {
        activeMetricRestrictions: [{ metricName: 'purchaseRevenue', restrictedMetricTypes: ['REVENUE_DATA'] }],
      }
    })
    expect(await failed()).toMatchObject({ reason: 'permission_is_missing', remedy: 'stop' })
  })

  test('that repeats a transaction in a later hour has its first hour', async () => {
    const before = await readTransactions()
    change((reply) => {
      const [one, other] = reply.rows.filter(({ dimensionValues }) => /^T|\d/.test(dimensionValues[0]?.value ?? ''))
      const laterOf = (row: Row | undefined): Row => {
        if (row === undefined) throw new Error('The reply has no transactions.')
        const [id, hour, ...channel] = row.dimensionValues as [Value, Value, ...Value[]]
        return {
          dimensionValues: [id, { value: `${hour.value.slice(0, 8)}23` }, ...channel],
          metricValues: [{ value: '1' }],
        }
      }
      reply.rows = [laterOf(one), ...reply.rows, laterOf(other)]
      reply.rowCount = reply.rows.length
    })
    const byId = (one: { transaction_id: string }, other: { transaction_id: string }) =>
      one.transaction_id < other.transaction_id ? -1 : 1
    expect((await readTransactions()).rows.toSorted(byId)).toEqual(before.rows.toSorted(byId))
  })

  test('keeps all digits of amounts, and reads exponents', async () => {
    change(({ rows }) => {
      rows[0]!.metricValues[3]!.value = '1.2345678901E10'
      rows[1]!.metricValues[3]!.value = '9007199254740993.25'
      rows[1]!.metricValues[0]!.value = '9007199254740993'
    })
    const [{ revenue } = {}, second] = (await readSessions()).rows
    expect([revenue, second?.revenue, second?.sessions]).toEqual([
      '12345678901',
      '9007199254740993.25',
      '9007199254740993',
    ])
  })
})

describe('a faulty reply of GA4', () => {
  const another = { reason: 'reply_has_another_form', remedy: 'stop' }
  const inconsistent = { reason: 'reply_is_inconsistent', remedy: 'retry' }
  const incomplete = { reason: 'reply_is_incomplete', remedy: 'retry' }

  test.each<[Fault<Ga4Refusal>, object]>([
    [{ kind: 'missing_field', field: 'metricValues.3' }, another],
    [{ kind: 'missing_field', field: 'dimensionValues' }, another],
    [{ kind: 'retyped_field', field: 'metricValues.0' }, another],
    [{ kind: 'retyped_field', field: 'dimensionValues.0.value' }, another],
    [{ kind: 'repeated_row' }, inconsistent],
    [{ kind: 'wrong_count' }, inconsistent],
    [{ kind: 'day_outside' }, inconsistent],
    [{ kind: 'truncated' }, incomplete],
    [{ kind: 'html' }, incomplete],
    [{ kind: 'wrong_type' }, incomplete],
    [{ kind: 'cut' }, { reason: 'platform_is_unavailable', remedy: 'retry' }],
  ])('with %o is not used', async (fault, expected) => {
    server.faults.arm(fault)
    expect(await failed()).toMatchObject(expected)
  })

  test('with another field is used, and the field is counted', async () => {
    server.faults.arm({ kind: 'extra_field', field: 'novelty' })
    expect((await readSessions()).unknownFields).toEqual(['rows.novelty'])
  })

  test('in a later page is not used', async () => {
    const report = { dimensions: ['dateHour', 'sessionSource'], metrics: ['sessions'] }
    for (const kind of ['wrong_count', 'repeated_row', 'truncated'] as const) {
      server.faults.arm({ kind }, { after: 1 })
      expect((await errorOf(runReport(source.call, property, october, report, 50), source)).remedy).toBe('retry')
    }
  })
})

describe('a refusal of GA4', () => {
  const unavailable = { reason: 'platform_is_unavailable', remedy: 'retry', retryAfterSeconds: 60 }
  test.each<[Ga4Refusal, object]>([
    ['hourly_tokens_exhausted', { reason: 'quota_is_used_up', remedy: 'pause', retryAfterSeconds: 1_800 }],
    ['daily_tokens_exhausted', { reason: 'quota_is_used_up', remedy: 'pause', retryAfterSeconds: expect.any(Number) }],
    ['concurrency_exhausted', { reason: 'limit_is_reached', remedy: 'retry', retryAfterSeconds: 30 }],
    ['server_error', unavailable],
    ['unavailable', unavailable],
    ['token_expired', { reason: 'token_is_refused', remedy: 'refresh' }],
    ['permission_denied', { reason: 'permission_is_missing', remedy: 'stop' }],
  ])('%s says what to do', async (name, expected) => {
    server.faults.arm({ kind: 'refusal', name })
    expect(await failed()).toMatchObject(expected)
  })

  test('of too many requests at once is sent again later', async () => {
    server.settings.concurrentMax = 1
    server.faults.arm({ kind: 'slow', milliseconds: 200 })
    const first = readSessions()
    await vi.waitFor(() => expect(server.recorder.open()).toBe(1), { interval: 5 })
    const refused = await failed()
    server.settings.concurrentMax = 10
    expect(refused).toMatchObject({ reason: 'limit_is_reached', retryAfterSeconds: 30 })
    expect((await first).rows.length).toBeGreaterThan(0)
  })

  test('of a version that does not exist names the version', async () => {
    source.call.settings.version = 'v1alpha0'
    const refused = await failed()
    source.call.settings.version = ga4.version
    expect(refused).toMatchObject({ reason: 'version_has_ended', remedy: 'stop' })
  })

  test('of a removed property stops its source', async () => {
    const mine = seed(7)
    server.ledger.removeProperty(mine.id)
    const { reason, remedy } = await failed(week, mine)
    expect(['account_is_unavailable', 'permission_is_missing']).toContain(reason)
    expect(remedy).toBe('stop')
  })
})

describe('the properties of GA4', () => {
  test('are listed over several pages, with zone and currency', async () => {
    server.seed({ seed: 20, ...week, property: { accountId: '777', currency: 'JPY', timezone: 'Asia/Tokyo' } })
    server.settings.accountsPerPage = 1
    const listed = await ga4.listAccounts(source.call)
    server.settings.accountsPerPage = 50
    const expected = [...server.ledger.properties.values()].map(({ id, displayName, currency, timezone }) => ({
      id,
      name: displayName,
      currency,
      timezone,
    }))
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
    expect(listed.toSorted(byId)).toEqual(expected.toSorted(byId))
    expect(listed.some(({ currency }) => currency === 'JPY')).toBe(true)
  })

  test('are only those that the person reaches', async () => {
    server.settings.reach.set(ada, [property.id])
    const listed = await ga4.listAccounts(source.call)
    const refused = await failed(week, seed(21))
    server.settings.reach.clear()
    expect(listed).toEqual([property])
    expect(refused).toMatchObject({ reason: 'permission_is_missing', remedy: 'stop' })
  })
})
