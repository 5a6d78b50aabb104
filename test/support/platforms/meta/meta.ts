import { createHmac } from 'node:crypto'
import { AdLedger } from '../ad_ledger.ts'
import type { AdAccount } from '../ad_ledger.ts'
import { Clock } from '../clock.ts'
import { consentPage, redirect, refusalPage } from '../consent.ts'
import { addDays } from '../days.ts'
import { Faults } from '../faults.ts'
import type { ReplyShape } from '../faults.ts'
import type { Random } from '../random.ts'
import { Recorder } from '../recorder.ts'
import { seedAds } from '../seed_ads.ts'
import type { AdSeed } from '../seed_ads.ts'
import { formOf, startServer } from '../server.ts'
import type { Incoming, Reply } from '../server.ts'
import { Graph } from './graph.ts'
import { refusals } from './graph_error.ts'
import type { MetaRefusal } from './graph_error.ts'
import { ReportRuns } from './report_runs.ts'
import { MetaTokens } from './tokens.ts'
import type { App } from './tokens.ts'

export interface MetaSettings {
  versions: string[]
  /** Versions that still answer, with a header that announces their end. */
  endingVersions: string[]
  endedVersions: string[]
  /** The accounts that a person reaches. Without an entry, all. */
  reach: Map<string, string[]>
  /** 1 is active, 2 disabled, 101 closed. Without an entry, 1. */
  accountStatuses: Map<string, number>
  /** The use of the limit in per cent, as the headers of all replies show it, and how much each call adds. */
  usagePercent: number
  usagePerCall: number
  minutesToRegainAccess: number
  /** More rows in a page are refused with "Please reduce the amount of data". */
  rowsMax: number
  /** Whether edges and insights accept the status DELETED. Sources disagree, so a client must cope with both. */
  canListDeleted: boolean
  canFilterDeleted: boolean
}

export interface Meta {
  app: App
  people: string[]
  ledger: AdLedger
  tokens: MetaTokens
  runs: ReportRuns
  clock: Clock
  settings: MetaSettings
  recorder: Recorder
  faults: Faults<MetaRefusal>
  environment: { META_WWW_BASE_URL: string; META_GRAPH_BASE_URL: string }
  seed: (seed: Omit<AdSeed, 'id' | 'account'> & { account?: Partial<AdAccount> }) => AdAccount
  /** The `signed_request` that Meta posts to the address for deauthorization or data deletion. */
  signedRequest: (payload: object) => string
  stop: () => Promise<void>
}

/** Starts www.facebook.com (consent) and graph.facebook.com. */
export async function startMeta({
  redirectUri,
  people = ['Ada'],
  seed = 1,
}: {
  redirectUri: string
  people?: string[]
  seed?: number
}): Promise<Meta> {
  const clock = new Clock()
  const ledger = new AdLedger()
  const recorder = new Recorder()
  const runs = new ReportRuns()
  const app = { id: `25863473150158${seed}`, secret: `meta-secret-${seed}`, redirectUris: [redirectUri] }
  const tokens = new MetaTokens(app, clock, seed)
  const settings: MetaSettings = {
    versions: ['v24.0', 'v25.0', 'v26.0'],
    endingVersions: [],
    endedVersions: ['v19.0', 'v20.0'],
    reach: new Map(),
    accountStatuses: new Map(),
    usagePercent: 5,
    usagePerCall: 0,
    minutesToRegainAccess: 3,
    rowsMax: 5_000,
    canListDeleted: true,
    canFilterDeleted: true,
  }
  const faults = new Faults<MetaRefusal>(refusals, shape)
  const graphApi = new Graph({ ledger, tokens, runs, clock, settings })
  const www = await startServer({
    name: 'meta_www',
    recorder,
    faults,
    handle: (incoming) => dialog(incoming, tokens, people),
    violation: () => null,
  })
  const graph = await startServer({
    name: 'meta_graph',
    recorder,
    faults,
    handle: (incoming) => graphApi.handle(incoming),
    violation: violationOf,
  })
  return {
    app,
    people,
    ledger,
    tokens,
    runs,
    clock,
    settings,
    recorder,
    faults,
    environment: { META_WWW_BASE_URL: www.url, META_GRAPH_BASE_URL: graph.url },
    seed: ({ account = {}, ...rest }) => {
      const id = String(700_000_000_000_000 + ledger.accounts.size * 7_919 + rest.seed)
      const whole = { id, name: `Account ${id}`, currency: 'USD', timezone: 'America/Los_Angeles', ...account }
      return seedAds(ledger, { ...rest, account: whole, id: metaId })
    },
    signedRequest: (payload) => {
      const body = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', issued_at: clock.seconds(), ...payload }))
      const text = body.toString('base64url')
      return `${createHmac('sha256', app.secret).update(text).digest('base64url')}.${text}`
    },
    stop: async () => {
      await Promise.all([www.stop(), graph.stop()])
    },
  }
}

