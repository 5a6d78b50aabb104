import { AdLedger } from '../ad_ledger.ts'
import type { AdAccount } from '../ad_ledger.ts'
import { Faults } from '../faults.ts'
import type { ReplyShape } from '../faults.ts'
import { apiError, unauthenticated } from '../google_identity/api_error.ts'
import type { GoogleIdentity } from '../google_identity/google_identity.ts'
import type { Random } from '../random.ts'
import { Recorder } from '../recorder.ts'
import { seedAds } from '../seed_ads.ts'
import type { AdSeed } from '../seed_ads.ts'
import { startServer } from '../server.ts'
import type { Incoming, Reply } from '../server.ts'
import type { WindowLimit } from '../window_limit.ts'
import { Customers } from './customers.ts'
import { failure, tooManyRequests } from './failure.ts'
import { SearchService } from './search.ts'
import { addDays } from '../days.ts'

export type GoogleAdsRefusal =
  | 'throttled'
  | 'expensive_queries'
  | 'daily_quota'
  | 'server_error'
  | 'unavailable'
  | 'transient_error'
  | 'token_expired'
  | 'permission_denied'
  | 'version_sunset'

export interface GoogleAdsSettings {
  versions: string[]
  /** Versions that were served once. They answer UNSUPPORTED_VERSION; all others are unknown addresses. */
  sunsetVersions: string[]
  /** 10,000 on the real platform, where no request can change it. */
  pageSize: number
  /** What a refused request names, in the JSON form of a duration. */
  retryDelay: string
  /** A project with test access reads no production accounts. */
  isProjectApproved: boolean
  limit: WindowLimit | null
  /** How many operations remain today. */
  operationsLeft: number
}

export interface GoogleAds {
  ledger: AdLedger
  customers: Customers
  settings: GoogleAdsSettings
  recorder: Recorder
  faults: Faults<GoogleAdsRefusal>
  environment: { GOOGLE_ADS_BASE_URL: string }
  /** Adds an account with campaigns, ads and facts. The first person of the identity reaches it directly. */
  seed: (seed: Omit<AdSeed, 'id' | 'account'> & { account?: Partial<AdAccount> }) => AdAccount
  stop: () => Promise<void>
}

/** Starts googleads.googleapis.com. Its tokens are those of a GoogleIdentity. */
export async function startGoogleAds(identity: GoogleIdentity): Promise<GoogleAds> {
  const ledger = new AdLedger()
  const customers = new Customers(ledger)
  const recorder = new Recorder()
  const settings: GoogleAdsSettings = {
    versions: ['v24', 'v25', 'v26'],
    sunsetVersions: ['v20', 'v21', 'v22'],
    pageSize: 10_000,
    retryDelay: '5s',
    isProjectApproved: true,
    limit: null,
    operationsLeft: Infinity,
  }
  const faults = new Faults(refusals(settings), shape)
  const search = new SearchService({ ledger, customers, settings, identity })
  const server = await startServer({
    name: 'google_ads',
    recorder,
    faults,
    handle: (incoming) => search.handle(incoming),
    violation: ({ method, url }) =>
      (method === 'GET' && url.pathname.endsWith(':listAccessibleCustomers')) ||
      (method === 'POST' && /googleAds:search(Stream)?$/.test(url.pathname))
        ? null
        : 'Only searches and the list of accessible customers are reads.',
  })
  return {
    ledger,
    customers,
    settings,
    recorder,
    faults,
    environment: { GOOGLE_ADS_BASE_URL: server.url },
    seed: ({ account = {}, ...rest }) => {
      const id = String(1_000_000_000 + ledger.accounts.size * 7_919 + rest.seed)
      const whole = { id, name: `Customer ${id}`, currency: 'USD', timezone: 'America/New_York', ...account }
      const added = seedAds(ledger, { hasFractionalConversions: true, ...rest, account: whole, id: googleId })
      const person = identity.people[0] as string
      customers.allow(person, [...customers.reachedBy(person).map((each) => each.id), added.id])
      return added
    },
    stop: server.stop,
  }
}

function googleId(random: Random): string {
  return `${random.integer(10_000, 99_999)}${random.integer(1_000_000, 9_999_999)}`
}

function refusals(settings: GoogleAdsSettings): Record<GoogleAdsRefusal, (incoming: Incoming) => Reply> {
  const version = ({ url }: Incoming) => url.pathname.split('/')[1] as string
  return {
    throttled: (incoming) => tooManyRequests(version(incoming), 'RESOURCE_TEMPORARILY_EXHAUSTED', settings.retryDelay),
    expensive_queries: (incoming) =>
      tooManyRequests(version(incoming), 'EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION', settings.retryDelay),
    daily_quota: (incoming) => tooManyRequests(version(incoming), 'RESOURCE_EXHAUSTED', null),
    server_error: (incoming) =>
      failure(version(incoming), 'INTERNAL', {
        kind: 'internalError',
        name: 'INTERNAL_ERROR',
        message: 'An internal error has occurred.',
      }),
    unavailable: () => apiError({ code: 503, status: 'UNAVAILABLE', message: 'The service is currently unavailable.' }),
    transient_error: (incoming) =>
      failure(version(incoming), 'INTERNAL', {
        kind: 'internalError',
        name: 'TRANSIENT_ERROR',
        message: 'A transient internal error has occurred.',
      }),
    token_expired: () => unauthenticated('expired'),
    permission_denied: (incoming) =>
      failure(version(incoming), 'PERMISSION_DENIED', {
        kind: 'authorizationError',
        name: 'USER_PERMISSION_DENIED',
        message: "User doesn't have permission to access customer.",
      }),
    version_sunset: (incoming) =>
      failure(version(incoming), 'INVALID_ARGUMENT', {
        kind: 'requestError',
        name: 'UNSUPPORTED_VERSION',
        message: `Version ${version(incoming)} is deprecated. Requests to this version will be blocked.`,
      }),
  }
}

interface Page {
  results?: { segments?: { date?: string } }[]
  totalResultsCount?: string
}

/** The pages of a reply: one for a search, several for a stream. */
function pagesOf({ body, status }: Reply): Page[] {
  if (status !== 200 || typeof body !== 'object' || body === null) return []
  return Array.isArray(body) ? (body as Page[]) : [body as Page]
}

const shape: ReplyShape = {
  rows: (reply) => pagesOf(reply).findLast(({ results }) => results)?.results,
  miscount: (reply) => {
    const page = pagesOf(reply).find(({ totalResultsCount }) => totalResultsCount !== undefined)
    if (page) page.totalResultsCount = String(Number(page.totalResultsCount) + 1)
    return page !== undefined
  },
  moveDay: (row, days) => {
    const { segments } = row as NonNullable<Page['results']>[number]
    if (segments?.date) segments.date = addDays(segments.date, days)
    return segments?.date !== undefined
  },
}
