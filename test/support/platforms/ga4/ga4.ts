import { addDays, localTime } from '../days.ts'
import { Faults } from '../faults.ts'
import type { ReplyShape } from '../faults.ts'
import { apiError, authenticate, unauthenticated } from '../google_identity/api_error.ts'
import type { GoogleIdentity } from '../google_identity/google_identity.ts'
import { Recorder } from '../recorder.ts'
import { jsonOf, startServer } from '../server.ts'
import type { Incoming, Reply } from '../server.ts'
import { invalid, readReport } from './report_request.ts'
import { runReport } from './run_report.ts'
import type { Flags } from './run_report.ts'
import { SessionLedger } from './session_ledger.ts'
import type { Property } from './session_ledger.ts'

export interface Ga4Settings extends Flags {
  /** The tokens that remain. A report costs one token, and one more for each 1,000 rows. */
  tokensLeftOfDay: number
  tokensLeftOfHour: number
  concurrentMax: number
  /** The properties that a person reaches. Without an entry, all. */
  reach: Map<string, string[]>
  /** The accounts on a page of `accountSummaries` are at most this many. */
  accountsPerPage: number
}

export type Ga4Refusal = keyof typeof refusals

export interface Ga4 {
  ledger: SessionLedger
  settings: Ga4Settings
  recorder: Recorder
  faults: Faults<Ga4Refusal>
  environment: { GA4_DATA_BASE_URL: string; GA4_ADMIN_BASE_URL: string }
  seed: (seed: {
    seed: number
    from: string
    to: string
    hoursPerDay?: number
    property?: Partial<Property>
  }) => Property
  stop: () => Promise<void>
}

const scope = 'https://www.googleapis.com/auth/analytics.readonly'
const exhausted = (message: string) => apiError({ code: 429, status: 'RESOURCE_EXHAUSTED', message })
const quotaPage = 'To learn more, see https://developers.google.com/analytics/devguides/reporting/data/v1/quotas'

const refusals = {
  hourly_tokens_exhausted: () =>
    exhausted(`Exhausted property tokens per hour. These quota tokens will return in under an hour. ${quotaPage}`),
  daily_tokens_exhausted: () =>
    exhausted(`Exhausted property tokens for a project per day. These quota tokens will return tomorrow. ${quotaPage}`),
  concurrency_exhausted: () =>
    exhausted(`Exhausted concurrent requests quota. Please send fewer requests concurrently. ${quotaPage}`),
  server_error: () => apiError({ code: 500, status: 'INTERNAL', message: 'Internal error encountered.' }),
  unavailable: () => apiError({ code: 503, status: 'UNAVAILABLE', message: 'The service is currently unavailable.' }),
  token_expired: () => unauthenticated('expired'),
  permission_denied: () => denied(),
}

/** Starts analyticsdata.googleapis.com and analyticsadmin.googleapis.com. Their tokens are those of a GoogleIdentity. */
export async function startGa4(identity: GoogleIdentity): Promise<Ga4> {
  const ledger = new SessionLedger()
  const recorder = new Recorder()
  const settings: Ga4Settings = {
    dataLossFromOtherRow: false,
    subjectToThresholding: false,
    isSampled: false,
    tokensLeftOfDay: 200_000,
    tokensLeftOfHour: 40_000,
    concurrentMax: 10,
    reach: new Map(),
    accountsPerPage: 50,
  }
  const faults = new Faults<Ga4Refusal>(refusals, shape)
  const api = new Analytics({ ledger, settings, recorder, identity })
  const data = await startServer({
    name: 'ga4_data',
    recorder,
    faults,
    handle: (incoming) => api.data(incoming),
    violation: ({ method, url }) =>
      method === 'POST' && /:(runReport|batchRunReports)$/.test(url.pathname) ? null : 'Only reports are reads.',
  })
  const admin = await startServer({
    name: 'ga4_admin',
    recorder,
    faults,
    handle: (incoming) => api.admin(incoming),
    violation: ({ method }) => (method === 'GET' ? null : 'The Admin API is only read.'),
  })
  return {
    ledger,
    settings,
    recorder,
    faults,
    environment: { GA4_DATA_BASE_URL: data.url, GA4_ADMIN_BASE_URL: admin.url },
    seed: ({ property = {}, ...rest }) => {
      const id = String(310_000_000 + ledger.properties.size * 7_919 + rest.seed)
      const added = ledger.addProperty({
        id,
        accountId: '54516992',
        displayName: `Property ${id}`,
        currency: 'USD',
        timezone: 'America/Los_Angeles',
        ...property,
      })
      ledger.seed(added.id, rest)
      return added
    },
    stop: async () => {
      await Promise.all([data.stop(), admin.stop()])
    },
  }
}

interface Parts {
  ledger: SessionLedger
  settings: Ga4Settings
  recorder: Recorder
  identity: GoogleIdentity
}

class Analytics {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  data(incoming: Incoming): Reply {
    const { identity, settings, recorder } = this.#parts
    const { url, method, headers } = incoming
    const [, id = '', action = ''] =
      /^\/v1beta\/properties\/([^/:]+):(runReport|batchRunReports)$/.exec(url.pathname) ?? []
    if (method !== 'POST' || !action) return notFound()
    const authenticated = authenticate(identity.grants, headers['authorization'], scope)
    if ('reply' in authenticated) return authenticated.reply
    if (recorder.open() > settings.concurrentMax) return refusals.concurrency_exhausted()
    const property = this.#reachable(authenticated.person).find((each) => each.id === id)
    if (!property) return denied()
    const body = jsonOf(incoming)
    if (action === 'runReport') return this.#report(property, body)
    const requests = (body?.['requests'] ?? []) as Record<string, unknown>[]
    if (requests.length < 1 || requests.length > 5) return invalid('A batch must contain from 1 to 5 requests.')
    const replies = requests.map((request) => this.#report(property, request))
    const failed = replies.find(({ status }) => status !== 200)
    return (
      failed ?? {
        status: 200,
        body: { reports: replies.map((reply) => reply.body), kind: 'analyticsData#batchRunReports' },
      }
    )
  }

