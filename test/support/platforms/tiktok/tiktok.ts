import { AdLedger } from '../ad_ledger.ts'
import type { AdAccount } from '../ad_ledger.ts'
import { consentPage, redirect, refusalPage } from '../consent.ts'
import { addDays } from '../days.ts'
import { Faults } from '../faults.ts'
import type { ReplyShape } from '../faults.ts'
import { keyOf, PageCache } from '../page_cache.ts'
import type { Random } from '../random.ts'
import { Recorder } from '../recorder.ts'
import { seedAds } from '../seed_ads.ts'
import type { AdSeed } from '../seed_ads.ts'
import { formOf, jsonOf, startServer } from '../server.ts'
import type { Incoming, Reply } from '../server.ts'
import type { WindowLimit } from '../window_limit.ts'
import { arrayOf, invalidParameter, notFound, ok, paged, readPage, refused, refusals } from './envelope.ts'
import type { TiktokRefusal } from './envelope.ts'
import { advertiserJson, listObjects } from './objects.ts'
import { readReport, reportRows } from './report.ts'
import { ReportTasks } from './tasks.ts'
import { permissions, TiktokTokens } from './tokens.ts'
import type { Permission, TiktokApp } from './tokens.ts'

export interface TiktokSettings {
  /** TikTok allows ten requests a second of an app, shared by all its advertisers. A test that needs the limit sets it. */
  limit: WindowLimit | null
}

export interface Tiktok {
  app: TiktokApp
  ledger: AdLedger
  tokens: TiktokTokens
  tasks: ReportTasks
  settings: TiktokSettings
  recorder: Recorder
  faults: Faults<TiktokRefusal>
  environment: { TIKTOK_BASE_URL: string }
  seed: (seed: Omit<AdSeed, 'id' | 'account'> & { account?: Partial<AdAccount> }) => AdAccount
  stop: () => Promise<void>
}

/** Starts business-api.tiktok.com: the consent page and the API v1.3. */
export async function startTiktok({ redirectUri, seed = 1 }: { redirectUri: string; seed?: number }): Promise<Tiktok> {
  const ledger = new AdLedger()
  const recorder = new Recorder()
  const tasks = new ReportTasks()
  const app = { id: `71234567890123456${seed}`, secret: `tiktok-secret-${seed}`, redirectUri }
  const tokens = new TiktokTokens(app, seed)
  const settings: TiktokSettings = { limit: null }
  const faults = new Faults<TiktokRefusal>(refusals, shape)
  const api = new Api({ ledger, tokens, tasks, settings })
  const server = await startServer({
    name: 'tiktok',
    recorder,
    faults,
    handle: (incoming) => api.handle(incoming),
    violation: violationOf,
  })
  return {
    app,
    ledger,
    tokens,
    tasks,
    settings,
    recorder,
    faults,
    environment: { TIKTOK_BASE_URL: server.url },
    seed: ({ account = {}, ...rest }) => {
      const id = String(7_002_238_017_842_757_633n + BigInt(ledger.accounts.size * 7_918 + rest.seed))
      const whole = { id, name: `Advertiser ${id}`, currency: 'USD', timezone: 'America/Los_Angeles', ...account }
      return seedAds(ledger, { ...rest, account: whole, id: tiktokId })
    },
    stop: server.stop,
  }
}

/** Ids of 19 digits, beyond the exact integers of floating point. */
function tiktokId(random: Random): string {
  return `17${random.integer(100_000_000, 999_999_999)}${random.integer(10_000_000, 99_999_999)}`
}

function violationOf({ method, url, headers }: Incoming): string | null {
  const path = url.pathname
  if (path.startsWith('/wsos_v2/')) {
    return headers['access-token'] ? 'The access token must not be sent to the address of a download.' : null
  }
  if (method === 'GET' || path === '/portal/auth') return null
  if (/\/(oauth2\/access_token|oauth2\/revoke_token|report\/task\/create)\/$/.test(path)) return null
  return 'Only tokens and reports are not writes.'
}

interface Parts {
  ledger: AdLedger
  tokens: TiktokTokens
  tasks: ReportTasks
  settings: TiktokSettings
}

