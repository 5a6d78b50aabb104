import type { AdLedger } from '../ad_ledger.ts'
import type { Clock } from '../clock.ts'
import { localTime } from '../days.ts'
import { keyOf, PageCache } from '../page_cache.ts'
import { formOf, jsonOf } from '../server.ts'
import type { Incoming, Reply } from '../server.ts'
import { accountsJson, edge, objectFields, page, selectAll } from './edges.ts'
import { graphError, refusals, unknownObject } from './graph_error.ts'
import { insights } from './insights.ts'
import { readInsights } from './insights_request.ts'
import type { MetaSettings } from './meta.ts'
import { accountJson, objectJson, select } from './objects.ts'
import type { ReportRuns } from './report_runs.ts'
import type { MetaTokens } from './tokens.ts'

interface Parts {
  ledger: AdLedger
  tokens: MetaTokens
  runs: ReportRuns
  clock: Clock
  settings: MetaSettings
}

interface Caller {
  person: string
  permissions: string[]
  declined: string[]
}

/** The Graph API: accounts, objects, insights and report runs of the Marketing API. */
export class Graph {
  readonly #parts: Parts
  readonly #cache = new PageCache<Record<string, unknown>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  handle(incoming: Incoming): Reply {
    const { settings } = this.#parts
    const [, version = settings.versions[0] as string, path = ''] =
      /^\/(?:(v\d+\.\d+)\/)?(.*?)\/?$/.exec(incoming.url.pathname) ?? []
    const params = paramsOf(incoming)
    const reply = this.#route(incoming, version, path, params)
    const accountId = /^act_(\d+)/.exec(path)?.[1] ?? this.#parts.runs.accountOf(path.split('/')[0] as string)
    return { ...reply, headers: { ...this.#headers(version, accountId), ...reply.headers } }
  }

  #route(incoming: Incoming, version: string, path: string, params: URLSearchParams): Reply {
    const { settings, tokens, runs } = this.#parts
    const { method, headers, url } = incoming
    const isEnded = settings.endedVersions.includes(version)
    if (!isEnded && !settings.versions.includes(version)) {
      return graphError({ code: 2500, message: `Unknown path components: /${version}/${path}` })
    }
    if (path === 'oauth/access_token') return tokens.exchange(params)
    const header = /^(?:Bearer|OAuth) (.+)$/i.exec(headers['authorization'] ?? '')?.[1]
    const text = params.get('access_token') ?? header ?? null
    const caller = tokens.authenticate(text, params.get('appsecret_proof'))
    if ('reply' in caller) return caller.reply
    if (isEnded) return refusals.version_ended()
    const withToken = new URLSearchParams(params)
    withToken.set('access_token', text as string)
    const [node = '', name = ''] = path.split('/')
    if (node === 'me') return this.#me(method, name, caller, withToken, url)
    if (!caller.permissions.includes('ads_read')) return refusals.permission_missing()
    if (node === '' && params.has('ids')) return this.#objects(caller, withToken, url)
    if (runs.has(node)) return this.#run(node, name, withToken, url)
    const accountId = /^act_(\d+)$/.exec(node)?.[1]
    return accountId
      ? this.#account(method, accountId, name, caller, withToken, url)
      : this.#object(node, name, caller, withToken, url)
  }

  #me(method: string, name: string, caller: Caller, params: URLSearchParams, url: URL): Reply {
    const { ledger, settings, tokens } = this.#parts
    if (name === '') return { status: 200, body: { id: personId(caller.person), name: caller.person } }
    if (name === 'permissions' && method === 'DELETE') {
      tokens.revoke(caller.person)
      return { status: 200, body: { success: true } }
    }
    if (name === 'permissions') {
      const status = (names: string[], status: string) => names.map((permission) => ({ permission, status }))
      return {
        status: 200,
        body: { data: [...status(caller.permissions, 'granted'), ...status(caller.declined, 'declined')] },
      }
    }
    if (name !== 'adaccounts') return graphError({ code: 2500, message: `Unknown path components: /${name}` })
    if (!caller.permissions.includes('ads_read')) return refusals.permission_missing()
    const accounts = accountsJson(ledger, this.#reach(caller), settings.accountStatuses)
    const selected = selectAll(accounts, 'AdAccount', params.get('fields') ?? 'id,account_id')
    return Array.isArray(selected) ? page(selected, params, url, settings.rowsMax) : selected
  }

