import type { Ad, AdAccount, AdGroup, AdLedger, Campaign, Status } from '../ad_ledger.ts'
import { dayNumber, localTime } from '../days.ts'
import { double } from '../money.ts'
import type { Reply } from '../server.ts'
import { arrayOf, invalidParameter, paged, readPage } from './envelope.ts'

type Json = Record<string, unknown>

interface Filter {
  field_name: string
  filter_type: string
  filter_value: string
}

/** Reads `filtering` of a report. Deleted entities are included only if their status is STATUS_ALL or STATUS_DELETE. */
export function statusFilter(params: URLSearchParams, name: string | null): ((status: Status) => boolean) | Reply {
  const filters = (arrayOf(params, 'filtering') ?? []) as Filter[]
  if (params.has('filtering') && !arrayOf(params, 'filtering')) return invalidParameter('filtering: Not a valid list.')
  const unknown = filters.find(({ field_name }) => field_name !== name)
  if (unknown) return invalidParameter(`filtering: Invalid field_name ${unknown.field_name}`)
  const values = filters.flatMap(({ filter_value }) => JSON.parse(filter_value) as string[])
  if (values.some((value) => !/^STATUS_(ALL|NOT_DELETE|DELETE)$/.test(value))) {
    return invalidParameter(`filtering: Invalid filter_value ${values.join(', ')}`)
  }
  return (status) =>
    values.includes('STATUS_ALL') || (values.includes('STATUS_DELETE') ? status === 'deleted' : status !== 'deleted')
}

/** Answers `campaign/get/`, `adgroup/get/` and `ad/get/`. */
export function listObjects(ledger: AdLedger, accountId: string, kind: string, params: URLSearchParams): Reply {
  const page = readPage(params)
  if ('status' in page) return page
  const isIncluded = objectFilter(params.get('filtering'))
  if (!isIncluded) return invalidParameter('filtering: Not a valid object.')
  const objects = {
    campaign: () => ledger.campaignsOf(accountId).filter(isIncluded).map(campaignJson),
    adgroup: () => ledger.groupsOf(accountId).filter(isIncluded).map(groupJson),
    ad: () => ledger.adsOf(accountId).filter(isIncluded).map(adJson),
  }[kind as 'ad']()
  const fields = arrayOf(params, 'fields')
  return paged(fields ? objects.map((object) => pick(object, fields)) : objects, page)
}

function objectFilter(text: string | null): ((entity: { id: string; status: Status }) => boolean) | null {
  try {
    const filter = JSON.parse(text ?? '{}') as Record<string, unknown>
    const ids = Object.entries(filter).find(([name]) => /^(campaign|adgroup|ad)_ids$/.test(name))?.[1] as
      string[] | undefined
    const status = String(filter['primary_status'] ?? filter['secondary_status'] ?? '')
    return (entity) =>
      (!ids || ids.includes(entity.id)) && (status.endsWith('STATUS_ALL') || entity.status !== 'deleted')
  } catch {
    return null
  }
}

function campaignJson(campaign: Campaign): Json {
  return {
    campaign_id: BigInt(campaign.id),
    campaign_name: campaign.name,
    advertiser_id: BigInt(campaign.accountId),
    // Budgets are in whole units of the currency.
    budget: double(campaign.dailyBudget),
    budget_mode: 'BUDGET_MODE_DAY',
    ...statuses(campaign, 'CAMPAIGN_STATUS'),
    objective_type: 'WEB_CONVERSIONS',
    campaign_type: campaign.hasAds ? 'REGULAR_CAMPAIGN' : 'SMART_PERFORMANCE_CAMPAIGN',
    create_time: `${campaign.createdDay} 00:00:00`,
    modify_time: '2026-01-02 12:00:00',
    is_new_structure: true,
  }
}

function groupJson(group: AdGroup): Json {
  return {
    adgroup_id: BigInt(group.id),
    adgroup_name: group.name,
    campaign_id: BigInt(group.campaignId),
    advertiser_id: BigInt(group.accountId),
    ...statuses(group, 'ADGROUP_STATUS'),
    create_time: '2024-01-02 03:04:05',
    modify_time: '2026-01-02 12:00:00',
  }
}

function adJson(ad: Ad): Json {
  return {
    ad_id: BigInt(ad.id),
    ad_name: ad.name,
    adgroup_id: BigInt(ad.groupId),
    campaign_id: BigInt(ad.campaignId),
    advertiser_id: BigInt(ad.accountId),
    ...statuses(ad, 'AD_STATUS'),
    create_time: '2024-01-02 03:04:05',
    modify_time: '2026-01-02 12:00:00',
  }
}

function statuses({ status }: { status: Status }, prefix: string): Json {
  const secondary = {
    active: prefix === 'CAMPAIGN_STATUS' ? 'ENABLE' : 'DELIVERY_OK',
    paused: 'DISABLE',
    deleted: 'DELETE',
  }
  return {
    operation_status: status === 'active' ? 'ENABLE' : 'DISABLE',
    secondary_status: `${prefix}_${secondary[status]}`,
  }
}

/** The account as `advertiser/info/` writes it: two time zones and an id as a number. */
export function advertiserJson(account: AdAccount, fields: unknown[] | null): Json {
  const all = {
    advertiser_id: BigInt(account.id),
    name: account.name,
    currency: account.currency,
    timezone: fixedZone(account.timezone),
    display_timezone: account.timezone,
    country: 'US',
    advertiser_account_type: 'AUCTION',
    role: 'ROLE_ADVERTISER',
    balance: 10,
    language: 'en',
    status: 'STATUS_ENABLE',
    create_time: 1_630_335_591,
  }
  return fields ? pick(all, fields) : all
}

function pick(object: Json, names: unknown[]): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))
}

/** Returns the zone without summer time: `Etc/GMT+8` is eight hours behind UTC. */
function fixedZone(zone: string): string {
  const { day, hour } = localTime(new Date('2026-01-15T12:00:00Z'), zone)
  const ahead = hour - 12 + (dayNumber(day) - dayNumber('2026-01-15')) * 24
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
