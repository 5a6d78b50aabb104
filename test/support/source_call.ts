import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, SourceRequest } from '../../shared/sources/call.ts'
import type {
  Addresses,
  AdsReply,
  Platform,
  PlatformAccount,
  Report,
  ReportName,
  Window,
} from '../../shared/sources/platform.ts'
import { send } from '../../shared/sources/send.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import type { AdLedger, Measures } from './platforms/ad_ledger.ts'
import { isNothing, nothing, plus } from './platforms/ad_ledger.ts'

interface Registration {
  app: { id: string; secret: string }
  environment: Partial<Addresses>
}

export interface TestCall extends Call {
  /** The seconds that the platform asked to wait. */
  waits: number[]
  versionEndings: number
}

/** A call of a platform with the real `send`. */
export function callOf(platform: Platform, { app, environment }: Registration, accessToken = ''): TestCall {
  const call: TestCall = {
    settings: {
      app: { clientId: app.id, clientSecret: app.secret },
      version: platform.version,
      addresses: environment as Addresses,
    },
    accessToken,
    now: () => new Date(),
    send,
    slowDown: (seconds) => call.waits.push(seconds),
    versionEnds: () => {
      call.versionEndings += 1
    },
    waits: [],
    versionEndings: 0,
  }
  return call
}

/** The same call, whose requests fail after 300 milliseconds instead of minutes. */
export function hastyCall(call: TestCall): TestCall {
  return { ...call, send: (request: SourceRequest) => Promise.race([send(request), timeout(300)]) }
}

async function timeout(milliseconds: number): Promise<never> {
  await sleep(milliseconds)
  throw new SourceError('platform_is_unavailable', 'retry')
}

export function reportOf(platform: Platform, name: ReportName): Report {
  return platform.reports.find((report) => report.name === name) as Report
}

async function untilReady(isReady: () => Promise<boolean> | undefined): Promise<void> {
  for (let polls = 0; polls < 10; polls++) if ((await isReady()) !== false) return
  throw new Error('The report is not ready.')
}

/** Reads a window as the synchronization does: requests the report, waits for it, and reads it. */
export async function readAds(
  platform: Platform,
  call: Call,
  account: PlatformAccount,
  name: 'ads_daily' | 'ads_hourly',
  window: Window,
): Promise<AdsReply> {
  const report = reportOf(platform, name)
  const reportId = await report.request?.(call, account, window)
  if (reportId !== undefined) await untilReady(() => report.isReady?.(call, account, reportId))
  return (await report.read(call, account, window, reportId)) as AdsReply
}

/** Returns the SourceError of a failed read without its class, for comparisons. */
export async function failureOf(promise: Promise<unknown>): Promise<SourceError> {
  try {
    await promise
  } catch (thrown) {
    if (thrown instanceof SourceError) return thrown
    throw thrown
  }
  throw new Error('The read did not fail.')
}

export type Cells = Map<string, Partial<Measures>>

/** Measures of the ledger by finest entity and day or hour, without zeros. */
export function ledgerCells(ledger: AdLedger, accountId: string, { from, to }: Window, grain: 'day' | 'hour'): Cells {
  const cells = new Map<string, Measures>()
  for (const { id, day, hour, measures } of ledger.cells(accountId, from, to)) {
    const key = grain === 'day' ? `${day} ${id}` : `${day} ${hour} ${id}`
    cells.set(key, plus(cells.get(key) ?? nothing, measures))
  }
  return new Map([...cells].filter(([, measures]) => !isNothing(measures)))
}

const inMicros = new Set(['spend', 'revenue', 'conversions'])

/** The same of a reply. A row of a campaign or an account is the cell of that. */
export function replyCells({ fields, rows }: AdsReply): Cells {
  const cells: Cells = new Map()
  for (const row of rows) {
    const cell = Object.fromEntries(fields.map((field, index) => [field, row[index]]))
    const id = cell['ad_id'] ?? cell['campaign_id'] ?? 'account'
    const key = [cell['date'], ...(fields.includes('hour') ? [cell['hour']] : []), id].join(' ')
    if (cells.has(key)) throw new Error(`The reply repeats ${key}.`)
    const measures = Object.keys(nothing).filter((name) => cell[name] !== undefined)
    const values = measures.map((name) => [name, inMicros.has(name) ? micros(cell[name]) : BigInt(cell[name] ?? '')])
    if (values.some(([, value]) => value !== 0n)) cells.set(key, Object.fromEntries(values) as Partial<Measures>)
  }
  return cells
}

/** Returns the column of a field. */
export function columnOf({ fields, rows }: AdsReply, field: string): (string | undefined)[] {
  return rows.map((row) => row[(fields as readonly string[]).indexOf(field)])
}

function micros(text = ''): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}