  #account(method: string, id: string, name: string, caller: Caller, params: URLSearchParams, url: URL): Reply {
    const { ledger, settings, runs } = this.#parts
    const account = ledger.accounts.get(id)
    if (!account || !this.#reach(caller).includes(id)) return unknownObject(`act_${id}`)
    const refused = this.#refuseUsage()
    if (refused) return refused
    if (name === '') {
      const json = accountJson(account, settings.accountStatuses.get(id) ?? 1)
      const selected = select(json, params.get('fields'), 'AdAccount', objectFields['AdAccount'] ?? [])
      return 'body' in selected ? (selected as Reply) : { status: 200, body: selected }
    }
    if (name === 'insights') {
      const request = this.#readInsights(params, account.timezone)
      if ('status' in request) return request
      const read = () => insights(ledger, account, request)
      if (method === 'POST') return runs.create(id, request, read)
      return page(
        this.#cache.rows(id + keyOf(params, 'after'), !params.has('after'), read),
        params,
        url,
        settings.rowsMax,
      )
    }
    const found = method === 'GET' ? edge(ledger, id, name, params, settings.canListDeleted) : null
    if (!found) return graphError({ code: 2500, message: `Unknown path components: /${name}` })
    if ('status' in found) return found
    const selected = selectAll(found.objects, found.type, params.get('fields'))
    return Array.isArray(selected) ? page(selected, params, url, settings.rowsMax) : selected
  }

  #object(id: string, name: string, caller: Caller, params: URLSearchParams, url: URL): Reply {
    const { ledger, settings } = this.#parts
    const found = objectJson(ledger, id)
    if (!found || !this.#reach(caller).includes(found.accountId)) return unknownObject(id)
    const refused = this.#refuseUsage()
    if (refused) return refused
    if (name === 'insights') {
      const account = ledger.accounts.get(found.accountId)!
      const request = this.#readInsights(params, account.timezone)
      if ('status' in request) return request
      // By its id, a deleted object is reported too.
      const includes = ({ campaign, group, ad }: Parameters<typeof request.includes>[0]) =>
        [campaign.id, group?.id, ad?.id].includes(id)
      return page(insights(ledger, account, { ...request, includes }), params, url, settings.rowsMax)
    }
    const selected = select(found.json, params.get('fields'), found.type, objectFields[found.type] ?? [])
    return 'body' in selected ? (selected as Reply) : { status: 200, body: selected }
  }

  /** Answers `?ids=1,2`: several objects in one call, each under its id. */
  #objects(caller: Caller, params: URLSearchParams, url: URL): Reply {
    const ids = (params.get('ids') ?? '').split(',')
    const replies = ids.map((id) => this.#object(id, '', caller, params, url))
    const refused = replies.find(({ status }) => status !== 200)
    return refused ?? { status: 200, body: Object.fromEntries(ids.map((id, index) => [id, replies[index]?.body])) }
  }

  #run(id: string, name: string, params: URLSearchParams, url: URL): Reply {
    const { runs, settings } = this.#parts
    if (name !== 'insights') return runs.poll(id, params)
    const rows = runs.rows(id)
    return Array.isArray(rows) ? page(rows, params, url, settings.rowsMax) : rows
  }

  #readInsights(params: URLSearchParams, zone: string): ReturnType<typeof readInsights> {
    const { clock, settings } = this.#parts
    return readInsights(params, localTime(clock.now(), zone).day, settings.canFilterDeleted)
  }

  #reach({ person }: Caller): string[] {
    const { ledger, settings } = this.#parts
    return settings.reach.get(person) ?? [...ledger.accounts.keys()]
  }

  /** Counts a call. At 100 percent, the account is refused. */
  #refuseUsage(): Reply | null {
    const { settings } = this.#parts
    settings.usagePercent += settings.usagePerCall
    return settings.usagePercent >= 100 ? refusals.throttled_account() : null
  }

  #headers(version: string, accountId: string): Record<string, string> {
    const { settings } = this.#parts
    const percent = Math.min(100, Math.round(settings.usagePercent))
    const usage = { call_count: percent, total_cputime: percent, total_time: percent }
    const isRefused = settings.usagePercent >= 100
    const minutes = isRefused ? settings.minutesToRegainAccess : 0
    const tier = { ads_api_access_tier: 'standard_access' }
    const warning = settings.endingVersions.includes(version)
      ? {
          'x-ad-api-version-warning': `The call has been auto-upgraded to ${settings.versions.at(-1)} as ${version} will be deprecated.`,
        }
      : {}
    return {
      'facebook-api-version': version,
      'x-app-usage': JSON.stringify(usage),
      ...warning,
      ...(accountId
        ? {
            'x-business-use-case-usage': JSON.stringify({
              [accountId]: [{ type: 'ads_insights', ...usage, estimated_time_to_regain_access: minutes, ...tier }],
            }),
            'x-fb-ads-insights-throttle': JSON.stringify({ app_id_util_pct: 1.5, acc_id_util_pct: percent, ...tier }),
            'x-ad-account-usage': JSON.stringify({
              acc_id_util_pct: percent,
              reset_time_duration: minutes * 60,
              ...tier,
            }),
          }
        : {}),
    }
  }
}

/** Parameters are in the query, in a form, or in JSON. */
function paramsOf(incoming: Incoming): URLSearchParams {
  const params = new URLSearchParams(incoming.url.searchParams)
  for (const [name, value] of formOf(incoming) ?? []) params.set(name, value)
  for (const [name, value] of Object.entries(jsonOf(incoming) ?? {})) {
    params.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return params
}

function personId(person: string): string {
  return `1022${Buffer.from(person).reduce((sum, byte) => (sum * 31 + byte) % 1_000_000_000, 7)}`
}