  admin({ url, method, headers }: Incoming): Reply {
    const { identity } = this.#parts
    const authenticated = authenticate(identity.grants, headers['authorization'], scope)
    if ('reply' in authenticated) return authenticated.reply
    const properties = this.#reachable(authenticated.person)
    if (method !== 'GET') return notFound()
    if (url.pathname === '/v1beta/accountSummaries') return this.#summaries(properties, url.searchParams)
    const id = /^\/v1beta\/properties\/(\d+)$/.exec(url.pathname)?.[1]
    if (!id) return notFound()
    const property = properties.find((each) => each.id === id)
    return property ? { status: 200, body: propertyJson(property) } : denied()
  }

  #report(property: Property, body: Record<string, unknown> | null): Reply {
    const { ledger, settings, identity } = this.#parts
    const request = readReport(body, localTime(identity.clock.now(), property.timezone).day)
    if ('status' in request) return request
    if (settings.tokensLeftOfDay <= 0) return refusals.daily_tokens_exhausted()
    if (settings.tokensLeftOfHour <= 0) return refusals.hourly_tokens_exhausted()
    const report = runReport(ledger, property, request, settings)
    const consumed = 1 + Math.floor(((report['rows'] as unknown[] | undefined)?.length ?? 0) / 1_000)
    settings.tokensLeftOfDay -= consumed
    settings.tokensLeftOfHour -= consumed
    const quota = request.returnsQuota ? { propertyQuota: this.#quota(consumed) } : {}
    return { status: 200, body: { ...report, ...quota } }
  }

  #quota(consumed: number): Record<string, unknown> {
    const { settings, recorder } = this.#parts
    const projectShare = Math.floor(settings.tokensLeftOfHour * 0.35)
    return {
      tokensPerDay: { consumed, remaining: settings.tokensLeftOfDay },
      tokensPerHour: { consumed, remaining: settings.tokensLeftOfHour },
      // Zeros are absent in the JSON of protocol buffers.
      concurrentRequests: { remaining: settings.concurrentMax - recorder.open() },
      serverErrorsPerProjectPerHour: { remaining: 10 },
      potentiallyThresholdedRequestsPerHour: { remaining: 120 },
      tokensPerProjectPerHour: { consumed, remaining: projectShare },
    }
  }

  #summaries(properties: Property[], params: URLSearchParams): Reply {
    const { ledger, settings } = this.#parts
    const pageSize = Math.min(Number(params.get('pageSize') ?? 50), settings.accountsPerPage)
    const offset = Number(params.get('pageToken') ?? 0)
    const accounts = [...Map.groupBy(properties, ({ accountId }) => accountId)]
    const page = accounts.slice(offset, offset + pageSize).map(([id, owned]) => ({
      name: `accountSummaries/${id}`,
      account: `accounts/${id}`,
      displayName: ledger.accounts.get(id),
      propertySummaries: owned.map((property) => ({
        property: `properties/${property.id}`,
        displayName: property.displayName,
        propertyType: 'PROPERTY_TYPE_ORDINARY',
        parent: `accounts/${id}`,
      })),
    }))
    const next = offset + pageSize < accounts.length ? { nextPageToken: String(offset + pageSize) } : {}
    return { status: 200, body: { ...(page.length > 0 ? { accountSummaries: page } : {}), ...next } }
  }

  #reachable(person: string): Property[] {
    const { ledger, settings } = this.#parts
    const ids = settings.reach.get(person)
    return [...ledger.properties.values()].filter(({ id }) => !ids || ids.includes(id))
  }
}

function propertyJson({ id, accountId, displayName, currency, timezone }: Property): Record<string, unknown> {
  return {
    name: `properties/${id}`,
    parent: `accounts/${accountId}`,
    createTime: '2022-10-19T08:43:23.512Z',
    updateTime: '2024-01-02T03:04:05.678Z',
    displayName,
    timeZone: timezone,
    currencyCode: currency,
    serviceLevel: 'GOOGLE_ANALYTICS_STANDARD',
    account: `accounts/${accountId}`,
    propertyType: 'PROPERTY_TYPE_ORDINARY',
  }
}

function denied(): Reply {
  return apiError({
    code: 403,
    status: 'PERMISSION_DENIED',
    message:
      'User does not have sufficient permissions for this property. To learn more about Property ID, see https://developers.google.com/analytics/devguides/reporting/data/v1/property-id.',
  })
}

function notFound(): Reply {
  return {
    status: 404,
    type: 'text/html; charset=UTF-8',
    body: '<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>',
  }
}

interface Report {
  rows?: { dimensionValues: { value: string }[] }[]
  rowCount?: number
}

const shape: ReplyShape = {
  rows: ({ body }) => (body as Report | undefined)?.rows,
  miscount: ({ body }) => {
    const report = body as Report
    if (report.rowCount) report.rowCount += 1
    return report.rowCount !== undefined
  },
  moveDay: (row, days) => {
    const pattern = /^(20\d\d)(\d\d)(\d\d)(\d\d)?$/
    const { dimensionValues } = row as NonNullable<Report['rows']>[number]
    const value = dimensionValues.find((each) => pattern.test(each.value))
    const [, year, month, day, rest = ''] = pattern.exec(value?.value ?? '') ?? []
    if (!value) return false
    value.value = addDays(`${year}-${month}-${day}`, days).replaceAll('-', '') + rest
    return true
  },
}
