import type { Ad, AdAccount, AdGroup, AdLedger, Campaign } from '../ad_ledger.ts'
import { decimalPlaces } from '../money.ts'
import type { Reply } from '../server.ts'
import { graphError } from './graph_error.ts'
import { effectiveStatuses } from './insights_request.ts'

type Json = Record<string, unknown>

export function accountJson(account: AdAccount, status: number): Json {
  return {
    id: `act_${account.id}`,
    account_id: account.id,
    name: account.name,
    currency: account.currency,
    timezone_name: account.timezone,
    account_status: status,
    created_time: '2023-01-02T03:04:05+0000',
  }
}

export function campaignJson(campaign: Campaign, { currency }: AdAccount): Json {
  return {
    ...common(campaign),
    objective: 'OUTCOME_SALES',
    buying_type: 'AUCTION',
    // Budgets are in the smallest unit of the currency, spend is not.
    daily_budget: String(campaign.dailyBudget / 10n ** BigInt(6 - decimalPlaces(currency))),
    start_time: `${campaign.createdDay}T00:00:00+0000`,
  }
}

export function adSetJson(group: AdGroup): Json {
  return { ...common(group), campaign_id: group.campaignId, optimization_goal: 'OFFSITE_CONVERSIONS' }
}

export function adJson(ad: Ad): Json {
  return { ...common(ad), campaign_id: ad.campaignId, adset_id: ad.groupId, creative: creativeJson(ad) }
}

export function creativeJson(ad: Ad): Json {
  return {
    id: creativeId(ad),
    account_id: ad.accountId,
    name: `Creative of ${ad.name}`,
    status: 'ACTIVE',
    title: ad.name,
    body: 'A text',
    thumbnail_url: 'https://scontent.example.com/thumbnail.jpg',
  }
}

function common(entity: Campaign | AdGroup | Ad): Json {
  const status = effectiveStatuses[entity.status]
  return {
    id: entity.id,
    account_id: entity.accountId,
    name: entity.name,
    status,
    effective_status: status,
    created_time: '2024-01-02T03:04:05+0000',
    updated_time: '2026-01-02T03:04:05+0000',
  }
}

function creativeId(ad: Ad): string {
  return String(BigInt(ad.id) + 500_000n)
}

/** Returns an entity of any kind by its id. Deleted entities are found too. */
export function objectJson(ledger: AdLedger, id: string): { accountId: string; type: string; json: Json } | null {
  const campaign = ledger.campaigns.get(id)
  const group = ledger.groups.get(id)
  const ad = ledger.ads.get(id)
  const account = ledger.accounts.get((campaign ?? group ?? ad)?.accountId ?? '')
  if (!account) return null
  if (campaign) return { accountId: account.id, type: 'Campaign', json: campaignJson(campaign, account) }
  if (group) return { accountId: account.id, type: 'AdSet', json: adSetJson(group) }
  return ad ? { accountId: account.id, type: 'Ad', json: adJson(ad) } : null
}

/** Keeps the asked fields of an object; `creative{id,name}` asks for fields of a part. Unknown fields are refused. */
export function select(json: Json, fields: string | null, type: string, known: readonly string[]): Json | Reply {
  const names = fieldNames(fields ?? 'id')
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) {
    return graphError({
      code: 100,
      message: `(#100) Tried accessing nonexisting field (${unknown}) on node type (${type})`,
    })
  }
  const kept = Object.entries(json).filter(([name]) => name === 'id' || names.includes(name))
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'creative' ? creativeOf(value, fields) : value]),
  )
}

/** Without fields of its own, a creative is its id. */
function creativeOf(creative: unknown, fields: string | null): Json {
  const asked = /creative\{([^}]*)\}/.exec(fields ?? '')?.[1] ?? 'id'
  const names = ['id', ...fieldNames(asked)]
  return Object.fromEntries(Object.entries(creative as Json).filter(([name]) => names.includes(name)))
}

function fieldNames(fields: string): string[] {
  return fields
    .replaceAll(/\{[^}]*\}/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}
