import type { AdLedger, Status } from '../ad_ledger.ts'
import type { Reply } from '../server.ts'
import { invalidParameter } from './graph_error.ts'
import { deletedRefused, effectiveStatuses, listOf } from './insights_request.ts'
import { accountJson, adJson, adSetJson, campaignJson, creativeJson, select } from './objects.ts'

type Json = Record<string, unknown>

/** The fields that this server knows of each kind of object. */
export const objectFields: Record<string, readonly string[]> = {
  AdAccount: ['id', 'account_id', 'name', 'currency', 'timezone_name', 'account_status', 'created_time'],
  Campaign: fieldsOf('objective', 'buying_type', 'daily_budget', 'lifetime_budget', 'start_time', 'stop_time'),
  AdSet: fieldsOf('campaign_id', 'optimization_goal', 'daily_budget', 'lifetime_budget'),
  Ad: fieldsOf('campaign_id', 'adset_id', 'creative'),
  AdCreative: ['id', 'account_id', 'name', 'status', 'title', 'body', 'thumbnail_url', 'image_url', 'video_id'],
}

function fieldsOf(...names: string[]): string[] {
  return ['id', 'account_id', 'name', 'status', 'effective_status', 'created_time', 'updated_time', ...names]
}

/** Returns the objects of an edge of an account with their type, or the reply that refuses it, or null if it is unknown. */
export function edge(
  ledger: AdLedger,
  accountId: string,
  name: string,
  params: URLSearchParams,
  canListDeleted: boolean,
): { type: string; objects: Json[] } | Reply | null {
  const account = ledger.accounts.get(accountId)
  if (!account) return null
  const statuses = statusesOf(params)
  if (statuses?.includes('DELETED') && !canListDeleted) return deletedRefused()
  // Deleted objects are no edges, unless their status is asked for.
  const isKept = ({ status }: { status: Status }) =>
    statuses ? statuses.includes(effectiveStatuses[status]) : status !== 'deleted'
  switch (name) {
    case 'campaigns': {
      const kept = ledger.campaignsOf(accountId).filter(isKept)
      return { type: 'Campaign', objects: kept.map((campaign) => campaignJson(campaign, account)) }
    }
    case 'adsets':
      return { type: 'AdSet', objects: ledger.groupsOf(accountId).filter(isKept).map(adSetJson) }
    case 'ads':
      return { type: 'Ad', objects: ledger.adsOf(accountId).filter(isKept).map(adJson) }
    case 'adcreatives':
      return { type: 'AdCreative', objects: ledger.adsOf(accountId).filter(isKept).map(creativeJson) }
  }
  return null
}

function statusesOf(params: URLSearchParams): string[] | null {
  const direct = listOf(params.get('effective_status'))
  if (direct) return direct
  const filters = JSON.parse(params.get('filtering') ?? '[]') as { field: string; value: string[] }[]
  return filters.find(({ field }) => field.endsWith('effective_status'))?.value ?? null
}

export function accountsJson(ledger: AdLedger, ids: readonly string[], statuses: ReadonlyMap<string, number>): Json[] {
  return ids.flatMap((id) => {
    const account = ledger.accounts.get(id)
    return account ? [accountJson(account, statuses.get(id) ?? 1)] : []
  })
}

/** Selects the asked fields of all objects of a type. */
export function selectAll(objects: Json[], type: string, fields: string | null): Json[] | Reply {
  const selected = objects.map((object) => select(object, fields, type, objectFields[type] ?? []))
  return (
    (selected.find((each) => typeof each['status'] === 'number' && 'body' in each) as Reply | undefined) ??
    (selected as Json[])
  )
}

/** Returns a page of rows. `paging.next` is an absolute address that holds the access token. */
export function page(rows: unknown[], params: URLSearchParams, address: URL, rowsMax: number): Reply {
  const limit = Number(params.get('limit') ?? 25)
  if (!Number.isInteger(limit) || limit < 1) return invalidParameter('Param limit must be greater than 0')
  const start = params.has('after') ? decodeCursor(params.get('after')!) + 1 : 0
  if (!Number.isInteger(start)) return invalidParameter('Invalid cursors values')
  if (Math.min(limit, rows.length) > rowsMax) {
    const message = "Please reduce the amount of data you're asking for, then retry your request"
    return { status: 500, body: { error: { message, code: 1 } } }
  }
  const data = rows.slice(start, start + limit)
  if (data.length === 0) return { status: 200, body: { data } }
  const last = start + data.length - 1
  const cursors = { before: encodeCursor(start), after: encodeCursor(last) }
  if (last === rows.length - 1) return { status: 200, body: { data, paging: { cursors } } }
  const next = new URL(address)
  next.search = new URLSearchParams(
    [...params, ['limit', String(limit)], ['after', cursors.after]].filter(isLast),
  ).toString()
  return { status: 200, body: { data, paging: { cursors, next: next.href } } }
}

/** Keeps the last value of each parameter. */
function isLast([name]: string[], index: number, all: string[][]): boolean {
  return all.findLastIndex(([other]) => other === name) === index
}

function encodeCursor(index: number): string {
  return Buffer.from(String(index)).toString('base64url') + 'ZD'
}

function decodeCursor(text: string): number {
  return Number(Buffer.from(text.slice(0, -2), 'base64url').toString() || Number.NaN)
}