class Api {
  readonly #parts: Parts
  readonly #cache = new PageCache<Record<string, unknown>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  handle(incoming: Incoming): Reply {
    const { tokens, tasks, settings } = this.#parts
    const { url, method } = incoming
    if (url.pathname === '/portal/auth') return this.#consent(incoming)
    const object = /^\/wsos_v2\/statistics\/object\/(\d+)$/.exec(url.pathname)?.[1]
    if (object) return tasks.download(object)
    const path = /^\/open_api\/v1\.3\/(.+\/)$/.exec(url.pathname)?.[1]
    if (!path) return notFound()
    if (settings.limit) {
      const { count, isAllowed } = settings.limit.take(tokens.app.id)
      if (!isAllowed) return refused(40_100, `App Vitrine reaches the QPS limit 10, current QPS is ${count}.`)
    }
    if (path === 'oauth2/access_token/') return method === 'POST' ? tokens.redeem(incoming) : notFound()
    if (path === 'oauth2/revoke_token/') return method === 'POST' ? tokens.revoke(incoming) : notFound()
    const grant = tokens.authenticate(incoming)
    if (!grant) return refusals.token_revoked()
    if (path === 'oauth2/advertiser/get/') return this.#advertisers(url.searchParams, grant.advertiserIds)
    if (path === 'report/task/create/' && method === 'POST') {
      const body = Object.entries(jsonOf(incoming) ?? {})
      const params = new URLSearchParams(
        body.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
      )
      return this.#ofAdvertiser(path, params, grant, url.origin)
    }
    return method === 'GET' ? this.#ofAdvertiser(path, url.searchParams, grant, url.origin) : notFound()
  }

  #consent(incoming: Incoming): Reply {
    const { ledger, tokens } = this.#parts
    const asked = incoming.url.searchParams
    if (asked.get('app_id') !== tokens.app.id) return refusalPage(400, 'The app does not exist.')
    if (asked.get('redirect_uri') !== tokens.app.redirectUri)
      return refusalPage(400, 'The redirect address is not registered.')
    const names = Object.keys(permissions) as Permission[]
    if (incoming.method === 'GET') return consentPage({ title: 'TikTok for Business', scopes: names })
    const form = formOf(incoming) ?? new URLSearchParams()
    const target = new URL(tokens.app.redirectUri)
    if (form.get('decision') === 'approve') {
      const granted = names.filter((name) => form.getAll('scope').includes(name))
      const chosen = form.get('advertisers')?.split(',') ?? [...ledger.accounts.keys()]
      const code = tokens.issueCode({ advertiserIds: chosen, permissions: granted })
      // The callback carries the code under two names.
      target.searchParams.set('auth_code', code)
      target.searchParams.set('code', code)
    }
    if (asked.has('state')) target.searchParams.set('state', asked.get('state') as string)
    return redirect(target)
  }

  #advertisers(params: URLSearchParams, ids: string[]): Reply {
    const { ledger, tokens } = this.#parts
    if (!tokens.isApp(params.get('app_id'), params.get('secret'))) return invalidParameter('Invalid app_id or secret.')
    const found = ids.flatMap((id) => ledger.accounts.get(id) ?? [])
    return ok({ list: found.map(({ id, name }) => ({ advertiser_id: id, advertiser_name: name })) })
  }

  #ofAdvertiser(
    path: string,
    params: URLSearchParams,
    grant: { advertiserIds: string[]; permissions: Permission[] },
    base: string,
  ): Reply {
    const { ledger, tasks } = this.#parts
    const needed: Permission = path.startsWith('report')
      ? 'reporting'
      : path.startsWith('advertiser')
        ? 'ad_account'
        : 'ads'
    if (!grant.permissions.includes(needed)) return refusals.permission_missing()
    const reachable = (id: string) => grant.advertiserIds.includes(id) && ledger.accounts.has(id)
    if (path === 'advertiser/info/') {
      const ids = arrayOf(params, 'advertiser_ids') as string[] | null
      if (!ids) return invalidParameter('advertiser_ids: Missing data for required field.')
      if (!ids.every(reachable)) return refusals.permission_missing()
      return ok({ list: ids.map((id) => advertiserJson(ledger.accounts.get(id)!, arrayOf(params, 'fields'))) })
    }
    const id = params.get('advertiser_id')
    if (!id) return invalidParameter('advertiser_id: Missing data for required field.')
    if (!reachable(id)) return refusals.permission_missing()
    const kind = /^(campaign|adgroup|ad)\/get\/$/.exec(path)?.[1]
    if (kind) return listObjects(ledger, id, kind, params)
    if (path === 'report/task/check/') return tasks.check(id, params.get('task_id') ?? '')
    if (path === 'report/task/download/') return tasks.link(id, params.get('task_id') ?? '', base)
    if (path !== 'report/integrated/get/' && path !== 'report/task/create/') return notFound()
    const request = readReport(params)
    if ('status' in request) return request
    const read = () => reportRows(ledger, ledger.accounts.get(id)!, request)
    if (path === 'report/task/create/') return tasks.create(id, read)
    const page = readPage(params)
    if ('status' in page) return page
    return paged(this.#cache.rows(keyOf(params, 'page'), page.page === 1, read), page)
  }
}

interface ListBody {
  data?: { list?: unknown[]; page_info?: { total_number: number } }
}

const shape: ReplyShape = {
  rows: ({ body }) => (typeof body === 'object' ? (body as ListBody | null)?.data?.list : undefined),
  miscount: ({ body }) => {
    const info = (body as ListBody).data?.page_info
    if (info) info.total_number += 1
    return info !== undefined
  },
  moveDay: (row, days) => {
    const { dimensions } = row as { dimensions?: Record<string, string> }
    const [name, value] = Object.entries(dimensions ?? {}).find(([each]) => each.startsWith('stat_time')) ?? []
    if (!dimensions || !name || !value) return false
    dimensions[name] = addDays(value.slice(0, 10), days) + value.slice(10)
    return true
  },
}
