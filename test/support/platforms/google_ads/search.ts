import type { AdLedger } from '../ad_ledger.ts'
import { apiError, authenticate } from '../google_identity/api_error.ts'
import type { GoogleIdentity } from '../google_identity/google_identity.ts'
import { jsonOf } from '../server.ts'
import type { Incoming, Reply } from '../server.ts'
import type { Customers } from './customers.ts'
import { asStream, failure, tooManyRequests } from './failure.ts'
import { GaqlError, parseGaql } from './gaql.ts'
import type { Query } from './gaql.ts'
import type { GoogleAdsSettings } from './google_ads.ts'
import { camelCase, rowJson, rowsOf } from './rows.ts'
import type { Row } from './fields.ts'

interface Result {
  customerId: string
  text: string
  query: Query
  rows: Row[]
  wantsTotal: boolean
}

interface Parts {
  ledger: AdLedger
  customers: Customers
  settings: GoogleAdsSettings
  identity: GoogleIdentity
}

interface Call {
  version: string
  customerId: string
  text: string
  pageToken: string
  wantsTotal: boolean
}

const scope = 'https://www.googleapis.com/auth/adwords'
/** Results that page tokens can refer to. Older tokens have expired. */
const keptResults = 20

/** GoogleAdsService and CustomerService over REST (v25_google_ads_service.proto, v25_customer_service.proto). */
export class SearchService {
  readonly #parts: Parts
  readonly #results = new Map<number, Result>()
  #nextResult = 1

  constructor(parts: Parts) {
    this.#parts = parts
  }

  handle(incoming: Incoming): Reply {
    const { settings, identity, customers } = this.#parts
    const { method, url, headers } = incoming
    const [, version = '', path = ''] = /^\/(v\d+)\/(.+)$/.exec(url.pathname) ?? []
    const isKnown = settings.versions.includes(version)
    if (!isKnown && !settings.sunsetVersions.includes(version)) return notFound()
    const authenticated = authenticate(identity.grants, headers['authorization'], scope)
    if ('reply' in authenticated) return authenticated.reply
    if (!isKnown) return refuse(version, 'requestError', 'UNSUPPORTED_VERSION', `Version ${version} has been sunset.`)
    const { person } = authenticated
    if (path === 'customers:listAccessibleCustomers') {
      if (method !== 'GET') return notFound()
      const reached = customers.reachedBy(person)
      if (reached.length === 0) return notAdsUser(version)
      return { status: 200, body: { resourceNames: reached.map(({ id }) => `customers/${id}`) } }
    }
    const [, customerId = '', action = ''] = /^customers\/([^/]+)\/googleAds:(search|searchStream)$/.exec(path) ?? []
    if (method !== 'POST' || !action) return notFound()
    const wrap = action === 'searchStream' ? asStream : (reply: Reply) => reply
    const refused =
      this.#refuseAccess(version, customerId, person, headers['login-customer-id']) ??
      this.#refuseMany(version, customerId)
    if (refused) return wrap(refused)
    const call = readCall(incoming, version, customerId, action)
    if ('status' in call) return wrap(call)
    return action === 'searchStream' ? this.#stream(call) : this.#search(call)
  }

  #refuseAccess(version: string, id: string, person: string, login: string | undefined): Reply | null {
    const { customers, settings } = this.#parts
    if (!/^\d+$/.test(id)) return refuse(version, 'requestError', 'INVALID_CUSTOMER_ID', `Invalid customer ID '${id}'.`)
    if (login !== undefined && !/^\d+$/.test(login)) {
      return refuse(version, 'requestError', 'INVALID_CUSTOMER_ID', `Invalid login customer ID '${login}'.`)
    }
    if (!settings.isProjectApproved) {
      return denied(
        version,
        'CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION',
        'The Google Cloud project is only approved for use with test accounts.',
      )
    }
    if (!customers.canRead(person, id, login)) {
      return denied(
        version,
        'USER_PERMISSION_DENIED',
        "User doesn't have permission to access customer. Note: If you're accessing a client customer, the manager's customer id must be set in the 'login-customer-id' header. See https://developers.google.com/google-ads/api/docs/concepts/call-structure#cid",
      )
    }
    if (customers.find(id)?.status === 'ENABLED') return null
    return denied(
      version,
      'CUSTOMER_NOT_ENABLED',
      "The customer account can't be accessed because it is not yet enabled or has been deactivated.",
    )
  }

  #refuseMany(version: string, customerId: string): Reply | null {
    const { settings } = this.#parts
    if (settings.limit && !settings.limit.take(customerId).isAllowed) {
      return tooManyRequests(version, 'RESOURCE_TEMPORARILY_EXHAUSTED', settings.retryDelay)
    }
    settings.operationsLeft -= 1
    return settings.operationsLeft < 0 ? tooManyRequests(version, 'RESOURCE_EXHAUSTED', null) : null
  }

  /** Runs a query. Returns its result, or the reply that refuses it. */
  #run({ version, customerId, text, wantsTotal }: Call): Result | Reply {
    const { ledger, customers, identity } = this.#parts
    const customer = customers.find(customerId)!
    try {
      const query = parseGaql(text)
      if (customer.isManager && query.fields.some((field) => field.startsWith('metrics.'))) {
        throw new GaqlError(
          'REQUESTED_METRICS_FOR_MANAGER',
          'Metrics cannot be requested for a manager account. To retrieve metrics, issue separate requests against each client account under the manager account.',
        )
      }
      const rows = rowsOf(query, { ledger, customers, customer, now: identity.clock.now() })
      return { customerId, text, query, rows, wantsTotal }
    } catch (error) {
      if (!(error instanceof GaqlError)) throw error
      return refuse(version, 'queryError', error.code, error.message)
    }
  }

  #search(call: Call): Reply {
    const { version, customerId, text, pageToken } = call
    const [id, offset] = pageToken === '' ? [0, 0] : decodeToken(pageToken)
    const ran = pageToken === '' ? this.#run(call) : this.#results.get(id)
    if (!ran && id > 0 && id < this.#nextResult) {
      return refuse(version, 'requestError', 'EXPIRED_PAGE_TOKEN', 'Page token has expired.')
    }
    if (!ran) return refuse(version, 'requestError', 'INVALID_PAGE_TOKEN', 'Page token is invalid.')
    if ('status' in ran) return ran
    if (ran.text !== text || ran.customerId !== customerId) {
      return refuse(version, 'requestError', 'INVALID_PAGE_TOKEN', 'Page token is invalid.')
    }
    if (call.wantsTotal && !ran.wantsTotal) {
      const name = 'TOTAL_RESULTS_COUNT_NOT_ORIGINALLY_REQUESTED'
      return refuse(version, 'requestError', name, 'The total results count was not requested in the first request.')
    }
    const limited = ran.rows.slice(0, ran.query.limit ?? undefined)
    const end = offset + this.#parts.settings.pageSize
    const next = end < limited.length ? { nextPageToken: encodeToken(id || this.#keep(ran), end) } : {}
    // Fields with the default of their type are absent, as in all JSON of protocol buffers.
    const total = call.wantsTotal && ran.rows.length > 0 ? { totalResultsCount: String(ran.rows.length) } : {}
    return {
      status: 200,
      headers: { 'request-id': `request-${this.#nextResult}-${offset}` },
      body: { ...resultsOf(ran, limited.slice(offset, end)), ...next, ...total, fieldMask: maskOf(ran.query) },
    }
  }

  #stream(call: Call): Reply {
    const ran = this.#run(call)
    if ('status' in ran) return asStream(ran)
    const limited = ran.rows.slice(0, ran.query.limit ?? undefined)
    const { pageSize } = this.#parts.settings
    const count = Math.max(1, Math.ceil(limited.length / pageSize))
    const chunks = Array.from({ length: count }, (_, index) => ({
      ...resultsOf(ran, limited.slice(index * pageSize, (index + 1) * pageSize)),
      fieldMask: maskOf(ran.query),
      requestId: 'streamed-request-00000',
    }))
    return { status: 200, body: chunks }
  }

  #keep(result: Result): number {
    const id = this.#nextResult++
    this.#results.set(id, result)
    this.#results.delete(id - keptResults)
    return id
  }
}