/** Ids of 17 digits, beyond the exact integers of floating point. */
function metaId(random: Random): string {
  return `2385${random.integer(100_000, 999_999)}${random.integer(1_000_000, 9_999_999)}`
}

function violationOf({ method, url }: Incoming): string | null {
  if (method === 'GET') return null
  if (method === 'POST' && /\/(act_\d+\/insights|oauth\/access_token)$/.test(url.pathname)) return null
  if (method === 'DELETE' && url.pathname.endsWith('/me/permissions')) return null
  return 'Only reports, tokens and the removal of your permissions are not writes.'
}

const knownPermissions = [
  'ads_read',
  'ads_management',
  'business_management',
  'public_profile',
  'email',
  'read_insights',
]

function dialog(incoming: Incoming, tokens: MetaTokens, people: string[]): Reply {
  const { url, method } = incoming
  if (!/^\/v\d+\.\d+\/dialog\/oauth$/.test(url.pathname)) return refusalPage(404, 'Page not found')
  const asked = url.searchParams
  const redirectUri = asked.get('redirect_uri') ?? ''
  if (asked.get('client_id') !== tokens.app.id) return refusalPage(400, 'Invalid App ID')
  if (!tokens.app.redirectUris.includes(redirectUri)) return refusalPage(400, 'URL blocked')
  const permissions = (asked.get('scope') ?? '').split(/[ ,]+/).filter(Boolean)
  const unknown = permissions.filter((permission) => !knownPermissions.includes(permission))
  if (unknown.length > 0) return refusalPage(400, `Invalid Scopes: ${unknown.join(', ')}`)
  if (method === 'GET') {
    return consentPage({ title: 'Log in with Facebook', scopes: permissions, choices: { person: people } })
  }
  const form = formOf(incoming) ?? new URLSearchParams()
  const target = new URL(redirectUri)
  const answer = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value)
    if (asked.has('state')) target.searchParams.set('state', asked.get('state') as string)
    return redirect(target)
  }
  if (form.get('decision') !== 'approve') {
    const reason = { error_reason: 'user_denied', error_description: 'Permissions error' }
    return answer({ error: 'access_denied', error_code: '200', ...reason })
  }
  const granted = permissions.filter((permission) => form.getAll('scope').includes(permission))
  const declined = permissions.filter((permission) => !granted.includes(permission))
  const person = form.get('person') ?? (people[0] as string)
  const code = tokens.issueCode({ token: { person, permissions: granted, declined }, redirectUri })
  return answer({ code })
}

interface InsightsRow {
  date_start?: string
  date_stop?: string
}

const shape: ReplyShape = {
  rows: ({ body, status }) =>
    status === 200 && typeof body === 'object' && Array.isArray((body as { data?: unknown[] } | null)?.data)
      ? (body as { data: unknown[] }).data
      : undefined,
  // Meta sends no count of its rows.
  miscount: () => false,
  moveDay: (row, days) => {
    const dated = row as InsightsRow
    if (!dated.date_start) return false
    dated.date_start = addDays(dated.date_start, days)
    dated.date_stop = dated.date_start
    return true
  },
}