const bodyFields = ['query', 'pageToken', 'pageSize', 'validateOnly', 'searchSettings']
const streamFields = ['query', 'summaryRowSetting']
const settingFields = ['omitResults', 'returnSummaryRow', 'returnTotalResultsCount']

/** Reads the body of a search. Returns the reply that refuses it if it is invalid. */
function readCall(incoming: Incoming, version: string, customerId: string, action: string): Call | Reply {
  const body = jsonOf(incoming)
  if (!body) return invalidPayload('Invalid JSON payload received. Unexpected token.')
  const settings = (body['searchSettings'] ?? {}) as Record<string, unknown>
  const unknown = [
    ...Object.keys(body).filter((name) => !(action === 'search' ? bodyFields : streamFields).includes(name)),
    ...Object.keys(settings).filter((name) => !settingFields.includes(name)),
  ]
  if (unknown.length > 0) {
    return invalidPayload(`Invalid JSON payload received. Unknown name "${unknown[0]}": Cannot find field.`)
  }
  if (body['pageSize'] !== undefined) {
    return refuse(version, 'requestError', 'PAGE_SIZE_NOT_SUPPORTED', 'Setting the page size is not supported.')
  }
  const text = body['query']
  if (typeof text !== 'string') {
    return refuse(version, 'requestError', 'REQUIRED_FIELD_MISSING', 'Required field is missing', 'query')
  }
  const pageToken = String(body['pageToken'] ?? '')
  return { version, customerId, text, pageToken, wantsTotal: settings['returnTotalResultsCount'] === true }
}

function resultsOf({ query }: Result, rows: Row[]): { results?: unknown[] } {
  return rows.length === 0 ? {} : { results: rows.map((row) => rowJson(row, query.fields)) }
}

function maskOf(query: Query): string {
  return query.fields.map((field) => field.split('.').map(camelCase).join('.')).join(',')
}

function encodeToken(id: number, offset: number): string {
  return Buffer.from(`${id} ${offset}`).toString('base64url')
}

function decodeToken(token: string): [number, number] {
  const [id = 0, offset = 0] = Buffer.from(token, 'base64url').toString().split(' ').map(Number)
  return [id || 0, offset || 0]
}

function refuse(
  version: string,
  kind: 'requestError' | 'queryError',
  name: string,
  message: string,
  location?: string,
): Reply {
  return failure(version, 'INVALID_ARGUMENT', { kind, name, message, ...(location ? { location } : {}) })
}

function denied(version: string, name: string, message: string): Reply {
  return failure(version, 'PERMISSION_DENIED', { kind: 'authorizationError', name, message })
}

function notAdsUser(version: string): Reply {
  const message =
    'The Google account that generated the OAuth access token is not associated with a Google Ads account.'
  return failure(version, 'UNAUTHENTICATED', { kind: 'authenticationError', name: 'NOT_ADS_USER', message })
}

function invalidPayload(message: string): Reply {
  return apiError({ code: 400, status: 'INVALID_ARGUMENT', message })
}

function notFound(): Reply {
  const body = '<!DOCTYPE html><html lang=en><title>Error 404 (Not Found)!!1</title>'
  return { status: 404, type: 'text/html; charset=UTF-8', body }
}
